/** What the report says of each call: what a wait there means for others, and which calls run beside. */
import type { types as t } from '@babel/core';
import { isThisOrSuper, memberCalled, skipTransparent } from '../babel/ast.js';
import { addTo } from '../babel/lists.js';
import type { ListedPath } from '../babel/path.js';
import { byPlace, placeOf } from '../babel/place.js';
import { propertyName } from '../babel/function-names.js';
import type { Analysis } from '../analyse/facts/facts.js';
import { compiledOf, readClasses } from '../analyse/classes/classes.js';
import { wordCalled } from '../analyse/names/runtime-words.js';
import type { FunctionPlan, Pause } from '../plan.js';
import type { PauseReport, StartReport } from '../public.js';
import { EXECUTOR_WORDS, GIVE_THREAD, TAKES_CONDITION } from '../vocabulary.js';

type Member = NonNullable<ReturnType<typeof memberCalled>>;

/** See `PauseReport`. It is told by the call, and by the functions of its name: what the owner does is known at run time only. */
export function mannerOf(analysis: Analysis, { kind, node, path }: Pause): PauseReport['manner'] {
  const { compilation, plan } = analysis;
  if (kind === 'loop') return 'keeps';
  const call = plan.calls.get(node);
  if (call === undefined) return 'waits';
  const word = wordCalled(compilation, path);
  if (word !== undefined) return isWaitForFrame(word, node) ? 'keeps' : 'waits';
  // `list.forEach(…)` is no call on another owner.
  if (call.native !== undefined) return 'waits';
  const member = memberCalled(node);
  if (member === undefined) return call.isUnjoined ? 'beside' : 'waits';
  if (!isThisOrSuper(member.object)) {
    if (isAnsweredAtOnce(analysis, path, member)) return 'asks';
    return call.isUnjoined ? 'beside' : 'queues';
  }
  return EXECUTOR_WORDS.has(propertyName(member) ?? '') ? 'keeps' : 'waits';
}

/** All functions of the file that it may be of are questions, or marked `@instant`. */
function isAnsweredAtOnce(analysis: Analysis, path: ListedPath, member: Member): boolean {
  const { plan } = analysis;
  const name = propertyName(member);
  if (name === undefined) return false;
  const functions = compiledOf(plan, readClasses(analysis).ofReceiver(path, member.object, name)) ?? [];
  return functions.length > 0 && functions.every(({ isQuestion, instant }) => isQuestion || instant);
}

/** `waitUntil(clock.frame + 1)`; a name may stand for a condition. */
function isWaitForFrame(word: string, node: t.Node): boolean {
  if (word !== TAKES_CONDITION || node.type !== 'CallExpression') return false;
  const given = node.arguments[0] && skipTransparent(node.arguments[0]);
  return given?.type === 'NumericLiteral' || given?.type === 'BinaryExpression';
}

/** The calls that each compiled function makes on threads of their own, in source order. */
export function readStarts({ compilation, plan, facts }: Analysis): Map<FunctionPlan, StartReport[]> {
  const starts = new Map<FunctionPlan, StartReport[]>();
  const note = (fn: FunctionPlan, kind: StartReport['kind'], node: t.Node): void =>
    addTo(starts, fn, { kind, ...placeOf(node) });
  for (const { path, context } of facts.callSites) {
    const { node } = path;
    const call = plan.calls.get(node);
    if (call?.treatment === 'detached') note(call.in, call.isForgotten ? 'void' : 'promise', node);
    else if (call === undefined && context.plan) {
      const word = wordCalled(compilation, path);
      if (word !== undefined && GIVE_THREAD.has(word)) note(context.plan, word as 'start' | 'attach', node);
    }
  }
  for (const list of starts.values()) list.sort(byPlace);
  return starts;
}
