/**
 * What makes a file a program: the body is one script, which is its default export.
 *
 *   // @script        above all code; other comments may stand above it
 *   "use script";     among the directives of the file
 *
 * or the option `script`, for texts in which nobody has to write a mark.
 */
import type { Source } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import { PROGRAM_DIRECTIVE, says } from './mark-kinds.js';
import { isAboveCode } from './text-search.js';
import type { types as t } from '@babel/core';

/** With the option, what was compiled before is known by the comment that the plugin has put above its first statement. */
export function isProgram(source: Source): boolean {
  const { options, code, file, program } = source;
  if (!options.script && code !== '' && !mayBeProgram(code)) return false;
  const comments = file.ast.comments ?? [];
  if (program.node.directives.some(({ value }) => value.value === PROGRAM_DIRECTIVE)) return true;
  if (comments.some((one) => isProgramComment(source, one))) return true;
  const first = program.node.body[0]?.start ?? Infinity;
  return options.script && !comments.some((one) => says(one, 'compiled') && one.start! < first);
}

export function isProgramComment(source: Source, comment: t.Comment): boolean {
  return says(comment, 'script') && isAbove(source, comment);
}

const isAbove = (source: Source, comment: t.Comment): boolean => source.code === '' || isAboveCode(source, comment);

/** Refuses `// @script` below other code. In a doc comment the word may be a tag of another tool. */
export function refuseMisplaced(source: Source, comments: readonly t.Comment[]): void {
  for (const one of comments)
    if (says(one, 'script') && !isAbove(source, one) && !one.value.startsWith('*'))
      refuseAt(source, one, errors.markOnNothing, { mark: 'script', where: 'above' });
}

/** A look at the comments and directives at the top of a text. */
export function mayBeProgram(code: string): boolean {
  const [head] = HEAD.exec(code)!;
  return head.includes('@script') || head.includes(PROGRAM_DIRECTIVE);
}
const HEAD = /^(?:#!.*)?(?:[\s;]|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"use [^"\n]*"|'use [^'\n]*')*/;

/** How a text that may be a program is parsed: a `return` can end it, and where nobody says what it is, it is a module. */
export function asProgram<T extends { readonly sourceType?: string }>(code: string, given: T): T {
  const isModule = given.sourceType === 'unambiguous' && !saysCommonJs(code);
  return { ...given, ...(isModule && { sourceType: 'module' }), allowReturnOutsideFunction: true };
}

export const saysCommonJs = (code: string): boolean =>
  /\b(?:require\s*\(|module\s*\.\s*exports|exports\s*[.[])/.test(code);
