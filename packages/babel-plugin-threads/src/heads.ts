import type { types as t } from '@babel/core';
import type { Compilation } from './compilation.js';
import type { Emitter } from './emit.js';
import type { Capture, FunctionPlan, Plan } from './plan.js';
import { insertAt } from './tree.js';

/** Writes what stands first in a body: captures, temporaries, and parameters that are worked out there. */
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
    const isThread = plan.functions.get(owner)?.form === 'thread';
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
    return [
      types.variableDeclaration(
        'let',
        names.map((name) => types.variableDeclarator(emitter.id(name))),
      ),
    ];
  }

  /**
   *   (a, b = f(), { c } = {}, ...rest) { … }
   *   (a, ...$parameters) {
   *     let b = $parameters[0] === void 0 ? yield f() : $parameters[0],
   *         { c } = $parameters[1] === void 0 ? {} : $parameters[1],
   *         [...rest] = $parameters.slice(2);
   */
  function parametersOf(owner: FunctionPlan | undefined): t.Statement[] {
    if (!owner || owner.movedFrom === undefined || owner.form !== 'thread') return [];
    const fn = owner.node as t.Function;
    const moved = (fn.params as t.Node[]).splice(owner.movedFrom);
    const list = plan.names.unique('$parameters');
    (fn.params as t.Node[]).push(types.restElement(emitter.id(list)));
    const at = (index: number): t.Expression =>
      types.memberExpression(emitter.id(list), types.numericLiteral(index), true);
    const declarators = moved.map((parameter, index) => {
      if (types.isRestElement(parameter)) {
        const rest = emitter.call(emitter.member(emitter.id(list), 'slice'), types.numericLiteral(index));
        return types.variableDeclarator(parameter.argument, rest);
      }
      if (!types.isAssignmentPattern(parameter)) return types.variableDeclarator(parameter as t.LVal, at(index));
      const isMissing = types.binaryExpression(
        '===',
        at(index),
        types.unaryExpression('void', types.numericLiteral(0)),
      );
      const value = types.conditionalExpression(isMissing, parameter.right, at(index));
      return types.variableDeclarator(parameter.left, value);
    });
    return [types.variableDeclaration('let', declarators)];
  }

  function putFirst(node: t.Node, head: t.Statement[]): void {
    if (types.isProgram(node)) {
      let index = 0;
      while (index < node.body.length && types.isImportDeclaration(node.body[index])) index++;
      insertAt(node.body, index, head);
    } else if (types.isStaticBlock(node)) node.body.unshift(...head);
    else if (types.isFunction(node)) {
      if (!types.isBlockStatement(node.body)) node.body = types.blockStatement([types.returnStatement(node.body)]);
      node.body.body.unshift(...head);
    } else if ('value' in node && node.value) {
      // A field has no body: (() => { const $superWalk = …; return value; })()
      const body = types.blockStatement([...head, types.returnStatement(node.value as t.Expression)]);
      (node as t.ClassProperty).value = emitter.call(types.arrowFunctionExpression([], body));
    }
  }
}
