import type { types as t } from '@babel/core';
import type { Lowering } from '../lowering.js';

/** `if ($m !== 0) throw $v;` */
export function throwResumed(l: Lowering, test: t.Expression | undefined): t.Statement {
  const { emit, types, own } = l;
  const comesThrown = emit.expression('MODE !== 0', { MODE: own.mode });
  return types.ifStatement(
    test === undefined ? comesThrown : types.logicalExpression('&&', comesThrown, test),
    emit.statement('throw VALUE;', { VALUE: own.value }),
  );
}
