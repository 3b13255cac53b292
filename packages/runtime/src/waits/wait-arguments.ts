/** What is checked before a wait on time or on frames begins, for the free functions and the methods of Executor. How it begins stands in core-kinds.ts. */
import { checkNumber } from '../arguments.js';
import { pause } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import { notInThread, pulseBackwards } from '../messages/errors.js';
import { stayingThread } from '../threads/current.js';
import type { Thread } from '../threads/thread.js';

/** The thread that calls; outside any thread the error lists the usual causes. */
export function needThread(name: string): Thread {
  const thread = stayingThread();
  if (thread === null) throw notInThread(name);
  return thread;
}

export function checkMs(name: string, ms: unknown, expected: string = 'milliseconds ≥ 0'): void {
  checkNumber(name, expected, ms, isMs);
}
export const isMs = (ms: number): boolean => ms >= 0 && ms <= Number.MAX_SAFE_INTEGER;

/** So much older than `performance.now()`, in ms, may the stamp of the first animation frame be. */
const OLDER_MS = 100;

/** What a pulse gets that would go back in time: a little before the first frame of a loop, and no further. */
export function startOfLoop(ms: number): number {
  if (ms <= -OLDER_MS) throw pulseBackwards(ms);
  return 0;
}

/** Refuses a priority that has no place among the others. */
export function checkPriority(name: string, priority: unknown): void {
  if (priority === undefined) return;
  checkNumber(name, 'a priority that is a number', priority, (value) => !Number.isNaN(value));
}

export function waitTime(ms: number | undefined, keeps: boolean): unknown {
  needThread('wait');
  if (ms === undefined) return pause(kinds.frames, 1, keeps);
  checkMs('wait', ms);
  return pause(kinds.timer, ms, keeps);
}

export function waitClockTime(ms: number, keeps: boolean): unknown {
  const { clock } = needThread('waitUntilTime');
  checkMs('waitUntilTime', ms);
  return clock.now >= ms ? undefined : pause(kinds.time, ms, keeps);
}

export function waitFrameCount(name: string, frames: number, keeps: boolean): unknown {
  needThread(name);
  checkNumber(name, 'a whole number of frames ≥ 0', frames, isCount);
  return frames === 0 ? undefined : pause(kinds.frames, frames, keeps);
}

/** A whole number, 0 or more. */
export const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0;
