import type { types as t } from '@babel/core';
import type { Compilation } from './compilation.js';
import type { Emitter } from './emit.js';

/**
 * A place that cannot pause says so to the runtime, so that the error comes at the wait itself:
 *
 *   get isOn() { return f(); }  →  get isOn() { return $thread.place("the getter isOn", () => { return $thread.now(f()); }); }
 *   speed = f();                →  speed = $thread.place("the field speed", () => $thread.now(f()));
 *   static { f(); }             →  static { $thread.place("a static block", () => { beside(f()); }); }
 */
export function rewritePlace({ t: types }: Compilation, emitter: Emitter, node: t.Node, name: string): void {
  const place = (body: t.BlockStatement | t.Expression): t.CallExpression =>
    emitter.call(emitter.thread('place'), types.stringLiteral(name), types.arrowFunctionExpression([], body));
  if (types.isStaticBlock(node)) node.body = [types.expressionStatement(place(types.blockStatement(node.body)))];
  else if (types.isFunction(node)) {
    const { body: statements, directives } = node.body as t.BlockStatement;
    node.body = types.blockStatement([types.returnStatement(place(types.blockStatement(statements)))], directives);
  } else {
    const field = node as t.ClassProperty;
    field.value = place(field.value!);
  }
}

/** `f()` → `$thread.now(f())`; dropped → `beside(f())`: a thread of another owner may go on by itself. */
export function rewritePlaceCall(emitter: Emitter, call: t.Expression, value: 'used' | 'dropped'): t.Expression {
  const result = emitter.call(value === 'used' ? emitter.thread('now') : emitter.helper('beside'), call);
  result.loc = call.loc ?? null;
  return result;
}
