/** `// @allow SPN601`: what it silences, and where it silences nothing. */
import type { Source } from '../../context/compilation.js';
import { asDiagnostic, type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import type { Allowance } from '../../marks/allowances.js';
import type { Marks } from '../../marks/marks.js';
import { isInOutput } from '../../marks/reading.js';
import { warnings } from '../../messages/warnings.js';
import type { Diagnostic } from '../../public.js';

/** The `@allow`s of a file, and which codes are judged. */
interface Allowed {
  readonly allowances: readonly Allowance[];
  /** Undefined for a file without any: then none is told to silence nothing. */
  readonly marks: Marks | undefined;
  /** The code of a diagnostic that may be among those that were found. */
  readonly isJudged: (code: string) => boolean;
}

/** What was found and is not silenced, and each `@allow` that silences nothing of it. */
export function applyAllowances(source: Source, found: readonly Finding[], allowed: Allowed): Diagnostic[] {
  const { allowances, marks, isJudged } = allowed;
  const doubtful = found.map((one) => asDiagnostic(source, one));
  const told = doubtful.filter((one) => !allowances.some((allowance) => silences(allowance, one.code, one.line)));
  const isUnused = (allowance: Allowance, code: string): boolean =>
    isJudged(code) && !doubtful.some((one) => one.code === code && silences(allowance, code, one.line));
  const unused = allowances.flatMap((allowance) => {
    if (!marks || isInOutput(marks, allowance.comment)) return [];
    return [...new Set(allowance.codes)]
      .filter((code) => isUnused(allowance, code))
      .map((code) => asDiagnostic(source, tellUnused(allowance, code)));
  });
  return [...told, ...unused];
}

const silences = ({ codes, from, to }: Allowance, code: string, line: number): boolean =>
  codes.includes(code) && from <= line && line <= to;

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
