/**
 * Types of the vocabulary as globals, so that TypeScript scripts type-check as they are written:
 * `import "@spindle/runtime/globals"`. It contains no code: the plugin imports the words that a script uses.
 */
import type * as runtime from './index.js';

declare global {
  var wait: typeof runtime.wait;
  var waitFrames: typeof runtime.waitFrames;
  var every: typeof runtime.every;
  var waitUntil: typeof runtime.waitUntil;
  var waitUntilTime: typeof runtime.waitUntilTime;
  var waitFor: typeof runtime.waitFor;
  var waitSignal: typeof runtime.waitSignal;
  var signal: typeof runtime.signal;
  var clearSignal: typeof runtime.clearSignal;
  var waitForEvent: typeof runtime.waitForEvent;
  var eventSource: typeof runtime.eventSource;
  var hook: typeof runtime.hook;
  var listen: typeof runtime.listen;
  var all: typeof runtime.all;
  var race: typeof runtime.race;
  var withTimeout: typeof runtime.withTimeout;
  var tracks: typeof runtime.tracks;
  var tween: typeof runtime.tween;
  var withClock: typeof runtime.withClock;
  var skippable: typeof runtime.skippable;
  var scope: typeof runtime.scope;
  var start: typeof runtime.start;
  var attach: typeof runtime.attach;
  var random: typeof runtime.random;
  var currentThread: typeof runtime.currentThread;
  var clock: typeof runtime.clock;
  var Executor: typeof runtime.Executor;
  type Executor = runtime.Executor;
  var asExecutor: typeof runtime.asExecutor;
  var asLibrary: typeof runtime.asLibrary;
  var executorOf: typeof runtime.executorOf;
}
