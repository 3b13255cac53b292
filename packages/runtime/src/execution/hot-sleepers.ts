/** The hot turn of a frame object that has slept. Only apps with such code ship it. */
import type { Step, Taken } from './call.js';
import { last } from './generator-frames.js';
import { nextFrame, PAUSE, pending } from './suspension.js';
import { turn } from './turn-state.js';

/** Resumes a hot frame object in `wait(ms)`. True if it is in such a wait again; the pause is then that wait. */
export function stepHotSleeper(step: Step, frame: object): boolean {
  let outcome: unknown;
  try {
    outcome = step(frame as never, undefined, 0, undefined, undefined, undefined, undefined, undefined);
  } catch (error) {
    last.step = null;
    last.error = error;
    return false;
  }
  const isPause = outcome === PAUSE;
  if (turn.hot !== null && isPause && pending.kind === 'timer' && !pending.keeps && pending.leaf === null) {
    last.step = PAUSED;
    return true;
  }
  last.step = { value: outcome, done: outcome !== nextFrame && !isPause };
  return false;
}
const PAUSED: Taken = { value: PAUSE, done: false };
