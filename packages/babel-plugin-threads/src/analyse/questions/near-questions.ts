/** Calls that ask, of functions that are nearly questions. */
import type { types as t } from '@babel/core';
import { isTransparent, memberCalled, skipTransparent } from '../../babel/ast.js';
import { functionAround, type Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { FunctionPlan, Plan } from '../../plan.js';
import type { Analysis, NearQuestion } from '../facts/facts.js';
import { objectOfFunction, readLibraries } from '../objects/libraries.js';
import { nameOfMember, readMembers } from '../objects/members.js';

/**
 * Notes the calls on another owner in a condition, where all functions of the file with that name never wait, and one
 * is no question because it changes something. Needs the judgement of all functions, and the call sites; gives
 * `nearQuestions`.
 */
export function findNearQuestions(analysis: Analysis): void {
  const { compilation, plan, facts } = analysis;
  const { t: types } = compilation;
  if (!hasNearQuestion(plan)) return;
  const members = readMembers(compilation);
  const libraries = readLibraries(analysis);
  for (const { path, context } of facts.callSites) {
    const member = context.plan && memberCalled(path.node);
    const name = member && nameOfMember(types, member);
    if (!member || name === undefined || !isOnOther(types, member) || !isCondition(analysis, path)) continue;
    const named = members.ofReceiver(path, member.object, name);
    const functions = named.map((one) => (one === 'unknown' ? undefined : plan.functions.get(one)));
    const near = nearOf(functions, libraries);
    if (near) facts.nearQuestions.push({ path, name, ...near });
  }
}

function hasNearQuestion({ functions }: Plan): boolean {
  for (const { noQuestionFor } of functions.values()) if (noQuestionFor !== undefined) return true;
  return false;
}

/** What makes the first of them none, if each is a question but for that. */
function nearOf(
  functions: readonly (FunctionPlan | undefined)[],
  libraries: ReadonlySet<t.Node>,
): Pick<NearQuestion, 'fn' | 'changes'> | undefined {
  const areAll = functions.every(
    (fn) => fn && (fn.isQuestion || fn.noQuestionFor) && !libraries.has(objectOfFunction(fn.path)),
  );
  const near = areAll ? functions.find((fn) => fn!.noQuestionFor) : undefined;
  return near && { fn: near.node, changes: near.noQuestionFor! };
}

/** Those of `this` are waited for as ever, and a class owns nothing. */
function isOnOther(types: Types, { object }: t.MemberExpression | t.OptionalMemberExpression): boolean {
  const receiver = skipTransparent(object);
  return !types.isThisExpression(receiver) && !types.isSuper(receiver);
}

/**
 * What it gives decides: `if (boss.sees(p) && …)`, `while (!boss.sees(p))`, `boss.sees(p) ? a : b`, `boss.sees(p) &&
 * run()`, `waitUntil(() => boss.sees(p))`.
 */
function isCondition(analysis: Analysis, path: Path): boolean {
  const { compilation, facts, plan } = analysis;
  const { t: types } = compilation;
  const { parent, parentPath, key } = path;
  const fn = isGiven(types, path) ? plan.functions.get((functionAround(types, path) ?? path).node) : undefined;
  if (fn && facts.synchronousCallbacks.has(fn)) return true;
  if (key === 'test' && !types.isSwitchCase(parent)) return true;
  if (types.isLogicalExpression(parent) && key === 'left' && parent.operator !== '??') return true;
  const goesOn =
    isTransparent(parent) ||
    types.isLogicalExpression(parent) ||
    types.isBinaryExpression(parent) ||
    types.isUnaryExpression(parent);
  return goesOn && isCondition(analysis, parentPath!);
}

const isGiven = (types: Types, { parent, key }: Path): boolean =>
  types.isReturnStatement(parent) || (types.isArrowFunctionExpression(parent) && key === 'body');
