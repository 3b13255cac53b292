/** Why a function stays a generator: what cannot be lowered. */
import type { types as t } from '@babel/core';
import { holds, walk } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import { isDirectEval } from '../language/direct-eval.js';
import { headOf, isPausing } from './read/class-heads.js';
import { isAssigned } from './plan/hoisting.js';
import type { Variable, Variables } from './read/variable.js';

/**
 * A sentence; undefined if it can be lowered. The text of a direct `eval` is known when it runs: it may name any variable, make functions
 * that share it, and declare more.
 */
export function whyNotLowered(types: Types, fn: t.Function, { free, own, holdsClass }: Variables): string | undefined {
  if (free.has('eval') && holds(types, fn, isDirectEval)) return 'It uses `eval`.';
  if (own.some(isMerged)) return 'It declares an `enum` in parts.';
  if (!holdsClass) return undefined;
  return holdsSuchClass(types, fn.body, own)
    ? 'A class names itself, or a private name of its own, in a head that waits.'
    : undefined;
}

function holdsSuchClass(types: Types, root: t.Node, own: Variables['own']): boolean {
  let isFound = false;
  walk(types, root, (node) => {
    if (types.isClass(node) && isPausing(types, node) && namesItself(types, node, own)) isFound = true;
    if (!types.isFunction(node)) return true;
    // The key of a method is evaluated in the function around it.
    if (node !== root && 'key' in node && node.computed) isFound ||= holdsSuchClass(types, node.key, own);
    return false;
  });
  return isFound;
}

/** An enum in several parts. TypeScript resolves the members of one part in the next, so hoisting would have to keep them together. */
const isMerged = ({ uses }: Variable): boolean =>
  uses.filter(({ how, parent }) => how === 'declares' && parent.type === 'TSEnumDeclaration').length > 1;

/**
 * A head that pauses is evaluated before the class exists, outside of it, where its private names are unknown and its own name is that of the variable. The
 * variable serves only if nothing else is assigned to it, and if no function outside of the class reads it: while static parts run, it is not assigned yet.
 */
function namesItself(types: Types, node: t.Class, variables: Variables['own']): boolean {
  const own = new Set<string>();
  for (const member of node.body.body) {
    const key = 'key' in member ? member.key : undefined;
    if (key?.type === 'PrivateName') own.add(`#${key.id.name}`);
  }
  const variable = variables.find(({ uses }) =>
    uses.some(({ how, node: name }) => how === 'declares' && name === node.id),
  );
  const isVariable = variable !== undefined && !isAssigned(variable) && !isKnownOutside(types, node, variable);
  if (node.id && !isVariable) own.add(node.id.name);
  const isOwn = (one: t.Node): boolean =>
    one.type === 'PrivateName' ? own.has(`#${one.id.name}`) : one.type === 'Identifier' && own.has(one.name);
  return own.size > 0 && headOf(node).some((part) => holds(types, part, isOwn));
}

/** A function outside of the class uses it. */
const isKnownOutside = (types: Types, node: t.Class, { uses }: Variable): boolean =>
  uses.some(({ inside }) => inside !== undefined && !holds(types, node, (one) => one === inside.node));
