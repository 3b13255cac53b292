/** Questions that stand behind an order of their own thread which never ends. */
import type { types as t } from '@babel/core';
import { type Classes, type Held, readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { memberCalled, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { dotted } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import type { Types } from '../../babel/types.js';
import type { Finding, MendAt } from '../../context/diagnostic.js';
import { sourceOf, textOf } from '../../context/text-of.js';
import { makeMessage } from '../../messages/message.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan, Plan } from '../../plan.js';

/** A call on another owner whose name and owner the text shows: `guard.patrol()`. */
interface Call {
  readonly path: ListedPath;
  /** `guard` */
  readonly owner: string;
  readonly name: string;
}

/**
 * A thread's question stands behind what it has told the same owner before (R5c); behind what never ends it is never
 * answered. Reported where both calls are in one function, and their functions in this file.
 *
 *   function scene(guard, thief) { guard.patrol(); while (!guard.sees(thief)) wait(100); }
 *                                                         ▲
 */
export function findQuestionsBehindOrders(analysis: Analysis): Finding[] {
  const { compilation, plan, facts } = analysis;
  const { t: types } = compilation;
  const endless = endlessFunctions(plan);
  if (endless.size === 0 || !hasQuestion(plan)) return [];
  const classes = readClasses(analysis);
  const isOf = (call: Call, test: (fn: t.Node) => boolean): boolean => areAll(heldBy(classes, call), test);
  const orders: Call[] = [];
  for (const [{ treatment }, path] of facts.calls) {
    const call = treatment === 'wait' && isStatement(types, path) ? callAt(types, path) : undefined;
    if (call && isOf(call, (fn) => endless.has(fn))) orders.push(call);
  }
  if (orders.length === 0) return [];
  const stops: number[] = [];
  for (const { path } of facts.callSites) if (isStop(types, path)) stops.push(path.node.start!);
  const found: Finding[] = [];
  for (const { path, context } of facts.callSites) {
    const call = context.plan && !isStatement(types, path) ? callAt(types, path) : undefined;
    if (!call) continue;
    const order = orders.find((one) => one.owner === call.owner && isBehind(types, path, one.path));
    const isStopped = order && stops.some((at) => at > order.path.node.start! && at < path.node.start!);
    if (!order || isStopped || !isOf(call, (fn) => plan.functions.get(fn)?.isQuestion === true)) continue;
    const { node } = order.path;
    const mends: MendAt[] = [
      { kind: 'replace', text: `start(() => ${sourceOf(compilation, node)})`, at: node },
      ...heldBy(classes, order).map((at) => ({ kind: 'mark' as const, text: '@beside', at: at as t.Node })),
    ];
    found.push({
      at: path.node,
      message: makeMessage(warnings.neverAnswered, { question: call.name, order: textOf(compilation, node) }),
      mends,
    });
  }
  return found;
}

function hasQuestion({ functions }: Plan): boolean {
  for (const { isQuestion } of functions.values()) if (isQuestion) return true;
  return false;
}

const isStatement = (types: Types, path: Path): boolean =>
  types.isExpressionStatement(outOfParentheses(path).parent?.node);

/** Those that get to a loop which nothing leaves; but one that runs beside is nothing that a question stands behind. */
function endlessFunctions(plan: Plan): Set<t.Node> {
  const endless = new Set<t.Node>();
  const isBodyOf = (fn: FunctionPlan, { parent }: Path): boolean => (fn.node as t.Function).body === parent;
  for (const { isEndless, pace, in: fn, pause } of plan.loops.values())
    if (isEndless && pace === 'frame' && fn.busy !== 'beside' && isBodyOf(fn, pause.path)) endless.add(fn.node);
  return endless;
}

function callAt(types: Types, path: ListedPath): Call | undefined {
  const member = memberCalled(path.node);
  const owner = member && ownerOf(types, path, member.object);
  const name = member && propertyName(types, member);
  return owner === undefined || name === undefined ? undefined : { path, owner, name };
}

/** A name that always means the same object in its function. */
function ownerOf(types: Types, path: Path, object: t.Node): string | undefined {
  const name = dotted(types, skipTransparent(object));
  const [root = ''] = name?.split('.') ?? [];
  if (root === 'this' || root === 'super') return undefined;
  return path.scope.getBinding(root)?.constant === false ? undefined : name;
}

const heldBy = (classes: Classes, { path, name }: Call): readonly Held[] =>
  classes.ofReceiver(path, memberCalled(path.node)!.object, name);

const areAll = (held: readonly Held[], test: (fn: t.Node) => boolean): boolean =>
  held.length > 0 && held.every((one) => one !== undefined && test(one));

/** The order comes first, and everything that gets to the question has given it. */
function isBehind(types: Types, question: Path, order: Path): boolean {
  const list = outOfParentheses(order).parent!.parentPath;
  if (!types.isBlockStatement(list?.node) || question.node.start! < order.node.start!) return false;
  let at: Path | null = question;
  while (at && at.node !== list.node) {
    if (types.isFunction(at.node)) return false;
    at = at.parentPath;
  }
  return at !== null;
}

const STOPS: ReadonlySet<string> = new Set(['cancel', 'cancelAll', 'cancelOthers', 'close']);

/** `executorOf(guard).cancelAll()`: it may end the order. */
function isStop(types: Types, path: Path): boolean {
  const member = memberCalled(path.node);
  return member !== undefined && STOPS.has(propertyName(types, member) ?? '');
}
