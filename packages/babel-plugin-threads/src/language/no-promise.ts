/** Which builtins give a value that is never a Promise. */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { TYPED_ARRAYS } from './builtin-kinds.js';
import { kindOf } from './builtin-types.js';
import { isBuiltin } from './builtins.js';
import { GLOBAL_OBJECTS } from './callback-takers.js';
import { setOf } from './set-of.js';
import type { types as t } from '@babel/core';

const CLASSES = setOf(
  'Array ArrayBuffer DataView Date Error EvalError Map Number RangeError ReferenceError RegExp Set String SyntaxError TypeError URIError ' +
    'WeakMap WeakSet',
);
/** Objects of which no static method gives one. */
const STATICS = setOf('Math JSON console Number String performance Date ArrayBuffer BigInt Atomics');
const STATICS_OF_OBJECT = setOf(
  'entries fromEntries getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols hasOwn is isExtensible isFrozen isSealed keys values',
);

/** Functions that give what somebody else has made, or what they are given. */
const FUNCTIONS_THAT_MAY = setOf('Object require');

/** Methods of arrays that give an element, and those with a callback that give none. */
const GIVES_ELEMENT = setOf('at pop shift');
const GIVES_NO_ELEMENT = setOf('every filter findIndex findLastIndex flatMap forEach map some sort toSorted');

/** True for a `new` or a call of a builtin whose value is never a Promise. */
export function givesNoPromise(compilation: Compilation, path: Path): boolean {
  const { t: types } = compilation;
  const { callee: wrapped } = path.node as t.CallExpression | t.NewExpression;
  const callee = skipTransparent(wrapped);
  if (types.isNewExpression(path.node))
    return (
      types.isIdentifier(callee) &&
      isFree(compilation, path, callee.name) &&
      (CLASSES.has(callee.name) || TYPED_ARRAYS.has(callee.name))
    );
  if (givesNoElement(compilation, path, callee)) return true;
  if (!isBuiltin(compilation, path)) return false;
  if (types.isIdentifier(callee)) return !FUNCTIONS_THAT_MAY.has(callee.name);
  const { object: wrappedObject } = callee as t.MemberExpression;
  const object = skipTransparent(wrappedObject);
  const method = propertyName(types, callee as t.MemberExpression) ?? '';
  if (types.isIdentifier(object) && isFree(compilation, path, object.name)) {
    if (object.name === 'Object') return STATICS_OF_OBJECT.has(method);
    return object.name === 'Array' || STATICS.has(object.name) || GLOBAL_OBJECTS.has(object.name);
  }
  const kind = kindOf(compilation, path, object);
  if (kind === 'map' || kind === 'set') return method !== 'get';
  return kind !== undefined && (kind !== 'array' || !GIVES_ELEMENT.has(method));
}

/** `[1, 2].map(f)` */
function givesNoElement(compilation: Compilation, path: Path, callee: t.Node): boolean {
  const { t: types } = compilation;
  if (!types.isMemberExpression(callee) || !GIVES_NO_ELEMENT.has(propertyName(types, callee) ?? '')) return false;
  return kindOf(compilation, path, skipTransparent(callee.object)) === 'array';
}
