/** The text and the comments of a file, which need not have a mark. Its nodes are read only if a check needs them. */
import type { types as t } from '@babel/core';
import { isClass, isField, isFunction, skipTransparent } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { Compilation, Source } from '../../context/compilation.js';
import { CommentTargets } from '../../marks/comment-targets.js';
import type { Marks } from '../../marks/marks.js';
import { callsForm } from '../../vocabulary.js';

export interface MarkedText {
  readonly source: Source;
  /** Undefined for a file without any. */
  readonly marks: Marks | undefined;
  readonly comments: readonly t.Comment[];
  /** Something in the file was written by the plugin. */
  readonly isWritten: boolean;
  /** Gives the file, as the analysis has it. */
  readonly read: () => Compilation;
  /** The code that a comment stands above. */
  readonly targetOf: (comment: t.Comment) => ListedPath | undefined;
}

export function makeMarkedText(source: Source, marks: Marks | undefined, read: () => Compilation): MarkedText {
  const { code, file } = source;
  const isWritten = callsForm(code);
  let targets: CommentTargets | undefined;
  const targetOf = (comment: t.Comment): ListedPath | undefined => {
    targets ??= new CommentTargets(read());
    return targets.isTrailing(comment) ? undefined : targets.below(comment);
  };
  return { source, marks, comments: file.ast.comments ?? [], isWritten, read, targetOf };
}

/** A function or a class, or what exports, declares, assigns or holds one. */
export function isDefinition(wrapped: t.Node | null | undefined): boolean {
  if (!wrapped) return false;
  const node = skipTransparent(wrapped);
  if (isFunction(node) || isClass(node)) return true;
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration')
    return isDefinition(node.declaration);
  if (node.type === 'VariableDeclaration') return node.declarations.some(({ init }) => isDefinition(init));
  if (node.type === 'ExpressionStatement')
    return node.expression.type === 'AssignmentExpression' && isDefinition(node.expression.right);
  return (node.type === 'ObjectProperty' || isField(node)) && isDefinition(node.value);
}
