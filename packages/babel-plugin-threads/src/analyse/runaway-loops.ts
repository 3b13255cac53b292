import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { loopContinued } from './loops.js';
import type { Spot } from '../babel/path.js';
import type { CallPlan, Plan } from '../plan.js';
import { isLogicalAssignment, isSeeThrough } from '../babel/ast.js';
import { isAlwaysEvaluated } from '../language/evaluation.js';

/**
 * Notes the loops that may come round without a wait, and without a call whose `yield` the runtime counts: their turns have to be
 * counted, or nothing would ever stop one that does not end. When in doubt a loop is one of them.
 */
export function settleCounted(
  compilation: Compilation,
  plan: Plan,
  found: {
    /** All loops that have no wait of their own. */
    readonly unpaced: readonly Spot<t.Loop>[];
    readonly continues: readonly Spot[];
    readonly calls: ReadonlyMap<CallPlan, Spot>;
  },
): void {
  if (found.unpaced.length === 0) return;
  const cutShort = new Set(
    found.continues.map((path) => loopContinued(compilation, path as Spot<t.ContinueStatement>)),
  );
  const yielding = new Set<t.Node>();
  for (const [{ treatment }, path] of found.calls)
    if (treatment === 'wait' && path.node.type === 'CallExpression') noteLoops(path);
  for (const { node } of found.unpaced) if (!yielding.has(node)) plan.counted.add(node);

  /** Notes the loops that make this call in each turn. */
  function noteLoops(call: Spot): void {
    for (let at = call; ; at = at.parentPath!) {
      const { parent } = at;
      const part = at.listKey ?? String(at.key);
      const isEachTurn = part === 'test' || part === 'update' || (part === 'body' && !cutShort.has(parent));
      if (isEachTurn) yielding.add(parent);
      if (!isAlways(parent, part)) return;
    }
  }

  function isAlways(node: t.Node, part: string): boolean {
    const call = plan.calls.get(node);
    if (call !== undefined && call.treatment !== 'wait') return false;
    if (node.type === 'AssignmentExpression' && isLogicalAssignment(node)) return false;
    return isSeeThrough(node) || isAlwaysEvaluated(node, part);
  }
}
