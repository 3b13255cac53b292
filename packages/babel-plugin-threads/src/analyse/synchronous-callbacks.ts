import type { types as t } from '@babel/core';
import { isTypedArray } from '../language/builtin-types.js';
import { propertyName } from '../babel/property-name.js';
import { calledName, wordCalled } from './runtime-words.js';
import type { Compilation } from '../context/compilation.js';
import { isNativeMethodName } from '../language/natives.js';
import type { Path } from '../babel/path.js';
import { skipTransparent, memberCalled, outOfParentheses } from '../babel/ast.js';

/** Where a function runs that stands where it is handed over, if who calls it cannot wait: a condition, a filter. */
export function regionOfCallback(compilation: Compilation, fn: Path): string | undefined {
  const { t: types } = compilation;
  if (types.isObjectMethod(fn.node)) return regionOfMember(fn);
  const { at, parent } = outOfParentheses(fn);
  if (types.isObjectProperty(parent?.node)) return at.key === 'value' ? regionOfMember(parent) : undefined;
  if (at.listKey !== 'arguments' || at.key !== 0 || !parent) return undefined;
  const name = calledName(compilation, parent) ?? '';
  if (isConditionOf(parent)) return `the condition of \`${name}\``;
  return isOfTypedArray(parent) ? `the function given to \`${name}\` of a typed array` : undefined;

  function isConditionOf(call: Path): boolean {
    const isWord = wordCalled(compilation, call) === 'waitUntil';
    return isWord || name === 'this.waitUntil' || /(?:^|\.)#?scheduler\.check$/.test(name);
  }

  function isOfTypedArray(call: Path): boolean {
    const member = memberCalled(call.node);
    if (!member || !isNativeMethodName(propertyName(types, member) ?? '')) return false;
    return isTypedArray(compilation, call, skipTransparent(member.object));
  }

  /** `waitForEvent(door, 'open', { filter: … })` */
  function regionOfMember(member: Path): string | undefined {
    const { at: object, parent: call } = outOfParentheses(member.parentPath!);
    const { key, computed } = member.node as t.ObjectProperty | t.ObjectMethod;
    if (object.listKey !== 'arguments' || !call || computed || !types.isIdentifier(key, { name: 'filter' }))
      return undefined;
    const isEvent =
      wordCalled(compilation, call) === 'waitForEvent' || calledName(compilation, call) === 'this.waitForEvent';
    return isEvent ? 'the filter of `waitForEvent`' : undefined;
  }
}
