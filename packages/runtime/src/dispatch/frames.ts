/** What compiled code of the form of frame objects calls (execution/frame-objects.ts), as one object. */
import { type Meta, setCode } from '../execution/compiled-function.js';
import {
  CANCEL,
  enterBlock,
  F2,
  F4,
  F8,
  first,
  FrameCode,
  isPauseOf,
  leaveBlock,
  untilFrame,
} from '../execution/frame-objects.js';
import { traced } from '../execution/generator-frames.js';
import type { Step } from '../execution/call.js';
import { nextFrame, PAUSE } from '../execution/suspension.js';
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
  first,
  untilFrame,
  isPause: isPauseOf,
  enterBlock,
  leaveBlock,
  code,
  enter,
  construct,
  passed,
};
export const frames: Frames = all as unknown as Frames;
