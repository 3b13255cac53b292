/** What is told while a game is made, and not when it is played. */
import type { Game } from './entries.js';

/** Where they stand, and what to call in their place. */
const LUCK: readonly (readonly [of: object, name: string, said: string, instead: string])[] = [
  [Math, 'random', 'Math.random', 'Use `random()`'],
  [Date, 'now', 'Date.now', 'Use `clock.now`'],
  [performance, 'now', 'performance.now', 'Use `clock.now`'],
  [crypto, 'randomUUID', 'crypto.randomUUID', 'Use `random()`'],
  [crypto, 'getRandomValues', 'crypto.getRandomValues', 'Use `random()`'],
  [globalThis, 'setTimeout', 'setTimeout', 'Use `wait` in a script'],
  [globalThis, 'setInterval', 'setInterval', 'Use `every` in a script'],
  [Promise.prototype, 'then', 'then of a Promise', 'Let an input bring what it gives'],
];
const told = new Set<string>();

/**
 * Tells what a pulse of this game calls, itself or in a script, and would come out otherwise when the pulse is run again after a crash: random numbers, the time of
 * day, timers, Promises; and that something changes between two pulses (`hash`). Each text is told once. With `NODE_ENV=production` the game stays as it is.
 */
export function tellUntrue<G extends Game>(game: G, tell: (text: string) => void = (text) => console.warn(text)): G {
  if (typeof process === 'object' && process.env.NODE_ENV === 'production') return game;
  const tellOnce = (text: string): void => {
    if (!told.has(text)) tell(text);
    told.add(text);
  };
  const pulse = game.pulse.bind(game);
  const load = game.load.bind(game);
  /** Behind the last pulse; empty: what comes next is compared with nothing. */
  let hash = '';
  return Object.assign(game, {
    pulse(events: Parameters<Game['pulse']>[0]) {
      if (hash && hash !== game.hash())
        tellOnce(
          'Plain code has changed a room between two pulses: when it is run again after a crash, that is missing. Do it in a script, or in an input.',
        );
      const outputs = watch(() => pulse(events), tellOnce);
      hash = game.hash();
      return outputs;
    },
    load(text: string) {
      hash = '';
      return load(text);
    },
  });
}

function watch<T>(does: () => T, tell: (text: string) => void): T {
  const undo = LUCK.map(([of, name, said, instead]) => {
    const at = of as Record<string, (...given: unknown[]) => unknown>;
    const before = Object.getOwnPropertyDescriptor(at, name);
    const was = at[name]!;
    const value = function (this: unknown, ...given: unknown[]): unknown {
      const calls = new Error().stack!.split('\n').slice(2);
      // It has timers of its own, by which it warns. A Promise is what a script waits for.
      if (name === 'then' || !isOfRuntime(calls[0]!)) {
        const call = calls.find((one) => !isOfRuntime(one))?.trim() ?? '';
        tell(
          `A pulse calls \`${said}\` ${call}: when it is run again after a crash, that comes out otherwise. ${instead}.`,
        );
      }
      return was.apply(this, given);
    };
    Object.defineProperty(at, name, { value, configurable: true, writable: true });
    return () => {
      if (before === undefined) delete at[name];
      else Object.defineProperty(at, name, before);
    };
  });
  try {
    return does();
  } finally {
    for (const one of undo) one();
  }
}

const isOfRuntime = (call: string): boolean =>
  /[\\/](?:@spindle|packages)[\\/]runtime[\\/](?:src|dist)[\\/]/.test(call);
