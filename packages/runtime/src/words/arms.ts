/**
 * The arms of a word that waits for several (`race`, `all`, `tracks`, `withTimeout`, `hold`). Who waits for an arm, with whom it ends and who are its
 * siblings is the same for all of them. So it stands once, in this record, which is also the join of the word:
 *
 *   arm ──ties──▶ Arms ──of──▶ the thread in the word
 *    ▲              │  ◀───ties────┘
 *    └──targets─────┘
 *
 * The arms of one `all`, `race` or `tracks` are siblings (R5b) from the start of the first one until the word is over: on the executors of the owners that
 * it names, they and the threads that they wait for do not block each other.
 *
 * No arm borrows a thread (scheduling/borrowed.ts): nearly each waits, and would keep it, and one that has ended is a target until the word is over, as its
 * outcome is read from there.
 *
 * Nearly always nobody asks an arm. Who does (`Thread.cold`), or asks that thread for its children, gets it written out: each arm then has cold fields, a
 * place among the children and a node of the join, as if it had them from the start.
 */
import { isA } from '../arguments.js';
import { addToRing } from '../collections/ring.js';
import { SmallSet } from '../collections/small-set.js';
import { ThreadList } from '../collections/thread-list.js';
import type { Call, Frame } from '../execution/call.js';
import { isPromise } from '../execution/is-promise.js';
import { layers } from '../execution/layers.js';
import { pause } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import { DEV } from '../messages/development.js';
import { nameOf } from '../messages/format.js';
import { type ArmsOf, ColdFields } from '../threads/cold-fields.js';
import { runningThread } from '../threads/current.js';
import { ARM, HAS_ARMS, type Outcome } from '../threads/flags.js';
import { hasEnded, joinModes } from '../threads/join-modes.js';
import { isOrHasAbove, type Join, type Joiner, joinOf, JoinNode, liveOf, waitsFor } from '../threads/joins.js';
import { joinBy, reasonOf, tellJoiner } from '../threads/settle-joins.js';
import type { SiblingsOf } from '../threads/lock-state.js';
import { type Lock, Thread, type ThreadScheduler, type ThreadStart } from '../threads/thread.js';
import { unsubscribe } from '../waits/unsubscribe.js';
import { adopt, callOf } from './start.js';

/** All that has ended decides a race; of `all` only what has failed does. Then what has not begun never begins. */
export const hasFailed = ({ ended, done }: Thread): boolean => ended && !done;

/** What the word was given, in order; of an object also the keys. */
export interface Calls {
  readonly items: readonly unknown[];
  readonly keys?: readonly string[] | undefined;
}

/** These stand in the record of a word that has begun all. */
const NONE: readonly never[] = [];
const NO_CALLS: Calls = { items: NONE };

/** Because of which thread they are over, what that has done, and the name of the thread whose turn it was. */
interface Decision {
  readonly winner: Thread;
  readonly why: string;
  readonly by: string | undefined;
}

/**
 * It is also what is to begin next: it is no loop with a function that starts each, so few frames stand on the native stack around the first turn of one
 * (`runTurn`). Once all have begun it is data, as the subject of each wait is: it keeps no function of them.
 */
export class Arms implements Join, ArmsOf<Thread>, ThreadStart, SiblingsOf<Lock, Thread> {
  readonly mode: Join['mode'];
  targets: Thread[] = NONE as readonly Thread[] as Thread[];
  readonly keys: string[] | undefined;
  readonly ms: number | undefined;
  nodes: JoinNode | null = null;
  remaining = 0;
  /** So many of its targets have ended, or fewer: what its thread has attached counts, too (`leaveParent`). 0: none has. */
  gone = 0;
  /** The thread in the word. */
  readonly of: Thread;
  isOver = false;
  /** The owners on which its branches do not block each other. */
  named: readonly Lock[] = NONE;
  // These are the same for all words: constants of the prototype.
  declare readonly lock: null;
  declare readonly unwraps: true;
  // What begins next, as a start.
  readonly scheduler: ThreadScheduler;
  readonly parent: Thread;
  call!: Call;
  name: string | undefined;
  given: Calls;
  /** The item that begins next. */
  at = 0;
  isDecided = false;
  /** This many of its targets have been written out. */
  written = 0;
  decision: Decision | null = null;

  constructor(mode: Join['mode'], of: Thread, given: Calls, ms?: number) {
    this.mode = mode;
    this.of = this.parent = of;
    this.scheduler = of.scheduler;
    this.given = given;
    this.keys = given.keys && [];
    this.ms = ms;
    if (this.siblings) this.#name(of.lock);
    if (of.ties === null) {
      of.ties = this;
      of.flags |= HAS_ARMS;
    } else {
      const { own } = of;
      // The arms of a word that has thrown before it waited.
      own.arms?.writeOut();
      own.arms = this;
    }
  }

  /** What makes its branches siblings; null if they are none. */
  get siblings(): this | null {
    return this.ms === undefined && this.mode !== 'hold' ? this : null;
  }

  // ---- they begin -----------------------------------------------------------------------------------------------------

  /**
   * Is one to have its first turn next, which its caller gives it? `begun`: the thread that has just had it. A thread or a Promise has begun before, so it
   * is joined whatever was decided.
   */
  hasNext(begun: Thread | null): boolean {
    const { items, keys } = this.given;
    if (begun !== null) {
      if (begun.ended) layers.orders?.inherit(begun, this.of);
      this.add(begun);
      this.at++;
    }
    for (; this.at < items.length; this.at++) {
      const item = items[this.at];
      if (isA(item, Thread)) this.add(item);
      else if (typeof item !== 'function' || !this.isDecided) {
        const fn = typeof item !== 'function' ? giving(item) : item;
        this.call = callOf(fn);
        this.name = keys?.[this.at];
        this.scheduler.inbox?.note('start', this.name ?? nameOf(fn), []);
        return true;
      }
    }
    this.given = NO_CALLS;
    this.call = undefined!;
    return false;
  }

  /** A thread has been made for one, and has not run. */
  take(arm: Thread): void {
    if (arm.ties === null) {
      arm.ties = this;
      arm.flags |= ARM;
    } else arm.own.branchOf = this.siblings;
  }

  add(thread: Thread): void {
    const { targets, given } = this;
    if (!isArmOf(thread, this)) adopt(this.of, thread);
    // Most have two. A list that grows gets room for sixteen more; this one is as long as it has to be.
    if (targets.length > 1) targets.push(thread);
    else this.targets = targets.concat(thread);
    this.keys?.push(given.keys![this.at] as string);
    if (thread.ended) this.gone++;
    // While none of them has ended, nor what the thread has attached, a crowd need not be searched for each of it.
    this.isDecided ||= this.gone > 0 && this.targets.some(joinModes[this.mode].oneIsEnough ? hasEnded : hasFailed);
  }

  /** All have begun: that thread waits for them, or gets their outcome. */
  join(keeps: boolean): unknown {
    const { targets, gone } = this;
    this.remaining = gone === 0 ? targets.length : liveOf(targets).length;
    // Nothing has decided it yet.
    return gone === 0 && targets.length > 0 ? pause(kinds.join, this, keeps) : joinBy(this, keeps);
  }

  // ---- they are siblings (R5b) ---------------------------------------------------------------------------------------------

  #name(lock: Lock | null): void {
    if (lock === null || this.isOver || lock.siblings.includes(this)) return;
    this.named = this.named.concat(lock);
    lock.siblings = lock.siblings.concat(this);
  }

  /**
   * A branch waits for a call. If that stands in the combinator, its owner is named. It stands there if the branch has no
   * frame of its own, because the arrow around it is not compiled, or one of an arrow that is only an expression.
   */
  nameOwner({ leaf }: Thread, called: Thread): void {
    if (leaf === null || (leaf.parent === null && leaf.code.concise)) this.#name(called.lock);
  }

  has(thread: Thread): boolean {
    return isOrHasAbove(thread, ({ cold }) => cold?.branchOf === this);
  }

  areAll(threads: readonly Thread[]): boolean {
    const branch = threads.find((thread) => thread !== this.of);
    if (branch === undefined) return false;
    return threads.every((thread) => (thread === this.of ? waitsFor(thread, branch) : this.has(thread)));
  }

  // ---- they are written out ---------------------------------------------------------------------------------------------

  writeOut(): void {
    const { targets, of } = this;
    while (this.written < targets.length) {
      const arm = targets[this.written++] as Thread;
      if (!isArmOf(arm, this)) continue;
      const own = this.write(arm);
      if (arm.uncounted) continue;
      own.adopter = of;
      (of.own.adopted ??= new SmallSet()).add(arm);
      if (this.isAwaited) addToRing(own, (this.nodes = new JoinNode(of as Joiner, this.nodes)));
    }
  }

  tie(thread: Thread): void {
    if (thread === this.of) coldOf(thread).arms = this;
    else {
      this.writeOut();
      // The arm has its first turn: the thread in the word does not wait for it yet.
      if (thread.isArm) this.write(thread);
    }
  }

  write(arm: Thread): ColdFields<Thread> {
    const own = coldOf(arm);
    own.branchOf = this.siblings;
    // Else it has ended in another way, or not yet.
    if (!arm.cancelled || !arm.unwinding) return own;
    const { winner, why, by } = this.decision as Decision;
    own.cancelling = { reason: reasonOf(winner, why), now: false };
    own.undone = 1;
    if (DEV) own.cause = { how: 'join', by };
    return own;
  }

  // ---- they end ---------------------------------------------------------------------------------------------------------

  ended(arm: Thread): void {
    this.gone++;
    if (this.isAwaited) tellJoiner(this.of as Joiner, arm);
  }

  /** Does its thread wait for them? */
  get isAwaited(): boolean {
    return !this.isOver && joinOf(this.of) === this;
  }

  end(): void {
    const { of } = this;
    if (of.ties === this) {
      of.ties = null;
      of.flags &= ~ARM;
    } else if (of.tied?.arms === this) of.tied.arms = null;
    this.isOver = true;
    this.named.forEach(forget, this);
    this.named = NONE;
  }

  finish(arm: Thread): boolean {
    const { content } = arm;
    if (!this.#isMere(arm) || arm.leaf !== null || typeof content === 'function' || isPromise(content)) return false;
    this.#leave(arm, 'done');
    return true;
  }

  drop(winner: Thread, why: string): boolean {
    const { scheduler, targets } = this;
    if (layers.observer !== null || scheduler.inbox !== null || scheduler.clock.irregular > 0) return false;
    // Loops, as nearly each race comes here: a function that is given `this` is made anew each time.
    for (let i = 0; i < targets.length; i++) {
      const arm = targets[i] as Thread;
      if (!arm.ended && !(this.#isMere(arm) && isUndoneQuietly(arm))) return false;
    }
    this.decision = { winner, why, by: DEV ? runningThread()?.name : undefined };
    // No code can see in which order.
    for (let i = 0; i < targets.length; i++) {
      const arm = targets[i] as Thread;
      if (arm.ended) continue;
      ThreadList.leave(arm);
      arm.kind?.undo(arm, arm.subject);
      arm.value = undefined;
      arm.unwinding = arm.unwound = true;
      this.#leave(arm, 'cancelled');
    }
    return true;
  }

  /** Ends an arm of which nothing has to be told but the word: nobody has asked for it, and it has started nobody. */
  #leave(arm: Thread, how: Outcome): void {
    arm.leaf = arm.kind = null;
    arm.end(how);
    unsubscribe(arm);
    arm.leaveScheduler();
    this.ended(arm);
  }

  /** Is a wait all that there is of an arm, besides frames? It has started nobody, and makes no call when the wait is over. */
  #isMere(arm: Thread): boolean {
    return arm.isBareArm && arm.ties === this && arm.call === null && arm.origin === this.of;
  }
}

const giving = (value: unknown) => (): unknown => value;

/** These are no siblings on it any more. It is given them, as a function that knows them would be made anew for each race. */
function forget(this: Arms, lock: Lock): void {
  lock.siblings = lock.siblings.filter((other) => other !== this);
}

/** It is written out. */
function coldOf(thread: Thread): ColdFields<Thread> {
  const made = new ColdFields<Thread>();
  thread.flags &= ~ARM;
  return (thread.ties = made);
}

const isArmOf = ({ isArm, ties }: Thread, arms: Arms): boolean => isArm && ties === arms;

/** Does its cancel run no code of a script, nor of an emitter, and end no other thread? */
const isUndoneQuietly = ({ leaf, kind, subscription }: Thread): boolean =>
  isPassedOn(leaf) && !kind?.joins && subscription?.channel.accept === undefined;

/** Has a cancel nothing to do in these frames? None of them waits in a `try` or in a `finally` block. */
function isPassedOn(leaf: Frame | null): boolean {
  for (let frame = leaf; frame !== null; frame = frame.parent)
    if (!frame.code.isPassed || frame.notes !== null) return false;
  return true;
}

Object.assign(Arms.prototype, { lock: null, unwraps: true });
