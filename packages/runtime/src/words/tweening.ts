/** The parts of `tween` that do not loop: uncompiled/tween.ts uses them. */
import { inRegion, pause } from '../execution/pauses.js';
import { addKinds, kinds } from '../execution/wait-kind-table.js';
import type { Thread } from '../threads/thread.js';
import { needThread } from '../waits/wait-arguments.js';

/** Summed up, as a thread that was paused goes on where it was: the time meanwhile does not count. */
export const delta = (): number => needThread('tween').clock.delta;

/** Shows the state of this frame. Returns true if it was the last one. */
export function showAt(
  passedMs: number,
  ms: number,
  fn: (t: number) => unknown,
  ease: ((t: number) => number) | undefined,
): boolean {
  const isOver = passedMs >= ms;
  const t = isOver ? 1 : passedMs / ms;
  // The last call gets 1 whatever `ease` returns there, so that the script ends where it has said.
  const eased = isOver || ease === undefined ? t : inRegion('the ease of tween', () => ease(t));
  inRegion('the callback of tween', () => fn(eased));
  return isOver;
}

export const waitForNext = (ms: number): unknown => pause(kinds.tween, ms, false);

addKinds<Thread>({
  tween: {
    status: 'sleeping',
    begin: (thread) => thread.runQueue.addFrameWait(thread, thread.runQueue.frame + 1),
    label: (ms: number) => `tween(${ms})`,
  },
});
