/**
 * Which modules can be updated while the game runs: those whose top level only defines functions, classes and constants,
 * so that running it once more has no other effect, and whose old functions can be made to run the new code.
 */
import type * as t from '@babel/types';
import * as types from '@babel/types';
import { longHashOf } from 'babel-plugin-threads';
import type { FunctionReport, SpindleReport } from './plugin.js';
import type { HotOptions } from './types.js';

/** What the top level of such a module defines. */
export interface TopLevel {
  /** Names of functions and classes. Undefined for a program: it has none but its own, which the report knows. */
  readonly names: string[] | undefined;
  /** `door.open = function () {}`, by the path of the member. */
  readonly given: Map<string, t.Node>;
  /** The functions that other modules can hold: they must be compiled, as a plain one cannot be replaced. */
  readonly exported: t.Node[];
  /** The text of what an update cannot replace. */
  readonly fixed: string[];
  /** `acceptHotUpdate(import.meta.hot)`, written by hand: the code at the end stands for it. */
  readonly asked: t.Statement[];
}

/** Whatever a program does, it does when it is started. What runs goes on in the old code. */
export const PROGRAM: TopLevel = { names: undefined, given: new Map(), exported: [], fixed: [], asked: [] };

type Pure = t.Function | t.Class;

/** Undefined if running the module once more could do anything else, or would lose something. */
export function readTopLevel(program: t.Program, code: string): TopLevel | undefined {
  const level: TopLevel = { names: [], given: new Map(), exported: [], fixed: [], asked: [] };
  const shared = new Set<string>();
  for (const statement of program.body)
    if (statement.type === 'ExportNamedDeclaration' && !statement.source)
      for (const one of statement.specifiers)
        if (one.type === 'ExportSpecifier' && one.local.type === 'Identifier') shared.add(one.local.name);
  const isUpdatable = program.body.every((statement) => readStatement(statement, { level, code, shared }));
  return isUpdatable ? level : undefined;
}

interface Reader {
  readonly level: TopLevel;
  readonly code: string;
  /** Names in an `export { … }`. */
  readonly shared: ReadonlySet<string>;
}

const NO_CODE: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'EmptyStatement',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
]);

function readStatement(statement: t.Statement, reader: Reader): boolean {
  const { level, code } = reader;
  if (asksForUpdates(statement)) return level.asked.push(statement) > 0;
  if (NO_CODE.has(statement.type) || ('declare' in statement && statement.declare === true)) return true;
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return !statement.declaration || readDeclaration(statement.declaration, reader, true);
    case 'ExportDefaultDeclaration': {
      const { declaration } = statement;
      const isNamed = 'id' in declaration && declaration.id != null;
      return isNamed && readDeclaration(declaration as t.Declaration, reader, true);
    }
    case 'TSEnumDeclaration':
      level.fixed.push(textOf(statement, code));
      return true;
    case 'ExpressionStatement':
      return readMethodGiven(statement.expression, level);
    default:
      return readDeclaration(statement, reader, false);
  }
}

/** `acceptHotUpdate(hot)` without a description of the module, also in `if (hot) { hot.accept(); … }`. */
function asksForUpdates(statement: t.Statement): boolean {
  if (statement.type === 'IfStatement' && !statement.alternate) {
    const { consequent } = statement;
    const inside = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
    return inside.every((one) => asksForUpdates(one) || isAccept(one)) && !inside.every(isAccept);
  }
  const call = callIn(statement);
  return call?.callee.type === 'Identifier' && call.callee.name === 'acceptHotUpdate' && call.arguments.length === 1;
}

/** `hot.accept()` */
function isAccept(statement: t.Statement): boolean {
  const call = callIn(statement);
  if (call?.callee.type !== 'MemberExpression' || call.arguments.length > 0) return false;
  const { property } = call.callee;
  return property.type === 'Identifier' && property.name === 'accept';
}

const callIn = (statement: t.Statement): t.CallExpression | undefined =>
  statement.type === 'ExpressionStatement' && statement.expression.type === 'CallExpression'
    ? statement.expression
    : undefined;

function readDeclaration(declaration: t.Statement, reader: Reader, isExported: boolean): boolean {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return readPure(declaration.id!.name, declaration, reader, isExported);
  if (declaration.type !== 'VariableDeclaration') return NO_CODE.has(declaration.type);
  return declaration.declarations.every(({ id, init }) => {
    if (declaration.kind !== 'const' || id.type !== 'Identifier' || !init) return false;
    const value = withoutTypes(init);
    if (types.isFunction(value) || types.isClassExpression(value)) return readPure(id.name, value, reader, isExported);
    if (!isData(value)) return false;
    reader.level.fixed.push(textOf(value, reader.code));
    return true;
  });
}

function readPure(name: string, node: Pure, { level, code, shared }: Reader, isExported: boolean): boolean {
  if (types.isClass(node) && !isReplaceable(node)) return false;
  level.names!.push(name);
  if (types.isClass(node)) level.fixed.push(fixedPartOf(node, code));
  else if (isExported || shared.has(name)) level.exported.push(node);
  return true;
}

/** Old objects have no private names of the new class, and what a class holds itself would begin anew. */
function isReplaceable(node: t.Class): boolean {
  if ((node.decorators ?? []).length > 0) return false;
  if (node.body.body.some((member) => types.isStaticBlock(member) || isStaticField(member))) return false;
  let hasPrivate = false;
  types.traverseFast(node, (inner) => {
    if (inner.type === 'PrivateName') hasPrivate = true;
  });
  return !hasPrivate;
}

const isStaticField = (member: t.Node): boolean =>
  (member.type === 'ClassProperty' || member.type === 'ClassAccessorProperty') &&
  member.static &&
  !types.isFunction(member.value);

/** The head, the fields and the constructor: objects that exist were made with them. */
function fixedPartOf(node: t.Class, code: string): string {
  const isMethod = (member: t.Node): boolean => member.type === 'ClassMethod' && member.kind !== 'constructor';
  const head = code.slice(node.start!, node.body.start!);
  const members = node.body.body.filter((member) => !isMethod(member)).map((member) => textOf(member, code));
  return [head, ...members].join('\n');
}

/** `door.open = function () {}` puts the new function in the place of the old one. */
function readMethodGiven(expression: t.Expression, { given }: TopLevel): boolean {
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return false;
  const { left, right } = expression;
  if (left.type !== 'MemberExpression' || !types.isFunction(right)) return false;
  const names: string[] = [];
  let at: t.Node = left;
  for (; at.type === 'MemberExpression' && !at.computed; at = at.object)
    names.unshift(at.property.type === 'Identifier' ? at.property.name : '');
  if (at.type !== 'Identifier' || names.includes('')) return false;
  given.set([at.name, ...names].join('.'), right);
  return true;
}

/** It is made of nothing but values. */
function isData(node: t.Node | null): boolean {
  if (node === null) return true;
  if (types.isLiteral(node)) return node.type !== 'TemplateLiteral' || node.expressions.length === 0;
  if (node.type === 'UnaryExpression') return isData(node.argument);
  if (node.type === 'ArrayExpression') return node.elements.every(isData);
  if (node.type !== 'ObjectExpression') return false;
  return node.properties.every(
    (one) => one.type === 'ObjectProperty' && !one.computed && isData(withoutTypes(one.value)),
  );
}

function withoutTypes(node: t.Node): t.Node {
  return types.isTSAsExpression(node) || types.isTSSatisfiesExpression(node) ? withoutTypes(node.expression) : node;
}

const textOf = ({ start, end }: t.Node, code: string): string => code.slice(start!, end!);

interface Wanted extends Pick<HotOptions, 'context'> {
  /** Where the runtime is imported from. */
  readonly module: string;
  readonly file: string;
}

/** Of functions that have a wrapper, which can call another version. */
const FORMS_IN_PLACE: ReadonlySet<string | undefined> = new Set<FunctionReport['form']>(['suspendable', 'wrapped']);

/** The code to put at the end of the compiled module; empty if an old function of it cannot be replaced. */
export function hotCode(level: TopLevel, report: SpindleReport, wanted: Wanted): string {
  const { given, exported, fixed } = level;
  const names = level.names ?? [report.functions[0]!.id];
  const reportOf = ({ loc }: t.Node): FunctionReport | undefined =>
    report.functions.find(({ line, column }) => line === loc?.start.line && column === loc.start.column);
  const isCompiled = (node: t.Node): boolean => FORMS_IN_PLACE.has(reportOf(node)?.form);
  if (names.length + given.size === 0 || !exported.every(isCompiled)) return '';
  const members = [...given].flatMap(([member, fn]) => (isCompiled(fn) ? `"${member}": ${member}` : []));
  const bindings = [...names, ...members].join(', ');
  const levels = (key: 'does' | 'limit', usual: number): string =>
    JSON.stringify(
      Object.fromEntries(
        report.functions.flatMap(({ id, inUpdates }) =>
          inUpdates && inUpdates[key] !== usual ? [[id, inUpdates[key]]] : [],
        ),
      ),
    );
  const { context, module, file } = wanted;
  const description = `{ file: ${JSON.stringify(file)}, fingerprint: "${longHashOf(fixed.join('\n'))}", bindings: { ${bindings} }, does: ${levels('does', 0)}, limits: ${levels('limit', 2)} }`;
  // Vite looks for this very text, `.accept(` behind its context.
  return `\nimport { acceptHotUpdate as $acceptHotUpdate } from ${JSON.stringify(`${module}/hot`)};
if (${context}) {
  ${context}.accept();
  $acceptHotUpdate(${context}, ${description});
}\n`;
}
