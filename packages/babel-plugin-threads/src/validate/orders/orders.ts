/** Statement calls on other objects: the thread that makes such a call goes on at once. */
import type { types as t } from '@babel/core';
import { compiledOf, readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { findUp, functionAround, isClass, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { dotted, methodCalled } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { type MendAt, replaceBy } from '../../context/diagnostic.js';
import { sourceOf } from '../../context/text-of.js';
import { METHODS_BY_NAME } from '../../language/builtins.js';
import { SCRIPT_NAMES } from '../../language/globals.js';
import { isGlobalObject } from '../../language/named-builtins.js';
import type { FunctionPlan } from '../../plan.js';

/** A call of a method, of which the file shows what it does: `a.turn()`. */
export interface KnownCall {
  readonly path: ListedPath;
  readonly object: t.Node;
  readonly name: string;
  /** The functions of the file that it may be of: at least one. */
  readonly functions: readonly FunctionPlan[];
}

export interface Order extends KnownCall {
  /** `a`, `game.player`; undefined where the receiver is no such name, or has a key that is computed. */
  readonly receiver: string | undefined;
}

export function readKnownCall(analysis: Analysis, path: ListedPath): KnownCall | undefined {
  const method = methodCalled(path.node);
  const held = method && readClasses(analysis).ofReceiver(path, method.object, method.name);
  const functions = (held && compiledOf(analysis.plan, held)) ?? [];
  return functions.length === 0 ? undefined : { ...method!, path, functions };
}

/**
 * The orders of which every function of that name in the file is known, starts a thread, and does not wait for its turn
 * in the thread of the caller: silent where the object may be the caller's own. Needs the calls that wait.
 */
export function readOrders(analysis: Analysis): Order[] {
  const orders: Order[] = [];
  for (const { treatment, isUnjoined, path } of analysis.plan.calls.values()) {
    if (treatment !== 'wait' || !isUnjoined) continue;
    const order = orderAt(analysis, path);
    if (!order || mayBeOwn(analysis, order)) continue;
    if (order.functions.every((fn) => startsThread(analysis, fn))) orders.push(order);
  }
  return orders;
}

function orderAt(analysis: Analysis, path: ListedPath): Order | undefined {
  const call = readKnownCall(analysis, path);
  if (!call) return undefined;
  const { object, name } = call;
  // `list.sort()` is hardly of a class of the file.
  const isNative = METHODS_BY_NAME.get(name)?.changes !== undefined;
  if (isNative && readClasses(analysis).held(path, object, name) === undefined) return undefined;
  const receiver = dotted(object);
  return { ...call, receiver: receiver?.includes('[') ? undefined : receiver };
}

/** The call is all that a statement does. */
export const isStatement = (types: Types, path: Path): boolean =>
  types.isExpressionStatement(outOfParentheses(path).parent?.node);

/** The mend that waits for an order to be carried out. */
export const waitForOrder = (compilation: Compilation, order: t.Node): MendAt =>
  replaceBy(order, `waitFor(${sourceOf(compilation, order)})`);

/** Those of classes, of libraries and of arrows have no owner, so the caller waits for them. */
function startsThread(analysis: Analysis, fn: FunctionPlan): boolean {
  if (fn.instant || fn.kind === 'arrow') return false;
  const classes = readClasses(analysis);
  return classes.memberAt(fn.path)?.owner?.isStatic !== true && !classes.isOfLibrary(fn);
}

/**
 * The caller's thread may belong to the same object, and then waits: the receiver stands for `this` or for what owns
 * nothing, or the object itself calls the function around.
 */
function mayBeOwn(analysis: Analysis, { path, object, functions }: Order): boolean {
  const { compilation, plan } = analysis;
  let root = skipTransparent(object);
  while (root.type === 'MemberExpression') root = skipTransparent(root.object);
  if (root.type === 'Identifier') {
    const binding = path.scope.getBinding(root.name);
    const { init } = (binding?.path.node ?? {}) as { init?: t.Node | null };
    if (init && skipTransparent(init).type === 'ThisExpression') return true;
    if (!binding && (SCRIPT_NAMES.has(root.name) || isGlobalObject(compilation, path, root))) return true;
  }
  const homes = new Set<t.Node>();
  for (const fn of functions) homes.add(homeOf(analysis, fn));
  const isOfOwner = (at: Path): boolean => homes.has(at.node) || (homes.has(compilation.program.node) && isMethod(at));
  const isMethod = (at: Path): boolean => plan.functions.get(at.node)?.usesThis === true;
  for (let at = functionAround(path); at; at = functionAround(at))
    if (usesOf(at).some((use) => findUp(use, isOfOwner) !== null)) return true;
  return false;
}

/** The class or object literal; the file for a method that is assigned: any method may be of the same object. */
function homeOf({ compilation: { t: types, program } }: Analysis, { node, path }: FunctionPlan): t.Node {
  for (let at: Path | null = path; at; at = at.parentPath) {
    if (isClass(at.node) || at.node.type === 'ObjectExpression') return at.node;
    if (at.node !== node && types.isStatement(at.node)) break;
  }
  return program.node;
}

/** Where the name of a function is used. */
function usesOf({ node, parent, scope, parentPath }: Path): readonly Path[] {
  const id =
    node.type === 'FunctionDeclaration' ? node.id : parent.type === 'VariableDeclarator' ? parent.id : undefined;
  if (id?.type !== 'Identifier') return [];
  const { referencePaths = [] } = (parentPath?.scope ?? scope).getBinding(id.name) ?? {};
  return referencePaths;
}
