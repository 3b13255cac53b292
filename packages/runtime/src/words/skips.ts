/** What `skippable` does but run its function: uncompiled/skippable.ts uses it. */
import { checkFunction, checkNumber, checkOptions, isArray, checkCount } from '../arguments.js';
import { SmallSet } from '../collections/small-set.js';
import { functionCode } from '../execution/compiled-function.js';
import { addLayer } from '../execution/layers.js';
import { DEV } from '../messages/development.js';
import { badArgument } from '../messages/errors.js';
import { skipWithoutEnd } from '../messages/warning-texts.js';
import { startThread } from '../scheduling/first-turn.js';
import { frameOf } from '../scheduling/frame-alone.js';
import { joinedBelow } from '../threads/joins.js';
import type { SkipOf } from '../threads/scheduler-interface.js';
import type { Thread, ThreadScheduler } from '../threads/thread.js';
import { Clock, hasTimers } from '../time/clock.js';
import { TimerList } from '../time/wheel.js';
import { needThread } from '../waits/wait-arguments.js';
import type { EventSource } from './events.js';
import { adopt } from './start.js';
import { setClock } from './with-clock-parts.js';

/** The options of `skippable`. */
export interface SkippableOptions {
  /** Skips each time that this comes: the name of a signal, or an event as its source and its type. */
  readonly by?: string | readonly [source: EventSource, type: string];
  /** Stops skipping when the script has not gone on for so many milliseconds of its clock. Default 60,000. */
  readonly skipPatienceMs?: number;
}

/** How long a skip goes on while its script does not. */
const PATIENCE_MS = 60_000;

/** How many frames are skipped in one pulse, so that a script that never ends does not stop the game. */
const MOST_FRAMES = 50_000;

export class Skip implements SkipOf {
  isOn = false;
  readonly clock: Clock;
  /** @internal */
  readonly thread: Thread;
  /** @internal */
  readonly options: SkippableOptions;
  /** @internal When its thread, or one that this waits for, had its last turn. */
  wentOnAtMs = 0;
  /** @internal While it is on: the thread, and those that it waits for. */
  family: Set<Thread> = new Set();

  constructor(thread: Thread, clock: Clock, options: SkippableOptions) {
    this.thread = thread;
    this.options = options;
    this.clock = clock;
    clock.skipped = this;
  }

  begin(): void {
    const { scheduler, ownRare: own } = this.thread;
    scheduler.skips.push(this);
    (own.listeners ??= new SmallSet()).add(this);
    setClock(this.thread, this.clock);
  }

  end(): void {
    this.thread.rare?.listeners?.delete(this);
    this.close();
    setClock(this.thread, this.clock.parent as Clock);
  }

  /** Its thread has ended, perhaps without its `finally` blocks. */
  close(): void {
    const { skips } = this.thread.scheduler;
    this.isOn = false;
    skips.splice(skips.indexOf(this), 1);
  }

  ask(on: boolean): void {
    if (on && !this.isOn) this.wentOnAtMs = this.clock.now;
    this.isOn = on && this.thread.scheduler.skips.includes(this);
  }

  wantsFrame(): boolean {
    const { clock, options } = this;
    const { scheduler } = this.thread;
    // The pulses have not said yet how long a frame is.
    if (!this.isOn || scheduler.lastMs === 0) return false;
    const before = this.family;
    this.family = joinedBelow([this.thread]);
    const isChanged = before.size !== this.family.size || Array.from(before).some((thread) => !this.family.has(thread));
    const isOutside = this.#waitsForOutside();
    if (isChanged || isOutside) this.wentOnAtMs = clock.now;
    if (isOutside && !clock.paused) return false;
    const isPatient = clock.now - this.wentOnAtMs < (options.skipPatienceMs ?? PATIENCE_MS);
    const mayGoOn = !clock.paused && this.#hasTime();
    this.isOn = isPatient && mayGoOn;
    if (DEV && mayGoOn && !isPatient && options.skipPatienceMs === undefined) this.#tell();
    return this.isOn;
  }

  /** Warns of a skip that has played a minute in vain. Who has given a patience knows of it. */
  #tell(): void {
    if (!DEV) return;
    const { name, waitingFor, scheduler } = this.thread;
    const beside = this.#familyHasTime() ? [] : this.#withTime().map((other) => other.name);
    scheduler.warnings.say(skipWithoutEnd(name, waitingFor, PATIENCE_MS, Array.from(new Set(beside))));
  }

  giveFrame(): void {
    const { scheduler } = this.thread;
    if (frameOf(scheduler, this.clock, this.family)) this.wentOnAtMs = this.clock.now;
  }

  #isOn(thread: Thread): boolean {
    return thread.clock.isBelow(this.clock);
  }

  /** Does it wait for a Promise, or for a thread on another clock, directly or through others? */
  #waitsForOutside(): boolean {
    const reached = new Set(this.family);
    let isOutside = false;
    // `forEach` of a Set also visits members that are added during it.
    reached.forEach((thread) => {
      isOutside ||= !this.#isOn(thread) || thread.kind?.isOutside === true;
      if (!thread.kind?.queues) return;
      thread.kind.blockers(thread, thread).forEach((blocker) => void reached.add(blocker));
      joinedBelow(Array.from(reached)).forEach((each) => void reached.add(each));
    });
    return isOutside;
  }

  /** Does anything on the clock wait for time, or is it ready? */
  #hasTime(): boolean {
    return this.#familyHasTime() || this.#hasTimers() || this.#withTime().length > 0;
  }

  /** Has its clock, or one below it, a timer that will come? */
  #hasTimers(): boolean {
    const { clock } = this;
    return clock.root.active.some((each) => each.isBelow(clock) && hasTimers(each) && !each.paused);
  }

  #familyHasTime(): boolean {
    return Array.from(this.family).some(this.#waitsForTime);
  }

  /** The threads on the clock that wait for time or are ready. */
  #withTime(): Thread[] {
    const { live } = this.thread.scheduler;
    return live.toArray().filter((thread) => this.#isOn(thread) && this.#waitsForTime(thread));
  }

  readonly #waitsForTime = (thread: Thread): boolean =>
    !thread.stopped && (thread.list instanceof TimerList || thread.status === 'sleeping' || thread.status === 'ready');
}

/** Checks the arguments of `skippable` and makes its clock, which nobody uses yet. */
export function prepare(fn: unknown, options: SkippableOptions, more: readonly unknown[]): Skip {
  checkCount('skippable', 2, [fn, options, ...more]);
  const thread = needThread('skippable');
  checkFunction('skippable', 'a function', fn);
  checkOptions('skippable', options, ['by', 'skipPatienceMs']);
  const { by, skipPatienceMs } = options;
  if (by !== undefined && typeof by !== 'string' && !(isArray(by) && by.length === 2))
    throw badArgument('skippable', '`by` to be the name of a signal or [source, type]', by);
  if (skipPatienceMs !== undefined)
    checkNumber('skippable', '`skipPatienceMs` to be milliseconds ≥ 0', skipPatienceMs, (ms) => ms >= 0);
  return new Skip(thread, new Clock(thread.clock), options);
}

export const beginSkip = (skip: Skip): void => skip.begin();

/** Starts the thread that waits for what skips it, if there is any: `heed`. */
export function attachKey(skip: Skip, heed: (skip: Skip, by: any) => unknown): Thread | undefined {
  const { thread, options } = skip;
  const { by } = options;
  if (by === undefined) return undefined;
  const { scheduler, rare } = thread;
  const name = 'skippable';
  scheduler.inbox?.note('start', name, []);
  const call = { code: functionCode(heed), self: undefined, args: [skip, by] };
  const openScope = rare?.openScope?.background ?? rare?.openScope;
  const key = startThread({ call, scheduler, lock: null, parent: thread, name, openScope });
  adopt(thread, key);
  return key;
}

export const ask = (skip: Skip): void => skip.ask(true);
/** `key`: the thread that waits for the signal or event. */
export function end(skip: Skip, key: Thread | undefined): void {
  skip.end();
  key?.cancel();
}

function giveFrames({ skips }: ThreadScheduler): void {
  for (let left = MOST_FRAMES; left > 0; left--) {
    const next = skips.find((each) => each.wantsFrame());
    if (next === undefined) return;
    next.giveFrame();
  }
}

addLayer({ skip: giveFrames });
