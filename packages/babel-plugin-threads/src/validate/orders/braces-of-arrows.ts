/** Arrows that make the same call, and mean different things because only one of them has braces. */
import type { types as t } from '@babel/core';
import { type Classes, type Held, readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { wordCalled } from '../../analyse/names/runtime-words.js';
import { calleeOf, memberCalled, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { dotted } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import type { Finding, MendAt } from '../../context/diagnostic.js';
import { sourceOf, textOf } from '../../context/text-of.js';
import { NATIVES } from '../../language/builtins.js';
import { makeMessage } from '../../messages/message.js';
import { warnings } from '../../messages/warnings.js';
import type { CallPlan } from '../../plan.js';

/** An arrow that does nothing but make one call on another owner. */
interface Order {
  readonly path: Path;
  readonly hasBraces: boolean;
  readonly name: string;
  /** What stands before the dot, if that is no parameter. */
  readonly receiver: t.Node | undefined;
  /** What it may be, as far as the file shows. */
  readonly functions: readonly Held[] | undefined;
  /** Where the arrow stands: in what is given to a function, or in a variable or a member. */
  readonly place: string;
}

/**
 * Only calls of functions that are compiled in this file: of others it is not known whether they wait.
 *
 *   const order = (h) => h.walk();        waits for the walk, as its value is given
 *   const send = (h) => { h.walk(); };    only gives the order
 */
export function findDifferingBraces(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  const orders = new Map<string, Order[]>();
  let classes: Classes | undefined;
  for (const [call, path] of facts.calls) {
    const order = orderOf(analysis, call, path, () => (classes ??= readClasses(analysis)));
    if (!order) continue;
    const key = `${order.place} ${order.name}`;
    const known = orders.get(key);
    if (known) known.push(order);
    else orders.set(key, [order]);
  }
  return [...orders.values()].flatMap((all) =>
    all.flatMap((one) => {
      const other = one.hasBraces ? undefined : all.find((each) => each.hasBraces && mayBeSame(one, each));
      if (!other) return [];
      const { node } = one.path;
      const call = textOf(compilation, (node as t.ArrowFunctionExpression).body);
      const line = other.path.node.loc?.start.line ?? 0;
      const { body } = node as t.ArrowFunctionExpression;
      const source = sourceOf(compilation, body);
      const mends: MendAt[] = [`waitFor(${source})`, `{ ${source}; }`].map((text) => ({
        kind: 'replace',
        text,
        at: body,
      }));
      return [
        {
          at: node,
          message: makeMessage(warnings.bracesDiffer, { arrow: textOf(compilation, node), call, otherLine: line }),
          mends,
        },
      ];
    }),
  );
}

function orderOf(analysis: Analysis, call: CallPlan, path: ListedPath, classes: () => Classes): Order | undefined {
  const { compilation, plan } = analysis;
  const { t: types } = compilation;
  const member = memberCalled(call.node);
  const name = member && propertyName(types, member);
  if (!member || name === undefined || (call.treatment !== 'wait' && call.treatment !== 'returned')) return undefined;
  const object = skipTransparent(member.object);
  if (types.isThisExpression(object) || types.isSuper(object)) return undefined;
  const arrow = arrowOf(analysis, path);
  const place = arrow && !plan.handlers.has(arrow.path.node) ? placeOf(analysis, arrow.path) : undefined;
  if (!arrow || place === undefined) return undefined;
  const functions = classes().held(path, object, name);
  const named = functions ?? classes().named(name);
  if (!named.some((one) => one && plan.functions.get(one)?.isQuestion === false)) return undefined;
  const isParameter = types.isIdentifier(object) && (path.scope.getBinding(object.name)?.kind as string) === 'param';
  return { ...arrow, name, receiver: isParameter ? undefined : object, functions, place };
}

/** The arrow whose only code is this call: `() => HERE`, `() => { HERE; }`. */
function arrowOf({ compilation }: Analysis, path: Path): { path: Path; hasBraces: boolean } | undefined {
  const { t: types } = compilation;
  const { at, parent } = outOfParentheses(path);
  if (!parent) return undefined;
  if (types.isArrowFunctionExpression(parent.node))
    return at.key === 'body' && !parent.node.async ? { path: parent, hasBraces: false } : undefined;
  const block = types.isExpressionStatement(parent.node) ? parent.parentPath : null;
  const arrow = types.isBlockStatement(block?.node) && block.node.body.length === 1 ? block.parentPath : null;
  return types.isArrowFunctionExpression(arrow?.node) && !arrow.node.async
    ? { path: arrow, hasBraces: true }
    : undefined;
}

/**
 * Both have to stand in the same kind of place. What is given to `start` ends earlier with braces, and nobody waits for
 * it; what is given to a native like `find` is asked for its value.
 */
function placeOf({ compilation }: Analysis, arrow: Path): string | undefined {
  const { t: types } = compilation;
  const { at, parent } = outOfParentheses(arrow);
  if (types.isCallExpression(parent?.node) && at.listKey === 'arguments') {
    const word = wordCalled(compilation, parent);
    if (word !== undefined) return WAIT_FOR_BRANCHES.has(word) ? word : undefined;
    const callee = calleeOf(parent.node)!;
    const name = memberCalled(parent.node) ? propertyName(types, memberCalled(parent.node)!) : undefined;
    if (name !== undefined && NATIVES.has(name)) return undefined;
    return dotted(types, callee);
  }
  const isHeld =
    (types.isVariableDeclarator(parent?.node) && at.key === 'init') ||
    (types.isAssignmentExpression(parent?.node) && at.key === 'right') ||
    (types.isObjectProperty(parent?.node) && at.key === 'value') ||
    (types.isClassProperty(parent?.node) && at.key === 'value');
  return isHeld ? '=' : undefined;
}

const WAIT_FOR_BRANCHES: ReadonlySet<string> = new Set(['all', 'race', 'withTimeout', 'tracks']);

/** The functions of both, or what stands before the dot, are not known to differ. */
function mayBeSame(one: Order, other: Order): boolean {
  if (one.functions && other.functions) return one.functions.some((held) => other.functions!.includes(held));
  if (one.receiver?.type !== 'Identifier' || other.receiver?.type !== 'Identifier') return true;
  return one.receiver.name === other.receiver.name;
}
