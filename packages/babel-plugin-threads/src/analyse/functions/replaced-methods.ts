import type { types as t } from '@babel/core';
import { type Compilation, isFree } from '../../context/compilation.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import { keyNaming } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Analysis } from '../facts/facts.js';
import { lexicalOwner } from '../facts/function-contexts.js';
import { skipTransparent } from '../../babel/ast.js';
import { isSymbolOfLanguage } from '../../language/named-builtins.js';

/**
 * Methods that another member of the literal replaces, or may replace. The helper that wraps methods once the literal is
 * made would wrap the other one:
 *
 *   { walk() {…}, ...over }      { walk() {…}, [key]: fn }      { walk() {…}, walk: 1 }
 *
 * A method that uses `super` cannot be wrapped before, as it belongs to the object.
 *
 * Needs the wrapper kinds; gives `isReplaced`.
 */
export function findReplacedMethods(analysis: Analysis): void {
  const { compilation, plan, facts } = analysis;
  for (const path of compilation.paths.ofType('ObjectExpression')) judgeMethods(analysis, path);
  // The method itself, or an arrow in it, uses `super`.
  const uses = facts.lexicalUses.filter(({ what }) => what === 'super');
  const withSuper = new Set(uses.map(({ context }) => lexicalOwner(context).plan));
  for (const fn of plan.functions.values())
    if (fn.isReplaced === 'maybe' && withSuper.has(fn))
      refuseAt(compilation, fn.node, errors.superMayBeReplaced, { name: fn.name ?? '[…]' });
}

/** What is behind a method in its literal. Of a kind of keys it says whether a helper would wrap such a member. */
interface Behind {
  readonly names: Set<string>;
  spread: boolean;
  text: boolean;
  symbol: boolean;
  unknown: boolean;
}

/** Goes through the members from the last to the first. */
function judgeMethods(analysis: Analysis, path: ListedPath<t.ObjectExpression>): void {
  const behind: Behind = { names: new Set(), spread: false, text: false, symbol: false, unknown: false };
  for (const member of path.node.properties.toReversed()) {
    if (member.type === 'SpreadElement') {
      behind.spread = true;
      continue;
    }
    const { name } = keyNaming(member);
    const kind = name !== undefined ? 'text' : isSymbol(analysis.compilation, path, member) ? 'symbol' : 'unknown';
    const fn = analysis.plan.functions.get(member);
    if (fn) fn.isReplaced = name !== undefined && behind.names.has(name) ? 'always' : mayBeReplaced(behind, kind);
    const isPrototype =
      member.type === 'ObjectProperty' && !member.computed && !member.shorthand && name === '__proto__';
    if (name !== undefined && !isPrototype) behind.names.add(name);
    behind[kind] ||= !staysAsItIs(analysis, member);
  }
}

/** A key whose kind is not known may be any; the keys of two texts are compared by their names. */
function mayBeReplaced(
  { spread, text, symbol, unknown }: Behind,
  kind: 'text' | 'symbol' | 'unknown',
): 'maybe' | 'never' {
  const isMet = spread || unknown || (kind !== 'text' && symbol) || (kind === 'unknown' && text);
  return isMet ? 'maybe' : 'never';
}

/** `$methods` leaves what is compiled already, what is no function, and accessors. */
function staysAsItIs(
  { compilation: { t: types }, plan }: Analysis,
  member: t.ObjectMethod | t.ObjectProperty,
): boolean {
  if (member.type === 'ObjectMethod') return member.kind !== 'method' || plan.functions.has(member);
  const value = skipTransparent(member.value);
  const own = plan.functions.get(value);
  return (
    (own !== undefined && own.wrapper !== 'unwrapped') ||
    types.isLiteral(value) ||
    value.type === 'ArrayExpression' ||
    value.type === 'ObjectExpression'
  );
}

/** A key like `[Symbol.iterator]` is a symbol, so it differs from every key that is a text. */
function isSymbol(compilation: Compilation, path: Path, { key, computed }: t.ObjectMethod | t.ObjectProperty): boolean {
  const node = computed ? skipTransparent(key) : undefined;
  return node !== undefined && isSymbolOfLanguage(node) && isFree(compilation, path, 'Symbol');
}
