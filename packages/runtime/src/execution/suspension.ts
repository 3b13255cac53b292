/**
 * The record of a suspension: the current pause. There is only one at a time, because it travels from the wait out to
 * its thread without an interruption.
 *
 * Frames are linked while a pause travels outwards, innermost first, and never pushed when they are called:
 *
 *   wait() ──PAUSE──▶ step() ──PAUSE──▶ walk() ──PAUSE──▶ the thread
 *   pending.leaf = step ──parent──▶ walk = pending.top
 */
import type { Frame, Site } from './call.js';
import type { WaitKindOf } from './wait-kind-table.js';

/** The result of a call, in place of its value, while its thread waits. Only the runtime may see it. */
export const PAUSE: unique symbol = Symbol('spindle.pause');
export type Pause = typeof PAUSE;

/** What a loop yields at the end of an iteration that cannot have waited: it goes on in the next frame. */
export const nextFrame: unique symbol = Symbol('spindle.nextFrame');

/** Thrown into a body whose call is unwound, so that its `finally` blocks run. Each `catch` of a frame object throws this further. */
export const CANCEL: unique symbol = Symbol('spindle.cancel');

/** A wait as data. `kind` is its row in the table of kinds (wait-kind-table.ts). */
export interface Wait {
  kind: WaitKindOf<any> | null;
  /** What it waits for; its shape belongs to the kind. */
  subject: unknown;
  /** Does its thread keep the executor during the wait? */
  keeps: boolean;
  /** The frame that it waits for, if it is the frame-wait of a loop; 0 for every other wait. */
  dueFrame: number;
}

/** The current pause: created by a wait, taken by the thread. `kind` is null when there is none. */
export const pending: Wait & { leaf: Frame | null; top: Frame | null; site: Site | null } = {
  kind: null,
  subject: undefined,
  keeps: false,
  dueFrame: 0,
  leaf: null,
  top: null,
  site: null,
};

/** A call pauses for the first time: its frame is put around the frames that the pause has left. */
export function linkFrame(frame: Frame): Pause {
  if (pending.top === null) pending.leaf = frame;
  else pending.top.parent = frame;
  pending.top = frame;
  return comeOut(frame);
}

/** The current pause leaves a frame. If stacks are noted, the frame notes where it waits. */
export function comeOut(frame: Frame): Pause {
  if (pending.site !== null) noteLeft(frame, pending.site);
  return PAUSE;
}

/** A function of its own, as an engine puts the rest of `comeOut` into bodies that it optimizes, and refuses what is too long. */
function noteLeft(frame: Frame, site: Site): void {
  frame.notes = { ...frame.notes, site };
  // The next body is one further out on the native stack, or says its place itself.
  pending.site = site.at === undefined ? { taken: site.taken, depth: site.depth + 1 } : null;
}
