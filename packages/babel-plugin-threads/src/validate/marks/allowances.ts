/** `// @allow SPN601`: what it silences, and where it silences nothing. */
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import type { Allowance } from '../../marks/allowances.js';
import { isOfOutput, type Marks } from '../../marks/marks.js';
import { CODES_OF_MARKS, warnings } from '../../messages/warnings.js';
import type { Diagnostic } from '../../public.js';

/** An `@allow` of the file names the diagnostic's code, for its line. */
export const isAllowed = ({ allowances }: Marks, diagnostic: Diagnostic): boolean =>
  allowances.some((allowance) => silences(allowance, diagnostic));

const silences = ({ codes, from, to }: Allowance, { code, line }: Diagnostic): boolean =>
  codes.includes(code) && line >= from && line <= to;

/** The codes of each `@allow` that silences none of the diagnostics. Those about marks are judged where these are found. */
export function findUnusedAllowances(marks: Marks, diagnostics: readonly Diagnostic[]): Finding[] {
  return marks.allowances.flatMap((allowance) => {
    if (isOfOutput(marks, allowance.comment)) return [];
    const used = new Set(diagnostics.filter((one) => silences(allowance, one)).map(({ code }) => code));
    const unused = [...new Set(allowance.codes)].filter((code) => !used.has(code) && !CODES_OF_MARKS.has(code));
    return unused.map((code) => tellUnused(allowance, code));
  });
}

/** The mend takes the code out of the comment, or the whole comment where `@allow` and this code are all of it. */
function tellUnused({ comment, codes }: Allowance, code: string): Finding {
  const isOnlyCode = codes.length === 1;
  const isAlone = isOnlyCode && comment.value.trim().startsWith('@allow');
  if (isOnlyCode && !isAlone) return tell(comment, warnings.allowsWhatIsNot, { allowed: code });
  const [open, close] = comment.type === 'CommentBlock' ? ['/*', '*/'] : ['//', ''];
  const left = comment.value.replace(new RegExp(`[\\s,]*\\b${code}\\b`), '');
  const text = isAlone ? '' : `${open}${left}${close}`;
  return tell(comment, warnings.allowsWhatIsNot, { allowed: code }, [replaceBy(comment, text)]);
}
