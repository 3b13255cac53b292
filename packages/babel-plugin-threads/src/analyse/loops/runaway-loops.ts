/** Loops that may come round without a wait. */
import type { types as t } from '@babel/core';
import { isLogicalAssignment, isTransparent, pathsInFunction } from '../../babel/ast.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { isAlwaysEvaluated, isEvaluatedOnce } from '../../language/evaluation.js';
import type { Plan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';
import { loopContinued } from './continues.js';

/**
 * Notes the loops that may come round without a wait, and without a call whose `yield` the runtime counts: their
 * iterations have to be counted, or nothing would ever stop one that does not end. When in doubt a loop is one of them.
 *
 * Needs the calls and the loops without a wait of their own; gives `runawayLoops`.
 */
export function findRunawayLoops(analysis: Analysis): void {
  const { compilation, plan, facts } = analysis;
  if (facts.unpacedLoops.length === 0) return;
  const cutShort = new Set(
    facts.exits
      .filter(({ node }) => node.type === 'ContinueStatement')
      .map((path) => loopContinued(compilation, path as ListedPath<t.ContinueStatement>)),
  );
  const yielding = new Set<t.Node>();
  for (const { treatment, path } of plan.calls.values())
    if (treatment === 'wait' && path.node.type === 'CallExpression')
      for (const { loop, part } of loopsThatMake(analysis, path))
        if (part !== 'body' || !cutShort.has(loop)) yielding.add(loop);
  for (const { node } of facts.unpacedLoops) if (!yielding.has(node)) plan.runawayLoops.add(node);
}

/** The loops that make this call in each iteration, with the part that holds it. */
function loopsThatMake(analysis: Analysis, call: ListedPath): { loop: t.Node; part: string }[] {
  const loops: { loop: t.Node; part: string }[] = [];
  for (let at = call; ; at = at.parentPath!) {
    const { parent } = at;
    const part = at.listKey ?? String(at.key);
    if (part === 'test' || part === 'update' || part === 'body') loops.push({ loop: parent, part });
    if (!isAlways(analysis, parent, part)) return loops;
  }
}

function isAlways({ plan }: Analysis, node: t.Node, part: string): boolean {
  const call = plan.calls.get(node);
  if (call !== undefined && call.treatment !== 'wait') return false;
  if (node.type === 'AssignmentExpression' && isLogicalAssignment(node)) return false;
  return isTransparent(node) || isAlwaysEvaluated(node, part);
}

/**
 * Notes at each pause the loop around it that may run away. Needs the calls and loops; gives the `loop` of each pause
 * of a call.
 */
export function noteUnpacedLoops({ compilation, plan }: Analysis): void {
  for (const { pause, path } of plan.calls.values()) if (pause) pause.loop = lineOfUnpacedLoop(compilation, plan, path);
}

/** The line of the innermost loop that may come back to a call without a frame between; undefined if there is none. */
function lineOfUnpacedLoop({ t: types }: Compilation, plan: Plan, call: Path): number | undefined {
  for (const { parent, key } of pathsInFunction(call)) {
    if (!types.isLoop(parent) || isEvaluatedOnce(key)) continue;
    return plan.loops.get(parent)?.pace === 'frame' ? undefined : parent.loc?.start.line;
  }
  return undefined;
}
