/**
 * Types of the vocabulary as globals, so that TypeScript scripts type-check as they are written:
 * `import "@spindle/runtime/globals"`. It contains no code: the plugin imports the words that a script uses.
 */
import type * as runtime from './index.js';
import type * as scenes from './scenes.js';

declare global {
  /** Waits milliseconds: `wait(200)`; without an argument, until the next frame. */
  var wait: typeof runtime.wait;
  /** Waits until the n-th frame from now. */
  var waitFrames: typeof runtime.waitFrames;
  /** Waits until the next deadline of a rhythm, without drift: `every(500)`. */
  var every: typeof runtime.every;
  /** Waits until a function returns a truthy value, and returns it. */
  var waitUntil: typeof runtime.waitUntil;
  /** Waits until the clock has reached this time. */
  var waitUntilTime: typeof runtime.waitUntilTime;
  /** Waits for a thread, a Promise, the next call of a function, or what an object does. */
  var waitFor: typeof runtime.waitFor;
  /** Waits for `signal(name, value)`, and returns the value. */
  var waitSignal: typeof runtime.waitSignal;
  /** Wakes every thread that waits for the signal. */
  var signal: typeof runtime.signal;
  /** Forgets a sticky signal. */
  var clearSignal: typeof runtime.clearSignal;
  /** Waits for an event: `waitForEvent(window, "keydown")`. */
  var waitForEvent: typeof runtime.waitForEvent;
  /** Makes a source for `waitForEvent` and `listen` out of any library. */
  var eventSource: typeof runtime.eventSource;
  /** Makes a native function one whose calls can be waited for. */
  var hook: typeof runtime.hook;
  /** A queue of signals, calls or events, which loses nothing: `listen("hit").next()`. */
  var listen: typeof runtime.listen;
  /** Starts calls side by side and waits for all of them: `all(hero.walk(), door.open())`. */
  var all: typeof runtime.all;
  /** Starts calls side by side and waits for the first; the others are cancelled. */
  var race: typeof runtime.race;
  /** Waits for a call, for at most so many milliseconds. */
  var withTimeout: typeof runtime.withTimeout;
  /** Runs functions on threads of their own, by name, and waits for all of them. */
  var tracks: typeof runtime.tracks;
  /** Calls a function in each frame of a time, with the part of the time that has passed. */
  var tween: typeof scenes.tween;
  /** Runs a function on a clock: slow motion, a pause menu. */
  var withClock: typeof runtime.withClock;
  /** Runs a function so that it can be skipped: a cutscene. */
  var skippable: typeof scenes.skippable;
  /** Runs a function and waits for everything that begins in it. */
  var scope: typeof scenes.scope;
  /** Starts a call on a thread of its own, and returns the thread. */
  var start: typeof runtime.start;
  /** Like `start`; the new thread ends with the one that started it. */
  var attach: typeof runtime.attach;
  /** A random number, 0 ≤ n < 1, the same on every run. */
  var random: typeof runtime.random;
  /** The running thread; undefined in plain code. */
  var currentThread: typeof runtime.currentThread;
  /**
   * The clock of the running thread: `clock.now`, `clock.delta`, `clock.frame`.
   *
   * @example
   * //@compile
   * function nap() {
   *   const begun = clock.now;
   *   wait(100);
   *   return clock.now - begun;
   * }
   * const napping = nap();
   * runToEnd(scheduler, { frameMs: 10 });
   * napping.result; // 100
   */
  var clock: typeof runtime.clock;
  /**
   * An object that does one thing at a time: while it is busy, calls on it queue.
   *
   * @example
   * class Door extends Executor {
   *   //@compile
   *   open() {
   *     this.wait(100);
   *     return clock.now;
   *   }
   * }
   * const door = new Door();
   * const first = door.open();
   * const second = door.open();
   * runToEnd(scheduler, { frameMs: 10 });
   * first.result; // 100
   * second.result; // 200
   */
  var Executor: typeof runtime.Executor;
  /** An object that does one thing at a time: while it is busy, calls on it queue. */
  type Executor = runtime.Executor;
  /** Adds the members of Executor to an object. */
  var asExecutor: typeof runtime.asExecutor;
  /** Declares that an object only groups functions, so that it is never the owner of a call. */
  var asLibrary: typeof runtime.asLibrary;
  /** A handle on the executor of any object: what it does, and how to end that. */
  var executorOf: typeof runtime.executorOf;
  /** What a wait for a script throws that was cancelled. */
  var CancelledError: typeof runtime.CancelledError;
  /** @see CancelledError */
  type CancelledError = runtime.CancelledError;
  /** What a call on an owner throws that was closed. */
  var OwnerGoneError: typeof runtime.OwnerGoneError;
  /** @see OwnerGoneError */
  type OwnerGoneError = runtime.OwnerGoneError;
  /** What `withTimeout`, and a wait with a limit, throws when its time is over. */
  var TimeoutError: typeof runtime.TimeoutError;
  /** @see TimeoutError */
  type TimeoutError = runtime.TimeoutError;
}
