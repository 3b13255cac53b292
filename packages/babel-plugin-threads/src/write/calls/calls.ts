/** How calls are written. */
import type { types as t } from '@babel/core';
import { isTransparent, partsOfImport, skipTransparent } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { internalError } from '../../messages/errors.js';
import type { CallPlan } from '../../plan.js';
import type { ReadyCall, Writer } from '../writer.js';
import { spawnLater } from './spawned-calls.js';

/** A call that stands in no opened chain. */
export function writeCall(writer: Writer, { node: source }: ListedPath, node: t.Node): t.Node {
  const { plan, links } = writer;
  if (links.has(source)) return node;
  const call = plan.calls.get(source)!;
  const isReadBefore = plan.superCalls.has(source) && call.native === undefined;
  const value = writeReadyCall(writer, { plan: call, node: node as t.Expression, isReadBefore });
  return isDeferred(call) ? deferCall(writer, source, value) : value;
}

/** What has come out becomes a function. */
export const isDeferred = ({ treatment, spawned }: CallPlan): boolean =>
  treatment === 'deferred' && spawned === undefined;

/** `all(this.walk())` → `all(() => this.walk())`; where something in it waits, the arrow is compiled as any other. */
export function deferCall({ plan, emit, holders }: Writer, call: t.Node, value: t.Expression): t.Expression {
  const arrow = emit.expression('() => VALUE', { VALUE: value }, call);
  if (plan.functions.has(call)) holders.set(call, arrow);
  return arrow;
}

/** What comes in the place of a call. */
export function writeReadyCall(writer: Writer, call: ReadyCall): t.Expression {
  const { treatment, waitsBefore, spawned, node } = call.plan;
  if (treatment === 'detached') return waitsBefore ? detachInParts(writer, call) : detachCall(writer, call);
  if (spawned !== undefined) return spawnLater(writer, call, makeCall(writer, call));
  // A deferred call waits in a compiled function of its own, or else in a thunk, which does not wait itself.
  const isInThunk = treatment === 'deferred' && !writer.plan.functions.has(node);
  return isInThunk || treatment === 'returned' ? makeCall(writer, call) : writer.form.call(writer, call);
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
 * waitFor(a(), { restart: () => a() })  →  waitFor(given(yield restartable(a(), { restart: () => a() })))
 */
export function makeCall(writer: Writer, call: ReadyCall): t.Expression {
  const { emit, natives, receivers } = writer;
  const { takesGiven, passReceiver, in: fn } = call.plan;
  const native = callNative(writer, call);
  if (native?.isReadLate) natives.set(native.call, call.plan.native!.name);
  if (native) return native.call;
  const outer = call.node as t.CallExpression;
  if (takesGiven) {
    const [awaited, OPTIONS] = outer.arguments;
    // The Promise of a call is waited for as soon as that has given it.
    if (awaited!.type === 'YieldExpression' && saysRestart(call.plan.node as t.CallExpression)) {
      const parts = { CALL: awaited.argument!, OPTIONS: OPTIONS! };
      awaited.argument = emit.expression('restartable(CALL, OPTIONS)', parts, awaited.argument!);
      outer.arguments.pop();
    }
    outer.arguments[0] = emit.expression('given(VALUE)', { VALUE: awaited! });
  } else if (passReceiver) {
    const waited = skipTransparent(outer.arguments[0]!) as Member;
    outer.arguments.push(receivers.get(waited) ?? repeatObject(writer, fn.node, waited));
  }
  return outer;
}

/** `waitFor(…, { restart: () => load() })`, where nothing in the braces waits. */
function saysRestart({ arguments: { 1: options, length } }: t.CallExpression): boolean {
  if (length !== 2 || options?.type !== 'ObjectExpression' || options.properties.length !== 1) return false;
  const [property] = options.properties;
  if (property?.type === 'SpreadElement' || property?.computed !== false) return false;
  if (property.key.type !== 'Identifier' || property.key.name !== 'restart') return false;
  return property.type === 'ObjectMethod' || PLAIN.has(property.value.type);
}

const PLAIN: ReadonlySet<string> = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier']);

/** A call of what may be a native whose callback may wait; undefined for others, and where the method was read before. */
function callNative(
  writer: Writer,
  { plan, node, isReadBefore }: ReadyCall,
): { readonly call: t.CallExpression; readonly isReadLate: boolean } | undefined {
  const { types, emit } = writer;
  if (plan.native === undefined || isReadBefore) return undefined;
  const { callee, arguments: ARGS } = node as t.CallExpression;
  const method = skipTransparent(callee);
  // `$superMap()`
  const isSuper = writer.plan.superCalls.has(plan.node);
  if (!isSuper && method.type !== 'MemberExpression') return undefined;
  const isReadLate = plan.native.isReadLate && !isSuper;
  if (isReadLate) {
    const parts = { OBJECT: (method as t.MemberExpression).object, NAME: emit.text(plan.native.name), ARGS };
    return { call: emit.expression('pausing(OBJECT, NAME, ARGS)', parts, node) as t.CallExpression, isReadLate };
  }
  const object = isSuper ? types.thisExpression() : repeatObject(writer, plan.in.node, method as Member);
  const parts = { TEXT: emit.text(plan.native.text), METHOD: [method, object], ARGS };
  const call = emit.expression('pausingMethod(TEXT, METHOD, ARGS)', parts, node) as t.CallExpression;
  return { call, isReadLate };
}

export type Member = t.MemberExpression | t.OptionalMemberExpression;

/** The object, written a second time: `this` (for `super`, too), a variable by its own name, anything else by a temporary to which its first use is assigned. */
export function repeatObject(writer: Writer, owner: t.Node, member: Member): t.Expression {
  const { types, emit } = writer;
  const object = skipTransparent(member.object);
  if (object.type === 'ThisExpression' || object.type === 'Super') return types.thisExpression();
  return object.type === 'Identifier' && hasFixedKey(member)
    ? emit.repeatName(object)
    : keepObject(writer, owner, member);
}

/** The same for the owner of a method that an opened chain reads first: of `(this).m?.()`, too, it is kept. */
export function repeatOwner(writer: Writer, owner: t.Node, member: Member): t.Expression {
  const isWrappedThis = isTransparent(member.object) && skipTransparent(member.object).type === 'ThisExpression';
  return isWrappedThis ? keepObject(writer, owner, member) : repeatObject(writer, owner, member);
}

function keepObject({ emit, names }: Writer, owner: t.Node, member: Member): t.Expression {
  const name = names.temporary(owner, '$r');
  member.object = emit.assign(name, member.object);
  return emit.id(name);
}

/** The key comes out the same each time: `door.open`, `door["open"]`. */
const hasFixedKey = ({ computed, property: { type } }: Member): boolean =>
  !computed || type === 'StringLiteral' || type === 'NumericLiteral';

/** `beside(glitch.walk())`: the value is dropped and the owner unknown. */
export function joinCall({ emit }: Writer, { isUnjoined }: CallPlan, value: t.Expression): t.Expression {
  return isUnjoined ? emit.expression('beside(VALUE)', { VALUE: value }) : value;
}

/** `promised`: whoever waits for the Promise has the thread of the call in his family. After `void` nobody can wait for it. */
const detachingHelper = ({ isForgotten }: CallPlan): 'outside' | 'promised' => (isForgotten ? 'outside' : 'promised');

/** `f(a).then(x)` → `promised(() => f(a)).then(x)`; `void f(a)` → `void outside(() => f(a))` */
function detachCall(writer: Writer, call: ReadyCall): t.Expression {
  const { plan } = call;
  return writer.emit.expression(`${detachingHelper(plan)}(() => CALL)`, { CALL: makeCall(writer, call) }, plan.node);
}

/** Its arguments wait, so the function and its `this` are handed over in their own right: `o.f(yield a()).then` → `promised(o.f, o, [yield a()]).then` */
function detachInParts(writer: Writer, call: ReadyCall): t.Expression {
  const { emit } = writer;
  const { plan, node, isReadBefore } = call;
  if (node.type === 'ImportExpression' || (node.type === 'CallExpression' && node.callee.type === 'Import'))
    return detachImport(writer, plan, node);
  if (node.type !== 'CallExpression') throw internalError(`a ${node.type} is to be made as from plain code`);
  const native = callNative(writer, call)?.call;
  const { callee: CALLEE, arguments: ARGS } = native ?? node;
  const member = native || isReadBefore ? undefined : skipTransparent(CALLEE);
  const RECEIVER =
    member?.type === 'MemberExpression' ? repeatObject(writer, plan.in.node, member) : emit.id('undefined');
  return emit.expression(`${detachingHelper(plan)}(CALLEE, RECEIVER, [ARGS])`, { CALLEE, RECEIVER, ARGS }, plan.node);
}

/** `import(yield a()).then` → `promised(($a) => import($a), undefined, [yield a()]).then` */
function detachImport(
  { emit, names }: Writer,
  plan: CallPlan,
  node: t.CallExpression | t.ImportExpression,
): t.Expression {
  const values = partsOfImport(node);
  const NAMES = values.map(() => names.parameter(plan.node, '$a'));
  const [source, options] = NAMES.map((name) => emit.id(name));
  if (node.type === 'CallExpression') node.arguments = options ? [source!, options] : [source!];
  else {
    node.source = source!;
    if (options) node.options = options;
  }
  const parts = { NAMES, IMPORT: node, VALUES: values };
  return emit.expression(`${detachingHelper(plan)}((NAMES) => IMPORT, undefined, [VALUES])`, parts, plan.node);
}
