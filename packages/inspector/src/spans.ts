/** How long each thread has waited, run and queued: what a timeline is drawn of. */
import type { Scheduler, Thread } from '@spindle/runtime';
import { inspect, type InspectOptions, type ThreadEvent } from './inspect.js';
import type { ThreadInfo } from './snapshot.js';

/** A stretch of the life of a thread. */
export interface Span {
  readonly thread: Thread;
  /** What is known of it at the beginning of the span. */
  readonly info: ThreadInfo;
  /** When it began and ended, by the clock that was given. */
  readonly from: number;
  readonly to: number;
}

/**
 * Calls `take` with each wait as it ends, and with each life as the thread ends (`isLife`). Returns what ends this: it gives
 * what is not over yet as if it ended then.
 */
export function recordSpans(
  scheduler: Scheduler,
  now: () => number,
  take: (span: Span, isLife: boolean) => void,
  options: InspectOptions,
): () => void {
  const waits = new Map<Thread, Omit<Span, 'to'>>();
  const lives = new Map<Thread, Omit<Span, 'to'>>();
  const close = (spans: Map<Thread, Omit<Span, 'to'>>, thread: Thread, isLife: boolean): void => {
    const span = spans.get(thread);
    spans.delete(thread);
    if (span !== undefined) take({ ...span, to: now() }, isLife);
  };
  const stop = inspect(scheduler, options).subscribe((event: ThreadEvent) => {
    const { type, thread, info } = event;
    const begun = { thread, info, from: now() };
    close(waits, thread, false);
    if (type === 'ended') return close(lives, thread, true);
    if (!lives.has(thread)) lives.set(thread, begun);
    if (type === 'waits' || type === 'queued') waits.set(thread, begun);
  });
  return () => {
    stop();
    for (const thread of waits.keys()) close(waits, thread, false);
    for (const thread of lives.keys()) close(lives, thread, true);
  };
}
