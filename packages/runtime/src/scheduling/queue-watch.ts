/**
 * The warnings, in development, about calls that have queued for long, questions that have waited for long, calls that
 * need not have queued, and crowds that plain code has started.
 */
import type { Call } from '../execution/call.js';
import { crowdFromPlainCode, longQuestion, longQueued, queuedInVain } from '../messages/errors.js';
import { joinOf } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import { standingInTheWay } from '../threads/waiting-for.js';
import type { Thread, ThreadScheduler } from '../threads/thread.js';

/** It looks so often in the time after which it warns. */
const LOOKS = 5;

/** A player notices a delay of this length, in ms. What queues for less is told of in no warning. */
const NOTICED_MS = 200;

/** More live threads of one function than this, all started by plain code, are told of. */
const CROWD = 1000;
/** They are counted once in so many starts, as counting looks at each live thread. */
const STARTS_BETWEEN_COUNTS = 128;

/** A call that queues behind another. */
interface Queued {
  readonly fromMs: number;
  readonly behind: Thread;
}

/** A wait that may last too long, and when it was seen first. */
interface Seen {
  readonly since: number;
  readonly fromMs: number;
}

export class QueueWatch {
  readonly #scheduler: ThreadScheduler;
  readonly #limitMs: number;
  #nowMs = 0;
  #nextMs = 0;
  #seen = new Map<Thread, Seen>();
  /** Weak: who is cancelled in the queue is never asked for. */
  readonly #queued = new WeakMap<Thread, Queued>();
  #starts = 0;

  constructor(scheduler: ThreadScheduler, limitMs: number) {
    this.#scheduler = scheduler;
    this.#limitMs = limitMs;
  }

  /** A pulse begins. All live threads are looked at, so this is done a few times only. */
  lookAt(dtMs: number): void {
    this.#nowMs += dtMs;
    if (this.#nowMs < this.#nextMs) return;
    this.#nextMs = this.#nowMs + this.#limitMs / LOOKS;
    const before = this.#seen;
    this.#seen = new Map();
    // A script may have taken the iterator from arrays.
    this.#scheduler.live.toArray().forEach((thread) => {
      const isQuestion = joinOf(thread)?.question !== undefined;
      if (!isQuestion && !isBlocked(thread)) return;
      const { since } = thread;
      const last = before.get(thread);
      const seen = last?.since === since ? last : { since, fromMs: this.#nowMs };
      this.#seen.set(thread, seen);
      if (this.#nowMs - seen.fromMs >= this.#limitMs) this.#tell(thread, isQuestion, this.#nowMs - seen.fromMs);
    });
  }

  /** A call has begun to queue. What one script has told one owner is left out, as its order is meant. */
  began(thread: Thread, behind: Thread): void {
    if (behind.parent !== null && behind.parent === thread.parent) return;
    thread.hasQueued = true;
    this.#queued.set(thread, { fromMs: this.#nowMs, behind });
  }

  /** A thread is done whose call has queued, and has not waited since. */
  ended(thread: Thread): void {
    const queued = this.#queued.get(thread) as Queued;
    const ms = this.#nowMs - queued.fromMs;
    if (ms >= NOTICED_MS) this.#scheduler.warnings.say(queuedInVain(thread.first.code, ms, queued.behind));
  }

  /** Plain code has started a thread of this function that waits. */
  started(code: { readonly path: string }): void {
    const { live, warnings } = this.#scheduler;
    if (live.size <= CROWD || ++this.#starts % STARTS_BETWEEN_COUNTS !== 0) return;
    const count = live.toArray().filter((thread) => thread.startedBy === null && thread.first.code === code).length;
    if (count > CROWD) warnings.say(crowdFromPlainCode(code, count));
  }

  #tell(thread: Thread, isQuestion: boolean, forMs: number): void {
    const { warnings } = this.#scheduler;
    const { code } = thread.call as Call;
    if (isQuestion) return warnings.say(longQuestion(code, forMs, joinOf(thread)?.targets ?? []));
    return warnings.say(longQueued(code, forMs, standingInTheWay(thread) as readonly Thread[]));
  }
}
