/** What emitted steps of frame objects call, beside frame-objects.ts: an engine inlines these. */
import type { FrameCode } from './frame-code.js';
import { F2, F4, F8, MANY } from './frame-objects.js';
import { pauseForFrame } from './pauses.js';
import { linkFrame, nextFrame, PAUSE } from './suspension.js';
import { turn } from './turn-state.js';
import { callOn } from '../realm.js';

/**
 * Keeps values in a frame: as many of these as it has places for. All are written out, as an engine is slow with a list. `frame`: null where the
 * body has none yet.
 */
type Keep<F> = (
  frame: F | null,
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
) => symbol;
/** The same with a list of values, which stands in the first place of the frame. */
type KeepMany = (frame: F2 | null, code: FrameCode, self: unknown, pc: number, places: readonly unknown[]) => symbol;

// At a first pause the frame is made, in a function of its own. That is a variable and called by `callOn`: so an engine does not
// know what is called and does not inline it, and has room for what runs in each turn. A crowd that starts in one frame takes a
// third more time for each turn otherwise.
/* oxlint-disable prefer-const, func-style -- see above */

/** The frame-wait of a loop whose call has not waited before; one that has a frame returns `nextFrame`. */
let untilFrame = (): symbol => pauseForFrame(turn.frame + 1);

let first2: Keep<F2> = function (_, code, self, pc, a, b) {
  const f = new F2(code, self, pc);
  f.l0 = a;
  f.l1 = b;
  return linkFrame(f);
};

let first4: Keep<F4> = function (_, code, self, pc, a, b, c, d) {
  const f = new F4(code, self, pc);
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  return linkFrame(f);
};

let first8: Keep<F8> = function (_, code, self, pc, a, b, c, d, e, g, h, i) {
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
export const keep2: Keep<F2> = function (f, code, self, pc, a, b) {
  if (f === null) return callOn(first2, undefined, f, code, self, pc, a, b);
  f.pc = pc;
  f.l0 = a;
  f.l1 = b;
  return PAUSE;
};

/** The same with four values. */
export const keep4: Keep<F4> = function (f, code, self, pc, a, b, c, d) {
  if (f === null) return callOn(first4, undefined, f, code, self, pc, a, b, c, d);
  f.pc = pc;
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  return PAUSE;
};

/** The same with eight values. */
export const keep8: Keep<F8> = function (f, code, self, pc, a, b, c, d, e, g, h, i) {
  if (f === null) return callOn(first8, undefined, f, code, self, pc, a, b, c, d, e, g, h, i);
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
};

export const keepMany: KeepMany = (f, code, self, pc, places) => keep2(f, code, self, pc, places, MANY);

/** The same for the frame-wait of a loop. */
export const next2: Keep<F2> = function (f, code, self, pc, a, b) {
  if (f === null) callOn(untilFrame, undefined);
  const paused = keep2(f, code, self, pc, a, b);
  return f === null ? paused : nextFrame;
};

/** The same with four values. */
export const next4: Keep<F4> = function (f, code, self, pc, a, b, c, d) {
  if (f === null) callOn(untilFrame, undefined);
  const paused = keep4(f, code, self, pc, a, b, c, d);
  return f === null ? paused : nextFrame;
};

/** The same with eight values. */
export const next8: Keep<F8> = function (f, code, self, pc, a, b, c, d, e, g, h, i) {
  if (f === null) callOn(untilFrame, undefined);
  const paused = keep8(f, code, self, pc, a, b, c, d, e, g, h, i);
  return f === null ? paused : nextFrame;
};

export const nextMany: KeepMany = (f, code, self, pc, places) => next2(f, code, self, pc, places, MANY);
