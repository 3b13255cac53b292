/**
 * The kinds of wait. A wait is data on its thread (`kind`, `subject`); how it begins and how it is undone stands in one table.
 * Nothing here runs a script: waking a thread only puts it into a list of its host.
 */
import type { Call, Code } from './code.js';
import { cancelled, timedOut } from './errors.js';
import { pause } from './frames.js';
import { show, showCall } from './labels.js';
import { type Frame, type Pause, waitLabels } from './pending.js';
import { current, type Join, NOBODY, type Status, type Thread } from './thread.js';

interface WaitKind {
  readonly status: Status;
  /** Registers the wait of a thread that has just been suspended. */
  begin(thread: Thread): void;
  /** Takes the registration back; the thread, which waits for nothing any more, will not be woken by it. */
  undo(thread: Thread, subject: unknown): void;
  readonly label: (subject: unknown) => string;
}

/** Lets a waiting thread go on in the next pulse. */
export function wake(thread: Thread, value: unknown, mode: 'value' | 'error' = 'value'): void {
  setOutcome(thread, value, mode);
  thread.host.ready(thread);
}

/** Lets a thread that joined another go on in step 6 of this pulse, so that a join costs no frame. */
function wakeJoiner(thread: Thread, value: unknown, mode: 'value' | 'error'): void {
  setOutcome(thread, value, mode);
  thread.host.handOver(thread);
}

function setOutcome(thread: Thread, value: unknown, mode: 'value' | 'error'): void {
  thread.kind = null;
  thread.subject = undefined;
  thread.outcome = value;
  thread.outcomeMode = mode;
}

const leaveWheel = (thread: Thread): void => thread.clock.remove(thread);

/** What `wait(ms)` and `every(ms)` hand over. */
export interface Delay {
  readonly name: string;
  readonly ms: number;
  readonly deadlineMs: number;
}

export const waitKinds: Record<string, WaitKind> = {
  frame: {
    status: 'sleeping',
    begin(thread) {
      thread.dueFrame = Math.ceil(thread.subject as number);
      thread.lane.addFrameWait(thread, thread.host.clock.frame);
    },
    undo() {},
    label: (frame) => `frame ${String(frame)}`,
  },
  frames: {
    status: 'sleeping',
    begin(thread) {
      thread.dueFrame = thread.host.clock.frame + (thread.subject as number);
      thread.lane.addFrameWait(thread, thread.host.clock.frame);
    },
    undo() {},
    label: (count) => `waitFrames(${String(count)})`,
  },
  timer: {
    status: 'sleeping',
    begin: (thread) => thread.clock.insert(thread, (thread.subject as Delay).deadlineMs),
    undo: leaveWheel,
    label: (delay) => `${(delay as Delay).name}(${(delay as Delay).ms})`,
  },
  predicate: {
    status: 'checking',
    begin: (thread) => thread.host.predicates.add(thread),
    undo() {},
    label: (predicate) => `waitUntil(${show(predicate)})`,
  },
  promise: {
    status: 'waiting',
    begin(thread) {
      const promise = thread.subject as Promise<unknown>;
      thread.subject = new Settling(thread);
      (thread.subject as Settling).listen(promise);
    },
    undo() {},
    label: () => 'a Promise',
  },
  join: {
    status: 'waiting',
    begin(thread) {
      const record = thread.subject as Join;
      if (record.mode === 'timeout') thread.clock.insert(thread, thread.clock.now + (record.ms as number));
      record.targets.forEach((target) => addJoiner(target, thread));
    },
    undo(thread, subject) {
      const record = subject as Join;
      leaveWheel(thread);
      record.targets.forEach((target) => removeJoiner(target, thread));
      cancelAll(childrenOf(record), `\`${thread.name}\`, which waited for it, was cancelled`);
    },
    label: (subject) => {
      const { mode, targets, ms } = subject as Join;
      const names = targets.map((target) => target.name).join(', ');
      if (mode === 'ending') return `the end of ${names}`;
      if (mode === 'timeout') return `withTimeout(${String(ms)}, ${names})`;
      return mode === 'one' || mode === 'entity'
        ? `waitFor(${names})`
        : mode === 'call'
          ? `the value of ${names}`
          : `${mode}(${names})`;
    },
  },
  watch: {
    status: 'waiting',
    begin(thread) {
      const source = thread.subject as Source;
      const kept = thread.subscription as Watcher | null;
      if (source.timeoutMs !== undefined) thread.clock.insert(thread, thread.clock.now + source.timeoutMs);
      if (kept !== null && sameSource(kept.source, source)) renew(kept, source);
      else subscribe(thread, source);
    },
    undo(thread) {
      leaveWheel(thread);
      unsubscribe(thread);
    },
    label: (source) => (source as Source).label,
  },
  queue: {
    status: 'waiting',
    begin(thread) {
      const watcher = thread.subject as Watcher;
      watcher.source.list.moveLast(watcher);
      watcher.waiting = true;
    },
    undo: (_thread, watcher) => void ((watcher as Watcher).waiting = false),
    label: (watcher) => `the next of ${(watcher as Watcher).source.label}`,
  },
  blocked: {
    status: 'blocked',
    begin() {},
    undo() {},
    label: (call) => showCall((call as Call).code.label, (call as Call).args),
  },
  yield: {
    status: 'ready',
    begin: (thread) => wake(thread, undefined),
    undo() {},
    label: () => 'scheduler.yield()',
  },
};

for (const [kind, { label }] of Object.entries(waitKinds)) waitLabels[kind] = label;

// ---- joins ----------------------------------------------------------------------------------------------------------

/** A script may wait for the same thread twice, `all(walk, walk)`: then the joiner stands there twice and is told twice. */
function addJoiner(target: Thread, joiner: Thread): void {
  if (target.ended) return;
  if (target.joiners === NOBODY) target.joiners = [joiner];
  else (target.joiners as Thread[]).push(joiner);
}

function removeJoiner(target: Thread, joiner: Thread): void {
  // From the end: those who joined last are cancelled first.
  const at = target.joiners.lastIndexOf(joiner);
  if (at >= 0) (target.joiners as Thread[]).splice(at, 1);
}

/**
 * Who ends with a thread that waits for them no more: the children of combinators, and a call whose value nobody else waits
 * for, which is a part of its caller.
 */
export function childrenOf({ mode, targets }: Join): Thread[] {
  if (mode === 'one' || mode === 'entity') return [];
  return mode === 'call' ? targets.filter((target) => target.joiners.length === 0) : targets;
}

/** Cancels threads, last started first. */
export function cancelAll(threads: readonly Thread[], reason: unknown): void {
  for (let i = threads.length - 1; i >= 0; i--) (threads[i] as Thread).cancel(reason);
}

/** What a finished thread gives to one who asks. Throws its error. */
export function resultOf(thread: Thread): unknown {
  thread.joined = true;
  if (thread.status_ === 'done') return thread.value;
  throw thread.value;
}

/** The error of a cancelled thread. */
export const cancelledError = (thread: Thread, reason: unknown): Error => cancelled(thread.name, reason);

/**
 * Waits for threads, or gives at once what they have already given.
 * The caller says if the executor is kept meanwhile.
 */
export function join(
  mode: Join['mode'],
  targets: Thread[],
  keeps: boolean,
  extra: { keys?: readonly string[]; ms?: number } = {},
): unknown {
  const record: Join = { mode, targets, left: targets.filter((target) => !target.ended).length, ...extra };
  const settled = judge(record, null);
  if (settled === null) return pause('join', record, keeps);
  cancelLosers(settled);
  if (settled.mode === 'error') throw settled.value;
  return settled.value;
}

/**
 * Is what a thread begins to join over already? Then it goes on at once with what it gives. (A call whose thread was cancelled
 * in its first turn is joined all the same: only who uses its value gets the CancelledError.)
 */
export function isJoinOver(thread: Thread): boolean {
  const settled = judge(thread.subject as Join, null);
  if (settled === null) return false;
  setOutcome(thread, settled.value, settled.mode);
  return true;
}

/** A thread has ended: those who joined it get their value when their join is settled. */
export function tellJoiners(target: Thread): void {
  const { joiners } = target;
  target.joiners = NOBODY;
  for (let i = 0; i < joiners.length; i++) {
    const joiner = joiners[i] as Thread;
    // Telling an earlier one may have cancelled it: then it waits for this no more.
    if (joiner.kind !== 'join') continue;
    const record = joiner.subject as Join;
    if (!record.targets.includes(target)) continue;
    record.left--;
    const settled = judge(record, target);
    if (settled === null) continue;
    leaveWheel(joiner);
    record.targets.forEach((other) => removeJoiner(other, joiner));
    wakeJoiner(joiner, settled.value, settled.mode);
    cancelLosers(settled);
  }
  target.settlers?.forEach((settle) => settle());
  target.settlers = null;
}

/** The time of `withTimeout` or `waitForEvent` ran out. */
export function timeOut(thread: Thread): void {
  if (thread.kind === 'watch') {
    const { label, timeoutMs = 0 } = thread.subject as Source;
    wakeWatcher(thread.subscription as Watcher, timedOut(label, timeoutMs), 'error');
    return;
  }
  const record = thread.subject as Join;
  const error = timedOut('withTimeout', record.ms as number);
  record.targets.forEach((target) => removeJoiner(target, thread));
  wake(thread, error, 'error');
  cancelAll(record.targets, error);
}

interface Settled {
  readonly value: unknown;
  readonly mode: 'value' | 'error';
  /** To be cancelled, once nobody waits for them any more. */
  readonly losers?: Thread[];
  readonly reason?: string;
}

/** Is a join settled, and with what? `ended` is the target that has just ended, if any. */
function judge(record: Join, ended: Thread | null): Settled | null {
  const { mode, targets } = record;
  const live = (): Thread[] => targets.filter((target) => !target.ended);
  if (mode === 'all' || mode === 'tracks') {
    const failed = targets.find((target) => target.ended && target.status_ !== 'done');
    if (failed !== undefined) return { ...outcomeOf(failed), losers: live(), reason: `\`${failed.name}\` failed` };
    if (record.left > 0) return null;
    const values = targets.map((target) => target.value);
    if (record.keys === undefined) return { value: values, mode: 'value' };
    return { value: Object.fromEntries(record.keys.map((key, i) => [key, values[i]])), mode: 'value' };
  }
  // Nobody gets their errors: they are uncaught, as before.
  if (mode === 'ending') return record.left > 0 ? null : { value: undefined, mode: 'value' };
  const first = ended ?? targets.find((target) => target.ended);
  if (first === undefined) return null;
  const outcome = outcomeOf(first);
  if (mode === 'race') return { ...outcome, losers: live(), reason: `\`${first.name}\` was first` };
  return mode === 'entity' && outcome.mode === 'value' ? { value: undefined, mode: 'value' } : outcome;
}

function cancelLosers({ losers, reason }: Settled): void {
  if (losers !== undefined) cancelAll(losers, reason);
}

/** What a join gives of the thread that settled it. Only now is an error of that thread somebody's. */
function outcomeOf(thread: Thread): { value: unknown; mode: 'value' | 'error' } {
  thread.joined = true;
  return { value: thread.value, mode: thread.status_ === 'done' ? 'value' : 'error' };
}

// ---- signals, calls and events ----------------------------------------------------------------------------------------

/** Something that happens now and then, and who wants to know. */
export interface Source {
  readonly list: WatcherList;
  readonly label: string;
  /** Calls: only those on this receiver; undefined for any. */
  readonly receiver?: unknown;
  /** Events: somebody has joined the list. */
  readonly open?: () => void;
  /** Events: somebody has left it. */
  readonly close?: () => void;
  /** Events: what the thread gets of what came, or null if its filter does not want it. */
  readonly take?: (came: unknown) => { readonly value: unknown } | null;
  /** Events: how long to wait at the most, in ms. */
  readonly timeoutMs?: number | undefined;
}

/** One thread's place at a source. It stays from its wake to its next suspension and keeps what comes meanwhile. */
export interface Watcher {
  readonly thread: Thread;
  source: Source;
  waiting: boolean;
  kept: unknown[];
  /** The frame that waited: its own frame-waits do not end the subscription. */
  frame: Frame | null;
  /** Its place in the list of its source; -1 if it has left it. */
  place: number;
}

/** Watchers in the order in which they began to wait. Each knows its place, so leaving costs O(1) and leaves a hole. */
export class WatcherList {
  size = 0;
  items: (Watcher | null)[] = [];

  add(watcher: Watcher): void {
    if (this.items.length > 2 * this.size + 16) this.#close();
    watcher.place = this.items.length;
    this.items.push(watcher);
    this.size++;
  }

  /** Nothing happens if the watcher is not in. */
  remove(watcher: Watcher): void {
    if (watcher.place < 0) return;
    this.items[watcher.place] = null;
    watcher.place = -1;
    this.size--;
  }

  /** Who begins to wait now stands behind those who already wait. */
  moveLast(watcher: Watcher): void {
    if (watcher.place < 0 || watcher.place === this.items.length - 1) return;
    this.remove(watcher);
    this.add(watcher);
  }

  toArray(): Watcher[] {
    return this.items.filter((watcher) => watcher !== null);
  }

  #close(): void {
    this.items = this.toArray();
    this.items.forEach((watcher, place) => ((watcher as Watcher).place = place));
  }
}

const sameSource = (a: Source, b: Source): boolean => a.list === b.list && a.receiver === b.receiver;

/** What came, for one who asks. */
const take = ({ take: filtered }: Source, came: unknown): { readonly value: unknown } | null =>
  filtered === undefined ? { value: came } : filtered(came);

/** The first that was kept and that the source wants; those before it are forgotten. */
export function takeKept(kept: unknown[], source: Source): { readonly value: unknown } | null {
  while (kept.length > 0) {
    const taken = take(source, kept.shift());
    if (taken !== null) return taken;
  }
  return null;
}

/**
 * Waits at a source, or gives at once what was kept since the last wake there; where nothing was kept, what is
 * remembered (`sticky`).
 */
export function watch(source: Source, keeps: boolean, sticky: { readonly value: unknown } | null = null): unknown {
  const watcher = current.thread?.subscription as Watcher | null | undefined;
  const kept = watcher && sameSource(watcher.source, source) ? takeKept(watcher.kept, source) : null;
  if (kept !== null) return kept.value;
  return sticky === null ? (pause('watch', source, keeps) satisfies Pause) : sticky.value;
}

/** A source may call its listener while that is put on, so all is in place before. */
function subscribe(thread: Thread, source: Source): void {
  unsubscribe(thread);
  const watcher: Watcher = { thread, source, waiting: true, kept: [], frame: thread.leaf, place: -1 };
  thread.subscription = watcher;
  source.list.add(watcher);
  try {
    source.open?.();
  } catch (error) {
    wakeWatcher(watcher, error, 'error');
  }
}

/** Waits again for the same, perhaps with another filter. */
function renew(watcher: Watcher, source: Source): void {
  watcher.source = source;
  watcher.waiting = true;
  watcher.frame = watcher.thread.leaf;
  source.list.moveLast(watcher);
}

export function unsubscribe(thread: Thread): void {
  const watcher = thread.subscription as Watcher | null;
  if (watcher === null) return;
  thread.subscription = null;
  watcher.waiting = false;
  watcher.source.list.remove(watcher);
  watcher.source.close?.();
}

/** A suspension ends the subscription, unless it is a frame-wait of the function that waited, or the same wait again. */
export function keepsSubscription(thread: Thread, kind: string, subject: unknown): boolean {
  const watcher = thread.subscription as Watcher;
  if (kind === 'frame') return watcher.frame === thread.leaf;
  return kind === 'watch' && sameSource(watcher.source, subject as Source);
}

/** Hands a value to everybody at a source, in the order in which they began to wait. */
export function tell(list: WatcherList, value: unknown, receiver?: unknown): void {
  // Whoever hears it may leave or join: who leaves makes a hole, who joins stands behind `length` or in a new array.
  const { items } = list;
  const { length } = items;
  for (let i = 0; i < length; i++) {
    const watcher = items[i] as Watcher | null;
    if (watcher === null) continue;
    const wanted = watcher.source.receiver;
    if (wanted === undefined || wanted === receiver) deliver(watcher, value);
  }
}

/** An error of a filter comes out at the wait, not at the emitter. */
export function deliver(watcher: Watcher, came: unknown): void {
  if (!watcher.waiting) {
    watcher.kept.push(came);
    return;
  }
  if (watcher.source.take === undefined) return wakeWatcher(watcher, came, 'value');
  try {
    const taken = take(watcher.source, came);
    if (taken !== null) wakeWatcher(watcher, taken.value, 'value');
  } catch (error) {
    wakeWatcher(watcher, error, 'error');
  }
}

export function wakeWatcher(watcher: Watcher, value: unknown, mode: 'value' | 'error'): void {
  // Its filter may have cancelled its thread.
  if (!watcher.waiting) return;
  watcher.waiting = false;
  leaveWheel(watcher.thread);
  wake(watcher.thread, value, mode);
}

/** A compiled function is called: who waits for that goes on. At the call, before the body. */
export function tellCall(code: Code, self: unknown, args: ArrayLike<unknown>): void {
  tell(code.watchers as WatcherList, args.length < 2 ? args[0] : Array.from(args), self);
}

// ---- promises ---------------------------------------------------------------------------------------------------------

/** One wait for a Promise. It wakes its thread unless that waits for something else by now, be it the same Promise again. */
class Settling {
  readonly thread: Thread;
  constructor(thread: Thread) {
    this.thread = thread;
  }
  listen(promise: Promise<unknown>): void {
    const { inbox } = this.thread.host;
    const settle = (mode: 'value' | 'error', value: unknown): void => this.settle(value, mode);
    const told = inbox === null ? settle : inbox.link(`a Promise of ${this.thread.name}`, settle);
    try {
      promise.then(
        (value) => told('value', value),
        (error: unknown) => told('error', error),
      );
    } catch (error) {
      // A `then` of its own: what it throws comes out at the wait.
      this.settle(error, 'error');
    }
  }
  settle(value: unknown, mode: 'value' | 'error'): void {
    const { thread } = this;
    if (thread.kind === 'promise' && thread.subject === this) wake(thread, value, mode);
  }
}
