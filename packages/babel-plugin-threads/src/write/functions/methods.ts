/** How methods of classes and objects are wrapped. */
import type { types as t } from '@babel/core';
import { functionAround } from '../../babel/ast.js';
import { moveTrailingComments, inheritComments } from '../../babel/comments.js';
import type { FunctionPlan } from '../../plan.js';
import { asCallback } from '../calls/handlers.js';
import { locate } from '../emitter.js';
import type { WrappedFunction, Writer } from '../writer.js';
import { keepKey } from './computed-keys.js';

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
  const { types, emit, functions } = writer;
  const ofPrototype: t.ObjectProperty[] = [];
  const ofClass: t.ObjectProperty[] = [];
  const members: t.ClassBody['body'] = [];
  for (const member of body.body) {
    members.push(member);
    const fn = functions.get(member);
    if (!fn || !(member.type === 'ClassPrivateMethod' || member.type === 'ClassMethod')) continue;
    if (fn.form === '$decorate')
      (member.decorators ??= []).push(types.decorator(emit.expression('$decorate(META)', { META: fn.meta })));
    else if (member.type === 'ClassPrivateMethod') members.push(wrapPrivate(writer, fn, member));
    else (member.static ? ofClass : ofPrototype).push(metaByKey(writer, fn, member));
  }
  const wrapping: t.Statement[] = [];
  if (ofPrototype.length > 0)
    wrapping.push(emit.statement('$methods(this.prototype, METAS);', { METAS: types.objectExpression(ofPrototype) }));
  if (ofClass.length > 0)
    wrapping.push(emit.statement('$methods(this, METAS);', { METAS: types.objectExpression(ofClass) }));
  if (wrapping.length > 0) members.unshift(types.staticBlock(wrapping));
  body.body = members;
}

/**
 * `#walk(d) {…}` → `*#$walk(d) {…}` and `get #walk() { return $privateMethod(this.#$walk, META); }`. A getter, so that what is read
 * can be called on anything: `list.forEach(this.#walk)`.
 */
function wrapPrivate(
  { types, emit, names }: Writer,
  { meta }: WrappedFunction,
  member: t.ClassPrivateMethod,
): t.ClassPrivateMethod {
  const { key } = member;
  const name = names.uniquePrivate(`$${key.id.name}`);
  const inner = (): t.PrivateName => types.privateName(emit.id(name));
  member.key = inner();
  const GENERATOR = types.memberExpression(types.thisExpression(), inner());
  const read = emit.statement('return $privateMethod(GENERATOR, META);', { GENERATOR, META: meta });
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
export function wrapMethod(
  writer: Writer,
  fn: WrappedFunction,
  { method, written }: { readonly method: t.ObjectMethod; readonly written: t.Node },
): t.ObjectMethod | t.ObjectProperty {
  const { types, emit } = writer;
  const { plan, form, meta } = fn;
  // Nobody ever sees what a later member replaces, and `wrapObject` wraps the others that stay.
  if (form === undefined || (form === '$methods' && isWrappedInObject(writer, plan, method))) return method;
  const wrapper =
    form === '$method'
      ? emit.expression('$method(GENERATOR, META)', { GENERATOR: written, META: meta })
      : wrapAlone(writer, fn, method);
  // { get(name) {…} } of a Proxy  →  { get: $callback($method(function* (name) {…}, META), "`get` given to new Proxy") }
  const region = plan.wrapper === 'suspendable' ? writer.plan.callbacks.get(method) : undefined;
  const value = region === undefined ? wrapper : asCallback(writer, wrapper, region);
  const isProto = !method.computed && plan.name === '__proto__';
  const key = isProto ? emit.text('__proto__') : method.key;
  const property = locate(types.objectProperty(key, value, method.computed || isProto), method);
  inheritComments(method, property);
  return property;
}

/** With saves a factory makes the method with its wrapper, and not the object. */
function isWrappedInObject({ compilation }: Writer, plan: FunctionPlan, { computed }: t.ObjectMethod): boolean {
  const { options } = compilation;
  return plan.isReplaced === 'never' && !(options.saves && !computed && !plan.usesSuper && functionAround(plan.path));
}

/** `$methods({ area(w) {…} }, { area: META }).area` */
function wrapAlone(writer: Writer, fn: WrappedFunction, method: t.ObjectMethod): t.Expression {
  const { types, emit, generators } = writer;
  const { computed } = method;
  const alone = { ...method, leadingComments: null, trailingComments: null };
  if (generators.has(method)) generators.set(alone, fn.plan);
  const meta = metaByKey(writer, fn, method);
  const repeatKey = (): t.Expression =>
    fn.key === undefined ? types.removeComments(types.cloneNode(method.key)) : emit.id(fn.key);
  alone.key = repeatKey();
  const OBJECT = types.objectExpression([alone]);
  const made = emit.expression('$methods(OBJECT, METAS)', { OBJECT, METAS: types.objectExpression([meta]) });
  const key = repeatKey();
  return types.memberExpression(made, key, computed || key.type !== 'Identifier');
}

/** Wraps the methods that stay in their object. */
export function wrapObject(writer: Writer, object: t.ObjectExpression): t.Expression {
  const { types, emit, functions } = writer;
  const metas: t.ObjectProperty[] = [];
  for (const member of object.properties) {
    const fn = functions.get(member);
    if (fn?.form !== undefined) metas.push(metaByKey(writer, fn, member as t.ObjectMethod));
  }
  if (metas.length === 0) return object;
  const METAS = types.objectExpression(metas);
  const call = emit.expression('$methods(OBJECT, METAS)', { OBJECT: object, METAS }, object);
  inheritComments(object, call);
  return call;
}

/**
 * `walk: META`; for a computed key `[$key]: META`, and the key itself becomes `[$key = $propertyKey(key)]`: it is
 * made a text once.
 */
function metaByKey(
  writer: Writer,
  { plan, meta, key: kept }: WrappedFunction,
  method: t.ClassMethod | t.ObjectMethod,
): t.ObjectProperty {
  const { types, emit } = writer;
  if (kept !== undefined) {
    keepKey(emit, method, kept);
    return types.objectProperty(emit.id(kept), meta, true);
  }
  if (plan.name === '__proto__') return types.objectProperty(emit.text('__proto__'), meta, true);
  const key = types.removeComments(types.cloneNode(method.key as t.Identifier));
  return types.objectProperty(key, meta, method.computed);
}
