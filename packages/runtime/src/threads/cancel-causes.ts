/** In development: how a cancel came about, where its reason does not say that. */

/**
 * `cancel`: somebody has called `cancel`, `cancelAll`, `cancelOthers` or `close`. `again`: another call takes its place. `join`: a
 * combinator is over.
 */
export interface CancelCause {
  readonly how: 'cancel' | 'again' | 'join';
  /** The name of the thread whose code did it; undefined: plain code, or nobody. */
  readonly by: string | undefined;
}

/** Adds the cause to the error of a cancelled thread. It is not enumerable, so it is in no log. */
export function addCause(error: object, value: CancelCause | null): void {
  if (value !== null && !('cause' in error)) Object.defineProperty(error, 'cause', { value });
}
