/**
 * Which builtins of the language and of platforms call nothing back, and so never wait. Of those that take a callback,
 * these are the ones that only keep it for later.
 */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import type { Types } from '../babel/types.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { KIND_METHODS } from './builtin-kinds.js';
import { kindAtAGlance, kindOf } from './builtin-types.js';
import { FREE_KEEPERS, GLOBAL_OBJECTS } from './callback-takers.js';
import { hasNative, isArrayStatic, isOfArrayClass, NATIVES } from './callback-methods.js';
import { setOf } from './set-of.js';
import type { types as t } from '@babel/core';

/** Objects of which no method calls anything back, and the statics of the others that do not. */
const WHOLE_OBJECTS = new Set(['Math', 'JSON', 'console', 'Atomics']);
const STATICS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Object: setOf(
      'assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors ' +
        'getOwnPropertyNames getOwnPropertySymbols getPrototypeOf hasOwn is isExtensible isFrozen isSealed keys preventExtensions ' +
        'seal setPrototypeOf values',
    ),
    Reflect: setOf(
      'defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf',
    ),
    Number: setOf('isFinite isInteger isNaN isSafeInteger parseFloat parseInt'),
    String: setOf('fromCharCode fromCodePoint raw'),
    Array: setOf('isArray of'),
    ArrayBuffer: setOf('isView'),
    BigInt: setOf('asIntN asUintN'),
    Date: setOf('now parse UTC'),
    Symbol: setOf('for keyFor'),
    performance: setOf('now'),
  }),
);

/** Functions that only work on what they are given. */
const PURE_FUNCTIONS = setOf(
  'parseInt parseFloat isNaN isFinite String Number Boolean BigInt encodeURI encodeURIComponent decodeURI decodeURIComponent',
);
const OTHER_FUNCTIONS = setOf(
  'Object Symbol Array Date RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError structuredClone require ' +
    'clearTimeout clearInterval cancelAnimationFrame',
);

/** Objects whose methods have an effect outside the computation: a loop with such a call is no plain computation. */
const IMPURE = setOf('console Atomics Reflect Object performance Date Symbol Array');

/** Objects with functions that add members to what they are given: `Object.assign(this, waits)`. */
export const ADD_MEMBERS: ReadonlySet<string> = setOf('Object Reflect');

/** The call is of a builtin that calls nothing back: it is known not to wait. */
export function isBuiltin(compilation: Compilation, call: Path): boolean {
  const { t: types } = compilation;
  const node = call.node as t.CallExpression;
  const callee = skipTransparent(node.callee);
  if (isFreeKeeper(compilation, call, callee)) return true;
  if (isBuiltinFunction(compilation, call, callee)) return !hasReviver(types, node);
  if (!types.isMemberExpression(callee)) return false;
  if (callsNothingOfOurs(compilation, call, callee)) return true;
  const kind = kindOf(compilation, call, skipTransparent(callee.object));
  return kind !== undefined && KIND_METHODS[kind].has(propertyName(types, callee) ?? '');
}

/** True for calls that plain computation may make: they change nothing that others can see, as a reader sees at a glance. */
export function isPureBuiltin(compilation: Compilation, call: Path): boolean {
  const { t: types } = compilation;
  if (!isBuiltin(compilation, call)) return false;
  const callee = skipTransparent((call.node as t.CallExpression).callee);
  if (types.isIdentifier(callee)) return PURE_FUNCTIONS.has(callee.name);
  const object = skipTransparent((callee as t.MemberExpression).object);
  if (types.isIdentifier(object) && isFree(compilation, call, object.name)) return !IMPURE.has(object.name);
  return kindAtAGlance(compilation, call, object) === 'string';
}

/** `Number`, `Math.max`: a function of the language that calls nothing back. */
export function isBuiltinFunction(compilation: Compilation, path: Path, node: t.Node): boolean {
  const { t: types } = compilation;
  if (types.isIdentifier(node))
    return (PURE_FUNCTIONS.has(node.name) || OTHER_FUNCTIONS.has(node.name)) && isFree(compilation, path, node.name);
  if (!types.isMemberExpression(node)) return false;
  const object = skipTransparent(node.object);
  const method = propertyName(types, node);
  if (method === undefined || !types.isIdentifier(object) || !isFree(compilation, path, object.name)) return false;
  return WHOLE_OBJECTS.has(object.name) || STATICS.get(object.name)?.has(method) === true;
}

/** `setTimeout`, `window.setTimeout` */
function isFreeKeeper(compilation: Compilation, path: Path, callee: t.Node): boolean {
  const { t: types } = compilation;
  if (types.isIdentifier(callee)) return FREE_KEEPERS.has(callee.name) && isFree(compilation, path, callee.name);
  if (!types.isMemberExpression(callee) || !FREE_KEEPERS.has(propertyName(types, callee) ?? '')) return false;
  return isGlobalObject(compilation, path, callee.object);
}

/** `window`, which nothing in the file hides. */
export function isGlobalObject(compilation: Compilation, path: Path, object: t.Node): boolean {
  const { name } = skipTransparent(object) as t.Identifier;
  return GLOBAL_OBJECTS.has(name) && isFree(compilation, path, name);
}

/** `JSON.parse(text, revive)` and `JSON.stringify(value, replace)` call what they are given. */
function hasReviver(types: Types, { callee, arguments: values }: t.CallExpression): boolean {
  const member = skipTransparent(callee) as t.MemberExpression;
  return (
    values.length > 1 &&
    types.isMemberExpression(member) &&
    types.isIdentifier(skipTransparent(member.object), { name: 'JSON' })
  );
}

/**
 * A native that would call what it is given, and is given nothing to call, or a function of the language: `[3,
 * 1].sort()`, `keys.map(Number)`.
 */
function callsNothingOfOurs(compilation: Compilation, call: Path, callee: t.MemberExpression): boolean {
  const { t: types } = compilation;
  const name = propertyName(types, callee) ?? '';
  const index = NATIVES.get(name);
  if (index === undefined) return false;
  const values = (call.node as t.CallExpression).arguments;
  if (values.slice(0, index + 1).some((one) => types.isSpreadElement(one))) return false;
  const given = values[index] && skipTransparent(values[index]);
  const isOurs =
    given !== undefined &&
    !isBuiltinFunction(compilation, call, given) &&
    (isOfArrayClass(name) || kindOf(compilation, call, given) === undefined);
  if (isOurs) return false;
  if (isArrayStatic(compilation, call, callee)) return values.length > 0;
  return hasNative(kindOf(compilation, call, skipTransparent(callee.object)), name);
}
