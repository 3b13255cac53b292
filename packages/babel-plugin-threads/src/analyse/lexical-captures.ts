import type { types as t } from '@babel/core';
import { propertyName } from '../babel/property-name.js';
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import type { Path } from '../babel/path.js';
import type { Analysis, LexicalUse } from './analysis.js';
import { lexicalOwner, type FunctionContext } from './function-contexts.js';
import type { Capture, FunctionPlan, Plan } from '../plan.js';
import { isTarget } from '../babel/ast.js';

/**
 * A compiled arrow is no arrow any more, so what it takes from the function around it is captured there:
 *
 *   function f() { run(() => g(arguments)); }
 *   function f() { const $arguments = arguments; run($thread.arrow(function* () { yield g($arguments); }, …, this)); }
 *
 * Needs the wrapper kinds; gives `captured` and `captures`.
 */
export function findCaptures(analysis: Analysis): void {
  const { plan, facts } = analysis;
  for (const use of facts.lexicalUses) {
    const owner = lexicalOwner(use.context);
    const isThread = owner.plan?.wrapper === 'generator';
    if (isCrossing(plan, use.path, owner.path.node) || (use.what === 'new.target' && isThread))
      capture(analysis, use, owner);
  }
}

function capture({ compilation, plan }: Analysis, { what, path }: LexicalUse, owner: FunctionContext): void {
  if (owner.kind === 'program') return refuseAt(compilation, path.node, errors.captureAtTop(what));
  if (owner.kind === 'field' && what === 'new.target') {
    plan.captured.set(path.node, { what, name: 'undefined', property: undefined });
    return;
  }
  const parameter = parameterOf(path, owner.path.node);
  if (parameter !== undefined) {
    if (owner.plan?.wrapper !== 'generator') return refuseAt(compilation, path.node, errors.captureInParameters(what));
    moveFrom(owner.plan, parameter);
  }
  const property = what === 'super' ? superProperty(compilation, path) : undefined;
  const list = plan.captures.get(owner.path.node) ?? [];
  plan.captures.set(owner.path.node, list);
  let found = list.find((c) => c.what === what && c.property === property);
  if (found === undefined) list.push((found = { what, name: plan.names.unique(nameFor(what, property)), property }));
  plan.captured.set(what === 'super' ? path.parent : path.node, found);
}

function superProperty(compilation: Compilation, path: Path): string | undefined {
  const member = path.parentPath!;
  if (isTarget(member)) refuseAt(compilation, path.node, errors.superAssigned());
  const node = member.node as t.MemberExpression;
  return node.computed ? undefined : propertyName(compilation.t, node);
}

/** Is there a compiled arrow between the use and its owner? */
export function isCrossing(plan: Plan, path: Path, owner: t.Node): boolean {
  for (let at: Path | null = path; at && at.node !== owner; at = at.parentPath) {
    const between = plan.functions.get(at.node);
    if (between?.wrapper === 'generator') return true;
  }
  return false;
}

function nameFor(what: Capture['what'], property: string | undefined): string {
  if (what === 'arguments') return '$arguments';
  if (what === 'new.target') return '$newTarget';
  return property === undefined ? '$super' : `$super${property[0]!.toUpperCase()}${property.slice(1)}`;
}

/** The parameter of `owner` in which `path` stands. */
export function parameterOf(path: Path, owner: t.Node): number | undefined {
  for (let at: Path | null = path; at; at = at.parentPath)
    if (at.parent === owner) return at.listKey === 'params' ? (at.key as number) : undefined;
  return undefined;
}

export function moveFrom(owner: FunctionPlan, parameter: number): void {
  owner.movedFrom = Math.min(owner.movedFrom ?? parameter, parameter);
}
