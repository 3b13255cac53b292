/** A look at the text and the comments of a file alone: most files need not be read further. */
import type { Source } from '../context/compilation.js';
import { DIRECTIVES, isCompiling, isModifier, kindsOf } from './mark-kinds.js';
import type { types as t } from '@babel/core';

const QUOTED_DIRECTIVE = new RegExp(`(["'])(?:${DIRECTIVES.join('|')})\\1`, 'g');
/** The comments above all code, a `#!` too. */
const BEFORE_CODE = /^(?:#!.*)?(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/;

export function mayBeMarked({ file, program, code, options }: Source): boolean {
  const { comments } = file.ast;
  if (options.script || comments?.some((c) => kindsOf(c).some(isCompiling) || isModifier(c))) return true;
  if (program.node.directives.some(({ value: { value } }) => DIRECTIVES.includes(value))) return true;
  // What comes before a directive of a function is a brace or another directive, and comments.
  return code === '' || !comments || mayHaveText({ code, comments, text: QUOTED_DIRECTIVE, behind: '{;"\'' });
}

/** The code has such a text outside comments, and the last letter of code before it is one of `behind`. */
export function mayHaveText({ code, comments, text, behind }: TextWanted): boolean {
  return [...code.matchAll(text)].some(
    ({ index }) => commentAround(index + 1) === undefined && behind.includes(lastCodeBefore(index)),
  );

  function lastCodeBefore(offset: number): string {
    const { length } = code.slice(0, offset).trimEnd();
    const comment = commentAround(length);
    return comment === undefined ? code.charAt(length - 1) : lastCodeBefore(comment.start!);
  }

  function commentAround(offset: number): t.Comment | undefined {
    return comments.find(({ start, end }) => start! < offset && offset <= end!);
  }
}

interface TextWanted {
  readonly code: string;
  readonly comments: readonly t.Comment[];
  readonly text: RegExp;
  readonly behind: string;
}

/** The comment is above all code. */
export function isAboveCode({ code }: Source, { start }: t.Comment): boolean {
  return code !== '' && start! <= startOfCode(code);
}

/** The offset of the first code, behind all comments above it. */
export function startOfCode(code: string): number {
  return BEFORE_CODE.exec(code)![0].length;
}
