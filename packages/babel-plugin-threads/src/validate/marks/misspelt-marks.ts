/** Comments and directives that look like a mark with a slip of the finger. */
import type { types as t } from '@babel/core';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { DIRECTIVES, isMark, MARKS } from '../../marks/mark-kinds.js';
import { nearestDirective, nearestMarks } from '../../marks/text-filters.js';
import { isAboveCode, mayHaveText } from '../../marks/text-search.js';
import { warnings } from '../../messages/warnings.js';
import { isDefinition, type MarkedText } from './marked-text.js';

const TAG = /^[\s*]*@([A-Za-z]+)(?![\w$./(-])/gm;
const WITH_A_GAP = new RegExp(`^[\\s*]*(@\\s+(${MARKS.join('|')}))(?:[\\s,]*SPN\\d+)*[\\s*]*$`);
const WITHOUT_AT = /^[\s*]*(compile)[\s*]*$/;

/** `// @comple`; `// @ compile` above code; `// compile` above a function or a class, or as the first thing of a file. */
export function findMisspeltMarks(text: MarkedText): Finding[] {
  return text.comments.filter((comment) => !isMark(comment)).flatMap((comment) => judgeComment(text, comment));
}

function judgeComment({ source, targetOf }: MarkedText, comment: t.Comment): Finding[] {
  const found: Finding[] = [];
  for (const [, word] of comment.value.matchAll(TAG)) {
    const near = nearestMarks(word!).map((one) => `@${one}`);
    if (near.length > 0) found.push(tellMisspelt(comment, `@${word}`, near));
  }
  const [, gap, kind] = WITH_A_GAP.exec(comment.value) ?? [];
  if (gap !== undefined && targetOf(comment)) found.push(tellMisspelt(comment, gap, [`@${kind}`]));
  const [, word] = WITHOUT_AT.exec(comment.value) ?? [];
  const target = word === undefined ? undefined : targetOf(comment);
  if (target && (isAboveCode(source, comment) || isDefinition(target.node)))
    found.push(tellMisspelt(comment, word!, [`@${word}`]));
  return found;
}

/** The mend is the comment with each of the words in the place of the one that is written. */
function tellMisspelt(comment: t.Comment, written: string, near: readonly string[]): Finding {
  const [open, close] = comment.type === 'CommentBlock' ? ['/*', '*/'] : ['//', ''];
  const mends = near.map((word) => replaceBy(comment, `${open}${comment.value.replace(written, word)}${close}`));
  const values = { written: written.replace(/\s+/, ' '), near, onlyPlugin: false };
  return tell(comment, warnings.markMisspelt, values, mends);
}

const LIKE_DIRECTIVE = /(["'])use (?:comp|scr)\w*\1/g;
/** What the code above a statement ends with. */
const STATEMENT_ENDS = '{};"\'';

/** `"use complie"`, and directives that are mere statements because other statements are above them. */
export function findDoubtfulDirectives({ source, comments, isWritten, read }: MarkedText): Finding[] {
  const { program, code } = source;
  if (isWritten || !mayHaveText({ code, comments, text: LIKE_DIRECTIVE, behind: STATEMENT_ENDS }))
    return program.node.directives.flatMap(judgeDirective);
  return read().paths.all.flatMap(({ node }) => {
    if (node.type === 'Directive') return judgeDirective(node);
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'StringLiteral') return [];
    const { value: directive } = node.expression;
    return DIRECTIVES.includes(directive) ? [tell(node, warnings.directiveNotFirst, { directive })] : [];
  });
}

function judgeDirective(directive: t.Directive): Finding[] {
  const { value: written } = directive.value;
  const near = /^use \w+$/.test(written) ? nearestDirective(written) : undefined;
  if (near === undefined) return [];
  const values = { written, near: [near], onlyPlugin: false };
  return [tell(directive, warnings.markMisspelt, values, [replaceBy(directive, `"${near}";`)])];
}
