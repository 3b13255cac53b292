/**
 * Which builtins of the language call nothing back, and so never wait. What only keeps a callback for later (`setTimeout`) stands in
 * callback-takers.ts; a call of it is taken for one that may wait.
 */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import type { Types } from '../babel/types.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { KIND_METHODS, kindOf } from './builtin-types.js';
import { words } from './words.js';
import type { types as t } from '@babel/core';

/** Statics of the language that call nothing back: no `yield`. */
const WHOLE_OBJECTS = new Set(['Math', 'JSON', 'console', 'Atomics']);
const STATICS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Object: words(
      'assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors ' +
        'getOwnPropertyNames getOwnPropertySymbols getPrototypeOf hasOwn is isExtensible isFrozen isSealed keys preventExtensions ' +
        'seal setPrototypeOf values',
    ),
    Reflect: words(
      'defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf',
    ),
    Number: words('isFinite isInteger isNaN isSafeInteger parseFloat parseInt'),
    String: words('fromCharCode fromCodePoint raw'),
    Array: words('isArray of'),
    ArrayBuffer: words('isView'),
    BigInt: words('asIntN asUintN'),
    Date: words('now parse UTC'),
    Symbol: words('for keyFor'),
    performance: words('now'),
  }),
);
const FUNCTIONS = words(
  'parseInt parseFloat isNaN isFinite String Number Boolean Symbol BigInt Array Object encodeURI encodeURIComponent decodeURI decodeURIComponent',
);

/** Of these, the ones with an effect outside the computation: a loop with such a call is no plain computation. */
const IMPURE = words('console Atomics Reflect Object performance Date Symbol Array');

/** Why a callee is known not to wait: it is a builtin that calls nothing back. Undefined if it is not known. */
export function builtinReason(compilation: Compilation, call: Path): string | undefined {
  const { t: types } = compilation;
  const { callee: wrapped } = call.node as t.CallExpression;
  const callee = skipTransparent(wrapped);
  if (types.isIdentifier(callee))
    return FUNCTIONS.has(callee.name) && isFree(compilation, call, callee.name) ? `builtin ${callee.name}` : undefined;
  if (!types.isMemberExpression(callee)) return undefined;
  const method = propertyName(types, callee);
  if (method === undefined) return undefined;
  const object = skipTransparent(callee.object);
  if (types.isIdentifier(object) && isFree(compilation, call, object.name)) {
    const hasReviver = object.name === 'JSON' && (call.node as t.CallExpression).arguments.length > 1;
    const isStatic = WHOLE_OBJECTS.has(object.name) ? !hasReviver : STATICS.get(object.name)?.has(method) === true;
    return isStatic || isArrayFromWithoutCallback(types, call.node as t.CallExpression)
      ? `builtin ${object.name}.${method}`
      : undefined;
  }
  const kind = kindOf(compilation, call, object);
  return kind !== undefined && KIND_METHODS[kind].has(method) ? `builtin method of a known ${kind}` : undefined;
}

/** The call is known not to wait. */
export function isBuiltin(compilation: Compilation, call: Path): boolean {
  return builtinReason(compilation, call) !== undefined;
}

/** True for calls that plain computation may make: they change nothing that others can see. */
export function isPureBuiltin(compilation: Compilation, call: Path): boolean {
  const { t: types } = compilation;
  if (!isBuiltin(compilation, call)) return false;
  const callee = skipTransparent((call.node as t.CallExpression).callee);
  if (types.isIdentifier(callee)) return !IMPURE.has(callee.name);
  const object = skipTransparent((callee as t.MemberExpression).object);
  if (types.isIdentifier(object) && isFree(compilation, call, object.name)) return !IMPURE.has(object.name);
  return kindOf(compilation, call, object) === 'string';
}

/** `Number`, `parseInt`: a function of the language that calls nothing back. */
export function isBuiltinFunction(compilation: Compilation, path: Path, node: t.Node): boolean {
  const { t: types } = compilation;
  return types.isIdentifier(node) && FUNCTIONS.has(node.name) && isFree(compilation, path, node.name);
}

function isArrayFromWithoutCallback(types: Types, { callee, arguments: values }: t.CallExpression): boolean {
  const member = skipTransparent(callee) as t.MemberExpression;
  const isFrom =
    types.isIdentifier(skipTransparent(member.object), { name: 'Array' }) && propertyName(types, member) === 'from';
  return isFrom && values.length === 1 && !types.isSpreadElement(values[0]);
}
