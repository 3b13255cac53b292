/** How a thread is cancelled: the option of `cancel`, and, in development, what brought a cancel about, where its reason does not say that. */
import { checkBoolean, checkOptions } from '../arguments.js';

/** The options of `cancel`. */
export interface CancelOptions {
  /** Skips the `finally` blocks, or the rest of them. Default false. */
  readonly now?: boolean;
}
export const GENTLY: CancelOptions = {};

/** @internal Reads the option. */
export function isNow(word: string, options: CancelOptions): boolean {
  checkOptions(word, options, ['now']);
  const { now = false } = options;
  checkBoolean(word, '`now` to be true or false', now);
  return now;
}

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
