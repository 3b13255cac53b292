/** How the frames of a cancelled thread are marked to be unwound, and the `finally` blocks of theirs that may wait. */
import type { Frame, FrameNotes, Thrown } from './call.js';

// Shared by most frames of cancelled threads, which saves an allocation for each.
const DOOMED: FrameNotes = { doomed: true };
const UNWINDING: FrameNotes = { doomed: false, unwinding: true };

/** Marks every frame of a suspended stack to be unwound; `resume(leaf, undefined, 'unwind')` then does it. */
export function markUnwind(leaf: Frame | null): void {
  for (let frame = leaf; frame !== null; frame = frame.parent)
    frame.notes = frame.notes === null ? DOOMED : { ...frame.notes, doomed: frame.notes.unwinding !== true };
}

/** What is thrown on when the frame has been unwound. */
export const carriedBy = ({ notes }: Frame): Thrown | null =>
  notes === null ? null : (notes.carried ?? notes.block?.thrown ?? null);

/** The turn of a frame has come: is it to be unwound? What an inner frame gave or swallowed does not matter then: the whole old stack is unwound. */
export function beginsToUnwind(frame: Frame): boolean {
  const { notes } = frame;
  if (notes?.doomed !== true) return false;
  frame.notes = notes === DOOMED ? UNWINDING : { ...notes, doomed: false, unwinding: true };
  return true;
}

// ---- `finally` blocks that may wait -------------------------------------------------------------------------------------------
//
// An engine does not tell where a generator stands, nor what a `finally` block holds up. So emitted code says both:
//
//   try { … } catch ($error) { throw $carry($error); } finally { yield $enterFinally(); … yield $leaveFinally(); }
//
// A block that throws has left as well. That shows when its frame ends, and else at the next `catch` around it:
//
//   try { try { … } catch ($error) { yield $leaveFinally($error); throw $error; } } catch (error) { … }

/** Whose frames these are, and who hears of an error that is lost as they are unwound. */
interface Unwinding {
  loseError(error: unknown): void;
}

/** Yielded as such a block begins and as it ends. */
export class Edge {
  readonly ends: boolean;
  /** At the beginning the error that the block holds up, at the end the one that it has thrown itself. */
  error: Thrown | null;
  /** Its thread was cancelled meanwhile: when the block has come to its end, its frame is unwound. */
  unwinding: Unwinding | null = null;
  /** What the block itself has thrown then: thrown on when its frame has been unwound. */
  thrown: Thrown | null = null;
  /** It began as its frame was unwound: what it throws itself is an error like any other. */
  isLater = false;

  constructor(ends: boolean, error: Thrown | null) {
    this.ends = ends;
    this.error = error;
  }
}

/** On its way from the `catch` to the `finally` of one `try`. */
let carried: Thrown | null = null;

/** The `finally` block that a body stands in, the outermost one. */
const blocks = new WeakMap<object, Edge>();

/** An error comes to a `finally` block. Gives it back. */
export function carry(error: unknown): unknown {
  carried = { error };
  return error;
}

/** A `finally` block that may wait begins. */
export function enterFinally(): unknown {
  const edge = new Edge(false, carried);
  carried = null;
  return edge;
}

/** It ends; `thrown`: with an error. */
export const leaveFinally = (...thrown: readonly unknown[]): unknown =>
  new Edge(true, thrown.length === 0 ? null : { error: thrown[0] });

/**
 * A body has come to an edge. Is the rest of it to be unwound? What it held up when its thread was cancelled is then not thrown on. A block that begins
 * where another one has not come to its end is a part of that, as the other one has thrown.
 */
export function isUnwoundAt(edge: Edge, body: object): boolean {
  const { ends, error } = edge;
  const begun = blocks.get(body);
  const unwinding = begun === undefined || (begun.isLater && error !== null) ? null : begun.unwinding;
  blocks.delete(body);
  if (unwinding !== null) (begun as Edge).thrown = error;
  if (!ends) {
    blocks.set(body, edge);
    edge.unwinding = unwinding;
    edge.isLater = unwinding !== null;
    if (edge.isLater) edge.error = null;
  }
  if (!ends || unwinding === null) return false;
  const { error: held } = begun as Edge;
  if (error === null && held !== null) unwinding.loseError(held.error);
  return true;
}

/**
 * A thread is cancelled while it waits in a `finally` block: that block comes to its end first, with all that it has called. Only what stands
 * around it is marked to be unwound. Gives false, and does nothing, where it stands in none.
 */
export function unwindAfterFinally(leaf: Frame | null, unwinding: Unwinding): boolean {
  let outermost: Frame | null = null;
  for (let frame = leaf; frame !== null; frame = frame.parent) if (blocks.has(frame.iterator)) outermost = frame;
  if (outermost === null) return false;
  const block = blocks.get(outermost.iterator) as Edge;
  block.unwinding = unwinding;
  outermost.notes = { ...outermost.notes, block };
  markUnwind(outermost.parent);
  return true;
}

/** Frames of which nothing runs any more: tells of the errors that were in flight in them, innermost first. */
export function dropFrames(leaf: Frame | null, unwinding: Unwinding): void {
  for (let frame = leaf; frame !== null; frame = frame.parent) {
    const held = blocks.get(frame.iterator)?.error ?? null;
    const thrown = carriedBy(frame);
    if (held !== null) unwinding.loseError(held.error);
    if (thrown !== null) unwinding.loseError(thrown.error);
  }
}
