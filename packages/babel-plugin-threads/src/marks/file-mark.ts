/**
 * Which comment marks the whole file. A `#!`, a licence and other comments may stand above it. There it marks the file,
 *
 *   // @compile the whole file     because it says more than the mark, also on the line above the first function, and
 *                                  also below directives and imports;
 *   // @compile                    because no function stands on the next line: an import does, or none at all.
 *
 * The mark alone on the line above a function marks that one, and so does any mark on the line of a function.
 */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../babel/path.js';
import { markTargetsOf } from './mark-targets.js';
import { saysBesides } from './mark-kinds.js';
import type { Reading } from './reading.js';
import { startOfCode } from './text-search.js';

/** A mark above all code that says nothing else, and that stands on the line above what it marks. */
export interface FirstMark {
  readonly comment: t.Comment;
  /** What begins below it. */
  readonly target: ListedPath;
}

/** Judges a comment that says `compile`. Undefined: it marks what it stands for, and can mean nothing else. */
export function judgeFileMark(
  reading: Reading,
  comment: t.Comment,
  target: ListedPath | undefined,
): 'file' | FirstMark | undefined {
  const { code } = reading.compilation;
  if (code !== '' && comment.start! > startOfCode(code))
    return isBelowImports(reading, comment, target) ? 'file' : undefined;
  if (target === undefined || markTargetsOf(reading, target.node, 'compile').length === 0) return 'file';
  if (/\n[^\S\n]*\n/.test(code.slice(comment.end, target.node.start!))) return 'file';
  if (code === '' || isOnLineOf(comment, target)) return undefined;
  const besides = saysBesides(comment);
  if (besides === 'text') return 'file';
  return besides === 'nothing' ? { comment, target } : undefined;
}

/** Says more than the mark, and has only directives and imports above it. */
function isBelowImports(reading: Reading, comment: t.Comment, target: ListedPath | undefined): boolean {
  const { program } = reading.compilation;
  const { directives, body } = program.node;
  const first = body.find((node) => node.type !== 'ImportDeclaration' && node.type !== 'TSImportEqualsDeclaration');
  if (first !== undefined && comment.end! > first.start!) return false;
  if ([...directives, ...body].some(({ start, end }) => start! < comment.start! && comment.end! <= end!)) return false;
  return saysBesides(comment) === 'text' && !isOnLineOf(comment, target);
}

const isOnLineOf = (comment: t.Comment, target: ListedPath | undefined): boolean =>
  comment.loc!.end.line === target?.node.loc!.start.line;
