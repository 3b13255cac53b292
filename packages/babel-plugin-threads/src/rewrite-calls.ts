import type { types as t } from '@babel/core';
import type { Compilation } from './compilation.js';
import type { Emitter } from './emit.js';
import { errors } from './errors.js';
import type { CallPlan, FunctionPlan, Plan } from './plan.js';
import { bare } from './tree.js';

export interface CallRewriter {
  /** What comes in the place of a call, whose parts are already rewritten. */
  whole(call: CallPlan, node: t.Expression): t.Expression;
  /** The wait alone, without handing over: for the links of an opened chain. */
  made(call: CallPlan, node: t.Expression): t.Expression;
  /** Hands a finished expression over as a function. */
  handOver(call: CallPlan, value: t.Expression): t.Expression;
}

export function makeCallRewriter(
  compilation: Compilation,
  plan: Plan,
  emitter: Emitter,
  functions: Map<t.Node, FunctionPlan>,
): CallRewriter {
  const { t: types } = compilation;
  return { whole, made, handOver };

  function whole(call: CallPlan, node: t.Expression): t.Expression {
    if (call.treatment !== 'handedOver') return made(call, node);
    return handOver(call, plan.functions.has(call.node) ? wait(call, node) : withReceiver(call, node));
  }

  function made(call: CallPlan, node: t.Expression): t.Expression {
    if (call.treatment === 'asPlain') return asPlain(call, node);
    return call.treatment === 'instant' ? withReceiver(call, node) : wait(call, node);
  }

  /** `f()` → `yield f()`; dropped, on an owner unknown: `yield beside(glitch.walk())` */
  function wait(call: CallPlan, node: t.Expression): t.Expression {
    const value = withReceiver(call, node);
    const result = types.yieldExpression(call.letGo ? emitter.call(emitter.helper('beside'), value) : value);
    result.loc = call.node.loc ?? null;
    return result;
  }

  /** `waitFor(door.open)` → `waitFor(door.open, door)`; `waitFor(a().open)` → `waitFor(($r = a()).open, $r)` */
  function withReceiver(call: CallPlan, node: t.Expression): t.Expression {
    if (!call.passReceiver) return node;
    const outer = node as t.CallExpression;
    const member = bare(outer.arguments[0]!) as t.MemberExpression;
    outer.arguments.push(receiverOf(call, member));
    return node;
  }

  /** An expression that gives the object of a member again; works out a complex one into a temporary. */
  function receiverOf(call: CallPlan, member: t.MemberExpression | t.OptionalMemberExpression): t.Expression {
    const object = bare(member.object);
    if (types.isThisExpression(object) || types.isSuper(object)) return types.thisExpression();
    const isFixed = types.isIdentifier(object) && call.treatment !== 'asPlain';
    if (isFixed) return emitter.id(object.name);
    const temporary = plan.names.temporary(call.in.node, '$r');
    member.object = emitter.assign(temporary, member.object);
    return emitter.id(temporary);
  }

  /**
   * f(a).then(x)         →  outside(() => f(a)).then(x)
   * o.f(yield a()).then  →  outside(($r = o).f, $r, [yield a()]).then
   */
  function asPlain(call: CallPlan, node: t.Expression): t.Expression {
    const outside = emitter.helper('outside');
    let result: t.Expression;
    if (!call.waitsBefore) result = emitter.call(outside, types.arrowFunctionExpression([], withReceiver(call, node)));
    else if (types.isCallExpression(node) && !types.isImport(node.callee)) result = prepared(call, node, outside);
    else if (types.isOptionalCallExpression(node)) result = preparedOptional(call, node, outside);
    else if (node.type === 'ImportExpression' || types.isCallExpression(node)) result = preparedImport(node, outside);
    else throw new Error(errors.internal(`a ${node.type} is to be made as from plain code`));
    result.loc = call.node.loc ?? null;
    return result;
  }

  function prepared(call: CallPlan, node: t.CallExpression, outside: t.Expression): t.Expression {
    const callee = node.callee as t.Expression;
    const target = bare(callee);
    const receiver = types.isMemberExpression(target) ? receiverOf(call, target) : emitter.id('undefined');
    return emitter.call(outside, callee, receiver, types.arrayExpression(node.arguments as t.Expression[]));
  }

  /** `o?.f(yield a())` → `($f = ($r = o)?.f) …`: the whole is nothing where `o` is. */
  function preparedOptional(call: CallPlan, node: t.OptionalCallExpression, outside: t.Expression): t.Expression {
    const callee = node.callee;
    const target = bare(callee);
    const isMember = types.isOptionalMemberExpression(target) || types.isMemberExpression(target);
    const receiver = isMember ? receiverOf(call, target) : emitter.id('undefined');
    const fn = plan.names.temporary(call.in.node, '$f');
    // Where `o` is nothing and so `$f` is, the call is not made; where `o.f` is nothing and the call is not optional, it throws.
    const linkIsOptional = isMember && 'optional' in target && target.optional === true;
    const tested = node.optional || !linkIsOptional || !types.isIdentifier(receiver) ? fn : receiver.name;
    const test = isNothing(
      tested === fn
        ? emitter.assign(fn, callee)
        : types.sequenceExpression([emitter.assign(fn, callee), emitter.id(tested)]),
      tested,
    );
    const delayed = emitter.call(
      outside,
      emitter.id(fn),
      receiver,
      types.arrayExpression(node.arguments as t.Expression[]),
    );
    return types.conditionalExpression(test, types.unaryExpression('void', types.numericLiteral(0)), delayed);
  }

  function isNothing(first: t.Expression, again: string): t.Expression {
    return types.logicalExpression(
      '||',
      types.binaryExpression('===', first, types.nullLiteral()),
      types.binaryExpression('===', emitter.id(again), types.unaryExpression('void', types.numericLiteral(0))),
    );
  }

  /** `import(yield a()).then` → `outside(($0) => import($0), undefined, [yield a()]).then` */
  function preparedImport(node: t.Expression, outside: t.Expression): t.Expression {
    const fields = node as unknown as {
      arguments?: t.Expression[];
      source?: t.Expression;
      options?: t.Expression | null;
    };
    const values = fields.arguments ?? [fields.source!, ...(fields.options ? [fields.options] : [])];
    const names = values.map((_, i) => `$${i}`);
    if (fields.arguments) fields.arguments = names.map((n) => emitter.id(n));
    else {
      fields.source = emitter.id('$0');
      if (fields.options) fields.options = emitter.id('$1');
    }
    const arrow = types.arrowFunctionExpression(
      names.map((n) => emitter.id(n)),
      node,
    );
    return emitter.call(outside, arrow, emitter.id('undefined'), types.arrayExpression(values));
  }

  /** `all(this.walk())` → `all(() => this.walk())`; where something in it waits, the arrow is compiled as any other. */
  function handOver(call: CallPlan, value: t.Expression): t.Expression {
    const arrow = types.arrowFunctionExpression([], value);
    arrow.loc = call.node.loc ?? null;
    const own = plan.functions.get(call.node);
    if (own) functions.set(arrow, own);
    return arrow;
  }
}
