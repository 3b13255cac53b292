/** Marks in the output: they keep their positions, and say `@compiled`. */
import { listsOf, attachComments } from '../babel/comments.js';
import type { Compilation } from '../context/compilation.js';
import { asCompiled, COMPILED_DIRECTIVE, DIRECTIVE, isMark } from '../marks/mark-kinds.js';
import type { Marks } from '../marks/marks.js';
import type { types as t } from '@babel/core';

/** Marks keep their positions where what stands above them will go: directives end up elsewhere, and types are taken out. */
export function keepMarks({ t: types, paths }: Compilation, marks: Marks): void {
  for (const list of listsOf(paths)) {
    list.forEach((below, i) => {
      const above = list[i - 1];
      if (!above?.loc || !below.loc) return;
      const declared = ('declaration' in above && above.declaration) || above;
      if (types.isDirective(above) || isOfTypes(declared)) attachComments(above, below);
      // An overload has no body: its mark goes to the function that has one.
      if (types.isTSDeclareFunction(declared) || types.isTSDeclareMethod(declared))
        passMarks(marks, list[i - 2], above, below);
    });
  }

  function isOfTypes(node: t.Node): boolean {
    return types.isTypeScript(node) || ('declare' in node && node.declare === true);
  }
}

/** Marks between `above` and `from` shall stand above `to`; other comments, and the mark of the file, stay. */
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

/**
 * Changes `@compile` and `@script` to `@compiled`, the rest of the comment kept; the last thing that happens to a file. The directive of a file becomes
 * a comment: bundlers warn of directives of a module that they do not know.
 */
export function settleMarks({ t: types, program }: Compilation, marks: Marks): void {
  const isSaid =
    marks.fileComment !== undefined || program.node.directives.some((one) => marks.directives.includes(one));
  for (const comment of marks.comments) comment.value = asCompiled(comment.value);
  for (const directive of marks.directives) {
    const index = program.node.directives.indexOf(directive);
    const below = index < 0 ? undefined : (program.node.directives[index + 1] ?? program.node.body[0]);
    if (below !== undefined) becomeComment(directive, index, below);
    else sayCompiled(directive);
  }
  if (marks.isProgram && !isSaid) sayAbove(program.node.body[0]!);

  /** With the option `script`, so that the output is known. */
  function sayAbove(first: t.Statement): void {
    const comments = first.leadingComments ?? [];
    first.leadingComments = [];
    types.addComment(first, 'leading', ' @compiled', true);
    first.leadingComments.push(...comments);
  }

  function becomeComment(directive: t.Directive, index: number, below: t.Statement | t.Directive): void {
    program.node.directives.splice(index, 1);
    below.leadingComments = [...(directive.trailingComments ?? []), ...(below.leadingComments ?? [])];
    types.addComment(below, 'leading', ' @compiled', true);
    below.leadingComments = [...(directive.leadingComments ?? []), ...below.leadingComments];
  }
}

function sayCompiled({ value }: t.Directive): void {
  value.value = COMPILED_DIRECTIVE;
  const extra = value.extra as { raw: string; rawValue: string; expressionValue?: string } | undefined;
  if (!extra) return;
  extra.raw = extra.raw.replace(DIRECTIVE, COMPILED_DIRECTIVE);
  extra.rawValue = COMPILED_DIRECTIVE;
  if (extra.expressionValue !== undefined) extra.expressionValue = COMPILED_DIRECTIVE;
}
