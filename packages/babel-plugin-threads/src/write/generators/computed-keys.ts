/** Computed keys, which are evaluated once and kept. */
import type { types as t } from '@babel/core';
import type { FunctionShape } from './shape/shape.js';
import type { Writer } from './writer.js';

type Keyed = t.ClassMethod | t.ObjectMethod | t.ObjectProperty | t.ClassProperty;

/**
 * A function of a computed key gets its name from there, and so must the body that the wrapper asks for it:
 *
 *   { [key]: function () {…} }  →  { [$key = $propertyKey(key)]: $thread({ [$key]: function* () {…} }[$key], META) }
 */
export function namedByKey(writer: Writer, fn: t.Expression, { key }: FunctionShape, property: t.Node): t.Expression {
  const { types, emit } = writer;
  if (key === undefined || !(types.isObjectProperty(property) || types.isClassProperty(property))) return fn;
  keepKey(writer, property, key);
  return emit.expression('{ [KEY]: FN }[KEY]', { KEY: key, FN: fn });
}

/** `[key]` → `[$key = $propertyKey(key)]` */
export function keepKey({ types, emit }: Writer, keyed: Keyed, name: string): void {
  const key = keyed.key as t.Expression;
  const isText = types.isTemplateLiteral(key);
  keyed.key = emit.assign(name, isText ? key : emit.expression('$propertyKey(KEY)', { KEY: key }));
}

/**
 * `walk: META`; for a computed key `[$key]: META`, and the key itself becomes `[$key = $propertyKey(key)]`: it is asked for
 * its text once.
 */
export function metaByKey(
  writer: Writer,
  method: t.ClassMethod | t.ObjectMethod,
  shape: FunctionShape,
): t.ObjectProperty {
  const { types, emit } = writer;
  const meta = emit.meta(shape.plan);
  if (shape.key !== undefined) {
    keepKey(writer, method, shape.key);
    return types.objectProperty(emit.id(shape.key), meta, true);
  }
  if (shape.plan.name === '__proto__') return types.objectProperty(emit.text('__proto__'), meta, true);
  const key = types.removeComments(types.cloneNode(method.key as t.Identifier));
  return types.objectProperty(key, meta, method.computed);
}
