/** `wait`, `waitFrames`, `every`, `waitUntil`. */
import { pauseForFrame } from '../execution/generator-frames.js';
import { turn as theTurn } from '../execution/turn-state.js';
import { current as theCurrent } from '../threads/current.js';
import { waitCondition } from '../waits/predicate.js';
import { waitFrameCount, waitTime, waitTurn } from '../waits/timed.js';

// Constants of this file: an import is a cell that is read each time, and the engine does not know what stands in it.
const current = theCurrent;
const turn = theTurn;

// Their types say what a script gets. At run time each may give PAUSE, which only the emitted `yield` sees.

/**
 * Waits `ms` milliseconds of the thread's clock: until the first pulse with the clock ≥ now + ms. Without an argument until the
 * next frame. Others may use the thread's owner meanwhile; `this.wait(ms)` keeps it.
 * @throws {TypeError} not a number. @throws {RangeError} negative or NaN. @throws {NotInThreadError} outside any thread.
 */
export const wait = (ms?: number): void => waitTime('wait', ms, false) as void;

/** Waits until the n-th frame from now; 0 does not wait. */
export const waitFrames = (frames: number): void => waitFrameCount('waitFrames', frames, false) as void;

/** Waits for its own next deadline, `ms` after the last one, without drift. Gives the number of the turn, from 1. */
export const every = (ms: number): number => waitTurn(ms) as number;

/** The limit of small integers, which an engine compares without unboxing. Larger frames, and Infinity, are left to `waitCondition`. */
const MANY_FRAMES = 2 ** 30 - 1;

/**
 * With a predicate: waits until it is true and gives its value; it is tried at once, then once in each pulse.
 * With a number: waits until that frame, and keeps the owner.
 */
export function waitUntil<T>(condition: () => T): T;
export function waitUntil(frame: number): void;
export function waitUntil(condition: number | (() => unknown)): unknown {
  const { thread } = current;
  // The frame-wait of nearly every loop.
  if (
    thread !== null &&
    thread.alone &&
    typeof condition === 'number' &&
    condition > turn.frame &&
    condition < MANY_FRAMES
  )
    return pauseForFrame(condition);
  return waitCondition('waitUntil', condition, false);
}
