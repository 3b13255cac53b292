/** Which loop a `continue` goes on with. */
import { isFunction } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import type { Analysis } from '../facts/facts.js';

/**
 * Links each `continue` to the loop of the Plan that it goes on with. Needs the loops; gives `continues`, and the loops
 * that have one.
 */
export function linkContinues({ compilation, plan, facts }: Analysis): void {
  for (const path of facts.exits) {
    if (path.node.type !== 'ContinueStatement') continue;
    const continued = loopContinued(compilation, path as ListedPath<t.ContinueStatement>);
    const loop = continued && plan.loops.get(continued);
    if (!loop) continue;
    loop.isContinued = true;
    plan.continues.set(path.node, loop);
  }
}

/** The loop that a `continue` goes on with; undefined if it leaves the function (a syntax error anyway). */
export function loopContinued({ t: types }: Compilation, path: Path<t.ContinueStatement>): t.Node | undefined {
  const label = path.node.label?.name;
  for (let at: Path | null = path.parentPath; at && !isFunction(at.node); at = at.parentPath) {
    if (!types.isLoop(at.node)) continue;
    if (label === undefined) return at.node;
    for (let up = at.parentPath; up && up.node.type === 'LabeledStatement'; up = up.parentPath)
      if (up.node.label.name === label) return at.node;
  }
  return undefined;
}
