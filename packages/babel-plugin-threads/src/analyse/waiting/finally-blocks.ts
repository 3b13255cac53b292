import { isFunction, pathsInFunction } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import type { ListedPath } from '../../babel/path.js';
import type { Analysis } from '../facts/facts.js';

/**
 * `finally` blocks in which a thread may wait. Who is cancelled there comes to the end of the block first, so the
 * runtime has to know of it. Of nested blocks only the outermost counts: everything in it runs to its end.
 *
 * Needs the calls and loops that wait, and the functions with those of deferred calls; gives `finallys` and
 * `catchesOfFinally`.
 */
export function findFinallyBlocks(analysis: Analysis): void {
  const { plan } = analysis;
  for (const path of pausesOf(analysis)) {
    const outermost = triesAround(analysis, path, 'finalizer').at(-1);
    if (!outermost || plan.finallys.has(outermost.node)) continue;
    plan.finallys.add(outermost.node);
    for (const { node } of triesAround(analysis, outermost, 'block'))
      if ((node as t.TryStatement).handler) plan.catchesOfFinally.add(node);
  }
}

/** The `try` statements of the function that hold it in this part, innermost first. */
function triesAround({ plan }: Analysis, path: ListedPath, part: 'block' | 'finalizer'): ListedPath[] {
  const own = pathsInFunction(path);
  const end = own.findIndex(({ node }) => !isFunction(node) && plan.functions.has(node));
  return own
    .slice(0, end < 0 ? own.length : end)
    .flatMap(({ parent, parentPath, key }) => (parent.type === 'TryStatement' && key === part ? parentPath! : []));
}

function pausesOf({ plan }: Analysis): ListedPath[] {
  const calls = [...plan.calls.values()].filter(({ treatment }) => treatment === 'wait').map(({ path }) => path);
  return [...Array.from(plan.loops.values(), ({ pause }) => pause.path), ...calls];
}
