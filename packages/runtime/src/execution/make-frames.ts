/** What emitted steps of frame objects call, beside frame-objects.ts: an engine inlines these. */
import type { FrameCode } from './frame-code.js';
import { F2, F4, F8, MANY } from './frame-objects.js';
import { pauseForFrame } from './pauses.js';
import { linkFrame, nextFrame, PAUSE } from './suspension.js';
import { turn } from './turn-state.js';
import { callOn } from '../realm.js';

// At a first pause the frame is made, in a function of its own. That is a variable and called by `callOn`: so an engine does not
// know what is called and does not inline it, and has room for what runs in each turn. A crowd that starts in one frame takes a
// third more time for each turn otherwise.
/* oxlint-disable prefer-const, func-style -- see above */

/** The frame-wait of a loop whose call has not waited before; one that has a frame returns `nextFrame`. */
let untilFrame = (): symbol => pauseForFrame(turn.frame + 1);

let first2 = function (code: FrameCode, self: unknown, pc: number, a: unknown, b: unknown): symbol {
  const f = new F2(code, self, pc);
  f.l0 = a;
  f.l1 = b;
  return linkFrame(f);
};

let first4 = function (
  code: FrameCode,
  self: unknown,
  pc: number,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
): symbol {
  const f = new F4(code, self, pc);
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  return linkFrame(f);
};

let first8 = function (
  code: FrameCode,
  self: unknown,
  pc: number,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  e: unknown,
  g: unknown,
  h: unknown,
  i: unknown,
): symbol {
  const f = new F8(code, self, pc);
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  f.l4 = e;
  f.l5 = g;
  f.l6 = h;
  f.l7 = i;
  return linkFrame(f);
};

/* oxlint-enable prefer-const, func-style */

/** The body pauses. Its frame, which is made if it has none, keeps the number of the pause and two values. Returns what the body returns. */
export function keep2(f: F2 | null, code: FrameCode, self: unknown, pc: number, a?: unknown, b?: unknown): symbol {
  if (f === null) return callOn(first2, undefined, code, self, pc, a, b);
  f.pc = pc;
  f.l0 = a;
  f.l1 = b;
  return PAUSE;
}

/** The same with four values. */
export function keep4(
  f: F4 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
): symbol {
  if (f === null) return callOn(first4, undefined, code, self, pc, a, b, c, d);
  f.pc = pc;
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  return PAUSE;
}

/** The same with eight values. */
export function keep8(
  f: F8 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  e?: unknown,
  g?: unknown,
  h?: unknown,
  i?: unknown,
): symbol {
  if (f === null) return callOn(first8, undefined, code, self, pc, a, b, c, d, e, g, h, i);
  f.pc = pc;
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  f.l4 = e;
  f.l5 = g;
  f.l6 = h;
  f.l7 = i;
  return PAUSE;
}

/** The same with a list of values, which stands in the first place of the frame. */
export const keepMany = (
  f: F2 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  places: readonly unknown[],
): symbol => keep2(f, code, self, pc, places, MANY);

/** The same for the frame-wait of a loop. */
export function next2(f: F2 | null, code: FrameCode, self: unknown, pc: number, a?: unknown, b?: unknown): symbol {
  if (f === null) {
    callOn(untilFrame, undefined);
    return callOn(first2, undefined, code, self, pc, a, b);
  }
  keep2(f, code, self, pc, a, b);
  return nextFrame;
}

/** The same with four values. */
export function next4(
  f: F4 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
): symbol {
  if (f === null) {
    callOn(untilFrame, undefined);
    return callOn(first4, undefined, code, self, pc, a, b, c, d);
  }
  keep4(f, code, self, pc, a, b, c, d);
  return nextFrame;
}

/** The same with eight values. */
export function next8(
  f: F8 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  e?: unknown,
  g?: unknown,
  h?: unknown,
  i?: unknown,
): symbol {
  if (f === null) {
    callOn(untilFrame, undefined);
    return callOn(first8, undefined, code, self, pc, a, b, c, d, e, g, h, i);
  }
  keep8(f, code, self, pc, a, b, c, d, e, g, h, i);
  return nextFrame;
}

/** The same with a list of values. */
export const nextMany = (
  f: F2 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  places: readonly unknown[],
): symbol => next2(f, code, self, pc, places, MANY);
