/** What emitted steps of frame objects call, beside frame-objects.ts: an engine inlines these. */
import type { FrameCode } from './frame-code.js';
import { F2, F4, F8, MANY } from './frame-objects.js';
import { pauseForFrame } from './generator-frames.js';
import { linkFrame, nextFrame, PAUSE as thePause } from './suspension.js';
import { turn as theTurn } from './turn-state.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const PAUSE: typeof thePause = thePause;
const NEXT: typeof nextFrame = nextFrame;
const turn = theTurn;

/** The frame-wait of a loop whose call has not waited before; one that has a frame returns `nextFrame`. */
export const untilFrame = (): symbol => pauseForFrame(turn.frame + 1);

// At a first pause the frame is made, in a function of its own: what is left is inlined into the bodies of hot turns.

function first2(code: FrameCode, self: unknown, pc: number, a: unknown, b: unknown): symbol {
  const f = new F2(code, self, pc);
  f.l0 = a;
  f.l1 = b;
  return linkFrame(f);
}

function first4(code: FrameCode, self: unknown, pc: number, a: unknown, b: unknown, c: unknown, d: unknown): symbol {
  const f = new F4(code, self, pc);
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  return linkFrame(f);
}

function first8(
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
}

/** The body pauses: its frame, which is made if it has none, keeps its place and two places. Returns what the body returns. */
export function keep2(f: F2 | null, code: FrameCode, self: unknown, pc: number, a?: unknown, b?: unknown): symbol {
  if (f === null) return first2(code, self, pc, a, b);
  f.pc = pc;
  f.l0 = a;
  f.l1 = b;
  return PAUSE;
}

/** The same with four places. */
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
  if (f === null) return first4(code, self, pc, a, b, c, d);
  f.pc = pc;
  f.l0 = a;
  f.l1 = b;
  f.l2 = c;
  f.l3 = d;
  return PAUSE;
}

/** The same with eight places. */
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
  if (f === null) return first8(code, self, pc, a, b, c, d, e, g, h, i);
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

/** The same with a list of places: the first place of the frame is the list. */
export const keepMany = (
  f: F2 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  places: readonly unknown[],
): symbol => keep2(f, code, self, pc, places, MANY);

/** The same for the frame-wait of a loop. */
export function next2(f: F2 | null, code: FrameCode, self: unknown, pc: number, a?: unknown, b?: unknown): symbol {
  if (f === null) untilFrame();
  const kept = keep2(f, code, self, pc, a, b);
  return f === null ? kept : NEXT;
}

/** With four places. */
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
  if (f === null) untilFrame();
  const kept = keep4(f, code, self, pc, a, b, c, d);
  return f === null ? kept : NEXT;
}

/** With eight places. */
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
  if (f === null) untilFrame();
  const kept = keep8(f, code, self, pc, a, b, c, d, e, g, h, i);
  return f === null ? kept : NEXT;
}

/** With a list of places. */
export const nextMany = (
  f: F2 | null,
  code: FrameCode,
  self: unknown,
  pc: number,
  places: readonly unknown[],
): symbol => next2(f, code, self, pc, places, MANY);
