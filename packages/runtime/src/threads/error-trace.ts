import { type Called, showCalled } from '../messages/format.js';
import { startersOf } from './starters.js';
import type { Thread } from './thread.js';
import { takeThrown, type ThrownCall } from '../execution/thrown-calls.js';

/** What is known of an error that has left a thread. */
interface Thrown {
  readonly calls: readonly ThrownCall[];
  readonly starters: readonly Called[];
}

const noted = new WeakMap<object, Thrown>();

/** Notes where an error came from, once: the thread that it left first. */
export function attachTrace(error: unknown, thread: Thread): void {
  const thrown = takeThrown(error);
  if (typeof error !== 'object' || error === null || noted.has(error)) return;
  const calls = thrown.length > 0 ? thrown : thread.calls().map((call) => ({ ...call, site: null }));
  noted.set(error, { calls, starters: startersOf(thread) });
}

/** What is known of an error that has left a thread. */
export const notesOf = (error: unknown): Thrown | undefined =>
  typeof error === 'object' && error !== null ? noted.get(error) : undefined;

/**
 * Returns the trace of the thread that threw an error: `step(NORTH) -> walk(NORTH) -> ButtonC.onPress()`, the innermost
 * call first. Undefined if no thread has ended with the error.
 *
 * @example
 * //@compile
 * function step(direction) {
 *   wait(100);
 *   throw new Error("a wall");
 * }
 * //@compile
 * function walk() {
 *   step("north");
 * }
 * let trace;
 * const tracing = new Scheduler({ onError: (error) => (trace = traceOf(error)) });
 * tracing.spawn(walk);
 * runToEnd(tracing);
 * trace; // "step(north) -> walk()"
 */
export function traceOf(error: unknown): string | undefined {
  const notes = notesOf(error);
  if (notes === undefined) return undefined;
  return (notes.calls as readonly Called[]).concat(notes.starters).map(showCalled).join(' -> ');
}
