/** What is written first in bodies. Babel's `scope.push` declares variables above all else, and would put those of a field into the function around the class. */
import type { types as t } from '@babel/core';
import { isFunction } from '../../babel/ast.js';
import { insertAt, moveInnerComments } from '../../babel/comments.js';
import { internalError } from '../../messages/errors.js';
import type { Capture, FunctionPlan } from '../../plan.js';
import type { Writer } from '../writer.js';

/** Writes what stands first in a body: captures, temporaries, and parameters that are evaluated there. Needs all temporaries. */
export function writePrologues(writer: Writer): void {
  const { form, names, plan } = writer;
  const { captures, functions, movedParameters } = plan;
  for (const owner of new Set([...captures.keys(), ...functions.keys(), ...names.temporaries.keys()])) {
    const fn = functions.get(owner);
    const from = fn && movedParameters.get(fn);
    const statements = [
      ...(fn ? form.begin(writer, fn) : []),
      ...(captures.get(owner) ?? []).map((capture) => declareCapture(writer, fn, capture)),
      ...declareTemporaries(writer, owner),
      ...(from === undefined ? [] : [moveParameters(writer, owner as t.Function, from)]),
    ];
    if (statements.length > 0) insertFirst(writer, owner, statements);
  }
}

/** `const $arguments = arguments;`, `const $superWalk = () => super.walk;`, `const $super = ($key) => super[$key];` */
function declareCapture({ emit, firstNames }: Writer, fn: FunctionPlan | undefined, capture: Capture): t.Statement {
  const { what, property } = capture;
  const NAME = firstNames.captures.get(capture)!;
  if (what === 'arguments') return emit.statement('const NAME = arguments;', { NAME });
  if (what === 'super' && property === undefined) return emit.statement('const NAME = $key => super[$key];', { NAME });
  if (what === 'super') return emit.statement('const NAME = () => super.PROPERTY;', { NAME, PROPERTY: property! });
  // A generator has none of its own.
  const isGenerator = fn?.wrapper === 'suspendable';
  return emit.statement(`const NAME = ${isGenerator ? '$takeNewTarget()' : 'new.target'};`, { NAME });
}

/** `let $r, $r1;` The scripts of a page share what is declared at their tops: there a second `let` of the same name would be an error. */
function declareTemporaries({ types, emit, names }: Writer, owner: t.Node): t.Statement[] {
  const declared = (names.temporaries.get(owner) ?? []).map((name) => types.variableDeclarator(emit.id(name)));
  if (declared.length === 0) return [];
  const kind = owner.type === 'Program' && owner.sourceType === 'script' ? 'var' : 'let';
  return [types.variableDeclaration(kind, declared)];
}

/**
 *   (a, b = f(), { c } = {}, ...rest) { … }
 *   (a, ...$parameters) {
 *     let { 0: b = yield f(), 1: { c } = {} } = $parameters, rest = $parameters.slice(2);
 *
 * A pattern gives names to functions and classes without one, as parameters do. Not `[b = yield f(), …]`: that would ask for the
 * iterator of arrays, which a script may have replaced.
 */
function moveParameters({ types, emit, names }: Writer, fn: t.Function, from: number): t.Statement {
  const listName = names.unique('$parameters');
  const moved = (fn.params as t.Node[]).splice(from).map((parameter) => withoutTypes(parameter));
  (fn.params as t.Node[]).push(types.restElement(emit.id(listName)));
  const last = moved.at(-1);
  const rest = last?.type === 'RestElement' ? last : undefined;
  const before = rest ? moved.slice(0, -1) : moved;
  const declarators: t.VariableDeclarator[] = [];
  if (before.length > 0) {
    const parts = before.map((parameter, index) =>
      types.objectProperty(types.numericLiteral(index), parameter as t.PatternLike),
    );
    declarators.push(types.variableDeclarator(types.objectPattern(parts), emit.id(listName)));
  }
  if (rest) {
    const LENGTH = types.numericLiteral(before.length);
    const others = emit.expression('LIST.slice(LENGTH)', { LIST: listName, LENGTH });
    declarators.push(types.variableDeclarator(rest.argument, others));
  }
  return types.variableDeclaration('let', declarators);
}

/** `a?: number = 1` is no part of a pattern. */
function withoutTypes(parameter: t.Node): t.Node {
  const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
  const typed = pattern as { typeAnnotation?: unknown; optional?: boolean | null };
  if (typed.typeAnnotation) typed.typeAnnotation = null;
  if (typed.optional) typed.optional = null;
  return parameter;
}

type Holder = t.Program | t.BlockStatement | t.StaticBlock | t.TSModuleBlock;

/**
 * Puts statements first into what a function, a file or a field runs. `path.unshiftContainer` serves only Babel's own paths, and puts them
 * above the imports.
 */
export function insertFirst(
  writer: Writer,
  owner: t.Node,
  statements: readonly t.Statement[],
  position: 'first' | 'behindPrologue' = 'first',
): void {
  const holder = holderOf(writer, owner);
  const isBehind = position === 'behindPrologue' && holder.type === 'BlockStatement';
  const index = holder.type === 'Program' ? importsAbove(holder) : isBehind ? prologueLength(holder) : 0;
  insertAt(holder.body, index, statements);
  if (holder.type === 'BlockStatement' || holder.type === 'StaticBlock') moveInnerComments(holder);
}

/** What holds the statements; an expression gets a body. */
function holderOf({ types, emit, holders }: Writer, given: t.Node): Holder {
  const owner = holders.get(given) ?? given;
  if (owner.type === 'Program' || owner.type === 'BlockStatement') return owner;
  if (owner.type === 'StaticBlock' || owner.type === 'TSModuleBlock') return owner;
  if (isFunction(owner)) {
    if (owner.body.type !== 'BlockStatement') owner.body = types.blockStatement([types.returnStatement(owner.body)]);
    return owner.body;
  }
  if (!('value' in owner)) throw internalError(`a function stands in a ${owner.type}`);
  // A field has no body: (() => { const $superWalk = …; return value; })()
  const field = owner as t.ClassProperty;
  const called = emit.expression('(() => { return VALUE; })()', { VALUE: field.value! }) as t.CallExpression;
  field.value = called;
  return (called.callee as t.ArrowFunctionExpression).body as t.BlockStatement;
}

/** The number of imports that the file begins with. */
function importsAbove({ body }: t.Program): number {
  const end = body.findIndex((statement) => statement.type !== 'ImportDeclaration');
  return end < 0 ? body.length : end;
}

/** Captures, temporaries and moved parameters come before functions: they have no `start`. */
function prologueLength({ body }: t.BlockStatement): number {
  const end = body.findIndex(({ type, start }) => type !== 'VariableDeclaration' || start != null);
  return end < 0 ? body.length : end;
}
