/** What arrows take from around. `path.unwrapFunctionEnvironment` captures `this` as well, for each arrow anew, and rewrites it at once. */
import type { types as t } from '@babel/core';
import type { LexicalUse } from '../../../analyse/facts/facts.js';
import { isCrossing } from '../../../analyse/functions/crosses-suspendable.js';
import { lexicalOwner, type FunctionContext } from '../../../analyse/facts/function-contexts.js';
import { isAssignmentTarget } from '../../../babel/ast.js';
import { parameterOf, type Path } from '../../../babel/path.js';
import { propertyName } from '../../../babel/property-name.js';
import type { Compilation } from '../../../context/compilation.js';
import { refuseAt } from '../../../context/diagnostic.js';
import { errors } from '../../../messages/errors.js';
import type { FunctionPlan } from '../../../plan.js';
import type { Capture } from './shape.js';
import type { Shaper } from './shaper.js';

/**
 * A compiled arrow is no arrow any more, so what it takes from the function around it is captured there:
 *
 *   function f() {                          function f() {
 *     run(() => g(arguments));                const $arguments = arguments;
 *   }                                         run($arrow(function* () { return yield g($arguments); }, META, this));
 *                                           }
 *
 * Needs the wrapper kinds; gives `captured` and `captures`.
 */
export function findCaptures(shaper: Shaper): void {
  const { plan, facts } = shaper.analysis;
  for (const use of facts.lexicalUses) {
    const owner = lexicalOwner(use.context);
    const isThread = owner.plan?.wrapper === 'suspendable';
    if (isCrossing(plan, use.path, owner.path.node) || (use.what === 'new.target' && isThread))
      capture(shaper, use, owner);
  }
}

function capture(shaper: Shaper, { what, path }: LexicalUse, owner: FunctionContext): void {
  const { captured, captures, names } = shaper;
  const { compilation } = shaper.analysis;
  if (owner.kind === 'program')
    return refuseAt(compilation, path.node, errors.captureAtTop({ what, isProgram: shaper.analysis.marks.isProgram }));
  if (owner.kind === 'field' && what === 'new.target') {
    captured.set(path.node, { what, name: 'undefined', property: undefined });
    return;
  }
  const parameter = parameterOf(path, owner.path.node);
  if (parameter !== undefined) {
    if (owner.plan?.wrapper !== 'suspendable')
      return refuseAt(compilation, path.node, errors.captureInParameters({ what }));
    desugarFrom(shaper, owner.plan, parameter);
  }
  const property = what === 'super' ? superProperty(compilation, path) : undefined;
  const list = captures.get(owner.path.node) ?? [];
  captures.set(owner.path.node, list);
  let found = list.find((c) => c.what === what && c.property === property);
  if (found === undefined) list.push((found = { what, name: names.unique(nameFor(what, property)), property }));
  captured.set(what === 'super' ? path.parent : path.node, found);
}

function superProperty(compilation: Compilation, path: Path): string | undefined {
  const member = path.parentPath!;
  if (isAssignmentTarget(member)) refuseAt(compilation, path.node, errors.superAssigned());
  const node = member.node as t.MemberExpression;
  return node.computed ? undefined : propertyName(compilation.t, node);
}

function nameFor(what: Capture['what'], property: string | undefined): string {
  if (what === 'arguments') return '$arguments';
  if (what === 'new.target') return '$newTarget';
  return property === undefined ? '$super' : `$super${property[0]!.toUpperCase()}${property.slice(1)}`;
}

export function desugarFrom({ desugaredFrom }: Shaper, fn: FunctionPlan, parameter: number): void {
  desugaredFrom.set(fn, Math.min(desugaredFrom.get(fn) ?? parameter, parameter));
}
