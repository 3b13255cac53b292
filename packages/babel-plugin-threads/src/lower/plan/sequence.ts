/** Statements in a row with the pauses between them, before they are written: the form in which liveness reads a function. */
import type { types as t } from '@babel/core';

/** A pause: it leaves the function, which is resumed behind it. */
export interface Suspension {
  /** `next`: the wait for the next frame of a loop, which reuses the frame of the function. */
  readonly how: 'keep' | 'next';
  /** Its number, from 1. */
  readonly pc: number;
  /** `$c.waits($v = f())`: whether it leaves; a wait for the next frame always does. */
  readonly test: t.Expression | undefined;
  /** What pauses. */
  readonly at: t.Node;
  /** What says that a pause leaves a `try` with a `finally` block, which then must not run. */
  readonly flag: string | undefined;
  /** What a `finally` block holds back in which it pauses. */
  readonly held: string | undefined;
  /** Stands for its `return` in what liveness reads. */
  readonly mark: t.ReturnStatement;
}

/**
 * What stands in a list:
 *
 * - `plain`: nothing in it pauses.
 * - `pause`: the function leaves here, and is resumed behind it. `above`: the statement of the source that begins with it, whose comments it takes.
 * - `compound`: a statement that holds pauses, and dispatches to them itself.
 */
export type Item =
  | { readonly kind: 'plain'; readonly node: t.Statement }
  | { readonly kind: 'pause'; readonly pause: Suspension; readonly above?: t.Node | undefined }
  | (Compound & { readonly kind: 'compound'; readonly inner: readonly Sequence[]; readonly pcs: readonly number[] });

/**
 * How a list is written:
 *
 * - `plainly`: without a dispatch, as it is never resumed in; liveness reads a whole function so.
 * - `resumed`: with a dispatch to its resume points.
 * - `asked`: the same, and something behind it or around it reads `$pc` once more, so that it is set back.
 */
export type Way = 'plain' | 'resumed' | 'reset';

/** The way of a list whose statement reads `$pc` around it. */
export const wayInside = (way: Way): Way => (way === 'plain' ? way : 'reset');

export interface Compound {
  write(way: Way): t.Statement;
  /** Its lists are written in the way in which it is itself: an `if`, a block. Those of a loop, a `try`, a `switch` are `asked`. */
  readonly isTransparent?: boolean;
  /** It is never resumed in: where the function is resumed in it, this runs, and then it is entered as if anew. */
  readonly resumed?: { readonly first: readonly t.Statement[]; readonly at: t.Node } | undefined;
}

export class Sequence {
  readonly items: Item[] = [];

  add(node: t.Statement): void {
    this.items.push({ kind: 'plain', node });
  }

  addPause(pause: Suspension): void {
    this.items.push({ kind: 'pause', pause });
  }

  addCompound(inner: readonly Sequence[], how: Compound): void {
    this.items.push({ kind: 'compound', inner, pcs: inner.flatMap((one) => one.pcs), ...how });
  }

  /** A statement around a list, which holds pauses or none. */
  addAround(body: Sequence, write: Compound['write'], resumed?: Compound['resumed']): void {
    if (body.pcs.length > 0) this.addCompound([body], { write, resumed });
    else this.add(write('plain'));
  }

  /** Nothing in it stands behind a pause: who is resumed there is at its end. */
  get endsWithPauses(): boolean {
    const first = this.items.findIndex(({ kind }) => kind !== 'plain');
    const stop = this.items[first];
    if (stop === undefined) return true;
    if (first < this.items.length - 1) return false;
    return stop.kind === 'pause' || (isTransparent(stop) && stop.inner.every((one) => one.endsWithPauses));
  }

  /** The pauses in it. */
  get pcs(): number[] {
    return this.items.flatMap((one) => (one.kind === 'plain' ? [] : one.kind === 'pause' ? [one.pause.pc] : one.pcs));
  }
}

const isTransparent = (item: Item): item is Item & { readonly kind: 'compound' } =>
  item.kind === 'compound' && item.isTransparent === true;

/** Is a function with one pause resumed in something that sets `$pc` back? */
export function setsPcBack({ items }: Sequence): boolean {
  const stop = items.find(({ kind }) => kind !== 'plain');
  if (stop?.kind !== 'compound' || stop.resumed) return false;
  return !isTransparent(stop) || stop.inner.some(setsPcBack);
}
