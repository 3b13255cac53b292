/** What a call of a built-in does: whether it may wait, what it changes, what it gives. */
import { argumentAt, skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/function-names.js';
import type { Compilation } from '../context/compilation.js';
import { type Builtin, CLASSES, METHODS, METHODS_BY_NAME, NATIVES, STATICS } from './builtins.js';
import { builtinNamed, classNamed } from './named-builtins.js';
import { kindAtAGlance, kindOf } from './value-kinds.js';
import type { types as t } from '@babel/core';

type Member = t.MemberExpression | t.OptionalMemberExpression;

/** The value is a function of the language that calls nothing of the script. */
export function isQuietFunction(compilation: Compilation, path: Path, value: t.Node): boolean {
  return builtinNamed(compilation, path, value)?.isQuiet === true;
}

/** The value is a function of the language that changes nothing. */
export function isReadingFunction(compilation: Compilation, path: Path, value: t.Node): boolean {
  return builtinNamed(compilation, path, value)?.changes === 'nothing';
}

/** The call is of a built-in that calls nothing of the script: it is known not to wait. */
export function isQuietCall(compilation: Compilation, call: Path): boolean {
  const { callee, arguments: given } = call.node as t.CallExpression;
  const known = builtinNamed(compilation, call, callee);
  if (known?.isQuiet) return known.calls === undefined || given.length <= known.calls;
  const member = skipTransparent(callee);
  if (member.type !== 'MemberExpression') return false;
  return callsNothingOfOurs(compilation, call, member) || methodOfKind(compilation, call, member)?.isQuiet === true;
}

/**
 * Plain computation may make the call: it changes nothing that others can see. Of methods only those of texts count, as a
 * reader sees at a glance.
 */
export function isPureCall(compilation: Compilation, call: Path): boolean {
  if (!isQuietCall(compilation, call)) return false;
  const { callee } = call.node as t.CallExpression;
  const known = builtinNamed(compilation, call, callee);
  if (known) return known.isPure === true;
  const { object } = skipTransparent(callee) as t.MemberExpression;
  return kindAtAGlance(compilation, call, skipTransparent(object)) === 'string';
}

/**
 * A native that would call what it is given, and is given nothing to call, or a function of the language: `[3,
 * 1].sort()`, `keys.map(Number)`.
 */
function callsNothingOfOurs(compilation: Compilation, call: Path, callee: t.MemberExpression): boolean {
  const name = propertyName(callee) ?? '';
  const index = NATIVES.get(name);
  if (index === undefined) return false;
  const values = (call.node as t.CallExpression).arguments;
  const given = argumentAt(values, index);
  if (given === 'moved') return false;
  const isOurs =
    given !== undefined &&
    !isQuietFunction(compilation, call, given) &&
    (isNativeOfArrayClass(name) || kindOf(compilation, call, given) === undefined);
  if (isOurs) return false;
  return isKnownNative(compilation, call, callee) && (values.length > 0 || !isNativeOfArrayClass(name));
}

/** `push` of a value that is known to be an array. */
function methodOfKind(compilation: Compilation, path: Path, callee: Member): Builtin | undefined {
  const kind = kindOf(compilation, path, skipTransparent(callee.object));
  return kind && METHODS.get(kind)!.get(propertyName(callee) ?? '');
}

/** Of these the language does not say whether they are a Promise. */
const MAY_BE_PROMISE: ReadonlySet<Builtin['gives']> = new Set(['element', 'given', 'result'] as const);

/** True for a `new` or a call of a built-in whose value is never a Promise. */
export function givesNoPromise(compilation: Compilation, path: Path): boolean {
  const node = path.node as t.CallExpression | t.NewExpression;
  const known = builtinCalled(compilation, path, node);
  if (known === undefined || MAY_BE_PROMISE.has(known.gives)) return false;
  if (node.type === 'NewExpression') return known.changes === 'nothing';
  return known.canPause === true || isQuietCall(compilation, path);
}

function builtinCalled(
  compilation: Compilation,
  path: Path,
  node: t.CallExpression | t.NewExpression,
): Builtin | undefined {
  if (node.type === 'NewExpression') return classNamed(compilation, path, node);
  const callee = skipTransparent(node.callee);
  const known = builtinNamed(compilation, path, callee);
  return known ?? (callee.type === 'MemberExpression' ? methodOfKind(compilation, path, callee) : undefined);
}

/** `new Map()`, `new Error(text)` */
export function isNewValue(compilation: Compilation, path: Path, node: t.NewExpression): boolean {
  return classNamed(compilation, path, node)?.changes === 'nothing';
}

/**
 * The expression makes an array, an object, a map, that nobody else has yet: `[]`, `{ ...stats }`, `new Map()`,
 * `Object.keys(o)`, `list.slice()`.
 */
export function makesValue(compilation: Compilation, path: Path, wrapped: t.Node): boolean {
  const node = skipTransparent(wrapped);
  if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return true;
  if (node.type === 'NewExpression') return isNewValue(compilation, path, node) && !mayShareBuffer(node);
  return node.type === 'CallExpression' && callMakesValue(compilation, path, node);
}

function callMakesValue(compilation: Compilation, path: Path, node: t.CallExpression): boolean {
  const callee = skipTransparent(node.callee);
  const known = builtinNamed(compilation, path, callee);
  if (known?.changes === 'first argument' && known.gives === 'given')
    return node.arguments[0] !== undefined && makesValue(compilation, path, node.arguments[0]);
  if (known || callee.type !== 'MemberExpression') return known?.isFresh === true;
  const { isFresh, gives } = METHODS_BY_NAME.get(propertyName(callee) ?? '') ?? {};
  return isFresh === true || (gives === 'receiver' && makesValue(compilation, path, callee.object));
}

/**
 * A typed array or a `DataView`: given a buffer it shows what others have; given a number or a list it does not, but
 * that is not known.
 */
function mayShareBuffer({ callee, arguments: [first] }: t.NewExpression): boolean {
  const { name } = skipTransparent(callee) as t.Identifier;
  if (first === undefined || (name !== 'DataView' && CLASSES.get(name)?.gives !== 'typed array')) return false;
  return first.type !== 'NumericLiteral' && first.type !== 'ArrayExpression';
}

/** A native of `Array` itself: `from`. Methods of that name of other objects may be given nothing to call. */
export const isNativeOfArrayClass = (name: string): boolean => STATICS.get('Array')!.get(name)?.canPause === true;

/** `Array.from`, `map` of an array, `replace` of a string: it is known that the native is called, and no method of that name. */
export function isKnownNative(compilation: Compilation, path: Path, callee: Member): boolean {
  const known = builtinNamed(compilation, path, callee) ?? methodOfKind(compilation, path, callee);
  return known?.canPause === true;
}
