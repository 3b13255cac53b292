import { type Filter, type Heard, type Statement, takings } from './program.js';

/** What the model is made of: waits as data, actors, threads, and what can be asked of them. */

/** What an error is called in the trace. Our own have their message, those of the runtime the name of their class. */
export class Failure {
  readonly label: string;

  constructor(label: string) {
    this.label = label;
  }
}

/** What filters and predicates throw. */
export const thrownWithin = 'thrown within';

/** Thrown into a thread to run its `finally` blocks; no `catch` sees it. */
export const cancelling = Symbol('cancelling');

/** What a suspended thread waits for. `keeps`: its hold stays. */
export type Wait = { readonly keeps: boolean } & (
  | { readonly kind: 'time'; readonly due: number; readonly isTurn?: boolean; readonly isPoint?: boolean }
  | { readonly kind: 'yield' }
  | { readonly kind: 'frame'; readonly frame: number; readonly isLoop: boolean }
  | { readonly kind: 'predicate'; readonly test: () => boolean }
  | Watch
  | { readonly kind: 'queue'; readonly queue: Queue }
  | { readonly kind: 'promise'; readonly promise: Settleable }
  | { readonly kind: 'blocked' }
  | Join
);

/** Waits for something that happens now and then. */
export interface Watch {
  readonly kind: 'watch';
  readonly keeps: boolean;
  readonly source: Source;
  readonly filter: Filter;
  /** When `waitForEvent` runs out. */
  readonly due: number;
}

export interface WatchOptions {
  readonly filter?: Filter;
  readonly due?: number;
  readonly sticky?: number | undefined;
}

/** A signal, a function with its receiver (null: any) or an event source. */
export interface Source {
  readonly kind: Heard['kind'];
  readonly which: number;
  readonly receiver: Self;
}

/** What happened, to whom, and what it hands over. Events are filtered by their number. */
export interface Happening extends Source {
  readonly value: unknown;
  readonly number?: number | undefined;
}

/** Made by `listen`. It belongs to one thread. */
export interface Queue {
  readonly source: Source;
  readonly values: unknown[];
}

export interface Join {
  readonly kind: 'join';
  readonly keeps: boolean;
  readonly how: 'thread' | 'orders' | 'call' | 'entity' | 'all' | 'race' | 'withTimeout' | 'hold' | 'ending' | 'scope';
  readonly threads: readonly Thread[];
  readonly scope?: Scope | undefined;
  /** When `withTimeout` runs out. */
  readonly due?: number;
  /** Of `all`, `race` and `tracks`. */
  readonly siblings?: Siblings | undefined;
  /** Of a call that stands in a combinator. */
  readonly names?: boolean;
}

/** R5b: the branches of one combinator, from the start of the first one until it is over. */
export interface Siblings {
  /** On their executors the branches do not block each other. */
  readonly named: Set<Actor>;
  /** Those that have begun. */
  readonly branches: Thread[];
  isOver: boolean;
}

/** What `scope` waits for: its own thread, which waits for its members. */
export interface Scope {
  readonly host: Thread;
  /** Runs its function. */
  readonly own: Thread;
  readonly members: Thread[];
  /** The host does not wait yet. */
  isOpening: boolean;
  /** The member whose error has ended it. */
  failed: Thread | null;
}

/** `from`: the thread that an error comes from, which is somebody's once it has been taken. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown; readonly from?: Thread };
export type Body = Generator<Wait>;
export type Code = (thread: Thread) => Body;

/** A Promise. When it was settled, and with what. */
export class Settleable {
  settledAt = 0;
  outcome: Outcome = { value: undefined };

  settle(at: number, id: number, rejects: boolean): void {
    if (this.settledAt > 0) return;
    this.settledAt = at;
    this.outcome = rejects ? { error: new Failure(`e${id}`) } : { value: id };
  }
}

/** Section 7. It hangs on its parent; the first one is the scheduler's. */
export class Clock {
  now = 0;
  scale = 1;
  isStopped = false;
  /** What the last pulse added. */
  stepMs = 0;
  readonly #parent: Clock | null;

  constructor(parent: Clock | null) {
    this.#parent = parent;
  }

  get isPaused(): boolean {
    return this.isStopped || (this.#parent?.isPaused ?? false);
  }

  advance(dtMs: number): void {
    this.stepMs = this.isStopped ? 0 : (this.#parent ? this.#parent.stepMs : dtMs) * this.scale;
    this.now += this.stepMs;
  }
}

/** It has its time from elsewhere: it never goes back, and a jump is one long pulse. */
export class FollowingClock extends Clock {
  readonly #source: () => number;

  constructor(parent: Clock, source: () => number) {
    super(parent);
    this.#source = source;
  }

  override advance(): void {
    this.stepMs = this.isPaused ? 0 : Math.max(0, this.#source() - this.now);
    this.now += this.stepMs;
  }
}

/** Given to `after` of the host. */
export interface Alarm {
  readonly clock: Clock;
  readonly due: number;
  readonly since: number;
  readonly body: readonly Statement[];
}

/** Introduces no owner. */
export const library = Symbol('library');

/** What `this` is in a function. */
export type Self = Actor | typeof library | null;

export class Actor {
  readonly name: string;
  isClosed = false;
  /**
   * Who has taken hold and neither released nor ended. Each list holds a family, who took first stands first; the last list has
   * the executor, each other lost it to the one after it: `[[hero], [thief, whom the thief waits for]]`.
   */
  levels: Thread[][] = [];
  /** Blocked threads, first in line first. */
  queue: Thread[] = [];
  /** Was first in line when the executor became free, and has not run since. */
  granted: Thread | null = null;
  /** Those of the queue that a join has covered are being started. */
  isAdmitting = false;

  constructor(name: string) {
    this.name = name;
  }

  get claims(): Thread[] {
    return this.levels.flat();
  }

  /** Those who hold it; nobody while it is promised. */
  get top(): Thread[] {
    return this.granted ? [] : (this.levels.at(-1) ?? []);
  }

  drop(thread: Thread): void {
    this.levels = this.levels
      .map((level) => level.filter((each) => each !== thread))
      .filter((level) => level.length > 0);
  }
}

/**
 * `cancelOthers` was called: a thread is to be cancelled, unless it waits for `saved`. `at`: the running thread that has
 * to say so.
 */
export interface Verdict {
  readonly thread: Thread;
  readonly saved: Thread;
  readonly reason: string;
  readonly at: Thread;
}

/** A function that runs in a thread. */
export interface Frame {
  /** Was on the stack when its thread was cancelled. */
  isDoomed: boolean;
  /** The outermost `finally` block that it stands in. */
  block: FinallyBlock | null;
}

export interface FinallyBlock {
  /** What it holds up. */
  readonly error: { readonly error: unknown } | null;
  /** Its thread was cancelled meanwhile. */
  isLast: boolean;
}

export interface ThreadOptions {
  readonly label: string;
  readonly owner: Actor | null;
  readonly parent: Thread | null;
  readonly priority: number;
  readonly clock: Clock;
  readonly code: Code;
  readonly fn?: number | null;
}

export class Thread {
  status: 'fresh' | 'running' | 'suspended' | 'blocked' | 'done' | 'failed' | 'cancelled' = 'fresh';
  body: Body | null = null;
  frames: Frame[] = [];
  wait: Wait | null = null;
  /** Counts what waits began and what got ready; order in lists comes from it. */
  since = 0;
  /** Its wait is over; it goes on with this. */
  outcome: Outcome | null = null;
  /** Its join has begun, but its turn is not over. */
  isBeginning = false;
  /** The pulse in which it had its turn in step 6. */
  nextFrame = -1;
  /** When it lost its owner to the next level; 0 if it did not. */
  lostAt = 0;
  /** Stands in the queue at the front, because it had the owner. */
  hasLost = false;
  /** Section 7: `pause()` was called. */
  isPaused = false;
  /** Stopped when that was last looked at, with or without its clock. */
  wasStopped = false;
  wasFrozen = false;
  /** When its turn came while it was stopped; 0 if it has not. */
  parkedAt = 0;
  /** When its timer was set again. */
  timerAt = 0;
  queuedAt = 0;
  isCancelling = false;
  wantsCancel = false;
  /** Cancelled for good: nothing of it runs any more. */
  wantsNow = false;
  /** Why it was cancelled; empty if not by what a program says. */
  reason = '';
  result: Outcome = { value: undefined };
  isJoined = false;
  /** Its caller, which gets what it throws, has not gone on: it has not waited yet. */
  isFirstTurn = false;
  attached: Thread[] = [];
  /** The scope that it is in; whether that waits for what it begins, or only ends it; and the scope that waits for it. */
  scope: Scope | null = null;
  isBackground = false;
  memberOf: Scope | null = null;
  /** It is a branch of a combinator. */
  branchOf: Siblings | null = null;
  /** Of the combinator whose branches it starts, or has started last. */
  starts: Siblings | null = null;
  /** What its calls as statements have started on other owners; a question stands behind those. */
  readonly orders: Thread[] = [];
  /** Section 4: it is an order, and this thread gave it, or waited for the one that did. */
  giver: Thread | null = null;
  /** Thrown by a `finally` block while it was cancelled. */
  failure: { readonly error: unknown } | null = null;
  /** Section 5: the wait that it was woken from and stays subscribed to, the function that waited, what came since. */
  kept: { readonly source: Source; readonly frame: Frame | undefined; readonly happened: Happening[] } | null = null;
  /** All queues that it ever made, and those that it can still name. */
  readonly queues: Queue[] = [];
  readonly named: Queue[] = [];
  /** The rhythm of `every`: its next deadline, and how many turns are over. */
  rhythm: { readonly ms: number; readonly clock: Clock; readonly due: number; readonly turns: number } | null = null;
  clock: Clock;
  /** The function that it began with; null if a call of none began it. */
  readonly fn: number | null;
  /** R5d `@beside`: it needs and holds no owner. */
  readonly isBeside: boolean;
  /** R5d `@interrupt`: it has its owner from start to end. */
  readonly isSteady: boolean;
  /** R5d: it was suspended holding its owner, and one of `@interrupt` has taken that. It goes on when it has it again. */
  isInterrupted = false;
  /** Those who lost their owner to the same call. */
  lossGroup = 0;
  /** Its wait is over, and it stands in the queue: what it will go on with. */
  saved: Outcome | null = null;

  readonly label: string;
  readonly owner: Actor | null;
  readonly parent: Thread | null;
  readonly priority: number;
  readonly code: Code;

  constructor({ label, owner, parent, priority, clock, code, fn = null }: ThreadOptions) {
    this.fn = fn;
    this.isBeside = fn !== null && owner !== null && takings[fn]?.busy === 'beside';
    this.isSteady = fn !== null && owner !== null && takings[fn]?.busy === 'interrupt';
    this.clock = clock;
    this.label = label;
    this.owner = owner;
    this.parent = parent;
    this.priority = priority;
    this.code = code;
  }
}

/** It unwinds, or will at its next wait. */
export const isEnding = ({ isCancelling, wantsCancel }: Thread): boolean => isCancelling || wantsCancel;

/** R5d: in the queue it goes even before those who have lost the owner, if they lost it earlier. */
export const isUrgent = ({ isInterrupted, isSteady, body }: Thread): boolean =>
  isInterrupted || (isSteady && body === null);

export const lastFirst = <T>(list: readonly T[]): T[] => list.map((_, index) => list[list.length - 1 - index] as T);

/** Does what happens concern somebody who waits for this? */
export const covers = (source: Source, { kind, which, receiver }: Source): boolean =>
  source.kind === kind && source.which === which && (source.receiver === null || source.receiver === receiver);

export const isSame = (one: Source, other: Source): boolean =>
  one.kind === other.kind && one.which === other.which && one.receiver === other.receiver;

export function hears(wait: Wait, happening: Happening): boolean {
  if (wait.kind === 'queue') return covers(wait.queue.source, happening);
  return wait.kind === 'watch' && covers(wait.source, happening);
}

/** What a waiter gets of what happened; null if its filter does not want it. */
export function judge(filter: Filter, { value, number = 0 }: Happening): Outcome | null {
  if (filter === 'throws') return { error: new Failure(thrownWithin) };
  return filter === null || number % 2 === 1 ? { value } : null;
}

/** In a few words; for what programs have reached. */
export function kindOf(wait: Wait): string {
  if (wait.kind === 'join') return wait.how;
  return wait.kind === 'watch' ? wait.source.kind : wait.kind;
}

export const cancelledError = ({ reason }: Thread): Failure => new Failure(`CancelledError ${reason}`.trim());

/** A deadline of its rhythm has come. */
export function nextTurn(thread: Thread): number {
  const rhythm = thread.rhythm as NonNullable<Thread['rhythm']>;
  const turns = rhythm.turns + 1;
  thread.rhythm = { ...rhythm, due: rhythm.due + rhythm.ms, turns };
  return turns;
}

export const bySince = (one: { since: number }, other: { since: number }): number => one.since - other.since;

export const isLive = ({ status }: Thread): boolean => ['fresh', 'running', 'suspended', 'blocked'].includes(status);

/** Its wait is over, or it was spawned; those of step 6 stand in a list of their own. */
export const isReady = ({ status, outcome }: Thread): boolean => status === 'fresh' || outcome !== null;

export const deadlineOf = ({ wait }: Thread): number => (wait && 'due' in wait ? (wait.due ?? Infinity) : Infinity);

/** Promised first, then the queue. */
export const lineOf = ({ granted, queue }: Actor): Thread[] => (granted ? [granted, ...queue] : queue);

export function statusOf(thread: Thread): string {
  const { wait } = thread;
  if (isReady(thread)) return 'ready';
  if (thread.status === 'blocked') return 'blocked';
  if (wait?.kind === 'time' || wait?.kind === 'frame') return 'sleeping';
  return wait?.kind === 'predicate' ? 'checking' : 'waiting';
}

/** An error that its thread never got is told, but for those that only say how its wait ended. */
export const isTold = (error: unknown): boolean =>
  error instanceof Failure && !/^(Timeout|Cancelled)Error/.test(error.label);

export const errorOf = ({ result }: Thread): unknown => (result as { error: unknown }).error;

export const valueOf = ({ result }: Thread): unknown => (result as { value: unknown }).value;

export const labelOf = (error: unknown): string => (error as Failure).label;

/** Section 4: somebody was cancelled. Who passes it on was cancelled, too. */
export const isCancellation = (error: unknown): boolean =>
  error instanceof Failure && error.label.startsWith('CancelledError');

/** What a function gives, or the error that it throws. */
export function resultOf(fn: () => unknown): Outcome {
  try {
    return { value: fn() };
  } catch (error) {
    return { error };
  }
}
