import type { types as t } from '@babel/core';
import { holds, isCall, isClass, isFunction, walk } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import type { ListedPath } from '../../babel/path.js';
import type { Writer } from '../writer.js';

/**
 * A region that cannot pause says so to the runtime, so that the error comes at the wait itself:
 *
 *   get isOn() { f(); }  →  get isOn() { return $sync("the getter isOn", () => { f(); }); }
 *   set on(v = f()) {}   →  set on(v = $sync("the setter on", () => f())) {}
 *   static { o.f(); }    →  static { $sync("a static block", () => { beside(o.f()); }); }
 */
export function writeRegion(writer: Writer, { node }: ListedPath): t.Node {
  const { types, emit, plan, holders } = writer;
  const name = plan.regions.get(node)!;
  const asRegion = (body: t.BlockStatement | t.Expression): t.Expression =>
    emit.expression('$sync(REGION, () => BODY)', { REGION: emit.text(name), BODY: body });
  if (node.type === 'StaticBlock') {
    const inner = types.blockStatement(node.body);
    holders.set(node, inner);
    node.body = [types.expressionStatement(asRegion(inner))];
  } else if (isFunction(node)) {
    for (const pattern of defaultsThatCall(types, node)) pattern.right = asRegion(pattern.right);
    const { body: statements, directives, innerComments } = node.body as t.BlockStatement;
    const inner = types.blockStatement(statements);
    inner.innerComments = innerComments ?? null;
    node.body = types.blockStatement(bodyOfRegion(writer, node, asRegion(inner)), directives);
  } else if (node.type === 'TSEnumMember') node.initializer = asRegion(node.initializer!);
  else {
    const field = node as t.ClassProperty;
    field.value = asRegion(field.value!);
  }
  return node;
}

/**
 * The statements of a function that is a region. Most constructors and setters return nothing. A constructor that returns a value
 * keeps it in a variable first: where another plugin turns the class into a function, `return $sync(…)` would read `this` before
 * `super()` is called.
 */
function bodyOfRegion({ types, emit, names }: Writer, fn: t.Function, value: t.Expression): t.Statement[] {
  const kind = 'kind' in fn ? fn.kind : undefined;
  const isMute = (kind === 'constructor' || kind === 'set') && !returnsValue(types, fn.body);
  if (kind === 'constructor' && !isMute) {
    const RESULT = names.unique('$value');
    return [
      emit.statement('const RESULT = VALUE;', { RESULT, VALUE: value }),
      emit.statement('return RESULT;', { RESULT }),
    ];
  }
  return [isMute ? types.expressionStatement(value) : types.returnStatement(value)];
}

/** The defaults of parameters, also inside patterns, in which something is called. */
function defaultsThatCall(types: Types, fn: t.Function): t.AssignmentPattern[] {
  const found: t.AssignmentPattern[] = [];
  for (const parameter of fn.params)
    walk(types, parameter, (node) => {
      if (node.type === 'AssignmentPattern' && callsSomething(types, node.right)) found.push(node);
      return !isFunction(node);
    });
  return found;
}

/** Not in a class of its own: that one would lose the name that it takes from the parameter. */
function callsSomething(types: Types, value: t.Node): boolean {
  const isOne = (node: t.Node): boolean =>
    isCall(node) || node.type === 'NewExpression' || node.type === 'TaggedTemplateExpression';
  return holds(types, value, isOne, (node) => isFunction(node) || isClass(node));
}

/** The function itself returns a value somewhere. */
function returnsValue(types: Types, body: t.Node): boolean {
  const isOne = (node: t.Node): boolean => node.type === 'ReturnStatement' && node.argument != null;
  return holds(types, body, isOne, isFunction);
}

/**
 * A call in such a region; the only one that may wait names the region itself, and the region stays as it is:
 *
 *   o.f()              →  $atOnce(() => o.f())
 *   o.f();             →  beside(o.f());              a thread of another owner may go on by itself
 *   return o.f();      →  return $atOnce("the getter isOn", () => o.f());
 *   this.x = f();      →  this.x = $sync("the constructor of A", () => f());
 *   this.f();          →  $sync("the constructor of A", () => beside(this.f()));
 *
 * A call on `this` is wrapped even if the class has a method of that name which never waits: a subclass, or a value set on the object,
 * may replace the method by one that waits.
 */
export function writeRegionCall({ emit, plan }: Writer, { node: source }: ListedPath, written: t.Node): t.Expression {
  const call = written as t.Expression;
  const { kind, region } = plan.regionCalls.get(source)!;
  const parts = { REGION: region === undefined ? [] : [emit.text(region)], CALL: call };
  if (kind === 'now') return emit.expression('$atOnce(REGION, () => CALL)', parts, call);
  if (kind === 'region') return emit.expression('$sync(REGION, () => CALL)', parts, call);
  const value = emit.expression('beside(CALL)', parts, call);
  if (region === undefined) return value;
  return emit.expression('$sync(REGION, () => VALUE)', { ...parts, VALUE: value }, call);
}
