import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Emitter } from './emit.js';
import { errors } from '../messages/errors.js';
import type { CallPlan, FunctionPlan, Plan } from '../plan.js';
import { propertyName } from '../babel/property-name.js';
import { spawnLater } from './spawned-calls.js';
import { skipTransparent, isMember, isSteady } from '../babel/ast.js';

export interface CallRewriter {
  /** What comes in the place of a call, whose parts are already rewritten. */
  whole(call: CallPlan, node: t.Expression): t.Expression;
  /** The wait alone, without handing over: for the links of an opened chain. */
  made(call: CallPlan, node: t.Expression): t.Expression;
  /** Hands a finished expression over as a function. */
  defer(call: CallPlan, value: t.Expression): t.Expression;
  /** What the last member of an opened chain is a member of, by the opened chain. */
  readonly receivers: Map<t.Node, t.Expression>;
}

type Native = NonNullable<CallPlan['native']>;
type Member = t.MemberExpression | t.OptionalMemberExpression;

export function makeCallRewriter(
  compilation: Compilation,
  plan: Plan,
  emitter: Emitter,
  functions: Map<t.Node, FunctionPlan>,
): CallRewriter {
  const { t: types, options } = compilation;
  const valueNames = new Map<t.Node, string>();
  const receivers = new Map<t.Node, t.Expression>();
  return { whole, made, defer, receivers };

  function whole(call: CallPlan, node: t.Expression): t.Expression {
    if (call.treatment !== 'deferred' || call.spawned) return made(call, node);
    return defer(call, plan.functions.has(call.node) ? wait(call, node) : prepare(call, node));
  }

  function made(call: CallPlan, node: t.Expression): t.Expression {
    if (call.treatment === 'detached') return detached(call, node);
    if (call.spawned) return spawnLater(compilation, plan, emitter, call, prepare(call, node));
    return wait(call, node);
  }

  /** `f()` → `yield f()`; dropped, on an owner unknown: `yield beside(glitch.walk())` */
  function wait(call: CallPlan, node: t.Expression): t.Expression {
    if (plan.canPause !== undefined) return stressed(call, node, plan.canPause);
    const given = prepare(call, node);
    const value = call.isUnjoined ? emitter.call(emitter.helper('beside'), given) : given;
    const result = options.calls === 'fast' ? tested(call, value) : types.yieldExpression(value);
    result.loc = call.node.loc ?? null;
    return result;
  }

  function prepare(call: CallPlan, node: t.Expression): t.Expression {
    return call.native === undefined ? withTarget(call, node) : asPausing(call, call.native, node);
  }

  /**
   * list.map(callback)    →  pausing("list.map", list.map, list, callback)
   * a().map(callback)     →  pausing("a(...).map", ($r = a()).map, $r, callback)
   */
  function asPausing(call: CallPlan, native: Native, node: t.Expression): t.Expression {
    const { callee, arguments: args } = node as t.CallExpression;
    const method = skipTransparent(callee);
    // An opened chain has its call written already.
    if (!types.isMemberExpression(method)) return node;
    const name = propertyName(types, method);
    const text = types.stringLiteral(native.text);
    // $superMap().call(this, callback)  →  pausing("(intermediate value).map", $superMap(), this, callback)
    if (name === 'call' && types.isCallExpression(method.object))
      return placed(emitter.call(emitter.helper('pausing'), text, method.object, ...(args as t.Expression[])), node);
    if (name !== native.name) return node;
    const receiver = receiverOf(call, method);
    return placed(emitter.call(emitter.helper('pausing'), text, method, receiver, ...(args as t.Expression[])), node);
  }

  function placed<N extends t.Expression>(result: N, source: t.Expression): N {
    result.loc = source.loc ?? null;
    return result;
  }

  /** `f()` → `isPause($ = f()) ? yield $ : $`; one `$` for a function, as it is read before anything else can run. */
  function tested(call: CallPlan, value: t.Expression): t.Expression {
    const owner = call.in.node;
    let name = valueNames.get(owner);
    if (name === undefined) valueNames.set(owner, (name = plan.names.temporary(owner, '$')));
    const test = emitter.call(emitter.helper('isPause'), emitter.assign(name, value));
    const paused = types.yieldExpression(emitter.id(name));
    paused.loc = call.node.loc ?? null;
    return types.conditionalExpression(test, paused, emitter.id(name));
  }

  /**
   * Under stress nobody is let go, so that what comes out is the same:
   *
   * o.f(a)    →  (0, [yield stress.call($can, ($r = o).f, $r, [a]), yield stress.pause($can)][0])
   * o.map(f)  →  (0, [yield stress.native($can, "o.map", o.map, o, f), yield stress.pause($can)][0])
   */
  function stressed(call: CallPlan, node: t.Expression, canPause: string): t.Expression {
    const value = types.yieldExpression(told());
    value.loc = call.node.loc ?? null;
    const pause = types.yieldExpression(emitter.call(ofStress('pause'), emitter.id(canPause)));
    const first = types.memberExpression(types.arrayExpression([value, pause]), types.numericLiteral(0), true);
    // Not a member itself: where it is called, there is no receiver.
    return types.sequenceExpression([types.numericLiteral(0), first]);

    function ofStress(name: string): t.Expression {
      return emitter.member(emitter.helper('stress'), name);
    }

    /** Native code is never told that it can pause: `eval`, `import` and tags stay as they are. */
    function told(): t.Expression {
      if (call.native !== undefined) {
        const { arguments: args } = asPausing(call, call.native, node) as t.CallExpression;
        return emitter.call(ofStress('native'), emitter.id(canPause), ...(args as t.Expression[]));
      }
      const isKept =
        !types.isCallExpression(node) ||
        types.isImport(node.callee) ||
        types.isIdentifier(node.callee, { name: 'eval' });
      if (isKept || call.passReceiver || call.takesGiven) return withTarget(call, node);
      const callee = node.callee as t.Expression;
      const target = skipTransparent(callee);
      const receiver = isMember(target)
        ? receiverOf(call, target)
        : types.unaryExpression('void', types.numericLiteral(0));
      const values = types.arrayExpression(node.arguments as t.Expression[]);
      return emitter.call(ofStress('call'), emitter.id(canPause), callee, receiver, values);
    }
  }

  /**
   * waitFor(door.open)    →  waitFor(door.open, door)
   * waitFor(a().open)     →  waitFor(($r = a()).open, $r)
   * waitFor(a.b?.open)    →  waitFor(($r = a.b)?.open, $r)
   * waitFor(a.open())     →  waitFor(given(yield a.open()))
   */
  function withTarget(call: CallPlan, node: t.Expression): t.Expression {
    if (!call.passReceiver && !call.takesGiven) return node;
    const outer = node as t.CallExpression;
    if (call.takesGiven) {
      outer.arguments[0] = emitter.call(emitter.helper('given'), outer.arguments[0] as t.Expression);
      return node;
    }
    const target = skipTransparent(outer.arguments[0]!) as Member;
    outer.arguments.push(receivers.get(target) ?? receiverOf(call, target));
    return node;
  }

  /** An expression that gives the object of a member again; works out a complex one into a temporary. */
  function receiverOf(call: CallPlan, member: Member): t.Expression {
    const object = skipTransparent(member.object);
    if (types.isThisExpression(object) || types.isSuper(object)) return types.thisExpression();
    if (isSteady(types, member)) return emitter.again(object as t.Identifier);
    const temporary = plan.names.temporary(call.in.node, '$r');
    member.object = emitter.assign(temporary, member.object);
    return emitter.id(temporary);
  }

  /**
   * f(a).then(x)         →  outside(() => f(a)).then(x)
   * o.f(yield a()).then  →  outside(o.f, o, [yield a()]).then
   */
  function detached(call: CallPlan, node: t.Expression): t.Expression {
    const outside = emitter.helper('outside');
    let result: t.Expression;
    if (!call.waitsBefore) result = emitter.call(outside, types.arrowFunctionExpression([], prepare(call, node)));
    else if (types.isCallExpression(node) && !types.isImport(node.callee)) result = prepared(call, node, outside);
    else if (node.type === 'ImportExpression' || types.isCallExpression(node)) result = preparedImport(node, outside);
    else throw new Error(errors.internal(`a ${node.type} is to be made as from plain code`));
    result.loc = call.node.loc ?? null;
    return result;
  }

  function prepared(call: CallPlan, node: t.CallExpression, outside: t.Expression): t.Expression {
    const callee = node.callee as t.Expression;
    const target = skipTransparent(callee);
    if (call.native !== undefined) {
      const { callee: fn, arguments: args } = asPausing(call, call.native, node) as t.CallExpression;
      const list = types.arrayExpression(args as t.Expression[]);
      return emitter.call(outside, fn as t.Expression, emitter.id('undefined'), list);
    }
    const receiver = types.isMemberExpression(target) ? receiverOf(call, target) : emitter.id('undefined');
    return emitter.call(outside, callee, receiver, types.arrayExpression(node.arguments as t.Expression[]));
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
  function defer(call: CallPlan, value: t.Expression): t.Expression {
    const arrow = types.arrowFunctionExpression([], value);
    arrow.loc = call.node.loc ?? null;
    const own = plan.functions.get(call.node);
    if (own) functions.set(arrow, own);
    return arrow;
  }
}
