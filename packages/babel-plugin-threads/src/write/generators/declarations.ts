import type { types as t } from '@babel/core';
import { moveTrailingComments } from '../../babel/comments.js';
import type { Parts } from '../../babel/templates.js';
import { located } from '../emitter.js';
import type { FunctionPlan } from '../../plan.js';
import { passMarks } from '../marks.js';
import { asGenerator } from './as-generator.js';
import { insertFirst } from './insert-first.js';
import type { DeclarationShape, FunctionShape } from './shape/shape.js';
import type { Writer } from './writer.js';

/** A declaration as it is written. */
interface Declared {
  readonly shape: FunctionShape;
  readonly declaration: DeclarationShape;
  readonly node: t.FunctionDeclaration;
  /** The statements that make the wrapper. They are the first of the scope. */
  readonly wrapping: readonly t.Statement[];
  /** The generator, if it is written beside a declaration that stays. */
  readonly generator: t.FunctionDeclaration | undefined;
}

/**
 * A declaration is callable above itself, so its wrapper is made first of all in its scope:
 *
 *   function walk(d) {…}         →  var walk = $thread($walk, META);   function* $walk(d) {…}
 *   function area(w) {…}         →  area = $plain(area, META);  function area(w) {…}
 *   export function walk(d) {…}  →  export var walk = $thread($walk, META);   function* $walk(d) {…}
 *
 * In a file that may be in a cycle of imports it is callable even before the module has begun:
 *
 *   export function walk(d) {…}  →  walk = $thread($walk, META, walk);
 *                                   export function walk(d) { return $early($walk, this, arguments); }
 *                                   function* $walk(d) {…}
 *
 * In a block of sloppy code, whose functions may be seen outside of it, a declaration stays too:
 *
 *   { function walk(d) {…} }     →  { walk = $thread($walk, META); function walk() {} function* $walk(d) {…} }
 */
export function writeDeclarations(writer: Writer, shapes: readonly FunctionShape[]): void {
  const all = shapes.map((shape) => writeDeclaration(writer, shape));
  for (const declared of all) if (isArm(writer, declared)) wrapArm(writer, declared);
  const inLists = all.filter((declared) => !isArm(writer, declared));
  for (const declared of inLists) if (declared.generator) insertBeside(writer, declared, declared.generator);
  const byScope = new Map<DeclarationShape['scope'], Declared[]>();
  for (const one of inLists) {
    const { scope } = one.declaration;
    const declared = byScope.get(scope);
    if (declared) declared.push(one);
    else byScope.set(scope, [one]);
  }
  for (const [scope, declared] of byScope) {
    insertFirst(writer, writer.written.blocks.get(scope) ?? scope, wrappingsOf(declared), 'behindPrologue');
  }
}

function writeDeclaration(writer: Writer, shape: FunctionShape): Declared {
  const { emit } = writer;
  const declaration = shape.declaration!;
  const node = shape.plan.node as t.FunctionDeclaration;
  const { form, name, generatorName, variable } = declaration;
  node.id ??= emit.id(name);
  const parts = { NAME: name, META: emit.meta(shape.plan) };
  const generatorParts = { ...parts, GENERATOR: generatorName };
  const usual = { shape, declaration, node };
  switch (form) {
    case 'wrapped':
      return { ...usual, generator: undefined, wrapping: [emit.statement('NAME = $plain(NAME, META);', parts)] };
    case 'variable':
      node.id.name = generatorName;
      asGenerator(writer, shape.plan, node);
      return {
        ...usual,
        generator: undefined,
        wrapping: [emit.statement(`${variable} NAME = $thread(GENERATOR, META);`, generatorParts)],
      };
    case 'exported':
      node.id.name = generatorName;
      asGenerator(writer, shape.plan, node);
      takeOutOfExport(writer, shape);
      return { ...usual, generator: undefined, wrapping: exportOf(writer, shape, generatorParts) };
    case 'function': {
      const generator = generatorBeside(writer, shape.plan, { node, name: generatorName });
      emptied(writer, node, [], []);
      return { ...usual, generator, wrapping: [emit.statement('NAME = $thread(GENERATOR, META);', generatorParts)] };
    }
    default: {
      const generator = generatorBeside(writer, shape.plan, { node, name: generatorName });
      // What is no generator has to be told.
      const META = writer.compilation.options.target === 'frames' ? [emit.meta(shape.plan)] : [];
      const call = emit.statement('return $early(GENERATOR, this, arguments, META);', {
        GENERATOR: generatorName,
        META,
      });
      emptied(writer, node, stubsOf(writer, node, declaration), [call]);
      return {
        ...usual,
        generator,
        wrapping: [emit.statement('NAME = $thread(GENERATOR, META, NAME);', generatorParts)],
      };
    }
  }
}

/** `export var walk = $thread($walk, META);`, or of a default `var walk = $thread($walk, META); export { walk as default };` */
function exportOf({ types, emit }: Writer, { plan, declaration }: FunctionShape, parts: Parts): t.Statement[] {
  const variable = emit.statement('var NAME = $thread(GENERATOR, META);', parts);
  if (plan.exported === 'named') return [types.exportNamedDeclaration(variable as t.VariableDeclaration)];
  const local = emit.id(declaration!.name);
  return [variable, types.exportNamedDeclaration(null, [types.exportSpecifier(local, emit.id('default'))])];
}

/** `export function* $walk(d) {…}` → `function* $walk(d) {…}` */
function takeOutOfExport({ compilation, written }: Writer, { plan: { node, path } }: FunctionShape): void {
  const exporting = path.parent as t.Statement;
  const { body } = compilation.program.node;
  body[body.indexOf(exporting)] = node as t.FunctionDeclaration;
  node.leadingComments = [...(exporting.leadingComments ?? []), ...(node.leadingComments ?? [])];
  node.trailingComments = exporting.trailingComments ?? null;
  written.outOfExport.set(exporting, node as t.FunctionDeclaration);
}

/** `function* $walk(d) {…}` */
function generatorBeside(
  { types, emit, written }: Writer,
  plan: FunctionPlan,
  { node, name }: { readonly node: t.FunctionDeclaration; readonly name: string },
): t.FunctionDeclaration {
  const generator = located(types.functionDeclaration(emit.id(name), node.params, node.body, true), node);
  generator.typeParameters = node.typeParameters ?? null;
  written.generators.set(generator, plan);
  return generator;
}

/** What is left of a declaration whose body has gone to its generator. */
function emptied(
  { types }: Writer,
  node: t.FunctionDeclaration,
  params: t.FunctionDeclaration['params'],
  body: t.Statement[],
): void {
  node.params = params;
  node.body = types.blockStatement(body);
  node.returnType = null;
  node.typeParameters = null;
}

/**
 * The parameters that are left, which only show how many there are and how they are named. Their defaults and patterns are evaluated in
 * the generator, and parameters that it evaluates in its body are no longer in the list.
 */
function stubsOf(
  { types, emit, shape }: Writer,
  node: t.FunctionDeclaration,
  { parameterNames }: DeclarationShape,
): t.FunctionDeclaration['params'] {
  const names = [...parameterNames];
  const from = shape.prologues.get(node)?.parameters?.from;
  return node.params.slice(0, from).map((parameter) => {
    if (types.isIdentifier(parameter))
      return parameter.name === 'this' ? types.cloneNode(parameter) : emit.id(parameter.name);
    if (types.isAssignmentPattern(parameter) && types.isIdentifier(parameter.left)) return emit.id(parameter.left.name);
    if (types.isRestElement(parameter) && types.isIdentifier(parameter.argument))
      return types.restElement(emit.id(parameter.argument.name));
    return emit.id(names.shift()!);
  });
}

/** `if (a) function f() {}` */
function isArm({ types }: Writer, { declaration }: Declared): boolean {
  return types.isIfStatement(declaration.scope);
}

/** `if (a) function f() {}` → `if (a) { f = $thread($f, META); function f() {} function* $f() {} }` */
function wrapArm({ types }: Writer, { declaration, node, wrapping, generator }: Declared): void {
  const scope = declaration.scope as t.IfStatement;
  const arm = scope.alternate === node ? 'alternate' : 'consequent';
  scope[arm] = types.blockStatement([...wrapping, node, ...(generator ? [generator] : [])]);
}

/** The generator stands right behind the declaration, with its mark. */
function insertBeside({ types, marks }: Writer, { shape, declaration }: Declared, generator: t.Statement): void {
  let { path } = shape.plan;
  while (types.isLabeledStatement(path.parent)) path = path.parentPath!;
  const { node } = path;
  const { body } = declaration.scope as t.Program | t.TSModuleBlock;
  const at = body.findIndex((s) => s === node || ('declaration' in s && s.declaration === node));
  passMarks(marks, body[at - 1], body[at]!, generator);
  passMarks(marks, undefined, node, generator);
  moveTrailingComments(body[at]!, generator);
  body.splice(at + 1, 0, generator);
}

/** In source order; of two declarations with one name the last counts. */
function wrappingsOf(declared: readonly Declared[]): t.Statement[] {
  const inOrder = [...declared].sort((a, b) => (a.node.start ?? 0) - (b.node.start ?? 0));
  const last = new Map(inOrder.map((one) => [one.declaration.name, one]));
  return inOrder.filter((one) => last.get(one.declaration.name) === one).flatMap(({ wrapping }) => wrapping);
}
