/** Words that wait, made of what an engine has. They are plain functions: the call of `waitForEvent` is their last. */
import { waitForEvent } from '@spindle/runtime';
import { tween } from '@spindle/runtime/scenes';
import { polled } from './driver.js';

/**
 * Begins something. Calls `done` with its value when it is over. Returns what stops it if the script no longer waits.
 */
type Begin<T> = (done: (value: T) => void) => () => void;

/** Waits until `done` is called. `name` is shown where a script waits. */
export function waitForDone<T>(name: string, begin: Begin<T>): T {
  const on = (_type: string, listener: (value: T) => void): (() => void) => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const done = (value: T): void => {
      if (isOver) return;
      isOver = true;
      listener(value);
    };
    stop = begin(done);
    return () => {
      isOver = true;
      stop?.();
    };
  };
  const source = { name, on };
  return waitForEvent<any>(source, 'end') as T;
}

/** Waits until `isOver` says so, which is asked before each pulse. A script that leaves before calls `stop`. */
export function waitUntilOver(name: string, isOver: () => boolean, stop: () => void): void {
  if (isOver()) return;
  return waitForDone<undefined>(name, (done) => {
    const poll = (): void => {
      if (!isOver()) return;
      polled.delete(poll);
      done(undefined);
    };
    polled.add(poll);
    return () => {
      polled.delete(poll);
      if (!isOver()) stop();
    };
  });
}

/**
 * Changes numbers of an object to others, for `ms` milliseconds of the script's clock. `ease` changes the part of the
 * time that has passed, from 0 to 1.
 *
 * @example
 * tweenTo(hero, { x: 300, alpha: 0.5 }, 400, (t) => t * t);
 */
export function tweenTo<T extends object>(
  object: T,
  to: { readonly [K in keyof T as T[K] extends number ? K : never]?: number },
  ms: number,
  ease?: (t: number) => number,
): void {
  const changed = object as Record<string, number>;
  const parts = Object.entries(to as Record<string, number>).map(([name, end]) => ({
    name,
    start: changed[name]!,
    end,
  }));
  const show = (t: number): void => {
    for (const { name, start, end } of parts) changed[name] = t === 1 ? end : start + (end - start) * t;
  };
  return tween(ms, show, ease);
}
