import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Types } from '../babel/types.js';
import type { Emitter } from './emit.js';
import type { Plan } from '../plan.js';
import { holds, isCall, isFunctionNode, walk } from '../babel/ast.js';

/**
 * A region that cannot pause says so to the runtime, so that the error comes at the wait itself:
 *
 *   get isOn() { f(); }  →  get isOn() { return $thread.place("the getter isOn", () => { f(); }); }
 *   set on(v = f()) {}   →  set on(v = $thread.place("the setter on", () => f())) {}
 *   speed = o.f();       →  speed = $thread.place("the field speed", () => $thread.now(() => o.f()));
 *   static { o.f(); }    →  static { $thread.place("a static block", () => { beside(o.f()); }); }
 */
export function rewriteRegion(
  { t: types }: Compilation,
  plan: Plan,
  emitter: Emitter,
  node: t.Node,
  name: string,
): void {
  const place = (body: t.BlockStatement | t.Expression): t.CallExpression =>
    emitter.call(emitter.thread('place'), types.stringLiteral(name), types.arrowFunctionExpression([], body));
  if (types.isStaticBlock(node)) {
    const inner = types.blockStatement(node.body);
    // Functions of the block are hoisted to its top: that is inside the arrow now.
    for (const own of plan.functions.values()) if (own.scope === node) own.scope = inner;
    node.body = [types.expressionStatement(place(inner))];
  } else if (types.isFunction(node)) {
    for (const pattern of defaultsThatCall(types, node)) pattern.right = place(pattern.right);
    const { body: statements, directives, innerComments } = node.body as t.BlockStatement;
    const inner = types.blockStatement(statements);
    inner.innerComments = innerComments ?? null;
    node.body = types.blockStatement(leave(node, place(inner)), directives);
  } else {
    const field = node as t.ClassProperty;
    field.value = place(field.value!);
  }

  /**
   * Constructors and setters mostly return nothing. A constructor returns nothing that is evaluated by `super()`: classes made into
   * functions read `this` before it.
   */
  function leave(fn: t.Function, value: t.Expression): t.Statement[] {
    const isConstructor = types.isClassMethod(fn, { kind: 'constructor' });
    const isSetter = 'kind' in fn && fn.kind === 'set';
    if ((isConstructor || isSetter) && !returnsValue(types, fn.body)) return [types.expressionStatement(value)];
    if (!isConstructor) return [types.returnStatement(value)];
    const result = plan.names.unique('$value');
    return [emitter.declare('const', result, value), types.returnStatement(emitter.id(result))];
  }
}

/** The defaults of parameters, also inside patterns, in which something is called. */
function defaultsThatCall(types: Types, fn: t.Function): t.AssignmentPattern[] {
  const found: t.AssignmentPattern[] = [];
  for (const parameter of fn.params)
    walk(types, parameter, (node) => {
      if (types.isAssignmentPattern(node) && callsSomething(types, node.right)) found.push(node);
      return !isFunctionNode(types, node);
    });
  return found;
}

/** Not in a class of its own: that one would lose the name that it takes from the parameter. */
function callsSomething(types: Types, value: t.Node): boolean {
  const isOne = (node: t.Node): boolean =>
    isCall(node) || types.isNewExpression(node) || types.isTaggedTemplateExpression(node);
  return holds(types, value, isOne, (node) => isFunctionNode(types, node) || types.isClass(node));
}

function returnsValue(types: Types, body: t.Node): boolean {
  const isOne = (node: t.Node): boolean => types.isReturnStatement(node) && node.argument != null;
  return holds(types, body, isOne, (node) => isFunctionNode(types, node));
}

/** `o.f()` → `$thread.now(() => o.f())`; dropped → `beside(o.f())`: a thread of another owner may go on by itself. */
export function rewriteRegionCall(
  { t: types }: Compilation,
  emitter: Emitter,
  call: t.Expression,
  value: 'used' | 'dropped',
): t.Expression {
  const result =
    value === 'used'
      ? emitter.call(emitter.thread('now'), types.arrowFunctionExpression([], call))
      : emitter.call(emitter.helper('beside'), call);
  result.loc = call.loc ?? null;
  return result;
}
