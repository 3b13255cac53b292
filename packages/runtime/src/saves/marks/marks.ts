/**
 * Marks: the state of a scheduler at one moment, in memory, and how it goes back there in place. A rewind never unwinds: no `finally` block and no script runs, and
 * nothing is built anew, so references stay good.
 */
import { checkBoolean, checkCount, checkFunction, checkOptions, isA } from '../../arguments.js';
import { LiveThreads } from '../../collections/live-threads.js';
import { turn } from '../../execution/turn-state.js';
import { DEV } from '../../messages/development.js';
import { badArgument } from '../../messages/errors.js';
import type { Scheduler } from '../../scheduling/scheduler.js';
import type { Thread } from '../../threads/thread.js';
import { type ClosedOwner, closedOwners, closeOwners, openOwners } from '../closed-owners.js';
import { cannotLoad, cannotSave, notHere } from '../errors.js';
import { Names } from '../names.js';
import type { Given } from '../options.js';
import { clearLock } from '../owner-rows.js';
import { forget, GONE, setFrame } from '../place-state.js';
import { NO_VALUE, readOf } from '../registry.js';
import { ownOf } from '../save.js';
import { SavesOf } from '../saves-of.js';
import type { OwnObjects } from '../values.js';
import type { Settling } from '../../waits/promise.js';
import { Contents } from './contents.js';
import { Copies } from './copies.js';
import { type Awaited, awaitedAt, OutsideNow } from './outside.js';
import { Walk } from './walk.js';

/** What of the game is in a mark. */
export interface MarkedState {
  /** Returns what `rewind` gets. It may not be changed later. */
  readonly mark: () => unknown;
  /** Puts it back in place. It cannot fail. */
  readonly rewind: (data: any) => void;
}

export interface MarksOptions {
  /** So many marks are kept; the next one takes the place of the oldest. Default 60. */
  readonly size?: number;
  /**
   * Does what scripts hold go back too, lists, objects and fields as a save has them? Default true. With `false` only variables do, which is several
   * times as fast: the game puts back what is in objects.
   */
  readonly contents?: boolean;
  /** Default: `save` and `load` of the state that `saves` was given. */
  readonly state?: MarkedState;
}

/** A moment to go back to. */
export interface Mark {
  /** The frame of the scheduler then. */
  readonly frame: number;
}

export interface Marks {
  /**
   * Notes the state of this moment. @throws {SaveError} for what no mark can hold, and inside a pulse or a script.
   */
  mark(): Mark;
  /**
   * Goes back to a mark: the scripts, their objects and the game are as they were then. It stays, so one can go back to it again.
   * @throws {LoadError} for a mark whose place a later one has taken, one with a wait that is over and cannot begin again, and inside a
   * pulse or a script: then nothing has changed.
   */
  rewind(mark: Mark): void;
}

/**
 * Marks of the scheduler of a game, and how it goes back to them.
 * @throws {TypeError} for what `saves` has not given, or an option that is not known.
 */
export function marks(game: object, options: MarksOptions = {}): Marks {
  checkCount('marks', 2, arguments);
  if (!isA(game, SavesOf)) throw badArgument('marks', 'what `saves` has given', game);
  checkOptions('marks', options, ['size', 'contents', 'state']);
  const { size = 60, contents = true, state } = options;
  if (!Number.isInteger(size) || size < 1) throw badArgument('marks', 'a whole number from 1 on as size', size);
  checkBoolean('marks', 'true or false as contents', contents);
  checkState('marks', state);
  const of = new MarksOf(game, { contents, state });
  const ring: Mark[] = [];
  /** Null for a mark whose place a later one has taken. */
  const slots = new WeakMap<Mark, Slot | null>();
  // The next mark takes its place once it has not been refused.
  let spare: Slot | undefined;
  return {
    mark() {
      const slot = of.take(spare);
      const mark = { frame: slot.frame };
      slots.set(mark, slot);
      spare = undefined;
      if (ring.push(mark) > size) {
        const oldest = ring.shift()!;
        spare = slots.get(oldest)!;
        slots.set(oldest, null);
      }
      return mark;
    },
    rewind(mark) {
      const slot = slots.get(mark);
      if (slot === undefined) throw badArgument('rewind', 'a mark that it has made', mark);
      if (slot === null) throw cannotLoad('busy', DEV ? 'The mark is gone.' : '');
      of.rewind(slot);
    },
  };
}

export function checkState(word: string, state: MarkedState | undefined): void {
  if (state === undefined) return;
  checkOptions(word, state, ['mark', 'rewind']);
  for (const one of [state.mark, state.rewind]) checkFunction(word, 'state: { mark, rewind }', one);
}

/** What a mark holds. The next one may use it again. */
export class Slot {
  readonly copies: Copies = new Copies();
  frame = 0;
  awaited: readonly Awaited[] = [];
  settlings: readonly Settling[] = [];
  closedOwners: readonly ClosedOwner[] = [];
  shows: readonly (() => void)[] = [];
  state: unknown = undefined;
}

interface Checked {
  readonly contents: boolean;
  readonly state: MarkedState | undefined;
}

export class MarksOf {
  readonly scheduler: Scheduler;
  readonly #given: Given;
  readonly #options: Checked;

  constructor({ scheduler, given }: SavesOf, options: Checked) {
    this.scheduler = scheduler;
    this.#given = given;
    this.#options = { ...options, state: options.state ?? this.#stateOf(given) };
  }

  /** That of saves: what it gives is copied. A game that makes a new world has to say how the old one goes back. */
  #stateOf({ state }: Given): MarkedState | undefined {
    if (state === undefined) return undefined;
    const { save, load } = state;
    if (load === undefined) throw badArgument('marks', 'a state: { mark, rewind }, as that of saves has no load', load);
    return {
      mark: () => {
        const [data, copies] = [save(), new Copies()];
        this.walk(copies, true).keepValues([data]);
        return [data, copies];
      },
      rewind: ([data, copies]: [unknown, Copies]) => {
        copies.putBack();
        load(data);
      },
    };
  }

  walk(copies: Copies, isDeep: boolean, own: OwnObjects = ownOf(this.#given)): Walk {
    return new Walk(copies, (lookAt) => new Contents(own, new Names(this.#given), copies, lookAt), isDeep);
  }

  take(slot: Slot = new Slot()): Slot {
    const { scheduler } = this;
    const { contents, state } = this.#options;
    if (!scheduler.isOutside) throw notHere('mark', DEV && 'a pulse or a script. Call it between two pulses.');
    const { copies } = slot;
    copies.open();
    const own = ownOf(this.#given);
    const walk = this.walk(copies, contents, own);
    walk.run(scheduler);
    this.#keepModules(walk, copies);
    if (contents) walk.keepValues(Array.from(own.all));
    copies.close();
    if (walk.refusals.length > 0) throw cannotSave(walk.refusals);
    slot.frame = scheduler.clock.frame;
    slot.awaited = walk.subscriptions.map(awaitedAt);
    slot.settlings = [...walk.settlings].filter(({ thread }) => thread?.scheduler === scheduler);
    slot.closedOwners = Array.from(closedOwners(scheduler), ({ owner, closed }) => ({ owner, reason: closed!.reason }));
    slot.shows = walk.shows;
    slot.state = state?.mark();
    return slot;
  }

  /** Variables, and what stands in constants, as a save has them. */
  #keepModules(walk: Walk, copies: Copies): void {
    const names = new Names(this.#given);
    walk.keepValues(Object.values(this.#given.clocks));
    if (!names.modules) return;
    const values: unknown[] = [];
    for (const { get, set } of names.variables) {
      const value = readOf(get);
      if (value === NO_VALUE) continue;
      values.push(value);
      if (set !== undefined) copies.rest.push(() => set(value));
    }
    for (const [one] of names.constants()) values.push(one);
    walk.keepValues(values);
    walk.keepStatics([...names.withProperties(), ...names.functions()]);
  }

  rewind(slot: Slot): void {
    const { scheduler } = this;
    if (!scheduler.isOutside) throw cannotLoad('busy', DEV ? '`rewind` is called in a pulse or a script.' : '');
    const threads = scheduler.live.toArray();
    const now = new OutsideNow(scheduler, threads);
    const missing = now.missing(slot.awaited);
    const { state } = this.#options;
    const before = state?.mark();
    try {
      this.#given.onLoad?.();
      // The game goes back first, so that what begins to wait finds it as it was.
      state?.rewind(slot.state);
      now.putOn(missing);
    } catch (error) {
      state?.rewind(before);
      throw error;
    }
    // From here on nothing can fail. In a log it is what plain code does, as a call is: a replay does it again.
    scheduler.inbox?.note('rewind', '', [slot.frame]);
    now.leave(slot.awaited);
    putBack(scheduler, slot, threads);
    now.join(slot.awaited, slot.settlings);
    now.finish(slot.shows);
  }
}

/** A flag that no thread has alone: it is not yet known whether it lives at the mark. */
const LEAVING = -1;

function putBack(
  scheduler: Scheduler,
  { copies, closedOwners: closed, frame }: Slot,
  threads: readonly Thread[],
): void {
  const { clock, signals, runQueues } = scheduler;
  openOwners(scheduler);
  for (const thread of threads) {
    if (thread.lock !== null) clearLock(thread.lock);
    thread.flags = LEAVING;
  }
  const { objects, count } = copies.threads;
  // One that had gone, or never was, lives again. What it was asked meanwhile may have left another flag.
  for (let i = 0; i < count; i++) {
    const thread = objects[i] as Thread;
    if ((thread.flags & GONE) === GONE) Reflect.deleteProperty(thread, 'status');
  }
  setFrame(clock, frame);
  // What was used last is none that was there: it may be one that is there no more.
  runQueues.of(NaN);
  signals?.of('');
  copies.putBack();
  for (const one of clock.active) one.wheel = null;
  copies.timers.putBack();
  const live = new LiveThreads<Thread>();
  for (let i = 0; i < count; i++) {
    const thread = objects[i] as Thread;
    if (!thread.listed) continue;
    live.add(thread);
    live.size++;
  }
  (scheduler as { live: LiveThreads<Thread> }).live = live;
  closeOwners(closed, scheduler);
  turn.leftAt = -1;
  for (const thread of threads) {
    if (thread.flags !== LEAVING) continue;
    thread.list = null;
    forget(thread);
  }
}
