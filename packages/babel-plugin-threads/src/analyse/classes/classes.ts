/** The classes and objects of a file: what `this` and a name stand for, what extends what, which members they have. */
import type { types as t } from '@babel/core';
import {
  assignmentTargetsOf,
  isClass,
  isField,
  isFunction,
  isMember,
  isThisOrSuper,
  outOfParentheses,
  skipTransparent,
} from '../../babel/ast.js';
import { constantValue } from '../../babel/bindings.js';
import { isStatic, type Member, memberName, membersOf } from '../../babel/class-members.js';
import { addTo } from '../../babel/lists.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import type { FunctionPlan, Plan } from '../../plan.js';
import { MAKES_EXECUTOR, MAKES_LIBRARY } from '../../vocabulary.js';
import type { Analysis } from '../facts/facts.js';
import { lexicalOwner } from '../facts/function-contexts.js';
import { vocabularyName, wordCalled } from '../names/runtime-words.js';

/** The function that a member holds; undefined if the file does not show what it holds. */
export type Held = t.Node | undefined;

/** The functions of the Plan that these are; undefined if one is none, or is not known. */
export function compiledOf({ functions }: Plan, held: readonly Held[]): FunctionPlan[] | undefined {
  const found = held.map((one) => one && functions.get(one));
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** What has members: the objects of a class, the class itself, an object literal, or what is known by a name alone. */
export interface Holder {
  /** The class or the object literal. */
  readonly path: Path | undefined;
  /** It is the class itself, and not its objects. */
  readonly isStatic: boolean;
  /** The same of the class that a class extends. */
  base: Holder | undefined;
  /** The same of the classes that extend a class. */
  readonly derived: Holder[];
  readonly members: Map<string, Held[]>;
  /** `guard` of `game.guard`; `prototype` of a class are its objects. */
  readonly parts: Map<string, Holder>;
}

/** A function that is a member, whatever gives it to what has it: a class, a literal or an assignment. */
export interface OwnMember {
  /** Undefined for an object that has no fixed name. */
  readonly owner: Holder | undefined;
  readonly name: string | undefined;
  readonly key: t.Node;
}

export interface Classes {
  /** What `this` is in the code at `path`, or in the function that stands there. */
  thisAt(path: ListedPath): Holder | undefined;
  /** The member that the function at `path` is. */
  memberAt(path: ListedPath): OwnMember | undefined;
  /** What `door`, `game.guard`, `new Door()`, `this` and `super` are; undefined for what has no fixed name. */
  holderOf(path: ListedPath, object: t.Node): Holder | undefined;
  /** What `object.name` may be, with what overrides it; undefined if the file does not show the object or such a member. */
  held(path: ListedPath, object: t.Node, name: string): readonly Held[] | undefined;
  /** There may be a member of that name, also of what it extends or of what extends it. */
  hasMember(holder: Holder, name: string): boolean;
  /** All functions of the file that are a member of that name of anything. */
  named(name: string): readonly Held[];
  /**
   * What the call `object.name()` may be of: where the file does not show the object, any function of that name. What comes
   * from another file is not known.
   */
  ofReceiver(path: ListedPath, object: t.Node, name: string): readonly Held[];
  /** It is a member of what is given to `asLibrary`, which owns nothing: a call of it runs in the thread that makes it. */
  isOfLibrary(fn: FunctionPlan): boolean;
}

/** The holders of a file while it is read, and for those who ask then. */
interface Model {
  readonly compilation: Compilation;
  readonly types: Types;
  readonly facts: Analysis['facts'];
  /** By the class, the literal or the identifier that declares a variable; a free name by itself. */
  readonly holders: Map<t.Node | string, Holder>;
  readonly named: Map<string, t.Node[]>;
  /** Names that are given to objects of which it is not known what they are: they may be of any class. */
  readonly loose: Set<string>;
}

const readBefore = new WeakMap<Analysis['compilation'], Classes>();

/** Several passes ask. The file is read once, as nothing is written before the last of them. */
export function readClasses(analysis: Analysis): Classes {
  const { compilation } = analysis;
  const known = readBefore.get(compilation);
  if (known) return known;
  const model = readModel(analysis);
  const { types, named } = model;
  let libraries: ReadonlySet<Holder | undefined> | undefined;
  const classes: Classes = {
    thisAt: (path) => thisAt(model, path),
    memberAt: (path) => memberAt(model, path),
    holderOf: (path, object) => holderOf(model, path, object),
    held(path, object, name) {
      const holder = holderOf(model, path, object);
      return holder && (object.type === 'Super' ? findInherited(holder, name) : withOverrides(holder, name));
    },
    hasMember: (holder, name) => hasMember(model, holder, name),
    named: (name) => named.get(name) ?? [],
    ofReceiver(path, object, name) {
      const showing = classes.held(path, object, name);
      return showing ?? (isImported(types, path, object) ? [undefined] : classes.named(name));
    },
    isOfLibrary({ path }) {
      const owner = memberAt(model, path)?.owner;
      return owner !== undefined && (libraries ??= readLibraries(model)).has(owner);
    },
  };
  readBefore.set(compilation, classes);
  return classes;
}

/** What a holder has under a name, itself or from what it extends: empty if that is only declared. */
function findDeclared(holder: Holder, name: string): readonly Held[] | undefined {
  return holder.members.get(name) ?? (holder.base && findDeclared(holder.base, name));
}

/** What the classes below a class have under a name. */
const findOverrides = ({ derived }: Holder, name: string): Held[] =>
  derived.flatMap((one) => [...(one.members.get(name) ?? []), ...findOverrides(one, name)]);

/** The same, for those who want the functions: what is only declared is not known. */
export function findInherited(holder: Holder, name: string): readonly Held[] | undefined {
  const own = findDeclared(holder, name);
  return own?.length === 0 ? [undefined] : own;
}

function withOverrides(holder: Holder, name: string): readonly Held[] | undefined {
  const own = findDeclared(holder, name);
  const all = own && [...own, ...findOverrides(holder, name)];
  return all?.length === 0 ? [undefined] : all;
}

function hasMember({ loose }: Model, holder: Holder, name: string): boolean {
  const isOfObjects = isClass(holder.path?.node) && !holder.isStatic;
  if (isOfObjects && loose.has(name)) return true;
  return findDeclared(holder, name) !== undefined || findOverrides(holder, name).length > 0;
}

/** `hero` and `game.hero`, where `hero` and `game` are imported. */
function isImported(types: Types, path: Path, object: t.Node): boolean {
  let root = skipTransparent(object);
  while (isMember(root)) root = skipTransparent(root.object);
  return root.type === 'Identifier' && types.isModuleSpecifier(path.scope.getBinding(root.name)?.path.node);
}

function readModel({ compilation, facts }: Analysis): Model {
  const { t: types, paths } = compilation;
  const model: Model = { compilation, types, facts, holders: new Map(), named: new Map(), loose: new Set() };
  const { holders } = model;
  const classes = paths.ofType('ClassDeclaration', 'ClassExpression');
  for (const path of classes) {
    const parts = new Map([['prototype', makeHolder(path, false)]]);
    holders.set(path.node, { ...makeHolder(path, true), parts });
  }
  for (const path of paths.ofType('ObjectExpression')) holders.set(path.node, makeHolder(path, false));
  for (const path of classes) linkBase(model, path);
  const showing = ['ClassDeclaration', 'ClassExpression', 'ObjectExpression', 'AssignmentExpression'] as const;
  for (const path of paths.ofType(...showing)) {
    if (path.node.type === 'AssignmentExpression') noteAssignment(model, path as ListedPath<t.AssignmentExpression>);
    else noteMembers(model, path);
  }
  return model;
}

const makeHolder = (path: Path | undefined, isOfStatics: boolean): Holder => ({
  path,
  isStatic: isOfStatics,
  base: undefined,
  derived: [],
  members: new Map(),
  parts: new Map(),
});

/** A class that extends itself, by way of others, is left without a base. */
function linkBase(model: Model, path: ListedPath<t.Class>): void {
  const { holders } = model;
  const { superClass } = path.node;
  const given = superClass && constantValue(path, superClass);
  const value = given && constantValue(path, givenBack(model, path, given));
  const base = isClass(value) ? holders.get(value)! : undefined;
  const klass = holders.get(path.node)!;
  for (let at = base; at; at = at.base) if (at === klass) return;
  if (base) for (const isOfStatics of [true, false]) linkHolder(sideOf(klass, isOfStatics), sideOf(base, isOfStatics));
}

function linkHolder(holder: Holder, base: Holder): void {
  holder.base = base;
  base.derived.push(holder);
}

/** The class itself, or its objects. */
const sideOf = (klass: Holder, isOfStatics: boolean): Holder => (isOfStatics ? klass : klass.parts.get('prototype')!);

function noteMembers(model: Model, { node }: ListedPath): void {
  const { types, holders } = model;
  const owner = holders.get(node)!;
  for (const member of membersOf(node)) {
    const name = memberName(member);
    if (name === undefined || (owner.isStatic && name === 'constructor')) continue;
    const holder = owner.isStatic ? sideOf(owner, isStatic(member)) : owner;
    // An overload, or an abstract method, which derived classes have.
    if (member.type === 'TSDeclareMethod') declareMember(holder, name);
    else noteMember(model, holder, name, heldBy(types, member));
  }
}

/** `glitch.isNear = function (…) {…}`, `this.isNear = …`, `[glitch.isNear] = …` */
function noteAssignment(model: Model, path: ListedPath<t.AssignmentExpression>): void {
  const { left, right } = path.node;
  const value = isMember(skipTransparent(left)) ? skipTransparent(right) : undefined;
  const held = isFunction(value) ? value : undefined;
  for (const target of assignmentTargetsOf(left)) {
    const member = skipTransparent(target);
    const name = isMember(member) ? propertyName(member) : undefined;
    if (!isMember(member) || name === undefined) continue;
    const holder = holderOf(model, path, member.object);
    if (!holder?.path) model.loose.add(name);
    if (holder) noteMember(model, holder, name, held);
    else if (held) addTo(model.named, name, held);
  }
}

function noteMember(model: Model, holder: Holder, name: string, held: Held): void {
  declareMember(holder, name).push(held);
  if (held) addTo(model.named, name, held);
}

function declareMember({ members }: Holder, name: string): Held[] {
  const held = members.get(name) ?? [];
  members.set(name, held);
  return held;
}

/** A method, or the function that a field or a property holds. What a getter gives is not known. */
function heldBy(types: Types, member: Member): Held {
  if (types.isMethod(member)) return member.kind === 'method' ? member : undefined;
  const { value } = member as { value?: t.Node | null };
  const inner = value ? skipTransparent(value) : undefined;
  return isFunction(inner) ? inner : undefined;
}

function thisAt(model: Model, path: ListedPath): Holder | undefined {
  const { facts } = model;
  const { contexts } = facts;
  const { kind, path: owner } = lexicalOwner(isFunction(path.node) ? contexts.of(path) : contexts.around(path));
  if (kind === 'function') return memberAt(model, owner)?.owner;
  return kind === 'field' || kind === 'static' ? memberOf(model, owner)?.owner : undefined;
}

/** The method that a function is, or what the field, the property or the assignment around gives it to. */
function memberAt(model: Model, path: ListedPath): OwnMember | undefined {
  const { types } = model;
  if (types.isMethod(path.node)) return memberOf(model, path);
  const { at, parent } = outOfParentheses(path) as { at: ListedPath; parent: ListedPath | null };
  if (!parent) return undefined;
  const isValue =
    parent.node.type === 'AssignmentExpression'
      ? at.key === 'right'
      : (isField(parent.node) || parent.node.type === 'ObjectProperty') && at.key === 'value';
  return isValue ? memberOf(model, parent) : undefined;
}

function memberOf(model: Model, { node, parentPath }: ListedPath): OwnMember | undefined {
  const { holders } = model;
  if (node.type === 'AssignmentExpression') {
    const target = skipTransparent(node.left);
    if (!isMember(target)) return undefined;
    const owner = holderOf(model, parentPath!, target.object);
    return { owner, name: propertyName(target), key: target.property };
  }
  const member = node as Member & { readonly key: t.Node };
  const holder = holders.get(parentPath!.node) ?? holders.get(parentPath!.parent)!;
  const owner = holder.isStatic ? sideOf(holder, node.type === 'StaticBlock' || isStatic(member)) : holder;
  return { owner, name: memberName(member), key: member.key };
}

function holderOf(model: Model, path: ListedPath, object: t.Node): Holder | undefined {
  const { holders } = model;
  const node = skipTransparent(object);
  switch (node.type) {
    case 'ThisExpression':
      return thisAt(model, path);
    case 'Super':
      return thisAt(model, path)?.base;
    case 'Identifier': {
      const value = constantValue(path, node);
      return (value && holders.get(givenBack(model, path, value))) ?? holderOfVariable(model, path, node.name);
    }
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const name = propertyName(node);
      // `this.door` may be another object in each method that sets it.
      const above = name === undefined || isThisOrSuper(node.object) ? undefined : holderOf(model, path, node.object);
      return above && holderAt(above.parts, name!);
    }
    case 'NewExpression':
      return holderOf(model, path, node.callee)?.parts.get('prototype');
    default:
      return holders.get(node);
  }
}

/** What is given to `asLibrary`. */
function readLibraries(model: Model): ReadonlySet<Holder | undefined> {
  const { compilation } = model;
  const calls = compilation.paths.ofType('CallExpression');
  const given = calls.filter((path) => wordCalled(compilation, path) === MAKES_LIBRARY);
  return new Set(given.map((path) => path.node.arguments[0] && holderOf(model, path, path.node.arguments[0])));
}

/** `{…}` of `asLibrary({…})` and `withSchema({…})`, `Sprite` of `asExecutor(Sprite)` */
function givenBack({ compilation, facts }: Model, path: ListedPath, value: t.Node): t.Node {
  const [given] = value.type === 'CallExpression' ? value.arguments : [];
  const word = given && vocabularyName(compilation, path, skipTransparent((value as t.CallExpression).callee));
  return word === MAKES_EXECUTOR || word === MAKES_LIBRARY
    ? skipTransparent(given!)
    : (facts.schemas.given.get(value) ?? value);
}

/** What is only known by its name. A parameter, and the variable of `for (const guard of guards)`, mean more than one object. */
function holderOfVariable({ types, holders }: Model, path: ListedPath, name: string): Holder | undefined {
  const binding = path.scope.getBinding(name);
  const isParameter = (binding?.kind as string) === 'param';
  if (isParameter || types.isForXStatement(binding?.path.parentPath?.parent)) return undefined;
  return holderAt<t.Node | string>(holders, binding?.identifier ?? name);
}

function holderAt<K>(parts: Map<K, Holder>, key: K): Holder {
  const part = parts.get(key) ?? makeHolder(undefined, false);
  parts.set(key, part);
  return part;
}
