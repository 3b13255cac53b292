/** Arrows that make the same call, and mean different things because only one of them has braces. */
import type { types as t } from '@babel/core';
import { compiledOf, type Held, readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { wordCalled } from '../../analyse/names/runtime-words.js';
import { isThisOrSuper, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { dotted, methodCalled } from '../../babel/function-names.js';
import { addTo } from '../../babel/lists.js';
import type { Path } from '../../babel/path.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { sourceOf, textOf } from '../../context/text-of.js';
import { NATIVES } from '../../language/builtins.js';
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
  const orders = new Map<string, Order[]>();
  for (const call of analysis.plan.calls.values()) {
    const order = orderOf(analysis, call);
    if (order) addTo(orders, `${order.place} ${order.name}`, order);
  }
  return [...orders.values()].flatMap((all) =>
    all.flatMap((order) => {
      const other = order.hasBraces ? undefined : all.find((one) => one.hasBraces && mayBeSame(order, one));
      return other ? [tellOrder(analysis, order, other)] : [];
    }),
  );
}

function tellOrder({ compilation }: Analysis, { path }: Order, other: Order): Finding {
  const { node } = path;
  const { body } = node as t.ArrowFunctionExpression;
  const source = sourceOf(compilation, body);
  const values = { arrow: textOf(compilation, node), call: textOf(compilation, body) };
  const otherLine = other.path.node.loc?.start.line ?? 0;
  return tell(node, warnings.bracesDiffer, { ...values, otherLine }, [
    replaceBy(body, `waitFor(${source})`),
    replaceBy(body, `{ ${source}; }`),
  ]);
}

function orderOf(analysis: Analysis, call: CallPlan): Order | undefined {
  const { plan } = analysis;
  const method = call.treatment === 'wait' || call.treatment === 'returned' ? methodCalled(call.node) : undefined;
  if (!method || isThisOrSuper(method.object)) return undefined;
  const { path } = call;
  const { name } = method;
  const object = skipTransparent(method.object);
  const arrow = arrowOf(path);
  const place = arrow && !plan.handlers.has(arrow.path.node) ? placeOf(analysis, arrow.path) : undefined;
  if (!arrow || place === undefined) return undefined;
  const classes = readClasses(analysis);
  const functions = classes.held(path, object, name);
  const isOrder = (held: Held): boolean => compiledOf(plan, [held])?.[0]?.isQuestion === false;
  if (!(functions ?? classes.named(name)).some(isOrder)) return undefined;
  const isParameter = object.type === 'Identifier' && (path.scope.getBinding(object.name)?.kind as string) === 'param';
  return { ...arrow, name, receiver: isParameter ? undefined : object, functions, place };
}

/** The arrow whose only code is this call: `() => HERE`, `() => { HERE; }`. */
function arrowOf(path: Path): { path: Path; hasBraces: boolean } | undefined {
  const { at, parent } = outOfParentheses(path);
  if (!parent) return undefined;
  if (parent.node.type === 'ArrowFunctionExpression')
    return at.key === 'body' && !parent.node.async ? { path: parent, hasBraces: false } : undefined;
  const block = parent.node.type === 'ExpressionStatement' ? parent.parentPath : null;
  const arrow = block?.node.type === 'BlockStatement' && block.node.body.length === 1 ? block.parentPath : null;
  return arrow?.node.type === 'ArrowFunctionExpression' && !arrow.node.async
    ? { path: arrow, hasBraces: true }
    : undefined;
}

/**
 * Both have to stand in the same kind of place. What is given to `start` ends earlier with braces, and nobody waits for
 * it; what is given to a native like `find` is asked for its value.
 */
function placeOf({ compilation }: Analysis, arrow: Path): string | undefined {
  const { at, parent } = outOfParentheses(arrow);
  if (parent?.node.type === 'CallExpression' && at.listKey === 'arguments') {
    const word = wordCalled(compilation, parent);
    if (word !== undefined) return WAIT_FOR_BRANCHES.has(word) ? word : undefined;
    const isNative = NATIVES.has(methodCalled(parent.node)?.name ?? '');
    return isNative ? undefined : dotted(parent.node.callee);
  }
  const isHeld =
    (parent?.node.type === 'VariableDeclarator' && at.key === 'init') ||
    (parent?.node.type === 'AssignmentExpression' && at.key === 'right') ||
    (parent?.node.type === 'ObjectProperty' && at.key === 'value') ||
    (parent?.node.type === 'ClassProperty' && at.key === 'value');
  return isHeld ? '=' : undefined;
}

const WAIT_FOR_BRANCHES: ReadonlySet<string> = new Set(['all', 'race', 'withTimeout', 'tracks']);

/** The functions of both, or what stands before the dot, are not known to differ. */
function mayBeSame(one: Order, other: Order): boolean {
  if (one.functions && other.functions) return one.functions.some((held) => other.functions!.includes(held));
  if (one.receiver?.type !== 'Identifier' || other.receiver?.type !== 'Identifier') return true;
  return one.receiver.name === other.receiver.name;
}
