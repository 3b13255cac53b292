/** The cold fields of a thread. */
import type { RingNode } from '../collections/ring.js';
import type { SmallSet } from '../collections/small-set.js';
import type { Clock } from '../time/clock.js';
import type { CancelCause } from './cancels.js';
import { Flags } from './flags.js';
import type { SiblingsOf } from './lock-state.js';

/** The rhythm of `every(ms)`: its next deadline, and how many have passed. */
export interface Rhythm {
  readonly ms: number;
  readonly clock: Clock;
  deadlineMs: number;
  passed: number;
}

/** Why a thread was cancelled. `now`: its remaining `finally` blocks are skipped. */
export interface Cancelling {
  readonly reason: unknown;
  readonly now: boolean;
}

/** `cancelOthers` was called: `thread` is to be cancelled, unless it waits for `saved`. */
export interface Verdict<T> {
  readonly thread: T;
  readonly saved: T;
  readonly reason: unknown;
}

/** A scope that is open, as the threads in it see it (words/scope.ts). */
export interface OpenScope<T> {
  /** A call as a statement, a `void` call or `start` has started a thread in it. */
  add(thread: T): void;
  /** What its attached threads begin is in this one, which ends with the scope and is not waited for. Null in a background itself. */
  readonly background: OpenScope<T> | null;
}

/** The arms of a word, as threads see them (words/arms.ts). */
export interface ArmsOf<T> {
  /** How many of the arms may have ended. */
  gone: number;
  /** Gives each arm its cold fields. */
  writeOut(): void;
  /** The cold fields of an arm are asked for: it gets them, with the others. Or those of the thread in the word. */
  tie(thread: T): void;
  /** An arm has ended whose cold fields nobody has asked for. */
  ended(arm: T): void;
  /** The wait of an arm is over of which nothing else is true: ends it, if that wait was all that it did. */
  finish(arm: T): boolean;
}

/**
 * The fields that only a thread has that is waited for, cancelled or a part of another one. It is also the head of the ring of
 * its joiners (joins.ts).
 */
export class ColdFields<T> implements RingNode {
  prev: RingNode = this;
  next: RingNode = this;
  cancelling: Cancelling | null = null;
  /** Only in development. The first one counts, as the first reason does. */
  cause: CancelCause | null = null;
  undone = 0;
  /** The number of threads that are about to receive its error: they continue with it. */
  receivers = 0;
  /** Live threads that end with it, in order of start, but for arms that are not written out: to be used for writing. */
  adopted: SmallSet<T> | null = null;
  arms: ArmsOf<T> | null = null;
  adopter: T | null = null;
  /** The branches that it belongs to: the arms of a word (words/arms.ts). */
  branchOf: Pick<SiblingsOf<never, T>, 'of' | 'isOver' | 'nameOwner'> | null = null;
  /** The fields that few threads have; null until one of them is written. */
  rare: RareFields<T> | null = null;

  /** Live threads that end with it, in order of start. */
  get children(): SmallSet<T> | null {
    this.arms?.writeOut();
    return this.adopted;
  }

  /** The fields that few threads have, created on demand: to be used for writing. */
  get ownRare(): RareFields<T> {
    return (this.rare ??= new RareFields());
  }
}

/** The fields that few threads have. */
export class RareFields<T> {
  givenName: string | undefined = undefined;
  /** It runs, so whom it waits for is not known yet: these hang on it, and are passed when it waits or ends. */
  verdicts: Verdict<T>[] | null = null;
  /** Its open queues of `listen` and its skips, which end with it. */
  listeners: SmallSet<{ close(): void }> | null = null;
  /**
   * They are called with it when it has ended: they settle its Promise, or are of the scope that waits for it. Functions, as it is plain code that
   * awaits a Promise: no save has that one, and the scope's is made anew (saves/open-rows.ts).
   */
  settlers: ((thread: T) => void)[] | null = null;
  lossSeq: number = 0;
  /** The number of the call of `@interrupt` that it lost its executor to, with others; 0: it did not. */
  lossGroup = 0;
  /** Threads whose calls it has made to get a Promise (`Promise.all([…])`, `f().then(g)`), which it does not wait for yet. */
  promised: { joinPending(): void } | null = null;
  openScope: OpenScope<T> | null = null;
  every: Rhythm | null = null;
  /** While it is frozen: what its timer, and its rhythm, had left. */
  restMs: number | null = null;
  everyRestMs: number | null = null;
}

/** How a thread gets at its cold fields. As its flags (flags.ts), these accessors come by the prototype of Thread. */
export class WithColdFields<T> extends Flags {
  /** @internal */ declare ties: ColdFields<T> | ArmsOf<T> | null;

  /** @internal Cancelled: unwinds at its next real wait, or is unwinding. */
  get cancelling(): Cancelling | null {
    return (this.cancelled ? this.cold : this.tied)?.cancelling ?? null;
  }
  /** @internal */ set cancelling(cancelling: Cancelling | null) {
    if (cancelling !== null) this.cool();
    if (this.tied !== null || cancelling !== null) this.own.cancelling = cancelling;
  }

  /** @internal The number of the loss, if it lost the executor to a thread that it started in its own turn; else 0. */
  get lossSeq(): number {
    return this.rare?.lossSeq ?? 0;
  }
  /** @internal */ set lossSeq(lossSeq: number) {
    if (this.rare !== null || lossSeq !== 0) this.ownRare.lossSeq = lossSeq;
  }

  /** @internal How many of its waits were undone. So a caller of foreign code sees whether its wait still lasts. */
  get undone(): number {
    return (this.cancelled ? this.cold : this.tied)?.undone ?? 0;
  }

  /** @internal Its cold fields, as far as they have been made: to be used for reading what an arm, and who is in a word, has none of. */
  get tied(): ColdFields<T> | null {
    return this.hasArms ? null : (this.ties as ColdFields<T> | null);
  }

  /** @internal Its cold fields; null if it has none. */
  get cold(): ColdFields<T> | null {
    if (this.hasArms) (this.ties as ArmsOf<T>).tie(this as unknown as T);
    return this.ties as ColdFields<T> | null;
  }

  /** @internal Its cold fields, created on demand: to be used for writing. */
  get own(): ColdFields<T> {
    return this.cold ?? (this.ties = new ColdFields());
  }

  /** @internal Those that few threads have. */
  get rare(): RareFields<T> | null {
    return this.tied?.rare ?? null;
  }

  /** @internal The same, created on demand. */
  get ownRare(): RareFields<T> {
    return this.own.ownRare;
  }
}
