/** The warnings, in development, about calls that have queued for long, and questions that have waited for long. */
import type { Call } from '../execution/call.js';
import { longQuestion, longQueued } from '../messages/errors.js';
import { joinOf } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import { standingInTheWay } from '../threads/waiting-for.js';
import type { Thread, ThreadScheduler } from '../threads/thread.js';

/** It looks so often in the time after which it warns. */
const LOOKS = 5;

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
    for (const thread of this.#scheduler.live.toArray()) {
      const isQuestion = joinOf(thread)?.question !== undefined;
      if (!isQuestion && !isBlocked(thread)) continue;
      const { since } = thread;
      const last = before.get(thread);
      const seen = last?.since === since ? last : { since, fromMs: this.#nowMs };
      this.#seen.set(thread, seen);
      if (this.#nowMs - seen.fromMs >= this.#limitMs) this.#tell(thread, isQuestion, this.#nowMs - seen.fromMs);
    }
  }

  #tell(thread: Thread, isQuestion: boolean, forMs: number): void {
    const { warnings } = this.#scheduler;
    const { code } = thread.call as Call;
    if (isQuestion) return warnings.say(longQuestion(code, forMs, joinOf(thread)?.targets ?? []));
    return warnings.say(longQueued(code, forMs, standingInTheWay(thread) as readonly Thread[]));
  }
}
