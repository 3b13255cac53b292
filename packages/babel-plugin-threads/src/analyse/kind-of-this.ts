import type { types as t } from '@babel/core';
import { propertyName } from '../babel/property-name.js';
import { vocabularyName, wordCalled } from './runtime-words.js';
import type { Compilation } from '../context/compilation.js';
import { dotted } from '../babel/function-names.js';
import type { Path } from '../babel/path.js';
import { lexicalOwner, type FunctionContext } from './function-contexts.js';
import { skipTransparent, isField, isMember, outOfParentheses, walk } from '../babel/ast.js';
import { EXECUTOR_WORDS } from '../vocabulary.js';

/** What the file shows of the object that `this` is. */
export interface Self {
  /** `unknown`: what makes an Executor of it may stand elsewhere. */
  readonly kind: 'executor' | 'none' | 'unknown';
  /** How a reader names the class or the object. */
  readonly name: string;
  /** The class that would have to extend `Executor`; undefined for an object literal. */
  readonly root: string | undefined;
}

/** Reads what the classes and object literals of a file are. */
export interface Selves {
  /** The object that `this` is in a context. */
  of(context: FunctionContext): Self;
  /** The method that `this.name` or `super.name` is there, as far as the file shows it. */
  method(context: FunctionContext, name: string, isSuper: boolean): t.Node | undefined;
  /** The variable of an object literal, if nobody else is given the object. */
  group(object: Path): { readonly name: string; readonly references: readonly Path[] } | undefined;
}

/** What `implements` and the `extends` of an interface hold: Babel 7 has the first of these names for it, Babel 8 the others. */
const HERITAGE = new Set(['TSExpressionWithTypeArguments', 'TSClassImplements', 'TSInterfaceHeritage']);
const UNKNOWN: Self = { kind: 'unknown', name: '', root: undefined };
type Member = t.ClassBody['body'][number] | t.ObjectExpression['properties'][number];

/** What the file gives to `asExecutor`. */
interface Given {
  readonly nodes: Set<t.Node>;
  isUnclear: boolean;
}

/** What has been read of the file. */
interface Reader {
  readonly compilation: Compilation;
  readonly known: Map<t.Node, Self>;
  given: Given | undefined;
}

export function makeSelves(compilation: Compilation): Selves {
  const reader: Reader = { compilation, known: new Map(), given: undefined };
  return {
    of: (context) => ofContext(reader, context),
    method: (context, name, isSuper) => method(reader, context, name, isSuper),
    group: (object) => group(reader, object),
  };
}

function ofContext(reader: Reader, context: FunctionContext): Self {
  const holder = holderOf(reader, context);
  return holder ? selfOf(reader, holder) : UNKNOWN;
}

function selfOf(reader: Reader, holder: Path): Self {
  const { known } = reader;
  const { t: types } = reader.compilation;
  let self = known.get(holder.node);
  if (!self) {
    // Classes that extend each other end here.
    known.set(holder.node, UNKNOWN);
    known.set(holder.node, (self = types.isClass(holder.node) ? ofClass(reader, holder) : ofObject(reader, holder)));
  }
  return self;
}

function group(reader: Reader, object: Path): { name: string; references: readonly Path[] } | undefined {
  return selfOf(reader, object).kind === 'none' ? variableOf(reader, object) : undefined;
}

function method(reader: Reader, context: FunctionContext, name: string, isSuper: boolean): t.Node | undefined {
  const holder = holderOf(reader, context);
  const seen = new Set<t.Node>();
  for (
    let at = isSuper && holder ? baseOf(reader, holder) : holder;
    at && !seen.has(at.node);
    at = baseOf(reader, at)
  ) {
    seen.add(at.node);
    const found = membersOf(reader, at.node).find((one) => !isStatic(one) && nameOf(reader, one) === name);
    if (found) return 'value' in found && found.value ? skipTransparent(found.value) : found;
  }
  return undefined;
}

/** The class or object literal whose instance `this` is. */
function holderOf(reader: Reader, context: FunctionContext): Path | undefined {
  const { t: types } = reader.compilation;
  const { path } = lexicalOwner(context);
  const member = types.isFunctionExpression(path.node) ? outOfParentheses(path).parent : path;
  if (!member) return undefined;
  if (types.isObjectMethod(member.node)) return member.parentPath!;
  if (types.isObjectProperty(member.node)) return member.node.value === path.node ? member.parentPath! : undefined;
  const isOfClass = types.isClassMethod(member.node) || types.isClassPrivateMethod(member.node) || isField(member.node);
  return isOfClass && !isStatic(member.node) ? member.parentPath!.parentPath! : undefined;
}

function ofClass(reader: Reader, path: Path): Self {
  const { compilation } = reader;
  const { t: types } = compilation;
  const { superClass, id, decorators } = path.node as t.Class;
  const name = id?.name ?? variableOf(reader, path)?.name ?? 'the class';
  if (superClass && vocabularyName(compilation, path, skipTransparent(superClass)) === 'Executor')
    return { kind: 'executor', name, root: undefined };
  const base = baseOf(reader, path);
  const above = base ? selfOf(reader, base) : undefined;
  if (superClass && (!above || above.kind !== 'none')) return above ? { ...above, name } : UNKNOWN;
  const variable = variableOf(reader, path);
  const isOpen =
    (decorators ?? []).length > 0 ||
    membersOf(reader, path.node).some((one) => isUnclear(reader, one)) ||
    changesItself(reader, path.node);
  if (isOpen || (variable === undefined && !types.isExportDefaultDeclaration(path.parent))) return UNKNOWN;
  if (variable && !variable.references.every((one) => isPlainUseOfClass(reader, one))) return UNKNOWN;
  if (isGiven(reader, path.node) || isMergedWithInterface(reader, name)) return UNKNOWN;
  return { kind: 'none', name, root: above?.root ?? name };
}

/** An object literal that a variable of the file holds for itself, and that nobody else is given. */
function ofObject(reader: Reader, path: Path): Self {
  const { compilation } = reader;
  const { t: types } = compilation;
  const { parent, at } = outOfParentheses(path);
  if (parent && at.listKey === 'arguments' && wordCalled(compilation, parent) === 'asExecutor')
    return { kind: 'executor', name: '', root: undefined };
  const variable = types.isVariableDeclarator(parent?.node) ? variableOf(reader, path) : undefined;
  if (
    variable === undefined ||
    variable.isExported ||
    membersOf(reader, path.node).some((one) => isUnclear(reader, one))
  )
    return UNKNOWN;
  if (
    changesItself(reader, path.node) ||
    !variable.references.every((one) => isPlainUseOfObject(reader, one)) ||
    isGiven(reader, path.node)
  )
    return UNKNOWN;
  return { kind: 'none', name: variable.name, root: undefined };
}

/** The class of the file that a class extends. */
function baseOf(reader: Reader, { node, scope }: Path): Path | undefined {
  const { t: types, paths } = reader.compilation;
  const superClass = types.isClass(node) && node.superClass ? skipTransparent(node.superClass) : undefined;
  const binding = types.isIdentifier(superClass) ? scope.getBinding(superClass.name) : undefined;
  if (!binding?.constant) return undefined;
  const declared = binding.path.node;
  const held = types.isVariableDeclarator(declared) && declared.init ? skipTransparent(declared.init) : declared;
  if (!types.isClass(held) || held === node) return undefined;
  return paths.all.find((path) => path.node === held);
}

/** The variable that holds a class or an object for good, and wherever it is named. */
function variableOf(
  reader: Reader,
  path: Path,
): { readonly name: string; readonly isExported: boolean; readonly references: readonly Path[] } | undefined {
  const { t: types, program } = reader.compilation;
  const { parent } = outOfParentheses(path);
  const id = types.isClassDeclaration(path.node)
    ? path.node.id
    : types.isVariableDeclarator(parent?.node)
      ? parent.node.id
      : undefined;
  if (!types.isIdentifier(id)) return undefined;
  const scope = types.isClassDeclaration(path.node) ? path.parentPath!.scope : path.scope;
  const binding = scope.getBinding(id.name);
  if (!binding?.constant) return undefined;
  const statement = types.isClassDeclaration(path.node) ? path : parent!.parentPath!;
  const isShared = program.node.sourceType === 'script' && binding.scope === program.scope;
  const isExported =
    isShared ||
    types.isExportDeclaration(statement.parent) ||
    binding.referencePaths.some(
      (one) => types.isExportSpecifier(one.parent) || types.isExportDefaultDeclaration(one.parent),
    );
  return { name: id.name, isExported, references: binding.referencePaths };
}

function isPlainUseOfClass(reader: Reader, reference: Path): boolean {
  const { node, parent, key } = reference;
  const { t: types } = reader.compilation;
  if (types.isExportDeclaration(node)) return true;
  if (types.isNewExpression(parent) && key === 'callee') return true;
  if (types.isClass(parent) && key === 'superClass')
    return !membersOf(reader, parent).some((one) => isUnclear(reader, one));
  if (types.isBinaryExpression(parent, { operator: 'instanceof' })) return true;
  if (types.isExportDeclaration(parent) || types.isExportSpecifier(parent)) return true;
  if (isMember(parent) && key === 'object') return propertyName(types, parent) !== 'prototype';
  return types.isTypeScript(parent) && !HERITAGE.has(parent.type);
}

function isPlainUseOfObject(reader: Reader, reference: Path): boolean {
  const { parent, key, parentPath } = reference;
  const { t: types } = reader.compilation;
  if (types.isTypeScript(parent)) return true;
  if (!isMember(parent) || key !== 'object') return false;
  const isWritten = types.isAssignmentExpression(parentPath!.parent) && parentPath!.key === 'left';
  const name = propertyName(types, parent);
  return !isWritten || (name !== undefined && !EXECUTOR_WORDS.has(name));
}

/** A member that may have any name, or one of Executor's: what it says is not looked into. */
function isUnclear(reader: Reader, member: Member): boolean {
  const { t: types } = reader.compilation;
  if (types.isSpreadElement(member) || types.isTSIndexSignature(member)) return true;
  if (types.isStaticBlock(member) || isStatic(member)) return false;
  if (types.isClassMethod(member, { kind: 'constructor' }))
    return member.params.some((one) => types.isTSParameterProperty(one));
  const name = nameOf(reader, member);
  return name === undefined || name === '__proto__' || EXECUTOR_WORDS.has(name);
}

function isMergedWithInterface(reader: Reader, name: string): boolean {
  const { t: types, paths } = reader.compilation;
  return paths.all.some(({ node }) => types.isTSInterfaceDeclaration(node) && node.id.name === name);
}

/** `this.wait = …`, `this[name] = …`, `Object.assign(this, …)`, `mixin(this)` */
function changesItself(reader: Reader, root: t.Node): boolean {
  const { t: types } = reader.compilation;
  let found = false;
  walk(types, root, (node) => {
    if (
      types.isAssignmentExpression(node) &&
      isMember(node.left) &&
      types.isThisExpression(skipTransparent(node.left.object))
    ) {
      const name = propertyName(types, node.left);
      found ||= name === undefined || EXECUTOR_WORDS.has(name);
    }
    if (!types.isCallExpression(node) || !node.arguments.some((one) => types.isThisExpression(skipTransparent(one))))
      return;
    const called = dotted(types, node.callee) ?? '';
    found ||= !called.includes('.') || /^(?:Object|Reflect)\./.test(called);
  });
  return found;
}

/** `asExecutor(new Tower())`, `const tower = new Tower(); asExecutor(tower)`; of anything else it is not known what it is. */
function isGiven(reader: Reader, node: t.Node): boolean {
  const given = (reader.given ??= readGiven(reader));
  return given.isUnclear || given.nodes.has(node);
}

function readGiven(reader: Reader): Given {
  const { compilation } = reader;
  const { t: types, paths } = compilation;
  const found: Given = { nodes: new Set(), isUnclear: false };
  for (const path of paths.all) {
    if (!types.isCallExpression(path.node) || wordCalled(compilation, path) !== 'asExecutor') continue;
    const [argument] = path.node.arguments;
    if (argument) give(reader, found, path, skipTransparent(argument));
  }
  return found;
}

function give(reader: Reader, found: Given, at: Path, value: t.Node): void {
  const { t: types } = reader.compilation;
  if (types.isObjectExpression(value)) return void found.nodes.add(value);
  if (types.isThisExpression(value)) return;
  const binding = types.isIdentifier(value) ? at.scope.getBinding(value.name) : undefined;
  const { init } = (binding?.constant ? binding.path.node : {}) as { init?: t.Node | null };
  if (init && !types.isIdentifier(skipTransparent(init))) return give(reader, found, at, skipTransparent(init));
  const called = types.isNewExpression(value) ? skipTransparent(value.callee) : undefined;
  const klass = types.isIdentifier(called) ? at.scope.getBinding(called.name)?.path.node : undefined;
  const held = types.isVariableDeclarator(klass) && klass.init ? skipTransparent(klass.init) : klass;
  if (types.isClass(held)) found.nodes.add(held);
  else found.isUnclear = true;
}

function membersOf(reader: Reader, node: t.Node): readonly Member[] {
  const { t: types } = reader.compilation;
  if (types.isObjectExpression(node)) return node.properties;
  return types.isClass(node) ? node.body.body : [];
}

function nameOf(reader: Reader, member: Member): string | undefined {
  const { t: types } = reader.compilation;
  if (!('key' in member)) return undefined;
  const { key, computed } = member as { key: t.Node; computed?: boolean };
  if (types.isPrivateName(key)) return `#${key.id.name}`;
  if (types.isIdentifier(key) && !computed) return key.name;
  return types.isStringLiteral(key) || types.isNumericLiteral(key) ? String(key.value) : undefined;
}

function isStatic(member: Member): boolean {
  return 'static' in member && member.static === true;
}
