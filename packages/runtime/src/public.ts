/**
 * What scripts and games use. Its types are those of `@spindle/runtime`. Test helpers are in
 * `@spindle/runtime/testing`.
 */
export { hook } from './words/hook.js';
export { all, race, tracks, withTimeout } from './words/all-and-race.js';
export { attach, start, type Start } from './words/start.js';
export { clearSignal, signal, waitSignal } from './words/signals.js';
export { clock, currentThread, random } from './words/clock-thread-random.js';
export { every } from './words/every.js';
export { wait, waitFrames, waitUntil, waitUntilTime } from './words/wait.js';
export { waitFor } from './words/wait-for.js';
export { type EventDoor, type EventOptions, type EventSource, eventSource } from './words/events.js';
export { waitForEvent } from './words/wait-for-event.js';
export type { EmitterOf } from './words/event-types.js';
export { listen, type Queue } from './words/listen.js';
export { asExecutor, Executor, executorOf } from './words/executor-class.js';
export { asLibrary } from './ownership/owner.js';
export { Clock, type ClockView } from './time/clock.js';
export type { SchedulerOptions } from './scheduling/options.js';
export { Scheduler } from './scheduling/scheduler.js';
export type { SpawnOptions, StartOptions } from './scheduling/start-options.js';
export { scheduler } from './scheduling/current-scheduler.js';
export type { SignalOptions } from './threads/scheduler-interface.js';
export type { CancelOptions } from './threads/cancels.js';
export type { Status } from './threads/flags.js';
export type { Thread } from './threads/thread.js';
export type { Signals } from './threads/values.js';
export { withClock } from './words/with-clock.generated.js';
export { traceOf } from './threads/error-trace.js';
export {
  CancelledError,
  CannotPauseError,
  DeadlockError,
  NotInThreadError,
  OwnerGoneError,
  RunawayError,
  SchedulerClosedError,
  SpindleError,
  TimeoutError,
} from './messages/errors.js';
