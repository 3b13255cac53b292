import type { types as t } from '@babel/core';
import type { Compilation } from '../../context/compilation.js';
import { boundFunction } from '../../babel/bindings.js';
import type { Path } from '../../babel/path.js';
import { skipTransparent } from '../../babel/ast.js';
import { SCHEMA } from '../../vocabulary.js';

/** What the file's schemas say: functions that never wait, and the function that each `withSchema(fn, …)` gives back. */
export interface Schemas {
  readonly instant: ReadonlySet<t.Node>;
  readonly functions: ReadonlyMap<t.Node, t.Node>;
  /** The object literal that each `withSchema(object, …)` gives back, and the literals themselves. */
  readonly objects: ReadonlyMap<t.Node, t.ObjectExpression>;
}

/** Reads `withSchema(fn, { waiting: false })`, of the runtime's entry `schema`. */
export function readSchemas({ t: types, options, runtimeNames }: Compilation): Schemas {
  const instant = new Set<t.Node>();
  const functions = new Map<t.Node, t.Node>();
  const objects = new Map<t.Node, t.ObjectExpression>();
  for (const binding of runtimeNames.bindingsOf(`${options.module}/${SCHEMA.entry}`, SCHEMA.word))
    for (const reference of binding.referencePaths)
      if (types.isCallExpression(reference.parent) && reference.key === 'callee') read(reference, reference.parent);
  return { instant, functions, objects };

  function read(at: Path, call: t.CallExpression): void {
    const [target, schema] = call.arguments;
    if (!target) return;
    const described = describedBy(at, skipTransparent(target));
    const [first] = described;
    if (first && types.isFunction(skipTransparent(target))) functions.set(call, first);
    const object = objectOf(at, skipTransparent(target));
    if (object) objects.set(call, object).set(object, object);
    if (schema && saysInstant(skipTransparent(schema))) for (const fn of described) instant.add(fn);
  }

  function describedBy(at: Path, target: t.Node): t.Node[] {
    if (types.isFunction(target)) return [target];
    const object = objectOf(at, target);
    if (object) return methodsOf(object);
    if (types.isIdentifier(target)) {
      const binding = at.scope.getBinding(target.name);
      const fn = binding?.constant ? boundFunction(types, binding.path) : undefined;
      return fn ? [fn] : [];
    }
    return [];
  }

  /** A literal, or the one that a variable holds for good. */
  function objectOf(at: Path, target: t.Node): t.ObjectExpression | undefined {
    if (types.isObjectExpression(target)) return target;
    const binding = types.isIdentifier(target) ? at.scope.getBinding(target.name) : undefined;
    const init = binding?.constant ? (binding.path.node as t.VariableDeclarator).init : undefined;
    return init && types.isObjectExpression(skipTransparent(init))
      ? (skipTransparent(init) as t.ObjectExpression)
      : undefined;
  }

  function methodsOf(target: t.ObjectExpression | undefined): t.Node[] {
    if (target === undefined) return [];
    return target.properties
      .map((one) => (types.isObjectProperty(one) ? skipTransparent(one.value) : one))
      .filter((one) => types.isFunction(one));
  }

  function saysInstant(schema: t.Node): boolean {
    if (!types.isObjectExpression(schema)) return false;
    return schema.properties.some(
      (one) =>
        types.isObjectProperty(one) &&
        !one.computed &&
        types.isIdentifier(one.key, { name: SCHEMA.neverWaits }) &&
        types.isBooleanLiteral(one.value, { value: false }),
    );
  }
}
