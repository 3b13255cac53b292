/** The scheduler as its threads see it. */
import type { LiveThreads, Live } from '../collections/live-threads.js';
import type { FrameWaiter, RunQueue } from '../collections/run-queue.js';
import type { Listed, ThreadList } from '../collections/thread-list.js';
import type { Queued } from '../collections/thread-queue.js';
import type { Warnings } from '../messages/warnings.js';
import type { Clock, Skipped } from '../time/clock.js';
import type { TimerList } from '../time/wheel.js';
import type { Inbox } from './inbox.js';
import type { LockOf } from './lock-state.js';
import type { SignalOf } from './subscription.js';

export interface SignalOptions {
  /** Remembers the signal for threads that wait for it later, until `clearSignal(name)`. Default false. */
  readonly sticky?: boolean;
}

/** The warnings about calls that queue, as threads see them (scheduling/queue-watch.ts). */
export interface QueuesOf<T> {
  waits(thread: T): void;
  asks(thread: T): void;
  began(thread: T, behind: T): void;
  ordered(order: T): void;
  taken(giver: T, orders: readonly T[]): void;
  turnCame(thread: T): void;
  ended(thread: T, how: 'done' | 'failed', wasCancelled: boolean): void;
  started(code: { readonly path: string }): void;
}

/** A `skippable` that runs. */
export interface SkipOf extends Skipped {
  /** Is it to have a frame of its own now? */
  wantsFrame(): boolean;
  giveFrame(): void;
}

/** Another order of what is due at one moment (scheduling/order.ts). */
export interface OrderOf<T extends Listed> {
  /** A seed, or the differences from the usual order as a text. It stands in logs and saves. */
  readonly from: number | string;
  /** @internal One of the same kind, of what stands in a save. */
  of(from: number | string): OrderOf<T>;
  /** @internal Rings timers that are due, asks predicates, and sets the order in which all that is ready has its turn; of a clock that has a frame alone not that. */
  wake(scheduler: SchedulerOf<any>, due: readonly TimerList[], below: Clock | undefined): void;
  /** @internal Sets that of a clock that has a frame alone. `lists`: who was ready before, whose predicate has come true, whom time has made ready. */
  setTurns(scheduler: SchedulerOf<any>, below: Clock, priority: number, lists: readonly ThreadList<T>[]): void;
}

/** The scheduler as its threads see it. A thread uses only these members of its scheduler. */
export interface SchedulerOf<T extends FrameWaiter & Live & Queued> {
  readonly inPulse: boolean;
  /** Those that go on in the last phase of the pulse. */
  readonly handedOver: ThreadList<T>;
  /** Those that were put there in this pulse. */
  readonly handed: T[];
  /** A join is over, because of which its thread may have held an executor together with others. */
  joinOver(thread: T, targets: readonly T[]): void;
  /** Runs its turn now, inside whatever runs. */
  runNow(thread: T): void;
  cancel(thread: T, reason: unknown, now: boolean): void;
  /** Stops it, or lets it go on. */
  setPaused(thread: T, paused: boolean): void;
  /** Makes it the scheduler of plain calls while `fn` runs; returns the result of `fn`. */
  enter<V>(fn: () => V): V;
  readonly errors: {
    /**
     * An error of a thread that no code has received yet: the one that it ended with, or one that was lost on its way.
     */
    add(thread: T, error: unknown): void;
    /** An error of foreign code that was only asked to stop: the pulse throws it at its end. */
    threw(error: unknown): void;
    /** Tells of those that are still uncaught. */
    report(): void;
  };
  /** Only in development: scheduling/pulse-watch.ts. */
  readonly pulses: {
    expect(thread: T): void;
    awaited(thread: T): void;
  } | null;
  readonly runQueues: {
    of(priority: number): RunQueue<T, SchedulerOf<T>>;
    /** All of them, lower priorities first. */
    readonly inOrder: readonly RunQueue<T, SchedulerOf<T>>[];
  };
  /** The signal of a name, for a thread that is about to wait for it. */
  readonly signals: { of(name: string): SignalOf<T> };
  signal(name: string, value?: unknown, options?: SignalOptions): void;
  clearSignal(name: string): void;
  /** Null until a script has drawn. */
  random: { state: number; draw(): number } | null;
  readonly seed: number;
  readonly predicates: ThreadList<T>;
  /** Undefined for the usual one. */
  readonly order: OrderOf<T> | undefined;
  /** Those whose turn has come while they were stopped, in that order. */
  readonly parked: ThreadList<T>;
  /** Executors that several threads held together when this was last checked. */
  readonly shared: Set<LockOf<T, SchedulerOf<T>>>;
  readonly live: LiveThreads<T>;
  readonly clock: Clock;
  /** Where everything from outside passes, while a run is recorded or replayed. */
  readonly inbox: Inbox | null;
  /** Those that `skippable` runs, in order of making. */
  readonly skips: SkipOf[];
  /** How long the last pulse was that took time; 0 if there was none. */
  readonly lastMs: number;
  /** It was closed: nothing starts on it from outside. */
  readonly closed: { readonly reason: unknown } | null;
  lastThreadId: number;
  readonly warnings: Warnings;
  /** Null if warnings are off. */
  readonly queues: QueuesOf<T> | null;
  readonly maxStepsPerTurn: number;
  /** Returns the object behind a proxy. */
  readonly identity: ((object: object) => object) | null;
}
