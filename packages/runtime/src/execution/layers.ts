/**
 * What hangs on the kernel without being a part of it: ONE record, with a point for each thing that a layer does or says. A point is
 * null until its layer fills it, which the module of the layer does when it is loaded, or when its word is first used. So a bundle without that
 * module has nothing of the layer, and the kernel imports none: it asks here.
 *
 * These are in the kernel, though not every program needs them (scripts/size-by-module.js has their bytes):
 * - owners, and the search for cycles of waits: any call of a method makes its object an owner, also `lib.fn()`, so no text shows that there is none;
 * - calls that go deep (deep-calls.ts): any recursion may;
 * - members of Thread, Scheduler, Clock and Executor, such as `pause`: no bundler sees that nobody calls one. Those of Scheduler that many games never
 *   call (`signal`, `clearSignal`, `dump`, `input`, `replaying`, `record`) are 16 to 33 bytes each;
 * - the sentences that say what a thread waits for, and traces: they are in what players report.
 *
 * What a scheduler is made with (`inbox`, `order`) and the watches of development (`pulses`, `queues`) are fields of it: each scheduler has its own.
 */
import type { Call, Frame, Site, Thrown } from './call.js';
import type { Body, CompiledFunction } from './compiled-function.js';

export interface ObserverOf<T> {
  /** It has been made; its body has not run. */
  started(thread: T): void;
  waits(thread: T): void;
  /** It has come into the queue of its executor. */
  queued(thread: T): void;
  /** Its code is about to run; perhaps it has not waited. */
  goesOn(thread: T): void;
  ended(thread: T): void;
  /** Runs the code of a turn, and gives its outcome; null while no observer wants to be around it. */
  readonly around: ((thread: T, run: (thread: T) => unknown) => unknown) | null;
}

export interface ScopesOf<T, S> {
  /** A thread has been made: in which scope is it? */
  started(thread: T, start: S): void;
  /** The running thread has started this one and goes on beside it. */
  add(thread: T): void;
}

/** The orders that threads have given: calls that they have started, and beside which they go on. */
export interface OrdersOf<T> {
  /** The live orders of a thread, in order of start. */
  of(giver: T): readonly T[];
  /** Those of its calls as statements on an owner that are not over: a question to that owner comes after them. */
  toldBefore(giver: T, owner: unknown): readonly T[];
  /** Those that may end with a thread that is about to be cancelled. */
  thatMayEnd(giver: T): readonly T[];
  /** Those that it waits for, and those that it stands behind. */
  awaitedBy(giver: T, orders: readonly T[]): readonly T[];
  /** A thread has ended: it is nobody's order, and its own orders are of the one that has waited for it. */
  end(thread: T): void;
  /** A call has ended in its first turn: its caller has waited for it. */
  inheritAtOnce(called: T): void;
  /** A thread has ended that was to be waited for: its orders pass to `heir`. Returns them. */
  inherit(ended: T, heir: T): readonly T[];
}

/** Calls that take the place of earlier ones of the same function, or are dropped for one. */
export interface AgainOf<T, L, B> {
  /** The earlier threads that a call replaces, or for which it is dropped. */
  underWay(lock: L | null, code: CompiledFunction): readonly T[];
  /** Starts a thread in the place of those that it replaces, and cancels them. */
  start(begins: B, region: string | null): T;
}

/** Calls that take the executor from those who are suspended holding it. */
export interface InterruptionsOf<T, L> {
  /** A call takes the executor. False if it has to queue. */
  take(lock: L, thread: T): boolean;
  /** Those who get the executor back with a thread that has lost it to such a call. */
  together(lock: L, back: T): readonly T[];
  /** What an interrupted thread stands in the queue with, and what it goes on with then. */
  returnOf(thread: T): Call;
  outcomeOf(thread: T): unknown;
  /** A thread has its executor again, or needs it no more. */
  end(thread: T): void;
}

export interface FinallyBlocks {
  /** See `unwindAfterFinally`. */
  unwindAfter(leaf: Frame | null, unwinding: Unwinding): boolean;
  /** The error that the block holds back in which a body is. */
  heldIn(body: object): Thrown | null;
}

/** The thread of some frames, to which an error is reported that is lost when they are unwound. */
export interface Unwinding {
  loseError(error: unknown): void;
}

interface Layers {
  // ---- who looks on
  /**
   * observe.ts, while somebody observes any scheduler. Then no call borrows a thread and none becomes hot, as neither of these has turns that go
   * through the places where this is asked.
   */
  observer: ObserverOf<any> | null;
  /** hot.ts: a scheduler has been made. */
  made: ((scheduler: object) => void) | null;
  /** testing.ts, while a test runs: a signal was sent for which nobody waits. Asked in development only. */
  unheard: ((signals: object, name: string) => void) | null;

  /** saves.ts: the pulse is over, also for those whose frames were skipped. */
  pulsed: ((scheduler: any) => void) | null;
  /** saves/closed-owners.ts: an owner has been closed. */
  closed: ((lock: any) => void) | null;

  /**
   * stacks.ts, once stacks are noted: notes where the current pause began. `depth` is -1 for one whose generator has left the native stack: then it
   * has been noted before.
   */
  noteSite: ((depth: number) => void) | null;

  // ---- words
  /** ownership/orders.ts, where compiled code goes on beside its calls. */
  orders: OrdersOf<any> | null;
  /** scheduling/restart-drop-latest.ts: the rules of `@restart`, `@drop` and `@latest` (R5d). Compiled code brings them with such a function. */
  again: AgainOf<any, any, any> | null;
  /** ownership/interruptions.ts: the rules of `@interrupt` (R5d). Compiled code brings them with such a function. */
  interruptions: InterruptionsOf<any, any> | null;
  /** words/scope.ts, once a script has called `scope`. */
  scopes: ScopesOf<any, any> | null;
  /** words/skips.ts: gives the frames of those that are skipped, at the end of a pulse. */
  skip: ((scheduler: any) => void) | null;
  /** waits/signals.ts: makes the signals of a scheduler. Without it nothing can wait for a signal, and none is kept. */
  signals: (() => any) | null;
  /** words/executor-class.ts: is it an object of the class Executor, whether it has acted or not? */
  isExecutor: ((object: unknown) => boolean) | null;
  /** saves/restarts.ts: notes how a wait for a Promise begins again, if the second argument of `waitFor` says so. */
  restart: ((awaited: unknown, options: unknown) => void) | null;

  // ---- forms of compiled code
  /** execution/finally-marks.ts. */
  finallyBlocks: FinallyBlocks | null;
  /** execution/frame-code.ts: the record of a body that is a step of frame objects; null for a generator function. */
  codeOfStep: ((body: Body, meta: string) => CompiledFunction | null) | null;
  /** execution/frame-objects.ts: where a frame object waits, from the text of its function. */
  siteAt: ((code: CompiledFunction, pc: number | undefined) => Site | undefined) | null;

  // ---- what stands on a native stack (execution/deep-calls.ts)
  /** execution/frame-objects.ts: does a function of this name step a frame object, where `next` stands for a generator? */
  isStepper: ((name: string | undefined) => boolean) | null;
  /** execution/frame-objects.ts: does the line stand for a body that an entry runs, as a method of its record? */
  isByEntry: ((line: string | undefined) => boolean) | null;
  /** dispatch/frames.ts: is it what an entry calls that does not run the body itself? */
  isEnter: ((name: string | undefined) => boolean) | null;
  /** builtins/native-calls.ts: does the line stand for a function that only passes on what the version of a native gives, a pause, too? */
  passes: ((line: string | undefined) => boolean) | null;
}

export const layers: Layers = {
  observer: null,
  made: null,
  unheard: null,
  pulsed: null,
  closed: null,
  noteSite: null,
  orders: null,
  again: null,
  interruptions: null,
  scopes: null,
  skip: null,
  signals: null,
  isExecutor: null,
  restart: null,
  finallyBlocks: null,
  codeOfStep: null,
  siteAt: null,
  isStepper: null,
  isByEntry: null,
  isEnter: null,
  passes: null,
};

/** Fills points of a layer, or empties them again. */
export function addLayer(points: Partial<Layers>): void {
  Object.assign(layers, points);
}
