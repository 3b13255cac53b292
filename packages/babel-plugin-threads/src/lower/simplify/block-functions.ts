/** Functions declared in blocks of sloppy code, which the whole function sees once the declaration has run. */
import type { types as t } from '@babel/core';
import type { Fields } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { declaredHere, namesIn } from '../read/declared-names.js';
import type { Step, Tools } from '../read/tools.js';
import { namesUsedInParameters } from '../read/parameter-names.js';

interface BlockFunctions {
  readonly tools: Tools;
  readonly found: Set<string>;
  readonly parameters: ReadonlySet<string>;
  /** The free names of the parameters. */
  readonly seenByParameters: ReadonlySet<string>;
  readonly isWritten: (node: t.Node) => boolean;
  /** The `let` declarations that stand for functions which only their block sees. */
  readonly alone: Set<t.Node>;
  isChanged: boolean;
}

/**
 *   { a(); function light() {} }   →   { a(); function light() {} light = light; }
 *   if (a) function light() {}     →   if (a) { function light() {} light = light; }
 *   label: function light() {}     →   function light() {}
 *
 * where the first `light` is the `var` of the function. `isWritten`: a function that the plugin has written, whose name no script uses.
 * Gives whether something has been rewritten.
 */
export function spreadBlockFunctions(tools: Tools, fn: Step, isWritten: (node: t.Node) => boolean): boolean {
  const { types } = tools;
  const parameters = new Set(fn.params.flatMap((one) => namesIn(types, one)));
  const reading: BlockFunctions = {
    tools,
    found: new Set<string>(),
    parameters,
    seenByParameters: namesUsedInParameters(tools, fn),
    isWritten,
    alone: new Set<t.Node>(),
    isChanged: false,
  };
  fn.body.body = fn.body.body.map((one) => dropLabel(reading, one));
  const outer = declaredHere(types, fn.body.body).filter(({ kind }) => kind !== 'function');
  const names = new Set(outer.map(({ name }) => name));
  for (const one of fn.body.body) if (!isClosed(types, one)) spreadBelow(reading, one, [names]);
  if (reading.found.size > 0) tools.marks.varsOfBlockFunctions.set(fn, reading.found);
  return reading.isChanged;
}

/** `around`: the names that each block around declares, the innermost last. */
function spreadBelow(reading: BlockFunctions, node: t.Node, around: readonly ReadonlySet<string>[]): void {
  const { types } = reading.tools;
  const fields = node as unknown as Fields;
  if (types.isIfStatement(node))
    for (const key of ['consequent', 'alternate'] as const) {
      const one = node[key] && dropLabel(reading, node[key]);
      if (types.isFunctionDeclaration(one)) node[key] = types.blockStatement([one]);
    }
  const own = namesOfScope(types, node);
  const inside = own ? [...around, own] : around;
  for (const key of types.VISITOR_KEYS[node.type] ?? []) {
    const child = fields[key];
    if (!Array.isArray(child)) {
      if (child && !isClosed(types, child as t.Node)) spreadBelow(reading, child as t.Node, inside);
      continue;
    }
    const isList = key === 'body' || key === 'consequent';
    if (isList && inside.length > 1) {
      const spreadOnes = child.flatMap((one: t.Statement) => spreadFunction(reading, one, inside));
      // `let light = function () { … }` stands first, as a declared function exists from the beginning of its block.
      const isFirst = (one: t.Statement): boolean => reading.alone.has(one);
      fields[key] = [...spreadOnes.filter(isFirst), ...spreadOnes.filter((one) => !isFirst(one))];
    }
    for (const one of fields[key] as (t.Node | null)[])
      if (one && !isClosed(types, one)) spreadBelow(reading, one, inside);
  }
}

const isClosed = (types: Types, node: t.Node): boolean => types.isFunction(node) || types.isClass(node);

/** The names that a block, the head of a loop or a `catch` with a pattern declares. */
function namesOfScope(types: Types, node: t.Node): Set<string> | undefined {
  const names = (statements: readonly t.Statement[]): Set<string> =>
    new Set(
      declaredHere(
        types,
        statements.map((one) => skipLabels(types, one)),
      ).map(({ name }) => name),
    );
  switch (node.type) {
    case 'BlockStatement':
      return names(node.body);
    case 'SwitchStatement':
      return names(node.cases.flatMap(({ consequent }) => consequent));
    case 'ForStatement':
      return types.isVariableDeclaration(node.init) ? names([node.init]) : undefined;
    case 'ForInStatement':
    case 'ForOfStatement':
      return types.isVariableDeclaration(node.left) ? names([node.left]) : undefined;
    case 'CatchClause':
      return types.isPattern(node.param) ? new Set(namesIn(types, node.param)) : undefined;
    default:
      return undefined;
  }
}

function spreadFunction(
  reading: BlockFunctions,
  statement: t.Statement,
  around: readonly ReadonlySet<string>[],
): t.Statement[] {
  const { tools, found, parameters, seenByParameters, isWritten } = reading;
  const { types } = tools;
  const node = dropLabel(reading, statement);
  if (!types.isFunctionDeclaration(node) || node.generator || node.async || isWritten(node)) return [node];
  reading.isChanged = true;
  const { name } = node.id!;
  const isTaken = around.slice(0, -1).some((names) => names.has(name));
  if (isTaken || parameters.has(name)) return [ofBlockOnly(reading, node)];
  found.add(name);
  const outer = types.identifier(name);
  tools.marks.meansVar.add(outer);
  const spreading = types.expressionStatement(types.assignmentExpression('=', outer, types.identifier(name)));
  return [seenByParameters.has(name) ? ofBlockOnly(reading, node) : node, spreading];
}

/**
 * `let light = function () { … };` for a function that gets no `var`. Left as a declaration, it would get one from the engine in the output: the parameters and
 * lexical names that prevent it in the source are hoisted or renamed there.
 */
function ofBlockOnly({ tools, alone }: BlockFunctions, { id, params, body }: t.FunctionDeclaration): t.Statement {
  const { types } = tools;
  const made = types.variableDeclarator(id!, types.functionExpression(null, params, body));
  const written = types.variableDeclaration('let', [made]);
  alone.add(written);
  return written;
}

/** `label: function light() {}` → `function light() {}` */
function dropLabel(reading: BlockFunctions, statement: t.Statement): t.Statement {
  const one = skipLabels(reading.tools.types, statement);
  if (one !== statement) reading.isChanged = true;
  return one;
}

function skipLabels(types: Types, statement: t.Statement): t.Statement {
  let one = statement;
  while (types.isLabeledStatement(one)) one = one.body;
  return types.isFunctionDeclaration(one) ? one : statement;
}
