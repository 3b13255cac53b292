import type { types as t } from '@babel/core';
import { isFunction, replaceBelow } from '../../babel/ast.js';
import { inheritComments } from '../../babel/comments.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { FunctionPlan } from '../../plan.js';
import { locate } from '../emitter.js';
import type { WrappedFunction, Writer } from '../writer.js';
import { keepKey } from './computed-keys.js';
import { type Declared, insertDeclarations, writeDeclaration } from './declarations.js';
import { wrapClass, wrapMethod, wrapObject } from './methods.js';

type Expression = t.ArrowFunctionExpression | t.FunctionExpression;

/** Makes threads of the functions whose bodies are rewritten, inner ones first: `function (a) {…}` → `$thread(function* (a) {…}, META)`. */
export function wrapFunctions(writer: Writer): void {
  const { types, functions, holders, compilation } = writer;
  const declarations: Declared[] = [];
  const without = nodesWithoutFunctions(writer);
  /** The calls that functions were made of, by these. */
  const deferred = new Map([...holders].map(([source, holder]) => [holder, source]));
  const wrap = (node: t.Node, parent: t.Node): t.Node => {
    if (node.type === 'ClassBody') wrapClass(writer, node);
    if (node.type === 'ObjectExpression') return wrapObject(writer, node);
    if (!isFunction(node)) return node;
    const fn = functions.get(deferred.get(node) ?? node);
    if (fn === undefined) return node;
    const written = makeGenerator(writer, fn, node);
    if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression')
      return wrapExpression(writer, fn, { source: node, written: written as Expression, parent });
    if (node.type === 'ObjectMethod') return wrapMethod(writer, fn, { method: node, written });
    if (node.type === 'FunctionDeclaration') declarations.push(writeDeclaration(writer, fn, node));
    return node;
  };
  replaceBelow(types, compilation.program.node, wrap, (node) => !without.has(node));
  // They are put into their scopes when all else is wrapped.
  insertDeclarations(writer, declarations);
}

/** The outermost nodes of the source below which nothing is wrapped. */
function nodesWithoutFunctions({ compilation: { paths }, plan, functions }: Writer): Set<t.Node> {
  const around = new Set<ListedPath>();
  for (const { plan: fn } of functions.values()) {
    for (let at: ListedPath | null = fn.path; at && !around.has(at); at = at.parentPath) around.add(at);
    // Parameters stand in the body now, with the functions in them.
    if (plan.movedParameters.has(fn)) for (const one of paths.below(fn.path)) if (one.key === 'body') around.add(one);
  }
  const without = new Set<t.Node>();
  paths.walk(paths.root, (path) => {
    const isAround = around.has(path);
    if (!isAround) without.add(path.node);
    return isAround;
  });
  return without;
}

/**
 * The function as a generator, if it is to be one; its return type was that of the value and goes. An arrow, and a method that becomes
 * a property, gives a function of its own: `function* (a) {…}`
 */
function makeGenerator({ types, generators }: Writer, { plan, form }: WrappedFunction, node: t.Function): t.Function {
  // `$privateMethod` takes nothing else: one that never waits ends at once.
  if (plan.wrapper !== 'suspendable' && form !== '$privateMethod') return node;
  let generator = node;
  if (node.type === 'ArrowFunctionExpression' || form === '$method') {
    generator = types.functionExpression(null, node.params as t.FunctionParameter[], bodyOf(types, node));
    generator.typeParameters = node.typeParameters ?? null;
    locate(generator, node);
  }
  generator.generator = true;
  generator.returnType = null;
  generators.set(generator, plan);
  return generator;
}

function bodyOf(types: Types, { body }: t.Function): t.BlockStatement {
  if (body.type === 'BlockStatement') return body;
  return types.blockStatement([locate(types.returnStatement(body), body)]);
}

/**
 *   (a) => f(a)       →  $arrow(function* (a) { return yield f(a); }, META, this)
 *   (a) => a          →  $plain((a) => a, META, this)
 *   function (a) {…}  →  $thread(function* (a) {…}, META)        with its own name if the body uses it
 */
function wrapExpression(
  writer: Writer,
  fn: WrappedFunction,
  { source, written, parent }: { readonly source: Expression; readonly written: Expression; readonly parent: t.Node },
): t.Expression {
  const { types, emit } = writer;
  const { plan, form, meta, key } = fn;
  const isBound = source.type === 'ArrowFunctionExpression' && hasOuterThis(writer, plan);
  const OUTER_THIS = isBound ? [types.thisExpression()] : [];
  const wrapped = plan.selfName
    ? wrapNamed(writer, fn, written)
    : emit.expression(`${form!}(FN, META, OUTER_THIS)`, {
        FN: nameByKey(writer, key, written, parent),
        META: meta,
        OUTER_THIS,
      });
  inheritComments(source, wrapped);
  return locate(wrapped, source);
}

/** A compiled arrow is none any more: it is given its `this`, but at the top of a module, where that is undefined. */
function hasOuterThis({ compilation }: Writer, { atTop, usesThis }: FunctionPlan): boolean {
  return !atTop || (compilation.program.node.sourceType === 'script' && usesThis);
}

/** The name stands for the wrapper, never for what is wrapped. */
function wrapNamed({ emit, names }: Writer, { plan, form, meta }: WrappedFunction, node: Expression): t.Expression {
  const { name, assigned } = plan.selfName!;
  (node as t.FunctionExpression).id = null;
  const parts = { NAME: name, FN: node, META: meta };
  if (form === '$named') {
    if (!assigned) return emit.expression('$named(NAME => FN, META)', parts);
    const GIVEN = names.unique(`$${name}`);
    return emit.expression('$named(GIVEN => { const NAME = GIVEN; return FN; }, META)', { ...parts, GIVEN });
  }
  return assigned
    ? emit.expression(`(() => { const NAME = ${form!}(FN, META); return NAME; })()`, parts)
    : emit.expression(`(NAME => NAME = ${form!}(FN, META))()`, parts);
}

/**
 * A function takes its name from a computed key. The wrapper reads the name of the generator, so the generator has to take it, too:
 *
 *   { [key]: function () {…} }  →  { [$key = $propertyKey(key)]: $thread({ [$key]: function* () {…} }[$key], META) }
 */
function nameByKey({ emit }: Writer, key: string | undefined, fn: Expression, property: t.Node): t.Expression {
  if (key === undefined || !(property.type === 'ObjectProperty' || property.type === 'ClassProperty')) return fn;
  keepKey(emit, property, key);
  return emit.expression('{ [KEY]: FN }[KEY]', { KEY: key, FN: fn });
}
