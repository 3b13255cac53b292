/**
 * `super` of a function around: it is read by an arrow of that function. `@babel/helper-replace-supers` is in a package of its own. It
 * writes calls of Babel's helpers, for classes that are made into functions; here the class stays, so that `super` itself can be
 * written.
 */
import type { types as t } from '@babel/core';
import { located } from './emitter.js';
import type { Writing } from './writing.js';

/** `super.m` → `$superM()`; `super.m(a)` → `$superM().call(a)`; `super[k]` → `$super(k)`; `super.m\`a\`` → `$superM().bind(this)\`a\``. */
export function readSuper(
  { types, emit }: Writing,
  { name, as }: { readonly name: string; readonly as: 'value' | 'callee' | 'optionalCallee' | 'tag' },
  { node, parent }: { readonly node: t.MemberExpression; readonly parent: t.Node },
): t.Expression {
  const KEY = node.computed ? [node.property] : [];
  const read = located(emit.expression('NAME(KEY)', { NAME: name, KEY }), node);
  switch (as) {
    case 'value':
      return read;
    case 'tag':
      return emit.expression('READ.bind(this)', { READ: read });
    case 'callee':
      return emit.expression('READ.call', { READ: read });
    default:
      // super.m?.(a)  →  $superM()?.call(this, a)
      (parent as t.OptionalCallExpression).optional = false;
      return types.optionalMemberExpression(read, emit.id('call'), false, true);
  }
}

/** The call of such a `call`: `$superM().call(a)` → `$superM().call(this, a)` */
export function callWithThis({ types }: Writing, node: t.CallExpression): t.CallExpression {
  node.arguments.unshift(types.thisExpression());
  return node;
}

/** `const $superWalk = () => super.walk;`, `const $super = ($key) => super[$key];` */
export function captureSuper({ emit }: Writing, name: string, property: string | undefined): t.Statement {
  if (property === undefined) return emit.statement('const NAME = $key => super[$key];', { NAME: name });
  return emit.statement('const NAME = () => super.PROPERTY;', { NAME: name, PROPERTY: property });
}
