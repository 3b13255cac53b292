/** The options of a scheduler. */
import type { Inbox } from '../threads/inbox.js';
import type { Thread } from '../threads/thread.js';

export type OnError = (error: unknown, thread: Thread) => void;

export interface SchedulerOptions {
  /**
   * Called with each error that no other thread has waited for by the end of the pulse; it runs as plain code inside
   * this scheduler. Default: prints the error with its thread and trace on the console, and calls `reportError`.
   */
  readonly onError?: OnError;
  /** The seed of `random()`: the same seed produces the same numbers. Default 1. */
  readonly seed?: number;
  /**
   * The number of steps that one turn may take before it ends with a RunawayError. Default 500,000. A call is a
   * step; so are 64 iterations of a loop that neither waits nor calls anything.
   */
  readonly maxStepsPerTurn?: number;
  /** `shuffledBy(seed)` of `@spindle/runtime/testing` shuffles what no script should rely on. Default: the usual order. */
  readonly order?: { readonly from: number | string } | undefined;
  /** `recorder()` of `@spindle/runtime/replay` records everything that comes from outside, for `record()`. */
  readonly inbox?: Inbox;
  /** `false`: no warnings on `console.warn` in development. In production there are none in any case. Default true. */
  readonly warnings?: boolean;
  /** In development: a call that has queued for more milliseconds of pulses than this is told once. Default 5,000. */
  readonly queuedWarningMs?: number;
  /**
   * Returns the object behind a proxy, for frameworks that wrap the game's objects in reactive proxies: all proxies for
   * which it returns the same object share one executor. For any other object it returns that object. It is called when
   * an object is first used as an owner, by the scheduler that is about to use it. An object that was an owner before
   * keeps its identity.
   *
   * @example
   * class Door extends Executor {
   *   //@compile
   *   open() {
   *     this.wait(100);
   *   }
   * }
   * const door = new Door();
   * const view = new Proxy(door, {});
   * const room = new Scheduler({ identity: (object) => (object === view ? door : object) }); // Vue has `toRaw` for it
   * room.enter(() => view.open());
   * door.busy; // true
   */
  readonly identity?: (object: object) => object;
}

export const OPTIONS: readonly string[] = [
  'onError',
  'seed',
  'maxStepsPerTurn',
  'inbox',
  'order',
  'warnings',
  'queuedWarningMs',
  'identity',
];

/** Is it what `recorder()` or `replay()` has made? */
export function isInbox(given: unknown): given is Inbox {
  try {
    return ['attach', 'note', 'link', 'input', 'log'].every(
      (name) => typeof (given as Record<string, unknown>)[name] === 'function',
    );
  } catch {
    return false;
  }
}
