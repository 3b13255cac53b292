/** Which builtins of the language never wait, and which give no Promise. */
import { bare } from '../babel/ast.js';
import { functionAround, type Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import type { Types } from '../babel/types.js';
import { type Compilation, isFree } from '../context/compilation.js';
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

/** Methods without a callback, by what the receiver is known to be. */
const METHODS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  array: words(
    'at concat copyWithin entries fill includes indexOf join keys lastIndexOf pop push reverse shift slice splice toReversed toSpliced ' +
      'unshift values with',
  ),
  'typed array': words(
    'at copyWithin entries fill includes indexOf join keys lastIndexOf reverse set slice subarray toReversed values with',
  ),
  string: words(
    'at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare normalize padEnd padStart repeat slice ' +
      'split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase trim trimEnd trimStart valueOf',
  ),
  map: words('clear delete entries get has keys set values'),
  set: words('add clear delete entries has keys values'),
};
type Kind = 'array' | 'typed array' | 'string' | 'map' | 'set';

const TYPED_ARRAYS = words(
  'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array ' +
    'Float16Array Float32Array Float64Array',
);
/** Methods that give another array than the one they are called on, and methods that give that one. */
const GIVE_ANOTHER = words('concat slice toReversed toSpliced with');
const GIVE_ITSELF = words('copyWithin fill reverse');

/** Methods of arrays that give an element. */
const GIVES_ELEMENT = words('at pop shift');

/** Of these, the ones with an effect outside the computation: a loop with such a call is no plain computation. */
const IMPURE = words('console Atomics Reflect Object performance Date Symbol Array');

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Strings have a method of this name: an unknown object with one is hardly a script's. */
export function isStringMethodName(name: string): boolean {
  return METHODS.string.has(name);
}

/** Why a callee is known not to wait: it is a builtin that calls nothing back. Undefined if it is not known. */
export function builtinReason(compilation: Compilation, call: Path): string | undefined {
  const { t: types } = compilation;
  const { callee: wrapped } = call.node as t.CallExpression;
  const callee = bare(wrapped);
  if (types.isIdentifier(callee))
    return FUNCTIONS.has(callee.name) && isFree(compilation, call, callee.name) ? `builtin ${callee.name}` : undefined;
  if (!types.isMemberExpression(callee)) return undefined;
  const method = propertyName(types, callee);
  if (method === undefined) return undefined;
  const object = bare(callee.object);
  if (types.isIdentifier(object) && isFree(compilation, call, object.name)) {
    const hasReviver = object.name === 'JSON' && (call.node as t.CallExpression).arguments.length > 1;
    const isStatic = WHOLE_OBJECTS.has(object.name) ? !hasReviver : STATICS.get(object.name)?.has(method) === true;
    return isStatic || isArrayFromWithoutCallback(types, call.node as t.CallExpression)
      ? `builtin ${object.name}.${method}`
      : undefined;
  }
  const kind = kindOf(compilation, call, object);
  return kind !== undefined && METHODS[kind].has(method) ? `builtin method of a known ${kind}` : undefined;
}

/** True for calls that plain computation may make: they change nothing that others can see. */
export function isPureBuiltin(compilation: Compilation, call: Path): boolean {
  const { t: types } = compilation;
  if (builtinReason(compilation, call) === undefined) return false;
  const callee = bare((call.node as t.CallExpression).callee);
  if (types.isIdentifier(callee)) return !IMPURE.has(callee.name);
  const object = bare((callee as t.MemberExpression).object);
  if (types.isIdentifier(object) && isFree(compilation, call, object.name)) return !IMPURE.has(object.name);
  return kindOf(compilation, call, object) === 'string';
}

/** `Number`, `parseInt`: a function of the language that calls nothing back. */
export function isBuiltinFunction(compilation: Compilation, path: Path, node: t.Node): boolean {
  const { t: types } = compilation;
  return types.isIdentifier(node) && FUNCTIONS.has(node.name) && isFree(compilation, path, node.name);
}

const CLASSES_THAT_GIVE_NO_PROMISE = words(
  'Array ArrayBuffer DataView Date Error EvalError Map Number RangeError ReferenceError RegExp Set String SyntaxError TypeError URIError ' +
    'WeakMap WeakSet',
);
const STATICS_THAT_GIVE_NO_PROMISE = words(
  'Math JSON console Number String performance Date ArrayBuffer BigInt Atomics',
);
const OBJECT_STATICS_THAT_GIVE_NO_PROMISE = words(
  'entries fromEntries getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols hasOwn is isExtensible isFrozen isSealed keys values',
);

/** True for a `new` or a call of a builtin whose value is never a Promise. */
export function givesNoPromise(compilation: Compilation, path: Path): boolean {
  const { t: types } = compilation;
  const { callee: wrapped } = path.node as t.CallExpression | t.NewExpression;
  const callee = bare(wrapped);
  if (types.isNewExpression(path.node))
    return (
      types.isIdentifier(callee) &&
      isFree(compilation, path, callee.name) &&
      (CLASSES_THAT_GIVE_NO_PROMISE.has(callee.name) || TYPED_ARRAYS.has(callee.name))
    );
  if (builtinReason(compilation, path) === undefined) return false;
  if (types.isIdentifier(callee)) return callee.name !== 'Object';
  const { object: wrappedObject } = callee as t.MemberExpression;
  const object = bare(wrappedObject);
  const method = propertyName(types, callee as t.MemberExpression) ?? '';
  if (types.isIdentifier(object) && isFree(compilation, path, object.name)) {
    if (object.name === 'Object') return OBJECT_STATICS_THAT_GIVE_NO_PROMISE.has(method);
    return object.name === 'Array' || STATICS_THAT_GIVE_NO_PROMISE.has(object.name);
  }
  const kind = kindOf(compilation, path, object);
  if (kind === 'string' || kind === 'typed array') return true;
  if (kind === 'map' || kind === 'set') return method !== 'get';
  return kind === 'array' && !GIVES_ELEMENT.has(method);
}

function isArrayFromWithoutCallback(types: Types, { callee, arguments: values }: t.CallExpression): boolean {
  const member = bare(callee) as t.MemberExpression;
  const isFrom = types.isIdentifier(bare(member.object), { name: 'Array' }) && propertyName(types, member) === 'from';
  return isFrom && values.length === 1 && !types.isSpreadElement(values[0]);
}

/** A typed array that is newly made, or a `const` that holds one. */
export function isTypedArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  return kindOf(compilation, path, node) === 'typed array';
}

/** What an expression gives, if its methods are known: a literal, something newly made, or a `const` that holds one. */
function kindOf(compilation: Compilation, path: Path, node: t.Node, seen: readonly t.Node[] = []): Kind | undefined {
  const { t: types } = compilation;
  if (types.isStringLiteral(node) || types.isTemplateLiteral(node)) return 'string';
  if (types.isArrayExpression(node)) return 'array';
  if (types.isNewExpression(node) || types.isCallExpression(node)) {
    const callee = bare(node.callee);
    if (types.isMemberExpression(callee)) return types.isCallExpression(node) ? kindOfResult(callee) : undefined;
    if (!types.isIdentifier(callee) || !isFree(compilation, path, callee.name)) return undefined;
    if (callee.name === 'Array') return 'array';
    if (types.isCallExpression(node)) return undefined;
    if (TYPED_ARRAYS.has(callee.name)) return 'typed array';
    return callee.name === 'Map' ? 'map' : callee.name === 'Set' ? 'set' : undefined;
  }
  if (!types.isIdentifier(node)) return undefined;
  const init = initOf(compilation, path, node.name);
  // Never twice the same: `const a = a.slice()` has no kind.
  if (init === undefined || types.isIdentifier(init.value) || seen.includes(init.value)) return undefined;
  return kindOf(compilation, init.path, init.value, [...seen, init.value]);

  /** Of `Array.from(…)`, `a.slice()` and their kin. */
  function kindOfResult(callee: t.MemberExpression): Kind | undefined {
    const method = propertyName(types, callee) ?? '';
    const object = bare(callee.object);
    if (types.isIdentifier(object, { name: 'Array' }) && isFree(compilation, path, 'Array'))
      return method === 'from' || method === 'of' ? 'array' : undefined;
    if (!GIVE_ANOTHER.has(method) && !GIVE_ITSELF.has(method)) return undefined;
    const kind = kindOf(compilation, path, object, seen);
    return kind === 'array' || kind === 'typed array' ? kind : undefined;
  }
}

/** What a variable that is never assigned again was given where it is declared. */
function initOf(compilation: Compilation, path: Path, name: string): { path: Path; value: t.Node } | undefined {
  const { t: types } = compilation;
  const binding = path.scope.getBinding(name);
  const declarator = binding?.path.node;
  if (!binding?.constant || !types.isVariableDeclarator(declarator)) return undefined;
  if (!types.isIdentifier(declarator.id) || !declarator.init) return undefined;
  return { path: binding.path, value: bare(declarator.init) };
}

/** An array that this function made, in a variable that is never assigned again: nobody else can watch it being filled. */
export function isLocalArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  const { t: types } = compilation;
  if (!types.isIdentifier(node)) return false;
  const owner = functionAround(types, path);
  if (owner === null || path.scope.getBinding(node.name)?.scope.getFunctionParent() !== owner.scope) return false;
  const init = initOf(compilation, path, node.name);
  return init !== undefined && isNewArray(compilation, init.path, init.value);
}

function isNewArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  const { t: types } = compilation;
  if (types.isIdentifier(node)) return false;
  const kind = kindOf(compilation, path, node);
  if (types.isCallExpression(node)) {
    const callee = bare(node.callee);
    if (types.isMemberExpression(callee) && GIVE_ITSELF.has(propertyName(types, callee) ?? ''))
      return kind !== undefined && isNewArray(compilation, path, bare(callee.object));
  }
  // A typed array made with an offset is a view of a buffer that others have.
  if (kind === 'typed array' && types.isNewExpression(node)) return node.arguments.length < 2;
  return kind === 'array' || kind === 'typed array';
}
