import type { NodePath, types as t } from '@babel/core';
import { isTypedArray, propertyName } from './builtins.js';
import { calledName, memberCalled, wordCalled } from './callees.js';
import { outOfParentheses } from './calls.js';
import { type Compilation, isFree } from './compilation.js';
import { isNativeMethodName } from './natives.js';
import { bare } from './tree.js';

/** Natives that call a function at once and have no version that can pause, with the place of that function. */
const CALL_AT_ONCE: ReadonlyMap<string, number> = new Map([
  ['JSON.parse', 1],
  ['JSON.stringify', 1],
  ['Object.groupBy', 1],
  ['Map.groupBy', 1],
]);

/** What calls a function that stands where it is handed over, if that cannot wait for it. */
export function placeOfCallback(compilation: Compilation, fn: NodePath): string | undefined {
  const { t: types } = compilation;
  if (types.isObjectMethod(fn.node)) return placeOfMember(fn);
  const { at, parent } = outOfParentheses(fn);
  if (types.isObjectProperty(parent?.node)) return at.key === 'value' ? placeOfMember(parent) : undefined;
  if (at.listKey !== 'arguments' || !parent) return undefined;
  if (types.isNewExpression(parent.node))
    return at.key === 0 && isNewOf('Promise', parent) ? 'the function given to `new Promise`' : undefined;
  return placeOfArgument(parent, at.key as number);

  function placeOfArgument(call: NodePath, index: number): string | undefined {
    const name = calledName(compilation, call) ?? '';
    if (isConditionOf(call, name)) return index === 0 ? `the condition of \`${name}\`` : undefined;
    const isAtOnce = CALL_AT_ONCE.get(name) === index && isFree(compilation, call, name.split('.')[0]!);
    return isAtOnce || isOfTypedArray(call, index) ? `the function given to \`${name}\`` : undefined;
  }

  function isConditionOf(call: NodePath, name: string): boolean {
    const word = wordCalled(compilation, call);
    return word === 'waitUntil' || name === 'this.waitUntil' || /(?:^|\.)#?scheduler\.check$/.test(name);
  }

  function isOfTypedArray(call: NodePath, index: number): boolean {
    const member = memberCalled(types, call.node);
    if (!member || index !== 0 || !isNativeMethodName(propertyName(types, member) ?? '')) return false;
    return isTypedArray(compilation, call, bare(member.object));
  }

  /** `waitForEvent(door, 'open', { filter: … })`, `new Proxy(door, { get: … })` */
  function placeOfMember(member: NodePath): string | undefined {
    const { at: object, parent: call } = outOfParentheses(member.parentPath!);
    if (object.listKey !== 'arguments' || !call) return undefined;
    if (types.isNewExpression(call.node))
      return object.key === 1 && isNewOf('Proxy', call) ? 'a trap of a Proxy' : undefined;
    const { key, computed } = member.node as t.ObjectProperty | t.ObjectMethod;
    if (computed || !types.isIdentifier(key, { name: 'filter' })) return undefined;
    const isEvent =
      wordCalled(compilation, call) === 'waitForEvent' || calledName(compilation, call) === 'this.waitForEvent';
    return isEvent ? 'the filter of `waitForEvent`' : undefined;
  }

  function isNewOf(name: string, made: NodePath): boolean {
    return types.isIdentifier((made.node as t.NewExpression).callee, { name }) && isFree(compilation, made, name);
  }
}
