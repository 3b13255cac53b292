/**
 * The scheduler: whose turn it is, pulse by pulse. It decides when threads run; what a turn does is in turn.ts.
 */
import {
  checkBoolean,
  checkCount,
  checkFunction,
  checkFunctionOption,
  checkNumber,
  checkOptions,
  isArray,
} from '../arguments.js';
import { LiveThreads } from '../collections/live-threads.js';
import { ThreadList } from '../collections/thread-list.js';
import { functionCode } from '../execution/compiled-function.js';
import { layers } from '../execution/layers.js';
import { turn } from '../execution/turn-state.js';
import { DEV } from '../messages/development.js';
import { badArgument, noFunctionToStart, notRecording, pulseInPulse } from '../messages/errors.js';
import { fieldOf, nameOf, printInOneLine } from '../messages/format.js';
import { enteredInScript } from '../messages/warning-texts.js';
import { Warnings } from '../messages/warnings.js';
import { part } from '../ownership/hold.js';
import { releaseThreadsOn, review, setPaused } from './stops.js';
import { describeThread } from '../threads/describe-wait.js';
import type { SignalOptions, SkipOf } from '../threads/scheduler-interface.js';
import type { Inbox, Log } from '../threads/inbox.js';
import { noteCause } from '../threads/bystanders.js';
import { cancelAll } from '../threads/settle-joins.js';
import { callingThread, current, runningThread } from '../threads/current.js';
import { type CancelOptions, isNow } from '../threads/cancels.js';
import type { Lock, Thread, ThreadScheduler } from '../threads/thread.js';
import type { GivenBy, SignalArguments, SignalName } from '../threads/values.js';
import { endRound, makeReady } from '../threads/wake.js';
import { type Clock, rootClock } from '../time/clock.js';
import { endAllCutOff } from './cut-off.js';
import { checkSignalName, type SignalTable } from '../waits/signal-interface.js';
import { checkMs, startOfLoop } from '../waits/wait-arguments.js';
import { cancelThreads } from './end.js';
import { isInbox, type OnError, OPTIONS, type SchedulerOptions } from './options.js';
import { runHandedOver, wakeWaiting } from './pulse-phases.js';
import { PulseWatch } from './pulse-watch.js';
import { QueueWatch } from './queue-watch.js';
import { RunQueues } from './run-queues.js';
import { checkStart, NO_OPTIONS, SPAWN_OPTIONS, type SpawnOptions } from './start-options.js';
import { linkRunning, makeThread, runTurn } from './first-turn.js';
import { reportUncaught, UncaughtErrors } from './uncaught.js';

/**
 * Runs threads. Call `pulse(ms)` once for each frame of the game; all waits count on its clock.
 *
 * @example
 * const room = new Scheduler();
 * //@compile
 * function opening() {
 *   wait(100);
 *   return "the curtain rises";
 * }
 * const show = room.spawn(opening);
 * room.pulse(16); // the first frame: up to its first wait
 * show.status; // "sleeping"
 * for (let i = 0; i < 7; i++) room.pulse(16);
 * show.result; // "the curtain rises"
 */
export class Scheduler {
  readonly clock: Clock = rootClock(this);
  /** @internal */ readonly live: LiveThreads<Thread> = new LiveThreads();
  /** @internal */ readonly shared: Set<Lock> = new Set();
  /** @internal */ readonly predicates: ThreadList<Thread> = new ThreadList();
  /** @internal */ readonly parked: ThreadList<Thread> = new ThreadList();
  /** @internal */ closed: { readonly reason: unknown } | null = null;
  /** Null until one is asked for, and in a bundle without signals. */
  #signals: SignalTable | null = null;
  /** @internal Null until a script has drawn. */ random: ThreadScheduler['random'] = null;
  /** @internal */ lastThreadId = 0;

  /** @internal */ readonly seed: number;
  /** @internal */ readonly maxStepsPerTurn: number;
  /** @internal */ readonly inbox: Inbox | null;
  /** @internal A load may give another one. */ order: ThreadScheduler['order'];
  /** @internal */ readonly runQueues: RunQueues = new RunQueues(this);
  /** @internal */ readonly handedOver: ThreadList<Thread> = new ThreadList();
  /** @internal */ readonly handed: Thread[] = [];
  /** @internal */ readonly errors: UncaughtErrors = new UncaughtErrors();
  /** @internal */ inPulse = false;
  /** @internal */ lastMs = 0;
  /** @internal */ readonly skips: SkipOf[] = [];
  /** @internal Set by a driver. */ stopDriver: (() => void) | null = null;
  /** @internal */ readonly warnings: Warnings;
  #identity: ((object: object) => object) | null = null;
  /** @internal Only in development. */ readonly pulses: PulseWatch | null;
  /** @internal Only in development. */ readonly queues: QueueWatch | null;

  constructor(options: SchedulerOptions = {}) {
    checkOptions('new Scheduler', options, OPTIONS);
    const { seed = 1, maxStepsPerTurn = 500_000, onError = reportUncaught, inbox = null, warnings = true } = options;
    const { queuedWarningMs = 5000, order, identity } = options;
    if (DEV) checkNumber('new Scheduler', 'queuedWarningMs: milliseconds > 0', queuedWarningMs, (ms) => ms > 0);
    checkNumber('new Scheduler', 'maxStepsPerTurn: a number > 0', maxStepsPerTurn, (steps) => steps > 0);
    checkNumber('new Scheduler', 'seed: a finite number', seed, Number.isFinite);
    checkFunctionOption('new Scheduler', 'onError', onError);
    if (DEV) checkBoolean('new Scheduler', 'warnings: true or false', warnings);
    if (DEV && order !== undefined && fieldOf(order, 'from') === undefined)
      throw badArgument('new Scheduler', 'order: shuffledBy(seed)', order);
    if (inbox !== null && !isInbox(inbox)) throw badArgument('new Scheduler', 'inbox: recorder()', inbox);
    checkFunctionOption('new Scheduler', 'identity', identity);
    this.#identity = identity ?? null;
    this.warnings = new Warnings(warnings);
    this.pulses = DEV ? new PulseWatch(this) : null;
    this.queues = DEV && this.warnings.isOn ? new QueueWatch(this, queuedWarningMs) : null;
    this.seed = seed;
    this.maxStepsPerTurn = maxStepsPerTurn;
    this.onError = onError;
    this.inbox = inbox;
    this.order = order as ThreadScheduler['order'];
    layers.made?.(this);
    inbox?.attach(this);
  }

  /** The option `identity`. Set it here on the default scheduler, which already exists. */
  get identity(): ((object: object) => object) | null {
    return this.#identity;
  }
  set identity(identity: ((object: object) => object) | null) {
    if (identity !== null) checkFunction('identity', 'a function', identity);
    this.#identity = identity;
  }

  /**
   * Called with each error that no other thread has waited for by the end of the pulse. It is also an option; you can
   * set it at any time.
   * @throws {TypeError} if it is not a function.
   */
  get onError(): OnError {
    return this.errors.onError;
  }
  set onError(onError: OnError) {
    checkFunction('onError', 'a function', onError);
    this.errors.onError = onError;
  }

  /** Its live threads, in the order in which they started. */
  get threads(): Thread[] {
    linkRunning();
    return this.live.toArray();
  }

  /**
   * Runs one frame: advances time by `dtMs`, then gives each due thread its turn. Between -100 and 0, `dtMs` counts as
   * 0: the stamp of the first animation frame is often a little older than the `performance.now()` before it.
   * @throws {TypeError} if `dtMs` is not a number. @throws {RangeError} if it is NaN, too large, or -100 or less.
   * @throws {SpindleError} inside a pulse. At the end of the pulse, it throws the errors of `onError` and of the
   * functions of `after`: a single error as it is, several as one AggregateError.
   */
  pulse(dtMs: number): void {
    if (typeof dtMs === 'number' && dtMs < 0) dtMs = startOfLoop(dtMs);
    checkMs('pulse', dtMs);
    if (this.inPulse) throw pulseInPulse();
    this.clock.checkPulse(dtMs);
    if (DEV) this.pulses?.lookAt(dtMs);
    this.inbox?.note('pulse', '', [dtMs]);
    linkRunning();
    if (DEV) this.queues?.lookAt(dtMs);
    this.inPulse = true;
    turn.loopCount = 0;
    if (dtMs > 0) this.lastMs = dtMs;
    try {
      const frame = this.clock.frame + 1;
      this.clock.advance(dtMs, frame);
      this.runQueues.wake(frame);
      wakeWaiting(this);
      this.runQueues.run();
      runHandedOver(this);
      layers.skip?.(this);
      layers.pulsed?.(this);
    } finally {
      this.inPulse = false;
      endRound(this);
    }
    endAllCutOff();
    if (this.closed !== null) this.#stopIfOver();
    this.errors.report();
    this.errors.rethrow();
  }

  /** Starts a thread that first runs in the next pulse: the caller gets it, so none is borrowed. */
  spawn<A extends readonly unknown[], R>(
    fn: (...args: A) => R,
    options: SpawnOptions<NoInfer<A>> = NO_OPTIONS,
  ): Thread<GivenBy<R>> {
    if (typeof fn !== 'function') throw noFunctionToStart('spawn', fn);
    const lock = checkStart('spawn', options, SPAWN_OPTIONS, this);
    const { owner, priority, args = [], name }: SpawnOptions = options;
    if (!isArray(args)) throw badArgument('spawn', 'an array of args', args);
    this.inbox?.note('spawn', name ?? nameOf(fn), args);
    const thread = makeThread({
      call: { code: functionCode(fn), self: owner, args },
      scheduler: this,
      lock,
      parent: callingThread(),
      priority,
      name,
      unwraps: true,
      openScope: null,
    });
    linkRunning();
    this.live.link(thread);
    makeReady(thread);
    if (DEV) this.pulses?.expect(thread);
    return thread as Thread<GivenBy<R>>;
  }

  /**
   * Makes plain calls use this scheduler while `fn` runs. Returns the result of `fn`. In a script it changes nothing: what
   * that calls runs on its own scheduler. There write `room.spawn(() => game(players))`.
   */
  enter<T>(fn: () => T): T {
    if (DEV) {
      checkFunction('enter', 'a function', fn);
      const thread = runningThread();
      if (thread !== null && thread.scheduler !== this) this.warnings.say(enteredInScript(thread.name));
    }
    const outer = current.entered;
    current.entered = this;
    try {
      return fn();
    } finally {
      current.entered = outer;
    }
  }

  /**
   * Sends a signal to the threads of this scheduler, from any code: an event handler, another room. See `signal`.
   *
   * @example
   * //@compile
   * function titles() {
   *   race(wait(5000), waitSignal("skip"));
   *   return clock.frame;
   * }
   * const shown = titles();
   * scheduler.signal("skip"); // from the handler of a key
   * scheduler.pulse(16);
   * shown.result; // 1
   */
  signal<K extends SignalName>(name: K, ...given: SignalArguments<K, SignalOptions>): void;
  signal(name: string, value?: unknown, options: SignalOptions = {}): void {
    checkCount('scheduler.signal', 3, arguments);
    checkSignalName('signal', name);
    if (DEV) checkOptions('signal', options, ['sticky']);
    const { sticky = false } = options;
    if (DEV) checkBoolean('signal', 'sticky: true or false', sticky);
    this.inbox?.note('signal', name, [value], sticky);
    this.signals?.send(name, value, sticky);
  }

  /** Forgets a sticky signal. */
  clearSignal(name: string): void {
    checkSignalName('clearSignal', name);
    this.inbox?.note('clearSignal', name, []);
    this.signals?.clear(name);
  }

  /**
   * Returns a line for each live thread, in the order in which they started: its id, name, owner, priority and status,
   * then what it waits for, what blocks it, and since which frame.
   *
   * @example
   * //@compile
   * function guard() {
   *   waitSignal("bell");
   * }
   * guard();
   * scheduler.dump(); // "#1 guard, priority 0, waiting: waitSignal(bell), since frame 0"
   */
  dump(): string {
    return this.threads.map(describeThread).join('\n');
  }

  /**
   * Reads something from outside, such as the pressed keys or the time of day. Returns the result of `read`. A recorder
   * records it; in a replay the value comes from the log, and `read` is not called. For scripts and plain code.
   *
   * @example
   * const keyboard = new Set(["ArrowUp"]);
   * const keys = scheduler.input("keys", () => [...keyboard]);
   * keys.join(); // "ArrowUp"
   */
  input<T>(name: string, read: () => T): T {
    if (typeof name !== 'string') throw badArgument('input', 'a name and a function', name);
    checkFunction('input', 'a name and a function', read);
    return this.inbox === null ? read() : this.inbox.input(name, read);
  }

  /**
   * Does this run follow a log (`replay`)? Then leave out what the outside has seen and heard: sound, saves, requests. With
   * `{ then: "live" }` it is true up to the end of the log.
   */
  get replaying(): boolean {
    return this.inbox !== null && this.inbox.replaying;
  }

  /**
   * Returns everything that came from outside so far, as JSON: calls, signals, events, settled Promises, inputs and
   * pulses, in order.
   * @throws {SpindleError} if the scheduler was created without `inbox: recorder()`.
   */
  record(): Log {
    if (this.inbox === null) throw notRecording();
    return this.inbox.log();
  }

  /** @internal */ toString(): string {
    return DEV ? `Scheduler with ${this.live.size} live threads, ${String(this.clock)}` : 'Scheduler';
  }

  /** @internal */
  get isOutside(): boolean {
    return !this.inPulse && callingThread() === null;
  }

  /** Cancels all its threads; the last started comes first. */
  cancelAll(reason?: unknown): void {
    cancelAll(this.threads, reason);
  }

  /**
   * Ends it: all its threads are cancelled, the last started first, and later calls from outside throw a
   * SchedulerClosedError with `reason`. `finally` blocks run; they may wait, and call scripts. Pulses go on until all have
   * ended; then its driver stops. Handlers that its scripts have passed to emitters, timers and Promises, and the
   * functions of `after`, are not called any more. Closing twice is safe, and the first reason counts.
   *
   * `{ now: true }` skips the rest of the `finally` blocks: all have ended when it returns, except the running thread,
   * which ends at its next real wait.
   * @throws {TypeError} for an unknown option.
   *
   * @example
   * const room = new Scheduler();
   * //@compile
   * function visit() {
   *   try {
   *     wait(1000);
   *   } finally {
   *     wait(100);
   *   }
   * }
   * const visiting = room.enter(() => visit());
   * room.close("the house is gone");
   * visiting.status; // "sleeping"
   * runToEnd(room);
   * visiting.status; // "cancelled"
   */
  close(reason?: unknown, options: CancelOptions = {}): void {
    const now = isNow('close', options);
    this.inbox?.note('close', '', now ? [reason, 'now'] : [reason]);
    this.closed ??= { reason };
    if (DEV) noteCause(this.threads, 'cancel');
    this.threads.toReversed().forEach((thread) => cancelThreads([thread], reason, now));
    this.#stopIfOver();
  }

  #stopIfOver(): void {
    if (this.live.size === 0) this.stopDriver?.();
  }

  // ---- what threads ask for (ThreadScheduler) -----------------------------------------------------------------------

  /** @internal The signals that a thread waits for or that are sticky. A program in which something waits for a signal has the module that makes them. */
  get signals(): SignalTable {
    return (this.#signals ??= layers.signals?.() ?? null) as SignalTable;
  }

  /** @internal */ joinOver(thread: Thread, targets: readonly Thread[]): void {
    part(thread, targets);
    if (this.clock.irregular > 0) review(targets);
  }

  /** @internal */ releaseThreadsOn(clock: Clock): void {
    releaseThreadsOn(this, clock);
  }

  /** @internal */ runNow(thread: Thread): void {
    runTurn(thread, null);
  }

  /** @internal */
  cancel(thread: Thread, reason: unknown, now: boolean): void {
    this.inbox?.note('cancel', `${thread.name}#${thread.id}`, now ? [reason, 'now'] : [reason]);
    if (DEV) noteCause([thread], 'cancel');
    cancelThreads([thread], reason, now);
  }

  /** @internal */
  setPaused(thread: Thread, paused: boolean): void {
    this.inbox?.note('pause', `${thread.name}#${thread.id}`, [paused]);
    setPaused(thread, paused);
  }
}

printInOneLine(Scheduler.prototype);
