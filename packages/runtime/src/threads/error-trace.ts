/** Where an error came from that has left a thread: its trace. */
import { isA } from '../arguments.js';
import { type Called, showCalled, unasked } from '../messages/format.js';
import { startersOf, type Traced } from './starters.js';
import { takeThrown, type ThrownCall } from '../execution/thrown-calls.js';

/** What is known of an error that has left a thread. */
interface Thrown {
  readonly calls: readonly ThrownCall[];
  readonly starters: readonly Called[];
  /** They stand at the end of its stack. */
  isOnStack: boolean;
}

export const noted: WeakMap<object, Thrown> = new WeakMap();

/** Notes where an error came from, once: the thread that it left first. */
export function attachTrace(error: unknown, thread: Traced): void {
  const thrown = takeThrown(error);
  if (typeof error !== 'object' || error === null || noted.has(error)) return;
  const calls = thrown.length > 0 ? thrown : thread.calls().map((call) => ({ ...call, code: null, site: null }));
  noted.set(error, { calls, starters: startersOf(thread), isOnStack: false });
}

/** What is known of an error that has left a thread. */
export const notesOf = (error: unknown): Thrown | undefined =>
  typeof error === 'object' && error !== null ? noted.get(error) : undefined;

/**
 * Writes the calls of an error that has left a thread to the end of its stack, once: code outside of scripts sees no
 * more of it than that. `where`: a thread, or its test. What is no error, or is frozen, stays as it is.
 */
export function addToStack(error: unknown, where: string): void {
  const notes = notesOf(error);
  if (notes === undefined || notes.isOnStack || !isA(error, Error)) return;
  notes.isOnStack = true;
  try {
    // A frozen error refuses it, and a getter of the game may throw.
    const value = unasked(() => `${error.stack}\n    in the ${where}: ${traceOf(error)}`);
    // Assigned, it would be enumerable in some engines.
    Object.defineProperty(error, 'stack', { value, writable: true, configurable: true, enumerable: false });
  } catch {}
}

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
