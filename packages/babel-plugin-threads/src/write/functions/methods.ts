import type { types as t } from '@babel/core';
import { moveTrailingComments, inheritComments } from '../../babel/comments.js';
import { locate } from '../emitter.js';
import type { FunctionPlan } from '../../plan.js';
import { asCallback } from '../calls/handlers.js';
import type { Writer } from '../writer.js';
import { becomeGenerator, makeGenerator } from './as-generator.js';
import { metaByKey } from './computed-keys.js';
import { formOf, isWrappedWhole, wrappedAt } from './wrapper-forms.js';

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
  const { types, emit } = writer;
  const ofPrototype: t.ObjectProperty[] = [];
  const ofClass: t.ObjectProperty[] = [];
  const members: t.ClassBody['body'] = [];
  for (const member of body.body) {
    members.push(member);
    const plan = wrappedAt(writer.plan, member);
    if (!plan || !(member.type === 'ClassPrivateMethod' || member.type === 'ClassMethod')) continue;
    if (formOf(writer, plan) === '$decorate') decorate(writer, member, plan);
    else if (member.type === 'ClassPrivateMethod') members.push(wrapPrivate(writer, member, plan));
    else {
      if (plan.wrapper === 'suspendable') becomeGenerator(writer, plan, member);
      (member.static ? ofClass : ofPrototype).push(metaByKey(writer, plan, member));
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

function decorate(writer: Writer, member: t.ClassMethod | t.ClassPrivateMethod, plan: FunctionPlan): void {
  const { types, emit } = writer;
  if (plan.wrapper === 'suspendable') becomeGenerator(writer, plan, member);
  const wrapper = types.decorator(emit.expression('$decorate(META)', { META: emit.meta(plan) }));
  member.decorators = [...(member.decorators ?? []), wrapper];
}

/**
 * `#walk(d) {…}` → `*#$walk(d) {…}` and `get #walk() { return $privateMethod(this.#$walk, META); }`. A getter, so that what is read
 * can be called on anything: `list.forEach(this.#walk)`.
 */
function wrapPrivate(writer: Writer, member: t.ClassPrivateMethod, plan: FunctionPlan): t.ClassPrivateMethod {
  const { types, emit, names } = writer;
  const { key } = member;
  const name = names.uniquePrivate(`$${key.id.name}`);
  const inner = (): t.PrivateName => types.privateName(emit.id(name));
  // Always a generator: `$privateMethod` takes nothing else, and one that never waits ends at once.
  becomeGenerator(writer, plan, member);
  member.key = inner();
  const GENERATOR = types.memberExpression(types.thisExpression(), inner());
  const read = emit.statement('return $privateMethod(GENERATOR, META);', { GENERATOR, META: emit.meta(plan) });
  const wrapper = types.classPrivateMethod('get', key, [], types.blockStatement([read]), member.static);
  moveTrailingComments(member, wrapper);
  return locate(wrapper, member);
}

/**
 *   { walk(d) {…} }                     →  { walk: $method(function* (d) {…}, META) }
 *   { walk(d) { super.walk(d); } }      →  $methods({ *walk(d) {…} }, { walk: META })
 *
 * A method that a later member may replace is wrapped alone, where it is written:
 *
 *   { area(w) {…}, ...over }            →  { area: $methods({ area(w) {…} }, { area: META }).area, ...over }
 */
export function wrapObject(writer: Writer, object: t.ObjectExpression): t.Expression {
  const { types, emit } = writer;
  const whole: t.ObjectProperty[] = [];
  object.properties = object.properties.map((property) => {
    const plan = wrappedAt(writer.plan, property);
    if (!plan || property.type !== 'ObjectMethod') return property;
    if (plan.wrapper === 'suspendable') becomeGenerator(writer, plan, property);
    if (isWrappedWhole(plan)) whole.push(metaByKey(writer, plan, property));
    // Nobody ever sees what a later member replaces.
    else if (formOf(writer, plan) !== undefined) return becomeProperty(writer, property, plan);
    return property;
  });
  if (whole.length === 0) return object;
  const METAS = types.objectExpression(whole);
  const call = locate(emit.expression('$methods(OBJECT, METAS)', { OBJECT: object, METAS }), object);
  inheritComments(object, call);
  return call;
}

function becomeProperty(writer: Writer, method: t.ObjectMethod, plan: FunctionPlan): t.ObjectProperty {
  const { types, emit } = writer;
  const isProto = !method.computed && plan.name === '__proto__';
  const value = wrapProperty(writer, method, plan);
  const key = isProto ? emit.text('__proto__') : method.key;
  const property = locate(types.objectProperty(key, value, method.computed || isProto), method);
  inheritComments(method, property);
  return property;
}

function wrapProperty(writer: Writer, method: t.ObjectMethod, plan: FunctionPlan): t.Expression {
  const wrapper =
    formOf(writer, plan) === '$method' ? wrapMethod(writer, method, plan) : wrapAlone(writer, method, plan);
  // { get(name) {…} } of a Proxy  →  { get: $callback($method(function* (name) {…}, META), "`get` given to new Proxy") }
  const region = plan.wrapper === 'suspendable' ? writer.plan.callbacks.get(method) : undefined;
  return region === undefined ? wrapper : asCallback(writer, wrapper, region);
}

function wrapMethod(writer: Writer, method: t.ObjectMethod, plan: FunctionPlan): t.Expression {
  const { emit } = writer;
  const GENERATOR = makeGenerator(writer, method, { plan, body: method.body });
  return emit.expression('$method(GENERATOR, META)', { GENERATOR, META: emit.meta(plan) });
}

/** `$methods({ area(w) {…} }, { area: META }).area` */
function wrapAlone(writer: Writer, method: t.ObjectMethod, plan: FunctionPlan): t.Expression {
  const { types, emit, generators, firstNames } = writer;
  const { computed } = method;
  const alone = { ...method, leadingComments: null, trailingComments: null };
  if (generators.has(method)) generators.set(alone, plan);
  const meta = metaByKey(writer, plan, method);
  const kept = firstNames.keys.get(plan);
  const again = (): t.Expression =>
    kept === undefined ? types.removeComments(types.cloneNode(method.key)) : emit.id(kept);
  alone.key = again();
  const OBJECT = types.objectExpression([alone]);
  const made = emit.expression('$methods(OBJECT, METAS)', { OBJECT, METAS: types.objectExpression([meta]) });
  const key = again();
  return types.memberExpression(made, key, computed || key.type !== 'Identifier');
}
