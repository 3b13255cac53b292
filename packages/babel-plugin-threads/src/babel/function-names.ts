/**
 * What functions are called: in ids, and by JavaScript's `.name`. `t.getFunctionName` gives
 * no name to what has none, where an id needs one.
 */
import { isField, isFunction, isMember, memberCalled, outOfParentheses, skipTransparent } from './ast.js';
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
export function namingOf(path: Path): Naming {
  const node = path.node;
  if (node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod') {
    const key = keyNaming(node);
    return { label: `${classLabel(path.parentPath!.parentPath!)}.${key.label}`, name: key.name };
  }
  if (node.type === 'ObjectMethod') {
    const key = keyNaming(node);
    return { label: joinLabels(containerLabel(path.parentPath!), key.label), name: key.name };
  }
  if (node.type === 'FunctionDeclaration') return same(node.id?.name ?? 'default');
  if (node.type === 'FunctionExpression' && node.id) return same(node.id.name);
  const anonymous = node.type === 'ArrowFunctionExpression' ? 'arrow' : 'function';
  return assignedNaming(path) ?? { label: anonymous, name: '' };
}

/** What a reader calls a function; undefined where it is only handed over: `list.forEach(() => …)`. */
export function readableName(path: Path): string | undefined {
  if (!isFunction(path.node)) return undefined;
  const { label } = namingOf(path);
  return label === 'arrow' || label === 'function' ? undefined : label;
}

function same(name: string): Naming {
  return { label: name, name };
}

function classLabel(klass: Path): string {
  const { id } = klass.node as t.Class;
  return id?.name ?? assignedNaming(klass)?.label ?? 'class';
}

/** The name that an anonymous function or class gets from where it is, as JavaScript's NamedEvaluation has it. */
function assignedNaming(value: Path): Naming | undefined {
  const { at, parent } = outOfParentheses(value);
  const around = parent?.node;
  if (!parent || !around) return undefined;
  if (around.type === 'VariableDeclarator' && at.key === 'init')
    return around.id.type === 'Identifier' ? same(around.id.name) : undefined;
  if (around.type === 'AssignmentPattern' && at.key === 'right')
    return around.left.type === 'Identifier' ? same(around.left.name) : undefined;
  if (around.type === 'AssignmentExpression' && at.key === 'right' && /^(?:\|\||&&|\?\?)?=$/.test(around.operator)) {
    // `(x) = function () {}` names nothing.
    if (around.left.type === 'Identifier')
      return { label: around.left.name, name: isParenthesized(around.left) ? '' : around.left.name };
    return { label: dotted(around.left) ?? 'function', name: '' };
  }
  if (around.type === 'ObjectProperty' && at.key === 'value') {
    const key = keyNaming(around);
    const isProto = !around.computed && key.name === '__proto__';
    return { label: joinLabels(containerLabel(parent.parentPath!), key.label), name: isProto ? '' : key.name };
  }
  if (isField(around) && at.key === 'value') {
    const key = keyNaming(around);
    return { label: `${classLabel(parent.parentPath!.parentPath!)}.${key.label}`, name: key.name };
  }
  if (around.type === 'ExportDefaultDeclaration') return same('default');
  return undefined;
}

/** What the object literal around a method is called: `const glitch = {…}`, `a.b = {…}`, `{ inner: {…} }`. */
function containerLabel(object: Path): string | undefined {
  return object.node.type === 'ObjectExpression' ? assignedNaming(object)?.label : undefined;
}

function joinLabels(container: string | undefined, label: string): string {
  return container === undefined || container === 'function' ? label : `${container}.${label}`;
}

/**
 * What an anonymous function is given to, and what becomes of that: `door.on:open` of `door.on('open', () => …)`,
 * `speak=wrap` of `const speak = wrap(() => …)`. Empty where nothing around it has a name.
 */
export function surroundingsOf(types: Types, path: Path): string {
  let callee = '';
  for (let at = path; at.parentPath && !isFunction(at.parent) && !types.isStatement(at.node); at = at.parentPath) {
    const { parent } = at;
    if (callee === '' && at.listKey === 'arguments') callee = calledWith(parent as t.CallExpression);
    const assignee = assigneeIn(parent, at.key);
    if (assignee !== undefined) return callee === '' ? assignee : `${assignee}=${callee}`;
  }
  return callee;

  /** Its callee and, where it is a text, the first argument. */
  function calledWith({ callee: called, arguments: args }: t.CallExpression): string {
    const name = dotted(called) ?? (isMember(called) ? memberNaming(called).label : '');
    const [first] = args;
    return name !== '' && first?.type === 'StringLiteral'
      ? `${name}:${Array.from(first.value).slice(0, 24).join('')}`
      : name;
  }

  function assigneeIn(around: t.Node, key: Path['key']): string | undefined {
    if (around.type === 'VariableDeclarator' && key === 'init') return dotted(around.id);
    if (around.type === 'AssignmentExpression' && key === 'right') return dotted(around.left);
    if ((around.type === 'ObjectProperty' || isField(around)) && key === 'value') return keyNaming(around).label;
    return undefined;
  }
}

type Member = t.MemberExpression | t.OptionalMemberExpression;

/** The same of the property of a member. */
const memberNaming = ({ property, computed }: Member): Naming => keyNaming({ key: property, computed });

/** The dotted path of `a.b.c` or `this.b`. */
export function dotted(wrapped: t.Node): string | undefined {
  const node = skipTransparent(wrapped);
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'Super') return 'super';
  if (node.type === 'PrivateName') return `#${node.id.name}`;
  if (!isMember(node)) return undefined;
  const object = dotted(node.object);
  return object === undefined ? undefined : `${object}.${memberNaming(node).label}`;
}

/** The name that a key gives to the function that is its value. */
export function keyNaming({ key, computed }: { key: t.Node; computed?: boolean | null | undefined }): Naming {
  if (key.type === 'PrivateName') return same(`#${key.id.name}`);
  if (key.type === 'Identifier' && !computed) return same(key.name);
  if (key.type === 'StringLiteral') return same(key.value);
  if (key.type === 'NumericLiteral' || key.type === 'BigIntLiteral') return same(String(key.value));
  return { label: key.type === 'Identifier' ? `[${key.name}]` : '[computed]', name: undefined };
}

function isParenthesized(node: t.Node): boolean {
  return (node.extra as { parenthesized?: boolean } | undefined)?.parenthesized === true;
}

/** JavaScript's `.length`: the parameters before the first with a default or rest. */
export function lengthOf(node: t.Node): number {
  if (!isFunction(node)) return 0;
  const own = parametersOf(node);
  const end = own.findIndex((p) => p.type === 'AssignmentPattern' || p.type === 'RestElement');
  return end < 0 ? own.length : end;
}

/** The parameters without TypeScript's `this`. */
export function parametersOf(node: t.Function): t.Node[] {
  return (node.params as t.Node[]).filter((p, i) => !(i === 0 && p.type === 'Identifier' && p.name === 'this'));
}

/** Characters with a meaning in ids and META are percent-encoded. */
export function encoded(text: string): string {
  return text.replace(/[%\s()>~]/g, (c) => encodeURIComponent(c).replace(/[()~]/g, escapeByte));
}

function escapeByte(c: string): string {
  return `%${c.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The name of a member, where the text shows it: `open` of `door.open` and `door["open"]`, `#open` of `this.#open`, `0` of `list[0]`. */
export const propertyName = (member: Member): string | undefined => memberNaming(member).name;

/** `door` and `open` of the call `door.open()`, where the text shows the name. */
export function methodCalled(
  node: t.Node,
): { readonly object: t.Expression | t.Super; readonly name: string } | undefined {
  const member = memberCalled(node);
  const name = member && propertyName(member);
  return name === undefined ? undefined : { object: member!.object, name };
}
