/** Functions that are nearly questions: a call of one queues while its owner is busy. */
import { type Holder, readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { functionAround, isThisOrSuper, isTransparent } from '../../babel/ast.js';
import { readableName } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import { type Finding, markWith, tell } from '../../context/diagnostic.js';
import { textOf } from '../../context/text-of.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan } from '../../plan.js';
import { makeKnownWaits } from '../waits/known-waits.js';
import { synchronousUse } from '../waits/synchronous-callbacks.js';
import { readKnownCall } from './orders.js';

/**
 * `if (boss.sees(player))`, where `sees` never waits, and yet queues, because it notes something: `this.seen = true`.
 * Reported for calls on another owner in a condition, where all functions of the file with that name never wait.
 */
export function findNearQuestions(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  if (facts.nearQuestions.size === 0) return [];
  const classes = readClasses(analysis);
  const found: Finding[] = [];
  for (const { path, context } of facts.callSites) {
    const call = context.plan && isCondition(analysis, path) ? readKnownCall(analysis, path) : undefined;
    if (!call || isThisOrSuper(call.object)) continue;
    const { functions, name } = call;
    const isNear = (fn: FunctionPlan): boolean => facts.nearQuestions.has(fn);
    const near =
      functions.every((fn) => (fn.isQuestion || isNear(fn)) && !classes.isOfLibrary(fn)) && functions.find(isNear);
    if (!near) continue;
    const changes = textOf(compilation, facts.nearQuestions.get(near)!);
    found.push(tell(path.node, warnings.nearlyQuestion, { name, changes }, [markWith(near.node, '@instant')]));
  }
  return found;
}

/**
 * The value of the call decides what runs next: `if (boss.sees(p) && …)`, `while (!boss.sees(p))`, `boss.sees(p) ? a :
 * b`, `boss.sees(p) && run()`, `waitUntil(() => boss.sees(p))`.
 */
function isCondition(analysis: Analysis, path: Path): boolean {
  const { compilation, plan } = analysis;
  const { parent, parentPath, key } = path;
  const fn = isGiven(path) ? plan.functions.get((functionAround(path) ?? path).node) : undefined;
  if (fn && synchronousUse(compilation, fn.path) !== undefined) return true;
  if (key === 'test' && parent.type !== 'SwitchCase') return true;
  if (parent.type === 'LogicalExpression' && key === 'left' && parent.operator !== '??') return true;
  const isPart =
    isTransparent(parent) ||
    parent.type === 'LogicalExpression' ||
    parent.type === 'BinaryExpression' ||
    parent.type === 'UnaryExpression';
  return isPart && isCondition(analysis, parentPath!);
}

const isGiven = ({ parent, key }: Path): boolean =>
  parent.type === 'ReturnStatement' || (parent.type === 'ArrowFunctionExpression' && key === 'body');

/** `sees(other) { return other.isHidden(); }`: it gives plain code a Thread while its owner is busy, which is never false. */
export function findAskingFunctions(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  if (facts.askingFunctions.size === 0) return [];
  const classes = readClasses(analysis);
  const found: Finding[] = [];
  for (const [fn, question] of facts.askingFunctions) {
    if (classes.isOfLibrary(fn) || !mayBeBusy(analysis, fn)) continue;
    const name = readableName(fn.path) ?? 'this function';
    const asked = textOf(compilation, question);
    found.push(tell(question, warnings.nearlyQuestion, { name, asked }, [markWith(fn.node, '@instant')]));
  }
  return found;
}

/** Another function of the class or object, or of a class of the file that it extends, waits. */
function mayBeBusy(analysis: Analysis, asking: FunctionPlan): boolean {
  const classes = readClasses(analysis);
  const waits = makeKnownWaits(analysis);
  const owners: (Holder | undefined)[] = [classes.memberAt(asking.path)?.owner];
  for (let base = owners[0]?.base; base; base = base.base) owners.push(base);
  const isOfOwner = ({ path }: FunctionPlan): boolean => owners.includes(classes.memberAt(path)?.owner);
  return [...analysis.plan.functions.values()].some((fn) => isOfOwner(fn) && waits.ofFunction(fn));
}
