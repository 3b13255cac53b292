/** Writes the uses of hoisted variables anew: other names, boxes, functions that get values as arguments. */
import type { types as t } from '@babel/core';
import type { Fields } from '../../babel/ast.js';
import type { Emitter } from '../../write/emitter.js';
import type { Types } from '../../babel/types.js';
import { capturesToBind, type Hoisted, type Hoisting } from '../plan/hoisting.js';
import { bind, type Bindings } from './iteration-bindings.js';
import { isNameless } from '../read/nameless.js';
import { nameValue } from './inferred-names.js';
import type { Pauses } from '../read/pauses.js';
import type { Saving } from '../read/tools.js';
import type { Nested, Place, Use } from '../read/variable.js';

interface RenameTools {
  readonly types: Types;
  readonly emit: Emitter;
  readonly pauses: Pauses;
  readonly bounds: Bindings;
  readonly saving: Saving | undefined;
}

/** The tree must be as it was when its variables were read. */
export function renameUses(tools: RenameTools, { hoisted, shared }: Hoisting): void {
  for (const one of hoisted.values())
    if (isWrittenAnew(one)) for (const use of one.variable.uses) keepInferredName(tools.types, use, one.variable.name);
  bindCaptures(tools, [...hoisted.values()]);
  for (const one of hoisted.values()) for (const use of one.variable.uses) rename(tools, use, one, shared);
}

const isWrittenAnew = ({ as, name, variable }: Hoisted): boolean =>
  as === 'box' || as === 'shared' || name !== variable.name;

/** `f = () => 1`, where `f` is called otherwise → `f1 = { f: () => 1 }.f` */
export function keepInferredName(types: Types, { parent, how, node }: Use, name: string): void {
  if (how === 'reads') return;
  const fields = parent as unknown as Fields;
  const key =
    types.isVariableDeclarator(parent) && parent.id === node
      ? 'init'
      : (types.isAssignmentExpression(parent) || types.isAssignmentPattern(parent)) && parent.left === node
        ? 'right'
        : undefined;
  const value = key === undefined ? undefined : (fields[key] as t.Expression | null);
  if (value) fields[key!] = nameValue(types, value, name);
}

/** `() => i++` → `((i) => () => i.v++)(i)`; a function keeps the name that it would get without the arrow. */
function bindCaptures(tools: RenameTools, all: readonly Hoisted[]): void {
  // Several methods are made with one object or class.
  const found = new Map<t.Node, { readonly nested: Nested; readonly names: Set<string> }>();
  for (const one of all) {
    for (const nested of capturesToBind(one, tools.saving)) {
      const known = found.get(nested.node) ?? { nested, names: new Set() };
      known.names.add(one.name);
      found.set(nested.node, known);
    }
  }
  for (const { nested, names } of found.values()) bindNested(tools, nested, [...names]);
}

function bindNested(
  { types, emit, pauses, bounds }: RenameTools,
  { node, place }: Nested,
  names: readonly string[],
): void {
  const fn = node as t.Expression;
  // `declarations.ts` makes an assignment of a declaration, and binds it then.
  if (types.isFunctionDeclaration(node) || types.isClassDeclaration(node))
    return void bounds.declarations.set(node, names);
  const name = isNameless(types, fn) ? nameGiver(types, place) : undefined;
  const how = { names, name, isDeclared: false };
  if (pauses.holds(node)) bounds.later.set(node, how);
  else putAt(place, bind({ types, emit }, fn, how));
}

/** The field that gives a function its name, by the type of the parent. */
const GIVERS: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  AssignmentExpression: 'left',
  AssignmentPattern: 'left',
  ObjectProperty: 'key',
};

/** The variable or key from which a function takes its name. With a computed key, the whole object is bound, so the function keeps its place. */
function nameGiver(types: Types, { parent }: Place): t.Node | undefined {
  const giver = (parent as unknown as Fields)[GIVERS[parent.type] ?? ''] as t.Node | undefined;
  return types.isIdentifier(giver) || types.isLiteral(giver) ? giver : undefined;
}

function rename(
  { types, emit }: RenameTools,
  use: Use,
  { as, name, variable }: Hoisted,
  shared: string | undefined,
): void {
  const { node, how } = use;
  if (how === 'declares' && variable.kind === 'param') return;
  if (as === 'box') return useMember({ types, emit }, use, name, 'v');
  if (as === 'shared') return useMember({ types, emit }, use, shared!, name);
  if (node.name !== name) useName(types, use, name);
}

/** Another name. */
export function useName(types: Types, { node, parent }: Use, name: string): void {
  if (types.isObjectProperty(parent) && parent.shorthand) {
    parent.shorthand = false;
    // Another plugin may have written one node as both.
    parent.key = types.cloneNode(parent.key);
  }
  node.name = name;
}

/** A member: `i.v`, `<Door.v />`; where it is called `(0, i.v)()`. */
export function useMember(
  { types, emit }: Pick<RenameTools, 'types' | 'emit'>,
  { node, parent }: Use,
  object: string,
  property: string,
): void {
  if (node.type === 'JSXIdentifier') {
    const [holder, name] = [object, property].map((one) => types.jsxIdentifier(one));
    return overwriteNode(types, node, parent, types.jsxMemberExpression(holder!, name!));
  }
  const text = isCallee(parent, node) ? '(0, OBJECT.PROPERTY)' : 'OBJECT.PROPERTY';
  overwriteNode(types, node, parent, emit.expression(text, { OBJECT: object, PROPERTY: property }));
}

function isCallee(parent: t.Node, node: t.Node): boolean {
  const fields = parent as unknown as Fields;
  return fields['callee'] === node || fields['tag'] === node;
}

/** Overwrites a node with the fields of another one: facts that are known by the node stay known. */
export function overwriteNode(types: Types, node: t.Node, parent: t.Node, written: t.Node): void {
  if (types.isObjectProperty(parent) && parent.shorthand) parent.shorthand = false;
  const fields = node as unknown as Fields;
  delete fields['name'];
  for (const key of ['typeAnnotation', 'optional', 'extra']) delete fields[key];
  for (const key of ['type', ...Object.keys(types.NODE_FIELDS[written.type] ?? {})])
    if (key in written) fields[key] = (written as unknown as Fields)[key];
}

export function putAt({ parent, key, index }: Place, node: t.Node): void {
  const fields = parent as unknown as Fields;
  if (index === undefined) fields[key] = node;
  else (fields[key] as t.Node[])[index] = node;
}
