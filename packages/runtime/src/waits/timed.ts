/** Waits on time and on conditions, for the free functions, for the methods of Executor and for those of Scheduler. */
import { Code } from '../execution/compiled-function.js';
import { notInThread } from '../messages/errors.js';
import { hasExecutor } from '../ownership/executor.js';
import { inPlace, pause, pauseForFrame } from '../execution/generator-frames.js';
import { checkNumber } from '../arguments.js';
import { turn as theTurn } from '../execution/suspension.js';
import { current as theCurrent, type Rhythm, type Thread } from '../threads/thread.js';

// Constants of this file: an import is a cell that is read each time, and the engine does not know what stands in it.
const turn = theTurn;
const current = theCurrent;

/** The thread that calls; outside any thread the error lists the usual causes. */
export function needThread(name: string): Thread {
  const { thread } = current;
  if (thread === null) throw notInThread(name);
  return thread;
}

/** Refuses what is no number of milliseconds. */
export function checkMs(name: string, ms: unknown, expected: string = 'milliseconds ≥ 0'): void {
  checkNumber(name, expected, ms, isMs);
}
const isMs = (ms: number): boolean => ms >= 0 && ms <= Number.MAX_SAFE_INTEGER;

/** Refuses a priority that has no place among the others. */
export function checkPriority(name: string, priority: unknown): void {
  if (priority === undefined) return;
  checkNumber(name, 'a priority that is a number', priority, (value) => !Number.isNaN(value));
}

export function waitTime(name: string, ms: number | undefined, keeps: boolean): unknown {
  needThread(name);
  if (ms === undefined) return pause('frames', 1, keeps);
  checkMs(name, ms);
  return pause(name === 'wait' ? 'timer' : 'sleep', ms, keeps);
}

export function waitFrameCount(name: string, frames: number, keeps: boolean): unknown {
  needThread(name);
  checkNumber(name, 'a whole number of frames ≥ 0', frames, isCount);
  return frames === 0 ? undefined : pause('frames', frames, keeps);
}

/** A whole number, 0 or more. */
export const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0;

export function waitTurn(ms: number): unknown {
  const thread = needThread('every');
  checkNumber('every', 'milliseconds > 0', ms, (value) => value > 0 && isMs(value));
  const { clock } = thread;
  let rhythm = thread.rare?.every ?? null;
  if (rhythm === null || rhythm.ms !== ms || rhythm.clock !== clock) {
    rhythm = thread.own.every = { ms, clock, deadlineMs: clock.now + ms, turns: 0 };
  }
  return pause('every', rhythm, false);
}

/** A deadline of `every` has come: the rhythm moves on, and only now, as a wait may end otherwise. Gives the number of the turn. */
export function nextTurn(rhythm: Rhythm): number {
  rhythm.deadlineMs += rhythm.ms;
  return ++rhythm.turns;
}

export function waitCondition(name: string, condition: number | (() => unknown), keeps: boolean): unknown {
  const thread = needThread(name);
  if (typeof condition === 'function') {
    return checkPredicate(thread, condition) || pause('predicate', condition, keeps);
  }
  checkNumber(name, 'a frame number or a predicate', condition, Number.isFinite);
  if (condition <= thread.lane.frame) return undefined;
  if (thread.core !== null && turn.place === null && !hasExecutor(thread)) {
    return pause('blocked', { code: frameWait, self: undefined, args: [condition] }, true);
  }
  return pauseForFrame(condition);
}

const frameWait = new Code((frame: number) => waitCondition('waitUntil', frame, true), 'direct', 'waitUntil(1)');

export function checkPredicate(thread: Thread, predicate: () => unknown): unknown {
  return askAs(thread, 'the predicate of waitUntil', predicate);
}

/** Asks a function of a script as its thread would, where nothing can pause. */
export function askAs<T>(thread: Thread, place: string, ask: () => T): T {
  const outer = current.thread;
  const { frame } = turn;
  current.thread = thread;
  turn.frame = thread.lane.frame;
  try {
    return inPlace(place, ask);
  } finally {
    current.thread = outer;
    turn.frame = frame;
  }
}
