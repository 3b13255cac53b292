/** What is written first in bodies. Babel's `scope.push` declares variables above all else, and would put those of a field into the function around the class. */
import type { types as t } from '@babel/core';
import type { Writer } from '../writer.js';
import { declareCapture } from './captures.js';
import { insertFirst } from './insert-first.js';

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
