/** Marks in the output keep their positions. */
import { listsOf, attachComments } from '../babel/comments.js';
import type { Compilation } from '../context/compilation.js';
import { isMark } from '../marks/mark-kinds.js';
import type { Marks } from '../marks/marks.js';
import type { types as t } from '@babel/core';

/** A comment between two statements belongs to both. Where the upper one will go (directives are moved, types are taken out), it is left to the lower one alone, so that a mark keeps its position. */
export function keepMarks({ t: types, paths }: Compilation, marks: Marks): void {
  for (const list of listsOf(paths)) {
    list.forEach((below, i) => {
      const above = list[i - 1];
      if (!above?.loc || !below.loc) return;
      const declared = ('declaration' in above && above.declaration) || above;
      if (above.type === 'Directive' || isOfTypes(declared)) attachComments(above, below);
      // An overload has no body: its mark goes to the function that has one.
      if (declared.type === 'TSDeclareFunction' || declared.type === 'TSDeclareMethod')
        passMarks(marks, list[i - 2], above, below);
    });
  }

  function isOfTypes(node: t.Node): boolean {
    return types.isTypeScript(node) || ('declare' in node && node.declare === true);
  }
}

/** Moves the marks between `above` and `from` to above `to`. Other comments, and the mark of the file, stay. */
export function passMarks({ fileComment }: Marks, above: t.Node | undefined, from: t.Node, to: t.Node): void {
  const passed = (from.leadingComments ?? []).filter((c) => isMark(c) && c.start !== fileComment?.start);
  if (passed.length === 0) return;
  const starts = new Set(passed.map((comment) => comment.start));
  const isLeft = (comment: t.Comment): boolean => !starts.has(comment.start);
  from.leadingComments = from.leadingComments!.filter(isLeft);
  if (above?.trailingComments) above.trailingComments = above.trailingComments.filter(isLeft);
  to.leadingComments = [...passed, ...(to.leadingComments ?? [])];
  // A printer that knows how far above it stood would leave an empty line below it.
  for (const comment of passed) delete comment.loc;
}
