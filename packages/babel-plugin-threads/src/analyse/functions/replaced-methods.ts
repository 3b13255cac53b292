import type { types as t } from '@babel/core';
import { type Compilation, isFree } from '../../context/compilation.js';
import type { Types } from '../../babel/types.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import { keyNaming } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import type { FunctionPlan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';
import { skipTransparent, holds } from '../../babel/ast.js';
import { isSymbolOfLanguage } from '../../language/engine-invoked.js';

/**
 * Methods that another member of the literal replaces, or may replace. What is wrapped once the literal is done would be
 * that one:
 *
 *   { walk() {…}, ...over }      { walk() {…}, [key]: fn }      { walk() {…}, walk: 1 }
 *
 * A method that uses `super` cannot be wrapped before, as it belongs to the object.
 *
 * Needs the wrapper kinds; gives `isReplaced`.
 */
export function findReplacedMethods(analysis: Analysis): void {
  const { compilation, plan } = analysis;
  for (const fn of plan.functions.values()) {
    if (fn.kind !== 'method') continue;
    const { properties } = fn.path.parent as t.ObjectExpression;
    const behind = properties.slice(properties.indexOf(fn.node as t.ObjectMethod) + 1);
    const replacing = behind.map((member) => howReplaced(analysis, fn, member));
    fn.isReplaced = replacing.includes('always') ? 'always' : replacing.includes('maybe') ? 'maybe' : 'never';
    if (fn.isReplaced === 'maybe' && saysSuper(compilation.t, fn.node as t.ObjectMethod))
      refuseAt(compilation, fn.node, errors.superMayBeReplaced({ name: fn.name ?? '[…]' }));
  }
}

function howReplaced(analysis: Analysis, fn: FunctionPlan, member: Member): FunctionPlan['isReplaced'] {
  const { compilation } = analysis;
  const { t: types } = compilation;
  if (types.isSpreadElement(member)) return 'maybe';
  const { name } = keyNaming(types, member);
  if (fn.name !== undefined && name !== undefined) {
    const isPrototype = types.isObjectProperty(member) && !member.computed && !member.shorthand && name === '__proto__';
    return name === fn.name && !isPrototype ? 'always' : 'never';
  }
  const method = fn.node as t.ObjectMethod;
  const isOfOtherKind = isSymbol(compilation, fn.path, member)
    ? fn.name !== undefined
    : name !== undefined && isSymbol(compilation, fn.path, method);
  return isOfOtherKind || staysAsItIs(analysis, member) ? 'never' : 'maybe';
}

/** `$thread.methods` leaves what is compiled already, what is no function, and accessors. */
function staysAsItIs(
  { compilation: { t: types }, plan }: Analysis,
  member: t.ObjectMethod | t.ObjectProperty,
): boolean {
  if (types.isObjectMethod(member)) return member.kind !== 'method' || plan.functions.has(member);
  const value = skipTransparent(member.value);
  const own = plan.functions.get(value);
  return (
    (own !== undefined && own.wrapper !== 'unwrapped') ||
    types.isLiteral(value) ||
    types.isArrayExpression(value) ||
    types.isObjectExpression(value)
  );
}

/** `[Symbol.iterator]` is no text, whatever it is. */
function isSymbol(compilation: Compilation, path: Path, { key, computed }: t.ObjectMethod | t.ObjectProperty): boolean {
  const { t: types } = compilation;
  const node = computed ? skipTransparent(key) : undefined;
  return node !== undefined && isSymbolOfLanguage(types, node) && isFree(compilation, path, 'Symbol');
}

type Member = t.ObjectExpression['properties'][number];

/** The method itself, or an arrow in it, uses `super`. That in its key is of the method around the object. */
function saysSuper(types: Types, { params, body }: t.ObjectMethod): boolean {
  const isBoundary = (node: t.Node): boolean =>
    types.isClassBody(node) || (types.isFunction(node) && !types.isArrowFunctionExpression(node));
  return [...params, body].some((part) => holds(types, part, (node) => types.isSuper(node), isBoundary));
}
