/** Where the `finally` blocks that may wait begin and end; resume-frames.ts runs them. Only compiled code that has some imports this file. */
import type { Frame, Thrown } from './call.js';
import { addLayer, type Unwinding } from './layers.js';
import { bodyOf, Edge, markUnwind } from './unwinding.js';

// An engine does not show at which point a generator is suspended, nor which error a `finally` block holds back. So
// emitted code passes both:
//
//   try { … } catch ($error) { throw $carry($error); } finally { yield $enterFinally(); … yield $leaveFinally(); }
//
// A block that throws has also ended. The runtime sees this when its frame ends, or at the next `catch` around it:
//
//   try { try { … } catch ($error) { yield $leaveFinally($error); throw $error; } } catch (error) { … }

/** Yielded when such a block begins and when it ends. */
export class Block extends Edge {
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
    super();
    this.ends = ends;
    this.error = error;
  }

  /**
   * A body has reached the beginning or the end of a block. Is the rest of the body to be unwound? An error that the
   * block held back when the thread was cancelled is then not thrown further. If a block begins before another one has
   * ended, the other one has thrown, and the new block counts as a part of it.
   */
  isUnwoundAt(body: object): boolean {
    const { ends, error } = this;
    const begun = blocks.get(body);
    const unwinding = begun === undefined || (begun.isLater && error !== null) ? null : begun.unwinding;
    blocks.delete(body);
    if (unwinding !== null) (begun as Block).thrown = error;
    if (!ends) {
      blocks.set(body, this);
      this.unwinding = unwinding;
      this.isLater = unwinding !== null;
      if (this.isLater) this.error = null;
    }
    if (!ends || unwinding === null) return false;
    const { error: held } = begun as Block;
    if (error === null && held !== null) unwinding.loseError(held.error);
    return true;
  }
}

/** The error on its way from the `catch` to the `finally` of one `try`. */
let carried: Thrown | null = null;

/** The outermost `finally` block in which a body is. */
export const blocks: WeakMap<object, Block> = new WeakMap();

/** An error reaches a `finally` block. Returns the error. */
export function carry(error: unknown): unknown {
  carried = { error };
  return error;
}

/** A `finally` block that may wait begins. */
export function enterFinally(): unknown {
  const edge = new Block(false, carried);
  carried = null;
  return edge;
}

/** The block ends. `thrown`: it ends with an error. */
export const leaveFinally = (...thrown: readonly unknown[]): unknown =>
  new Block(true, thrown.length === 0 ? null : { error: thrown[0] });

/** See `unwindAfterFinally`. */
function unwindAfter(leaf: Frame | null, unwinding: Unwinding): boolean {
  let outermost: Frame | null = null;
  for (let frame = leaf; frame !== null; frame = frame.parent) if (blocks.has(bodyOf(frame))) outermost = frame;
  if (outermost === null) return false;
  const block = blocks.get(bodyOf(outermost)) as Block;
  block.unwinding = unwinding;
  outermost.notes = { ...outermost.notes, block };
  markUnwind(outermost.parent);
  return true;
}

addLayer({ finallyBlocks: { unwindAfter, heldIn: (body) => blocks.get(body)?.error ?? null } });
