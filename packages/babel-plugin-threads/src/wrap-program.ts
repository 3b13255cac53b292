/**
 * A program: the body of the file is one script. It is wrapped before anything else is read, as if its author had
 * written the function, so that no other stage has to know of programs:
 *
 *   // @script                                 // @script
 *   import { pen } from './pen.js';       →    import { pen } from './pen.js';
 *   let size = 10;                             const program = () => {
 *   while (true) pen.draw(size++);               let size = 10;
 *                                                while (true) pen.draw(size++);
 *                                              };
 *                                              export default program;
 *
 * All but imports, and what TypeScript declares to be elsewhere, goes in, so that each run begins with variables, functions and classes of its own. It is an arrow, as that
 * has the `this` of the file and no owner.
 */
import type { NodePath, types as t } from '@babel/core';
import { attachComments, moveFileComments } from './babel/comments.js';
import { readScopesAnew } from './babel/scopes.js';
import type { Source } from './context/compilation.js';
import { refuseAt, replaceBy } from './context/diagnostic.js';
import { withoutAwait } from './context/without-async.js';
import { says } from './marks/mark-kinds.js';
import { errors } from './messages/errors.js';
import { RUNS_PROGRAM } from './vocabulary.js';

export function wrapProgram(source: Source): void {
  const { t: types, program } = source;
  const { node } = program;
  refuseParts(source);
  const imports = node.body.filter((one) => isImport(one));
  const declared = node.body.filter((one) => 'declare' in one && one.declare === true);
  const inside = node.body.filter((one) => ![...imports, ...declared].includes(one) && !isEmptyExport(one));
  const name = nameOf(program.scope);
  const place = placeOf(node);
  const block = Object.assign(types.blockStatement(inside), place);
  const arrow = Object.assign(types.arrowFunctionExpression([], block), place);
  const declaration = types.variableDeclaration('const', [types.variableDeclarator(types.identifier(name), arrow)]);
  moveComments(node, imports[0] ?? declaration);
  node.body = [...imports, ...giveAway(source, declaration, name), ...declared];
  readScopesAnew(source);
}

/** From the top of the file, so that no comment of it stands above, to the end of its last statement, behind which may be an empty line. */
function placeOf({ start, loc, body }: t.Program): Pick<t.Node, 'start' | 'end' | 'loc'> {
  const last = body.at(-1);
  const end = last?.loc?.end ?? loc?.start;
  return { start: start ?? null, end: last?.end ?? start ?? null, loc: loc && end ? { ...loc, end } : null };
}

const isImport = (node: t.Statement): boolean =>
  node.type === 'ImportDeclaration' || node.type === 'TSImportEqualsDeclaration';

/** With `export {}`, TypeScript takes a file without imports for a module. */
function isEmptyExport(node: t.Statement): boolean {
  return node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source && node.specifiers.length === 0;
}

/** Refuses what only the top level of a module can have. */
function refuseParts(source: Source): void {
  const { t: types, program, code } = source;
  for (const one of program.node.body) {
    if (one.type === 'TSModuleDeclaration' && !one.declare)
      refuseAt(source, one, errors.inProgram, { what: 'namespace' });
    if (!one.type.includes('Export') || isEmptyExport(one)) continue;
    const declared = 'declaration' in one && types.isDeclaration(one.declaration) ? one.declaration : undefined;
    const mends = declared ? [replaceBy(one, code.slice(declared.start!, declared.end!))] : [];
    refuseAt(source, one, errors.inProgram, { what: 'export' }, mends);
  }
  const refuse = ({ node }: NodePath): void =>
    refuseAt(source, node, errors.awaitInProgram, {}, withoutAwait(source, node));
  program.traverse({
    Function: (path) => path.skip(),
    AwaitExpression: refuse,
    ForOfStatement: (path) => void (path.node.await && refuse(path)),
    VariableDeclaration: (path) => void (path.node.kind === 'await using' && refuse(path)),
  });
}

/** Of each pair of statements that are parted, one keeps the comments between them. Those of the file stay above all. */
function moveComments(program: t.Program, top: t.Statement): void {
  const { directives, body, innerComments } = program;
  const list = [...directives, ...body];
  list.forEach((below, i) => {
    const above = list[i - 1];
    if (above?.loc && below.loc) attachComments(above, below);
  });
  if (list.length === 0) top.leadingComments = innerComments ?? null;
  else if (directives.length === 0) moveFileComments(list[0]!, top, (one) => says(one, 'script'));
  program.innerComments = null;
}

/** Not one that something in the file has, or takes from elsewhere. */
function nameOf(scope: NodePath['scope']): string {
  let name = 'program';
  while (scope.hasBinding(name) || scope.hasGlobal(name) || scope.hasReference(name)) name = `$${name}`;
  return name;
}

/**
 * `export default program;`, or `module.exports = program;` in CommonJS. In a page, `Spindle.run(program);` in a block of its own, as the elements of
 * one page share their names.
 */
function giveAway(source: Source, declaration: t.Statement, name: string): t.Statement[] {
  const { t: types, program, options } = source;
  const value = types.identifier(name);
  if (options.page) {
    const [root, ...keys] = `${options.global}.${RUNS_PROGRAM}`.split('.').map((part) => types.identifier(part));
    const run = keys.reduce<t.Expression>((object, key) => types.memberExpression(object, key), root!);
    return [types.blockStatement([declaration, types.expressionStatement(types.callExpression(run, [value]))])];
  }
  if (program.node.sourceType !== 'script') return [declaration, types.exportDefaultDeclaration(value)];
  const target = types.memberExpression(types.identifier('module'), types.identifier('exports'));
  return [declaration, types.expressionStatement(types.assignmentExpression('=', target, value))];
}
