/** How calls are written. */
import type { types as t } from '@babel/core';
import { partsOfImport, skipTransparent } from '../../babel/ast.js';
import { internalError } from '../../messages/errors.js';
import { located } from '../emitter.js';
import type { CallShape, Receiver } from './shape/shape.js';
import { helperOfDetached } from './shape/call-shapes.js';
import { spawnLater } from './spawned-calls.js';
import type { Writer } from './writer.js';

type Member = t.MemberExpression | t.OptionalMemberExpression;

/** What comes in the place of a call, whose parts are already written. */
export function writeCall(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  const value = writeUndeferred(writer, call, node);
  return call.isDeferred ? defer(writer, call.plan.node, value) : value;
}

function writeUndeferred(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  switch (call.as) {
    case 'wait':
      return writer.form.call(writer, call, node);
    case 'call':
      return makeCall(writer, call, node);
    case 'spawned':
      return spawnLater(writer, call, makeCall(writer, call, node));
    case 'detached':
      return located(detached(writer, call, node), call.plan.node);
    default:
      return located(detachedInParts(writer, call, node), call.plan.node);
  }
}

/** `beside(glitch.walk())`: the value is dropped and the owner unknown. */
export function joined({ emit }: Writer, { plan }: CallShape, value: t.Expression): t.Expression {
  return plan.isUnjoined ? emit.expression('beside(VALUE)', { VALUE: value }) : value;
}

/**
 * The call alone, without a wait:
 *
 * list.map(callback)    →  pausing(list, "map", callback)
 * list.map(pick())      →  pausingMethod("list.map", list.map, list, yield pick())
 * a().map(pick())       →  pausingMethod("a(...).map", ($r = a()).map, $r, yield pick())
 * super.map(callback)   →  pausingMethod("(intermediate value).map", $superMap(), this, callback)
 * waitFor(door.open)    →  waitFor(door.open, door)
 * waitFor(a().open)     →  waitFor(($r = a()).open, $r)
 * waitFor(a.b?.open)    →  waitFor(($r = a.b)?.open, $r)
 * waitFor(a.open())     →  waitFor(given(yield a.open()))
 */
export function makeCall(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  const { emit, written } = writer;
  if (call.native) {
    const made = asPausing(writer, call, node as t.CallExpression) as t.CallExpression;
    if (call.native.form === 'named') written.natives.set(made, call.native.name);
    return made;
  }
  const { takesGiven, passReceiver } = call.plan;
  if (!takesGiven && !passReceiver) return node;
  const outer = node as t.CallExpression;
  if (takesGiven) outer.arguments[0] = emit.expression('given(VALUE)', { VALUE: outer.arguments[0]! });
  else {
    const waited = skipTransparent(outer.arguments[0]!) as Member;
    outer.arguments.push(receiverOf(writer, call.receiver!, waited));
  }
  return node;
}

function asPausing(writer: Writer, call: CallShape, node: t.CallExpression): t.Expression {
  const { types, emit } = writer;
  const { form, name, text } = call.native!;
  const method = skipTransparent(node.callee) as t.MemberExpression;
  const ARGS = node.arguments as t.Expression[];
  const written =
    form === 'named'
      ? emit.expression('pausing(OBJECT, NAME, ARGS)', { OBJECT: method.object, NAME: emit.text(name), ARGS })
      : emit.expression('pausingMethod(TEXT, METHOD, ARGS)', {
          TEXT: emit.text(text),
          METHOD: [method, form === 'super' ? types.thisExpression() : receiverOf(writer, call.receiver!, method)],
          ARGS,
        });
  return located(written, node);
}

/** An expression that gives the object of a member again; evaluates a complex one into a temporary. */
export function receiverOf({ types, emit, written }: Writer, receiver: Receiver, member: Member): t.Expression {
  switch (receiver.kind) {
    case 'this':
      return types.thisExpression();
    case 'again':
      return emit.again(skipTransparent(member.object) as t.Identifier);
    case 'ofChain':
      return written.receivers.get(member)!;
    default:
      member.object = emit.assign(receiver.name, member.object);
      return emit.id(receiver.name);
  }
}

/** `f(a).then(x)` → `promised(() => f(a)).then(x)`; `void f(a)` → `void outside(() => f(a))` */
function detached(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  const { emit } = writer;
  return emit.expression(`${helperOfDetached(call.plan)}(() => CALL)`, { CALL: makeCall(writer, call, node) });
}

/** `o.f(yield a()).then` → `promised(o.f, o, [yield a()]).then` */
function detachedInParts(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  const { types, emit } = writer;
  if (types.isCallExpression(node) && !types.isImport(node.callee)) {
    const native = call.native ? (asPausing(writer, call, node) as t.CallExpression) : undefined;
    const { callee, arguments: args } = native ?? node;
    const RECEIVER =
      !native && call.receiver ? receiverOf(writer, call.receiver, skipTransparent(callee) as Member) : 'undefined';
    return emit.expression(`${helperOfDetached(call.plan)}(CALLEE, RECEIVER, [ARGS])`, {
      CALLEE: callee,
      RECEIVER,
      ARGS: args,
    });
  }
  if (node.type !== 'ImportExpression' && !types.isCallExpression(node))
    throw internalError(`a ${node.type} is to be made as from plain code`);
  return importDetached(writer, call, node);
}

/** `import(yield a()).then` → `promised(($a) => import($a), undefined, [yield a()]).then` */
function importDetached(
  { types, emit }: Writer,
  { plan, importNames: names }: CallShape,
  node: t.CallExpression | t.ImportExpression,
): t.Expression {
  const values = partsOfImport(types, node);
  const [source, options] = names.map((name) => emit.id(name));
  if (types.isCallExpression(node)) node.arguments = options ? [source!, options] : [source!];
  else {
    node.source = source!;
    if (options) node.options = options;
  }
  return emit.expression(`${helperOfDetached(plan)}((NAMES) => IMPORT, undefined, [VALUES])`, {
    NAMES: names,
    IMPORT: node,
    VALUES: values,
  });
}

/** `all(this.walk())` → `all(() => this.walk())`; where something in it waits, the arrow is compiled as any other. */
export function defer({ plan, emit, written }: Writer, call: t.Node, value: t.Expression): t.Expression {
  const arrow = located(emit.expression('() => VALUE', { VALUE: value }) as t.ArrowFunctionExpression, call);
  if (plan.functions.has(call)) written.thunks.set(call, arrow);
  return arrow;
}
