/** How the frames of a thread go on: in any turn (`resumeFrames`), in a hot one (`stepHot`), and in their `finally` blocks when it is cancelled. */
import type { Frame, Mode, Stack } from './call.js';
import { isPromise } from './is-promise.js';
import { errorOf, pausePromise, takeGiven, stepFrame } from './pauses.js';
import { CANCEL, comeOut, nextFrame, PAUSE, pending } from './suspension.js';
import { cameInto, comesAgain, noteCame, traced } from './thrown-calls.js';
import { turn } from './turn-state.js';
import { beginsToUnwind, carriedBy } from './unwinding.js';

/**
 * Goes on in the innermost frame of a thread. Returns the value of the outermost frame or PAUSE; throws its error. Nearly always the
 * innermost frame has only to go on with a value, up to its next wait.
 */
export function resumeFrames(stack: Stack, given: unknown, mode: Mode): unknown {
  const { leaf } = stack;
  if (mode !== 'value' || leaf === null || leaf.notes !== null || isPromise(given))
    return passOutward(stack, given, mode);
  const { step } = leaf;
  let outcome: unknown;
  try {
    outcome = step(leaf as never, given, 0, undefined, undefined, undefined, undefined, undefined);
  } catch (error) {
    return passOutward(stack, error, 'thrown');
  }
  return outcome === PAUSE && pending.site === null ? PAUSE : passOutward(stack, outcome, 'given');
}

/**
 * Passes each outcome to the frame around, until one pauses or the last one ends. A frame stays on the stack until it has ended, so that no
 * frame has to be linked again when the innermost one pauses again.
 */
function passOutward(stack: Stack, given: unknown, mode: Mode): unknown {
  let outcome = given;
  let how = mode;
  for (let frame = stack.leaf; frame !== null; stack.leaf = frame = frame.parent) {
    if (beginsToUnwind(frame)) {
      // The error of an inner frame is thrown further in any case.
      if (how === 'error') frame.notes = { ...frame.notes, carried: { error: outcome } };
      outcome = CANCEL;
      how = 'error';
    }
    const came = how === 'error' && outcome !== CANCEL ? cameInto(frame, outcome) : null;
    try {
      // A body that pauses in no `try` has nothing to do when it is unwound, and to throw into it would take longer than all the rest.
      outcome = outcome === CANCEL && frame.code.isPassed === true ? undefined : goOnIn(frame, outcome, how);
      if (outcome === PAUSE) return comeOut(came === null ? frame : noteCame(frame, came));
      how = 'value';
    } catch (error) {
      outcome = error;
      how = outcome === CANCEL ? 'value' : 'error';
      if (how === 'error') {
        outcome = traced(outcome, frame.code, frame.args, comesAgain(frame, outcome) || came !== null ? frame : null);
        continue;
      }
      // The frame has been unwound.
      outcome = undefined;
    }
    const carried = carriedBy(frame);
    if (carried === null) continue;
    outcome = carried.error;
    how = 'error';
  }
  if (how === 'error') throw outcome;
  return outcome;
}

/** An outcome comes to a frame. Returns its value or PAUSE; throws its error. */
function goOnIn(frame: Frame, outcome: unknown, how: Mode): unknown {
  if (how === 'thrown') throw errorOf(frame.code, outcome);
  if (how === 'given') return takeGiven(frame, outcome);
  // The call has waited and then returned a Promise. The wait for it is the same as for an immediate Promise.
  if (how === 'value' && isPromise(outcome)) return pausePromise(outcome);
  return stepFrame(frame, outcome, how === 'value' ? 0 : 1);
}

/** What the body of a thread has given or thrown that is not hot any more. */
const last: { outcome: unknown; mode: Mode } = { outcome: undefined, mode: 'given' };

/**
 * Resumes the frame of a hot thread (frame-list.ts). True if it is still hot and waits for the next frame: it gives `nextFrame` for that, or a
 * pause for that frame, which is then over. Else `endHot` has to follow.
 */
export function stepHot(frame: Frame): boolean {
  const { step } = frame;
  let outcome: unknown;
  try {
    outcome = step(frame as never, undefined, 0, undefined, undefined, undefined, undefined, undefined);
  } catch (error) {
    last.mode = 'thrown';
    last.outcome = error;
    return false;
  }
  return (outcome === nextFrame && turn.hot !== null && pending.kind === null) || takeHotPause(outcome);
}

/**
 * Ends a pause of a hot thread for its next frame. False if its body has given something else, which is noted for `endHot`. Apart, so that there is
 * room for the bodies of scripts where an engine inlines the rest.
 */
function takeHotPause(outcome: unknown): boolean {
  const isDueNext = pending.kind !== null && pending.dueFrame === turn.frame + 1 && pending.leaf === null;
  if (outcome === PAUSE && turn.hot !== null && isDueNext) {
    pending.kind = null;
    return true;
  }
  last.mode = 'given';
  last.outcome = outcome;
  return false;
}

/** Goes on after `stepHot`. Returns the value of the outermost frame or PAUSE; throws its error. */
export function endHot(stack: Stack): unknown {
  const { outcome, mode } = last;
  last.outcome = undefined;
  return resumeFrames(stack, outcome, mode);
}
