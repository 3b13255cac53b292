/** The options of a scheduler. */
import type { Inbox } from '../threads/inbox.js';
import type { Thread } from '../threads/thread.js';

export type OnError = (error: unknown, thread: Thread) => void;

export interface SchedulerOptions {
  /**
   * Gets each error that no other thread has asked for by the end of the pulse; it is called as plain code inside this scheduler.
   * Default: the console, with the thread and its trace, and `reportError`.
   */
  readonly onError?: OnError;
  /** For `random()`: the same seed gives the same numbers. Default 1. */
  readonly seed?: number;
  /**
   * Steps that one turn may take before it ends with a RunawayError. Default 10,000,000. A call is a step; so are 256 turns of a
   * loop that neither waits nor calls anything.
   */
  readonly maxStepsPerTurn?: number;
  /** `recorder()` of `@spindle/runtime/replay` writes down everything from outside, for `record()`. */
  readonly inbox?: Inbox;
  /** `false`: nothing is said to `console.warn` in development. In production nothing is said anyhow. Default true. */
  readonly warnings?: boolean;
  /**
   * Tells which object really acts behind a proxy, where a framework hands out reactive proxies of the game's objects: all for which it
   * gives one object share one executor. Of other objects it gives back what it gets. It is asked when an object is first used as an
   * owner, by the scheduler that is about to use it; what was an owner before stays what it is.
   *
   * @example
   * class Door extends Executor {
   *   // @compile
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

export const OPTIONS: readonly string[] = ['onError', 'seed', 'maxStepsPerTurn', 'inbox', 'warnings', 'identity'];

/** Is it what `recorder()` or `replay()` has made? */
export function isInbox(given: unknown): given is Inbox {
  try {
    return ['attach', 'told', 'link', 'input', 'log'].every(
      (name) => typeof (given as Record<string, unknown>)[name] === 'function',
    );
  } catch {
    return false;
  }
}
