/** What the words of engines that wait are made of. */
import { defineWait, type WaitDefinition } from '@spindle/runtime/host';
import { tween } from '@spindle/runtime/scenes';
import { polled } from './driver.js';

/** What is there until it is over, which the engine tells nobody: a tween, an animation. `name` is how texts call it. */
interface Polled<A extends readonly unknown[]> extends Omit<WaitDefinition<A, void>, 'begin'> {
  /** Asked before each pulse. */
  readonly isOver: (...args: A) => boolean;
  /** Ends it, for a script that leaves before. */
  readonly stop: (...args: A) => void;
}

/** Makes a word that waits until `isOver` says so; not at all if that is so already. */
export function definePolledWait<A extends readonly unknown[]>({
  isOver,
  stop,
  ...definition
}: Polled<A>): (...args: A) => void {
  const word = defineWait<A>({
    ...definition,
    begin(args, settle) {
      const poll = (): void => {
        if (!isOver(...args)) return;
        polled.delete(poll);
        settle();
      };
      polled.add(poll);
      return (cause) => {
        polled.delete(poll);
        // What can be saved, the game has put back by then.
        if (cause === 'load' && definition.unsavable === undefined) return;
        if (!isOver(...args)) stop(...args);
      };
    },
  });
  return (...args) => (isOver(...args) ? undefined : word(...args));
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
