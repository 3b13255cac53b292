/**
 * The texts of callees that the output reads into a temporary: before arguments that pause, and in an optional chain. `$callable` puts them into the error
 * that an engine would throw.
 */
import type { types as t } from '@babel/core';
import { isMember, skipTransparent, walk } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { calleeText } from '../../language/engine-text.js';
import type { Step } from './tools.js';
import type { Pauses } from './pauses.js';

/** `this.leap(yield height())` → "this.leap", by the call. */
export function readCallees(types: Types, fn: Step, pauses: Pauses): Map<t.Node, string> {
  const texts = new Map<t.Node, string>();
  walk(types, fn.body, (node) => {
    if (types.isFunction(node) || !pauses.holds(node)) return false;
    const head = node.type === 'ForOfStatement' ? callOfIterator(node.right) : undefined;
    if (head !== undefined) texts.set(head, calleeText(head.callee));
    const [callee, parts] =
      'callee' in node && 'arguments' in node
        ? [node.callee, node.arguments]
        : types.isTaggedTemplateExpression(node)
          ? [node.tag, node.quasi.expressions]
          : [];
    const isLate = node.type === 'OptionalCallExpression' || parts?.some((one) => pauses.holds(one));
    if (callee && isMember(skipTransparent(callee)) && isLate) texts.set(node, calleeText(callee));
    return true;
  });
  return texts;
}

const ITERATORS: ReadonlySet<string> = new Set(['entries', 'keys', 'values']);

/** `list.entries()`, which may wait, as the head of a `for…of`. */
export function callOfIterator(head: t.Expression): t.CallExpression | undefined {
  const call = head.type === 'YieldExpression' ? head.argument : head;
  if (call?.type !== 'CallExpression' || call.arguments.length > 0) return undefined;
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super') return undefined;
  return callee.property.type === 'Identifier' && ITERATORS.has(callee.property.name) ? call : undefined;
}
