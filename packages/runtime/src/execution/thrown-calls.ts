/** The calls that an error has come through, for its trace. */
import type { CompiledFunction } from './compiled-function.js';
import type { Called } from '../messages/format.js';
import type { Frame, Site } from './call.js';
import { MANY_CALLS, turn } from './turn-state.js';

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

/** The calls that an error came through so far, innermost first. */
let thrown: { error: unknown; calls: ThrownCall[] } | null = null;

/** An error comes out of a call. `waiting`: the frame, if the error came into it from outside. Returns the error. */
export function noteThrown(
  error: unknown,
  code: CompiledFunction,
  args: ArrayLike<unknown>,
  waiting: Frame | null,
): unknown {
  // Perhaps the native stack had no room for so many calls.
  if (turn.freeDepth > MANY_CALLS) turn.freeDepth = MANY_CALLS;
  if (thrown === null || thrown.error !== error) thrown = { error, calls: [] };
  thrown.calls.push({
    code,
    label: code.label,
    args,
    site: waiting === null ? undefined : code.isOfRuntime ? null : (waiting.notes?.site ?? null),
  });
  return error;
}

/** An error that came into a body from outside. */
export interface Came {
  readonly error: unknown;
  readonly site: Site | undefined;
  readonly pc: number | undefined;
}

/**
 * Bodies that have waited since: in a `finally` or a `catch` that may throw the error on. By generator or frame object; `calls`: those
 * that the error came through before.
 */
const kept = new WeakMap<object, Came & { readonly calls: readonly ThrownCall[] }>();

const bodyOf = (frame: Frame): object => frame.iterator ?? frame;

/** The body of this frame waits, and an error came into it. Returns the frame. */
export function keepThrown(frame: Frame, came: Came): Frame {
  const calls = thrown !== null && thrown.error === came.error ? thrown.calls.slice() : [];
  kept.set(bodyOf(frame), { ...came, calls });
  return frame;
}

/** A body throws. Is it an error that came into it before its last wait? Then that is as if it came now. */
export function comesAgain(frame: Frame, error: unknown): boolean {
  const came = kept.get(bodyOf(frame));
  if (came === undefined || came.error !== error) return false;
  if (thrown === null || thrown.error !== error) thrown = { error, calls: came.calls.slice() };
  const site = came.site ?? siteAt(frame.code, came.pc);
  // It ends, so it needs no other place any more.
  if (site !== undefined) frame.notes = { ...frame.notes, site };
  return true;
}

/** Where a frame object waits, from the text of its function: known without any stack. */
export function siteAt(code: CompiledFunction, pc: number | undefined): Site | undefined {
  const point = pc === undefined ? undefined : code.pauses[pc - 1];
  return point && { taken: {}, depth: -1, at: `${point.line}:${point.column + 1}` };
}

/** The calls that this error came through, innermost first; called once, when the error leaves its thread. */
export function takeThrown(error: unknown): ThrownCall[] {
  const calls = thrown !== null && thrown.error === error ? thrown.calls : [];
  thrown = null;
  return calls;
}
