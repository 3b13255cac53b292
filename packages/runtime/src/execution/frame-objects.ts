/**
 * Frame objects: suspended calls that hold the locals of their function themselves. The body of such a function is a plain
 * one, its *step*. At a pause it puts its locals into its frame and returns PAUSE; to go on it is called with that frame, takes
 * them out and jumps to its pause. A turn of it costs a third of that of a generator. Frames of both kinds stand in one stack.
 *
 *   function walk($f, $v, $m, $this, actor) {                  // walk(actor) { while (true) actor.x++; }
 *     let $c = $v;
 *     if ($f !== null) actor = $f.l0;
 *     while (true) {
 *       actor.x++;
 *       return $f === null ? $next2($f, $c, $this, 1, actor) : nextFrame;
 *     }
 *   }
 *
 * Nothing but compiled code of this form imports this file, so other apps do not ship it.
 */
import { NO_ARGUMENTS } from './call.js';
import type { Frame, FrameNotes, Site, Step, Thrown } from './call.js';
import type { CompiledFunction } from './compiled-function.js';
import { addLayer } from './layers.js';
import { Block } from './finally-marks.js';
import { FrameCode, givenArguments, withReceiver } from './frame-code.js';
import { pausesOf } from './pause-points.js';
import { stepFrame } from './pauses.js';
import { resumeFrames, stepHot } from './resume-frames.js';
import { CANCEL, pending } from './suspension.js';

/** Stands in the second place of a frame whose first place is a list of all places. */
export const MANY: unique symbol = Symbol('spindle.many');

/** What frame objects of all sizes do. No base class of them: an object of a derived class takes a fifth longer to make. */
abstract class Methods implements Pick<Frame, 'iterator' | 'args'> {
  declare readonly code: FrameCode;
  declare readonly self: unknown;

  get iterator(): null {
    return null;
  }

  /** The parameters stand in the first places, or all arguments in the first one. */
  get args(): ArrayLike<unknown> {
    const { code } = this;
    const frame = this as unknown as F8;
    const list = givenArguments.get(frame);
    if (list !== undefined) return list;
    if (code.length === 0 && !code.takesList) return NO_ARGUMENTS;
    const places = frame.l1 === MANY ? (frame.l0 as unknown[]) : [frame.l0, frame.l1, frame.l2, frame.l3];
    return code.takesList ? (places[0] as unknown[]) : places.slice(0, code.length);
  }
}
// Three sizes, which with the frame of a generator are as many classes as an engine keeps apart where one field is read.
// With more locals than places, the first one holds an array.

/** A frame object with two places. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods come by the prototype, below
export class F2 {
  /** A field of its own: to read it of its function takes a tenth of a turn. */
  readonly step: Step;
  pc: number;
  readonly code: FrameCode;
  readonly self: unknown;
  parent: Frame | null = null;
  notes: FrameNotes | null = null;
  l0: unknown = undefined;
  l1: unknown = undefined;

  constructor(code: FrameCode, self: unknown, pc: number) {
    this.step = code.step;
    this.code = code;
    this.self = self;
    this.pc = pc;
  }
}

/** A frame object with four places. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods come by the prototype, below
export class F4 {
  readonly step: Step;
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
    this.step = code.step;
    this.code = code;
    this.self = self;
    this.pc = pc;
  }
}

/** A frame object with eight places. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods come by the prototype, below
export class F8 {
  readonly step: Step;
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
    this.step = code.step;
    this.code = code;
    this.self = self;
    this.pc = pc;
  }
}

export interface F2 extends Methods {}
export interface F4 extends Methods {}
export interface F8 extends Methods {}

for (const size of [F2, F4, F8]) Object.setPrototypeOf(size.prototype, Methods.prototype);

// oxlint-disable-next-line typescript/unbound-method -- for its name
const { runStep } = FrameCode.prototype;
const steppers = [runStep, stepFrame, stepHot, resumeFrames, withReceiver(() => undefined)];
const BY_ENTRY = new RegExp(`^ *at ${FrameCode.name}\\.[^(]+ \\(`);

/** Where a frame object waits, read from the text of its function, without any stack. */
function siteAt(code: CompiledFunction, pc: number | undefined): Site | undefined {
  const point = pc === undefined || code.isOfRuntime ? undefined : pausesOf(code)[pc - 1];
  return point && { taken: {}, depth: -1, at: `${point.line}:${point.column + 1}` };
}

addLayer({
  isStepper: (name) => steppers.some((each) => each.name === name),
  isByEntry: (line = '') => BY_ENTRY.test(line),
  siteAt,
});

export type FrameObject = F2 | F4 | F8;

/** A `finally` block that may wait begins. Where the body has no frame yet, that is noted when the frame is made in the block (`keepInBlock`). */
export function enterBlock(frame: FrameObject | null, held: Thrown | null): void {
  if (frame !== null) new Block(false, held?.error === CANCEL ? null : held).isUnwoundAt(frame);
}

/** A body pauses in such a block. `before`: the frame that it had; null if the frame has just been made. Returns `kept`, for the body to return. */
export function keepInBlock<T>(before: FrameObject | null, kept: T, held: Thrown | null): T {
  if (before === null) enterBlock(pending.top as FrameObject, held);
  return kept;
}

/**
 * The block ends; `thrown`: with this error. If its thread was cancelled during the block, the rest of the body is unwound.
 */
export function leaveBlock(frame: FrameObject | null, thrown: Thrown | null): void {
  if (frame === null || thrown?.error === CANCEL) return;
  if (new Block(true, thrown).isUnwoundAt(frame)) throw CANCEL;
}
