/** The calls that an error has come through, for its trace. */
import type { CompiledFunction } from './compiled-function.js';
import type { Called } from '../messages/format.js';
import type { Frame, Site } from './call.js';

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

/** An error comes out of a call. `waiting`: the frame, if the error came into it from outside. */
export function noteThrown(
  error: unknown,
  code: CompiledFunction,
  args: ArrayLike<unknown>,
  waiting: Frame | null,
): void {
  if (thrown === null || thrown.error !== error) thrown = { error, calls: [] };
  thrown.calls.push({
    code,
    label: code.label,
    args,
    site: waiting === null ? undefined : code.isOfRuntime ? null : (waiting.notes?.site ?? null),
  });
}

/** The calls that this error came through, innermost first; called once, when the error leaves its thread. */
export function takeThrown(error: unknown): ThrownCall[] {
  const calls = thrown !== null && thrown.error === error ? thrown.calls : [];
  thrown = null;
  return calls;
}
