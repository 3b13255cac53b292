import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { isCompiling, kindsOf } from './mark-kinds.js';

/**
 * The comments that say `compile` or `script`, with their copies. Babel hands the same comment to two nodes, and a cloned AST has
 * copies: all that start at the same offset.
 */
export function copiesOf({ file, paths }: Compilation, comments: readonly t.Comment[]): t.Comment[] {
  const offsets = new Set(comments.map(({ start }) => start));
  const found: Found = { offsets, copies: new Set() };
  if (offsets.size === 0) return [];
  addCopies(found, file.ast.comments);
  addCommentsOf(found, file.ast);
  for (const { node } of paths.all) addCommentsOf(found, node);
  return [...found.copies];
}

interface Found {
  readonly offsets: ReadonlySet<t.Comment['start']>;
  readonly copies: Set<t.Comment>;
}

function addCommentsOf(found: Found, { leadingComments, trailingComments, innerComments }: t.Node): void {
  addCopies(found, leadingComments);
  addCopies(found, trailingComments);
  addCopies(found, innerComments);
}

function addCopies({ offsets, copies }: Found, list: readonly t.Comment[] | null | undefined): void {
  if (!list) return;
  for (const one of list) if (offsets.has(one.start) && kindsOf(one).some(isCompiling)) copies.add(one);
}
