/** What is said of marks, also in a file that has none: it is looked at before anything else. */
import type { types as t } from '@babel/core';
import type { Compilation, Source } from '../../context/compilation.js';
import type { Finding } from '../../context/diagnostic.js';
import type { Allowance } from '../../marks/allowances.js';
import { allowedCodes, says } from '../../marks/mark-kinds.js';
import type { Marks } from '../../marks/marks.js';
import { CODES_OF_MARKS } from '../../messages/warnings.js';
import type { Diagnostic } from '../../public.js';
import { applyAllowances } from './allowances.js';
import { makeMarkedText, type MarkedText } from './marked-text.js';
import { findMarksByHand } from './marks-by-hand.js';
import { findDoubtfulDirectives, findMisspeltMarks } from './misspelt-marks.js';

const CHECKS: readonly ((text: MarkedText) => Finding[])[] = [
  findMisspeltMarks,
  findDoubtfulDirectives,
  findMarksByHand,
];

/** `read` gives the file as the analysis has it, and reads it when it is first called. */
export function findMarkHints(source: Source, marks: Marks | undefined, read: () => Compilation): Diagnostic[] {
  if (source.options.diagnostics === 'off') return [];
  const text = makeMarkedText(source, marks, read);
  const found = CHECKS.flatMap((find) => find(text));
  const allowances = text.comments.filter((one) => says(one, 'allow')).map(allowanceOfMarks);
  return applyAllowances(source, found, { allowances, marks, isJudged: (code) => CODES_OF_MARKS.has(code) });
}

/** As a file may have nothing else, the comment is on the same line or on the one above. */
function allowanceOfMarks(comment: t.Comment): Allowance {
  const { line } = comment.loc!.end;
  return { comment, codes: allowedCodes(comment), from: line, to: line + 1 };
}
