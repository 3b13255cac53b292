/** The record of a call: one whose body has not run yet, and one that is suspended in it. */
import type { CompiledFunction } from './compiled-function.js';

/** A call whose body has not run yet, as data. */
export interface Call {
  readonly code: CompiledFunction;
  readonly self: unknown;
  readonly args: ArrayLike<unknown>;
}

/** One suspended call. */
export class Frame implements Pick<Call, 'code' | 'args'> {
  /** Its running body. Only generator-frames.ts, which resumes it, knows its type. */
  readonly iterator: object;
  readonly code: CompiledFunction;
  readonly args: ArrayLike<unknown>;
  /** The frame that called this one and waits for it; null for the first frame of a thread. */
  parent: Frame | null = null;
  /** What few frames have. */
  notes: FrameNotes | null = null;

  constructor(code: CompiledFunction, args: ArrayLike<unknown>, iterator: object) {
    this.code = code;
    // The object of a call without arguments is not kept: most methods of owners have none.
    this.args = args.length === 0 ? NO_ARGUMENTS : args;
    this.iterator = iterator;
  }
}

const NO_ARGUMENTS: readonly unknown[] = [];

export interface FrameNotes {
  /** To be unwound when its turn comes. */
  readonly doomed?: boolean;
  /** Its `finally` blocks run. */
  readonly unwinding?: boolean;
  /** The error of an inner `finally` block, thrown on when this frame has been unwound. */
  readonly carried?: Thrown;
  /** The `finally` block in which it waited when its thread was cancelled. */
  readonly block?: { readonly thrown: Thrown | null };
  /** Where in its body it waits. */
  readonly site?: Site;
}

/** Something that was thrown; it may be undefined. */
export interface Thrown {
  readonly error: unknown;
}

/** A native stack, taken as a pause began, and which of the generators on it is the frame: 0 is the innermost. */
export interface Site {
  readonly taken: Error;
  readonly depth: number;
}
