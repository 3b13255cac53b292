import type { types as t } from '@babel/core';
import type { Compilation } from '../../context/compilation.js';
import { membersOf } from '../../babel/class-members.js';
import { keyNaming } from '../../babel/function-names.js';
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
export function readSchemas({ options, runtimeNames }: Compilation): Schemas {
  const found: Schemas = { instant: new Set(), given: new Map() };
  for (const binding of runtimeNames.bindingsOf(`${options.module}/${SCHEMA.entry}`, SCHEMA.word))
    for (const reference of binding.referencePaths)
      if (reference.parent.type === 'CallExpression' && reference.key === 'callee')
        readSchema(found, reference, reference.parent);
  return found;
}

function readSchema({ instant, given }: Schemas, at: Path, call: t.CallExpression): void {
  const [wrapped, schema] = call.arguments;
  if (!wrapped) return;
  const value = constantValue(at, wrapped);
  if (value?.type === 'ObjectExpression' || (isFunction(value) && skipTransparent(wrapped).type !== 'Identifier'))
    given.set(call, value);
  if (value && schema && neverWaits(skipTransparent(schema))) for (const fn of functionsIn(value)) instant.add(fn);
}

/** The function itself, or those in an object literal. */
function functionsIn(value: t.Node): t.Node[] {
  const parts = value.type === 'ObjectExpression' ? value.properties : [value];
  return parts
    .map((one) => (one.type === 'ObjectProperty' ? skipTransparent(one.value) : one))
    .filter((one) => isFunction(one));
}

/** `{ waiting: false }` */
const neverWaits = (schema: t.Node): boolean =>
  membersOf(schema).some(
    (one) =>
      one.type === 'ObjectProperty' &&
      keyNaming(one).name === SCHEMA.neverWaits &&
      one.value.type === 'BooleanLiteral' &&
      !one.value.value,
  );
