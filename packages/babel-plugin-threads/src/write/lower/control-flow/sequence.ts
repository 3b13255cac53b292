/** Statements in a row, with the points between them where the function goes on. */
import type { types as t } from '@babel/core';

/**
 * What stands in a list:
 *
 * - `plain`: nothing in it pauses.
 * - `resume`: here it goes on after a pause; the way there leaves the function before.
 * - `compound`: a statement that holds pauses, and finds the way to them itself. It is made when it is known whether something behind it asks
 *   where the function goes on.
 */
export type Item =
  | { readonly kind: 'plain'; readonly node: t.Statement }
  | { readonly kind: 'resume'; readonly pc: number; readonly at: t.Node }
  | { readonly kind: 'compound'; readonly pcs: readonly number[]; make(isAskedAfter: boolean): t.Statement };

export class Sequence {
  readonly items: Item[] = [];

  plain(node: t.Statement): void {
    this.items.push({ kind: 'plain', node });
  }

  /** `at`: what paused. */
  resume(pc: number, at: t.Node): void {
    this.items.push({ kind: 'resume', pc, at });
  }

  compound(inner: readonly Sequence[], make: (isAskedAfter: boolean) => t.Statement): void {
    this.items.push({ kind: 'compound', pcs: inner.flatMap((one) => one.pcs), make });
  }

  /** Where it can go on in them. */
  get pcs(): number[] {
    return this.items.flatMap((one) => (one.kind === 'plain' ? [] : one.kind === 'resume' ? [one.pc] : one.pcs));
  }
}
