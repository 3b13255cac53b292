/** What threads do, told as they do it: for inspectors and tests, as a separate entry point. */
import { checkFunctionOption, checkOptions, isA } from './arguments.js';
import type { CompiledFunction } from './execution/compiled-function.js';
import { locationOf } from './execution/location.js';
import { badArgument } from './messages/errors.js';
import { show, unasked } from './messages/format.js';
import { Scheduler } from './scheduling/scheduler.js';
import { callOutside } from './scheduling/uncaught.js';
import { type Seam, seam } from './threads/seam.js';
import { Thread } from './threads/thread.js';
import { holdUp, standingInTheWay } from './threads/waiting-for.js';

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
}

const EVENTS = ['started', 'waits', 'queued', 'goesOn', 'ended'] as const;

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
  checkOptions('observe', observer, EVENTS);
  for (const event of EVENTS) checkFunctionOption('observe', event, observer[event]);
  const watch = new Watch(scheduler, observer);
  watches = watches.concat(watch);
  seam.to = all;
  return () => {
    watches = watches.filter((one) => one !== watch);
    if (watches.length === 0) seam.to = null;
  };
}

/** Where a thread is, and what it waits for, as data. */
export interface Look {
  /** The name of its owner; null without one. */
  readonly owner: string | null;
  /** Its innermost function: `Guard.patrol`. */
  readonly function: string;
  /** The lines of the source in which that function may wait, in order. */
  readonly lines: readonly number[];
  /** Where it waits, as the native stack says (`guard.js:12:4`). Null without `noteStacks()` and where no stack tells it. */
  readonly location: string | null;
  /** As `thread.waitingFor`, but no getter of the game is called. */
  readonly waitsFor: string;
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
  const { owner, call, inner, kind } = thread;
  const { code } = call !== null && kind !== 'join' ? call : (inner ?? thread);
  const compiled = code.starts ?? code;
  const waits = thread.isWaiting;
  return unasked(() => ({
    owner: owner === null ? null : show(owner),
    function: compiled.path,
    lines: linesOf(compiled),
    location: waits && call === null ? locationOf(inner?.notes?.site) : null,
    waitsFor: thread.waitingFor,
    since: waits ? thread.since : null,
    behind: holdUp(thread) as Thread | null,
  }));
}

/** The text of a function is long to read, and there are few functions. */
const lines = new WeakMap<CompiledFunction, readonly number[]>();

function linesOf(code: CompiledFunction): readonly number[] {
  let known = lines.get(code);
  if (known === undefined) lines.set(code, (known = [...new Set(code.pauses.map(({ line }) => line))]));
  return known;
}

/** One observer of one scheduler. */
class Watch {
  readonly #scheduler: Scheduler;
  readonly #observer: Observer;
  /** Those that are live: does each wait or queue? One entry for a whole life, as to add and delete costs more than to set. */
  readonly #live: Map<Thread, boolean>;

  constructor(scheduler: Scheduler, observer: Observer) {
    this.#scheduler = scheduler;
    this.#observer = observer;
    const { threads } = scheduler;
    this.#live = new Map(threads.map((thread) => [thread, !thread.running]));
    threads.forEach((thread) => thread.cool());
  }

  tell(event: (typeof EVENTS)[number], thread: Thread): void {
    if ((thread.scheduler as unknown) !== this.#scheduler || !this.#isNews(event, thread)) return;
    const tell = this.#observer[event];
    if (tell === undefined) return;
    const { frame } = this.#scheduler.clock;
    const [behind = null] = event === 'queued' ? standingInTheWay(thread) : [];
    callOutside(this.#scheduler, () => tell(thread, frame, behind as Thread | null));
  }

  /** The core also tells of threads that go on without having waited, and of an end that it cannot be sure to have told. */
  #isNews(event: (typeof EVENTS)[number], thread: Thread): boolean {
    if (event === 'ended') return this.#live.delete(thread);
    if (event === 'goesOn' && this.#live.get(thread) !== true) return false;
    this.#live.set(thread, event === 'waits' || event === 'queued');
    return true;
  }
}

/** Another list for each change: an observer may end its own watch, or begin one. */
let watches: readonly Watch[] = [];

function tellAll(event: (typeof EVENTS)[number], thread: Thread): void {
  for (const watch of watches) watch.tell(event, thread);
}

const all: Seam = {
  started: (thread) => tellAll('started', thread),
  waits: (thread) => tellAll('waits', thread),
  queued: (thread) => tellAll('queued', thread),
  goesOn: (thread) => tellAll('goesOn', thread),
  ended: (thread) => tellAll('ended', thread),
};
