/** What is true of a thread, a bit each in one field: a turn has to fetch little of a thread. */

import { FrameList } from '../collections/frame-list.js';
import { turn } from '../execution/turn-state.js';
import type { WaitStatus } from '../execution/wait-kind-table.js';

/**
 * ready     continues in the next pulse (or in this one, if an executor was granted or a joined thread ended)
 * running   its code is running, or code that it called
 * sleeping  until a time or a frame
 * waiting   for a signal, a call, an event, a Promise or other threads
 * checking  a predicate, once each pulse
 * blocked   in the queue of an executor
 * done      ended with `result`
 * failed    ended with an error
 * cancelled ended by cancel, or because its owner or its parent ended
 */
export type Status = WaitStatus | 'running' | Outcome;

/** How a thread ends. */
export type Outcome = 'done' | 'failed' | 'cancelled';

const ALONE = 1;
const HOLDING = 2;
const KEEPS = 4;
const FAILS = 8;
const UNWRAPS = 16;
const UNWINDING = 32;
const UNWOUND = 64;
const JOINED = 128;
const QUEUED = 256;
const RUNNING = 512;
const LOOPS = 1024;
const UNCOUNTED = 2048;
const ENDED = { done: 4096, failed: 8192, cancelled: 16_384 };
const ORDER = 32_768;
const IS_ARM = 65_536;
const PAUSED = 131_072;
const FROZEN = 262_144;
const STEADY = 524_288;
const INTERRUPTED = 1_048_576;
/** Its call has queued behind others, and it has not waited since: set only where warnings are on. */
export const HAS_QUEUED = 2_097_152;
/** It is borrowed for a call, and another call would get it after that (scheduling/borrowed.ts). */
export const IS_BORROWED = 4_194_304;
const HANDED = 8_388_608;
/** It has begun with one argument, which stands in `given` itself. */
export const HAS_ONE_ARGUMENT = 16_777_216;
const LISTED = 33_554_432;
/** Its ties are a record of arms. Written as it is, and not by an accessor: a call would throw on an exhausted native stack, between this and the ties. */
export const HAS_ARMS = 67_108_864;
/** An arm has the record of its word; without that it is none any more. */
export const ARM: number = IS_ARM | HAS_ARMS;
/** What the next turn of a thread, or its next wait, has to see to. */
export const HAS_MORE_TO_DO: number = FAILS | UNWINDING | STEADY | INTERRUPTED;
const BARE_ARM = ALONE | ARM | LISTED;
/** These make no difference to how such an arm ends. */
const ANYHOW = UNWRAPS | HAS_ONE_ARGUMENT | KEEPS | LOOPS | HANDED;
const ENDED_ANYHOW = ENDED.done | ENDED.failed | ENDED.cancelled;

/** Does it have a hot turn (collections/frame-list.ts)? */
const hasHotTurn = (thread: object): boolean => turn.hot !== null && turn.hot.items[turn.hot.at] === thread;

/** Those of a thread that is new. `alone`: it has no owner, or is beside what that does (R5d). */
export const firstFlags = (alone: boolean, is: { readonly unwraps?: boolean; readonly joined?: boolean }): number =>
  (alone ? ALONE : 0) | (is.unwraps === true ? UNWRAPS : 0) | (is.joined === true ? JOINED : 0);

/** Those of a thread that no call has borrowed: it counts as ended. */
export const SPARE: number = ENDED.done | UNCOUNTED;
/**
 * Those of a thread that a call has borrowed (scheduling/borrowed.ts): it runs, its caller gets its error, and it needs no
 * executor.
 */
export const BORROWED_ALONE: number = IS_BORROWED | RUNNING | JOINED | ALONE;

/**
 * The accessors of the flags: the prototype of that of Thread. No base class of it, as an object of a derived class
 * takes a fifth longer to make, and most threads end in their first turn. Written out, and without a method that all
 * call: the engine inlines only so much, and a start with an owner took a tenth longer.
 */
export class Flags {
  /** @internal */ flags = 0;
  /** @internal */ declare began: number;
  /** @internal */ declare list: object | null;
  /** @internal */ declare slot: number;

  /** @internal It is the sole holder of its executor, or needs none: it may act immediately. */
  get alone(): boolean {
    return (this.flags & ALONE) !== 0;
  }
  /** @internal */ set alone(is: boolean) {
    this.flags = is ? this.flags | ALONE : this.flags & ~ALONE;
    if (!is) this.cool();
  }

  /** @internal It has taken hold of its executor (R6). */
  get holding(): boolean {
    return (this.flags & HOLDING) !== 0;
  }
  /** @internal */ set holding(is: boolean) {
    this.flags = is ? this.flags | HOLDING : this.flags & ~HOLDING;
  }

  /** @internal Does it keep its executor in this wait? */
  get keeps(): boolean {
    return (this.flags & KEEPS) !== 0;
  }
  /** @internal */ set keeps(is: boolean) {
    this.flags = is ? this.flags | KEEPS : this.flags & ~KEEPS;
  }

  /** @internal Its outcome is an error. */
  get fails(): boolean {
    return (this.flags & FAILS) !== 0;
  }
  /** @internal */ set fails(is: boolean) {
    this.flags = is ? this.flags | FAILS : this.flags & ~FAILS;
  }

  /** @internal Call the function that the first call returns (start, all, …). */
  get unwraps(): boolean {
    return (this.flags & UNWRAPS) !== 0;
  }
  /** @internal */ set unwraps(_: false) {
    this.flags &= ~UNWRAPS;
  }

  /** @internal Cancelled: its `finally` blocks run. */
  get unwinding(): boolean {
    return (this.flags & UNWINDING) !== 0;
  }
  /** @internal */ set unwinding(_: true) {
    this.flags |= UNWINDING;
  }

  /** @internal The unwinding has begun: after this it continues like any other thread. */
  get unwound(): boolean {
    return (this.flags & UNWOUND) !== 0;
  }
  /** @internal */ set unwound(_: true) {
    this.flags |= UNWOUND;
  }

  /** @internal Its error, if it ends with one, has been received or will be: then it is not uncaught. */
  get joined(): boolean {
    return (this.flags & JOINED) !== 0;
  }
  /** @internal */ set joined(is: boolean) {
    this.flags = is ? this.flags | JOINED : this.flags & ~JOINED;
  }

  /** @internal It is in the queue of its executor. */
  get queued(): boolean {
    return (this.flags & QUEUED) !== 0;
  }
  /** @internal */ set queued(is: boolean) {
    this.flags = is ? this.flags | QUEUED : this.flags & ~QUEUED;
  }

  /** @internal Its code runs now, or code that it called. */
  get running(): boolean {
    return (this.flags & RUNNING) !== 0 || hasHotTurn(this);
  }
  /** @internal */ set running(is: boolean) {
    this.flags = is ? this.flags | RUNNING : this.flags & ~RUNNING;
  }

  /** @internal It waits for the next iteration of a loop, and no subscription goes on beside that wait. */
  get loops(): boolean {
    return (this.flags & LOOPS) !== 0;
  }
  /** @internal */ set loops(is: boolean) {
    this.flags = is ? this.flags | LOOPS : this.flags & ~LOOPS;
  }

  /** @internal Its scheduler has stopped counting it. */
  get uncounted(): boolean {
    return (this.flags & UNCOUNTED) !== 0;
  }
  /** @internal */ set uncounted(_: true) {
    this.flags |= UNCOUNTED;
  }

  /** @internal A call as a statement has started it, whose thread went on. */
  get isOrder(): boolean {
    return (this.flags & ORDER) !== 0;
  }
  /** @internal */ set isOrder(_: true) {
    this.flags |= ORDER;
  }

  /** @internal It is an arm of a word, and nothing of what others have to do with it has been written out (words/arms.ts). */
  get isArm(): boolean {
    return (this.flags & IS_ARM) !== 0;
  }

  /** @internal Are its ties a record of arms? It is one of them, or the thread in the word, and nothing of that has been written out. */
  get hasArms(): boolean {
    return (this.flags & HAS_ARMS) !== 0;
  }

  /** @internal Is it an arm that waits, or whose wait has ended with a value, and nothing else? */
  get isBareArm(): boolean {
    return (this.flags & ~ANYHOW) === BARE_ARM;
  }

  /** @internal `pause()` was called. */
  get paused(): boolean {
    return (this.flags & PAUSED) !== 0;
  }
  /** @internal */ set paused(is: boolean) {
    this.flags = is ? this.flags | PAUSED : this.flags & ~PAUSED;
  }

  /** @internal It, or a thread with which it would be cancelled, is paused. */
  get frozen(): boolean {
    return (this.flags & FROZEN) !== 0;
  }
  /** @internal */ set frozen(is: boolean) {
    this.flags = is ? this.flags | FROZEN : this.flags & ~FROZEN;
  }

  /** @internal It keeps its executor from start to end: a call of `@interrupt` has started it (R5d). */
  get steady(): boolean {
    return (this.flags & STEADY) !== 0;
  }
  /** @internal */ set steady(_: true) {
    this.flags |= STEADY;
  }

  /**
   * @internal It was suspended holding its executor, and a call of `@interrupt` has taken that: the end of its wait needs
   * the executor (R5d).
   */
  get interrupted(): boolean {
    return (this.flags & INTERRUPTED) !== 0;
  }
  /** @internal */ set interrupted(is: boolean) {
    this.flags = is ? this.flags | INTERRUPTED : this.flags & ~INTERRUPTED;
  }

  /** @internal It has ended with a value. */
  get done(): boolean {
    return (this.flags & ENDED.done) !== 0;
  }

  /** @internal It has ended with an error. */
  get failed(): boolean {
    return (this.flags & ENDED.failed) !== 0;
  }

  /** @internal It was cancelled, and has ended. */
  get cancelled(): boolean {
    return (this.flags & ENDED.cancelled) !== 0;
  }

  /** Has it ended? */
  get ended(): boolean {
    return (this.flags & ENDED_ANYHOW) !== 0;
  }

  /** @internal It has ended in this way. */
  end(how: Outcome): void {
    this.flags = (this.flags & ~RUNNING) | ENDED[how];
  }

  /** @internal It is in the list of live threads. */
  get listed(): boolean {
    return (this.flags & LISTED) !== 0;
  }
  /** @internal */ set listed(is: boolean) {
    this.flags = is ? this.flags | LISTED : this.flags & ~LISTED;
  }

  /** @internal It was put into the last phase of this pulse, or frame of its clock alone. */
  get handed(): boolean {
    return (this.flags & HANDED) !== 0;
  }
  /** @internal */ set handed(is: boolean) {
    this.flags = is ? this.flags | HANDED : this.flags & ~HANDED;
  }

  /** @internal A wait of it has begun: it runs no more, and has not only queued. */
  rest(): void {
    this.flags &= ~(RUNNING | HAS_QUEUED);
  }

  /** @internal The same for a wait that gives back the executor and is not that of a loop. */
  restOnly(): void {
    this.flags &= ~(RUNNING | HAS_QUEUED | KEEPS | LOOPS);
  }

  // ---- what the list of frames tells of a hot thread, in whose fields it does not stand (collections/frame-list.ts)

  /** @internal The frame at which this wait began. */
  get since(): number {
    const { list } = this;
    return list instanceof FrameList && list.isHot(this.slot) ? list.sinceOf(this.slot) : this.began;
  }
  /** @internal */ set since(frame: number) {
    this.began = frame;
  }

  /** @internal Something of it changes that its list of frames counts on (frame-list.ts). */
  cool(): void {
    const { list } = this;
    const runs = hasHotTurn(this);
    if (list instanceof FrameList) list.cool(this.slot);
    if (!runs) return;
    turn.hot = null;
    turn.inTurn = this;
    this.running = true;
  }

  /** @internal Its frame-wait is over, and its turn has not come yet in this pulse. */
  get isDue(): boolean {
    const { list } = this;
    return !this.running && list instanceof FrameList && list.isDue(this);
  }
}
