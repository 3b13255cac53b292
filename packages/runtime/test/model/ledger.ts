import { currentThread, DeadlockError, type Scheduler } from '../../src/index.js';
import { type Join, joinersOf } from '../../src/threads/joins.js';
import { Thread } from '../../src/threads/thread.js';

/** An error with which a thread has ended. */
interface Failure {
  readonly thread: Thread;
  /** It was thrown to whoever made the call. */
  readonly isStarters: boolean;
  /** Who had joined the thread by then. */
  readonly owed: readonly Thread[];
  readonly got: Set<unknown>;
  told: number;
  isSettled: boolean;
  /** Who has begun to wait for the thread after its end. */
  readonly late: Set<Thread>;
}

/** Joins whose threads hand no error on: it is told as if nobody waited. So is that of a scope which another error has ended. */
const GIVES_NOTHING: ReadonlySet<Join['mode']> = new Set(['ending', 'orders']);

/**
 * What becomes of the errors that leave threads, counted apart from the model: each reaches everybody who had joined by then, or its starter, or, if
 * nobody got it, `onError` once. None reaches nobody, and who joins later gets it too.
 */
export class Ledger {
  /** Errors that were followed to their end, in all runs. */
  static settled = 0;
  /** Those that came to somebody who joined later. */
  static late = 0;
  readonly #failures: Failure[] = [];
  /** Those who got a DeadlockError in place of what they had waited for: they had been interrupted. */
  readonly #refused = new Set<unknown>();

  constructor(scheduler: Scheduler) {
    ledgers.set(scheduler, this);
  }

  ends(thread: Thread, how: string): void {
    if (how !== 'failed') return;
    const isOwed = ({ mode, scope }: Join): boolean => !GIVES_NOTHING.has(mode) && !scope?.failed;
    const owed = new Set(joinersOf(thread).filter(({ subject }) => isOwed(subject as Join)));
    this.#failures.push({
      thread,
      isStarters: thread.joined,
      owed: [...owed],
      got: new Set(),
      told: 0,
      isSettled: false,
      late: new Set(),
    });
  }

  /** The running thread begins to wait for another one. */
  joins(thread: Thread): void {
    const joiner = currentThread() as Thread;
    this.#failures.find((each) => each.thread === thread)?.late.add(joiner);
  }

  /** The running thread, or plain code, has got an error. */
  got(error: unknown): void {
    if (error instanceof DeadlockError) this.#refused.add(currentThread());
    for (const { thread, got } of this.#failures) if (thread.value === error) got.add(currentThread());
  }

  /** `onError` was told. An error that was in flight in a thread that did not fail is no matter of this. */
  told(thread: Thread, error: unknown): string[] {
    const failure = this.#failures.find((each) => each.thread === thread && thread.value === error);
    if (!failure) return [];
    failure.told++;
    // Others may have got the same error from a Promise.
    const hasJoiner = failure.owed.some((joiner) => hasGot(joiner, failure));
    return failure.told > 1 || hasJoiner || failure.isStarters
      ? [`${thread.name} was told, though somebody had got it`]
      : [];
  }

  /** After a pulse: what is against the law. */
  audit(): string[] {
    return [...this.#auditLate(), ...this.#auditOpen()];
  }

  /** They get it at once. */
  #auditLate(): string[] {
    return this.#failures.flatMap(({ thread, late, got }) => {
      const without = [...late].filter((joiner) => !got.has(joiner));
      Ledger.late += late.size;
      late.clear();
      return without.map(({ name }) => `${name} joined ${thread.name} after its end and did not get its error`);
    });
  }

  #auditOpen(): string[] {
    const open = this.#failures.filter(
      (failure) =>
        !failure.isSettled && !failure.owed.some((joiner) => isPassed(joiner, failure)) && !isInScope(failure.thread),
    );
    return open.flatMap((failure) => {
      const { thread, owed, told, isStarters } = failure;
      failure.isSettled = true;
      Ledger.settled++;
      const without = owed.filter(
        (joiner) => !hasGot(joiner, failure) && joiner.cancelling === null && !this.#refused.has(joiner),
      );
      const broken = without.map(({ name }) => `${name} had joined ${thread.name} and did not get its error`);
      const reached = failure.got.size + told > 0 || owed.some((joiner) => hasGot(joiner, failure));
      if (!isStarters && !reached) broken.push(`the error of ${thread.name} reached nobody`);
      return broken;
    });
  }
}

/** An arrow that is not compiled hands on what it gets, and says nothing of it. */
const hasGot = (joiner: Thread, { thread, got }: Failure): boolean =>
  got.has(joiner) || (joiner.failed && joiner.value === thread.value);

/** A joiner is about to get it: perhaps when it has its owner again, which somebody has taken meanwhile. */
function isPassed(joiner: Thread, { thread }: Failure): boolean {
  if (joiner.running || joiner.ended) return false;
  const held = joiner.content as { from?: Thread; outcome?: { from?: Thread } } | undefined;
  if (joiner.kind === null) return held?.from === thread;
  return joiner.interrupted && joiner.kind.queues && held?.outcome?.from === thread;
}

/** It has ended a scope, whose own thread has not ended yet. */
const isInScope = ({ joined, cold }: Thread): boolean => !joined && cold !== null && cold.receivers > 0;

const ledgers = new WeakMap<object, Ledger>();

// The joiners of a thread are known up to its end.
// oxlint-disable-next-line typescript/unbound-method -- always called with a thread
const { end } = Thread.prototype;
Thread.prototype.end = function (how): void {
  ledgers.get(this.scheduler)?.ends(this, how);
  end.call(this, how);
};
