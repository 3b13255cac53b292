/**
 * Frame objects: suspended calls that hold the locals of their function themselves. The body of such a function is a plain
 * one. At a pause it puts its locals into its frame and returns PAUSE; to go on it is called with that frame, takes them out
 * and jumps to its pause. A turn of it costs a third of that of a generator. Frames of both kinds stand in one stack.
 *
 *   function walk$f($f, $v, $m, $this, actor) {                  // walk(actor) { while (true) actor.x++; }
 *     let $pc = 0;
 *     if ($f !== null) { $pc = 1; actor = $f.l0; if ($m !== 0) throw $m === 1 ? $v : CANCEL; }
 *     while (true) {
 *       if ($pc === 0) {
 *         actor.x++;
 *         if ($f !== null) return NEXT;
 *         untilFrame(); $f = new F2(walk$, $this, 1); $f.l0 = actor; return first($f);
 *       }
 *       $pc = 0;
 *     }
 *   }
 *
 * Nothing but compiled code of this form imports this file, so other apps do not ship it.
 */
import { cannotPauseHere, stalePause } from '../messages/errors.js';
import type { Frame, FrameNotes, Mode, Step, Taken, Thrown } from './call.js';
import { CompiledFunction, type Meta } from './compiled-function.js';
import { describeWait } from './describe-wait.js';
import { losePause, pauseForFrame, pausePromise, refusePause, traced } from './generator-frames.js';
import { isPromise } from './is-promise.js';
import { linkFrame, nextFrame, type Pause, PAUSE, pending } from './suspension.js';
import { turn } from './turn-state.js';
import { Block } from './finally-blocks.js';

/** Thrown in a body whose call is unwound, so that its `finally` blocks run. Each `catch` of it throws this further. */
export const CANCEL: unique symbol = Symbol('spindle.cancel');

/** What the runtime knows of a function whose calls are frame objects. */
export class FrameCode extends CompiledFunction {
  readonly step: Step;
  /** Its number among those that `step` resumes. */
  readonly at: number;

  constructor(first: Step, meta: string | Meta, step: Step, at: number) {
    // The first run, for whoever calls the function by its record. What it throws has come out of its body.
    const body = function (this: unknown, a: unknown, b: unknown, c: unknown, d: unknown): unknown {
      try {
        return first(null as never, undefined, 0, this, a, b, c, d);
      } catch (error) {
        throw traced(error, code, arguments, null);
      }
    };
    super(body, 'direct', meta);
    // oxlint-disable-next-line typescript/no-this-alias, unicorn/no-this-assignment -- a function that has a `this` of its own uses it
    const code: FrameCode = this;
    this.step = step;
    this.at = at;
  }

  /** Does a call from its own owner's thread, or from any thread without an owner, only run the body? */
  get quiet(): boolean {
    return this.subscribers === null && !this.viaInvoke && !this.instant;
  }
}

const MODES: Readonly<Record<Mode, number>> = { value: 0, error: 1, unwind: 2 };

/** What frame objects of all sizes do. No base class of them: an object of a derived class takes a fifth longer to make. */
abstract class Methods implements Pick<Frame, 'iterator' | 'step' | 'args' | 'goOn'> {
  declare readonly code: FrameCode;

  get iterator(): null {
    return null;
  }

  get step(): Step {
    return this.code.step;
  }

  /** The parameters stand in the first places. */
  get args(): unknown[] {
    const places = this as unknown as Record<string, unknown>;
    return Array.from({ length: this.code.length }, (_, i) => places[`l${i}`]);
  }

  goOn(outcome: unknown, how: Mode, taken: Taken | null): unknown {
    if (taken !== null) return this.answer(taken.value);
    // The call has waited and then returned a Promise. The wait for it is the same as for an immediate Promise.
    if (how === 'value' && isPromise(outcome)) return pausePromise(outcome);
    const { step } = this.code;
    try {
      return this.answer(
        step(this as never, outcome, MODES[how], undefined, undefined, undefined, undefined, undefined),
      );
    } catch (error) {
      // It has been unwound.
      if (error === CANCEL) return undefined;
      throw error;
    }
  }

  /** What the body has returned: it pauses, or that is its value. Where nothing may pause, its wait throws. */
  answer(given: unknown): unknown {
    if (given !== nextFrame) {
      if (given !== PAUSE && pending.kind !== null) throw losePause(`at the return of ${this.code.label}`);
      return given;
    }
    const { region } = turn;
    if (region === null) return pauseForFrame(turn.frame + 1);
    return this.goOn(cannotPauseHere(describeWait('frame', turn.frame + 1), region), 'error', null);
  }
}

// Three sizes, which with the frame of a generator are as many classes as an engine keeps apart where one field is read.
// With more locals than places, the last one holds an array.

/** A frame object with two places. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods come by the prototype, below
export class F2 {
  pc: number;
  readonly code: FrameCode;
  readonly self: unknown;
  parent: Frame | null = null;
  notes: FrameNotes | null = null;
  l0: unknown = undefined;
  l1: unknown = undefined;

  constructor(code: FrameCode, self: unknown, pc: number) {
    this.code = code;
    this.self = self;
    this.pc = pc;
  }
}

/** A frame object with four places. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods come by the prototype, below
export class F4 {
  pc: number;
  readonly code: FrameCode;
  readonly self: unknown;
  parent: Frame | null = null;
  notes: FrameNotes | null = null;
  l0: unknown = undefined;
  l1: unknown = undefined;
  l2: unknown = undefined;
  l3: unknown = undefined;

  constructor(code: FrameCode, self: unknown, pc: number) {
    this.code = code;
    this.self = self;
    this.pc = pc;
  }
}

/** A frame object with eight places. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods come by the prototype, below
export class F8 {
  pc: number;
  readonly code: FrameCode;
  readonly self: unknown;
  parent: Frame | null = null;
  notes: FrameNotes | null = null;
  l0: unknown = undefined;
  l1: unknown = undefined;
  l2: unknown = undefined;
  l3: unknown = undefined;
  l4: unknown = undefined;
  l5: unknown = undefined;
  l6: unknown = undefined;
  l7: unknown = undefined;

  constructor(code: FrameCode, self: unknown, pc: number) {
    this.code = code;
    this.self = self;
    this.pc = pc;
  }
}

export interface F2 extends Methods {}
export interface F4 extends Methods {}
export interface F8 extends Methods {}

for (const size of [F2, F4, F8]) Object.setPrototypeOf(size.prototype, Methods.prototype);

/** A call pauses for the first time: its frame stands around those that the pause has left. */
export const first: (frame: F2 | F4 | F8) => Pause = linkFrame;

/** The frame-wait of a loop whose call has not waited before; one that has a frame returns NEXT. */
export const untilFrame = (): Pause => pauseForFrame(turn.frame + 1);

/**
 * A call has returned an object or a symbol, or a pause is pending: does the body pause? A Promise is waited for. Throws
 * where nothing may pause, and for a pause that was lost.
 */
export function isPauseOf(value: unknown, code: FrameCode): boolean {
  if (value === PAUSE) {
    if (pending.kind === null) throw stalePause();
    if (turn.region !== null) throw refusePause(turn.region);
    return true;
  }
  if (pending.kind !== null) throw losePause(`after a call in ${code.label}`);
  if (!isPromise(value)) return false;
  if (turn.region !== null) throw cannotPauseHere(describeWait('promise', value), turn.region);
  pausePromise(value);
  return true;
}

/** A `finally` block that may wait begins, in a body that has a frame; else it does when the frame is made in it. */
export function enterBlock(frame: F2 | F4 | F8, held: Thrown | null): void {
  new Block(false, held?.error === CANCEL ? null : held).isUnwoundAt(frame);
}

/**
 * The block ends; `thrown`: with this error. If its thread was cancelled during the block, the rest of the body is unwound.
 */
export function leaveBlock(frame: F2 | F4 | F8, thrown: Thrown | null): void {
  if (thrown?.error !== CANCEL && new Block(true, thrown).isUnwoundAt(frame)) throw CANCEL;
}
