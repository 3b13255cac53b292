/** Marks in the output say `@compiled`. */
import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { asCompiled, COMPILED_DIRECTIVE, DIRECTIVE } from '../marks/mark-kinds.js';
import type { Marks } from '../marks/marks.js';

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
