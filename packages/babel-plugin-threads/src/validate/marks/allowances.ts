/** `// @allow SPN601`: what it silences, and where it silences nothing. */
import type { types as t } from '@babel/core';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import type { Allowance } from '../../marks/allowances.js';
import { allowedCodes, says } from '../../marks/mark-kinds.js';
import type { Marks } from '../../marks/marks.js';
import { isInOutput } from '../../marks/reading.js';
import { warnings } from '../../messages/warnings.js';
import type { Diagnostic } from '../../public.js';

export const silences = ({ codes, from, to }: Allowance, { code, line }: Diagnostic): boolean =>
  codes.includes(code) && from <= line && line <= to;

/** The same of diagnostics about marks, as a file may have no other: the comment is on the same line or on the one above. */
export function silencesMark(comment: t.Comment, { code, line }: Diagnostic): boolean {
  const lines = line - comment.loc!.end.line;
  return (lines === 0 || lines === 1) && says(comment, 'allow') && allowedCodes(comment).includes(code);
}

/** The codes of each `@allow` for which `isUnused` holds: it silences no diagnostic of that code. */
export function findUnusedAllowances(
  marks: Marks,
  isUnused: (allowance: Allowance, code: string) => boolean,
): Finding[] {
  return marks.allowances.flatMap((allowance) => {
    if (isInOutput(marks, allowance.comment)) return [];
    const unused = [...new Set(allowance.codes)].filter((code) => isUnused(allowance, code));
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
