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
  /** The variable that is set when the pause leaves a `try` with a `finally` block, which then must not run. */
  readonly flag: string | undefined;
  /** The variable with the error that waits for the end of the `finally` block in which it pauses. */
  readonly held: string | undefined;
  /** Stands for its `return` in the statements that liveness reads. */
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
 * How a sequence is written:
 *
 * - `plainly`: without a dispatch, as it is never resumed in; liveness reads a whole function so.
 * - `resumed`: with a dispatch to its resume points.
 * - `asked`: the same, and something behind it or around it reads `$pc` once more, so that it is set back.
 */
export type Way = 'plain' | 'resumed' | 'reset';

/** The way of a list in a statement that reads `$pc` itself. */
export const wayInside = (way: Way): Way => (way === 'plain' ? way : 'reset');

export interface Compound {
  write(way: Way): t.Statement;
  /** An `if` or a block: its lists are written in its own way. Those of a loop, a `try`, a `switch` are written in the way `reset`. */
  readonly isTransparent?: boolean;
  /** For a loop whose next iteration begins at its resume points: `first` runs, and then the loop is entered from its beginning. */
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

  /** All its resume points are at its end. */
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

/** Does the pause of a function, its only one, stand in a statement that sets `$pc` back? */
export function setsPcBack({ items }: Sequence): boolean {
  const stop = items.find(({ kind }) => kind !== 'plain');
  if (stop?.kind !== 'compound' || stop.resumed) return false;
  return !isTransparent(stop) || stop.inner.some(setsPcBack);
}
