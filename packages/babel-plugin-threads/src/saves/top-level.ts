/** What the top of a module holds that a save names: functions, classes, variables and what is imported. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../analyse/facts/facts.js';
import { isCalled, isClass, isFunction, skipTransparent } from '../babel/ast.js';
import { type Binding, declaredValue } from '../babel/bindings.js';
import { isStatic, memberName, membersOf } from '../babel/class-members.js';
import { useOf } from '../babel/name-use.js';
import { STANDARD_NAMES } from '../language/globals.js';
import { fieldsOfClass } from './class-fields.js';
import { DEFAULT, readDefault } from './default-export.js';

/** How something is read at the end of the module: `["Guard", "prototype", "patrol"]`; `["default"]` is what it exports so. */
type Access = readonly [string, ...string[]];

export interface TopLevel {
  /** By their ids in the table of positions; those that are not compiled by their names. */
  readonly functions: ReadonlyMap<string, Access>;
  /** The nodes of these functions, of the classes, and of objects. */
  readonly placed: ReadonlySet<t.Node>;
  readonly classes: readonly string[];
  /** Of each class the fields that it declares, or assigns through `this`. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly variables: readonly { readonly name: string; readonly isConstant: boolean }[];
  /** By `./pen.js#fn`, with the name in this file. */
  readonly imports: ReadonlyMap<string, string>;
  /** Something in it is the default export, which has no name of its own. */
  readonly hasDefault: boolean;
}

interface Found {
  readonly analysis: Analysis;
  readonly functions: Map<string, Access>;
  readonly placed: Set<t.Node>;
  readonly classes: string[];
  readonly fields: Map<string, readonly string[]>;
  readonly variables: { readonly name: string; readonly isConstant: boolean }[];
  readonly imports: Map<string, string>;
}

/** Reads the source: nothing must have been written yet. */
export function readTopLevel(analysis: Analysis): TopLevel {
  const found: Found = {
    analysis,
    functions: new Map(),
    placed: new Set(),
    classes: [],
    fields: new Map(),
    variables: [],
    imports: new Map(),
  };
  const { program } = analysis.compilation;
  for (const binding of Object.values(program.scope.bindings)) addBinding(found, binding);
  for (const statement of program.node.body) addEnum(found, statement);
  for (const name of Object.keys(program.scope.globals))
    if (!STANDARD_NAMES.has(name) && isUsed(analysis, name)) found.imports.set(name, name);
  return { ...found, hasDefault: addDefault(found, readDefault(analysis.compilation.t, program.node)) };
}

/** A function that is not compiled is code, and callable before the module has begun: it gets no variable. */
function addDefault(found: Found, value: t.Node | undefined): boolean {
  const { plan } = found.analysis;
  if (value === undefined || (value.type === 'FunctionDeclaration' && !plan.functions.has(value))) return false;
  if (!addCode(found, value, [DEFAULT])) found.variables.push({ name: DEFAULT, isConstant: true });
  return true;
}

function addBinding(found: Found, binding: Binding): void {
  const { t: types } = found.analysis.compilation;
  const { name } = binding.identifier;
  const { node, parent } = binding.path;
  if (isOfTypes(node) || isOfTypes(parent)) return;
  if (parent.type === 'ImportDeclaration') return addImport(found, binding);
  if (types.isTypeScript(node)) return;
  const required = binding.constant ? requiredBy(binding) : undefined;
  if (required !== undefined) return void found.imports.set(required, name);
  const value = binding.constant ? declaredValue(binding.path) : undefined;
  if (value !== undefined && addCode(found, value, [name])) return;
  const isConstant = binding.kind === 'const';
  // The place where a regular expression goes on is its state.
  if (!isConstant || !types.isLiteral(value) || value.type === 'RegExpLiteral')
    found.variables.push({ name, isConstant });
}

const isOfTypes = (node: t.Node): boolean =>
  ('declare' in node && node.declare === true) ||
  /^(?:TSInterface|TSTypeAlias|TSDeclare|TypeAlias|Interface)/.test(node.type);

/** A function, a class or an object with methods. False for what is no code alone. */
function addCode(found: Found, value: t.Node, access: Access): boolean {
  if (isFunction(value)) {
    addFunction(found, value, access);
    return true;
  }
  if (isClass(value)) {
    found.placed.add(value);
    found.classes.push(access[0]);
    found.fields.set(access[0], fieldsOfClass(found.analysis.compilation.t, value));
    for (const member of membersOf(value))
      if (member.type === 'ClassMethod') addMember(found, member, isStatic(member) ? access : [...access, 'prototype']);
    return true;
  }
  if (value.type !== 'ObjectExpression') return false;
  found.placed.add(value);
  for (const member of value.properties) addMember(found, member, access);
  return false;
}

/** A method, or a property of an object that holds a function or an object. */
function addMember(found: Found, member: t.Node, access: Access): void {
  if (!('key' in member) || ('computed' in member && member.computed)) return;
  const name = memberName(member as t.ObjectMethod);
  if (name === undefined || name === '__proto__') return;
  const own: Access = [...access, name];
  if (member.type === 'ObjectMethod' || member.type === 'ClassMethod') {
    if (member.kind === 'method') addFunction(found, member, own);
  } else if (member.type === 'ObjectProperty') {
    const value = skipTransparent(member.value);
    if (isFunction(value) || value.type === 'ObjectExpression') addCode(found, value, own);
  }
}

/** Of members only those that are compiled and stand in no class: others are found through what has them. */
function addFunction({ analysis: { plan }, classes, functions, placed }: Found, node: t.Node, access: Access): void {
  const [root] = access;
  const id = plan.functions.get(node)?.id ?? (access.length === 1 ? root : undefined);
  placed.add(node);
  const isOfClass = classes.includes(root) && id?.startsWith(`${root}.`) === true;
  if (id !== undefined && !isOfClass) functions.set(id, access);
}

/** `import { fn } from './pen.js'`. A type is imported for nothing that runs, so only what is used as a value is there. */
function addImport({ analysis, imports }: Found, { identifier: { name }, path }: Binding): void {
  const { source } = path.parent as t.ImportDeclaration;
  if (isUsed(analysis, name)) imports.set(`${source.value}#${exportOf(path.node)}`, name);
}

/** `const pen = require('./pen.js')`, `const { fn } = require('./pen.js')`: an import, by the name that it has in this file. */
function requiredBy({ path: { node, scope }, identifier: { name } }: Binding): string | undefined {
  let value = node.type === 'VariableDeclarator' && node.init ? skipTransparent(node.init) : node;
  while (value.type === 'MemberExpression') value = skipTransparent(value.object);
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return undefined;
  const [source] = value.arguments;
  const isRequired = value.callee.name === 'require' && !scope.hasBinding('require', true);
  return isRequired && source?.type === 'StringLiteral' ? `${source.value}#${name}` : undefined;
}

function exportOf(node: t.Node): string {
  if (node.type === 'ImportNamespaceSpecifier') return '*';
  if (node.type === 'ImportDefaultSpecifier') return 'default';
  const { imported } = node as t.ImportSpecifier;
  return imported.type === 'Identifier' ? imported.name : imported.value;
}

/** Not every version of Babel has a binding for it. */
function addEnum({ imports }: Found, statement: t.Statement): void {
  const node = 'declaration' in statement ? statement.declaration : statement;
  if (node?.type === 'TSEnumDeclaration' && node.const !== true && node.declare !== true)
    imports.set(`#${node.id.name}`, node.id.name);
}

/** As a value, somewhere in the file. A function that is only called is held by nobody. */
function isUsed({ compilation: { t: types, paths, program } }: Analysis, name: string): boolean {
  const binding = program.scope.bindings[name];
  return paths
    .ofType('Identifier', 'JSXIdentifier')
    .some(
      (path) =>
        path.node.name === name &&
        !isCalled(path.node, path.parent) &&
        path.scope.getBinding(name) === binding &&
        useOf(types, path) !== undefined,
    );
}
