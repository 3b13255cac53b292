/** `switch` statements of the source in which the function pauses. */
import type { types as t } from '@babel/core';
import { locate } from '../../../write/emitter.js';
import { arrange } from '../dispatch/dispatch.js';
import { addBranch, isOneOf } from '../dispatch/branches.js';
import { labelBreaks } from '../dispatch/break-labels.js';
import type { Lowering } from '../lowering.js';
import { keepAsName } from '../expressions/keep-earlier-parts.js';
import { wayInside, Sequence, type Way } from '../../plan/sequence.js';

interface Cased {
  readonly node: t.SwitchStatement;
  readonly label: string | undefined;
}

/**
 * One `switch` chooses the case, and another has the statements, so that it can be resumed in a case:
 *
 *   switch (key) {               $case0 = -1;
 *     case 'a': yield a();       switch (key) { case 'a': $case0 = 0; break; default: $case0 = 1; }
 *     default: b();              switch ($pc === 0 ? $case0 : 0) { case 0: …; case 1: b(); }
 *   }
 */
export function lowerSwitch(l: Lowering, seq: Sequence, { node, label }: Cased): void {
  const { types, emit } = l;
  for (const one of l.rewritten.openings.get(node) ?? []) seq.add(one);
  if (!node.cases.some((one) => l.holds(one))) {
    node.discriminant = l.expression(seq, node.discriminant);
    return seq.add(label === undefined ? node : locate(types.labeledStatement(l.id(label), node), node));
  }
  const pausesInTests = node.cases.some(({ test }) => l.holds(test));
  const CASE = pausesInTests ? l.nameLasting('$case', node) : l.nameBrief('$case');
  const number = (n: number): t.NumericLiteral => types.numericLiteral(n);
  if (pausesInTests) chooseOneByOne(l, seq, node, CASE);
  else
    l.inStatement(() => {
      const discriminant = l.expression(seq, node.discriminant);
      const chosen = node.cases.map(({ test }, i) =>
        types.switchCase(test ?? null, [emit.statement('CASE = N;', { CASE, N: number(i) }), types.breakStatement()]),
      );
      seq.add(emit.statement('CASE = -1;', { CASE }));
      seq.add(locate(types.switchStatement(discriminant, chosen), node));
    });
  const lists = node.cases.map(({ consequent }) => l.list(consequent));
  const write = (way: Way): t.Statement => {
    const cases = lists.map((list, i) => types.switchCase(number(i), arrange(l, list, wayInside(way))));
    const at =
      way !== 'plain'
        ? emit.expression('FRESH ? CASE : RESUMED', { FRESH: l.testFresh(), CASE, RESUMED: caseOf(l, lists) })
        : l.id(CASE);
    const written = locate(types.switchStatement(at, cases), node);
    const name = cases.reduce<string | undefined>((found, one) => labelBreaks(l, one, found) ?? found, label);
    return name === undefined ? written : locate(types.labeledStatement(l.id(name), written), node);
  };
  if (lists.some((list) => list.pcs.length > 0)) seq.addCompound(lists, { write });
  else seq.add(write('plain'));
}

/** A case that pauses: its number, and its pauses. */
interface PausingCase {
  readonly i: number;
  readonly pcs: readonly number[];
}

/** The number of the case in which the function is resumed. */
function caseOf(l: Lowering, lists: readonly Sequence[]): t.Expression {
  return chooseCase(
    l,
    lists.flatMap((list, i) => (list.pcs.length > 0 ? [{ i, pcs: list.pcs }] : [])),
  );
}

/** `$pc < 4 ? 0 : $pc === 4 ? 1 : 2` */
function chooseCase(l: Lowering, holding: readonly PausingCase[]): t.Expression {
  const { types } = l;
  const [first, ...rest] = holding;
  if (rest.length === 0) return types.numericLiteral(first!.i);
  const size = holding.length > l.tools.choices.cases ? holding.length >> 1 : 1;
  const [before, behind] = [holding.slice(0, size), holding.slice(size)];
  const [pcs, others] = [before, behind].map((all) => all.flatMap((one) => one.pcs));
  return types.conditionalExpression(isOneOf(l, pcs!, others!), chooseCase(l, before), chooseCase(l, behind));
}

/** A test that pauses: `if ($case0 === -1) { …; if ($t0 === $v) $case0 = 1; }` */
function chooseOneByOne(l: Lowering, seq: Sequence, { discriminant, cases }: t.SwitchStatement, CASE: string): void {
  const { types, emit } = l;
  l.inStatement(() => {
    const VALUE = keepAsName(l, seq, l.expression(seq, discriminant), 'switch');
    seq.add(emit.statement('CASE = -1;', { CASE }));
    for (const [i, { test }] of cases.entries()) {
      if (!test) continue;
      const inner = new Sequence();
      const TEST = l.expression(inner, test);
      const parts = { CASE, VALUE, TEST, N: types.numericLiteral(i) };
      inner.add(emit.statement('if (VALUE === TEST) CASE = N;', parts, test));
      const isOpen = emit.expression('CASE === -1', { CASE });
      if (inner.pcs.length > 0) addBranch(l, seq, { test: isOpen, consequent: inner, alternate: undefined, at: test });
      else seq.add(emit.statement('if (CASE === -1 && VALUE === TEST) CASE = N;', parts, test));
    }
    const N = cases.findIndex(({ test }) => !test);
    if (N >= 0) seq.add(emit.statement('if (CASE === -1) CASE = N;', { CASE, N: types.numericLiteral(N) }));
  });
}
