/**
 * What an expression will be when it is written, as far as it has to be named a second time. `scope.maybeGenerateMemoised` asks the tree as it is,
 * and declares its variable at once.
 */
import type { types as t } from '@babel/core';
import { isTransparent, skipTransparent } from '../../../babel/ast.js';
import type { Capture } from '../../../plan.js';
import type { Receiver } from './shape.js';
import type { Shaper } from './shaper.js';

/**
 * - `name`: a variable. - `this`: also `super` as the object of a member. - `other`: anything that is evaluated anew each time.
 */
export type Seen = 'name' | 'this' | 'other' | SeenMember;

export interface SeenMember {
  readonly object: Seen;
  /** Types or parentheses stand around the object. */
  readonly isObjectWrapped: boolean;
  /** Its key is written in the source. */
  readonly isFixed: boolean;
}

/** What is called, as it is when the call is written. In an opened chain that is not what the source says: `$r.map` of `a.b?.map(f)`. */
export interface Callee {
  readonly seen: Seen;
  /**
   * - `source`: as the source has it.
   * - `super`: a captured `super.m`, which is called on `this` by `$callOn`.
   * - `link`: a link of an opened chain.
   * - `taken`: the `$callOn`, or the `pausingMethod`, with which the chain calls a method that it has read before.
   */
  readonly from: 'source' | 'super' | 'link' | 'taken';
  /** `(a?.b)(c)`: a member, but none that could be asked for its object. */
  readonly isOptional: boolean;
}

export function seen(shaper: Shaper, node: t.Node): Seen {
  const { plan, compilation } = shaper.analysis;
  const { t: types } = compilation;
  const captured = plan.captured.get(node);
  if (captured) return isOfSuper(captured) ? 'other' : 'name';
  const replaced = plan.replaced.get(node);
  if (replaced) return seenReplacement(shaper, replaced.replacement.expression, replaced.isCallee);
  if (types.isIdentifier(node)) return 'name';
  if (types.isThisExpression(node) || types.isSuper(node)) return 'this';
  return types.isMemberExpression(node) ? seenMember(shaper, node) : 'other';
}

export function seenMember(shaper: Shaper, node: t.MemberExpression | t.OptionalMemberExpression): SeenMember {
  return {
    object: seen(shaper, skipTransparent(node.object)),
    isObjectWrapped: isTransparent(node.object),
    isFixed: isFixed(shaper, node),
  };
}

/** The key comes out the same each time: `door.open`, `door["open"]`. */
export function isFixed(
  { analysis: { compilation, plan } }: Shaper,
  { computed, property }: t.MemberExpression | t.OptionalMemberExpression,
): boolean {
  const { t: types } = compilation;
  const key = plan.replaced.get(property)?.replacement.expression ?? property;
  return !computed || types.isStringLiteral(key) || types.isNumericLiteral(key);
}

/** `Position` → `CK.api.Position`; called by its name alone `(0, CK.api.spawn)` */
function seenReplacement(shaper: Shaper, expression: t.Expression, isCallee: boolean): Seen {
  const { t: types } = shaper.analysis.compilation;
  if (types.isIdentifier(expression)) return isCallee && expression.name === 'eval' ? 'other' : 'name';
  return types.isMemberExpression(expression) && !isCallee ? seenMember(shaper, expression) : 'other';
}

export const isOfSuper = (captured: Capture | 'undefined' | undefined): boolean =>
  typeof captured === 'object' && captured.what === 'super';

export const isMemberSeen = (one: Seen): one is SeenMember => typeof one === 'object';

/** How the object of a member is named again, right behind the member: `door.open, door`. */
export function receiverOf(shaper: Shaper, owner: t.Node, { object, isFixed: isKeyFixed }: SeenMember): Receiver {
  if (object === 'this') return { kind: 'this' };
  if (object === 'name' && isKeyFixed) return { kind: 'again' };
  return { kind: 'temporary', name: shaper.names.temporary(owner, '$r') };
}
