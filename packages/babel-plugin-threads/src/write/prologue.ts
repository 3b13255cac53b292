import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Emitter } from './emit.js';
import type { Capture, FunctionPlan, Plan } from '../plan.js';
import { insertAt, settleInnerComments } from '../babel/comments.js';

/** Writes what stands first in a body: captures, temporaries, and parameters that are evaluated there. */
export function writeHeads(
  { t: types }: Compilation,
  plan: Plan,
  emitter: Emitter,
  made: ReadonlyMap<t.Node, FunctionPlan>,
): void {
  const madeNodes = new Map([...made].map(([node, one]) => [one.node, node]));
  let began: string | undefined;
  const owners = new Set<t.Node>([...plan.captures.keys(), ...plan.functions.keys(), ...plan.names.temporaries.keys()]);
  for (const owner of owners) {
    const node = madeNodes.get(owner) ?? owner;
    const head = [
      ...stressOf(owner),
      ...capturesOf(owner),
      ...temporariesOf(owner),
      ...parametersOf(plan.functions.get(owner)),
    ];
    if (head.length > 0) putFirst(node, head);
  }

  /** `const $can = stress.enter(ID), $began = yield stress.pause($can);` */
  function stressOf(owner: t.Node): t.Statement[] {
    const own = plan.functions.get(owner);
    if (plan.canPause === undefined || own === undefined) return [];
    began ??= plan.names.unique('$began');
    const ofStress = (name: string): t.Expression => emitter.member(emitter.helper('stress'), name);
    const enter = emitter.call(ofStress('enter'), types.stringLiteral(own.id));
    const pause = types.yieldExpression(emitter.call(ofStress('pause'), emitter.id(plan.canPause)));
    return [
      types.variableDeclaration('const', [
        types.variableDeclarator(emitter.id(plan.canPause), enter),
        types.variableDeclarator(emitter.id(began), pause),
      ]),
    ];
  }

  function capturesOf(owner: t.Node): t.Statement[] {
    const isThread = plan.functions.get(owner)?.wrapper === 'generator';
    return (plan.captures.get(owner) ?? []).map((capture) =>
      emitter.declare('const', capture.name, captured(capture, isThread)),
    );
  }

  function captured({ what, property }: Capture, isThread: boolean): t.Expression {
    if (what === 'arguments') return emitter.id('arguments');
    if (what === 'new.target')
      return isThread
        ? emitter.call(emitter.thread('newTarget'))
        : types.metaProperty(emitter.id('new'), emitter.id('target'));
    // const $superWalk = () => super.walk;    const $super = ($key) => super[$key];
    const parent = types.super() as t.Expression;
    if (property !== undefined) return types.arrowFunctionExpression([], emitter.member(parent, property));
    return types.arrowFunctionExpression(
      [emitter.id('$key')],
      types.memberExpression(parent, emitter.id('$key'), true),
    );
  }

  function temporariesOf(owner: t.Node): t.Statement[] {
    const names = plan.names.temporaries.get(owner);
    if (!names) return [];
    // The scripts of a page share what is declared at their tops: a second `let` of the same name would be an error.
    const kind = types.isProgram(owner) && owner.sourceType === 'script' ? 'var' : 'let';
    return [
      types.variableDeclaration(
        kind,
        names.map((name) => types.variableDeclarator(emitter.id(name))),
      ),
    ];
  }

  /**
   *   (a, b = f(), { c } = {}, ...rest) { … }
   *   (a, ...$parameters) {
   *     let { 0: b = yield f(), 1: { c } = {} } = $parameters, rest = $parameters.slice(2);
   *
   * A pattern gives names to functions and classes without one, as parameters do. Not `[b = yield f(), …]`: that would ask for the
   * iterator of arrays, which a script may have replaced.
   */
  function parametersOf(owner: FunctionPlan | undefined): t.Statement[] {
    if (!owner || owner.movedFrom === undefined || owner.wrapper !== 'generator') return [];
    const fn = owner.node as t.Function;
    const moved = (fn.params as t.Node[]).splice(owner.movedFrom).map(withoutTypes);
    const list = plan.names.unique('$parameters');
    (fn.params as t.Node[]).push(types.restElement(emitter.id(list)));
    const declarators: t.VariableDeclarator[] = [];
    const last = moved.at(-1);
    const rest = types.isRestElement(last) ? last : undefined;
    const before = rest ? moved.slice(0, -1) : moved;
    if (before.length > 0) {
      const parts = before.map((parameter, index) =>
        types.objectProperty(types.numericLiteral(index), parameter as t.PatternLike),
      );
      declarators.push(types.variableDeclarator(types.objectPattern(parts), emitter.id(list)));
    }
    if (rest) {
      const others = emitter.call(emitter.member(emitter.id(list), 'slice'), types.numericLiteral(before.length));
      declarators.push(types.variableDeclarator(rest.argument, others));
    }
    return [types.variableDeclaration('let', declarators)];
  }

  /** `a?: number = 1` is no part of a pattern. */
  function withoutTypes(parameter: t.Node): t.Node {
    const target = types.isAssignmentPattern(parameter) ? parameter.left : parameter;
    const typed = target as { typeAnnotation?: unknown; optional?: boolean | null };
    if (typed.typeAnnotation) typed.typeAnnotation = null;
    if (typed.optional) typed.optional = null;
    return parameter;
  }

  function putFirst(node: t.Node, head: t.Statement[]): void {
    if (types.isProgram(node)) {
      let index = 0;
      while (index < node.body.length && types.isImportDeclaration(node.body[index])) index++;
      insertAt(node.body, index, head);
    } else if (types.isStaticBlock(node)) {
      node.body.unshift(...head);
      settleInnerComments(node);
    } else if (types.isFunction(node)) {
      if (!types.isBlockStatement(node.body)) node.body = types.blockStatement([types.returnStatement(node.body)]);
      node.body.body.unshift(...head);
      settleInnerComments(node.body);
    } else if ('value' in node && node.value) {
      // A field has no body: (() => { const $superWalk = …; return value; })()
      const body = types.blockStatement([...head, types.returnStatement(node.value as t.Expression)]);
      (node as t.ClassProperty).value = emitter.call(types.arrowFunctionExpression([], body));
    }
  }
}
