import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { isCompiling, kindsOf } from './mark-kinds.js';

/**
 * The comments that say `compile` or `script`, with their copies. Babel hands the same comment to two nodes, and a cloned AST has
 * copies: all that start at the same offset.
 */
export function copiesOf({ file, paths }: Compilation, comments: readonly t.Comment[]): t.Comment[] {
  const offsets = new Set(comments.map(({ start }) => start));
  const copies = new Set<t.Comment>();
  const add = (list: readonly t.Comment[] | null | undefined): void => {
    for (const one of list ?? []) if (offsets.has(one.start) && kindsOf(one).some(isCompiling)) copies.add(one);
  };
  const addOf = ({ leadingComments, trailingComments, innerComments }: t.Node): void =>
    [leadingComments, trailingComments, innerComments].forEach(add);
  if (offsets.size === 0) return [];
  add(file.ast.comments);
  addOf(file.ast);
  for (const { node } of paths.all) addOf(node);
  return [...copies];
}
