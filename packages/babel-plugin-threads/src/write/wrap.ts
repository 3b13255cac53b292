import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { makeDeclarations } from './declarations.js';
import type { Emitter } from './emit.js';
import type { Marks } from '../marks/marks.js';
import { namedByKey, wrapClass, wrapObject } from './methods.js';
import type { ListedPath, PathList } from '../babel/path.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { asGenerator } from './as-generator.js';
import { replaceBelow } from '../babel/ast.js';
import { takeComments } from '../babel/comments.js';

/** Makes threads of the functions whose bodies are rewritten: `function (a) {…}` → `$thread(function* (a) {…}, META)`. */
export function wrap(
  compilation: Compilation,
  marks: Marks,
  plan: Plan,
  emitter: Emitter,
  made: ReadonlyMap<t.Node, FunctionPlan>,
): void {
  const { t: types, program, paths } = compilation;
  const declarations = makeDeclarations(compilation, marks, plan, emitter);

  const without = nodesWithoutFunctions(paths, plan);
  const shouldEnter = (node: t.Node): boolean => !without.has(node);
  const replace = (node: t.Node, parent: t.Node): t.Node => {
    if (types.isClassBody(node)) wrapClass(compilation, plan, emitter, node, parent as t.Class);
    else if (types.isObjectExpression(node)) return wrapObject(compilation, plan, emitter, node);
    const own = made.get(node) ?? plan.functions.get(node);
    if (!own || own.wrapper === 'unwrapped') return node;
    if (types.isArrowFunctionExpression(node)) return wrapArrow(node, own, parent);
    if (types.isFunctionExpression(node)) return wrapExpression(node, own, parent);
    if (types.isFunctionDeclaration(node)) declarations.add(node, own);
    return node;
  };
  replaceBelow({ types, shouldEnter, replace }, program.node);
  declarations.hoist();

  /** `(a) => f(a)` → `$thread.arrow(function* (a) { return yield f(a); }, META, this)` */
  function wrapArrow(node: t.ArrowFunctionExpression, own: FunctionPlan, parent: t.Node): t.Expression {
    const body = (skipTransparent: t.Expression): t.Expression =>
      namedByKey(compilation, emitter, skipTransparent, own, parent);
    const outerThis =
      !own.atTop || (program.node.sourceType === 'script' && own.usesThis) ? [types.thisExpression()] : [];
    if (own.wrapper === 'wrapped')
      return placed(emitter.call(emitter.thread('plain'), body(node), emitter.meta(own), ...outerThis), node);
    let block: t.BlockStatement;
    if (types.isBlockStatement(node.body)) block = node.body;
    else {
      const result = types.returnStatement(node.body);
      result.loc = node.body.loc ?? null;
      block = types.blockStatement([result]);
    }
    const generator = types.functionExpression(null, node.params, block, true);
    generator.loc = node.loc ?? null;
    generator.typeParameters = node.typeParameters ?? null;
    return placed(emitter.call(emitter.thread('arrow'), body(generator), emitter.meta(own), ...outerThis), node);
  }

  /** `function (a) {…}` → `$thread(function* (a) {…}, META)`, with its own name if the body uses it. */
  function wrapExpression(node: t.FunctionExpression, own: FunctionPlan, parent: t.Node): t.Expression {
    const isThread = own.wrapper === 'generator';
    if (isThread) asGenerator(node);
    const meta = emitter.meta(own);
    const variant = !isThread ? 'plain' : own.isImmediatelyInvoked ? 'apart' : undefined;
    if (!own.selfName) {
      const body = namedByKey(compilation, emitter, node, own, parent);
      return placed(emitter.call(emitter.thread(variant), body, meta), node);
    }

    // The name stands for the wrapper, never for what is wrapped.
    node.id = null;
    const { name, assigned } = own.selfName;
    if (variant !== undefined && assigned) {
      // (() => { const fact = $thread.plain(function (n) {…}, META); return fact; })()
      const wrapped = emitter.declare('const', name, emitter.call(emitter.thread(variant), node, meta));
      const body = types.blockStatement([wrapped, types.returnStatement(emitter.id(name))]);
      return placed(emitter.call(types.arrowFunctionExpression([], body)), node);
    }
    if (variant !== undefined) {
      // (fact => fact = $thread.apart(function* (n) {…}, META))()
      const wrapped = emitter.assign(name, emitter.call(emitter.thread(variant), node, meta));
      return placed(emitter.call(types.arrowFunctionExpression([emitter.id(name)], wrapped)), node);
    }
    if (!assigned) {
      // $thread.named(fact => function* (n) {…}, META)
      const factory = types.arrowFunctionExpression([emitter.id(name)], node);
      return placed(emitter.call(emitter.thread('named'), factory, meta), node);
    }
    // $thread.named($fact => { const fact = $fact; return function* (n) {…}; }, META)
    const given = plan.names.unique(`$${name}`);
    const body = types.blockStatement([emitter.declare('const', name, emitter.id(given)), types.returnStatement(node)]);
    const factory = types.arrowFunctionExpression([emitter.id(given)], body);
    return placed(emitter.call(emitter.thread('named'), factory, meta), node);
  }

  function placed<N extends t.Node>(wrapped: N, source: t.Node): N {
    wrapped.loc = source.loc ?? null;
    takeComments(source, wrapped);
    return wrapped;
  }
}

/** The outermost nodes of the source below which nothing is wrapped. */
function nodesWithoutFunctions(paths: PathList, plan: Plan): Set<t.Node> {
  const around = new Set<ListedPath>();
  for (const { wrapper, path, movedFrom } of plan.functions.values()) {
    if (wrapper === 'unwrapped') continue;
    for (let at: ListedPath | null = path; at && !around.has(at); at = at.parentPath) around.add(at);
    // Parameters stand in the body now, with the functions in them.
    if (movedFrom !== undefined) for (const one of paths.below(path)) if (one.key === 'body') around.add(one);
  }
  const without = new Set<t.Node>();
  paths.walk(paths.root, (path) => {
    const isAround = around.has(path);
    if (!isAround) without.add(path.node);
    return isAround;
  });
  return without;
}
