import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { type Allowance, allowanceOf } from './allowances.js';
import { attachMark, refuseModifiers } from './attach.js';
import { type FirstMark, judgeFileMark } from './file-mark.js';
import { commentTargetOf } from './mark-targets.js';
import { CommentTargets } from './comment-targets.js';
import { copiesOf } from './comment-copies.js';
import { readDirectives } from './directives.js';
import { isMark, says, kindsOf } from './mark-kinds.js';
import { isProgram, isProgramComment, refuseMisplaced } from './program-mark.js';
import type { Reading } from './reading.js';

/** The marks of a file, on the functions, classes, objects and loops that they stand for. */
export interface Marks extends Pick<Reading, 'kinds' | 'outputs' | 'modifying' | 'naming'> {
  /** Every function of the file is marked. */
  readonly wholeFile: boolean;
  /** The body of the file is one script. */
  readonly isProgram: boolean;
  readonly allowances: readonly Allowance[];
  /** The comments and directives that say `compile` or `script`, to be changed to `compiled`. */
  readonly comments: readonly t.Comment[];
  readonly directives: readonly t.Directive[];
  /** The comment that marks the whole file. */
  readonly fileComment: t.Comment | undefined;
  readonly firstMark: FirstMark | undefined;
  /** The statement that the comments of the file are attached to; other statements will be inserted above it. */
  readonly firstStatement: t.Statement | undefined;
}

/** The marks of the file, or undefined if nothing in it is to be compiled. */
export function readMarks(compilation: Compilation): Marks | undefined {
  const comments = (compilation.file.ast.comments ?? []).filter(isMark);
  const commentTargets = new CommentTargets(compilation);
  const found: Pick<Marks, 'kinds' | 'outputs' | 'modifying' | 'naming'> = {
    kinds: new Map(),
    outputs: [],
    modifying: [],
    naming: [],
  };
  const reading: Reading = { compilation, comments, commentTargets, ...found };
  const directives = readDirectives(reading);
  refuseMisplaced(compilation, comments);
  const isOfProgram = (one: t.Comment): boolean => isProgramComment(compilation, one);
  const compiling = comments.filter((one) => says(one, 'compile') || isOfProgram(one));
  const isScript = isProgram(compilation);
  if (!isScript && directives.found.length === 0 && compiling.length === 0) {
    refuseModifiers(reading);
    return undefined;
  }
  const ofComments = readComments(reading);
  const fileComment = comments.find(isOfProgram) ?? ofComments.fileComment;
  return {
    ...ofComments,
    ...found,
    wholeFile: isScript || directives.ofFile || fileComment !== undefined,
    isProgram: isScript,
    comments: copiesOf(compilation, compiling),
    directives: directives.found,
    fileComment,
    firstStatement: compilation.program.node.body[0],
  };
}

/**
 * Attaches the marks of all comments. Those of what was compiled before are read first, as other marks inside it are
 * left alone.
 */
function readComments(reading: Reading): Pick<Marks, 'allowances' | 'fileComment' | 'firstMark'> {
  const allowances: Allowance[] = [];
  let fileComment: t.Comment | undefined;
  let firstMark: FirstMark | undefined;
  const { comments } = reading;
  const isOutput = (one: t.Comment): boolean => says(one, 'compiled');
  for (const comment of comments.toSorted((a, b) => Number(isOutput(b)) - Number(isOutput(a))))
    for (const kind of kindsOf(comment)) {
      if (kind === 'script') continue;
      if (kind === 'allow') {
        allowances.push(allowanceOf(reading, comment));
        continue;
      }
      const commentTarget = commentTargetOf(reading, comment, kind);
      const judged = kind === 'compile' ? judgeFileMark(reading, comment, commentTarget) : undefined;
      if (judged === 'file') fileComment = comment;
      else attachMark(reading, comment, { kind, commentTarget });
      if (typeof judged === 'object') firstMark = judged;
    }
  return { allowances, fileComment, firstMark };
}
