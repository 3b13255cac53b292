import type { types as t } from '@babel/core';
import { moveTrailingComments } from '../../babel/comments.js';
import { addTo } from '../../babel/lists.js';
import type { Path } from '../../babel/path.js';
import type { Parts } from '../../babel/templates.js';
import { hoistingOf } from '../../language/hoisting.js';
import type { FunctionPlan } from '../../plan.js';
import { locate } from '../emitter.js';
import { passMarks } from '../marks.js';
import type { WrappedFunction, Writer } from '../writer.js';
import { insertFirst } from './prologue.js';

/** A declaration as it is written. */
export interface Declared {
  readonly plan: FunctionPlan;
  /** Also that of an anonymous default export. */
  readonly name: string;
  readonly node: t.FunctionDeclaration;
  /** The node in whose statement list it stands. */
  readonly scope: t.Node;
  /** The statements that make the wrapper. They are the first of the scope. */
  readonly wrapping: readonly t.Statement[];
  /** The generator, if it is written beside a declaration that stays. */
  readonly generator: t.FunctionDeclaration | undefined;
  /** The generator takes the place of an `export` of the declaration. */
  readonly leavesExport: boolean;
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
 *
 * Gives it its names and its parts, which `insertDeclarations` puts into the scope.
 */
export function writeDeclaration(
  writer: Writer,
  { plan, meta: META }: WrappedFunction,
  node: t.FunctionDeclaration,
): Declared {
  const { types, emit, names, compilation } = writer;
  const name = node.id?.name ?? names.unique('$default');
  node.id ??= emit.id(name);
  const declared = { plan, name, node, scope: scopeOf(writer, plan.path), generator: undefined, leavesExport: false };
  if (plan.wrapper === 'wrapped')
    return { ...declared, wrapping: [emit.statement('NAME = $plain(NAME, META);', { NAME: name, META })] };
  const parts = { NAME: name, GENERATOR: names.unique(`$${name}`), META };
  if (writer.plan.earlyDeclarations.has(node)) return { ...declared, ...writeEarly(writer, declared, parts) };
  const hoisting = hoistingOf(compilation, plan.path);
  const leavesExport = types.isExportDeclaration(plan.path.parent);
  if (hoisting === 'outOfBlock' && !leavesExport) {
    const generator = moveToGenerator(writer, declared, parts.GENERATOR, { params: [], body: [] });
    return { ...declared, generator, wrapping: [emit.statement('NAME = $thread(GENERATOR, META);', parts)] };
  }
  node.id.name = parts.GENERATOR;
  if (leavesExport) return { ...declared, leavesExport, wrapping: exportWrapper(writer, declared, parts) };
  const kind = hoisting === 'block' ? 'let' : 'var';
  return { ...declared, wrapping: [emit.statement(`${kind} NAME = $thread(GENERATOR, META);`, parts)] };
}

type Names = Parts & { readonly GENERATOR: string };

/** It stays, to be called before the module has begun. */
function writeEarly(
  writer: Writer,
  declared: Omit<Declared, 'wrapping'>,
  parts: Names,
): Pick<Declared, 'generator' | 'wrapping'> {
  const { emit, compilation } = writer;
  // The runtime reads off a generator that its function waits; of a function that became a step it is told.
  const META = compilation.options.target === 'frames' ? [emit.meta(declared.plan)] : [];
  const params = parameterStubs(writer, declared);
  const call = emit.statement('return $early(GENERATOR, this, arguments, META);', { ...parts, META });
  const generator = moveToGenerator(writer, declared, parts.GENERATOR, { params, body: [call] });
  return { generator, wrapping: [emit.statement('NAME = $thread(GENERATOR, META, NAME);', parts)] };
}

/** Puts the wrappers first into their scopes, and generators beside the declarations that stay. */
export function insertDeclarations(writer: Writer, all: readonly Declared[]): void {
  const byScope = new Map<t.Node, Declared[]>();
  for (const declared of all) {
    const { scope, generator, leavesExport } = declared;
    if (scope.type === 'IfStatement') {
      wrapArm(writer, declared, scope);
      continue;
    }
    if (leavesExport) takeOutOfExport(writer, declared);
    if (generator) insertBeside(writer, declared, generator);
    addTo(byScope, scope, declared);
  }
  for (const [scope, declared] of byScope) insertFirst(writer, scope, wrappingsOf(declared), 'behindPrologue');
}

/** The node in whose statement list the declaration stands. */
function scopeOf({ types }: Writer, path: Path): t.Node {
  let around = path.parentPath!;
  while (types.isExportDeclaration(around.node) || around.node.type === 'LabeledStatement') around = around.parentPath!;
  return around.node;
}

/** `export var walk = $thread($walk, META);`, or of a default `var walk = $thread($walk, META); export { walk as default };` */
function exportWrapper(
  { types, emit }: Writer,
  { plan, name }: Pick<Declared, 'plan' | 'name'>,
  parts: Parts,
): t.Statement[] {
  const variable = emit.statement('var NAME = $thread(GENERATOR, META);', parts);
  if (plan.exported === 'named') return [types.exportNamedDeclaration(variable as t.VariableDeclaration)];
  return [variable, types.exportNamedDeclaration(null, [types.exportSpecifier(emit.id(name), emit.id('default'))])];
}

/** `export function* $walk(d) {…}` → `function* $walk(d) {…}` */
function takeOutOfExport({ compilation }: Writer, { plan, node }: Declared): void {
  const exporting = plan.path.parent as t.Statement;
  const { body } = compilation.program.node;
  body[body.indexOf(exporting)] = node;
  node.leadingComments = [...(exporting.leadingComments ?? []), ...(node.leadingComments ?? [])];
  node.trailingComments = exporting.trailingComments ?? null;
}

/** Gives `function* $walk(d) {…}`, and leaves these parameters and statements to the declaration, whose own go to that. */
function moveToGenerator(
  { types, emit, generators }: Writer,
  { plan, node }: Pick<Declared, 'plan' | 'node'>,
  name: string,
  left: Pick<t.FunctionDeclaration, 'params'> & { readonly body: t.Statement[] },
): t.FunctionDeclaration {
  const generator = locate(types.functionDeclaration(emit.id(name), node.params, node.body, true), node);
  generator.typeParameters = node.typeParameters ?? null;
  generators.delete(node);
  generators.set(generator, plan);
  node.generator = false;
  node.typeParameters = null;
  node.params = left.params;
  node.body = types.blockStatement(left.body);
  return generator;
}

/**
 * The parameters that are left, which only show how many there are and how they are named. Their defaults and patterns are evaluated in
 * the generator, and parameters that it evaluates in its body are no longer in the list.
 */
function parameterStubs(
  writer: Writer,
  { plan, node }: Pick<Declared, 'plan' | 'node'>,
): t.FunctionDeclaration['params'] {
  const { types, emit, names } = writer;
  return node.params.slice(0, writer.plan.movedParameters.get(plan)).map((parameter) => {
    if (parameter.type === 'Identifier')
      return parameter.name === 'this' ? types.cloneNode(parameter) : emit.id(parameter.name);
    if (parameter.type === 'AssignmentPattern' && parameter.left.type === 'Identifier')
      return emit.id(parameter.left.name);
    if (parameter.type === 'RestElement' && parameter.argument.type === 'Identifier')
      return types.restElement(emit.id(parameter.argument.name));
    return emit.id(names.unique('$parameter'));
  });
}

/** `if (a) function f() {}` → `if (a) { f = $thread($f, META); function f() {} function* $f() {} }` */
function wrapArm({ types }: Writer, { node, wrapping, generator }: Declared, scope: t.IfStatement): void {
  const arm = scope.alternate === node ? 'alternate' : 'consequent';
  scope[arm] = types.blockStatement([...wrapping, node, ...(generator ? [generator] : [])]);
}

/** The generator is put right below the declaration, and takes its mark. */
function insertBeside({ marks }: Writer, { plan, scope }: Declared, generator: t.Statement): void {
  let { path } = plan;
  while (path.parent.type === 'LabeledStatement') path = path.parentPath!;
  const { node } = path;
  const { body } = scope as t.Program | t.TSModuleBlock;
  const at = body.findIndex((s) => s === node || ('declaration' in s && s.declaration === node));
  passMarks(marks, body[at - 1], body[at]!, generator);
  passMarks(marks, undefined, node, generator);
  moveTrailingComments(body[at]!, generator);
  body.splice(at + 1, 0, generator);
}

/** In source order; of two declarations with one name the last counts. */
function wrappingsOf(declared: readonly Declared[]): t.Statement[] {
  const inOrder = [...declared].sort((a, b) => (a.node.start ?? 0) - (b.node.start ?? 0));
  const last = new Map(inOrder.map((one) => [one.name, one]));
  return inOrder.filter((one) => last.get(one.name) === one).flatMap(({ wrapping }) => wrapping);
}
