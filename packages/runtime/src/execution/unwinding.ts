/** How the frames of a cancelled thread are marked to be unwound. */
import type { Frame, FrameNotes, Thrown } from './call.js';
import { layers, type Unwinding } from './layers.js';

// Most frames of cancelled threads share this object, which saves an allocation for each.
const DOOMED: FrameNotes = { doomed: true };
const UNWINDING: FrameNotes = { doomed: false, unwinding: true };

/** Marks every frame of a suspended stack to be unwound; `resumeFrames` then does it. */
export function markUnwind(leaf: Frame | null): void {
  for (let frame = leaf; frame !== null; frame = frame.parent)
    frame.notes = frame.notes === null ? DOOMED : { ...frame.notes, doomed: frame.notes.unwinding !== true };
}

/** The error to throw further when the frame has been unwound. */
export const carriedBy = ({ notes }: Frame): Thrown | null => notes?.carried ?? notes?.block?.thrown ?? null;

/**
 * A frame is about to be resumed: is it to be unwound? What an inner frame returned or caught does not matter then,
 * because the whole old stack is unwound.
 */
export function beginsToUnwind(frame: Frame): boolean {
  const { notes } = frame;
  if (notes?.doomed !== true) return false;
  frame.notes = notes === DOOMED ? UNWINDING : { ...notes, doomed: false, unwinding: true };
  return true;
}

/** Yielded when a `finally` block that may wait begins and when it ends. */
export abstract class Edge {
  /** A body has reached it. Is the rest of the body to be unwound? */
  abstract isUnwoundAt(body: object): boolean;
}

/** What a block is known by: a generator, or a frame object. */
export const bodyOf = (frame: Frame): object => frame.iterator ?? frame;

/**
 * A thread is cancelled while it waits in a `finally` block: that block ends first, with all calls in it. Only the code
 * around it is marked to be unwound. Returns false, and does nothing, if the thread is in no such block.
 */
export const unwindAfterFinally = (leaf: Frame | null, unwinding: Unwinding): boolean =>
  layers.finallyBlocks?.unwindAfter(leaf, unwinding) === true;

/** The frames are dropped without running: reports the errors that were in flight in them, innermost first. */
export function dropFrames(leaf: Frame | null, unwinding: Unwinding): void {
  for (let frame = leaf; frame !== null; frame = frame.parent) {
    const held = layers.finallyBlocks?.heldIn(bodyOf(frame));
    const carried = carriedBy(frame);
    if (held) unwinding.loseError(held.error);
    if (carried) unwinding.loseError(carried.error);
  }
}
