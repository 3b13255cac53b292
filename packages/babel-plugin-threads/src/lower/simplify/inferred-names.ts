/** A function or class without a name gets one from where it stands in the source: this keeps it where the output moves it. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import { isNameless } from '../read/nameless.js';

/** `() => 1` → `{ f: () => 1 }.f`, which is called `f` wherever it stands. */
export function nameValue(types: Types, value: t.Expression, name: string): t.Expression {
  return isNameless(types, value) ? putUnderKey(types, value, types.identifier(name)) : value;
}

/** `{ f: value }.f`, `{ "a b": value }["a b"]`, `{ [key]: value }[key]` */
export function putUnderKey(types: Types, value: t.Expression, key: t.Node, isComputed = false): t.Expression {
  const [first, second] = [types.cloneNode(key), types.cloneNode(key)] as t.Expression[];
  const made = types.objectExpression([types.objectProperty(first!, value, isComputed)]);
  return types.memberExpression(made, second!, isComputed || !types.isIdentifier(key));
}
