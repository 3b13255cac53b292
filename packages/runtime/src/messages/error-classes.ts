/** Every error class of the runtime. */
import { DEV } from './development.js';
import { printable } from './format.js';

/** What a message names: plain data. */
export type Values = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * The base of all errors that the runtime makes; `code` is stable, and explained in
 * https://github.com/spindle-scripts/spindle/blob/main/docs/errors.md. `values` is what the message names, for texts in another
 * language: see `translate`.
 */
export class SpindleError extends Error {
  readonly code: string;
  readonly values: Values;
  /** @internal `text`: false in production, where the message is the code, what it names, and where it is explained. */
  constructor(code: string, values: Values, text: string | false) {
    super(
      DEV
        ? (text as string)
        : `${code} ${JSON.stringify(values)}: see https://github.com/spindle-scripts/spindle/blob/main/docs/errors.md#${code.toLowerCase()}`,
    );
    this.code = code;
    this.values = values;
    this.name = new.target.name;
  }
}

/** A wait is in a synchronous region, or its pause was not passed on. */
export class CannotPauseError extends SpindleError {}
/** The base of those that somebody has given a reason for. */
class ErrorWithReason extends SpindleError {
  readonly reason: unknown;
  /** @internal */
  constructor(code: string, values: Values, text: string | false, reason: unknown) {
    // Reasons, and the names of threads and owners, may come from anywhere.
    super(code, values, DEV && printable(text as string));
    this.reason = reason;
  }
}
/** The thread was cancelled; joiners get this error. In development its `cause` says how: `{ how: 'cancel', by: 'hurt' }`; see SPN505. */
export class CancelledError extends ErrorWithReason {}
/** `withTimeout` ran out of time. */
export class TimeoutError extends SpindleError {}
/** The owner was closed. */
export class OwnerGoneError extends ErrorWithReason {}
/** The scheduler was closed. */
export class SchedulerClosedError extends ErrorWithReason {}
/** A wait would close a cycle of threads that wait for each other. */
export class DeadlockError extends SpindleError {}
/** A turn took more steps than `maxStepsPerTurn`. */
export class RunawayError extends SpindleError {
  /** The call with the loop that did not end: `walk(3)`. */
  call: string | undefined = undefined;
  /** The lines of its loops that do not wait in each iteration. */
  lines: readonly number[] = [];
}
/** A run that is played again differs from its log, or the log cannot supply a value. */
export class ReplayError extends SpindleError {}
/** A wait is outside any thread. */
export class NotInThreadError extends SpindleError {}
