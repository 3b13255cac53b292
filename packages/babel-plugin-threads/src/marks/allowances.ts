import type { types as t } from '@babel/core';
import { refuseAt } from '../context/diagnostic.js';
import { ALLOWABLE } from '../messages/warnings.js';
import { errors } from '../messages/errors.js';
import { hasPosition } from './comment-targets.js';
import { allowedCodes } from './mark-kinds.js';
import type { Reading } from './reading.js';

/** The lines on which diagnostics of these codes are silenced: `// @allow SPN601`. */
export interface Allowance {
  readonly comment: t.Comment;
  readonly codes: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Above code it covers the outermost node that begins there, at the end of a line the statement that ends there. */
export function allowanceOf({ compilation, commentTargets }: Reading, comment: t.Comment): Allowance {
  const codes = allowedCodes(comment);
  if (codes.length === 0) refuseAt(compilation, comment, errors.allowsNothing, { known: ALLOWABLE });
  for (const one of codes)
    if (!ALLOWABLE.includes(one))
      refuseAt(compilation, comment, errors.allowsNothing, { allowed: one, known: ALLOWABLE });
  const { line } = comment.loc!.start;
  if (!commentTargets.isTrailing(comment)) {
    const commentTarget = commentTargets.below(comment)?.node;
    if (commentTarget === undefined)
      refuseAt(compilation, comment, errors.markOnNothing, { mark: 'allow', where: 'above' });
    return { comment, codes, from: line, to: commentTarget?.loc!.end.line ?? line };
  }
  let from = line;
  for (const { node } of compilation.paths.all)
    if (
      hasPosition(node) &&
      compilation.t.isStatement(node) &&
      node.end! <= comment.start! &&
      node.loc!.end.line === line
    )
      from = Math.min(line, node.loc!.start.line);
  return { comment, codes, from, to: line };
}
