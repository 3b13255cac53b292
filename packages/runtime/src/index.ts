/** What scripts, the plugin and games use. Test helpers stand in `@spindle/runtime/testing`. */
export { $thread, $thread as thread, handler, listener, hook } from './compiled.js';
export { beside, countTurn, outside, overBudget } from './calls.js';
export { isPause } from './frames.js';
export {
  all,
  attach,
  clearSignal,
  clock,
  currentThread,
  every,
  given,
  race,
  random,
  signal,
  start,
  type Start,
  type StartOptions,
  tracks,
  wait,
  waitFor,
  waitFrames,
  waitSignal,
  waitUntil,
  withTimeout,
} from './script.js';
export { type EventOptions, type EventSource, listen, type Queue, waitForEvent } from './events.js';
export { asExecutor, Executor, executorOf } from './entity.js';
export { asLibrary } from './executor.js';
export { Clock, type ClockView } from './clock.js';
export { Scheduler, scheduler, type SchedulerOptions, type SignalOptions, type SpawnOptions } from './scheduler.js';
export type { DriverOptions } from './drivers.js';
export type { CancelOptions, Status, Thread } from './thread.js';
export { withClock } from './with-clock.js';
export { traceOf } from './traces.js';
export {
  CancelledError,
  CannotPauseError,
  DeadlockError,
  NotInThreadError,
  OwnerGoneError,
  RunawayError,
  SpindleError,
  TimeoutError,
} from './errors.js';
