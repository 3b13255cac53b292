/** `for…of` and `for…in` in which the function pauses. */
import type { types as t } from '@babel/core';
import { locate } from '../../../write/emitter.js';
import { writeClosing } from '../dispatch/closing.js';
import { firstValue } from '../../simplify/declarations.js';
import type { Lowering } from '../lowering.js';
import { callOfIterator } from '../../read/callee-texts.js';
import { callOn } from '../expressions/calls.js';
import { keepAsName } from '../expressions/keep-earlier-parts.js';
import { cursorHelper, lowerPattern } from '../expressions/patterns.js';
import { addLoop, guardTest } from './loops.js';
import { Sequence, type Way } from '../../plan/sequence.js';

interface Iteration {
  readonly node: t.ForOfStatement | t.ForInStatement;
  readonly label: string | undefined;
}

/**
 *   for (const x of list) {        $cursor0 = $cursor(list);
 *     yield step(x);               try {
 *   }                                while ($pc !== 0 || $cursor0.more()) {
 *                                      if ($pc === 0) { x = $cursor0.value; … }
 *                                      …
 *                                    }
 *                                    $cursor0.close();
 *                                  } catch ($e) { $cursor0.fail($e); throw $e; }
 *
 * `close` does nothing when the iterator is done. `for…in` has nothing to close, and so no `try`. A loop whose body ends with its pauses reads no `$pc`: see
 * `loops.ts`.
 */
export function lowerIteration(l: Lowering, seq: Sequence, { node, label }: Iteration): void {
  const { types, emit } = l;
  const isOf = types.isForOfStatement(node);
  const CURSOR = l.nameLasting('$cursor', node);
  l.inStatement(() => {
    const { right } = node;
    const MADE = isOf
      ? writeCursor(l, seq, node)
      : emit.expression('$keysOf(OVER)', { OVER: l.expression(seq, right) });
    seq.add(emit.statement('CURSOR = MADE;', { CURSOR, MADE }, right));
  });
  const lowerBody = (body: Sequence): void => {
    for (const one of l.rewritten.boxesOfLoops.get(node) ?? [])
      body.add(emit.statement('NAME = VALUE;', { NAME: one.name, VALUE: firstValue(l.tools, one) }));
    takeValue(l, body, node, CURSOR);
    l.list(types.isBlockStatement(node.body) ? node.body.body : [node.body], body);
  };
  const region = isOf ? l.inRegion('catch', lowerBody) : undefined;
  const body = region?.body ?? new Sequence();
  if (!isOf) lowerBody(body);
  const around = (written: t.Statement, way: Way): t.Statement =>
    region === undefined
      ? locate(types.blockStatement([written]), node)
      : writeClosing(l, { name: CURSOR, region, at: node, way }, [written]);
  addLoop(l, seq, { label, body, at: node, resumed: [], around }, (block, isGuarded) => {
    const more = emit.expression('CURSOR.more()', { CURSOR }, node);
    return types.whileStatement(isGuarded ? guardTest(l, more) : more, block);
  });
}

/**
 * With the option `saves` the cursor knows its collection, also where the head asks that for an iterator:
 *
 *   for (const [i, x] of list.entries())   →   $cursor0 = $cursorOver(list.entries(), list, "entries");
 */
function writeCursor(l: Lowering, seq: Sequence, node: t.ForOfStatement): t.Expression {
  const { emit, types } = l;
  const call = l.tools.saving && callOfIterator(node.right);
  if (!call) return emit.expression(`${cursorHelper(l)}(OVER)`, { OVER: l.expression(seq, node.right) });
  const callee = call.callee as t.MemberExpression;
  const object = l.expression(seq, callee.object);
  const KEPT = keepAsName(l, seq, object, 'over');
  callee.object = object;
  if (!types.isIdentifier(object, { name: KEPT })) {
    callee.object = l.id(KEPT);
    const made = callOn(l, call, { method: callee, object: l.id(KEPT) });
    if (node.right === call) node.right = made;
    else (node.right as t.YieldExpression).argument = made;
  }
  const GOING = emit.text((callee.property as t.Identifier).name);
  return emit.expression('$cursorOver(OVER, KEPT, GOING)', { OVER: l.expression(seq, node.right), KEPT, GOING });
}

/** `x = $cursor0.value;` */
function takeValue(l: Lowering, seq: Sequence, { left }: Iteration['node'], CURSOR: string): void {
  const { emit } = l;
  l.inStatement(() => {
    if (!l.holds(left))
      return seq.add(emit.statement('TARGET = CURSOR.value;', { TARGET: left as t.Node, CURSOR }, left));
    lowerPattern(l, seq, left, keepAsName(l, seq, emit.expression('CURSOR.value', { CURSOR })));
  });
}
