/** Everything that scripts, compiled code and games import. Test helpers are in `@spindle/runtime/testing`. */
export { $thread, $thread as thread } from './dispatch/wrappers.js';
export { handler, listener } from './dispatch/handlers.js';
export { hook } from './dispatch/hook.js';
export { beside, outside } from './dispatch/calls.js';
export { countTurn, overBudget } from './dispatch/loop-guards.js';
export { isPause } from './execution/generator-frames.js';
export { all, race, tracks, withTimeout } from './words/combinators.js';
export { attach, start, type Start } from './words/start.js';
export { clearSignal, signal, waitSignal } from './words/signals.js';
export { clock, currentThread, random } from './words/here.js';
export { every, wait, waitFrames, waitUntil } from './words/waits.js';
export { given, waitFor } from './words/wait-for.js';
export { type EventOptions, type EventSource, waitForEvent } from './words/events.js';
export { listen, type Queue } from './words/listen.js';
export { asExecutor, Executor, executorOf } from './words/executor-class.js';
export { asLibrary } from './ownership/owner.js';
export { Clock, type ClockView } from './time/clock.js';
export type { SchedulerOptions } from './scheduling/options.js';
export { Scheduler } from './scheduling/scheduler.js';
export type { SpawnOptions, StartOptions } from './scheduling/start-options.js';
export { scheduler } from './scheduling/current-scheduler.js';
export type { DriverOptions } from './time/drivers.js';
export type { SignalOptions } from './threads/host.js';
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
