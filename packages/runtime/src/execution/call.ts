/** The record of a call: one whose body has not run yet, and one that is suspended in it. */
import type { CompiledFunction } from './compiled-function.js';

/** A call whose body has not run yet, as data. */
export interface Call {
  readonly code: CompiledFunction;
  readonly self: unknown;
  readonly args: ArrayLike<unknown>;
}

export const NO_ARGUMENTS: readonly unknown[] = [];

/**
 * Arguments as a record keeps them: a single one stands without its list, so most records keep no list alive. The record notes whether it has a
 * single one.
 */
export const packArguments = (args: ArrayLike<unknown>): unknown =>
  args.length === 1 ? args[0] : args.length === 0 ? NO_ARGUMENTS : args;

export const unpackArguments = (packed: unknown, isOne: boolean): ArrayLike<unknown> =>
  isOne ? [packed] : (packed as ArrayLike<unknown>);

/**
 * How an outcome comes to a frame: as the value or the error of the call that it waits for, or, where its body has been resumed already, as what
 * that has given or thrown.
 */
export type Mode = 'value' | 'error' | 'given' | 'thrown';

/**
 * What resumes a frame: its body goes on with `value`, up to its next pause or its end. `mode`: 0, it is a value; 1, it is thrown: an
 * error, or CANCEL where the call is unwound. Returns its value, PAUSE, or `nextFrame` where it is to wait for that; throws its error.
 * The rest is for the first run of the body of a frame object: then `frame` is null, `value` its record, and these are its `this` and
 * its arguments. It is always called with all eight, because an engine is slow where some are missing.
 */
export type Step = (
  frame: never,
  value: unknown,
  mode: number,
  self: unknown,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
) => unknown;

/**
 * One suspended call. There are two kinds, which may stand in one stack: the frame of a generator (generator-frames.ts), and
 * a frame object, which holds the locals of its call itself (frame-objects.ts).
 */
export interface Frame extends Pick<Call, 'code' | 'args'> {
  readonly step: Step;
  /** Its generator, by which a `finally` block knows it; null in a frame object, which is its body itself. */
  readonly iterator: object | null;
  /** The frame that called this one and waits for it; null for the first frame of a thread. */
  parent: Frame | null;
  /** The number of the pause at which it waits, from 1; undefined in the frame of a generator. */
  readonly pc?: number;
  /** What few frames have. */
  notes: FrameNotes | null;
}

export interface FrameNotes {
  /** To be unwound when its turn comes. */
  readonly doomed?: boolean;
  /** Its `finally` blocks run. */
  readonly unwinding?: boolean;
  /** The error of an inner `finally` block, thrown on when this frame has been unwound. */
  readonly carried?: Thrown;
  /** The `finally` block in which it waited when its thread was cancelled. */
  readonly block?: { readonly thrown: Thrown | null };
  readonly site?: Site;
}

/** Something that was thrown; it may be undefined. */
export interface Thrown {
  readonly error: unknown;
}

/** A native stack, taken as a pause began, and which of the bodies on it is the frame: 0 is the innermost. */
export interface Site {
  readonly taken: { readonly stack?: string };
  readonly depth: number;
  /** Of a frame object, or of a generator that says it (positions.ts): known without a stack, `12:5`. */
  readonly at?: string;
}

/** The calls of a thread that have paused before: `leaf` is the innermost one, suspended or running. */
export interface Stack {
  leaf: Frame | null;
}
