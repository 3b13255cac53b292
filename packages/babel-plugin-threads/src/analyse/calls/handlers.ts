import { argumentAt, isCall, isFunction, isMember, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { dotted, methodCalled } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import { constantValue } from '../../babel/bindings.js';
import { isQuietFunction } from '../../language/builtin-calls.js';
import { METHODS_BY_NAME, PROMISE_METHODS } from '../../language/builtins.js';
import { CONSTANT_NAMES } from '../../language/globals.js';
import { builtinNamed, classNamed } from '../../language/named-builtins.js';
import type { HandlerHelper, Plan } from '../../plan.js';
import { findInherited, readClasses } from '../classes/classes.js';
import type { Analysis, CallSite } from '../facts/facts.js';
import type { types as t } from '@babel/core';

/**
 * Finds what is given to other code, which will call it. Needs the call sites and the wrapper kinds; gives `handlers` and
 * `callbacks`.
 */
export function findHandlers(analysis: Analysis): void {
  const { plan, facts } = analysis;
  for (const { path, context } of facts.callSites) {
    for (const { node, helper } of findHandlersAt(analysis, path, context)) plan.handlers.set(node, helper);
    if (!context.plan) continue;
    for (const callback of findCallbacksAt(analysis, path)) plan.callbacks.set(callback.node, callback.region);
  }
}

/**
 * The arguments of a call that may be compiled functions which somebody else will call. Where no mark covers the call, only
 * functions of the file that are known to be compiled count: all other plain code stays as it is.
 */
function findHandlersAt(analysis: Analysis, path: ListedPath, context: CallSite['context']): Handler[] {
  const { compilation } = analysis;
  const { t: types } = compilation;
  const { node } = path;
  if (!isCall(node)) return [];
  const { isCovered } = context;
  const method = METHODS_BY_NAME.get(methodCalled(node)?.name ?? '');
  // The indices of the arguments that what is called keeps for later.
  const kept = builtinNamed(compilation, path, node.callee)?.keeps ?? method?.keeps ?? [];
  return kept
    .flatMap((index) => knownArgument(path, index))
    .flatMap((value): Handler[] => {
      const isHandler = isCovered ? mayBeCompiled(analysis, path, value) : isKnownCompiled(analysis, path, value);
      if (method?.keepsObjects && (isHandler || mayListen(analysis, path, value, isCovered)))
        return [{ node: value, helper: types.isFunction(constantValue(path, value)) ? 'handler' : 'listener' }];
      if (!isHandler) return [];
      return [{ node: value, helper: context.plan && isReaction(types, path) ? 'reaction' : 'handler' }];
    });
}

/** Is it a `then`, `catch` or `finally` in a chain that is not the operand of `void`? */
function isReaction(types: Types, path: Path): boolean {
  if (!PROMISE_METHODS.has(methodCalled(path.node)?.name ?? '')) return false;
  let { at, parent } = outOfParentheses(path);
  while (parent && ((at.key === 'object' && isMember(parent.node)) || (at.key === 'callee' && isCall(parent.node))))
    ({ at, parent } = outOfParentheses(parent));
  return !types.isUnaryExpression(parent?.node, { operator: 'void' });
}

interface Handler {
  readonly node: t.Node;
  readonly helper: HandlerHelper;
}

/** The functions that a native calls at once, and what that region is called. */
function findCallbacksAt(analysis: Analysis, path: Path): Callback[] {
  const { compilation, plan } = analysis;
  const { node } = path;
  if (node.type !== 'NewExpression' && !isCall(node)) return [];
  const isNew = node.type === 'NewExpression';
  const known = isNew ? classNamed(compilation, path, node) : builtinNamed(compilation, path, node.callee);
  const called = (isNew ? 'new ' : '') + dotted(node.callee);
  if (known?.calls !== undefined && !known.canPause)
    return knownArgument(path, known.calls)
      .filter((value) => mayBeCompiled(analysis, path, value))
      .map((value) => ({ node: value, region: `a callback of ${called}` }));
  const descriptor = known?.descriptor;
  const given = descriptor && node.arguments[descriptor.at];
  if (!given) return [];
  return (
    functionsInLiteral(skipTransparent(given), descriptor.levels)
      .filter(({ key }) => descriptor.called?.has(key) ?? true)
      // Others stay as they are: what is read back has to be the same function.
      .filter(({ fn }) => plan.functions.get(fn)?.wrapper === 'suspendable')
      .map(({ key, fn }) => ({ node: fn, region: `\`${key}\` given to ${called}` }))
  );
}

/** The members of a literal, or of the literals in it: `{ get() {…} }`, `{ x: { get() {…} } }`. */
function functionsInLiteral(literal: t.Node, levels: number): { key: string; fn: t.Node }[] {
  if (literal.type !== 'ObjectExpression') return [];
  return literal.properties.flatMap((one) => {
    if (one.type === 'SpreadElement') return [];
    const value = one.type === 'ObjectProperty' ? skipTransparent(one.value) : one;
    if (levels > 1) return functionsInLiteral(value, levels - 1);
    return [{ key: one.key.type === 'Identifier' ? one.key.name : '', fn: value }];
  });
}

interface Callback {
  readonly node: t.Node;
  readonly region: string;
}

/** The argument at that index, if it is known. */
function knownArgument({ node }: Path, index: number): t.Node[] {
  const given = argumentAt((node as t.CallExpression).arguments, index);
  return given === undefined || given === 'moved' ? [] : [given];
}

function mayBeCompiled(analysis: Analysis, path: Path, value: t.Node): boolean {
  const { compilation, plan } = analysis;
  if (isFunction(value)) return isCompiled(plan, value);
  const chosen =
    value.type === 'ConditionalExpression'
      ? [value.consequent, value.alternate]
      : value.type === 'LogicalExpression'
        ? [value.left, value.right]
        : value.type === 'AssignmentExpression'
          ? [value.right]
          : [];
  if (chosen.some((one) => mayBeCompiled(analysis, path, skipTransparent(one)))) return true;
  if (isQuietFunction(compilation, path, value)) return false;
  // this.onOpen, this.onOpen.bind(this), debounce(this.onOpen)
  if (isMember(value) || isCall(value)) return true;
  return value.type === 'Identifier' && !CONSTANT_NAMES.has(value.name);
}

/** A compiled function, or the name of one. */
function isKnownCompiled({ plan }: Analysis, path: Path, value: t.Node): boolean {
  const binding = value.type === 'Identifier' ? path.scope.getBinding(value.name) : undefined;
  // A function that is declared counts even if its name may be set again.
  const { node } = binding?.path ?? {};
  const fn = node?.type === 'FunctionDeclaration' ? node : constantValue(path, value);
  return fn !== undefined && isCompiled(plan, fn);
}

function isCompiled(plan: Plan, fn: t.Node): boolean {
  const own = plan.functions.get(fn);
  return own !== undefined && own.wrapper !== 'unwrapped';
}

/** An object with a `handleEvent` that may be compiled; where no mark covers the call, one that is known to be. */
function mayListen(analysis: Analysis, path: ListedPath, value: t.Node, isCovered: boolean): boolean {
  const { plan } = analysis;
  if (isCovered && (value.type === 'ThisExpression' || value.type === 'NewExpression')) return true;
  const object = readClasses(analysis).holderOf(path, constantValue(path, value) ?? value);
  const held = object && findInherited(object, 'handleEvent');
  return held?.some((fn) => fn !== undefined && isCompiled(plan, fn)) === true;
}
