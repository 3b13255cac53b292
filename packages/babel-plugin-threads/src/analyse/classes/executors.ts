/** Which classes and objects of a file are Executors, and which are none. */
import type { types as t } from '@babel/core';
import {
  isAssignmentTarget,
  isClass,
  isMember,
  isThisOrSuper,
  memberCalled,
  outOfParentheses,
  skipTransparent,
} from '../../babel/ast.js';
import { bindingOf, type Binding, constantValue } from '../../babel/bindings.js';
import { isStatic, type Member, memberName, membersOf } from '../../babel/class-members.js';
import { dotted, propertyName } from '../../babel/function-names.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { type MendAt, replaceBy } from '../../context/diagnostic.js';
import { ADD_MEMBERS } from '../../language/builtins.js';
import { EXECUTOR_CLASS, MAKES_EXECUTOR } from '../../vocabulary.js';
import type { Analysis } from '../facts/facts.js';
import { vocabularyName, wordCalled } from '../names/runtime-words.js';
import { type Classes, type Holder, readClasses } from './classes.js';

/** What the file shows of the object that `this` is. */
export interface Self {
  /** `unknown`: what makes an Executor of it may be elsewhere. */
  readonly kind: 'executor' | 'none' | 'unknown';
  /** How a reader names the class or the object. */
  readonly name: string;
  /** The class that would have to extend `Executor`; undefined for an object literal. */
  readonly root: string | undefined;
  /** `this` is the class itself. */
  readonly isStatic?: boolean;
  /** The change that would make it an executor, if it is none and one change is enough. */
  readonly mend?: MendAt | undefined;
}

/** A call on `this` or `super`. */
export interface CallOnThis {
  /** `walk` of `this.walk()`; undefined where only the run knows it. */
  readonly name: string | undefined;
  readonly on: 'this' | 'super';
  readonly self: Self;
  /** The file shows a member of that name. */
  readonly isShown: boolean;
}

const UNKNOWN: Self = { kind: 'unknown', name: '', root: undefined };

/**
 * What `implements` and the `extends` of an interface hold: Babel 7 has the first of these names for it, Babel 8 the
 * others.
 */
const HERITAGE = new Set(['TSExpressionWithTypeArguments', 'TSClassImplements', 'TSInterfaceHeritage']);

/** What the file shows of all its classes and objects. */
interface Executors {
  readonly compilation: Compilation;
  readonly classes: Classes;
  readonly selves: Map<Holder, Self>;
  /** What `asExecutor` is given; undefined if it is given something that is not known: it may be any. */
  readonly made: ReadonlySet<Holder> | undefined;
  /** What gets members whose names are not known from its own code. */
  readonly open: ReadonlySet<Holder | undefined>;
  /** Classes of these names are merged with an interface or a namespace. */
  readonly merged: ReadonlySet<string>;
}

const readBefore = new WeakMap<Compilation, Executors>();

function readExecutors(analysis: Analysis): Executors {
  const { compilation, facts } = analysis;
  const known = readBefore.get(compilation);
  if (known) return known;
  const { paths } = compilation;
  const classes = readClasses(analysis);
  const open = facts.thisExpressions.filter((path) => givesUnknownMembers(path)).map((path) => classes.thisAt(path));
  const merged = paths.ofType('TSInterfaceDeclaration', 'TSModuleDeclaration').map(({ node: { id } }) => id);
  const executors: Executors = {
    compilation,
    classes,
    selves: new Map(),
    made: readGivenToAsExecutor(compilation, classes),
    open: new Set(open),
    merged: new Set(merged.flatMap((id) => (id.type === 'Identifier' ? [id.name] : []))),
  };
  readBefore.set(compilation, executors);
  return executors;
}

/** The call `this.walk()` or `super.walk()`, with what the file shows of the object; undefined for others. */
export function callOnThis(analysis: Analysis, path: ListedPath): CallOnThis | undefined {
  const member = memberCalled(path.node);
  if (!member || !isThisOrSuper(member.object)) return undefined;
  const isSuper = member.object.type === 'Super';
  const executors = readExecutors(analysis);
  const name = propertyName(member);
  const holder = executors.classes.thisAt(path);
  const shown = isSuper ? holder?.base : holder;
  const isShown = name !== undefined && shown !== undefined && executors.classes.hasMember(shown, name);
  return { name, on: isSuper ? 'super' : 'this', self: holder ? selfOf(executors, holder) : UNKNOWN, isShown };
}

/** The variable of an object literal that is no Executor, if nobody else is given the object. */
export function soleVariable(analysis: Analysis, holder: Holder): Binding | undefined {
  const isNone = holder.path !== undefined && selfOf(readExecutors(analysis), holder).kind === 'none';
  return isNone ? variableOf(holder) : undefined;
}

const variableOf = ({ path }: Holder): Binding | undefined => {
  const binding = path && bindingOf(path);
  return binding?.constant ? binding : undefined;
};

function selfOf(executors: Executors, holder: Holder): Self {
  const { selves } = executors;
  let self = selves.get(holder);
  if (!self) {
    self = isClass(holder.path?.node) ? selfOfClass(executors, holder) : selfOfObject(executors, holder);
    selves.set(holder, self);
  }
  return self;
}

function selfOfClass(executors: Executors, holder: Holder): Self {
  const { compilation } = executors;
  const { base, isStatic: isOfStatics } = holder;
  const path = holder.path as Path<t.Class>;
  const { superClass, id } = path.node;
  const variable = variableOf(holder);
  const name = id?.name ?? variable?.identifier.name ?? 'the class';
  const extendsExecutor =
    !!superClass && vocabularyName(compilation, path, skipTransparent(superClass)) === EXECUTOR_CLASS;
  if (extendsExecutor && !isOfStatics) return { kind: 'executor', name, root: undefined };
  const above = base && selfOf(executors, base);
  if (superClass && !extendsExecutor && above?.kind !== 'none') return above ? { ...above, name } : UNKNOWN;
  const isKnown = variable !== undefined || path.parent.type === 'ExportDefaultDeclaration';
  if (!isKnown || isOpen(executors, holder)) return UNKNOWN;
  if (isOfStatics) return { kind: 'none', name, root: undefined, isStatic: true };
  return { kind: 'none', name, root: above?.root ?? name, mend: above ? above.mend : mendOfClass(compilation, path) };
}

/** The class would extend `Executor`. A constructor would have to call `super()`. */
function mendOfClass({ t: types, code }: Compilation, { node }: Path<t.Class>): MendAt | undefined {
  const { id, typeParameters, body } = node;
  const at = typeParameters ?? id;
  if (!at || body.body.some((one) => types.isClassMethod(one, { kind: 'constructor' }))) return undefined;
  return replaceBy(at, `${code.slice(at.start!, at.end!)} extends ${EXECUTOR_CLASS}`);
}

/** An object literal that a variable of the file holds for itself, and that nobody else is given. */
function selfOfObject(executors: Executors, holder: Holder): Self {
  const { compilation } = executors;
  const { t: types, program } = compilation;
  const { path } = holder;
  if (!path) return UNKNOWN;
  const { parent, at } = outOfParentheses(path);
  if (parent && at.listKey === 'arguments' && wordCalled(compilation, parent) === MAKES_EXECUTOR)
    return { kind: 'executor', name: '', root: undefined };
  const variable = variableOf(holder);
  const isShared = program.node.sourceType === 'script' && variable?.scope === program.scope;
  const isExported = isShared || types.isExportDeclaration(parent?.parentPath?.parent);
  if (!variable || isExported || isOpen(executors, holder)) return UNKNOWN;
  const text = `${MAKES_EXECUTOR}(${compilation.code.slice(path.node.start!, path.node.end!)})`;
  const mend: MendAt = replaceBy(path.node, text);
  return { kind: 'none', name: variable.identifier.name, root: undefined, mend };
}

/** It, or a class that extends it, may have members whose names the file does not show, or is made an Executor. */
function isOpen(executors: Executors, holder: Holder): boolean {
  const { compilation, open, made, merged } = executors;
  const { t: types } = compilation;
  const { path, isStatic: isOfStatics, derived } = holder;
  const { node } = path!;
  if (open.has(holder) || made === undefined || made.has(holder)) return true;
  if (membersOf(node).some((one) => isUnclear(types, one, isOfStatics))) return true;
  if (isClass(node) && ((node.decorators ?? []).length > 0 || merged.has(node.id?.name ?? ''))) return true;
  const references = variableOf(holder)?.referencePaths ?? [];
  const isPlain = (one: Path): boolean =>
    isClass(node) ? isPlainUseOfClass(types, one, isOfStatics) : isPlainUseOfObject(types, one);
  return !references.every(isPlain) || derived.some((one) => isOpen(executors, one));
}

/** A member that may have any name, or gives the object one that is not told here. */
function isUnclear(types: Types, member: Member, isOfStatics: boolean): boolean {
  if (member.type === 'SpreadElement' || member.type === 'TSIndexSignature') return true;
  if (member.type === 'StaticBlock' || isStatic(member) !== isOfStatics) return false;
  if (types.isClassMethod(member, { kind: 'constructor' }))
    return member.params.some((one) => one.type === 'TSParameterProperty');
  return isAnyName(memberName(member));
}

const isAnyName = (name: string | undefined): boolean => name === undefined || name === '__proto__';

/** Nothing that is done with the name there gives the class, or its objects, members that the file does not show. */
function isPlainUseOfClass(types: Types, reference: Path, isOfStatics: boolean): boolean {
  const { node, parent, key, parentPath } = reference;
  if (types.isExportDeclaration(node) || types.isExportDeclaration(parent) || parent.type === 'ExportSpecifier')
    return true;
  if (parent.type === 'NewExpression' && key === 'callee') return true;
  if (isClass(parent) && key === 'superClass') return true;
  if (types.isBinaryExpression(parent, { operator: 'instanceof' })) return true;
  if (!isMember(parent) || key !== 'object') return types.isTypeScript(parent) && !HERITAGE.has(parent.type);
  if (propertyName(parent) === 'prototype') return isOfStatics || isPlainUseOfObject(types, parentPath!);
  return !isOfStatics || isPlainUseOfObject(types, reference);
}

/** The same of the name of an object, or of `Door.prototype`. */
function isPlainUseOfObject(types: Types, { parent, key, parentPath }: Path): boolean {
  if (types.isTypeScript(parent)) return true;
  if (!isMember(parent) || key !== 'object') return false;
  return !isAssignmentTarget(parentPath!) || !isAnyName(propertyName(parent));
}

/** `this[name] = …`, `Object.assign(this, …)`, `mixin(this)` */
function givesUnknownMembers(path: ListedPath): boolean {
  const { at, parent } = outOfParentheses(path);
  if (isMember(parent?.node))
    return isAssignmentTarget(parent) && at.key === 'object' && isAnyName(propertyName(parent.node));
  if (parent?.node.type !== 'CallExpression' || at.listKey !== 'arguments') return false;
  const [object, method] = (dotted(parent.node.callee) ?? '').split('.');
  return method === undefined || ADD_MEMBERS.has(object!);
}

/** The objects that are given to `asExecutor`: `asExecutor(new Tower())`, `const tower = new Tower(); asExecutor(tower)`. */
function readGivenToAsExecutor(compilation: Compilation, classes: Classes): ReadonlySet<Holder> | undefined {
  const { paths } = compilation;
  const made = new Set<Holder>();
  for (const path of paths.ofType('CallExpression')) {
    const [given] = path.node.arguments;
    if (!given || path.key === 'superClass' || wordCalled(compilation, path) !== MAKES_EXECUTOR) continue;
    const holder = classes.holderOf(path, constantValue(path, given) ?? given);
    if (!holder?.path) return undefined;
    made.add(holder);
  }
  return made;
}
