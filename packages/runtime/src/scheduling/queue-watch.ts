/**
 * The warnings, in development, about calls that have queued for long, questions that have waited for long, calls that
 * need not have queued, and crowds that plain code has started.
 */
import type { Call } from '../execution/call.js';
import { layers } from '../execution/layers.js';
import {
  crowdFromPlainCode,
  type InVain,
  longQuestion,
  longQueued,
  orderLeft,
  ordersInARow,
  queuedInVain,
} from '../messages/warning-texts.js';
import { threadsOf } from '../ownership/hold.js';
import { NOBODY } from '../ownership/owner.js';
import { joinOf } from '../threads/joins.js';
import { standingInTheWay } from '../threads/describe-wait.js';
import { HAS_QUEUED } from '../threads/flags.js';
import type { Lock, Thread, ThreadScheduler } from '../threads/thread.js';

/** The watch looks at the queues this many times in the span after which it warns. */
const LOOKS = 5;

/** A player notices a delay of this length, in ms. What queues for less is told of in no warning. */
const NOTICED_MS = 200;

/** A warning tells of more live threads of one function than this, all started by plain code. */
const CROWD = 300;
/** This many orders of one function by one thread may queue on one owner without a warning. */
const ORDERS = 32;
/** Threads are counted once in this many starts, or in as many as threads live if those are more: to count is to look at each of them. */
const STARTS_BETWEEN_COUNTS = 128;

/** A call that queues behind another, or has queued. A class, as the nodes of threads are. */
class QueuedCall {
  readonly fromMs: number;
  /** Null once the call has ended: else, in a queue that never empties, each call would keep the one before it. */
  behind: Thread | null;
  /** Does the call before it wait for the next iteration of a loop? */
  readonly isBehindLoop: boolean;
  /** One script has given both orders: it means them to run one after the other. */
  readonly isOrdered: boolean;
  /** And it gave both in one frame: it has not waited between them. */
  readonly isInARow: boolean;
  /** When its turn came; undefined while it queues. */
  turnMs: number | undefined = undefined;

  constructor(thread: Thread, behind: Thread, fromMs: number, lastIdBefore: number) {
    this.fromMs = fromMs;
    this.behind = behind;
    this.isBehindLoop = behind.loops;
    this.isOrdered = behind.parent !== null && behind.parent === thread.parent;
    this.isInARow = this.isOrdered && behind.id > lastIdBefore;
  }
}

const notedOf = ({ node }: Thread): QueuedCall | undefined => node?.noted as QueuedCall | undefined;

/** A wait that may last too long, what is in its way, and since when a part of that has been. */
interface Seen {
  readonly since: number;
  readonly inTheWay: readonly Thread[];
  readonly stuckFromMs: number;
}

export class QueueWatch {
  readonly #scheduler: ThreadScheduler;
  readonly #limitMs: number;
  nowMs = 0;
  #nextMs = 0;
  /** Owners that have a queue, and others that have had one since the last look. They keep no thread that has ended. */
  readonly #lines = new Set<Lock>();
  /** Threads that ask a question which has to wait, and others that have done so since the last look. */
  readonly #asking = new Set<Thread>();
  #seen = new Map<Thread, Seen>();
  /** Those that have queued behind a loop or for long, and have not kept their owner in a wait so far. */
  readonly #released = new Set<Thread>();
  /** How many threads had been made at the time of each of the last looks: that tells how old a thread is. */
  #counts: { readonly atMs: number; readonly lastId: number }[] = [];
  #lastIdBefore = 0;
  #startsToCount = STARTS_BETWEEN_COUNTS;

  constructor(scheduler: ThreadScheduler, limitMs: number) {
    this.#scheduler = scheduler;
    this.#limitMs = limitMs;
  }

  /** A thread queues. */
  waits(thread: Thread): void {
    this.#lines.add(thread.lock as Lock);
  }

  /** A thread asks a question that has to wait. */
  asks(thread: Thread): void {
    this.#asking.add(thread);
  }

  /** A pulse begins. All waiting threads are looked at, so not in each pulse, but `LOOKS` times in `limitMs`. */
  lookAt(dtMs: number): void {
    this.nowMs += dtMs;
    const { lastThreadId } = this.#scheduler;
    this.#lastIdBefore = lastThreadId;
    this.#released.forEach((thread) => {
      if (thread.isWaiting && thread.keeps) this.#released.delete(thread);
    });
    if (this.nowMs < this.#nextMs) return;
    this.#nextMs = this.nowMs + this.#limitMs / LOOKS;
    this.#counts = this.#counts.slice(-LOOKS).concat({ atMs: this.nowMs, lastId: lastThreadId });
    const before = this.#seen;
    this.#seen = new Map();
    // A script may have taken the iterator from sets.
    this.#lines.forEach((lock) => {
      const line = lock.queue.toArray();
      if (line.length === 0) this.#lines.delete(lock);
      line.forEach((thread) => this.#lookAtWait(thread, before.get(thread)));
    });
    this.#asking.forEach((thread) => {
      if (!thread.ended && joinOf(thread)?.question !== undefined) this.#lookAtWait(thread, before.get(thread));
      else this.#asking.delete(thread);
    });
  }

  /** A call that has queued for long is told of if what is in its way does not change: then the queue does not move. */
  #lookAtWait(thread: Thread, last: Seen | undefined): void {
    const join = joinOf(thread);
    const { since } = thread;
    const inTheWay: readonly Thread[] = join === null ? standingInTheWay(thread) : join.targets;
    const isStuck = last?.since === since && last.inTheWay.some((other) => inTheWay.includes(other));
    const stuckFromMs = isStuck ? last.stuckFromMs : this.nowMs;
    this.#seen.set(thread, { since, inTheWay, stuckFromMs });
    const stuckMs = this.nowMs - stuckFromMs;
    if (stuckMs < this.#limitMs) return;
    const { code } = thread.call as Call;
    const tell = join === null ? longQueued : longQuestion;
    this.#scheduler.warnings.say(tell(code, stuckMs, inTheWay));
  }

  /** A call has begun to queue. */
  began(thread: Thread, behind: Thread): void {
    thread.flags |= HAS_QUEUED;
    thread.ownNode.noted = new QueuedCall(thread, behind, this.nowMs, this.#lastIdBefore);
  }

  /** The turn of a call has come that has queued. */
  turnCame(thread: Thread): void {
    const queued = notedOf(thread) as QueuedCall;
    const behind = queued.behind as Thread;
    queued.turnMs = this.nowMs;
    if (endsWithStarter(behind)) this.#tell(thread, queued, behind, 'freed');
    const isNoticed = this.nowMs - queued.fromMs >= NOTICED_MS && !queued.isInARow;
    if (!isNoticed || !(queued.isBehindLoop || this.#isOld(behind))) return;
    this.#released.add(thread);
    (thread.ownRare.settlers ??= []).push(() => this.#endedReleased(thread, queued, behind));
  }

  /**
   * A thread has ended that has stood in a queue. If it has not waited since, it is told of where it was over without a wait; where
   * it was cancelled in the queue, only behind a call that looks as if it had no end.
   */
  ended(thread: Thread, how: 'done' | 'failed', wasCancelled: boolean): void {
    const queued = notedOf(thread) as QueuedCall;
    const behind = queued.behind as Thread;
    queued.behind = null;
    this.#seen.delete(thread);
    if ((thread.flags & HAS_QUEUED) === 0 || how === 'failed') return;
    this.#released.delete(thread);
    if (queued.isOrdered) return;
    if (!wasCancelled) return this.#tell(thread, queued, behind, 'over');
    if (queued.turnMs !== undefined) return;
    const endless = standingInTheWay(thread).find((other) => this.#isOld(other));
    if (endless !== undefined && endless.code !== thread.code) this.#tell(thread, queued, endless, 'cancelled');
  }

  /** A thread that has queued is told of if it ends and has let its owner go in each of its waits. */
  #endedReleased(thread: Thread, queued: QueuedCall, behind: Thread): void {
    const isReleased = this.#released.delete(thread);
    if (isReleased && thread.done) this.#tell(thread, queued, behind, 'released');
  }

  /** Has it had its owner for so long that no end of it is in sight? */
  #isOld(thread: Thread): boolean {
    const fromMs = this.nowMs - this.#limitMs;
    const turnMs = notedOf(thread)?.turnMs;
    if (turnMs !== undefined) return turnMs <= fromMs;
    return this.#counts.some(({ atMs, lastId }) => atMs <= fromMs && thread.id <= lastId);
  }

  #tell(thread: Thread, { fromMs, turnMs, isBehindLoop }: QueuedCall, behind: Thread, what: InVain): void {
    const ms = (turnMs ?? this.nowMs) - fromMs;
    const { name, stopped } = behind;
    if (ms >= NOTICED_MS)
      this.#scheduler.warnings.say(queuedInVain(thread.code, ms, { name, stopped, loops: isBehindLoop }, what));
  }

  /** A thread has ordered this one. More of its orders than a script means are told of, if they queue. */
  ordered(order: Thread): void {
    const { code, lock, parent, queued } = order;
    if (!queued || parent === null) return;
    const orders = ordersOf(parent);
    if (orders.length <= ORDERS || this.#told.has(code)) return;
    const same = orders.filter((other) => other.queued && other.code === code && other.lock === lock);
    if (same.length <= ORDERS) return;
    this.#told.add(code);
    this.#scheduler.warnings.say(ordersInARow(code, parent.code.path, ORDERS));
  }
  /** Functions that were ordered so often. */
  readonly #told = new WeakSet<object>();

  /** The giver of these is cancelled, and they never begin. One that stood behind calls of others is told of. */
  taken(giver: Thread, orders: readonly Thread[]): void {
    const own = ordersOf(giver).concat(giver);
    orders.forEach((order) => {
      const line = threadsOf(order.lock as Lock);
      const other = line.slice(0, line.indexOf(order)).find((thread) => !own.includes(thread));
      if (other !== undefined) this.#scheduler.warnings.say(orderLeft(order.code, giver.code.path, other.name));
    });
  }

  /** Plain code has started a thread of this function that waits. */
  started(code: { readonly path: string }): void {
    const { live, warnings } = this.#scheduler;
    if (live.size <= CROWD || --this.#startsToCount > 0) return;
    this.#startsToCount = Math.max(STARTS_BETWEEN_COUNTS, live.size);
    const count = live.toArray().filter((thread) => thread.startedBy === null && thread.code === code).length;
    if (count > CROWD) warnings.say(crowdFromPlainCode(code, count));
  }
}

/**
 * Does a thread end right now with its starter, as it was attached or called by what was attached? Then nobody has cancelled it, nor anybody
 * around it. A thread that has ended before does not count: what was around it is not known any more, and others may have had their turns since.
 */
function endsWithStarter(thread: Thread): boolean {
  if (thread.uncounted) return false;
  for (let at: Thread | null = thread; at !== null; at = at.parent) if (at.cold?.cause) return false;
  return thread.cancelled;
}

const ordersOf = (giver: Thread): readonly Thread[] => layers.orders?.of(giver) ?? NOBODY;
