/** How the frames of a cancelled thread are marked to be unwound, and their `finally` blocks that may wait. */
import type { Frame, FrameNotes, Thrown } from './call.js';

// Most frames of cancelled threads share this object, which saves an allocation for each.
const DOOMED: FrameNotes = { doomed: true };
export const UNWINDING: FrameNotes = { doomed: false, unwinding: true };

/** Marks every frame of a suspended stack to be unwound; `resume(leaf, undefined, 'unwind')` then does it. */
export function markUnwind(leaf: Frame | null): void {
  for (let frame = leaf; frame !== null; frame = frame.parent)
    frame.notes = frame.notes === null ? DOOMED : { ...frame.notes, doomed: frame.notes.unwinding !== true };
}

/** The error to throw further when the frame has been unwound. */
export const carriedBy = ({ notes }: Frame): Thrown | null =>
  notes === null ? null : (notes.carried ?? notes.block?.thrown ?? null);

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

// ---- `finally` blocks that may wait ---------------------------------------------------------------------------------
//
// An engine does not show at which point a generator is suspended, nor which error a `finally` block holds back. So
// emitted code passes both:
//
//   try { … } catch ($error) { throw $carry($error); } finally { yield $enterFinally(); … yield $leaveFinally(); }
//
// A block that throws has also ended. The runtime sees this when its frame ends, or at the next `catch` around it:
//
//   try { try { … } catch ($error) { yield $leaveFinally($error); throw $error; } } catch (error) { … }

/** The thread of these frames, to which an error is reported that is lost when they are unwound. */
interface Unwinding {
  loseError(error: unknown): void;
}

/** Yielded when such a block begins and when it ends. */
export class Edge {
  readonly ends: boolean;
  /** At the beginning, the error that the block holds back; at the end, the error that it has thrown itself. */
  error: Thrown | null;
  /** Its thread was cancelled during the block: at the end of the block, its frame is unwound. */
  unwinding: Unwinding | null = null;
  /** The error that the block itself threw after the cancel: thrown further when its frame has been unwound. */
  thrown: Thrown | null = null;
  /** It began while its frame was unwound: an error that it throws itself is an ordinary error. */
  isLater = false;

  constructor(ends: boolean, error: Thrown | null) {
    this.ends = ends;
    this.error = error;
  }
}

/** The error on its way from the `catch` to the `finally` of one `try`. */
let carried: Thrown | null = null;

/** The outermost `finally` block in which a body is: a generator, or a frame object. */
const blocks = new WeakMap<object, Edge>();

export const isInBlock = (body: object): boolean => blocks.has(body);
const bodyOf = (frame: Frame): object => frame.iterator ?? frame;

/** An error reaches a `finally` block. Returns the error. */
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

/** The block ends. `thrown`: it ends with an error. */
export const leaveFinally = (...thrown: readonly unknown[]): unknown =>
  new Edge(true, thrown.length === 0 ? null : { error: thrown[0] });

/**
 * A body has reached the beginning or the end of a block. Is the rest of the body to be unwound? An error that the
 * block held back when the thread was cancelled is then not thrown further. If a block begins before another one has
 * ended, the other one has thrown, and the new block counts as a part of it.
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
 * A thread is cancelled while it waits in a `finally` block: that block ends first, with all calls in it. Only the code
 * around it is marked to be unwound. Returns false, and does nothing, if the thread is in no such block.
 */
export function unwindAfterFinally(leaf: Frame | null, unwinding: Unwinding): boolean {
  let outermost: Frame | null = null;
  for (let frame = leaf; frame !== null; frame = frame.parent) if (blocks.has(bodyOf(frame))) outermost = frame;
  if (outermost === null) return false;
  const block = blocks.get(bodyOf(outermost)) as Edge;
  block.unwinding = unwinding;
  outermost.notes = { ...outermost.notes, block };
  markUnwind(outermost.parent);
  return true;
}

/** The frames are dropped without running: reports the errors that were in flight in them, innermost first. */
export function dropFrames(leaf: Frame | null, unwinding: Unwinding): void {
  for (let frame = leaf; frame !== null; frame = frame.parent) {
    const held = blocks.get(bodyOf(frame))?.error ?? null;
    const thrown = carriedBy(frame);
    if (held !== null) unwinding.loseError(held.error);
    if (thrown !== null) unwinding.loseError(thrown.error);
  }
}
