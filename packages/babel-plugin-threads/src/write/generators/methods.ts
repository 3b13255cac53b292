import type { types as t } from '@babel/core';
import { moveTrailingComments, inheritComments } from '../../babel/comments.js';
import { located } from '../emitter.js';
import { writeCallback } from '../handlers.js';
import { asGenerator, generatorOf } from './as-generator.js';
import { metaByKey } from './computed-keys.js';
import type { FunctionShape } from './shape/shape.js';
import type { Writer } from './writer.js';

/**
 * Methods stay in their class, for `super`; a first static block puts the wrappers in their places:
 *
 *   class Glitch {                       class Glitch {
 *     walk(d) { this.step(d); }            static { $methods(this.prototype, { walk: META }); }
 *   }                                      *walk(d) { yield this.step(d); }
 *                                        }
 *
 * Decorators see methods before static blocks run, so in a decorated class the wrapper is the innermost decorator:
 *
 *   @logged walk(d) { this.step(d); }  →   @logged @$decorate(META) *walk(d) { yield this.step(d); }
 */
export function wrapClass(writer: Writer, body: t.ClassBody): void {
  const { types, emit, shape } = writer;
  const ofPrototype: t.ObjectProperty[] = [];
  const ofClass: t.ObjectProperty[] = [];
  const members: t.ClassBody['body'] = [];
  for (const member of body.body) {
    members.push(member);
    const fn = shape.functions.get(member);
    if (!fn) continue;
    if (types.isClassPrivateMethod(member)) {
      if (fn.form === '$decorate') decorate(writer, member, fn);
      else members.push(wrapPrivate(writer, member, fn));
    } else if (types.isClassMethod(member)) {
      if (fn.form === '$decorate') decorate(writer, member, fn);
      else {
        if (fn.plan.wrapper === 'suspendable') asGenerator(writer, fn.plan, member);
        (member.static ? ofClass : ofPrototype).push(metaByKey(writer, member, fn));
      }
    }
  }
  const wrapping: t.Statement[] = [];
  if (ofPrototype.length > 0)
    wrapping.push(emit.statement('$methods(this.prototype, METAS);', { METAS: types.objectExpression(ofPrototype) }));
  if (ofClass.length > 0)
    wrapping.push(emit.statement('$methods(this, METAS);', { METAS: types.objectExpression(ofClass) }));
  if (wrapping.length > 0) members.unshift(types.staticBlock(wrapping));
  body.body = members;
}

function decoratorsOf(node: t.Node): t.Decorator[] {
  return (node as { decorators?: t.Decorator[] | null }).decorators ?? [];
}

function decorate(writer: Writer, member: t.ClassMethod | t.ClassPrivateMethod, { plan }: FunctionShape): void {
  const { types, emit } = writer;
  if (plan.wrapper === 'suspendable') asGenerator(writer, plan, member);
  const wrapper = types.decorator(emit.expression('$decorate(META)', { META: emit.meta(plan) }));
  member.decorators = [...decoratorsOf(member), wrapper];
}

/**
 * `#walk(d) {…}` → `*#$walk(d) {…}` and `get #walk() { return $privateMethod(this.#$walk, META); }`. A getter, so that what is read
 * can be called on anything: `list.forEach(this.#walk)`.
 */
function wrapPrivate(
  writer: Writer,
  member: t.ClassPrivateMethod,
  { plan, innerName }: FunctionShape,
): t.ClassPrivateMethod {
  const { types, emit } = writer;
  const { key } = member;
  const inner = (): t.PrivateName => types.privateName(emit.id(innerName!));
  // Always a generator: `$privateMethod` takes nothing else, and one that never waits ends at once.
  asGenerator(writer, plan, member);
  member.key = inner();
  const GENERATOR = types.memberExpression(types.thisExpression(), inner());
  const read = emit.statement('return $privateMethod(GENERATOR, META);', { GENERATOR, META: emit.meta(plan) });
  const wrapper = types.classPrivateMethod('get', key, [], types.blockStatement([read]), member.static);
  moveTrailingComments(member, wrapper);
  return located(wrapper, member);
}

/**
 *   { walk(d) {…} }                     →  { walk: $method(function* (d) {…}, META) }
 *   { walk(d) { super.walk(d); } }      →  $methods({ *walk(d) {…} }, { walk: META })
 *
 * Where something behind it may take its place, each is wrapped before:
 *
 *   { area(w) {…}, ...over }            →  { area: $methods({ area(w) {…} }, { area: META }).area, ...over }
 */
export function wrapObject(writer: Writer, object: t.ObjectExpression): t.Expression {
  const { types, emit, shape } = writer;
  const whole: t.ObjectProperty[] = [];
  object.properties = object.properties.map((property) => {
    const fn = shape.functions.get(property);
    if (!fn || !types.isObjectMethod(property)) return property;
    if (fn.plan.wrapper === 'suspendable') asGenerator(writer, fn.plan, property);
    if (fn.isWrappedWhole) whole.push(metaByKey(writer, property, fn));
    // Nobody ever sees what a later member replaces.
    else if (fn.form !== undefined) return asProperty(writer, property, fn);
    return property;
  });
  if (whole.length === 0) return object;
  const METAS = types.objectExpression(whole);
  const call = located(emit.expression('$methods(OBJECT, METAS)', { OBJECT: object, METAS }), object);
  inheritComments(object, call);
  return call;
}

function asProperty(writer: Writer, method: t.ObjectMethod, fn: FunctionShape): t.ObjectProperty {
  const { types, emit, plan } = writer;
  const isGenerator = fn.plan.wrapper === 'suspendable';
  const wrapper = fn.form === '$method' ? wrapMethod(writer, method, fn) : byItself(writer, method, fn);
  // { get(name) {…} } of a Proxy  →  { get: $callback($method(function* (name) {…}, META), "`get` given to new Proxy") }
  const region = isGenerator ? plan.callbacks.get(method) : undefined;
  const value = region === undefined ? wrapper : writeCallback(writer, wrapper, region);
  const isProto = !method.computed && fn.plan.name === '__proto__';
  const key = isProto ? emit.text('__proto__') : method.key;
  const property = located(types.objectProperty(key, value, method.computed || isProto), method);
  inheritComments(method, property);
  return property;
}

function wrapMethod(writer: Writer, method: t.ObjectMethod, { plan }: FunctionShape): t.Expression {
  const { emit } = writer;
  const GENERATOR = generatorOf(writer, method, { plan, body: method.body });
  return emit.expression('$method(GENERATOR, META)', { GENERATOR, META: emit.meta(plan) });
}

/** `$methods({ area(w) {…} }, { area: META }).area` */
function byItself(writer: Writer, method: t.ObjectMethod, fn: FunctionShape): t.Expression {
  const { types, emit } = writer;
  const { computed } = method;
  const alone = { ...method, leadingComments: null, trailingComments: null };
  if (writer.written.generators.has(method)) writer.written.generators.set(alone, fn.plan);
  const meta = metaByKey(writer, method, fn);
  const again = (): t.Expression =>
    fn.key === undefined ? types.removeComments(types.cloneNode(method.key)) : emit.id(fn.key);
  alone.key = again();
  const OBJECT = types.objectExpression([alone]);
  const made = emit.expression('$methods(OBJECT, METAS)', { OBJECT, METAS: types.objectExpression([meta]) });
  const key = again();
  return types.memberExpression(made, key, computed || !types.isIdentifier(key));
}
