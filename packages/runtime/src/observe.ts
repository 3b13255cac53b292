/** What threads do, told as they do it: for inspectors and tests, as a separate entry point. */
import { checkFunctionOption, checkOptions, isA } from './arguments.js';
import type { Frame, Site } from './execution/call.js';
import type { CompiledFunction } from './execution/compiled-function.js';
import { asFrameObject } from './execution/frame-places.js';
import { addLayer, type ObserverOf } from './execution/layers.js';
import { locationOf } from './execution/location.js';
import { pausesOf } from './execution/pause-points.js';
import { badArgument } from './messages/errors.js';
import { show, unasked } from './messages/format.js';
import { Scheduler } from './scheduling/scheduler.js';
import { callOutside } from './scheduling/uncaught.js';
import { Thread } from './threads/thread.js';
import { holdUp, standingInTheWay } from './threads/describe-wait.js';

/**
 * What happens to the threads of a scheduler. `frame` is that of its clock. Each function is called as plain code, and only
 * looks: what it throws comes out of the pulse, at its end.
 */
export interface Observer {
  /** It has been made: a call, `start` or `spawn`. Its code has not run. */
  readonly started?: (thread: Thread, frame: number) => void;
  /** It begins to wait: see `thread.waitingFor`. */
  readonly waits?: (thread: Thread, frame: number) => void;
  /** It queues for its owner behind this thread, which is null if only threads of the queue are before it. */
  readonly queued?: (thread: Thread, frame: number, behind: Thread | null) => void;
  /** It goes on after that: its code is about to run. */
  readonly goesOn?: (thread: Thread, frame: number) => void;
  /** It has ended: see `thread.status`. */
  readonly ended?: (thread: Thread, frame: number) => void;
  /**
   * Has to call `run`, which runs the code of the thread up to its next wait or its end: for what follows a native stack, such as
   * the tasks of `console.createTask`. `run` throws nothing.
   */
  readonly around?: (thread: Thread, run: () => void) => void;
}

const EVENTS = ['started', 'waits', 'queued', 'goesOn', 'ended'] as const;
const KEYS = [...EVENTS, 'around'] as const;

/**
 * Calls an observer from now on, in order. Threads that are live already are told of when they next go on, wait or end.
 * Returns a function that ends this. While any scheduler is observed, all are slower; after that, and before, it costs nothing.
 * @throws {TypeError} if the first argument is no scheduler, or the observer has a wrong key or value.
 *
 * @example
 * //@compile
 * function bell() {
 *   wait(100);
 * }
 * const seen = [];
 * const stop = observe(scheduler, {
 *   waits: (thread, frame) => seen.push(`${frame} ${thread.waitingFor}`),
 *   ended: (thread, frame) => seen.push(`${frame} ${thread.name} ${thread.status}`),
 * });
 * bell();
 * runToEnd(scheduler, { frameMs: 50 });
 * stop();
 * seen.join("; "); // "0 wait(100), since frame 0; 2 bell done"
 */
export function observe(scheduler: Scheduler, observer: Observer): () => void {
  if (!isA(scheduler, Scheduler)) throw badArgument('observe', 'a scheduler', scheduler);
  checkOptions('observe', observer, KEYS);
  for (const key of KEYS) checkFunctionOption('observe', key, observer[key]);
  const watch = new Watch(scheduler, observer);
  setWatches(watches.concat(watch));
  return () => setWatches(watches.filter((one) => one !== watch));
}

/** Where a thread is, and what it waits for, as data. */
export interface Look {
  /** The name of its owner; null without one. */
  readonly owner: string | null;
  /** Its innermost function: `Guard.patrol`. */
  readonly function: string;
  /** The lines of the source in which that function may wait, in order; with `target: "frames"` only the one in which it waits. */
  readonly lines: readonly number[];
  /** Where it waits, as the native stack says (`guard.js:12:4`). Null without `noteStacks()` and where no stack tells it. */
  readonly location: string | null;
  /** As `thread.waitingFor`, but no getter of the game is called. */
  readonly waitsFor: string;
  /** The kind of its wait, for tools: `timer`, `signal`, `join`, `promise`, …; null while it does not wait. */
  readonly kind: string | null;
  /** The frame at which its wait began; null while it does not wait. */
  readonly since: number | null;
  /** The thread that holds it up; null for none. */
  readonly behind: Thread | null;
}

/**
 * Says where a thread is. It changes nothing.
 * @throws {TypeError} if it is no thread.
 *
 * @example
 * //@compile
 * function bell() {
 *   wait(100);
 * }
 * const { function: name, waitsFor } = lookAt(scheduler.spawn(bell));
 * name + waitsFor; // "bell"
 */
export function lookAt(thread: Thread): Look {
  if (!isA(thread, Thread)) throw badArgument('lookAt', 'a thread', thread);
  const { owner, call, leaf, kind } = thread;
  const isCall = call !== null && !kind?.joins;
  const { code } = isCall ? call : (leaf ?? thread);
  const compiled = code.starts ?? code;
  const waits = thread.isWaiting;
  return unasked(() => ({
    owner: owner === null ? null : show(owner),
    function: compiled.path,
    lines: linesOf(compiled, isCall ? null : leaf),
    location: waits && call === null && !compiled.isOfRuntime ? locationIn(leaf?.notes?.site) : null,
    waitsFor: thread.waitingFor,
    kind: waits && kind !== null ? kind.name : null,
    since: waits ? thread.since : null,
    behind: holdUp(thread) as Thread | null,
  }));
}

/** A stack is long to read, and a thread that waits is looked at again and again. */
const locations = new WeakMap<Site, string | null>();

function locationIn(site: Site | undefined): string | null {
  if (site === undefined) return null;
  let known = locations.get(site);
  if (known === undefined) locations.set(site, (known = locationOf(site)));
  return known;
}

/** The line of each pause, and each line once. The text of a function is long to read, and there are few functions. */
interface Lines {
  readonly ofPauses: readonly number[];
  readonly all: readonly number[];
}
const lines = new WeakMap<CompiledFunction, Lines>();

function linesOf(code: CompiledFunction, leaf: Frame | null): readonly number[] {
  let known = lines.get(code);
  if (known === undefined) {
    // A word of the runtime says no line.
    const ofPauses = code.isOfRuntime ? [] : pausesOf(code).map(({ line }) => line);
    lines.set(code, (known = { ofPauses, all: [...new Set(ofPauses)] }));
  }
  const line = leaf === null ? undefined : known.ofPauses[(asFrameObject(leaf)?.pc ?? 0) - 1];
  return line === undefined ? known.all : [line];
}

/** What was last told of a thread. */
const UNKNOWN = 0;
const GOES_ON = 1;
const WAITS = 2;

/**
 * What was last told of each live thread, by its number: a byte in a page of 1,024. A turn of ten thousand threads takes a third
 * longer with a Map. A page goes with the last of its threads.
 */
class Told {
  readonly #pages: ({ readonly bytes: Uint8Array; live: number } | undefined)[] = [];

  get(id: number): number {
    const page = this.#pages[id >>> 10];
    return page === undefined ? UNKNOWN : (page.bytes[id & 1023] as number);
  }

  set(id: number, what: number): void {
    const page = (this.#pages[id >>> 10] ??= { bytes: new Uint8Array(1024), live: 0 });
    if (page.bytes[id & 1023] === UNKNOWN) page.live++;
    page.bytes[id & 1023] = what;
  }

  /** It has ended. False if it was not known. */
  delete(id: number): boolean {
    const page = this.#pages[id >>> 10];
    if (page === undefined || page.bytes[id & 1023] === UNKNOWN) return false;
    page.bytes[id & 1023] = UNKNOWN;
    if (--page.live === 0) this.#pages[id >>> 10] = undefined;
    return true;
  }
}

/** One observer of one scheduler. */
class Watch {
  readonly #scheduler: Scheduler;
  readonly #observer: Observer;
  readonly #told = new Told();

  constructor(scheduler: Scheduler, observer: Observer) {
    this.#scheduler = scheduler;
    this.#observer = observer;
    const { threads } = scheduler;
    for (const { id, running } of threads) this.#told.set(id, running ? GOES_ON : WAITS);
    threads.forEach((thread) => thread.cool());
  }

  /** The core also tells of threads that go on without having waited, and of ends that it may have told of. */
  tell(event: (typeof EVENTS)[number], thread: Thread): void {
    const { id, scheduler } = thread;
    if (!this.#isOf(thread) || (event === 'goesOn' && this.#told.get(id) !== WAITS)) return;
    if (event !== 'ended') this.#told.set(id, event === 'waits' || event === 'queued' ? WAITS : GOES_ON);
    else if (!this.#told.delete(id)) return;
    const tell = this.#observer[event];
    const behind = event === 'queued' ? (standingInTheWay(thread)[0] ?? null) : null;
    if (tell !== undefined) callOutside(scheduler, tell, thread, this.#scheduler.clock.frame, behind);
  }

  get isAround(): boolean {
    return this.#observer.around !== undefined;
  }

  around(thread: Thread, run: () => void): void {
    const { around } = this.#observer;
    if (around === undefined || !this.#isOf(thread)) return run();
    let hasRun = false;
    tellAround(around, thread, () => {
      if (!hasRun) run();
      hasRun = true;
    });
    if (!hasRun) run();
  }

  #isOf(thread: Thread): boolean {
    return (thread.scheduler as unknown) === this.#scheduler;
  }
}

/** Another list for each change: an observer may end its own watch, or begin one. */
let watches: readonly Watch[] = [];

function setWatches(next: readonly Watch[]): void {
  watches = next;
  const around = next.some(({ isAround }) => isAround) ? runAround : null;
  addLayer({ observer: next.length === 0 ? null : { ...told, around } });
}

/** The error of an observer comes out of the pulse. */
function tellAround(around: Observer['around'] & {}, thread: Thread, run: () => void): void {
  try {
    around(thread, run);
  } catch (error) {
    thread.scheduler.errors.threw(error);
  }
}

/** The first observer is the outermost. No observer sees the outcome of the code or what it throws. */
function runAround(thread: Thread, run: (thread: Thread) => unknown): unknown {
  let outcome: unknown;
  let thrown: { readonly error: unknown } | null = null;
  const runs = watches.reduceRight<() => void>(
    (inner, watch) => () => watch.around(thread, inner),
    () => {
      try {
        outcome = run(thread);
      } catch (error) {
        thrown = { error };
      }
    },
  );
  runs();
  if (thrown !== null) throw (thrown as { readonly error: unknown }).error;
  return outcome;
}

const tellAll =
  (event: (typeof EVENTS)[number]) =>
  (thread: Thread): void => {
    for (const watch of watches) watch.tell(event, thread);
  };

const told: Omit<ObserverOf<Thread>, 'around'> = {
  started: tellAll('started'),
  waits: tellAll('waits'),
  queued: tellAll('queued'),
  goesOn: tellAll('goesOn'),
  ended: tellAll('ended'),
};
