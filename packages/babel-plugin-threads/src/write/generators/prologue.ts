/** What stands first in bodies. `scope.push` declares variables above all else, and would put those of a field into the function around the class. */
import type { types as t } from '@babel/core';
import { captureSuper } from '../super.js';
import { insertFirst } from './insert-first.js';
import type { DesugaredParameters, NamedCapture, Prologue } from './shape/shape.js';
import type { Writer } from './writer.js';

/** Writes what stands first in a body: captures, temporaries, and parameters that are evaluated there. */
export function writePrologues(writer: Writer): void {
  const { shape, form, written } = writer;
  for (const [owner, prologue] of shape.prologues) {
    const { fn, parameters } = prologue;
    const statements = [
      ...(fn ? form.begin(writer, fn) : []),
      ...prologue.captures.map((capture) => writeCapture(writer, prologue, capture)),
      ...declareTemporaries(writer, owner, prologue),
      ...(parameters ? [desugarParameters(writer, fn!.node as t.Function, parameters)] : []),
    ];
    if (statements.length > 0) insertFirst(writer, written.thunks.get(owner) ?? owner, statements);
  }
}

/** `const $arguments = arguments;` */
function writeCapture(writer: Writer, { fn }: Prologue, { what, name, property }: NamedCapture): t.Statement {
  const { emit } = writer;
  if (what === 'super') return captureSuper(writer, name, property);
  if (what === 'arguments') return emit.statement('const NAME = arguments;', { NAME: name });
  // A generator has none of its own.
  const isGenerator = fn?.wrapper === 'suspendable';
  return emit.statement(`const NAME = ${isGenerator ? '$takeNewTarget()' : 'new.target'};`, { NAME: name });
}

/** `let $r, $r1;` The scripts of a page share what is declared at their tops: there a second `let` of the same name would be an error. */
function declareTemporaries({ types, emit }: Writer, owner: t.Node, { temporaries }: Prologue): t.Statement[] {
  if (temporaries.length === 0) return [];
  const kind = types.isProgram(owner) && owner.sourceType === 'script' ? 'var' : 'let';
  return [
    types.variableDeclaration(
      kind,
      temporaries.map((name) => types.variableDeclarator(emit.id(name))),
    ),
  ];
}

/**
 *   (a, b = f(), { c } = {}, ...rest) { … }
 *   (a, ...$parameters) {
 *     let { 0: b = yield f(), 1: { c } = {} } = $parameters, rest = $parameters.slice(2);
 *
 * A pattern gives names to functions and classes without one, as parameters do. Not `[b = yield f(), …]`: that would ask for the
 * iterator of arrays, which a script may have replaced.
 */
function desugarParameters(
  { types, emit }: Writer,
  fn: t.Function,
  { from, listName }: DesugaredParameters,
): t.Statement {
  const moved = (fn.params as t.Node[]).splice(from).map((parameter) => withoutTypes(types, parameter));
  (fn.params as t.Node[]).push(types.restElement(emit.id(listName)));
  const last = moved.at(-1);
  const rest = types.isRestElement(last) ? last : undefined;
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
function withoutTypes(types: Writer['types'], parameter: t.Node): t.Node {
  const pattern = types.isAssignmentPattern(parameter) ? parameter.left : parameter;
  const typed = pattern as { typeAnnotation?: unknown; optional?: boolean | null };
  if (typed.typeAnnotation) typed.typeAnnotation = null;
  if (typed.optional) typed.optional = null;
  return parameter;
}
