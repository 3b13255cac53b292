/** What kinds of object the language has, which of their methods call nothing back, and which kind an expression is known to be. */
import { skipTransparent } from '../babel/ast.js';
import { functionAround, type Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { words } from './words.js';
import type { types as t } from '@babel/core';

export type Kind = 'array' | 'typed array' | 'string' | 'map' | 'set';

/** Methods without a callback, by what the receiver is known to be. */
export const KIND_METHODS: Readonly<Record<Kind, ReadonlySet<string>>> = {
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

export const TYPED_ARRAYS: ReadonlySet<string> = words(
  'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array ' +
    'Float16Array Float32Array Float64Array',
);
/** Methods that give another array than the one they are called on, and methods that give that one. */
const GIVE_ANOTHER = words('concat slice toReversed toSpliced with');
const GIVE_ITSELF = words('copyWithin fill reverse');

/** Strings have a method of this name: an unknown object with one is hardly a script's. */
export function isStringMethodName(name: string): boolean {
  return KIND_METHODS.string.has(name);
}

/** A typed array that is newly made, or a `const` that holds one. */
export function isTypedArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  return kindOf(compilation, path, node) === 'typed array';
}

/** What an expression gives, if its methods are known: a literal, something newly made, or a `const` that holds one. */
export function kindOf(
  compilation: Compilation,
  path: Path,
  node: t.Node,
  seen: readonly t.Node[] = [],
): Kind | undefined {
  const { t: types } = compilation;
  if (types.isStringLiteral(node) || types.isTemplateLiteral(node)) return 'string';
  if (types.isArrayExpression(node)) return 'array';
  if (types.isNewExpression(node) || types.isCallExpression(node)) {
    const callee = skipTransparent(node.callee);
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

  /** Of `Array.from(…)`, `a.slice()` and the like. */
  function kindOfResult(callee: t.MemberExpression): Kind | undefined {
    const method = propertyName(types, callee) ?? '';
    const object = skipTransparent(callee.object);
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
  return { path: binding.path, value: skipTransparent(declarator.init) };
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
    const callee = skipTransparent(node.callee);
    if (types.isMemberExpression(callee) && GIVE_ITSELF.has(propertyName(types, callee) ?? ''))
      return kind !== undefined && isNewArray(compilation, path, skipTransparent(callee.object));
  }
  // A typed array made with an offset is a view of a buffer that others have.
  if (kind === 'typed array' && types.isNewExpression(node)) return node.arguments.length < 2;
  return kind === 'array' || kind === 'typed array';
}
