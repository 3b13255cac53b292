import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Types } from '../babel/types.js';
import type { Emitter } from './emit.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { isWrappedWhole } from '../analyse/replaced-methods.js';
import { asGenerator } from './as-generator.js';
import { passTrailingComments, takeComments } from '../babel/comments.js';

/**
 * Methods stay in their class, for `super`; a first static block puts the wrappers in their places:
 *
 *   class Glitch {                       class Glitch {
 *     walk(d) { this.step(d); }            static { $thread.methods(this.prototype, { walk: META }); }
 *   }                                      *walk(d) { yield this.step(d); }
 *                                        }
 *
 * Decorators see methods before static blocks run, so in a decorated class the wrapper is the innermost decorator:
 *
 *   @logged walk(d) { this.step(d); }  →   @logged @$thread.decorate(META) *walk(d) { yield this.step(d); }
 */
export function wrapClass(
  compilation: Compilation,
  plan: Plan,
  emitter: Emitter,
  body: t.ClassBody,
  owner: t.Class,
): void {
  const { t: types } = compilation;
  const isDecorated = [owner, ...body.body].some((node) => decoratorsOf(node).length > 0);
  const ofPrototype: t.ObjectProperty[] = [];
  const ofClass: t.ObjectProperty[] = [];
  const members: t.ClassBody['body'] = [];
  for (const member of body.body) {
    members.push(member);
    const own = plan.functions.get(member);
    if (!own) continue;
    // Only decorators of the language may stand at private methods, and they need no getter.
    if (types.isClassPrivateMethod(member)) {
      if (decoratorsOf(member).length > 0) decorate(member, own);
      else members.push(privateWrapper(member, own));
    } else if (types.isClassMethod(member)) {
      if (isDecorated) decorate(member, own);
      else {
        if (own.wrapper === 'generator') asGenerator(member);
        (member.static ? ofClass : ofPrototype).push(keyed(compilation, emitter, member, own));
      }
    }
  }
  const wraps: t.Statement[] = [];
  if (ofPrototype.length > 0) wraps.push(methods(emitter.member(types.thisExpression(), 'prototype'), ofPrototype));
  if (ofClass.length > 0) wraps.push(methods(types.thisExpression(), ofClass));
  if (wraps.length > 0) members.unshift(types.staticBlock(wraps));
  body.body = members;

  function decorate(member: t.ClassMethod | t.ClassPrivateMethod, own: FunctionPlan): void {
    if (own.wrapper === 'generator') asGenerator(member);
    const wrapper = types.decorator(emitter.call(emitter.thread('decorate'), emitter.meta(own)));
    member.decorators = [...decoratorsOf(member), wrapper];
  }

  function methods(target: t.Expression, metas: t.ObjectProperty[]): t.Statement {
    return types.expressionStatement(emitter.call(emitter.thread('methods'), target, types.objectExpression(metas)));
  }

  /**
   * `#walk(d) {…}` → `*#$walk(d) {…}` and `get #walk() { return $thread.of(this.#$walk, META); }`. A getter, so that what is read
   * can be called on anything: `list.forEach(this.#walk)`.
   */
  function privateWrapper(member: t.ClassPrivateMethod, own: FunctionPlan): t.ClassPrivateMethod {
    const { key } = member;
    const inner = plan.names.uniquePrivate(`$${key.id.name}`);
    // Always a generator: `$thread.of` takes nothing else, and one that never waits ends at once.
    asGenerator(member);
    member.key = types.privateName(emitter.id(inner));
    const generator = types.memberExpression(types.thisExpression(), types.privateName(emitter.id(inner)));
    const of = emitter.call(emitter.thread('of'), generator, emitter.meta(own));
    const block = types.blockStatement([types.returnStatement(of)]);
    const wrapper = types.classPrivateMethod('get', key, [], block, member.static);
    wrapper.loc = member.loc ?? null;
    passTrailingComments(member, wrapper);
    return wrapper;
  }
}

function decoratorsOf(node: t.Node): t.Decorator[] {
  return (node as { decorators?: t.Decorator[] | null }).decorators ?? [];
}

/**
 *   { walk(d) {…} }                     →  { walk: $thread.method(function* (d) {…}, META) }
 *   { walk(d) { super.walk(d); } }      →  $thread.methods({ *walk(d) {…} }, { walk: META })
 *
 * Where something behind it may take its place, each is wrapped before:
 *
 *   { area(w) {…}, ...over }            →  { area: $thread.methods({ area(w) {…} }, { area: META }).area, ...over }
 */
export function wrapObject(
  compilation: Compilation,
  plan: Plan,
  emitter: Emitter,
  object: t.ObjectExpression,
): t.Expression {
  const { t: types } = compilation;
  const whole: t.ObjectProperty[] = [];
  object.properties = object.properties.map((property) => {
    const own = plan.functions.get(property);
    if (!own || !types.isObjectMethod(property)) return property;
    if (own.wrapper === 'generator') asGenerator(property);
    if (isWrappedWhole(own)) whole.push(keyed(compilation, emitter, property, own));
    // Nobody ever sees what a later member replaces.
    else if (own.isReplaced !== 'always') return asProperty(property, own);
    return property;
  });
  if (whole.length === 0) return object;
  const call = emitter.call(emitter.thread('methods'), object, types.objectExpression(whole));
  call.loc = object.loc ?? null;
  takeComments(object, call);
  return call;

  function asProperty(method: t.ObjectMethod, own: FunctionPlan): t.ObjectProperty {
    const wrapper =
      own.wrapper === 'generator' && own.name !== undefined ? asMethod(method, own) : byItself(method, own);
    // { get(name) {…} } of a Proxy  →  { get: $thread.callback($thread.method(function* (name) {…}, META), "`get` given to new Proxy") }
    const region = own.wrapper === 'generator' ? plan.callbacks.get(method) : undefined;
    const value =
      region === undefined ? wrapper : emitter.call(emitter.thread('callback'), wrapper, types.stringLiteral(region));
    const isProto = !method.computed && own.name === '__proto__';
    const key = isProto ? types.stringLiteral('__proto__') : method.key;
    const property = types.objectProperty(key, value, method.computed || isProto);
    property.loc = method.loc ?? null;
    takeComments(method, property);
    return property;
  }

  function asMethod(method: t.ObjectMethod, own: FunctionPlan): t.Expression {
    const generator = types.functionExpression(null, method.params, method.body, true);
    generator.loc = method.loc ?? null;
    generator.typeParameters = method.typeParameters ?? null;
    return emitter.call(emitter.thread('method'), generator, emitter.meta(own));
  }

  /** `$thread.methods({ area(w) {…} }, { area: META }).area` */
  function byItself(method: t.ObjectMethod, own: FunctionPlan): t.Expression {
    const { computed } = method;
    const alone = { ...method, leadingComments: null, trailingComments: null };
    const meta = keyed(compilation, emitter, method, own);
    const again = (): t.Expression =>
      own.key === undefined ? types.removeComments(types.cloneNode(method.key)) : emitter.id(own.key);
    alone.key = again();
    const metas = types.objectExpression([meta]);
    const made = emitter.call(emitter.thread('methods'), types.objectExpression([alone]), metas);
    const key = again();
    return types.memberExpression(made, key, computed || !types.isIdentifier(key));
  }
}

/**
 * `walk: META`; for a computed key `[$key]: META`, and the key itself becomes `[$key = $thread.key(key)]`: it is asked for
 * its text once.
 */
function keyed(
  { t: types }: Compilation,
  emitter: Emitter,
  method: t.ClassMethod | t.ObjectMethod,
  own: FunctionPlan,
): t.ObjectProperty {
  const meta = emitter.meta(own);
  if (own.key !== undefined) {
    keepKey(types, emitter, method, own.key);
    return types.objectProperty(emitter.id(own.key), meta, true);
  }
  const isProto = own.name === '__proto__';
  if (isProto) return types.objectProperty(types.stringLiteral('__proto__'), meta, true);
  const key = types.removeComments(types.cloneNode(method.key as t.Identifier));
  return types.objectProperty(key, meta, method.computed);
}

/**
 * A function of a computed key gets its name from there, and so must the body that the wrapper asks for it:
 *
 *   { [key]: function () {…} }  →  { [$key = $thread.key(key)]: $thread({ [$key]: function* () {…} }[$key], META) }
 */
export function namedByKey(
  { t: types }: Compilation,
  emitter: Emitter,
  body: t.Expression,
  own: FunctionPlan,
  property: t.Node,
): t.Expression {
  const isProperty = types.isObjectProperty(property) || types.isClassProperty(property);
  if (own.key === undefined || !isProperty) return body;
  keepKey(types, emitter, property, own.key);
  const holder = types.objectExpression([types.objectProperty(emitter.id(own.key), body, true)]);
  return types.memberExpression(holder, emitter.id(own.key), true);
}

/** `[key]` → `[$key = $thread.key(key)]` */
function keepKey(
  types: Types,
  emitter: Emitter,
  holder: t.ClassMethod | t.ObjectMethod | t.ObjectProperty | t.ClassProperty,
  name: string,
): void {
  const key = holder.key as t.Expression;
  const isText = types.isTemplateLiteral(key);
  holder.key = emitter.assign(name, isText ? key : emitter.call(emitter.thread('key'), key));
}
