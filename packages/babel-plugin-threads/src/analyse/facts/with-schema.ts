import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { constantValue } from '../../babel/bindings.js';
import type { Path } from '../../babel/path.js';
import { isFunction, skipTransparent } from '../../babel/ast.js';
import { SCHEMA } from '../../vocabulary.js';

/** What the file's schemas say. */
export interface Schemas {
  /** Functions that never wait. */
  readonly instant: Set<t.Node>;
  /** The function or the object literal that each `withSchema(…)` gives back. */
  readonly given: Map<t.Node, t.Node>;
}

/** Reads `withSchema(fn, { waiting: false })`, of the runtime's entry `schema`. */
export function readSchemas({ t: types, options, runtimeNames }: Compilation): Schemas {
  const found: Schemas = { instant: new Set(), given: new Map() };
  for (const binding of runtimeNames.bindingsOf(`${options.module}/${SCHEMA.entry}`, SCHEMA.word))
    for (const reference of binding.referencePaths)
      if (reference.parent.type === 'CallExpression' && reference.key === 'callee')
        readSchema(types, found, reference, reference.parent);
  return found;
}

function readSchema(types: Types, { instant, given }: Schemas, at: Path, call: t.CallExpression): void {
  const [wrapped, schema] = call.arguments;
  if (!wrapped) return;
  const value = constantValue(at, wrapped);
  if (value?.type === 'ObjectExpression' || (isFunction(value) && skipTransparent(wrapped).type !== 'Identifier'))
    given.set(call, value);
  if (value && schema && neverWaits(types, skipTransparent(schema)))
    for (const fn of functionsIn(value)) instant.add(fn);
}

/** The function itself, or those in an object literal. */
function functionsIn(value: t.Node): t.Node[] {
  const parts = value.type === 'ObjectExpression' ? value.properties : [value];
  return parts
    .map((one) => (one.type === 'ObjectProperty' ? skipTransparent(one.value) : one))
    .filter((one) => isFunction(one));
}

/** `{ waiting: false }` */
function neverWaits(types: Types, schema: t.Node): boolean {
  return schema.type === 'ObjectExpression' && schema.properties.some((one) => isNeverWaiting(types, one));
}

function isNeverWaiting(types: Types, property: t.ObjectExpression['properties'][number]): boolean {
  if (property.type !== 'ObjectProperty' || property.computed) return false;
  return (
    types.isIdentifier(property.key, { name: SCHEMA.neverWaits }) &&
    types.isBooleanLiteral(property.value, { value: false })
  );
}
