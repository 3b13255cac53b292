/** Errors that nobody has got. */
import { traceOf } from '../threads/error-trace.js';
import type { Thread } from '../threads/thread.js';

/** An error that nobody had got when it was noted, and its thread. */
export interface Uncaught {
  readonly thread: Thread;
  readonly error: unknown;
}

export function reportUncaught(error: unknown, thread: Thread): void {
  const { reportError: report, console } = globalThis as unknown as {
    reportError?: (error: unknown) => void;
    console: { error(...values: unknown[]): void };
  };
  const said = `Uncaught in the thread ${thread.name}: ${traceOf(error) ?? thread.trace()}`;
  // `reportError` tells the listeners of the page, and prints the error without its thread.
  if (report === undefined) return console.error(said, error);
  console.error(said);
  report(error);
}
