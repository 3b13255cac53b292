/** `switch` statements of the source in which the function pauses. */
import type { types as t } from '@babel/core';
import { located } from '../emitter.js';
import { arrange } from './arrange.js';
import { isOneOf } from './branches.js';
import { labelBreaks } from './breaks.js';
import type { Lowering } from './lowering.js';
import type { Sequence } from './sequence.js';

interface Cased {
  readonly node: t.SwitchStatement;
  readonly label: string | undefined;
}

/**
 * First which case it is, then its statements, so that it can be entered where it goes on:
 *
 *   switch (key) {               $case0 = -1;
 *     case 'a': yield a();       switch (key) { case 'a': $case0 = 0; break; default: $case0 = 1; }
 *     default: b();              switch ($pc === 0 ? $case0 : 0) { case 0: …; case 1: b(); }
 *   }
 */
export function lowerSwitch(l: Lowering, seq: Sequence, { node, label }: Cased): void {
  const { types, emit } = l;
  if (!node.cases.some((one) => l.holds(one))) {
    node.discriminant = l.expression(seq, node.discriminant);
    return seq.plain(label === undefined ? node : located(types.labeledStatement(l.id(label), node), node));
  }
  const CASE = l.brief('$case');
  const number = (n: number): t.NumericLiteral => types.numericLiteral(n);
  l.inStatement(() => {
    const discriminant = l.expression(seq, node.discriminant);
    const chosen = node.cases.map(({ test }, i) =>
      types.switchCase(test ?? null, [emit.statement('CASE = N;', { CASE, N: number(i) }), types.breakStatement()]),
    );
    seq.plain(emit.statement('CASE = -1;', { CASE }));
    seq.plain(located(types.switchStatement(discriminant, chosen), node));
  });
  const lists = node.cases.map(({ consequent }) => l.list(consequent));
  seq.compound(lists, () => {
    const cases = lists.map((list, i) => types.switchCase(number(i), arrange(l, list, true)));
    const at = emit.expression('FRESH ? CASE : RESUMED', { FRESH: l.isFresh(), CASE, RESUMED: caseOf(l, lists) });
    const written = located(types.switchStatement(at, cases), node);
    const name = cases.reduce<string | undefined>((found, one) => labelBreaks(l, one, found), label) ?? label;
    return name === undefined ? written : located(types.labeledStatement(l.id(name), written), node);
  });
}

/** The number of the case in which it goes on. */
function caseOf(l: Lowering, lists: readonly Sequence[]): t.Expression {
  const { types } = l;
  const holding = lists.flatMap((list, i) => (list.pcs.length > 0 ? [{ i, pcs: list.pcs }] : []));
  const last = types.numericLiteral(holding.at(-1)!.i) as t.Expression;
  return holding.slice(0, -1).reduceRight((rest, { i, pcs }, n) => {
    const others = holding.slice(n + 1).flatMap((one) => one.pcs);
    return types.conditionalExpression(isOneOf(l, pcs, others), types.numericLiteral(i), rest);
  }, last);
}
