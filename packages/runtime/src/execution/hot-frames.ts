/** The hot turn of a frame object (frame-objects.ts): the part of it that each app ships, as it stands in the loop of turns. */
import type { Step } from './call.js';
import { last as theLast } from './generator-frames.js';
import { nextFrame, PAUSE as thePause, pending as thePending } from './suspension.js';
import { turn as theTurn } from './turn-state.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const last = theLast;
const NEXT: typeof nextFrame = nextFrame;
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const turn = theTurn;

/**
 * Resumes a hot frame object. True if it is still hot and waits for the next frame: it returns `nextFrame` for that, or a
 * pause for that frame, which is then over. Else `endHot` has to follow.
 */
export function stepHotFrame(step: Step, frame: object): boolean {
  let outcome: unknown;
  try {
    outcome = step(frame as never, undefined, 0, undefined, undefined, undefined, undefined, undefined);
  } catch (error) {
    last.step = null;
    last.error = error;
    return false;
  }
  return (outcome === NEXT && turn.hot !== null && pending.kind === null) || hasPausedHot(outcome);
}

/** Apart, so that there is room for the bodies of scripts where an engine inlines the rest. */
function hasPausedHot(outcome: unknown): boolean {
  const isDueNext = pending.kind !== null && pending.dueFrame === turn.frame + 1 && pending.leaf === null;
  if (outcome === PAUSE && turn.hot !== null && isDueNext) {
    pending.kind = null;
    return true;
  }
  last.step = { value: outcome, done: outcome !== NEXT && outcome !== PAUSE };
  return false;
}
