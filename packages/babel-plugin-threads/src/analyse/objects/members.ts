/** Which functions of the file a class or an object has under a name. */
import type { types as t } from '@babel/core';
import { isField, isMember, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { isStatic, memberName, membersOf } from '../../babel/class-members.js';
import type { Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';

/** What a member holds, as far as the file shows: a function, or it is not known. */
export type Held = t.Node | 'unknown';

/**
 * A class (its instances, or itself), an object literal, or what is only known by a name: `glitch`, `game.guard`,
 * `Guard.prototype`.
 */
interface Holder {
  readonly of: object | string;
  readonly isStatic: boolean;
}

export interface Members {
  /** What `this.name` may be in the function at `path`; undefined if the file does not show it. */
  ofThis(path: Path, name: string): readonly Held[] | undefined;
  ofSuper(path: Path, name: string): readonly Held[] | undefined;
  /** The class of the file that a class extends. */
  baseOf(node: t.Node): Path | undefined;
  /** What `object.name` may be, where a class or an object of the file has that name. */
  ofObject(path: Path, object: t.Node, name: string): readonly Held[] | undefined;
  /** All functions of the file that are a member of that name of anything. */
  named(name: string): readonly Held[];
  /**
   * What the call `object.name()` may be of: where the file does not show the object, any function of that name. What comes
   * from another file is not known.
   */
  ofReceiver(path: Path, object: t.Node, name: string): readonly Held[];
}

interface Reader {
  readonly types: Types;
  readonly classes: Map<t.Node, Path>;
  readonly subclasses: Map<t.Node, t.Node[]>;
  /** By holder, then by name. */
  readonly held: Map<object | string, Map<string, Held[]>>;
  readonly heldStatic: Map<object | string, Map<string, Held[]>>;
  readonly byName: Map<string, Held[]>;
  /** Of variables whose members hold functions. */
  readonly ordinals: Map<object, number>;
}

const readBefore = new WeakMap<Compilation, Reader>();

/** Several passes ask. The file is read once, as nothing is written before the last of them. */
export function readMembers(compilation: Compilation): Members {
  const reader = readBefore.get(compilation) ?? read(compilation);
  readBefore.set(compilation, reader);
  return {
    ofThis: (path, name) => {
      const home = homeOf(reader, path);
      return home && lookUp(reader, home, name);
    },
    ofSuper: (path, name) => {
      const home = homeOf(reader, path);
      const base = home && baseOf(reader, home.of);
      return base && lookUp(reader, { of: base, isStatic: home.isStatic }, name, { withSubclasses: false });
    },
    baseOf: (node) => reader.classes.get(baseOf(reader, node)!),
    ofObject: (path, object, name) => {
      const holder = holderNamed(reader, path, object);
      return holder && lookUp(reader, holder, name);
    },
    named: (name) => reader.byName.get(name) ?? [],
    ofReceiver: (path, object, name) => {
      const holder = holderNamed(reader, path, object);
      const shown = holder && lookUp(reader, holder, name);
      return shown ?? (isImported(reader, path, object) ? ['unknown'] : (reader.byName.get(name) ?? []));
    },
  };
}

/** `hero` and `game.hero`, where `hero` and `game` are imported. */
function isImported({ types }: Reader, path: Path, object: t.Node): boolean {
  let root = skipTransparent(object);
  while (isMember(root)) root = skipTransparent(root.object);
  return types.isIdentifier(root) && types.isModuleSpecifier(path.scope.getBinding(root.name)?.path.node);
}

function read({ t: types, paths }: Compilation): Reader {
  const reader: Reader = {
    types,
    classes: new Map(),
    subclasses: new Map(),
    held: new Map(),
    heldStatic: new Map(),
    byName: new Map(),
    ordinals: new Map(),
  };
  for (const path of paths.ofType('ClassDeclaration', 'ClassExpression')) reader.classes.set(path.node, path);
  const holders = ['ClassDeclaration', 'ClassExpression', 'ObjectExpression', 'AssignmentExpression'] as const;
  for (const path of paths.ofType(...holders)) {
    if (types.isClass(path.node)) noteClass(reader, path);
    else if (types.isObjectExpression(path.node)) noteObject(reader, path);
    else if (types.isAssignmentExpression(path.node)) noteAssignment(reader, path as Path<t.AssignmentExpression>);
  }
  return reader;
}

function noteClass(reader: Reader, path: Path): void {
  const { types, subclasses } = reader;
  const base = baseOf(reader, path.node);
  if (base) subclasses.set(base, [...(subclasses.get(base) ?? []), path.node]);
  for (const member of membersOf(types, path.node)) {
    const name = memberName(types, member);
    if (name === undefined || name === 'constructor') continue;
    const holder: Holder = { of: path.node, isStatic: isStatic(member) };
    if (types.isTSDeclareMethod(member)) declare(reader, holder, name);
    else note(reader, holder, name, heldBy(reader, member));
  }
}

function noteObject(reader: Reader, { node }: Path): void {
  for (const member of membersOf(reader.types, node)) {
    const name = memberName(reader.types, member);
    if (name !== undefined) note(reader, { of: node, isStatic: false }, name, heldBy(reader, member));
  }
}

/** `glitch.isNear = function (…) {…}`, `this.isNear = …` */
function noteAssignment(reader: Reader, path: Path<t.AssignmentExpression>): void {
  const { types } = reader;
  const left = skipTransparent(path.node.left);
  const name = isMember(left) ? nameOfMember(types, left) : undefined;
  if (!isMember(left) || name === undefined) return;
  const object = skipTransparent(left.object);
  const holder = types.isThisExpression(object) ? homeOf(reader, path) : holderNamed(reader, path, object);
  const value = skipTransparent(path.node.right);
  if (holder) note(reader, holder, name, types.isFunction(value) ? value : 'unknown');
  else if (types.isFunction(value)) noteName(reader, name, value);
}

function note(reader: Reader, holder: Holder, name: string, held: Held): void {
  declare(reader, holder, name).push(held);
  if (held !== 'unknown') noteName(reader, name, held);
}

/** There is such a member: an overload, or an abstract method, which subclasses have. */
function declare(reader: Reader, { of, isStatic: ofClass }: Holder, name: string): Held[] {
  const all = ofClass ? reader.heldStatic : reader.held;
  const names = all.get(of) ?? new Map<string, Held[]>();
  all.set(of, names);
  const held = names.get(name) ?? [];
  names.set(name, held);
  return held;
}

function noteName({ byName }: Reader, name: string, held: Held): void {
  const all = byName.get(name);
  if (all) all.push(held);
  else byName.set(name, [held]);
}

/** A method, or the function that a field or a property holds. What a getter gives is not known. */
function heldBy({ types }: Reader, member: t.Node): Held {
  if (types.isObjectMethod(member) || types.isClassMethod(member) || types.isClassPrivateMethod(member))
    return member.kind === 'method' ? member : 'unknown';
  const { value } = member as { value?: t.Node | null };
  const inner = value ? skipTransparent(value) : undefined;
  return types.isFunction(inner) ? inner : 'unknown';
}

/** The member that the class itself, those that it extends and those that extend it have under a name. */
function lookUp(
  reader: Reader,
  holder: Holder,
  name: string,
  { withSubclasses } = { withSubclasses: true },
): Held[] | undefined {
  const names = holder.isStatic ? reader.heldStatic : reader.held;
  const seen = new Set<object | string>();
  let found: Held[] | undefined;
  for (let at: object | string | undefined = holder.of; at !== undefined && !found && !seen.has(at);) {
    seen.add(at);
    found = names.get(at)?.get(name);
    at = baseOf(reader, at);
  }
  if (!found) return undefined;
  const all = [...found];
  const below = withSubclasses ? [holder.of] : [];
  for (const one of below)
    for (const subclass of reader.subclasses.get(one as t.Node) ?? []) {
      if (below.includes(subclass)) continue;
      below.push(subclass);
      all.push(...(names.get(subclass)?.get(name) ?? []));
    }
  return all.length === 0 ? ['unknown'] : all;
}

/** What `this` is in the function at `path`, arrows around it left out. */
function homeOf(reader: Reader, path: Path): Holder | undefined {
  const { types } = reader;
  for (let at: Path | null = path; at; at = at.parentPath) {
    const { node, parentPath } = at;
    if (types.isStaticBlock(node)) return { of: parentPath!.parent, isStatic: true };
    if (parentPath && isField(parentPath.node) && at.key === 'value' && !isPlainFunction(types, node))
      return { of: parentPath.parentPath!.parent, isStatic: isStatic(parentPath.node) };
    if (types.isFunction(node) && !types.isArrowFunctionExpression(node)) return homeOfFunction(reader, at);
  }
  return undefined;
}

const isPlainFunction = (types: Types, node: t.Node): boolean =>
  types.isFunction(node) && !types.isArrowFunctionExpression(node);

function homeOfFunction(reader: Reader, path: Path): Holder | undefined {
  const { types } = reader;
  const { node } = path;
  if (types.isClassMethod(node) || types.isClassPrivateMethod(node))
    return { of: path.parentPath!.parent, isStatic: isStatic(node) };
  if (types.isObjectMethod(node)) return { of: path.parent, isStatic: false };
  const { at, parent } = outOfParentheses(path);
  if (!parent) return undefined;
  if (isField(parent.node) && at.key === 'value')
    return { of: parent.parentPath!.parent, isStatic: isStatic(parent.node) };
  if (types.isObjectProperty(parent.node) && at.key === 'value') return { of: parent.parent, isStatic: false };
  const left = types.isAssignmentExpression(parent.node) && at.key === 'right' ? parent.node.left : undefined;
  const target = left && skipTransparent(left);
  if (!isMember(target)) return undefined;
  const object = skipTransparent(target.object);
  return types.isThisExpression(object) ? homeOf(reader, parent) : holderNamed(reader, parent, object);
}

/** The class or object that a name stands for. */
function holderNamed(reader: Reader, path: Path, wrapped: t.Node): Holder | undefined {
  const { types } = reader;
  const node = skipTransparent(wrapped);
  if (types.isIdentifier(node)) {
    const binding = path.scope.getBinding(node.name);
    if (!binding) return { of: node.name, isStatic: false };
    const declared = binding.path.node;
    const init = types.isVariableDeclarator(declared) && types.isIdentifier(declared.id) ? declared.init : undefined;
    const value = init ? skipTransparent(init) : declared;
    if (binding.constant && types.isClass(value)) return { of: value, isStatic: true };
    if (binding.constant && types.isObjectExpression(value)) return { of: value, isStatic: false };
    const isParameter = (binding.kind as string) === 'param';
    return isParameter || types.isForXStatement(binding.path.parentPath?.parent)
      ? undefined
      : { of: binding.identifier, isStatic: false };
  }
  if (!isMember(node)) return undefined;
  const name = nameOfMember(types, node);
  const above = name === undefined ? undefined : holderNamed(reader, path, node.object);
  if (!above || name === undefined) return undefined;
  if (above.isStatic && name === 'prototype') return { of: above.of, isStatic: false };
  return { of: keyBelow(reader, above.of, name), isStatic: false };
}

/** One key for each `guard` of one `game`. */
function keyBelow({ ordinals }: Reader, above: object | string, name: string): string {
  if (typeof above === 'string') return `${above}.${name}`;
  const ordinal = ordinals.get(above) ?? ordinals.size;
  ordinals.set(above, ordinal);
  return `${ordinal}.${name}`;
}

/** The class of the file that a class extends. */
function baseOf({ types, classes }: Reader, of: object | string): t.Node | undefined {
  const path = typeof of === 'string' ? undefined : classes.get(of as t.Node);
  const { superClass } = (path?.node ?? {}) as { superClass?: t.Node | null };
  const named = superClass ? skipTransparent(superClass) : undefined;
  const binding = types.isIdentifier(named) ? path!.scope.getBinding(named.name) : undefined;
  if (!binding?.constant) return undefined;
  const declared = binding.path.node;
  const held = types.isVariableDeclarator(declared) && declared.init ? skipTransparent(declared.init) : declared;
  return types.isClass(held) && held !== of ? held : undefined;
}

/** `open` of `door.open`, `#open` of `this.#open`. */
export function nameOfMember(
  types: Types,
  { property, computed }: t.MemberExpression | t.OptionalMemberExpression,
): string | undefined {
  if (types.isPrivateName(property)) return `#${property.id.name}`;
  if (types.isIdentifier(property) && !computed) return property.name;
  return types.isStringLiteral(property) ? property.value : undefined;
}
