/** Ways out of a `finally` block, which would swallow a cancel. */
import { isFunction } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import type { types as t } from '@babel/core';

/** How a statement inside a `finally` leaves it; undefined if it stays inside. */
export function waysOutOfFinally({ t: types }: Compilation, path: Path): string | undefined {
  const { node } = path;
  const how = node.type === 'ReturnStatement' ? 'return' : node.type === 'BreakStatement' ? 'break' : 'continue';
  const label = (node as t.BreakStatement).label?.name;
  for (let at: Path = path; at.parentPath; at = at.parentPath) {
    const parent = at.parentPath.node;
    if (isFunction(parent) || parent.type === 'StaticBlock') return undefined;
    if (parent.type === 'TryStatement' && at.key === 'finalizer') return how;
    if (how === 'return') continue;
    if (label !== undefined) {
      if (parent.type === 'LabeledStatement' && parent.label.name === label) return undefined;
    } else if (types.isLoop(parent) || (how === 'break' && parent.type === 'SwitchStatement')) return undefined;
  }
  return undefined;
}
