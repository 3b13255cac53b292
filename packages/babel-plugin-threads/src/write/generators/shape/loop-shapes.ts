/** Names in loops. */
import type { LoopPlan } from '../../../plan.js';
import type { Shaper } from './shaper.js';

/** Numbers count per function: `$frame0`, `$frame1`, … for its loops, `$iteration0`, … for those with a `continue`. Gives `loops`. */
export function nameLoops({ analysis, loops, names }: Shaper): void {
  const inOrder = [...analysis.plan.loops.values()].sort(inSourceOrder);
  for (const plan of inOrder) {
    const frameName = plan.pace === 'frame' && mayPauseInside(plan) ? names.ofLoop(plan.in.node, '$frame') : undefined;
    const iterationName = plan.isContinued ? names.ofLoop(plan.in.node, '$iteration') : undefined;
    loops.set(plan, { plan, frameName, iterationName });
  }
}

const inSourceOrder = ({ node: a }: LoopPlan, { node: b }: LoopPlan): number => (a.start ?? 0) - (b.start ?? 0);

/** May a frame have passed at the end of an iteration? */
const mayPauseInside = ({ node, in: { pauses }, pause }: LoopPlan): boolean =>
  pauses.some((other) => other !== pause && other.around.some((one) => one.node === node));
