/** What arrows take from around. `path.unwrapFunctionEnvironment` captures `this` as well, for each arrow anew, and rewrites it at once. */
import type { types as t } from '@babel/core';
import { isAssignmentTarget, outOfParentheses } from '../../babel/ast.js';
import { parameterOf, type Path } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import type { Compilation } from '../../context/compilation.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import type { Capture, Plan } from '../../plan.js';
import type { Analysis, LexicalUse } from '../facts/facts.js';
import { type FunctionContext, lexicalOwner } from '../facts/function-contexts.js';
import { isCrossing } from './crosses-suspendable.js';
import { moveParametersFrom } from './moved-parameters.js';

/**
 * A compiled arrow is no arrow any more, so what it takes from the function around it is captured there:
 *
 *   function f() {                          function f() {
 *     run(() => g(arguments));                const $arguments = arguments;
 *   }                                         run($arrow(function* () { return yield g($arguments); }, META, this));
 *                                           }
 *
 * Needs the wrapper kinds; gives `captured`, `captures` and `superCalls`. A parameter that uses what is captured moves.
 */
export function findCaptures(analysis: Analysis): void {
  const { plan, facts } = analysis;
  for (const use of facts.lexicalUses) {
    const owner = lexicalOwner(use.context);
    const isThread = owner.plan?.wrapper === 'suspendable';
    if (isCrossing(plan, use.path, owner.path.node) || (use.what === 'new.target' && isThread))
      capture(analysis, use, owner);
  }
}

function capture(analysis: Analysis, { what, path }: LexicalUse, owner: FunctionContext): void {
  const { compilation, marks, plan } = analysis;
  if (owner.kind === 'program')
    return refuseAt(compilation, path.node, errors.captureAtTop, { what, isProgram: marks.isProgram });
  if (owner.kind === 'field' && what === 'new.target') return void plan.captured.set(path.node, 'undefined');
  const parameter = parameterOf(path, owner.path.node);
  if (parameter !== undefined) {
    if (owner.plan?.wrapper !== 'suspendable')
      return refuseAt(compilation, path.node, errors.captureInParameters, { what });
    moveParametersFrom(plan, owner.plan, parameter);
  }
  if (what !== 'super') return void plan.captured.set(path.node, captureOf(plan, owner, { what, property: undefined }));
  const member = path.parentPath!;
  const property = superProperty(compilation, path, member);
  plan.captured.set(member.node, captureOf(plan, owner, { what, property }));
  noteSuperCall(plan, member);
}

/** One capture serves all arrows in its owner. */
function captureOf({ captures }: Plan, { path: { node: owner } }: FunctionContext, wanted: Capture): Capture {
  const list = captures.get(owner) ?? [];
  captures.set(owner, list);
  const known = list.find(({ what, property }) => what === wanted.what && property === wanted.property);
  if (known === undefined) list.push(wanted);
  return known ?? wanted;
}

function superProperty(compilation: Compilation, path: Path, member: Path): string | undefined {
  if (isAssignmentTarget(member)) refuseAt(compilation, path.node, errors.superAssigned, {});
  const node = member.node as t.MemberExpression;
  return node.computed ? undefined : propertyName(node);
}

function noteSuperCall({ superCalls }: Plan, member: Path): void {
  const { at, parent } = outOfParentheses(member);
  if (at.key === 'callee' && parent!.node.type === 'CallExpression') superCalls.add(parent!.node);
}
