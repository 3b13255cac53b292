import type { types as t } from '@babel/core';
import { wordCalled } from '../../analyse/names/runtime-words.js';
import { skipTransparent, isField, isReturned } from '../../babel/ast.js';
import { functionAround, type Path, type ListedPath } from '../../babel/path.js';
import type { Compilation, Source } from '../../context/compilation.js';
import { diagnosticAt, type MendAt } from '../../context/diagnostic.js';
import { makeCommentTargets, type CommentTargets } from '../../marks/comment-targets.js';
import {
  allowedCodes,
  COMPILED_DIRECTIVE,
  DIRECTIVE,
  DIRECTIVES,
  isMark,
  MARKS,
  says,
} from '../../marks/mark-kinds.js';
import { isOfOutput, type Marks } from '../../marks/marks.js';
import { nearestDirective, nearestMarks } from '../../marks/text-filters.js';
import { isAboveCode, mayHaveText } from '../../marks/text-search.js';
import { whyUncompilable } from '../../marks/uncompilable-functions.js';
import { makeMessage, type Message } from '../../messages/message.js';
import { CODES_OF_MARKS, warnings } from '../../messages/warnings.js';
import type { Diagnostic } from '../../public.js';
import { callsForm, INSTANT_VOCABULARY } from '../../vocabulary.js';

/** A comment that is this word alone. */
const WITHOUT_AT = /^[\s*]*(compile)[\s*]*$/;
const WITH_A_GAP = new RegExp(`^[\\s*]*@[^\\S\\n]+(${MARKS.join('|')})(?:[\\s,]*SPN\\d+)*[\\s*]*$`);

const LIKE_DIRECTIVE = /(["'])use (?:comp|scr)\w*\1/g;
/** What the code above a statement ends with. */
const STATEMENT_ENDS = '{};"\'';

/** What is looked for, and found so far. */
interface Search {
  readonly source: Source;
  readonly marks: Marks | undefined;
  /** Reads the file, if it has not been read. */
  readonly compilationOf: () => Compilation;
  readonly comments: readonly t.Comment[];
  readonly severity: Diagnostic['severity'];
  readonly found: Diagnostic[];
  /** Allowances that something was found for, by offset and code. */
  readonly used: Set<string>;
  commentTargets: CommentTargets | undefined;
}

/**
 * Comments and directives that look like a mark with a slip of the finger: also in files that have no mark at all. In
 * those that have marks, also what allows such a slip where there is none.
 */
export function findMisspeltMarks(
  source: Source,
  marks: Marks | undefined,
  compilationOf: () => Compilation,
): Diagnostic[] {
  const { options } = source;
  if (options.diagnostics === 'off') return [];
  const severity = options.diagnostics === 'error' ? 'error' : 'warning';
  const comments = source.file.ast.comments ?? [];
  const found: Diagnostic[] = [];
  const used = new Set<string>();
  const search: Search = { source, marks, compilationOf, comments, severity, found, used, commentTargets: undefined };
  for (const comment of comments) if (!isMark(comment)) judgeComment(search, comment);
  judgeDirectives(search);
  if (!isWritten(search)) judgeByHand(search);
  for (const { comment, codes } of marks?.allowances ?? [])
    for (const one of codes)
      if (CODES_OF_MARKS.has(one) && !used.has(`${comment.start} ${one}`) && !isOfOutput(marks!, comment))
        found.push(
          diagnosticAt(source, comment, { message: makeMessage(warnings.allowsWhatIsNot, { allowed: one }), severity }),
        );
  return found;
}

function judgeComment(search: Search, comment: t.Comment): void {
  for (const [, word] of comment.value.matchAll(/^[\s*]*@([A-Za-z]+)(?![\w$./(-])/gm)) {
    const near = nearestMarks(word!).map((one) => `@${one}`);
    if (near.length > 0) note(search, comment, misspelt(`@${word}`, near), asMends(comment, `@${word}`, near));
  }
  const gap = WITH_A_GAP.exec(comment.value);
  const wordAlone = WITHOUT_AT.exec(comment.value);
  if (gap && targetOfComment(search, comment))
    note(
      search,
      comment,
      misspelt(`@ ${gap[1]}`, [`@${gap[1]}`]),
      asMends(comment, /@\s+\w+/.exec(comment.value)![0], [`@${gap[1]}`]),
    );
  if (wordAlone && isAboveFunction(search, comment))
    note(
      search,
      comment,
      misspelt(wordAlone[1]!, [`@${wordAlone[1]}`]),
      asMends(comment, wordAlone[1]!, [`@${wordAlone[1]}`]),
    );
}

/** The comment with each of the words in the place of the one that is written. */
function asMends(comment: t.Comment, written: string, words: readonly string[]): MendAt[] {
  const [open, close] = comment.type === 'CommentBlock' ? ['/*', '*/'] : ['//', ''];
  return words.map((word) => ({
    kind: 'replace',
    text: `${open}${comment.value.replace(written, word)}${close}`,
    at: comment,
  }));
}

function targetOfComment(search: Search, comment: t.Comment): ListedPath | undefined {
  const commentTargets = (search.commentTargets ??= makeCommentTargets(search.compilationOf()));
  return commentTargets.isTrailing(comment) ? undefined : commentTargets.below(comment);
}

/** Directly above what defines a function or a class, or as the first thing of a file. */
function isAboveFunction(search: Search, comment: t.Comment): boolean {
  const { source } = search;
  const commentTarget = targetOfComment(search, comment);
  return commentTarget !== undefined && (isAboveCode(source, comment) || isDefinition(search, commentTarget.node));
}

function isDefinition(search: Search, wrapped: t.Node | null | undefined): boolean {
  const { t: types } = search.source;
  if (!wrapped) return false;
  const node = skipTransparent(wrapped);
  if (types.isFunction(node) || types.isClass(node)) return true;
  if (types.isExportNamedDeclaration(node) || types.isExportDefaultDeclaration(node))
    return isDefinition(search, node.declaration);
  if (types.isVariableDeclaration(node)) return node.declarations.some(({ init }) => isDefinition(search, init));
  if (types.isExpressionStatement(node))
    return types.isAssignmentExpression(node.expression) && isDefinition(search, node.expression.right);
  return (types.isObjectProperty(node) || isField(node)) && isDefinition(search, node.value);
}

/** Misspelt ones, and those that are mere statements because other statements are above them. */
function judgeDirectives(search: Search): void {
  const { comments, compilationOf } = search;
  const { t: types, program, code } = search.source;
  if (isWritten(search) || !mayHaveText({ code, comments, text: LIKE_DIRECTIVE, behind: STATEMENT_ENDS }))
    return program.node.directives.forEach((one) => judgeDirective(search, one));
  for (const { node } of compilationOf().paths.all) {
    if (types.isDirective(node)) judgeDirective(search, node);
    else if (types.isExpressionStatement(node) && types.isStringLiteral(node.expression)) {
      const { value } = node.expression;
      if (DIRECTIVES.includes(value) && !isWritten(search))
        note(search, node, makeMessage(warnings.directiveNotFirst, { directive: value }));
    }
  }
}

function judgeDirective(search: Search, directive: t.Directive): void {
  const { value } = directive.value;
  const near = /^use \w+$/.test(value) ? nearestDirective(value) : undefined;
  if (near !== undefined)
    note(search, directive, misspelt(value, [near]), [{ kind: 'replace', text: `"${near}";`, at: directive }]);
}

/** Something in the file was written by the plugin. */
function isWritten(search: Search): boolean {
  const { options, code } = search.source;
  return callsForm(code) || (options.global !== undefined && code.includes(`${options.global}.thread`));
}

/**
 * `"use compiled"` and `// @compiled`, which only the plugin writes. It would have made a thread of a function that
 * says a word which waits; and no marks are left in a file that it has compiled as a whole.
 */
function judgeByHand(search: Search): void {
  const { comments, marks, source, compilationOf } = search;
  const { t: types, code } = source;
  const compiled = comments.filter(saysCompiled);
  if (compiled.length === 0 && !code.includes(COMPILED_DIRECTIVE)) return;
  const { paths } = compilationOf();
  const directives = paths.all.filter(({ node }) => types.isDirective(node) && node.value.value === COMPILED_DIRECTIVE);
  if (compiled.length === 0 && directives.length === 0) return;
  const words = comments.some((comment) => says(comment, 'native'))
    ? []
    : paths.all.filter((path) => isUncompiledWait(search, path));
  for (const { node, parent } of directives) {
    const isOfFile = types.isProgram(parent);
    if ((isOfFile && marks !== undefined) || words.some((word) => isIn(search, word, parent)))
      note(search, node, onlyWritten(COMPILED_DIRECTIVE, DIRECTIVE));
  }
  for (const comment of compiled) {
    const commentTarget = targetOfComment(search, comment);
    const isOfFile = isAboveCode(source, comment) && !(commentTarget && isDefinition(search, commentTarget.node));
    if (commentTarget && words.some((word) => isOfFile || isIn(search, word, commentTarget.node)))
      note(search, comment, onlyWritten('@compiled', '@compile'));
  }
}

const saysCompiled = (comment: t.Comment): boolean => says(comment, 'compiled');

/** A call of a word that waits, in a function that could have been compiled, where the wait is not returned to a caller. */
function isUncompiledWait(search: Search, path: ListedPath): boolean {
  const { compilationOf } = search;
  const { t: types } = search.source;
  if (!types.isCallExpression(path.node)) return false;
  const word = wordCalled(compilationOf(), path);
  if (word === undefined || INSTANT_VOCABULARY.has(word) || isReturned(path)) return false;
  const fn = functionAround(types, path);
  return fn !== null && whyUncompilable(compilationOf(), fn.node) === undefined;
}

function isIn(search: Search, { node }: Path, around: t.Node): boolean {
  return around.start! <= node.start! && node.end! <= around.end!;
}

const misspelt = (written: string, near: readonly string[]): Message =>
  makeMessage(warnings.markMisspelt, { written, near, onlyPlugin: false });

/** What nobody writes but the plugin. */
const onlyWritten = (written: string, wanted: string): Message =>
  makeMessage(warnings.markMisspelt, { written, near: [wanted], onlyPlugin: true });

function note(search: Search, at: t.Node | t.Comment, message: Message, mends?: readonly MendAt[]): void {
  const { found, severity, source } = search;
  const one = diagnosticAt(source, at, { message, severity, mends });
  if (!isAllowed(search, at, one.code)) found.push(one);
}

/** `@allow SPN605` is on the same line or on the one above. */
function isAllowed(search: Search, { loc }: t.Node | t.Comment, wanted: string): boolean {
  const { comments, used } = search;
  const allowing = comments.filter((one) => {
    const lines = (loc?.start.line ?? 0) - one.loc!.end.line;
    return (lines === 0 || lines === 1) && says(one, 'allow') && allowedCodes(one).includes(wanted);
  });
  for (const one of allowing) used.add(`${one.start} ${wanted}`);
  return allowing.length > 0;
}
