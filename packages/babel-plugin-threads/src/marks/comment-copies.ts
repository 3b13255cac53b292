import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { says } from './mark-kinds.js';

/**
 * The comments that say `compile`, with their copies. Babel hands the same comment to two nodes, and a cloned AST has
 * copies: all that start at the same offset.
 */
export function copiesOf({ file, paths }: Compilation, comments: readonly t.Comment[]): t.Comment[] {
  const offsets = new Set(comments.map(({ start }) => start));
  const copies = new Set<t.Comment>();
  if (offsets.size === 0) return [];
  add(file.ast.comments);
  addOf(file.ast);
  for (const { node } of paths.all) addOf(node);
  return [...copies];

  function addOf({ leadingComments, trailingComments, innerComments }: t.Node): void {
    add(leadingComments);
    add(trailingComments);
    add(innerComments);
  }

  function add(list: readonly t.Comment[] | null | undefined): void {
    if (!list) return;
    for (const one of list) if (offsets.has(one.start) && says(one, 'compile')) copies.add(one);
  }
}
