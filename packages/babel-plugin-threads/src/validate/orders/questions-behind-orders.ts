/** Questions that stand behind an order of their own thread which never ends. */
import type { types as t } from '@babel/core';
import type { Analysis, CallSite } from '../../analyse/facts/facts.js';
import { isFunction, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { dotted, methodCalled } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { type Finding, markWith, replaceBy, tell } from '../../context/diagnostic.js';
import { sourceOf, textOf } from '../../context/text-of.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan, Plan } from '../../plan.js';
import { isStatement, type KnownCall, readKnownCall } from './orders.js';

/** A call on another owner whose name and owner the text shows: `guard.patrol()`. */
interface Call extends KnownCall {
  /** `guard` */
  readonly owner: string;
}

/**
 * A thread's question stands behind what it has told the same owner before (docs/ownership.md, R5c); behind what never ends, it is never
 * answered. Reported where both calls are in one function, and their functions in this file.
 *
 *   function scene(guard, thief) { guard.patrol(); while (!guard.sees(thief)) wait(100); }
 *                                                         ▲
 */
export function findQuestionsBehindOrders(analysis: Analysis): Finding[] {
  const { compilation, plan, facts } = analysis;
  const { t: types } = compilation;
  const endless = endlessFunctions(plan);
  if (endless.size === 0 || ![...plan.functions.values()].some(({ isQuestion }) => isQuestion)) return [];
  const orders = [...plan.calls.values()].flatMap(({ treatment, path }) => {
    const call = treatment === 'wait' && isStatement(types, path) ? readCall(analysis, path) : undefined;
    return call?.functions.every((fn) => endless.has(fn)) ? [call] : [];
  });
  if (orders.length === 0) return [];
  const isStop = ({ path }: CallSite): boolean => STOPS.has(methodCalled(path.node)?.name ?? '');
  const stops = facts.callSites.filter(isStop).map(({ path }) => path.node.start!);
  const found: Finding[] = [];
  for (const { path, context } of facts.callSites) {
    const call = context.plan && !isStatement(types, path) ? readCall(analysis, path) : undefined;
    if (!call?.functions.every(({ isQuestion }) => isQuestion)) continue;
    const order = orders.find(({ owner, path: before }) => owner === call.owner && isBehind(path, before));
    const isStopped = order && stops.some((at) => at > order.path.node.start! && at < path.node.start!);
    if (order && !isStopped) found.push(tellQuestion(compilation, call, order));
  }
  return found;
}

function tellQuestion(compilation: Compilation, { path, name }: Call, { path: { node }, functions }: Call): Finding {
  return tell(path.node, warnings.neverAnswered, { question: name, order: textOf(compilation, node) }, [
    replaceBy(node, `start(() => ${sourceOf(compilation, node)})`),
    ...functions.map((fn) => markWith(fn.node, '@beside')),
  ]);
}

/** Functions that come to a loop which nothing leaves. One that is marked `@beside` keeps no owner, so no question queues behind it. */
function endlessFunctions({ loops }: Plan): Set<FunctionPlan> {
  const isBodyOf = (fn: FunctionPlan, { parent }: Path): boolean => (fn.node as t.Function).body === parent;
  const endless = [...loops.values()].filter(
    ({ isEndless, pace, in: fn, pause }) =>
      isEndless && pace === 'frame' && fn.busy !== 'beside' && isBodyOf(fn, pause.path),
  );
  return new Set(endless.map((loop) => loop.in));
}

function readCall(analysis: Analysis, path: ListedPath): Call | undefined {
  const call = readKnownCall(analysis, path);
  const owner = call && ownerOf(path, call.object);
  return owner === undefined ? undefined : { ...call!, owner };
}

/** A name that always means the same object in its function. */
function ownerOf(path: Path, object: t.Node): string | undefined {
  const name = dotted(skipTransparent(object));
  const [root = ''] = name?.split('.') ?? [];
  if (root === 'this' || root === 'super') return undefined;
  return path.scope.getBinding(root)?.constant === false ? undefined : name;
}

/** The order comes first, and everything that gets to the question has given it. */
function isBehind(question: Path, order: Path): boolean {
  const list = outOfParentheses(order).parent!.parentPath;
  if (list?.node.type !== 'BlockStatement' || question.node.start! < order.node.start!) return false;
  let at: Path | null = question;
  while (at && at.node !== list.node) {
    if (isFunction(at.node)) return false;
    at = at.parentPath;
  }
  return at !== null;
}

/** Methods that may end an order: `executorOf(guard).cancelAll()` */
const STOPS: ReadonlySet<string> = new Set(['cancel', 'cancelAll', 'cancelOthers', 'close']);
