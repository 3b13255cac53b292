/** The calls that an error has come through, for its trace. */
import type { CompiledFunction } from './compiled-function.js';
import { DEV } from '../messages/development.js';
import { NotInThreadError, RunawayError } from '../messages/error-classes.js';
import { nameRunaway } from '../messages/errors.js';
import { type Called, showCall } from '../messages/format.js';
import { nameWordOfExecutor } from '../messages/warning-texts.js';
import type { Frame, Site } from './call.js';
import { layers } from './layers.js';
import { dropPause, losePause, refusePause } from './pauses.js';
import { pending } from './suspension.js';
import { lowerFreeDepth } from './turn-state.js';

/** A call that an error came through. */
export interface ThrownCall extends Called {
  /** Null where only its text is known. */
  readonly code: CompiledFunction | null;
  /**
   * It was waiting for the call that threw; its site, if stacks are noted. Undefined where it is on the error's own
   * stack.
   */
  readonly site: Site | null | undefined;
}

interface Through {
  readonly error: unknown;
  readonly calls: ThrownCall[];
}

/** The calls that an error came through so far, innermost first. */
let thrown: Through | null = null;

/** The same, if it is this error that came through them. */
const throughOf = (error: unknown): Through | null => (thrown?.error === error ? thrown : null);

/** The language asked an iterator for its next value and got PAUSE: every engine then throws a TypeError. */
const isOfIteration = (error: unknown): boolean => error instanceof TypeError && /^iterator/i.test(error.message);
const ITERATION: string = DEV ? 'an iterator that a spread, a destructuring, `for…of` or a native goes through' : '';

/** If a pause was lost before an error, it is reported instead: the error may be its consequence. A word in a file that was not compiled is its cause. */
export function lostBefore(error: unknown, label: string): unknown {
  if (pending.kind === null) return error;
  const lost = isOfIteration(error) ? refusePause(ITERATION) : losePause(`when ${label} threw`);
  return error instanceof NotInThreadError ? error : Object.assign(lost, { cause: error });
}

/**
 * An error leaves a body. Returns the error to throw further: the one of a lost pause, if there is one. Notes the call
 * for its trace. `waiting`: the frame, if the error came into it from outside.
 */
export function traced(
  given: unknown,
  code: CompiledFunction,
  args: ArrayLike<unknown>,
  waiting: Frame | null,
): unknown {
  if (given instanceof RunawayError) {
    dropPause();
    nameRunaway(given, showCall(code.label, args), code.loopLines);
  }
  if (DEV && given instanceof TypeError) nameWordOfExecutor(given);
  const error = lostBefore(given, code.label);
  // Perhaps the native stack had no room for so many calls.
  lowerFreeDepth();
  thrown = throughOf(error) ?? { error, calls: [] };
  thrown.calls.push({
    code,
    label: code.label,
    args,
    site: waiting === null ? undefined : code.isOfRuntime ? null : siteOf(waiting),
  });
  return error;
}

/** Where a frame waited: as noted, or known from its text. */
const siteOf = ({ notes, code, pc }: Frame): Site | null => notes?.site ?? layers.siteAt?.(code, pc) ?? null;

/** An error that came into a body from outside, and where that waited. */
export interface Came {
  readonly error: unknown;
  /** The calls that it had come through before. */
  readonly before: Through | null;
  readonly site: Site | undefined;
  readonly pc: number | undefined;
}

/** By the frame that has waited since, in a `finally` or a `catch` that may throw the error on. */
export const cameBefore: WeakMap<Frame, Came> = new WeakMap();

export const cameInto = (frame: Frame, error: unknown): Came => ({
  error,
  before: throughOf(error),
  site: frame.notes?.site,
  pc: frame.pc,
});

/** The body of this frame waits, and an error came into it. Returns the frame. */
export function noteCame(frame: Frame, came: Came): Frame {
  cameBefore.set(frame, came);
  return frame;
}

/** A body throws. Is it an error that came into it before its last wait? Then that is as if it came now. */
export function comesAgain(frame: Frame, error: unknown): boolean {
  const came = cameBefore.get(frame);
  if (came === undefined || came.error !== error) return false;
  thrown = came.before;
  const site = came.site ?? layers.siteAt?.(frame.code, came.pc);
  // The frame ends, so it needs no other place any more.
  if (site !== undefined) frame.notes = { ...frame.notes, site };
  return true;
}

/** The calls that this error came through, innermost first; called once, when the error leaves its thread. */
export function takeThrown(error: unknown): ThrownCall[] {
  const calls = throughOf(error)?.calls ?? [];
  thrown = null;
  return calls;
}
