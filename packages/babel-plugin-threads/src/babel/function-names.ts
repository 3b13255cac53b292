/**
 * What functions are called: in ids, and by JavaScript's `.name`. `t.getFunctionName` gives
 * no name to what has none, where an id needs one.
 */
import { skipTransparent, isField, isMember, outOfParentheses } from './ast.js';
import type { Path } from './path.js';
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** What a function is called: its last part in the file's paths, and JavaScript's `.name`. */
export interface Naming {
  readonly label: string;
  /** Undefined where only the run can tell: a computed key. */
  readonly name: string | undefined;
}

/** The naming of a function, by its own name or by what it is assigned to. */
export function namingOf(types: Types, path: Path): Naming {
  const node = path.node;
  if (types.isClassMethod(node) || types.isClassPrivateMethod(node)) {
    const key = keyNaming(types, node);
    return { label: `${classLabel(types, path.parentPath!.parentPath!)}.${key.label}`, name: key.name };
  }
  if (types.isObjectMethod(node)) {
    const key = keyNaming(types, node);
    return { label: joined(containerLabel(types, path.parentPath!), key.label), name: key.name };
  }
  if (types.isFunctionDeclaration(node)) return same(node.id?.name ?? 'default');
  if (types.isFunctionExpression(node) && node.id) return same(node.id.name);
  const anonymous = types.isArrowFunctionExpression(node) ? 'arrow' : 'function';
  return assignedNaming(types, path) ?? { label: anonymous, name: '' };
}

/** What a reader calls a function; undefined where it is only handed over: `list.forEach(() => …)`. */
export function readableName(types: Types, path: Path): string | undefined {
  if (!types.isFunction(path.node)) return undefined;
  const { label } = namingOf(types, path);
  return label === 'arrow' || label === 'function' ? undefined : label;
}

function same(name: string): Naming {
  return { label: name, name };
}

function classLabel(types: Types, klass: Path): string {
  const { id } = klass.node as t.Class;
  return id?.name ?? assignedNaming(types, klass)?.label ?? 'class';
}

/** The name that an anonymous function or class gets from where it is, as JavaScript's NamedEvaluation has it. */
function assignedNaming(types: Types, value: Path): Naming | undefined {
  const { at, parent } = outOfParentheses(value);
  const around = parent?.node;
  if (!parent || !around) return undefined;
  if (types.isVariableDeclarator(around) && at.key === 'init')
    return types.isIdentifier(around.id) ? same(around.id.name) : undefined;
  if (types.isAssignmentPattern(around) && at.key === 'right')
    return types.isIdentifier(around.left) ? same(around.left.name) : undefined;
  if (types.isAssignmentExpression(around) && at.key === 'right' && /^(?:\|\||&&|\?\?)?=$/.test(around.operator)) {
    // `(x) = function () {}` names nothing.
    if (types.isIdentifier(around.left))
      return { label: around.left.name, name: isParenthesized(around.left) ? '' : around.left.name };
    return { label: dotted(types, around.left) ?? 'function', name: '' };
  }
  if (types.isObjectProperty(around) && at.key === 'value') {
    const key = keyNaming(types, around);
    const isProto = !around.computed && key.name === '__proto__';
    return { label: joined(containerLabel(types, parent.parentPath!), key.label), name: isProto ? '' : key.name };
  }
  if (isField(around) && at.key === 'value') {
    const key = keyNaming(types, around);
    return { label: `${classLabel(types, parent.parentPath!.parentPath!)}.${key.label}`, name: key.name };
  }
  if (types.isExportDefaultDeclaration(around)) return same('default');
  return undefined;
}

/** What the object literal around a method is called: `const glitch = {…}`, `a.b = {…}`, `{ inner: {…} }`. */
function containerLabel(types: Types, object: Path): string | undefined {
  return types.isObjectExpression(object.node) ? assignedNaming(types, object)?.label : undefined;
}

function joined(container: string | undefined, label: string): string {
  return container === undefined || container === 'function' ? label : `${container}.${label}`;
}

/**
 * What an anonymous function is given to, and what becomes of that: `door.on:open` of `door.on('open', () => …)`,
 * `speak=wrap` of `const speak = wrap(() => …)`. Empty where nothing around it has a name.
 */
export function surroundingsOf(types: Types, path: Path): string {
  let callee = '';
  for (
    let at = path;
    at.parentPath && !types.isFunction(at.parent) && !types.isStatement(at.node);
    at = at.parentPath
  ) {
    const { parent } = at;
    if (callee === '' && at.listKey === 'arguments') callee = calledWith(parent as t.CallExpression);
    const assignee = assigneeIn(parent, at.key);
    if (assignee !== undefined) return callee === '' ? assignee : `${assignee}=${callee}`;
  }
  return callee;

  /** Its callee and, where it is a text, the first argument. */
  function calledWith({ callee: called, arguments: args }: t.CallExpression): string {
    const name = dotted(types, called) ?? (isMember(called) ? memberNaming(types, called).label : '');
    const [first] = args;
    return name !== '' && types.isStringLiteral(first)
      ? `${name}:${Array.from(first.value).slice(0, 24).join('')}`
      : name;
  }

  function assigneeIn(around: t.Node, key: Path['key']): string | undefined {
    if (types.isVariableDeclarator(around) && key === 'init') return dotted(types, around.id);
    if (types.isAssignmentExpression(around) && key === 'right') return dotted(types, around.left);
    if ((types.isObjectProperty(around) || isField(around)) && key === 'value') return keyNaming(types, around).label;
    return undefined;
  }
}

/** The same of the property of a member. */
export const memberNaming = (
  types: Types,
  { property, computed }: t.MemberExpression | t.OptionalMemberExpression,
): Naming => keyNaming(types, { key: property, computed });

/** The dotted path of `a.b.c` or `this.b`. */
export function dotted(types: Types, wrapped: t.Node): string | undefined {
  const node = skipTransparent(wrapped);
  if (types.isIdentifier(node)) return node.name;
  if (types.isThisExpression(node)) return 'this';
  if (types.isSuper(node)) return 'super';
  if (types.isPrivateName(node)) return `#${node.id.name}`;
  if (!isMember(node)) return undefined;
  const object = dotted(types, node.object);
  return object === undefined ? undefined : `${object}.${memberNaming(types, node).label}`;
}

/** What a key says of the function behind it. */
export function keyNaming(
  types: Types,
  { key, computed }: { key: t.Node; computed?: boolean | null | undefined },
): Naming {
  if (types.isPrivateName(key)) return same(`#${key.id.name}`);
  if (types.isIdentifier(key) && !computed) return same(key.name);
  if (types.isStringLiteral(key)) return same(key.value);
  if (types.isNumericLiteral(key) || types.isBigIntLiteral(key)) return same(String(key.value));
  return { label: types.isIdentifier(key) ? `[${key.name}]` : '[computed]', name: undefined };
}

function isParenthesized(node: t.Node): boolean {
  return (node.extra as { parenthesized?: boolean } | undefined)?.parenthesized === true;
}

/** JavaScript's `.length`: the parameters before the first with a default or rest. */
export function lengthOf(types: Types, node: t.Node): number {
  if (!types.isFunction(node)) return 0;
  const own = parametersOf(types, node);
  const end = own.findIndex((p) => types.isAssignmentPattern(p) || types.isRestElement(p));
  return end < 0 ? own.length : end;
}

/** The parameters without TypeScript's `this`. */
export function parametersOf(types: Types, node: t.Function): t.Node[] {
  return (node.params as t.Node[]).filter((p, i) => !(i === 0 && types.isIdentifier(p, { name: 'this' })));
}

/** Characters with a meaning in ids and META are percent-encoded. */
export function encoded(text: string): string {
  return text.replace(/[%\s()>~]/g, (c) => encodeURIComponent(c).replace(/[()~]/g, escapeByte));
}

function escapeByte(c: string): string {
  return `%${c.charCodeAt(0).toString(16).toUpperCase()}`;
}
