/** Errors that no thread and no caller has received, and plain functions of the game that a pulse calls. */
import { isA } from '../arguments.js';
import { DEV } from '../messages/development.js';
import { isCancellation, severalThrown } from '../messages/errors.js';
import { printable } from '../messages/format.js';
import { missingPlugin } from '../messages/warning-texts.js';
import { asPlainCode } from '../threads/current.js';
import { attachTrace, traceOf } from '../threads/error-trace.js';
import type { ThreadScheduler, Thread } from '../threads/thread.js';
import type { OnError } from './options.js';

/** An error that no code had received when it was noted, and its thread. */
interface Uncaught {
  readonly thread: Thread;
  readonly error: unknown;
}

export function reportUncaught(error: unknown, thread: Thread): void {
  const { reportError: report, console } = globalThis as unknown as {
    reportError?: (error: unknown) => void;
    console: { error(...values: unknown[]): void };
  };
  const mend = DEV && isA(error, ReferenceError) ? missingPlugin(error) : '';
  const said = printable(`Uncaught in the thread ${thread.name}: ${traceOf(error) ?? thread.trace()}${mend}`);
  // `reportError` notifies the listeners of the page and prints the error without its thread.
  if (report === undefined) return console.error(said, error);
  console.error(said);
  report(error);
}

/** The uncaught errors of one scheduler, until its pulse has ended. */
export class UncaughtErrors {
  /** Is told of each. */
  onError!: OnError;
  uncaught: Uncaught[] = [];
  /**
   * The errors of foreign code in this pulse: of `onError`, of the functions of `after`, of emitters that were to
   * remove a listener.
   */
  #thrown: unknown[] = [];

  /** Notes an error. That a thread was cancelled is none that is reported. */
  add(thread: Thread, error: unknown): void {
    if (isCancellation(error)) return;
    attachTrace(error, thread);
    this.uncaught.push({ thread, error });
  }

  threw(error: unknown): void {
    this.#thrown.push(error);
  }

  /** Reports each error that is still uncaught. */
  report(): void {
    const errors = this.uncaught;
    if (errors.length === 0) return;
    this.uncaught = [];
    for (let i = 0; i < errors.length; i++) this.#reportOne(errors[i] as Uncaught);
  }

  /** Throws the errors that foreign code threw. */
  rethrow(): void {
    const thrown = this.#thrown;
    if (thrown.length === 0) return;
    this.#thrown = [];
    throw thrown.length === 1 ? thrown[0] : severalThrown(thrown);
  }

  #reportOne({ thread, error }: Uncaught): void {
    if (thread.failed && thread.value === error) {
      if (thread.joined) return;
      // A thread that joined it gets the error in the next pulse; if that one is cancelled before, the error is
      // uncaught after all.
      if (thread.own.receivers > 0) return this.add(thread, error);
      thread.joined = true;
    }
    callOutside(thread.scheduler, this.onError, error, thread);
  }
}

/** Calls a function of the game as plain code of a scheduler. An error of it comes out when the pulse has ended. */
export function callOutside<A extends readonly unknown[]>(
  scheduler: ThreadScheduler,
  fn: (...args: A) => unknown,
  ...args: A
): void {
  try {
    asPlainCode(fn, undefined, args, null, scheduler);
  } catch (error) {
    scheduler.errors.threw(error);
  }
}
