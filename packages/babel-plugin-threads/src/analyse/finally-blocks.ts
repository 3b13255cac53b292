import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Spot } from '../babel/path.js';
import type { Plan } from '../plan.js';

/**
 * `finally` blocks in which a thread may wait. Who is cancelled there comes to the end of the block first, so the runtime has to know of it.
 * Of blocks in blocks only the outermost counts: all that stands in it comes to its end.
 */
export function settleFinally({ t: types }: Compilation, plan: Plan, pausing: readonly Spot[]): void {
  let errorName: string | undefined;
  for (const path of pausing) {
    const outermost = triesAround(path, 'finalizer').at(-1);
    if (!outermost || plan.finallys.has(outermost.node)) continue;
    errorName ??= plan.names.unique('$error');
    plan.finallys.set(outermost.node, errorName);
    for (const { node } of triesAround(outermost, 'block'))
      if ((node as t.TryStatement).handler) plan.catchesOfFinally.set(node, errorName);
  }

  /** The `try` statements of the function that hold it in this part, innermost first. */
  function triesAround(path: Spot, part: 'block' | 'finalizer'): Spot[] {
    const found: Spot[] = [];
    for (let at = path; at.parentPath && !types.isFunction(at.node) && !plan.functions.has(at.node); at = at.parentPath)
      if (types.isTryStatement(at.parent) && at.key === part) found.push(at.parentPath);
    return found;
  }
}
