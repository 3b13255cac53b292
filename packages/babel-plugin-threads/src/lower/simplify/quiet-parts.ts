/** Loops and `switch`es in which nothing pauses, but whose variables stand in boxes: with the option `saves`. */
import type { types as t } from '@babel/core';
import { holds, isFunction, replaceBelow } from '../../babel/ast.js';
import type { Hoisted } from '../plan/hoisting.js';
import type { Pauses } from '../read/pauses.js';
import type { Step, Tools } from '../read/tools.js';
import { firstValue } from './declarations.js';

interface Given {
  readonly boxesOfLoops: ReadonlyMap<t.Node, readonly Hoisted[]>;
  /** What comes before a `switch`, by it. */
  readonly openings: ReadonlyMap<t.Node, readonly t.Statement[]>;
  readonly pauses: Pauses;
}

/**
 * Those that pause are written where they are lowered. Each iteration has boxes of its own:
 *
 *   for (i = { v: 0 }; i.v < 3; i.v++) f();   →   for (i = { v: 0 }; i.v < 3; i = { v: i.v }, i.v++) f();
 *   for (x.v of list) f();                    →   for (const $value of list) { x = { v: void 0 }; x.v = $value; f(); }
 */
export function writeQuietParts(tools: Tools, fn: Step, { boxesOfLoops, openings, pauses }: Given): void {
  const { types } = tools;
  for (const [loop, boxes] of boxesOfLoops) {
    if (pauses.holds(loop)) continue;
    if (loop.type === 'ForStatement') renewBoxes(tools, loop, boxes);
    else makeBoxes(tools, loop as t.ForXStatement, boxes);
  }
  const isOpened = (node: t.Node): boolean => (openings.get(node)?.length ?? 0) > 0 && !pauses.holds(node);
  if (![...openings.keys()].some(isOpened)) return;
  replaceBelow(types, fn.body, (node) =>
    isOpened(node) ? types.blockStatement([...openings.get(node)!, node as t.SwitchStatement]) : node,
  );
}

function renewBoxes({ types, emit }: Tools, loop: t.ForStatement, boxes: readonly Hoisted[]): void {
  const renewed = (): t.Expression[] =>
    boxes.map(({ name }) => emit.expression('NAME = { v: NAME.v }', { NAME: name }));
  // What is made in the head has the variables of no iteration.
  if (loop.init && holds(types, loop.init, isFunction))
    loop.init = types.sequenceExpression([loop.init as t.Expression, ...renewed()]);
  const all = loop.update ? [...renewed(), loop.update] : renewed();
  loop.update = all.length > 1 ? types.sequenceExpression(all) : all[0]!;
}

function makeBoxes(tools: Tools, loop: t.ForXStatement, boxes: readonly Hoisted[]): void {
  const { types, emit, names } = tools;
  const VALUE = names.unique('$value');
  const made = boxes.map((one) => emit.statement('NAME = VALUE;', { NAME: one.name, VALUE: firstValue(tools, one) }));
  const taken = types.assignmentExpression('=', loop.left as t.LVal, emit.id(VALUE));
  loop.left = types.variableDeclaration('const', [types.variableDeclarator(emit.id(VALUE))]);
  const { body } = loop;
  loop.body = types.blockStatement([
    ...made,
    types.expressionStatement(taken),
    ...(types.isBlockStatement(body) ? body.body : [body]),
  ]);
}
