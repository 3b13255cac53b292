/** The record of a thread, and what a game can read and do with it. */
import type { RunQueue } from '../collections/run-queue.js';
import type { ThreadList } from '../collections/thread-list.js';
import { WaitNode } from '../collections/thread-queue.js';
import { type Call, type Frame, packArguments, unpackArguments } from '../execution/call.js';
import { type CompiledFunction, NAMELESS } from '../execution/compiled-function.js';
import type { UndoneOf, WaitKindOf } from '../execution/wait-kind-table.js';
import { DEV } from '../messages/development.js';
import { cancelled } from '../messages/errors.js';
import { printInOneLine } from '../messages/format.js';
import type { Clock } from '../time/clock.js';
import { TimerList } from '../time/wheel.js';
import { Awaitable } from './awaiting.js';
import { addCause, type CancelOptions, GENTLY, isNow } from './cancels.js';
import type { ArmsOf, ColdFields, OpenScope } from './cold-fields.js';
import { describeChain, describeThread } from './describe-wait.js';
import type { Starter } from './starters.js';
import { firstFlags, HAS_MORE_TO_DO, HAS_ONE_ARGUMENT, SPARE, type Status } from './flags.js';
import type { SchedulerOf } from './scheduler-interface.js';
import type { LockOf } from './lock-state.js';
import type { ChannelOf, SubscriptionOf } from './subscription.js';

/** @internal The scheduler as its threads see it. */
export type ThreadScheduler = SchedulerOf<Thread>;
/** @internal The executor of an owner. */
export type Lock = LockOf<Thread, ThreadScheduler>;
/** @internal Something that happens now and then. */
export type Channel = ChannelOf<Thread>;
/** @internal A thread at a channel. */
export type Subscription = SubscriptionOf<Thread>;
/** @internal The kind of a wait. */
export type WaitKind = WaitKindOf<Thread>;
/** @internal What the code that undid a wait still has to handle. */
export type Undone = UndoneOf<Thread>;
/** @internal A thread in a wait whose subject is an `S`. */
export type Waiting<S> = Thread & { subject: S };
/** @internal The run queue of a priority. */
export type ThreadRunQueue = RunQueue<Thread, ThreadScheduler>;

/** @internal How a thread begins. */
export interface ThreadStart {
  readonly call: Call;
  readonly scheduler: ThreadScheduler;
  readonly lock: Lock | null;
  /** Its starter. On the same scheduler it inherits the clock and the priority. */
  readonly parent: Thread | null;
  readonly priority?: number | undefined;
  readonly name?: string | undefined;
  /** Call the function that the call returns, in the same thread. */
  readonly unwraps?: boolean;
  /** The scope that it is in, null for none. By default, that of its starter. */
  readonly openScope?: OpenScope<Thread> | null | undefined;
  /** Its starter gets its error, if it throws in its first turn. */
  readonly joined?: boolean;
  /** Of an arm of a word: makes the thread one of the arms. */
  take?(thread: Thread): void;
  /** Of an arm: is another one to begin? Then this is its start. `begun`: the one that has had its first turn. */
  hasNext?(begun: Thread | null): boolean;
  /** It is made to be lent to calls (scheduling/borrowed.ts): that counts it, and gives it its number and its place. */
  readonly isSpare?: boolean;
}

/**
 * A running script. It starts with a call, waits without blocking the game, and ends with a value or an error.
 *
 * @example
 * //@compile
 * function opening() {
 *   wait(100);
 *   return "open";
 * }
 * const thread = scheduler.spawn(opening);
 * thread.status; // "ready"
 * runToEnd(scheduler);
 * await thread; // "open"
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the accessors come by the prototype, below
export class Thread<T = unknown> {
  // 18 fields, 168 bytes without compressed pointers. What few threads need is in records that are null until then: `node`, `subscription`, `ties`. The
  // others are read by nearly each turn or wake of a thread that is not hot, or each thread has them from its start. `clock` also: each `wait(ms)` asks
  // for it, and among the cold fields it would give these to each thread of a game with a clock of its own.
  // In the order in which a turn and a wake touch them, so that a turn reads few cache lines.
  /** @internal Where it stands: its innermost frame. Null before its first wait. */ leaf: Frame | null = null;
  /** @internal What is true of it, a bit each. */ flags: number;
  /** @internal The frame at which this wait began, unless it is hot (frame-list.ts). */ began = 0;
  /** @internal The row of its wait (wait-kind-table.ts); while it runs null, or that of its last frame-wait. */ kind: WaitKind | null =
    null;
  /** @internal First the subject of its wait, then the outcome of that, then its own value. */ content: unknown =
    undefined;
  /** @internal */ readonly runQueue: ThreadRunQueue;
  /** @internal The list that it is in, of its scheduler or of the wheel of its clock. */ list:
    | ThreadList<Thread>
    | TimerList
    | null = null;
  /** @internal Its place there. */ slot = 0;
  /** @internal Null until it is in a queue, or waits for a frame after the next. */
  node: WaitNode | null = null;
  /** @internal Of its last wait for a signal, call or event. */ subscription: Subscription | null = null;
  /** @internal The call to make when it goes on: its first one, or one that was blocked. */ call: Call | null;
  /**
   * @internal What others have to do with it: its cold fields. Of an arm of a word, and of the thread in the word, the record of all
   * arms (`hasArms`), until somebody asks for its fields.
   */
  ties: ColdFields<Thread> | ArmsOf<Thread> | null = null;
  /** @internal */ readonly lock: Lock | null;
  /** The clock of its waits: that of the thread that started it, unless it is inside `withClock`. */
  readonly clock: Clock;

  /** Its number on its scheduler, from 1 in order of start: the same on every run. */
  readonly id: number;
  /** @internal Its starter, or its own `Starter`: see `WithStarter`. Of a spare thread the next spare one (borrowed.ts). */ origin:
    | Thread
    | Starter
    | null;
  /** @internal The function that it began with. */ code: CompiledFunction;
  /** @internal What that was called with: see `args`. */ given: unknown = undefined;

  /** @internal */
  constructor(start: ThreadStart) {
    const { call, scheduler, lock, parent, priority, name, isSpare = false } = start;
    const inherited = parent?.scheduler === scheduler ? parent : null;
    this.id = isSpare ? 0 : ++scheduler.lastThreadId;
    this.code = call.code;
    this.call = isSpare ? null : call;
    this.lock = lock;
    this.origin = parent;
    this.clock = inherited === null ? scheduler.clock : inherited.clock;
    this.runQueue = scheduler.runQueues.of(priority ?? (inherited === null ? 0 : inherited.priority));
    this.flags = isSpare ? SPARE : firstFlags(lock === null || call.code.beside, start);
    this.args = call.args;
    if (name !== undefined) this.ownRare.givenName = name;
    start.take?.(this);
    if (lock !== null) {
      lock.owned.add(this);
      if (call.code.interrupts) this.steady = true;
    }
    if (isSpare) return;
    // No call may follow: on an exhausted native stack it would throw, and leave a counted thread that never ends.
    this.runQueue.threads++;
    scheduler.live.size++;
  }

  /** @internal What it waits for; its shape belongs to the kind. */
  get subject(): unknown {
    return this.content;
  }
  /** @internal */ set subject(subject: unknown) {
    this.content = subject;
  }

  /** @internal The outcome of the wait when it ends. */
  get outcome(): unknown {
    return this.content;
  }
  /** @internal */ set outcome(outcome: unknown) {
    this.content = outcome;
  }

  /** @internal Created on demand. */
  get ownNode(): WaitNode {
    return (this.node ??= new WaitNode(this));
  }

  /** @internal The deadline of its wait has come. */
  ring(): void {
    (this.kind as WaitKind).onTimer(this);
  }

  /** @internal What it ended with. The CancelledError of a cancelled thread is made lazily: it is rarely asked for. */
  get value(): unknown {
    if (this.cancelled) this.content ??= cancelled(this.name, this.cancelling?.reason);
    if (DEV && this.cancelled) addCause(this.content as object, this.own.cause);
    return this.content;
  }
  /** @internal */ set value(value: unknown) {
    this.content = value;
  }

  /** @internal The arguments that it began with. Most are one, which stands there itself once it has waited. */
  get args(): ArrayLike<unknown> {
    return unpackArguments(this.given, (this.flags & HAS_ONE_ARGUMENT) !== 0);
  }

  /** @internal */
  set args(args: ArrayLike<unknown>) {
    this.flags = args.length === 1 ? this.flags | HAS_ONE_ARGUMENT : this.flags & ~HAS_ONE_ARGUMENT;
    this.given = packArguments(args);
  }

  /** @internal Has its first call not begun? */
  get isNew(): boolean {
    return this.call !== null && this.leaf === null;
  }

  /** @internal Is its next turn only to go on in its innermost frame, or, where a wait was all that it did, to end? */
  get onlyGoesOn(): boolean {
    const { leaf } = this;
    return (
      (leaf === null || leaf.notes === null) &&
      this.call === null &&
      (this.flags & HAS_MORE_TO_DO) === 0 &&
      this.cancelling === null
    );
  }

  /** @internal A pause has left these frames. */
  takeFrames(left: { leaf: Frame | null; top: Frame | null }): void {
    const { leaf, top } = left;
    if (leaf === null || top === null) return;
    left.leaf = left.top = null;
    if (this.leaf === null) this.nameAfter(top);
    top.parent = this.leaf;
    this.leaf = leaf;
  }

  /** @internal A thread that began with a function without a name, `() => call`, is called as the function that waits. */
  nameAfter(first: Frame): void {
    const { code } = first;
    // The thread may go on in another call of the same function, once that has waited.
    if (this.code === code ? !this.listed : this.code.starts === code || this.code.label !== NAMELESS) return;
    this.code = code;
    this.args = first.args;
  }

  get name(): string {
    return this.rare?.givenName ?? this.code.label;
  }

  /** @internal */
  get scheduler(): ThreadScheduler {
    return this.runQueue.scheduler;
  }

  get owner(): object | null {
    return this.lock?.owner ?? null;
  }

  get status(): Status {
    if (this.running) return 'running';
    if (this.ended) return this.done ? 'done' : this.failed ? 'failed' : 'cancelled';
    return this.kind === null || this.isDue ? 'ready' : this.kind.status;
  }

  /** Lower runs first within a pulse. */
  get priority(): number {
    return this.runQueue.priority;
  }

  /** @internal It leaves the lists of its scheduler. Idempotent. */
  leaveScheduler(): void {
    if (this.uncounted) return;
    this.scheduler.live.unlink(this);
    // No call may follow; see the constructor.
    this.uncounted = true;
    this.runQueue.threads--;
    this.runQueue.scheduler.live.size--;
  }

  /** @internal It does not go on: it is frozen, or its clock is paused. */
  get stopped(): boolean {
    return this.frozen || this.clock.paused;
  }

  /** @internal The frame of its clock. */
  get frame(): number {
    const { runQueue } = this;
    return runQueue.scheduler.clock.irregular > 0 ? this.clock.frame : runQueue.frame;
  }

  /** @internal Not by `kind` alone, which a turn that continues after a frame-wait does not clear. */
  get isWaiting(): boolean {
    return this.kind !== null && !this.running && !this.isDue;
  }

  /** The value that it ended with; undefined before its end, and if it failed. */
  get result(): T | undefined {
    return this.done ? (this.value as T) : undefined;
  }

  /**
   * What it waits for, since which frame, and who holds it up; empty while it runs or is ready, and after its end.
   *
   * @example
   * class Hero extends Executor {
   *   //@compile
   *   walk() {
   *     this.wait(200);
   *   }
   *   //@compile
   *   jump() {
   *     this.height = 1;
   *   }
   * }
   * const hero = new Hero();
   * hero.walk();
   * const jump = hero.jump();
   * jump.waitingFor; // "blocked: jump() needs Hero, held by walk, since frame 0; walk: wait(200), since frame 0"
   */
  get waitingFor(): string {
    return describeChain(this);
  }

  /**
   * Ends the thread. Its `finally` blocks run from the innermost call outwards, and may wait; `catch` blocks do not see
   * the cancel. Threads that wait for it get a CancelledError with `reason`. Cancelling twice is safe, and the first
   * reason counts. A `finally` block that is already waiting runs to its end first; an error that it delays goes to
   * `onError`.
   *
   * `{ now: true }` stops a script that does not end: the rest of its `finally` blocks is skipped, and also those of
   * the threads that end with it. Its owner is free immediately. A running thread ends at its next real wait.
   * @throws {TypeError} for an unknown option.
   *
   * @example
   * //@compile
   * function stubborn() {
   *   try {
   *     wait(100);
   *   } finally {
   *     while (true) wait(1000);
   *   }
   * }
   * const thread = start(() => stubborn());
   * thread.cancel("enough");
   * thread.status; // "sleeping"
   * thread.cancel("enough", { now: true });
   * thread.status; // "cancelled"
   */
  cancel(reason?: unknown, options: CancelOptions = GENTLY): void {
    this.scheduler.cancel(this, reason, options !== GENTLY && isNow('cancel', options));
  }

  /**
   * Stops the thread until `resume()`, with all that would be cancelled with it: what it attached, the branches of its
   * `all` or `race`, the calls whose value it waits for. A running thread stops at its next real wait. Its timers keep
   * what they had left; whatever else it waits for is not missed. It keeps what it holds. In the queue of an owner it
   * keeps its place, and others pass it. Pausing twice is pausing once.
   *
   * @example
   * //@compile
   * function patrol() {
   *   wait(100);
   * }
   * const thread = start(() => patrol());
   * thread.pause();
   * scheduler.pulse(1000);
   * thread.waitingFor; // "wait(100), since frame 0, paused"
   * thread.resume();
   * runToEnd(scheduler, { frameMs: 50 });
   * scheduler.clock.now; // 1100
   */
  pause(): void {
    this.scheduler.setPaused(this, true);
  }

  /** Lets it go on after `pause()`. It stays stopped while its clock is paused, or a thread with which it would end. */
  resume(): void {
    this.scheduler.setPaused(this, false);
  }

  /** @internal Reports an error that is lost on its way through this thread, because the thread is unwound. */
  loseError(error: unknown): void {
    this.scheduler.errors.add(this, error);
  }

  /** One line, also for logs: `Thread #1 patrol of Guard, priority 0, sleeping: wait(1000), since frame 48`. */
  toString(): string {
    return `Thread ${describeThread(this)}`;
  }
}

// oxlint-disable-next-line typescript/no-unused-vars, no-unused-vars -- a merged declaration has the same parameters
export interface Thread<T = unknown> extends Awaitable<T, Thread> {}

Object.setPrototypeOf(Thread.prototype, Awaitable.prototype);
printInOneLine(Thread.prototype);
