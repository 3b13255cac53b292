/** All that an editor offers: nothing that is marked `@internal`. */
import type * as runtime from '@spindle/runtime';
import type { Clock, Executor, Scheduler, Thread } from '@spindle/runtime';
import type * as host from '@spindle/runtime/host';
import type * as replay from '@spindle/runtime/replay';
import type * as scenes from '@spindle/runtime/scenes';
import type * as schema from '@spindle/runtime/schema';
import type * as observe from '@spindle/runtime/observe';
import type * as stacks from '@spindle/runtime/stacks';
import type * as testing from '@spindle/runtime/testing';
import type * as texts from '@spindle/runtime/texts';
import type {} from '@spindle/runtime/abi';
import type {} from '@spindle/runtime/globals-guard';
import type {} from '@spindle/runtime/natives';
import { expectTypeOf } from 'expect-type';

expectTypeOf<keyof Thread>().toEqualTypeOf<
  | ('cancel' | 'catch' | 'clock' | 'ended' | 'finally' | 'id' | 'name' | 'owner' | 'parent' | 'pause' | 'priority')
  | ('result' | 'resume' | 'status' | 'then' | 'toString' | 'trace' | 'waitingFor')
>();

expectTypeOf<keyof Scheduler>().toEqualTypeOf<
  | ('cancelAll' | 'clearSignal' | 'clock' | 'close' | 'dump' | 'enter' | 'identity' | 'input')
  | ('onError' | 'pulse' | 'record' | 'replaying' | 'signal' | 'spawn' | 'threads')
>();

expectTypeOf<keyof Executor>().toEqualTypeOf<
  | ('all' | 'busy' | 'cancelAll' | 'cancelOthers' | 'close' | 'hold' | 'owned' | 'race' | 'threads' | 'trace')
  | ('tracks' | 'wait' | 'waitFor' | 'waitForEvent' | 'waitFrames' | 'waitSignal' | 'waitUntil' | 'waitUntilTime')
  | 'withTimeout'
>();

expectTypeOf<keyof Clock>().toEqualTypeOf<
  'delta' | 'fastForward' | 'frame' | 'now' | 'parent' | 'pause' | 'paused' | 'resume' | 'scale' | 'skipping'
>();

expectTypeOf<keyof typeof host>().toEqualTypeOf<
  'after' | 'check' | 'defineWait' | 'drive' | 'resume' | 'ScriptHost' | 'sleep' | 'waitSignalOn' | 'yieldTurn'
>();
expectTypeOf<keyof typeof observe>().toEqualTypeOf<'observe' | 'lookAt'>();
expectTypeOf<keyof typeof replay>().toEqualTypeOf<'recorder' | 'replay' | 'ReplayError'>();
expectTypeOf<keyof typeof scenes>().toEqualTypeOf<'follow' | 'scope' | 'skippable' | 'tween'>();
expectTypeOf<keyof typeof schema>().toEqualTypeOf<'schemaOf' | 'withSchema'>();
expectTypeOf<keyof typeof stacks>().toEqualTypeOf<
  'framesOf' | 'noteSomeStacks' | 'noteStacks' | 'readCode' | 'stackOf'
>();
expectTypeOf<keyof typeof testing>().toEqualTypeOf<
  | 'at'
  | 'log'
  | 'runToEnd'
  | 'scriptProperty'
  | 'scriptTest'
  | 'scriptTestWith'
  | 'shuffledBy'
  | 'verify'
  | 'withScheduler'
>();
expectTypeOf<keyof typeof texts>().toEqualTypeOf<'translate'>();
expectTypeOf<keyof typeof runtime>().toEqualTypeOf<
  | ('all' | 'asExecutor' | 'asLibrary' | 'attach' | 'clearSignal' | 'Clock' | 'clock' | 'currentThread' | 'every')
  | ('eventSource' | 'Executor' | 'executorOf' | 'hook' | 'listen' | 'race' | 'random' | 'Scheduler' | 'scheduler')
  | ('signal' | 'start' | 'traceOf' | 'tracks' | 'wait' | 'waitFor' | 'waitForEvent')
  | ('waitFrames' | 'waitSignal' | 'waitUntil' | 'waitUntilTime' | 'withClock' | 'withTimeout')
  | ('CancelledError' | 'CannotPauseError' | 'DeadlockError' | 'NotInThreadError' | 'OwnerGoneError' | 'RunawayError')
  | ('SchedulerClosedError' | 'SpindleError' | 'TimeoutError')
>();

// replay: the scheduler, or a Promise of it where the program is asynchronous
declare const saved: replay.Log;
const { replay: playAgain, recorder } = null! as typeof replay;
expectTypeOf(playAgain(saved, (scheduler) => scheduler.spawn(() => 1))).toEqualTypeOf<Scheduler>();
expectTypeOf(playAgain(saved, async (scheduler) => scheduler.pulse(16))).toEqualTypeOf<Promise<Scheduler>>();
expectTypeOf(playAgain(saved, () => (ms: number) => ms, { then: 'live' })).toEqualTypeOf<Scheduler>();
expectTypeOf(recorder()).toEqualTypeOf<replay.Inbox>();
