import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Emitter } from './emit.js';
import { errors } from '../messages/errors.js';
import type { Marks } from '../marks/marks.js';
import { passMarks } from './marks.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { asGenerator } from './as-generator.js';
import { insertAt, passTrailingComments } from '../babel/comments.js';

export interface Declarations {
  add(node: t.FunctionDeclaration, own: FunctionPlan): void;
  /** Puts the wrappers at the top of their scopes, in source order. */
  hoist(): void;
}

interface Added {
  readonly scope: t.Node;
  readonly name: string;
  readonly node: t.Node;
  readonly start: number;
  readonly statement: t.Statement;
}

/**
 * A declaration is callable above itself, so its wrapper is made first of all in its scope:
 *
 *   function walk(d) {…}         →  var walk = $thread($walk, META);   function* $walk(d) {…}
 *   function area(w) {…}         →  area = $thread.plain(area, META);  function area(w) {…}
 *   export function walk(d) {…}  →  walk = $thread($walk, META, walk);
 *                                   export function walk(d) { return $thread.early($walk, this, arguments); }
 *                                   function* $walk(d) {…}
 *
 * The last form is callable even before the module has begun, in a cycle of imports. In a block of sloppy code, whose functions
 * may be seen outside of it, a declaration stays too:
 *
 *   { function walk(d) {…} }     →  { walk = $thread($walk, META); function walk() {} function* $walk(d) {…} }
 */
export function makeDeclarations({ t: types }: Compilation, marks: Marks, plan: Plan, emitter: Emitter): Declarations {
  const added: Added[] = [];
  const companions: {
    readonly beside: t.Node;
    readonly node: t.Node;
    readonly scope: t.Node;
    readonly statement: t.Statement;
  }[] = [];
  return { add, hoist };

  function add(node: t.FunctionDeclaration, own: FunctionPlan): void {
    if (node.id === null || node.id === undefined) node.id = emitter.id(plan.names.unique('$default'));
    const { name } = node.id;
    const meta = emitter.meta(own);
    const scope = own.scope!;
    const start = node.start ?? 0;
    const put = (statement: t.Statement): void => void added.push({ scope, name, node, start, statement });
    if (own.wrapper === 'wrapped') {
      const plain = emitter.call(emitter.thread('plain'), emitter.id(name), meta);
      put(types.expressionStatement(emitter.assign(name, plain)));
      return;
    }
    const inner = plan.names.unique(`$${name}`);
    const wrapper = emitter.call(emitter.thread(), emitter.id(inner), meta);
    if (!own.isCalledEarly && own.binding !== 'function') {
      node.id.name = inner;
      asGenerator(node);
      put(emitter.declare(own.binding, name, wrapper));
      return;
    }
    if (own.isCalledEarly) wrapper.arguments.push(emitter.id(name));
    put(types.expressionStatement(emitter.assign(name, wrapper)));
    const generator = types.functionDeclaration(emitter.id(inner), node.params, node.body, true);
    generator.loc = node.loc ?? null;
    generator.typeParameters = node.typeParameters ?? null;
    companions.push({ beside: statementOf(own), node, scope, statement: generator });
    if (!own.isCalledEarly) {
      node.params = [];
      node.body = types.blockStatement([]);
      node.returnType = null;
      node.typeParameters = null;
      return;
    }
    const early = emitter.call(
      emitter.thread('early'),
      emitter.id(inner),
      types.thisExpression(),
      emitter.id('arguments'),
    );
    node.params = node.params.map((p) => parameterStub(p as t.Node)) as t.FunctionDeclaration['params'];
    node.body = types.blockStatement([types.returnStatement(early)]);
    node.returnType = null;
    node.typeParameters = null;
  }

  /** What stands in the statement list: the declaration, or the label before it. */
  function statementOf({ path }: FunctionPlan): t.Node {
    let at = path;
    while (types.isLabeledStatement(at.parent)) at = at.parentPath!;
    return at.node;
  }

  /** Parameters stay to be read; their values are evaluated by the generator only. */
  function parameterStub(parameter: t.Node): t.Node {
    if (types.isIdentifier(parameter))
      return parameter.name === 'this' ? types.cloneNode(parameter) : emitter.id(parameter.name);
    if (types.isAssignmentPattern(parameter) && types.isIdentifier(parameter.left))
      return emitter.id(parameter.left.name);
    if (types.isRestElement(parameter) && types.isIdentifier(parameter.argument))
      return types.restElement(emitter.id(parameter.argument.name));
    return emitter.id(plan.names.unique('$parameter'));
  }

  function hoist(): void {
    for (const one of added) if (types.isIfStatement(one.scope)) putInArm(one.scope, one);
    for (const { beside, scope, statement } of companions) {
      if (types.isIfStatement(scope)) continue;
      const { body } = scope as t.Program | t.TSModuleBlock;
      const at = body.findIndex((s) => s === beside || ('declaration' in s && s.declaration === beside));
      passMarks(marks, body[at - 1], body[at]!, statement);
      passMarks(marks, undefined, beside, statement);
      passTrailingComments(body[at]!, statement);
      body.splice(at + 1, 0, statement);
    }
    const byScope = new Map<t.Node, Added[]>();
    for (const one of added)
      if (!types.isIfStatement(one.scope)) byScope.set(one.scope, [...(byScope.get(one.scope) ?? []), one]);
    for (const [scope, list] of byScope) {
      list.sort((a, b) => a.start - b.start);
      // Of two declarations with one name the last counts.
      const last = new Map(list.map((one) => [one.name, one]));
      putFirst(
        scope,
        list.filter((one) => last.get(one.name) === one).map((one) => one.statement),
      );
    }
  }

  function putFirst(scope: t.Node, statements: t.Statement[]): void {
    if (types.isProgram(scope)) {
      let index = 0;
      while (index < scope.body.length && types.isImportDeclaration(scope.body[index])) index++;
      insertAt(scope.body, index, statements);
    } else if (types.isBlockStatement(scope)) {
      insertAt(scope.body, headLength(scope), statements);
    } else if (types.isStaticBlock(scope) || types.isTSModuleBlock(scope)) insertAt(scope.body, 0, statements);
    else throw new Error(errors.internal(`a function stands in a ${scope.type}`));
  }

  /** `if (a) function f() {}` → `if (a) { f = $thread($f, META); function f() {} function* $f() {} }` */
  function putInArm(scope: t.IfStatement, { node, statement }: Added): void {
    const arm = scope.alternate === node ? 'alternate' : 'consequent';
    const generators = companions.filter((one) => one.node === node).map((one) => one.statement);
    scope[arm] = types.blockStatement([statement, node as t.FunctionDeclaration, ...generators]);
  }

  /** Captures, temporaries and moved parameters come before functions: they have no `start`. */
  function headLength(block: t.BlockStatement): number {
    let index = 0;
    while (
      index < block.body.length &&
      types.isVariableDeclaration(block.body[index]) &&
      block.body[index]!.start == null
    )
      index++;
    return index;
  }
}
