/** What compiled code of the form of frame objects calls (execution/frame-objects.ts), as one object. */
import { type Meta, setCode } from '../execution/compiled-function.js';
import { CANCEL, enterBlock, F2, F4, F8, FrameCode, keepInBlock, leaveBlock } from '../execution/frame-objects.js';
import * as helpers from '../execution/frame-helpers.js';
import { cursorOf, keysOf } from '../execution/cursor.js';
import { disposables, type Disposables } from '../execution/disposables.js';
import { argumentsOf, constant, restOf, tdz } from '../execution/frame-variables.js';
import { traced } from '../execution/generator-frames.js';
import type { Step } from '../execution/call.js';
import { linkFrame, nextFrame, PAUSE } from '../execution/suspension.js';
import type { AnyFunction } from './calls.js';
import { gate } from './gate.js';
import { construct, enter } from './wrappers.js';

/**
 * The record of a function. `entry`: what is called, which asks the gate; `body`: its body. Where a file has several of them,
 * `step` resumes each frame of the file: `switch ($f.code.at)` calls the body with that number. Then an engine finds one
 * function where the runtime calls it, which costs a third less than many.
 */
function code(entry: AnyFunction, body: Step, meta: string | Meta, step: Step = body, at = 0): FrameCode {
  const made = new FrameCode(body, meta, step, at);
  setCode(entry, made);
  return made;
}

/** An error comes out of a body that an entry has run itself. Returns what to throw. */
const passed = (error: unknown, of: FrameCode, args: readonly unknown[]): unknown => traced(error, of, args, null);

/** What compiled code sees of a record. */
interface Code {
  readonly quiet: boolean;
  readonly at: number;
}

/** What it sees of a frame: F2 and F4 have fewer places. */
interface FrameObject {
  pc: number;
  readonly code: Code;
  readonly self: unknown;
  l0: unknown;
  l1: unknown;
  l2: unknown;
  l3: unknown;
  l4: unknown;
  l5: unknown;
  l6: unknown;
  l7: unknown;
}

type Size = new (code: Code, self: unknown, pc: number) => FrameObject;

// Types of its own: what the types of an entry lead to keeps its name in the production build.
interface Frames {
  readonly gate: { readonly open: boolean; readonly self: unknown; readonly kind: string | null };
  readonly PAUSE: symbol;
  readonly NEXT: symbol;
  readonly CANCEL: symbol;
  readonly F2: Size;
  readonly F4: Size;
  readonly F8: Size;
  readonly first: (frame: FrameObject) => symbol;
  readonly untilFrame: () => symbol;
  readonly isPause: (value: unknown, code: Code) => boolean;
  readonly enterBlock: (frame: FrameObject, held: { readonly error: unknown } | null) => void;
  readonly leaveBlock: (frame: FrameObject, thrown: { readonly error: unknown } | null) => void;
  readonly code: (entry: Function, body: Function, meta: string, step?: Function, at?: number) => Code;
  readonly enter: (code: Code, self: unknown, args: ArrayLike<unknown>) => unknown;
  readonly construct: (code: Code, self: unknown, target: Function, args: ArrayLike<unknown>) => unknown;
  readonly passed: (error: unknown, code: Code, args: readonly unknown[]) => unknown;
}

/**
 * A file of such code takes what it needs from here once, into constants of its own:
 * `const { gate, PAUSE, NEXT, CANCEL, F2, first, isPause, untilFrame, code, enter } = frames;`
 */
const all = {
  gate,
  PAUSE,
  NEXT: nextFrame,
  CANCEL,
  F2,
  F4,
  F8,
  first: linkFrame,
  untilFrame: helpers.untilFrame,
  isPause: helpers.isPauseIn,
  enterBlock,
  leaveBlock,
  inBlock: keepInBlock,
  cancel: CANCEL,
  cursor: cursorOf,
  keysOf,
  restOf,
  argumentsOf,
  tdz,
  constant,
  disposables,
  keep2: helpers.keep2,
  keep4: helpers.keep4,
  keep8: helpers.keep8,
  keepMany: helpers.keepMany,
  next2: helpers.next2,
  next4: helpers.next4,
  next8: helpers.next8,
  nextMany: helpers.nextMany,
  code,
  enter,
  construct,
  passed,
};
export const frames: Frames = all as unknown as Frames;

// What emitted steps call. Types of their own, as above.

type Keep = (frame: any, code: any, self: unknown, pc: number, ...places: unknown[]) => symbol;
type KeepMany = (frame: any, code: any, self: unknown, pc: number, places: readonly unknown[]) => symbol;
type Held = { readonly error: unknown } | null;
interface Cursor {
  readonly value: unknown;
  more(): boolean;
  close(): void;
  fail(error: unknown): void;
}

/** Thrown in a body that is unwound: each `catch` throws it further. */
export const $cancel: symbol = CANCEL;
/** A call has given `value`: does the body, of which `code` is the record, pause? */
export const $isPause: (value: unknown, code: any) => boolean = helpers.isPauseIn;
/** The body pauses: its frame, which is made here if it has none, keeps its place and what stands there. Returns PAUSE. */
export const $keep2: Keep = helpers.keep2;
export const $keep4: Keep = helpers.keep4;
export const $keep8: Keep = helpers.keep8;
/** With more than eight places: the first place of the frame is the list. */
export const $keepMany: KeepMany = helpers.keepMany;
/** The same for the frame-wait of a loop. Returns what the body returns. */
export const $next2: Keep = helpers.next2;
export const $next4: Keep = helpers.next4;
export const $next8: Keep = helpers.next8;
export const $nextMany: KeepMany = helpers.nextMany;
/** A `finally` block that may wait begins. `held`: the error that it holds back. Without a frame, nothing is to be done. */
export const $enterBlock: (frame: any, held: Held) => void = enterBlock;
/** `return $inBlock($f, $keep4($f, …), held)`: the body pauses in such a block. */
export const $inBlock: (frame: any, kept: symbol, held: Held) => symbol = keepInBlock;
/** The block ends, with `thrown` if that is no null. */
export const $leaveBlock: (frame: any, thrown: Held) => void = leaveBlock;
/** What `for…of` goes through. */
export const $cursor: (iterable: any) => Cursor = cursorOf;
/** The keys that `for…in` goes through. */
export const $keysOf: (object: unknown) => Pick<Cursor, 'value' | 'more'> = keysOf;
/** `{ a, ...others } = o`: what `others` gets; `keys` are those that stand before it. */
export const $restOf: (value: unknown, keys: readonly PropertyKey[]) => object = restOf;
/** `arguments` of a call with these. */
export const $argumentsOf: (list: ArrayLike<unknown>) => IArguments = argumentsOf;
/** A variable has this value until its declaration runs. `$tdz("x", x)`: its value; an error before that. `$tdz("x")`: the error. */
export const $tdz: (name: string, value?: unknown) => any = tdz;
/** A constant is assigned to: an error. */
export const $constant: (value?: unknown) => never = constant;
/** What a block with `using` has to dispose of. */
export const $disposables: () => Pick<Disposables, 'use' | 'close' | 'fail'> = disposables;
