import { takeThrown } from './frames.js';
import { startersOf, type Thread } from './thread.js';

const traces = new WeakMap<object, string>();

/**
 * The trace of the thread that an error left: `step(NORTH) -> walk(NORTH) -> ButtonC.onPress()`, the innermost call first.
 * Undefined for an error that has not left a thread.
 *
 * @example
 * new Scheduler({ onError: (error) => console.error(error, traceOf(error)) });
 */
export function traceOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? traces.get(error) : undefined;
}

/** Notes where an error came from, once: the thread that it left first. */
export function attachTrace(error: unknown, thread: Thread): void {
  const thrown = takeThrown(error);
  if (typeof error !== 'object' || error === null || traces.has(error)) return;
  const calls = thrown.length === 0 ? thread.calls() : thrown;
  traces.set(error, calls.concat(startersOf(thread)).join(' -> '));
}
