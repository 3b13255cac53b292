import type { NodePath, types as t } from '@babel/core';
import type { Types } from './compilation.js';
import { bare } from './tree.js';

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
  string: words(
    'at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare normalize padEnd padStart repeat slice ' +
      'split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase trim trimEnd trimStart valueOf',
  ),
  map: words('clear delete entries get has keys set values'),
  set: words('add clear delete entries has keys values'),
};
type Kind = 'array' | 'string' | 'map' | 'set';

/** Of these, the ones with an effect outside the computation: a loop with such a call is no plain computation. */
const IMPURE = words('console Atomics Reflect Object performance Date Symbol Array');

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Why a callee is known not to wait: it is a builtin that calls nothing back. Undefined if it is not known. */
export function builtinReason(types: Types, call: NodePath): string | undefined {
  const { callee: wrapped } = call.node as t.CallExpression;
  const callee = bare(wrapped);
  if (types.isIdentifier(callee))
    return FUNCTIONS.has(callee.name) && isFree(call, callee.name) ? `builtin ${callee.name}` : undefined;
  if (!types.isMemberExpression(callee)) return undefined;
  const method = propertyName(types, callee);
  if (method === undefined) return undefined;
  const object = bare(callee.object);
  if (types.isIdentifier(object) && isFree(call, object.name)) {
    const hasReviver = object.name === 'JSON' && (call.node as t.CallExpression).arguments.length > 1;
    const isStatic = WHOLE_OBJECTS.has(object.name) ? !hasReviver : STATICS.get(object.name)?.has(method) === true;
    return isStatic ? `builtin ${object.name}.${method}` : undefined;
  }
  const kind = kindOf(types, call, object);
  return kind !== undefined && METHODS[kind].has(method) ? `builtin method of a known ${kind}` : undefined;
}

/** True for calls that plain computation may make: they change nothing that others can see. */
export function isPureBuiltin(types: Types, call: NodePath): boolean {
  if (builtinReason(types, call) === undefined) return false;
  const callee = bare((call.node as t.CallExpression).callee);
  if (types.isIdentifier(callee)) return !IMPURE.has(callee.name);
  const object = bare((callee as t.MemberExpression).object);
  if (types.isIdentifier(object) && isFree(call, object.name)) return !IMPURE.has(object.name);
  return kindOf(types, call, object) === 'string';
}

/** The static name of a member's property. */
export function propertyName(
  types: Types,
  member: t.MemberExpression | t.OptionalMemberExpression,
): string | undefined {
  const { property } = member;
  if (!member.computed && types.isIdentifier(property)) return property.name;
  if (member.computed && types.isStringLiteral(property)) return property.value;
  return undefined;
}

function isFree(path: NodePath, name: string): boolean {
  return !path.scope.hasBinding(name, true);
}

/** A literal, or a `const` that holds one: what its methods do is known. */
function kindOf(types: Types, path: NodePath, node: t.Node): Kind | undefined {
  if (types.isArrayExpression(node)) return 'array';
  if (types.isStringLiteral(node) || types.isTemplateLiteral(node)) return 'string';
  if (types.isNewExpression(node) && types.isIdentifier(node.callee) && isFree(path, node.callee.name)) {
    if (node.callee.name === 'Map') return 'map';
    if (node.callee.name === 'Set') return 'set';
    return node.callee.name === 'Array' ? 'array' : undefined;
  }
  if (!types.isIdentifier(node)) return undefined;
  const binding = path.scope.getBinding(node.name);
  if (binding === undefined || !binding.constant || binding.path.scope === undefined) return undefined;
  const declarator = binding.path.node;
  if (!types.isVariableDeclarator(declarator) || !types.isIdentifier(declarator.id) || !declarator.init)
    return undefined;
  const init = bare(declarator.init);
  return types.isIdentifier(init) ? undefined : kindOf(types, binding.path, init);
}

/** An array that this function made: a `const` or `let` holding an array literal, `new Array(…)` or a typed array. */
export function isLocalArray(types: Types, path: NodePath, node: t.Node): boolean {
  if (!types.isIdentifier(node)) return false;
  const binding = path.scope.getBinding(node.name);
  const owner = path.getFunctionParent();
  if (binding === undefined || !binding.constant || owner === null) return false;
  if (binding.scope.getFunctionParent() !== owner.scope) return false;
  const declarator = binding.path.node;
  if (!types.isVariableDeclarator(declarator) || !declarator.init) return false;
  const init = bare(declarator.init);
  if (types.isArrayExpression(init)) return true;
  const callee = types.isNewExpression(init) || types.isCallExpression(init) ? bare(init.callee) : undefined;
  return (
    types.isIdentifier(callee) &&
    /^(?:Array|(?:Ui|I)nt(?:8|16|32)Array|Uint8ClampedArray|Big(?:Ui|I)nt64Array|Float(?:32|64)Array)$/.test(
      callee.name,
    ) &&
    isFree(path, callee.name)
  );
}
