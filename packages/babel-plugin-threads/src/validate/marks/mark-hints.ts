/** What is said of marks, also in a file that has none: it is looked at before anything else. */
import type { Compilation, Source } from '../../context/compilation.js';
import { asDiagnostic, type Finding } from '../../context/diagnostic.js';
import type { Allowance } from '../../marks/allowances.js';
import type { Marks } from '../../marks/marks.js';
import { CODES_OF_MARKS } from '../../messages/warnings.js';
import type { Diagnostic } from '../../public.js';
import { findUnusedAllowances, silencesMark } from './allowances.js';
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
  const doubtful = CHECKS.flatMap((find) => find(text)).map((one) => asDiagnostic(source, one));
  const told = doubtful.filter((one) => !text.comments.some((comment) => silencesMark(comment, one)));
  const isUnused = ({ comment }: Allowance, code: string): boolean =>
    CODES_OF_MARKS.has(code) && !doubtful.some((one) => one.code === code && silencesMark(comment, one));
  const unused = marks ? findUnusedAllowances(marks, isUnused) : [];
  return [...told, ...unused.map((one) => asDiagnostic(source, one))];
}
