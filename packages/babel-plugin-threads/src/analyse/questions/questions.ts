/**
 * Which functions are questions (R5c): they never wait and change nothing, so they are answered at once. Their text
 * alone says so, by rules that a reader can follow; what the plugin can prove besides must change nothing.
 */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../../babel/path.js';
import type { FunctionPlan } from '../../plan.js';
import { type Analysis, GIVES_PROMISE, INSTANT, PAUSES } from '../facts/facts.js';
import { type Held, readClasses } from '../classes/classes.js';
import { type Effects, readEffects } from './read-effects.js';

/**
 * All functions are taken to have no effect until one is found to, and each that is found gives its effect to those
 * that call it: the greatest fixpoint. Needs the functions with their uses of `this`, and the loops; gives `isQuestion`,
 * `nearQuestions`, which functions that an update may replace never wait, limits what questions call, and takes the calls in questions out of the Plan and of the summaries, as nothing waits for
 * them.
 */
export function findQuestions(analysis: Analysis): void {
  const { plan, facts } = analysis;
  const candidates = [...plan.functions.values()].filter((fn) => mayHaveOwner(analysis, fn));
  const replaceable = [...analysis.facts.summaries.values()].filter((summary) => summary.isReplaceable);
  if (candidates.length + replaceable.length === 0) return;
  const effects = readAllEffects(analysis, [
    ...candidates.map(({ node }) => node),
    ...replaceable.map(({ path }) => path.node),
  ]);
  spreadEffects(effects);
  for (const summary of replaceable) if (!effects.get(summary.path.node)?.waits) summary.does = INSTANT;
  for (const fn of candidates) {
    const { changes, waits } = effects.get(fn.node)!;
    fn.isQuestion = changes === undefined && waits === undefined;
    if (waits === undefined && changes) facts.nearQuestions.set(fn, changes);
    if (fn.isQuestion && !analysis.facts.summaries.get(fn.node)?.isReplaceable)
      limitCallees(analysis, effects, fn.node);
  }
  for (const fn of candidates) noteAskingFunction(analysis, effects, fn);
  dropCallsInQuestions(analysis);
}

/** It would be a question but for questions that it asks of other objects, and gives a value. */
function noteAskingFunction({ plan, facts }: Analysis, effects: ReadonlyMap<t.Node, Effects>, fn: FunctionPlan): void {
  const { asks, asksOnly, changes, calls } = effects.get(fn.node)!;
  if (!asksOnly || changes !== undefined || !givesValue(facts, fn)) return;
  const isQuestion = (held: Held): boolean => held !== undefined && plan.functions.get(held)?.isQuestion === true;
  const isHarmless = (held: Held): boolean =>
    held !== undefined && effects.get(held)?.waits === undefined && effects.get(held)?.changes === undefined;
  if (
    asks.every(({ functions }) => functions.every(isQuestion)) &&
    calls.every(({ functions }) => functions.every(isHarmless))
  )
    facts.askingFunctions.set(fn, asks[0]!.at);
}

const givesValue = ({ summaries }: Analysis['facts'], { node, kind }: FunctionPlan): boolean =>
  (kind === 'arrow' && (node as t.ArrowFunctionExpression).expression) ||
  summaries.get(node)?.returns.some(({ node: { argument } }) => argument) === true;

/** It may be called on an owner, and nothing that its author says tells how such a call is taken. */
function mayHaveOwner(analysis: Analysis, fn: FunctionPlan): boolean {
  if (fn.instant || fn.busy !== undefined || fn.again !== undefined || fn.isImmediatelyInvoked) return false;
  const member = readClasses(analysis).memberAt(fn.path);
  if (member?.owner?.isStatic) return false;
  return fn.kind === 'arrow' ? member !== undefined && fn.usesThis : member !== undefined || fn.usesThis;
}

/** The effects of functions, and of all that they call. */
function readAllEffects(analysis: Analysis, open: t.Node[]): Map<t.Node, Effects> {
  const classes = readClasses(analysis);
  const pathOf = new Map<t.Node, ListedPath>(analysis.facts.functions.map((path) => [path.node, path]));
  const effects = new Map<t.Node, Effects>();
  for (const node of open) {
    const path = pathOf.get(node);
    if (effects.has(node) || !path) continue;
    const read = readEffects(analysis, classes, path);
    effects.set(node, read);
    for (const { functions } of read.calls) for (const one of functions) if (one && !effects.has(one)) open.push(one);
  }
  return effects;
}

function spreadEffects(effects: ReadonlyMap<t.Node, Effects>): void {
  const of = (held: Held): Pick<Effects, 'changes' | 'waits'> | undefined => held && effects.get(held);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const one of effects.values())
      for (const { at, functions } of one.calls) {
        const waits = functions.some((held) => of(held) === undefined || of(held)!.waits !== undefined);
        const changing = functions.find((held) => of(held)?.changes !== undefined);
        if (waits && one.waits === undefined) [one.waits, isNew] = [at, true];
        if (changing && one.changes === undefined) [one.changes, isNew] = [of(changing)!.changes, true];
      }
  }
}

/**
 * Functions that a question calls are not waited for there: their summaries are limited. Those that a replaceable function
 * calls are left alone, as its next version may be no question.
 */
function limitCallees({ facts }: Analysis, effects: ReadonlyMap<t.Node, Effects>, question: t.Node): void {
  const open: t.Node[] = [question];
  for (const node of open)
    for (const called of effects.get(node)?.calls.flatMap(({ functions }) => functions) ?? []) {
      const summary = called && facts.summaries.get(called);
      if (!summary || summary.limit < PAUSES) continue;
      summary.limit = GIVES_PROMISE;
      if (!summary.isReplaceable) open.push(called);
    }
}

/** Nothing waits for the calls in questions and in the functions inside them. A key belongs to the code around its method. */
function dropCallsInQuestions({ plan, facts }: Analysis): void {
  const answered = new Set<FunctionPlan>();
  for (const fn of plan.functions.values()) if (isInQuestion(plan.functions, fn.path)) answered.add(fn);
  if (answered.size === 0) return;
  for (const fn of answered) {
    const summary = facts.summaries.get(fn.node);
    summary?.calls.splice(0, Infinity, ...summary.calls.filter(({ plan: call }) => call === undefined));
  }
  for (const [node, call] of plan.calls) if (answered.has(call.in)) plan.calls.delete(node);
}

function isInQuestion(functions: ReadonlyMap<t.Node, FunctionPlan>, path: ListedPath): boolean {
  let isKey = false;
  for (let at: ListedPath | null = path; at; at = at.parentPath) {
    if (!isKey && functions.get(at.node)?.isQuestion) return true;
    isKey = at.key === 'key';
  }
  return false;
}
