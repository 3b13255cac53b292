/** Virtual time for tests: no timer, no clock but the scheduler's own. */
import { type Scheduler, setDefaultScheduler } from './scheduler.js';

export interface RunOptions {
  /** Milliseconds of each frame; default 16. */
  readonly frameMs?: number;
  /** Stops after so many frames; default 10,000. */
  readonly maxFrames?: number;
}

/**
 * Pulses until no thread is live. Gives the number of frames that it took, or `maxFrames` if threads are still live.
 *
 * @example
 * // @compile
 * function opening() {
 *   wait(100);
 * }
 * scheduler.spawn(opening);
 * runToEnd(scheduler, { frameMs: 16 }); // 8
 */
export function runToEnd(scheduler: Scheduler, { frameMs = 16, maxFrames = 10_000 }: RunOptions = {}): number {
  let frames = 0;
  while (frames < maxFrames && scheduler.live.size > 0) {
    scheduler.pulse(frameMs);
    frames++;
  }
  return frames;
}

/** Makes `scheduler` the one that plain calls use while `fn` runs, also while its Promise is open. */
export async function withScheduler<T>(scheduler: Scheduler, fn: () => T | Promise<T>): Promise<T> {
  const old = setDefaultScheduler(scheduler);
  try {
    return await fn();
  } finally {
    setDefaultScheduler(old);
  }
}
