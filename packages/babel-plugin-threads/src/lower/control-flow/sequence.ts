/** Statements in a row, with the points between them where the function goes on. */
import type { types as t } from '@babel/core';

/**
 * What stands in a list:
 *
 * - `plain`: nothing in it pauses.
 * - `resume`: here it goes on after a pause; the way there leaves the function before.
 * - `compound`: a statement that holds pauses, and finds the way to them itself.
 */
export type Item =
  | { readonly kind: 'plain'; readonly node: t.Statement }
  | { readonly kind: 'resume'; readonly pc: number; readonly at: t.Node }
  | (Compound & { readonly kind: 'compound'; readonly pcs: readonly number[] });

export interface Compound {
  /** Is called when it is known whether something behind it asks where the function goes on. */
  make(isAskedAfter: boolean): t.Statement;
  /** In its place: the statement that is never resumed in. It has this if nothing in it stands behind a pause. */
  readonly plainly?: (() => t.Statement) | undefined;
  /** It is never resumed in: where the function goes on in it, this runs, and then it is entered as if anew. */
  readonly resumed?: { readonly first: readonly t.Statement[]; readonly at: t.Node } | undefined;
}

export class Sequence {
  readonly items: Item[] = [];

  plain(node: t.Statement): void {
    this.items.push({ kind: 'plain', node });
  }

  /** `at`: what paused. */
  resume(pc: number, at: t.Node): void {
    this.items.push({ kind: 'resume', pc, at });
  }

  compound(inner: readonly Sequence[], how: Compound): void {
    this.items.push({ kind: 'compound', pcs: inner.flatMap((one) => one.pcs), ...how });
  }

  /** Nothing in it stands behind a pause: who goes on there is at its end. */
  get endsWithPauses(): boolean {
    const first = this.items.findIndex(({ kind }) => kind !== 'plain');
    const stop = this.items[first];
    if (stop === undefined) return true;
    return first === this.items.length - 1 && (stop.kind !== 'compound' || stop.plainly !== undefined);
  }

  /** Where it can go on in them. */
  get pcs(): number[] {
    return this.items.flatMap((one) => (one.kind === 'plain' ? [] : one.kind === 'resume' ? [one.pc] : one.pcs));
  }
}
