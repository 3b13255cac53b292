/** Functions whose caller cannot wait: conditions, filters, callbacks of `tween`. */
import type { types as t } from '@babel/core';
import { calledName, isCallOf } from '../../analyse/names/runtime-words.js';
import { skipTransparent, outOfParentheses } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import { methodCalled } from '../../babel/function-names.js';
import type { Compilation } from '../../context/compilation.js';
import { NATIVES } from '../../language/builtins.js';
import { kindOf } from '../../language/value-kinds.js';
import { TAKES_CONDITION, TAKES_FILTER, TWEEN } from '../../vocabulary.js';

/** What a function that is written as an argument is called for, if its caller cannot wait: "the condition of `waitUntil`". */
export function synchronousUse(compilation: Compilation, fn: Path): string | undefined {
  if (fn.node.type === 'ObjectMethod') return callbackOfMember(compilation, fn);
  const { at, parent } = outOfParentheses(fn);
  if (parent?.node.type === 'ObjectProperty')
    return at.key === 'value' ? callbackOfMember(compilation, parent) : undefined;
  if (at.listKey !== 'arguments' || !parent) return undefined;
  if (isCallOf(compilation, parent, TWEEN))
    return [undefined, 'the callback of `tween`', 'the ease of `tween`'][Number(at.key)];
  if (at.key !== 0) return undefined;
  const name = calledName(parent) ?? '';
  if (isCallOf(compilation, parent, TAKES_CONDITION)) return `the condition of \`${name}\``;
  return isOfTypedArray(compilation, parent) ? `the function given to \`${name}\` of a typed array` : undefined;
}

function isOfTypedArray(compilation: Compilation, call: Path): boolean {
  const { object, name = '' } = methodCalled(call.node) ?? {};
  return (
    object !== undefined && NATIVES.has(name) && kindOf(compilation, call, skipTransparent(object)) === 'typed array'
  );
}

/** `waitForEvent(door, 'open', { filter: … })` */
function callbackOfMember(compilation: Compilation, member: Path): string | undefined {
  const { at: object, parent: call } = outOfParentheses(member.parentPath!);
  const { key, computed } = member.node as t.ObjectProperty | t.ObjectMethod;
  const isFilter = !computed && compilation.t.isIdentifier(key, { name: TAKES_FILTER.property });
  if (object.listKey !== 'arguments' || !call || !isFilter) return undefined;
  return isCallOf(compilation, call, TAKES_FILTER.word) ? `the filter of \`${TAKES_FILTER.word}\`` : undefined;
}
