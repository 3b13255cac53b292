/** Declarations of hoisted variables become assignments. */
import type { types as t } from '@babel/core';
import { childrenOf, eachStatement, type Fields } from '../../babel/ast.js';
import { inheritComments } from '../../babel/comments.js';
import type { Types } from '../../babel/types.js';
import { type Emitter, locate } from '../../write/emitter.js';
import type { Hoisted, Hoisting } from '../plan/hoisting.js';
import { declareInScope, bind, type Bindings } from './iteration-bindings.js';
import { putUnderKey } from './inferred-names.js';
import { isDecorated } from '../read/class-heads.js';
import type { Pauses } from '../read/pauses.js';
import type { Tools } from '../read/tools.js';

interface Declarations {
  readonly types: Types;
  readonly emit: Emitter;
  readonly byNode: ReadonlyMap<t.Node, Hoisted>;
  readonly hoisting: Hoisting;
  readonly pauses: Pauses;
  readonly bounds: Bindings;
  /** The statements before each `switch` that pauses: the boxes and functions of its cases. */
  readonly openings: Map<t.Node, t.Statement[]>;
  readonly ofCases: Map<t.Node, t.Statement[]>;
}

/**
 *   let n = 0, m;              →   n = 0;          in a loop also  m = void 0;
 *   function help() { … }      →   help = function () { … };  where its block begins
 *   class Door { … }           →   Door = class Door { … };
 *   enum Side { … }            →   Side = (() => { enum Side { … } return Side; })();
 */
export function writeAssignments(
  given: Pick<Declarations, 'types' | 'emit' | 'hoisting' | 'pauses' | 'bounds'>,
  fn: t.Function,
): ReadonlyMap<t.Node, readonly t.Statement[]> {
  const byNode = new Map<t.Node, Hoisted>();
  for (const one of given.hoisting.hoisted.values())
    for (const use of one.variable.uses) if (use.how === 'declares') byNode.set(use.node, one);
  const openings = new Map<t.Node, t.Statement[]>();
  const context: Declarations = { ...given, byNode, openings, ofCases: new Map() };
  const body = fn.body as t.BlockStatement;
  visit(context, body);
  body.body.unshift(...makeEarlyBoxes(context, fn));
  return openings;
}

function visit(context: Declarations, node: t.Node): void {
  const { types } = context;
  eachStatement(types, node, (child) => visit(context, child));
  const fields = node as unknown as Fields;
  for (const key of ['body', 'consequent', 'alternate', 'init', 'left']) {
    const child = fields[key];
    if (Array.isArray(child)) fields[key] = rewriteList(context, node, child as t.Statement[]);
    else if (types.isVariableDeclaration(child as t.Node)) {
      const one = child as t.VariableDeclaration;
      const isHead = key === 'init' || key === 'left';
      if (isHead) fields[key] = rewriteHead(context, one, node);
      else if (isOurs(context, one, one)) fields[key] = types.blockStatement(assignDeclaration(context, one));
    }
  }
  if (!types.isSwitchStatement(node)) return;
  const functions = node.cases.flatMap((one) => context.ofCases.get(one) ?? []);
  const opening = [...makeEarlyBoxes(context, node), ...functions];
  if (context.pauses.holds(node)) context.openings.set(node, opening);
  // A `switch` that does not pause stays, in a block with its opening.
  else if (opening.length > 0) Object.assign(node, types.blockStatement([...opening, { ...node }]));
}

function rewriteList(context: Declarations, node: t.Node, statements: readonly t.Statement[]): t.Statement[] {
  const { types } = context;
  const functions: t.Statement[] = [];
  const written = (one: t.Statement): t.Statement[] => {
    if (types.isFunctionDeclaration(one) && context.byNode.has(one.id!)) {
      functions.push(assignFunction(context, one));
      return [];
    }
    if (types.isClassDeclaration(one) && one.id && context.byNode.has(one.id)) return [assignClass(context, one)];
    if (types.isTSEnumDeclaration(one) && context.byNode.has(one.id)) return [assignEnum(context, one)];
    return types.isVariableDeclaration(one) ? assignDeclaration(context, one) : [one];
  };
  const others = statements.some((one) => types.isDeclaration(one)) ? statements.flatMap(written) : [...statements];
  if (types.isSwitchCase(node)) {
    context.ofCases.set(node, functions);
    return others;
  }
  return [...makeEarlyBoxes(context, node), ...functions, ...others];
}

/** The boxes, and the `$tdz` of variables, that are written where a scope begins, before their declarations run. */
function makeEarlyBoxes(context: Declarations, node: t.Node): t.Statement[] {
  const { emit, hoisting } = context;
  const found = [...hoisting.hoisted.values()].filter(
    ({ variable, isEarly, isUnset, as }) =>
      variable.scope.node === node && (isUnset || (as === 'box' && isMadeFirst(variable.kind, isEarly))),
  );
  return found.map((one) => emit.statement('NAME = VALUE;', { NAME: one.name, VALUE: firstValue(context, one) }));
}

/** `{ v: void 0 }`, `$tdz`, `{ v: $tdz }`; for a parameter in a box `{ v: n0 }` */
export function firstValue(tools: Pick<Tools, 'emit'>, { as, isUnset, given }: Hoisted): t.Expression {
  const { emit } = tools;
  if (as !== 'box') return emit.helper('$tdz');
  if (isUnset) return emit.expression('{ v: $tdz }');
  return given === undefined ? emit.expression('{ v: void 0 }') : emit.expression('{ v: GIVEN }', { GIVEN: given });
}

const isMadeFirst = (kind: string, isEarly: boolean): boolean =>
  isEarly || kind === 'function' || kind === 'var' || kind === 'param';

/** The declaration is rewritten. `let [] = a();`, which declares nothing, is if `holder` pauses: the declaration or its loop. */
function isOurs({ byNode, pauses }: Declarations, { declarations }: t.VariableDeclaration, holder: t.Node): boolean {
  const names = declarations.flatMap(({ id }) => namesOf(id));
  return names.length === 0 ? pauses.holds(holder) : names.some((one) => byNode.has(one));
}

/** The names of a pattern: identifiers, or the members that have replaced them. */
function namesOf(pattern: t.Node): t.Node[] {
  switch (pattern.type) {
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one ? namesOf(one) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesOf(one.type === 'RestElement' ? one : one.value));
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    default:
      return [pattern];
  }
}

function assignDeclaration(context: Declarations, node: t.VariableDeclaration): t.Statement[] {
  if (!isOurs(context, node, node)) return [node];
  const { types } = context;
  const written = node.declarations.flatMap((one) =>
    firstValues(context, one).map((value) => locate(types.expressionStatement(value), one)),
  );
  const [first] = written;
  if (first) inheritComments(node, first);
  return written;
}

/** The assignment of the first value; none for `var n;`, which changes nothing. */
function firstValues(context: Declarations, { id, init }: t.VariableDeclarator): t.Expression[] {
  const { types, emit, byNode } = context;
  const own = byNode.get(id);
  const isFirst = own !== undefined && own.as === 'box' && !isMadeFirst(own.variable.kind, own.isEarly);
  const target = dropTypes(types, id) as t.LVal;
  if (isFirst)
    return [emit.assign(own.name, emit.expression('{ v: VALUE }', { VALUE: init ?? emit.expression('void 0') }))];
  if (!init) {
    const isAgain = own !== undefined && own.variable.kind !== 'var' && (own.isUnset || own.variable.scope.isInLoop);
    return isAgain ? [types.assignmentExpression('=', target, emit.expression('void 0'))] : [];
  }
  return [...makeBoxesIn(context, id), types.assignmentExpression('=', target, init)];
}

/** `let { a } = o` → `a = { v: void 0 }; ({ a: a.v } = o);` */
function makeBoxesIn({ emit, byNode }: Declarations, pattern: t.Node): t.Expression[] {
  if (byNode.has(pattern)) return [];
  const boxed = namesOf(pattern).flatMap((one) => byNode.get(one) ?? []);
  return boxed
    .filter(({ as, variable, isEarly }) => as === 'box' && !isMadeFirst(variable.kind, isEarly))
    .map(({ name }) => emit.assign(name, emit.expression('{ v: void 0 }')));
}

/** In the head of a loop: `for (let i = 0; …)` → `for (i = 0; …)`, `for (const x of list)` → `for (x of list)` */
function rewriteHead(context: Declarations, node: t.VariableDeclaration, parent: t.Node): t.Node | null {
  const { types } = context;
  if (!isOurs(context, node, parent)) return node;
  if (types.isForStatement(parent)) {
    const boxes = makeEarlyBoxes(context, parent).map((one) => (one as t.ExpressionStatement).expression);
    const values = [...boxes, ...node.declarations.flatMap((one) => firstValues(context, one))];
    return values.length > 1 ? locate(types.sequenceExpression(values), node) : (values[0] ?? null);
  }
  return dropTypes(types, node.declarations[0]!.id);
}

function assignFunction(context: Declarations, node: t.FunctionDeclaration): t.Statement {
  const { types, emit, byNode, bounds } = context;
  const own = byNode.get(node.id!)!;
  const name = own.variable.name;
  const fn = types.functionExpression(null, node.params, node.body, node.generator, node.async);
  locate(fn, node);
  fn.typeParameters = node.typeParameters ?? null;
  fn.returnType = node.returnType ?? null;
  const names = bounds.declarations.get(node) ?? [];
  const isNamed = names.length === 0 && own.as !== 'box' && own.name === name;
  const FN = isNamed ? fn : putUnderKey(types, fn, emit.id(name));
  const value = names.length === 0 ? FN : emit.expression('((NAMES) => FN)(NAMES)', { NAMES: names, FN });
  const TARGET = emit.expression(own.as === 'box' ? 'NAME.v' : 'NAME', { NAME: own.name });
  const written = emit.statement('TARGET = VALUE;', { TARGET, VALUE: value }, node);
  inheritComments(node, written);
  return written;
}

function assignClass(context: Declarations, node: t.ClassDeclaration): t.Statement {
  const { types, emit, byNode, pauses, bounds } = context;
  const made = { ...node, type: 'ClassExpression', leadingComments: null, trailingComments: null };
  const own = byNode.get(node.id!)!;
  made.id = emit.id(own.variable.name);
  const CLASS = made as unknown as t.ClassExpression;
  // Functions that its head makes may run in its static parts, and read the class by its variable.
  if (own.isUnset && own.as === 'box' && pauses.holds(node)) {
    const isThere = emit.statement('NAME.v = this;', { NAME: own.name });
    CLASS.body = types.classBody([types.staticBlock([isThere]), ...CLASS.body.body]);
  }
  const how = { names: bounds.declarations.get(node) ?? [], name: undefined, isDeclared: isDecorated(node) };
  if (!how.isDeclared && node.abstract) dropAbstract(types, CLASS);
  if (!pauses.holds(node)) return assignValue(context, node, bind(context, CLASS, how));
  bounds.later.set(CLASS, how);
  return assignValue(context, node, CLASS);
}

/** A class expression cannot be abstract. */
function dropAbstract(types: Types, node: t.ClassExpression): void {
  delete (node as { abstract?: boolean | null }).abstract;
  node.body = types.classBody(node.body.body.filter((one) => !('abstract' in one && one.abstract === true)));
}

/** The enum stays a declaration, which the compiler of TypeScript evaluates by its own rules. `const` is dropped, as some tools remove a `const enum`. */
function assignEnum(context: Declarations, node: t.TSEnumDeclaration): t.Statement {
  const { emit, byNode } = context;
  const id = emit.id(byNode.get(node.id)!.variable.name);
  const made = { ...node, id, const: false, leadingComments: null, trailingComments: null };
  return assignValue(context, node, declareInScope({ emit }, made));
}

/** `Door = VALUE;`, `Door = { v: VALUE };`, `Door.v = VALUE;` */
function assignValue(
  { emit, byNode }: Declarations,
  node: t.ClassDeclaration | t.TSEnumDeclaration,
  value: t.Expression,
): t.Statement {
  const own = byNode.get(node.id!)!;
  const isFirst = own.as === 'box' && !own.isEarly;
  const TARGET = emit.expression(own.as === 'box' && own.isEarly ? 'NAME.v' : 'NAME', { NAME: own.name });
  const VALUE = isFirst ? emit.expression('{ v: VALUE }', { VALUE: value }) : value;
  const written = emit.statement('TARGET = VALUE;', { TARGET, VALUE }, node);
  inheritComments(node, written);
  return written;
}

/** Removes the types of a pattern: in an assignment they are a syntax error. */
export function dropTypes(types: Types, pattern: t.Node): t.Node {
  const typed = pattern as { typeAnnotation?: unknown; optional?: boolean | null };
  if (typed.typeAnnotation) typed.typeAnnotation = null;
  if (typed.optional) typed.optional = null;
  const { key, right } = pattern as { key?: t.Node; right?: t.Node };
  const hasParts =
    pattern.type.endsWith('Pattern') || pattern.type === 'RestElement' || pattern.type === 'ObjectProperty';
  if (hasParts) for (const one of childrenOf(types, pattern)) if (one !== key && one !== right) dropTypes(types, one);
  return pattern;
}
