/** What scripts, the plugin and games use. Test helpers stand in `@spindle/runtime/testing`. */
export { $thread, $thread as thread, handler, listener, hook } from './dispatch/wrappers.js';
export { beside, countTurn, outside, overBudget } from './dispatch/calls.js';
export { isPause } from './execution/generator-frames.js';
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
} from './words/script.js';
export { type EventOptions, type EventSource, listen, type Queue, waitForEvent } from './words/events.js';
export { asExecutor, Executor, executorOf } from './words/executor-class.js';
export { asLibrary } from './ownership/executor.js';
export { Clock, type ClockView } from './time/clock.js';
export {
  Scheduler,
  scheduler,
  type SchedulerOptions,
  type SignalOptions,
  type SpawnOptions,
} from './scheduling/scheduler.js';
export type { DriverOptions } from './time/drivers.js';
export type { CancelOptions, Status, Thread } from './threads/thread.js';
export { withClock } from './words/with-clock.js';
export { traceOf } from './threads/error-trace.js';
export {
  CancelledError,
  CannotPauseError,
  DeadlockError,
  NotInThreadError,
  OwnerGoneError,
  RunawayError,
  SpindleError,
  TimeoutError,
} from './messages/errors.js';
