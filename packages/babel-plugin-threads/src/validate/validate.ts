import type { Analysis } from '../analyse/facts/facts.js';
import { byPlace } from '../babel/place.js';
import { type Finding, makeDiagnostic } from '../context/diagnostic.js';
import { CODES_OF_MARKS } from '../messages/warnings.js';
import type { Diagnostic } from '../public.js';
import { findAssignedConditions } from './javascript/assigned-conditions.js';
import { findAssignedConstants } from './javascript/assigned-constants.js';
import { findUnseenByEval } from './javascript/direct-eval.js';
import { findDroppedPromises } from './javascript/dropped-promises.js';
import { findNotReplayable } from './javascript/replaying.js';
import { applyAllowances } from './marks/allowances.js';
import { findFirstMarkOfOne } from './marks/first-mark-of-one.js';
import { findIdlePrograms } from './marks/idle-programs.js';
import { findLostWords } from './marks/lost-words.js';
import { findOverridesWithoutMark } from './marks/overrides-without-mark.js';
import { findWaitsAtTop } from './marks/waits-at-top.js';
import { findBlockedCalls } from './orders/blocked-calls.js';
import { findDifferingBraces } from './orders/braces-of-arrows.js';
import { findEndlessOrders } from './orders/endless-orders.js';
import { findMappersInTurn } from './orders/mappers-in-turn.js';
import { findAskingFunctions, findNearQuestions } from './orders/near-questions.js';
import { findOrdersInTry } from './orders/orders-in-try.js';
import { findQuestionsBehindOrders } from './orders/questions-behind-orders.js';
import { findComputingLoops } from './waits/computing-loops.js';
import { findLostUpdates } from './waits/lost-updates.js';
import { findPausesInRegions, findWaitsInRegions } from './waits/synchronous-regions.js';
import { findMissingExecutors } from './words/missing-executor.js';
import { findMissingOwnForms } from './words/missing-own-forms.js';
import { findOtherWords } from './words/other-words.js';
import { findUnknownNames } from './words/unknown-names.js';
import { findUnlikelyLiterals } from './words/unlikely-literals.js';

/** Each finds one kind of doubtful code, or a family of them. Needs the whole analysis, and changes nothing in it. */
const CHECKS: readonly ((analysis: Analysis) => Finding[])[] = [
  findFirstMarkOfOne,
  findNotReplayable,
  findWaitsInRegions,
  findLostWords,
  findWaitsAtTop,
  findIdlePrograms,
  findDroppedPromises,
  findMissingExecutors,
  findPausesInRegions,
  findLostUpdates,
  findBlockedCalls,
  findUnseenByEval,
  findComputingLoops,
  findNearQuestions,
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
 * Code that compiles, and that its author may not mean, in source order. What the option `strictGlobals` refuses is told
 * whatever the option `diagnostics` says.
 */
export function validate(analysis: Analysis): Diagnostic[] {
  const { compilation, marks } = analysis;
  const unknown = findUnknownNames(analysis).map((one) => makeDiagnostic(compilation, one, 'error'));
  if (compilation.options.diagnostics === 'off') return unknown;
  const found = CHECKS.flatMap((find) => find(analysis));
  const { allowances } = marks;
  const told = applyAllowances(compilation, found, {
    allowances,
    marks,
    isJudged: (code) => !CODES_OF_MARKS.has(code),
  });
  return [...unknown, ...told].sort(byPlace);
}
