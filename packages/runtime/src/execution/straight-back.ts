/** What a body yields that does not wait. */
import { isPromise } from './is-promise.js';
import { nextFrame, PAUSE as thePause, pending as thePending } from './suspension.js';
import { turn as theTurn } from './turn-state.js';
import { Edge } from './unwinding.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const NEXT: typeof nextFrame = nextFrame;
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const turn = theTurn;

/** Nearly all calls do not wait: their value goes directly back into the body. Counts a step. */
export function goesStraightBack(got: unknown): boolean {
  if (pending.kind !== null || got === PAUSE || got === NEXT || turn.steps >= turn.maxSteps) return false;
  if (typeof got === 'object' && (got instanceof Edge || isPromise(got))) return false;
  turn.steps++;
  return true;
}
