import type { Analysis } from '../analyse/facts/facts.js';
import { diagnosticAt, type MendAt } from '../context/diagnostic.js';
import type { Allowance } from '../marks/allowances.js';
import { isOfOutput } from '../marks/marks.js';
import { CODES_OF_MARKS } from '../messages/allowable-codes.js';
import { warnings } from '../messages/warnings.js';
import type { Message } from '../messages/message.js';
import type { Diagnostic } from '../public.js';
import { findAssignedConditions } from './assigned-conditions.js';
import { findAssignedConstants } from './assigned-constants.js';
import { findBlockedCalls } from './blocked-calls.js';
import { findDifferingBraces } from './braces-of-arrows.js';
import { findComputingLoops } from './computing-loops.js';
import { findUnseenByEval } from './direct-eval.js';
import { findDroppedPromises } from './dropped-promises.js';
import { findEndlessOrders } from './endless-orders.js';
import { findFirstMarkOfOne } from './first-mark-of-one.js';
import { findIdlePrograms } from './idle-programs.js';
import { findMissingExecutors } from './missing-executor.js';
import { tellLostUpdates } from './lost-updates.js';
import { findLostWords } from './lost-words.js';
import { findAskingFunctions, findNearQuestionsAsked } from './near-questions.js';
import { findMappersInTurn } from './mappers-in-turn.js';
import { findMissingOwnForms } from './missing-own-forms.js';
import { findOtherWords } from './other-words.js';
import { findOrdersInTry } from './orders-in-try.js';
import { findOverridesWithoutMark } from './overrides-without-mark.js';
import { findQuestionsBehindOrders } from './questions-behind-orders.js';
import { findNotReplayable } from './replaying.js';
import { findPausesInRegions, findWaitsInRegions } from './synchronous-regions.js';
import { findWaitsAtTop } from './waits-at-top.js';
import { tellUnknownNames } from './unknown-names.js';
import { findUnlikelyLiterals } from './unlikely-literals.js';
import type { Finding, Validation } from './validation.js';

/** Each looks for one kind of doubtful code. Needs the whole analysis; changes nothing in it. */
const VALIDATORS: readonly ((validation: Validation) => Finding[])[] = [
  findFirstMarkOfOne,
  findNotReplayable,
  findWaitsInRegions,
  findLostWords,
  findWaitsAtTop,
  findIdlePrograms,
  findDroppedPromises,
  findMissingExecutors,
  findPausesInRegions,
  tellLostUpdates,
  findBlockedCalls,
  findUnseenByEval,
  findComputingLoops,
  findNearQuestionsAsked,
  findAskingFunctions,
  findUnlikelyLiterals,
  findDifferingBraces,
  findQuestionsBehindOrders,
  findOrdersInTry,
  findEndlessOrders,
  findMissingOwnForms,
  findOtherWords,
  findMappersInTurn,
  findAssignedConditions,
  findAssignedConstants,
  findOverridesWithoutMark,
];

/**
 * Code that compiles, and that its author may not mean, in source order. It infers nothing: what it asks, the analysis
 * has found.
 */
export function validate(analysis: Analysis): Diagnostic[] {
  const { compilation } = analysis;
  // The option `strictGlobals` asks for these, whatever `diagnostics` says.
  const unknown = tellUnknownNames(analysis).map(({ at, message, mends }) =>
    diagnosticAt(compilation, at, { message, severity: 'error', mends }),
  );
  if (compilation.options.diagnostics === 'off') return unknown;
  const severity = compilation.options.diagnostics === 'error' ? 'error' : 'warning';
  const found = VALIDATORS.flatMap((find) => find(analysis)).map(({ at, message, mends }) =>
    diagnosticAt(compilation, at, { message, severity, mends }),
  );
  return [...unknown, ...withoutAllowed(analysis, found, severity)].sort(
    (a, b) => a.line - b.line || a.column - b.column,
  );
}

/** An `@allow` of this code alone can go; of one with several, the code. */
function tellUnused({ comment, codes }: Allowance, code: string): { message: Message; mends: MendAt[] } {
  const [open, close] = comment.type === 'CommentBlock' ? ['/*', '*/'] : ['//', ''];
  const left = comment.value.replace(new RegExp(`[\\s,]*\\b${code}\\b`), '');
  const isAlone = codes.length === 1 && comment.value.trim().startsWith('@allow');
  const mend = { kind: 'replace' as const, text: isAlone ? '' : `${open}${left}${close}`, at: comment };
  return { message: warnings.allowsWhatIsNot({ allowed: code }), mends: codes.length === 1 && !isAlone ? [] : [mend] };
}

/**
 * What no `@allow` silences, and each `@allow` that silences nothing; that of a misspelt mark is judged where those are
 * found.
 */
function withoutAllowed(
  { compilation, marks }: Analysis,
  found: readonly Diagnostic[],
  severity: Diagnostic['severity'],
): Diagnostic[] {
  const unused = new Set<string>();
  const key = ({ comment }: Allowance, code: string): string => `${comment.start} ${code}`;
  for (const one of marks.allowances)
    for (const code of one.codes)
      if (!CODES_OF_MARKS.has(code) && !isOfOutput(marks, one.comment)) unused.add(key(one, code));
  const left = found.filter(({ code, line }) => {
    const allowing = marks.allowances.filter(
      ({ codes, from, to }) => codes.includes(code) && line >= from && line <= to,
    );
    for (const one of allowing) unused.delete(key(one, code));
    return allowing.length === 0;
  });
  for (const one of marks.allowances)
    for (const code of one.codes)
      if (unused.delete(key(one, code)))
        left.push(diagnosticAt(compilation, one.comment, { ...tellUnused(one, code), severity }));
  return left;
}
