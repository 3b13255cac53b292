/** Declarations of hoisted variables become assignments. */
import type { types as t } from '@babel/core';
import { eachStatement, type Fields } from '../../babel/ast.js';
import { inheritComments } from '../../babel/comments.js';
import type { Types } from '../../babel/types.js';
import { type Emitter, locate } from '../../write/emitter.js';
import type { Hoisted, Hoisting } from '../plan/hoisting.js';
import { asDeclared, bind, type Bounds } from './iteration-bindings.js';
import { underKey } from './inferred-names.js';
import { isDecorated } from '../read/class-heads.js';
import type { Pauses } from '../read/pauses.js';
import type { Tools } from '../read/tools.js';

interface Writing {
  readonly types: Types;
  readonly emit: Emitter;

  readonly byNode: ReadonlyMap<t.Node, Hoisted>;
  readonly hoisting: Hoisting;
  readonly pauses: Pauses;
  readonly bounds: Bounds;
  /** What comes before a `switch`, by it: boxes and functions of its cases. */
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
  given: Pick<Writing, 'types' | 'emit' | 'hoisting' | 'pauses' | 'bounds'>,
  fn: t.Function,
): ReadonlyMap<t.Node, readonly t.Statement[]> {
  const byNode = new Map<t.Node, Hoisted>();
  for (const one of given.hoisting.hoisted.values())
    for (const use of one.variable.uses) if (use.how === 'declares') byNode.set(use.node, one);
  const openings = new Map<t.Node, t.Statement[]>();
  const writing: Writing = { ...given, byNode, openings, ofCases: new Map() };
  const body = fn.body as t.BlockStatement;
  visit(writing, body);
  body.body.unshift(...earlyBoxes(writing, fn));
  return openings;
}

function visit(writing: Writing, node: t.Node): void {
  const { types } = writing;
  eachStatement(types, node, (child) => visit(writing, child));
  const fields = node as unknown as Fields;
  for (const key of ['body', 'consequent', 'alternate', 'init', 'left']) {
    const child = fields[key];
    if (Array.isArray(child)) fields[key] = asList(writing, node, child as t.Statement[]);
    else if (types.isVariableDeclaration(child as t.Node)) {
      const one = child as t.VariableDeclaration;
      const isHead = key === 'init' || key === 'left';
      if (isHead) fields[key] = inHead(writing, one, node);
      else if (isOurs(writing, one, one)) fields[key] = types.blockStatement(assignDeclared(writing, one));
    }
  }
  if (!types.isSwitchStatement(node)) return;
  const functions = node.cases.flatMap((one) => writing.ofCases.get(one) ?? []);
  const opening = [...earlyBoxes(writing, node), ...functions];
  if (writing.pauses.holds(node)) writing.openings.set(node, opening);
  // It stays as it is, with that before it.
  else if (opening.length > 0) Object.assign(node, types.blockStatement([...opening, { ...node }]));
}

function asList(writing: Writing, node: t.Node, statements: readonly t.Statement[]): t.Statement[] {
  const { types } = writing;
  const functions: t.Statement[] = [];
  const written = (one: t.Statement): t.Statement[] => {
    if (types.isFunctionDeclaration(one) && writing.byNode.has(one.id!)) {
      functions.push(functionAssigned(writing, one));
      return [];
    }
    if (types.isClassDeclaration(one) && one.id && writing.byNode.has(one.id)) return [classAssigned(writing, one)];
    if (types.isTSEnumDeclaration(one) && writing.byNode.has(one.id)) return [enumAssigned(writing, one)];
    return types.isVariableDeclaration(one) ? assignDeclared(writing, one) : [one];
  };
  const others = statements.some((one) => types.isDeclaration(one)) ? statements.flatMap(written) : [...statements];
  if (types.isSwitchCase(node)) {
    writing.ofCases.set(node, functions);
    return others;
  }
  return [...earlyBoxes(writing, node), ...functions, ...others];
}

/** Boxes of functions that are made before the declaration runs. */
function earlyBoxes(writing: Writing, node: t.Node): t.Statement[] {
  const { emit, hoisting } = writing;
  const found = [...hoisting.hoisted.values()].filter(
    ({ variable, isEarly, isUnset, as }) =>
      variable.scope.node === node && (isUnset || (as === 'box' && isMadeFirst(variable.kind, isEarly))),
  );
  return found.map((one) => emit.statement('NAME = VALUE;', { NAME: one.name, VALUE: firstValue(writing, one) }));
}

/** `{ v: void 0 }`, `$tdz`, `{ v: $tdz }`; of a parameter that is in a box `{ v: n0 }` */
export function firstValue(tools: Pick<Tools, 'emit'>, { as, isUnset, given }: Hoisted): t.Expression {
  const { emit } = tools;
  if (as !== 'box') return emit.helper('$tdz');
  if (isUnset) return emit.expression('{ v: $tdz }');
  return given === undefined ? emit.expression('{ v: void 0 }') : emit.expression('{ v: GIVEN }', { GIVEN: given });
}

const isMadeFirst = (kind: string, isEarly: boolean): boolean =>
  isEarly || kind === 'function' || kind === 'var' || kind === 'param';

/** `holder`: what pauses, if it does: of a declaration that declares nothing, as `let [] = a();`. */
function isOurs({ byNode, pauses }: Writing, { declarations }: t.VariableDeclaration, holder: t.Node): boolean {
  const names = declarations.flatMap(({ id }) => namesOf(id));
  return names.length === 0 ? pauses.holds(holder) : names.some((one) => byNode.has(one));
}

/** The nodes of a pattern that are names, or were. */
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

function assignDeclared(writing: Writing, node: t.VariableDeclaration): t.Statement[] {
  if (!isOurs(writing, node, node)) return [node];
  const { types } = writing;
  const written = node.declarations.flatMap((one) =>
    firstValues(writing, one).map((value) => locate(types.expressionStatement(value), one)),
  );
  const [first] = written;
  if (first) inheritComments(node, first);
  return written;
}

/** What assigns the first value: none for `var n;`, which changes nothing. */
function firstValues(writing: Writing, { id, init }: t.VariableDeclarator): t.Expression[] {
  const { types, emit, byNode } = writing;
  const own = byNode.get(id);
  const isFirst = own !== undefined && own.as === 'box' && !isMadeFirst(own.variable.kind, own.isEarly);
  const target = withoutTypes(types, id) as t.LVal;
  if (isFirst)
    return [emit.assign(own.name, emit.expression('{ v: VALUE }', { VALUE: init ?? emit.expression('void 0') }))];
  if (!init) {
    const isAgain = own !== undefined && own.variable.kind !== 'var' && (own.isUnset || own.variable.scope.isInLoop);
    return isAgain ? [types.assignmentExpression('=', target, emit.expression('void 0'))] : [];
  }
  return [...boxesIn(writing, id), types.assignmentExpression('=', target, init)];
}

/** `let { a } = o` → `a = { v: void 0 }; ({ a: a.v } = o);` */
function boxesIn({ emit, byNode }: Writing, pattern: t.Node): t.Expression[] {
  if (byNode.has(pattern)) return [];
  const boxed = namesOf(pattern).flatMap((one) => byNode.get(one) ?? []);
  return boxed
    .filter(({ as, variable, isEarly }) => as === 'box' && !isMadeFirst(variable.kind, isEarly))
    .map(({ name }) => emit.assign(name, emit.expression('{ v: void 0 }')));
}

/** In the head of a loop: `for (let i = 0; …)` → `for (i = 0; …)`, `for (const x of list)` → `for (x of list)` */
function inHead(writing: Writing, node: t.VariableDeclaration, parent: t.Node): t.Node | null {
  const { types } = writing;
  if (!isOurs(writing, node, parent)) return node;
  if (types.isForStatement(parent)) {
    const boxes = earlyBoxes(writing, parent).map((one) => (one as t.ExpressionStatement).expression);
    const all = [...boxes, ...node.declarations.flatMap((one) => firstValues(writing, one))];
    return all.length > 1 ? locate(types.sequenceExpression(all), node) : (all[0] ?? null);
  }
  return withoutTypes(types, node.declarations[0]!.id);
}

function functionAssigned(writing: Writing, node: t.FunctionDeclaration): t.Statement {
  const { types, emit, byNode, bounds } = writing;
  const own = byNode.get(node.id!)!;
  const name = own.variable.name;
  const fn = types.functionExpression(null, node.params, node.body, node.generator, node.async);
  locate(fn, node);
  fn.typeParameters = node.typeParameters ?? null;
  fn.returnType = node.returnType ?? null;
  const names = bounds.declarations.get(node) ?? [];
  const isNamed = names.length === 0 && own.as !== 'box' && own.name === name;
  const FN = isNamed ? fn : underKey(types, fn, emit.id(name));
  const value = names.length === 0 ? FN : emit.expression('((NAMES) => FN)(NAMES)', { NAMES: names, FN });
  const TARGET = emit.expression(own.as === 'box' ? 'NAME.v' : 'NAME', { NAME: own.name });
  const written = locate(emit.statement('TARGET = VALUE;', { TARGET, VALUE: value }), node);
  inheritComments(node, written);
  return written;
}

function classAssigned(writing: Writing, node: t.ClassDeclaration): t.Statement {
  const { types, emit, byNode, pauses, bounds } = writing;
  const made = { ...node, type: 'ClassExpression', leadingComments: null, trailingComments: null };
  const own = byNode.get(node.id!)!;
  made.id = emit.id(own.variable.name);
  const CLASS = made as unknown as t.ClassExpression;
  // Functions of its head know it as soon as its static parts run.
  if (own.isUnset && own.as === 'box' && pauses.holds(node)) {
    const isThere = emit.statement('NAME.v = this;', { NAME: own.name });
    CLASS.body = types.classBody([types.staticBlock([isThere]), ...CLASS.body.body]);
  }
  const how = { names: bounds.declarations.get(node) ?? [], name: undefined, isDeclared: isDecorated(node) };
  if (!how.isDeclared && node.abstract) withoutAbstract(types, CLASS);
  if (!pauses.holds(node)) return valueAssigned(writing, node, bind(writing, CLASS, how));
  bounds.later.set(CLASS, how);
  return valueAssigned(writing, node, CLASS);
}

/** An expression has nothing that is abstract. */
function withoutAbstract(types: Types, node: t.ClassExpression): void {
  delete (node as { abstract?: boolean | null }).abstract;
  node.body = types.classBody(node.body.body.filter((one) => !('abstract' in one && one.abstract === true)));
}

/** It stays a declaration, so that each tool gives its members the values that it would give them elsewhere. All tools keep one that is no `const`. */
function enumAssigned(writing: Writing, node: t.TSEnumDeclaration): t.Statement {
  const { emit, byNode } = writing;
  const id = emit.id(byNode.get(node.id)!.variable.name);
  const made = { ...node, id, const: false, leadingComments: null, trailingComments: null };
  return valueAssigned(writing, node, asDeclared({ emit }, made));
}

/** `Door = VALUE;`, `Door = { v: VALUE };`, `Door.v = VALUE;` */
function valueAssigned(
  { emit, byNode }: Writing,
  node: t.ClassDeclaration | t.TSEnumDeclaration,
  value: t.Expression,
): t.Statement {
  const own = byNode.get(node.id!)!;
  const isFirst = own.as === 'box' && !own.isEarly;
  const TARGET = emit.expression(own.as === 'box' && own.isEarly ? 'NAME.v' : 'NAME', { NAME: own.name });
  const VALUE = isFirst ? emit.expression('{ v: VALUE }', { VALUE: value }) : value;
  const written = locate(emit.statement('TARGET = VALUE;', { TARGET, VALUE }), node);
  inheritComments(node, written);
  return written;
}

/** A pattern of an assignment has no types. */
export function withoutTypes(types: Types, pattern: t.Node): t.Node {
  const typed = pattern as { typeAnnotation?: unknown; optional?: boolean | null };
  if (typed.typeAnnotation) typed.typeAnnotation = null;
  if (typed.optional) typed.optional = null;
  for (const key of types.VISITOR_KEYS[pattern.type] ?? []) {
    const child = (pattern as unknown as Fields)[key];
    const isPart =
      pattern.type.endsWith('Pattern') || pattern.type === 'RestElement' || pattern.type === 'ObjectProperty';
    if (isPart && key !== 'right' && key !== 'key')
      for (const one of [child].flat() as (t.Node | null)[]) if (one) withoutTypes(types, one);
  }
  return pattern;
}
