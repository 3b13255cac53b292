import type { types as t } from '@babel/core';
import { holds, isCall, isFunctionNode, walk } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import type { RegionCall } from '../plan.js';
import type { Helper } from '../vocabulary.js';
import { located } from './emitter.js';
import type { Writing } from './writing.js';

/** A region, and what holds the statements of static blocks now. */
interface Region extends Writing {
  readonly written: { readonly blocks: Map<t.Node, t.BlockStatement> };
}

interface RegionNames {
  readonly name: string;
  /** Of a constructor that returns a value. */
  readonly resultName: string | undefined;
}

/**
 * A region that cannot pause says so to the runtime, so that the error comes at the wait itself:
 *
 *   get isOn() { f(); }  →  get isOn() { return $sync("the getter isOn", () => { f(); }); }
 *   set on(v = f()) {}   →  set on(v = $sync("the setter on", () => f())) {}
 *   static { o.f(); }    →  static { $sync("a static block", () => { beside(o.f()); }); }
 */
export function writeRegion(region: Region, node: t.Node, { name, resultName }: RegionNames): t.Node {
  const { types, emit, written } = region;
  const asRegion = (body: t.BlockStatement | t.Expression): t.Expression =>
    emit.expression('$sync(REGION, () => BODY)', { REGION: emit.text(name), BODY: body });
  if (types.isStaticBlock(node)) {
    const inner = types.blockStatement(node.body);
    written.blocks.set(node, inner);
    node.body = [types.expressionStatement(asRegion(inner))];
  } else if (types.isFunction(node)) {
    for (const pattern of defaultsThatCall(types, node)) pattern.right = asRegion(pattern.right);
    const { body: statements, directives, innerComments } = node.body as t.BlockStatement;
    const inner = types.blockStatement(statements);
    inner.innerComments = innerComments ?? null;
    node.body = types.blockStatement(bodyOfRegion(region, node, { value: asRegion(inner), resultName }), directives);
  } else if (types.isTSEnumMember(node)) node.initializer = asRegion(node.initializer!);
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
function bodyOfRegion(
  { types, emit }: Region,
  fn: t.Function,
  { value, resultName }: { readonly value: t.Expression; readonly resultName: string | undefined },
): t.Statement[] {
  if (resultName !== undefined)
    return [
      emit.statement('const RESULT = VALUE;', { RESULT: resultName, VALUE: value }),
      emit.statement('return RESULT;', { RESULT: resultName }),
    ];
  const isConstructor = types.isClassMethod(fn, { kind: 'constructor' });
  const isSetter = 'kind' in fn && fn.kind === 'set';
  const isMute = isConstructor || (isSetter && !returnsValue(types, fn.body));
  return [isMute ? types.expressionStatement(value) : types.returnStatement(value)];
}

/** The defaults of parameters, also inside patterns, in which something is called. */
function defaultsThatCall(types: Types, fn: t.Function): t.AssignmentPattern[] {
  const found: t.AssignmentPattern[] = [];
  for (const parameter of fn.params)
    walk(types, parameter, (node) => {
      if (types.isAssignmentPattern(node) && callsSomething(types, node.right)) found.push(node);
      return !isFunctionNode(types, node);
    });
  return found;
}

/** Not in a class of its own: that one would lose the name that it takes from the parameter. */
function callsSomething(types: Types, value: t.Node): boolean {
  const isOne = (node: t.Node): boolean =>
    isCall(node) || types.isNewExpression(node) || types.isTaggedTemplateExpression(node);
  return holds(types, value, isOne, (node) => isFunctionNode(types, node) || types.isClass(node));
}

/** The function itself returns a value somewhere. */
export function returnsValue(types: Types, body: t.Node): boolean {
  const isOne = (node: t.Node): boolean => types.isReturnStatement(node) && node.argument != null;
  return holds(types, body, isOne, (node) => isFunctionNode(types, node));
}

/** What a call in such a region is given to. */
export function helpersOfRegionCall({ kind, region }: RegionCall): readonly Helper[] {
  if (kind === 'beside') return region === undefined ? ['beside'] : ['beside', '$sync'];
  return [kind === 'now' ? '$atOnce' : '$sync'];
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
export function writeRegionCall({ emit }: Writing, call: t.Expression, { kind, region }: RegionCall): t.Expression {
  const parts = { REGION: region === undefined ? [] : [emit.text(region)], CALL: call };
  if (kind === 'now') return located(emit.expression('$atOnce(REGION, () => CALL)', parts), call);
  if (kind === 'region') return located(emit.expression('$sync(REGION, () => CALL)', parts), call);
  const value = located(emit.expression('beside(CALL)', parts), call);
  if (region === undefined) return value;
  return located(emit.expression('$sync(REGION, () => VALUE)', { ...parts, VALUE: value }), call);
}
