import type { Clock } from '../time/clock.js';
import type { Call } from '../execution/compiled-function.js';
import { badArgument, cancelled } from '../messages/errors.js';
import type { Inbox } from './inbox.js';
import { type Called, printInOneLine, showCalled } from '../messages/format.js';
import type { FrameWaiter, Lane } from '../collections/run-queue.js';
import { FrameList } from '../collections/frame-list.js';
import type { Live, LiveThreads } from '../collections/live-threads.js';
import type { Place } from '../collections/ring.js';
import { type Queued, ThreadQueue } from '../collections/thread-queue.js';
import type { ThreadList } from '../collections/thread-list.js';
import { ThreadSet } from '../collections/small-set.js';
import { checkOptions } from '../arguments.js';
import type { Frame } from '../execution/call-frame.js';
import { type WaitStatus, type WaitWords, waitWords } from '../execution/suspension.js';
import { describeChain, describeThread, Starter, startersOf } from './describe.js';
import type { Warnings } from '../messages/warnings.js';
import type { Timer } from '../time/wheel.js';

/**
 * ready     goes on in the next pulse (or in this one, when an executor was promised or a joined thread ended)
 * running   its code runs now, or code that it called
 * sleeping  until a time or a frame
 * waiting   for a signal, a call, an event, a Promise or other threads
 * checking  a predicate, once each pulse
 * blocked   in the queue of an executor
 * done      ended with `result`
 * failed    ended with an error
 * cancelled ended by cancel, or by the end of its owner or its parent
 */
export type Status = WaitStatus | 'running' | Outcome;
type Outcome = 'done' | 'failed' | 'cancelled';

/** The lane of a priority. */
export type ThreadLane = Lane<Thread, Host>;

/** Who drives a thread. A thread asks for these and knows nothing else of its scheduler. */
export interface Host {
  /** Goes on in the next pulse. */
  ready(thread: Thread): void;
  /** Goes on in step 6 of this pulse; outside a pulse in the next one. */
  handOver(thread: Thread): void;
  /** A join is over, for whose sake its thread may have held an executor together with others. */
  joinOver(thread: Thread, targets: readonly Thread[]): void;
  /** Runs its turn now, inside whatever runs. */
  runNow(thread: Thread): void;
  cancel(thread: Thread, reason: unknown, now: boolean): void;
  /** An error of a thread that nobody has got yet: the one that it ended with, or one that was lost on its way. */
  uncaught(thread: Thread, error: unknown): void;
  /** A thread that plain code has started waits: somebody has to pulse. */
  waitsForPulse(thread: Thread): void;
  /** An error of code outside that was only told to stop: it comes out of the pulse when that has ended. */
  threw(error: unknown): void;
  /** The lists of a priority. */
  laneOf(priority: number): ThreadLane;
  readonly predicates: ThreadList<Thread>;
  /** Executors that several threads held together when it was last looked at. */
  readonly shared: Set<Core>;
  /** All live threads, in order of start. */
  readonly live: LiveThreads<Thread>;
  readonly clock: Clock;
  /** Where everything from outside passes, while a run is recorded or replayed. */
  readonly inbox: Inbox | null;
  /** The id of the thread that was made last. */
  lastThreadId: number;
  /** What is said in development. */
  readonly warnings: Warnings;
  /** Steps that one turn may take. */
  readonly maxStepsPerTurn: number;
  /** Tells which object stands behind a proxy. */
  readonly identity: ((object: object) => object) | null;
}

/** What is known of one owner: who holds it and who queues for it. The rules stand in executor.ts. */
export interface Core {
  readonly owner: object;
  host: Host | null;
  /** Threads of one family that hold the executor, running or suspended. Nearly always none or one. */
  holders: Thread[];
  /** Threads that held it and lost it to one started in their own turn; who lost last stands last. */
  lost: Thread[];
  /** Blocked threads in order: first those with a `lostSeq`, who lost last first, then first come. */
  queue: ThreadQueue<Thread>;
  /** The thread that gets it next; nobody overtakes it. */
  promised: Thread | null;
  /** All its live threads, in order of start. */
  readonly owned: ThreadSet<Thread>;
  closed: { readonly reason: unknown } | null;
  /** What `executorOf` gives. */
  handle: object | null;
}

export interface ThreadOptions {
  readonly host: Host;
  readonly core: Core | null;
  readonly parent: Thread | null;
  readonly clock: Clock;
  readonly priority: number;
  readonly name: string | undefined;
  /** Call the function that the call gives, in the same thread. */
  readonly unwraps: boolean;
  readonly joined: boolean;
}

// What is true of a thread.
const ALONE = 1;
const HOLDING = 2;
const KEEPS = 4;
const FAILS = 8;
const UNWRAPS = 16;
const UNWINDING = 32;
const UNWOUND = 64;
const JOINED = 128;
const QUEUED = 256;
const RUNNING = 512;
const LOOPS = 8192;
/** Its scheduler counts it no more. */
const GONE = 16384;
const ENDED = { done: 1024, failed: 2048, cancelled: 4096 };
const ENDED_ANYHOW = ENDED.done | ENDED.failed | ENDED.cancelled;

/** That of `every(ms)`: its next deadline, and how many are over. */
export interface Rhythm {
  readonly ms: number;
  readonly clock: Clock;
  deadlineMs: number;
  turns: number;
}

/** Why a thread was cancelled. `now`: nothing of it runs any more. */
interface Cancelling {
  readonly reason: unknown;
  readonly now: boolean;
}

/** What `cancel` takes besides the reason. */
export interface CancelOptions {
  /** What is left of the `finally` blocks is left out. Default false. */
  readonly now?: boolean;
}
const CANCEL_OPTIONS: readonly string[] = ['now'];
const GENTLY: CancelOptions = {};

/** What few threads have, so that the others are small. It is the head of the ring of those that wait for its end (joins.ts). */
class Rare implements Place {
  prev: Place = this;
  next: Place = this;
  /** The name that it was given. */
  givenName: string | undefined = undefined;
  cancelling: Cancelling | null = null;
  /** Live threads that end with it, in order of start. */
  children: ThreadSet<Thread> | null = null;
  /** The thread whose child it is. */
  adopter: Thread | null = null;
  /** Queues that `listen` made. */
  listeners: { close(): void }[] | null = null;
  /** Who waits for its Promise. */
  settlers: (() => void)[] | null = null;
  lostSeq: number = 0;
  handedPulse: number = -1;
  undone = 0;
  /** Threads that will go on with its error, and have not yet. */
  takers = 0;
  every: Rhythm | null = null;
}

/**
 * A script that runs: it starts at a call, waits without holding up the rest of the game, and ends with a value or an error.
 *
 * @example
 * // @compile
 * function opening() {
 *   wait(100);
 *   return "open";
 * }
 * const thread = scheduler.spawn(opening);
 * thread.status; // "ready"
 * runToEnd(scheduler);
 * await thread; // "open"
 */
export class Thread implements FrameWaiter, Live<Thread>, Queued, Timer {
  // In the order in which a turn and a wake touch them, so that the processor fetches little of a thread.
  /** @internal The body of `leaf`, while that has only to go on: what most turns are (generator-frames.ts). */ body: Generator | null =
    null;
  /** @internal What is true of it, a bit each. */ facts: number;
  /** @internal The frame at which this wait began. */ since = 0;
  /** The clock that its waits count on: that of the thread that started it, unless it is inside `withClock`. */
  readonly clock: Clock;
  /** @internal What it waits for (suspension.ts, kinds.ts); null while it runs, or `frame`, if that was its last wait. */ kind:
    string | null = null;
  /** @internal Its subject while it waits, then the outcome of that, and its value at the end. */ held: unknown =
    undefined;
  /** @internal */ readonly lane: ThreadLane;
  /** @internal The list of its scheduler that it stands in. */ list: ThreadList<Thread> | null = null;
  /** @internal Its place there. */ slot = 0;
  /** @internal */ wheelSlot = -1;
  /** @internal Its neighbours in a slot of the wheel, or in the queue of its executor. */ next: Timer | null = null;
  /** @internal */ prev: Timer | null = null;
  /** @internal */ deadlineMs = 0;
  /** @internal The call to run when it goes on: the first one, or one that was blocked. */ call: Call | null;
  /** @internal Waits for its current or last signal, call or event (subscriptions.ts). */ subscription: unknown = null;
  /** @internal The innermost suspended frame. */ leaf: Frame | null = null;
  /** @internal What few threads have. */ rare: Rare | null = null;
  /** @internal */ readonly core: Core | null;

  /** Its number on its scheduler, from 1 in order of start: the same on every run. */
  readonly id: number;
  /**
   * @internal Who started it: that thread in its first turn, as most end in theirs, and then what that one leaves. Once it has started
   * others itself: what it leaves to them, and behind that who started it.
   */
  origin: Thread | Starter | null;
  /** @internal The call that it began with; once that has paused, its frame. */ first: Pick<Call, 'code' | 'args'>;
  /** @internal Its neighbours among the live threads of its scheduler. */ livePrev: Thread | null = null;
  /** @internal */ liveNext: Thread | null = null;

  constructor(call: Call, options: ThreadOptions) {
    const { host, core, name } = options;
    this.id = ++host.lastThreadId;
    this.first = this.call = call;
    this.core = core;
    this.origin = options.parent;
    this.clock = options.clock;
    this.lane = host.laneOf(options.priority);
    this.facts = (core === null ? ALONE : 0) | (options.unwraps ? UNWRAPS : 0) | (options.joined ? JOINED : 0);
    if (name !== undefined) this.own.givenName = name;
    if (core !== null) core.owned.add(this);
    // No call may follow: where the native stack ends it would throw, and leave a thread that is counted and never ends.
    this.lane.threads++;
    host.live.size++;
  }

  /** @internal What it waits for; its shape belongs to the kind. */
  get subject(): unknown {
    return this.held;
  }
  set subject(subject: unknown) {
    this.held = subject;
  }

  /** @internal What the wait gives when it ends. */
  get outcome(): unknown {
    return this.held;
  }
  set outcome(outcome: unknown) {
    this.held = outcome;
  }

  /** @internal Its place among the waits for a later frame (run-queue.ts): then it has no deadline. */
  get rank(): number {
    return this.deadlineMs;
  }
  set rank(rank: number) {
    this.deadlineMs = rank;
  }

  /** @internal What it ended with. The error of a cancelled one is made when somebody asks for it: nearly nobody does. */
  get value(): unknown {
    if (this.cancelled) this.held ??= cancelled(this.name, this.cancelling?.reason);
    return this.held;
  }
  set value(value: unknown) {
    this.held = value;
  }

  /** @internal */
  note(fact: number, is: boolean): void {
    this.facts = is ? this.facts | fact : this.facts & ~fact;
  }

  /** @internal Nobody but this thread holds its executor, or it has no owner: it may act at once. */
  get alone(): boolean {
    return (this.facts & ALONE) !== 0;
  }
  set alone(is: boolean) {
    this.note(ALONE, is);
  }

  /** @internal It has taken hold of its executor (R6). */
  get holding(): boolean {
    return (this.facts & HOLDING) !== 0;
  }
  set holding(is: boolean) {
    this.note(HOLDING, is);
  }

  /** @internal Does it keep its executor in this wait? */
  get keeps(): boolean {
    return (this.facts & KEEPS) !== 0;
  }
  set keeps(is: boolean) {
    this.note(KEEPS, is);
  }

  /** @internal Its outcome is an error. */
  get fails(): boolean {
    return (this.facts & FAILS) !== 0;
  }
  set fails(is: boolean) {
    this.note(FAILS, is);
  }

  /** @internal Call the function that the first call gives (start, all, …). */
  get unwraps(): boolean {
    return (this.facts & UNWRAPS) !== 0;
  }
  set unwraps(is: boolean) {
    this.note(UNWRAPS, is);
  }

  /** @internal Cancelled, and its `finally` blocks run. */
  get unwinding(): boolean {
    return (this.facts & UNWINDING) !== 0;
  }
  set unwinding(is: boolean) {
    this.note(UNWINDING, is);
  }

  /** @internal The unwinding has begun: from here on it goes on like any other. */
  get unwound(): boolean {
    return (this.facts & UNWOUND) !== 0;
  }
  set unwound(is: boolean) {
    this.note(UNWOUND, is);
  }

  /** @internal Somebody got its end, so an error is not uncaught. */
  get joined(): boolean {
    return (this.facts & JOINED) !== 0;
  }
  set joined(is: boolean) {
    this.note(JOINED, is);
  }

  /** @internal It stands in the queue of its executor. */
  get queued(): boolean {
    return (this.facts & QUEUED) !== 0;
  }
  set queued(is: boolean) {
    this.note(QUEUED, is);
  }

  /** @internal Its code runs now, or code that it called. */
  get running(): boolean {
    return (this.facts & RUNNING) !== 0;
  }
  set running(is: boolean) {
    this.note(RUNNING, is);
  }

  /** @internal It waits for the next turn of a loop, and nothing else has to be seen to. */
  get loops(): boolean {
    return (this.facts & LOOPS) !== 0;
  }
  set loops(is: boolean) {
    this.note(LOOPS, is);
  }

  /** @internal Cancelled: unwinds at its next real wait, or is unwinding. */
  get cancelling(): Cancelling | null {
    return this.rare === null ? null : this.rare.cancelling;
  }
  set cancelling(cancelling: Cancelling | null) {
    this.body = null;
    if (this.rare !== null || cancelling !== null) this.own.cancelling = cancelling;
  }

  /** @internal When it lost the executor to a thread of its own turn; 0 if it has not. */
  get lostSeq(): number {
    return this.rare === null ? 0 : this.rare.lostSeq;
  }
  set lostSeq(lostSeq: number) {
    if (this.rare !== null || lostSeq !== 0) this.own.lostSeq = lostSeq;
  }

  /** @internal The last pulse in which it was put into step 6. */
  get handedPulse(): number {
    return this.rare === null ? -1 : this.rare.handedPulse;
  }
  set handedPulse(handedPulse: number) {
    if (this.rare !== null || handedPulse !== -1) this.own.handedPulse = handedPulse;
  }

  /** @internal How many of its waits were taken back. Whoever calls code from outside for a wait tells by it whether that wait still lasts. */
  get undone(): number {
    return this.rare === null ? 0 : this.rare.undone;
  }

  /** @internal The record of what few threads have, made when something is put there. */
  get own(): Rare {
    return (this.rare ??= new Rare());
  }

  get name(): string {
    return this.rare?.givenName ?? this.first.code.label;
  }

  /** @internal */
  get host(): Host {
    return this.lane.host;
  }

  /** @internal */
  get startedBy(): Thread | Starter | null {
    const { origin } = this;
    return origin instanceof Starter && origin.thread === this ? origin.next : origin;
  }

  /** The thread that started it, while that one lives; then null, and only traces name it. */
  get parent(): Thread | null {
    const { startedBy } = this;
    const parent = (startedBy instanceof Starter ? startedBy.thread : startedBy) as Thread | null;
    return parent?.ended === true ? null : parent;
  }

  /** @internal It has come into the list of live threads. */
  linked(): void {
    const { origin } = this;
    if (origin instanceof Thread) this.origin = origin.asStarter();
  }

  /** @internal What it leaves to a thread that it has started and that waits. */
  asStarter(): Starter {
    this.linked();
    const origin = this.origin as Starter | null;
    if (origin !== null && origin.thread === this) return origin;
    const starter = new Starter(this, origin);
    if (this.ended) starter.end();
    else this.origin = starter;
    return starter;
  }

  get owner(): object | null {
    return this.core?.owner ?? null;
  }

  get status(): Status {
    if (this.running) return 'running';
    if (this.ended) return this.done ? 'done' : (this.facts & ENDED.failed) === 0 ? 'cancelled' : 'failed';
    return this.kind === null || this.isDue ? 'ready' : (waitWords[this.kind] as WaitWords).status;
  }

  /** Lower runs first within a pulse. */
  get priority(): number {
    return this.lane.priority;
  }

  /** @internal It has ended: those that it has started keep only the text of its calls. */
  leaveStarted(): void {
    const { origin } = this;
    if (!(origin instanceof Starter) || origin.thread !== this) return;
    this.origin = origin.next;
    origin.end();
  }

  /** @internal It has ended in this way. */
  end(how: Outcome): void {
    this.facts = (this.facts & ~RUNNING) | ENDED[how];
  }

  /** @internal It leaves the lists of its scheduler. Twice is once. */
  leaveHost(): void {
    if ((this.facts & GONE) !== 0) return;
    this.host.live.unlink(this);
    // No call may follow; see the constructor.
    this.facts |= GONE;
    this.lane.threads--;
    this.lane.host.live.size--;
  }

  /** @internal It has ended with this error. */
  failedWith(error: unknown): boolean {
    return (this.facts & ENDED.failed) !== 0 && this.held === error;
  }

  /** @internal It has ended with a value. */
  get done(): boolean {
    return (this.facts & ENDED.done) !== 0;
  }

  /** @internal It was cancelled, and has ended. */
  get cancelled(): boolean {
    return (this.facts & ENDED.cancelled) !== 0;
  }

  /** @internal Its frame-wait is over, and its turn has not come yet in this pulse. */
  get isDue(): boolean {
    const { list } = this;
    return !this.running && list instanceof FrameList && this.since < list.frame && !this.clock.halted;
  }

  /** @internal `kind` alone does not say so: a turn that a frame-wait ends leaves it as it is. */
  get isWaiting(): boolean {
    return this.kind !== null && !this.running && !this.isDue;
  }

  /** Has it ended? */
  get ended(): boolean {
    return (this.facts & ENDED_ANYHOW) !== 0;
  }

  /** The value that it ended with; undefined before, and when it failed. */
  get result(): unknown {
    return this.done ? this.value : undefined;
  }

  /**
   * What it waits for, since which frame, and who holds it up; empty while it runs or is ready, and after its end.
   *
   * @example
   * class Hero extends Executor {
   *   // @compile
   *   walk() {
   *     this.wait(200);
   *   }
   *   // @compile
   *   jump() {}
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
   * Ends the thread: its `finally` blocks run from the innermost call outwards and may wait, `catch` blocks do not see it,
   * who waits for it gets a CancelledError with `reason`. Cancelling twice is safe, and the first reason counts. A `finally` block that waits
   * already comes to its end first; an error that it holds up goes to `onError`.
   *
   * `{ now: true }` is the last word to a script that does not end: what is left of its `finally` blocks is left out, and so with all that would end
   * with it. Its owner is free at once. A thread that runs ends at its next real wait.
   * @throws {TypeError} for an option that is not known.
   *
   * @example
   * // @compile
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
    if (options !== GENTLY) checkOptions('cancel', options, CANCEL_OPTIONS);
    const { now = false } = options;
    if (typeof now !== 'boolean') throw badArgument('cancel', '`now` to be true or false', now);
    this.host.cancel(this, reason, now);
  }

  /** @internal An error is lost on its way through this thread, as that is unwound: somebody has to hear of it. */
  loseError(error: unknown): void {
    this.host.uncaught(this, error);
  }

  /** A Promise of its end, so that `await thread` gives its value or its error. */
  // oxlint-disable-next-line unicorn/no-thenable -- a Thread is awaited by design
  then<A = unknown, B = never>(
    onFulfilled?: ((value: unknown) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.joined = true;
    return new Promise((resolve, reject) => {
      if (this.ended) settle(this, resolve, reject);
      else (this.own.settlers ??= []).push(() => settle(this, resolve, reject));
    }).then(onFulfilled, onRejected);
  }

  /**
   * Its calls, innermost first, then those of the threads that started it:
   * `step(NORTH) -> walk(NORTH) -> ButtonC.onPress()`.
   */
  trace(): string {
    return this.calls().concat(startersOf(this)).map(showCalled).join(' -> ');
  }

  /** One line, also where it is logged: `Thread #1 patrol of Guard, priority 0, sleeping: wait(1000), since frame 48`. */
  toString(): string {
    return `Thread ${describeThread(this)}`;
  }

  /** @internal Its own calls, innermost first. */
  calls(): Called[] {
    const calls: Called[] = [];
    if (this.call !== null) calls.push(asCalled(this.call));
    for (let frame = this.leaf; frame !== null; frame = frame.parent) calls.push(asCalled(frame));
    if (calls.length === 0) calls.push(asCalled(this.first));
    return calls;
  }
}

printInOneLine(Thread.prototype);

const asCalled = ({ code, args }: Pick<Call, 'code' | 'args'>): Called => ({ label: code.label, args });

function settle(thread: Thread, resolve: (value: unknown) => void, reject: (error: unknown) => void): void {
  if (thread.done) resolve(thread.value);
  else reject(thread.value);
}

/** One object, so that every file sees the same. */
export const current: {
  /** The thread whose code runs now, or null in plain code. */
  thread: Thread | null;
  /** In a handler: the thread whose code has called the emitter. */
  starter: Thread | null;
  /** The scheduler that was entered. */
  entered: Host | null;
  /** The default one. */
  standard: Host;
} = { thread: null, starter: null, entered: null, standard: null as unknown as Host };

/** The scheduler that an owner gets now which had none before. */
export const hostNow = (): Host => (current.thread ?? current.starter)?.host ?? current.entered ?? current.standard;
