/** What the classes and object literals of a file are: Executors, or not. */
import type { types as t } from '@babel/core';
import { isField, isMember, memberCalled, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { isStatic, type Member, memberName, membersOf } from '../../babel/class-members.js';
import { dotted } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import type { MendAt } from '../../context/diagnostic.js';
import type { Compilation } from '../../context/compilation.js';
import { ADD_MEMBERS } from '../../language/builtins.js';
import { EXECUTOR_CLASS, EXECUTOR_WORDS, MAKES_EXECUTOR } from '../../vocabulary.js';
import { readMembers } from './members.js';
import type { Analysis, Self } from '../facts/facts.js';
import { lexicalOwner, type FunctionContext } from '../facts/function-contexts.js';
import { type MadeExecutors, readMadeExecutors } from './made-executors.js';
import { vocabularyName, wordCalled } from '../names/runtime-words.js';

/**
 * What `implements` and the `extends` of an interface hold: Babel 7 has the first of these names for it, Babel 8 the
 * others.
 */
const HERITAGE = new Set(['TSExpressionWithTypeArguments', 'TSClassImplements', 'TSInterfaceHeritage']);
const UNKNOWN: Self = { kind: 'unknown', name: '', root: undefined };

/** What has been read of the file. */
interface Reader {
  readonly compilation: Compilation;
  readonly known: Map<t.Node, Self>;
  /** These are read when the first is asked for. */
  executors: MadeExecutors | undefined;
  interfaces: ReadonlySet<string> | undefined;
}

/**
 * Notes the calls `this.walk()` and `super.walk()`, with what the file shows of the object. Needs the call sites and the functions; gives
 * `callsOnThis`. Of code that no mark covers only the words of Executor count.
 */
export function noteCallsOnThis({ compilation, facts }: Analysis, objects: Objects): void {
  const { t: types } = compilation;
  const members = readMembers(compilation);
  for (const { path, context } of facts.callSites) {
    const member = memberCalled(path.node);
    const object = member && skipTransparent(member.object);
    const isSuper = types.isSuper(object);
    if (!isSuper && !types.isThisExpression(object)) continue;
    const name = propertyName(types, member!);
    if (!context.isCovered && !EXECUTOR_WORDS.has(name ?? '')) continue;
    const isShown = name !== undefined && members[isSuper ? 'ofSuper' : 'ofThis'](path, name) !== undefined;
    facts.callsOnThis.set(path.node, { name, isSuper, self: objects.of(context), isShown });
  }
}

/** Reads what the classes and object literals of a file are. */
export interface Objects {
  /** The object that `this` is in a context. */
  of(context: FunctionContext): Self;
  /** The variable of an object literal that is no Executor, if nobody else is given the object. */
  variable(object: Path): { readonly name: string; readonly references: readonly Path[] } | undefined;
}

export function makeObjects(compilation: Compilation): Objects {
  const reader: Reader = {
    compilation,
    known: new Map(),
    executors: undefined,
    interfaces: undefined,
  };
  return {
    of: (context) => ofContext(reader, context),
    variable: (object) => (selfOf(reader, object).kind === 'none' ? variableOf(reader, object) : undefined),
  };
}

function ofContext(reader: Reader, context: FunctionContext): Self {
  const home = homeOf(reader, context);
  return home ? selfOf(reader, home) : UNKNOWN;
}

function selfOf(reader: Reader, home: Path): Self {
  const { known } = reader;
  const { t: types } = reader.compilation;
  let self = known.get(home.node);
  if (!self) {
    // Classes that extend each other end here.
    known.set(home.node, UNKNOWN);
    known.set(home.node, (self = types.isClass(home.node) ? ofClass(reader, home) : ofObject(reader, home)));
  }
  return self;
}

/** The class or object literal whose instance `this` is. */
function homeOf(reader: Reader, context: FunctionContext): Path | undefined {
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
  if (superClass && vocabularyName(compilation, path, skipTransparent(superClass)) === EXECUTOR_CLASS)
    return { kind: 'executor', name, root: undefined };
  const base = readMembers(compilation).baseOf(path.node);
  const above = base ? selfOf(reader, base) : undefined;
  if (superClass && (!above || above.kind !== 'none')) return above ? { ...above, name } : UNKNOWN;
  const variable = variableOf(reader, path);
  const isOpen =
    (decorators ?? []).length > 0 ||
    membersOf(reader.compilation.t, path.node).some((one) => isUnclear(reader, one)) ||
    changesItself(reader, path.node);
  if (isOpen || (variable === undefined && !types.isExportDefaultDeclaration(path.parent))) return UNKNOWN;
  if (variable && !variable.references.every((one) => isPlainUseOfClass(reader, one))) return UNKNOWN;
  if (isMadeExecutor(reader, path.node) || isMergedWithInterface(reader, name)) return UNKNOWN;
  return {
    kind: 'none',
    name,
    root: above?.root ?? name,
    mend: above ? above.mend : extendsExecutor(compilation, path),
  };
}

/** A constructor would have to call `super()`. */
function extendsExecutor({ t: types, code }: Compilation, { node }: Path): MendAt | undefined {
  const { id, typeParameters, body } = node as t.Class;
  const at = typeParameters ?? id;
  if (!at || body.body.some((one) => types.isClassMethod(one, { kind: 'constructor' }))) return undefined;
  return { kind: 'replace', text: `${code.slice(at.start!, at.end!)} extends ${EXECUTOR_CLASS}`, at };
}

/** An object literal that a variable of the file holds for itself, and that nobody else is given. */
function ofObject(reader: Reader, path: Path): Self {
  const { compilation } = reader;
  const { t: types } = compilation;
  const { parent, at } = outOfParentheses(path);
  if (parent && at.listKey === 'arguments' && wordCalled(compilation, parent) === MAKES_EXECUTOR)
    return { kind: 'executor', name: '', root: undefined };
  const variable = types.isVariableDeclarator(parent?.node) ? variableOf(reader, path) : undefined;
  if (
    variable === undefined ||
    variable.isExported ||
    membersOf(reader.compilation.t, path.node).some((one) => isUnclear(reader, one))
  )
    return UNKNOWN;
  if (
    changesItself(reader, path.node) ||
    !variable.references.every((one) => isPlainUseOfObject(reader, one)) ||
    isMadeExecutor(reader, path.node)
  )
    return UNKNOWN;
  const text = `${MAKES_EXECUTOR}(${compilation.code.slice(path.node.start!, path.node.end!)})`;
  return { kind: 'none', name: variable.name, root: undefined, mend: { kind: 'replace', text, at: path.node } };
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
    return !membersOf(reader.compilation.t, parent).some((one) => isUnclear(reader, one));
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
  const name = memberName(reader.compilation.t, member);
  return name === undefined || name === '__proto__' || EXECUTOR_WORDS.has(name);
}

function isMergedWithInterface(reader: Reader, name: string): boolean {
  const { paths } = reader.compilation;
  reader.interfaces ??= new Set(paths.ofType('TSInterfaceDeclaration').map(({ node }) => node.id.name));
  return reader.interfaces.has(name);
}

/** `this.wait = …`, `this[name] = …`, `Object.assign(this, …)`, `mixin(this)` */
function changesItself(reader: Reader, root: t.Node): boolean {
  const { t: types } = reader.compilation;
  let found = false;
  types.traverseFast(root, (node) => {
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
    const [object, method] = (dotted(types, node.callee) ?? '').split('.');
    found ||= method === undefined || ADD_MEMBERS.has(object!);
  });
  return found;
}

function isMadeExecutor(reader: Reader, node: t.Node): boolean {
  reader.executors ??= readMadeExecutors(reader.compilation);
  return reader.executors.isUnclear || reader.executors.nodes.has(node);
}
