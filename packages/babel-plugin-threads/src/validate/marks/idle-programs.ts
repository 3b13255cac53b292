/** Programs that do nothing when they are started. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';

/**
 * A program that only declares: starting it does nothing. Its author thinks of a page that calls `setup` and `draw` by
 * their names, or has forgotten the call.
 */
export function findIdlePrograms({ compilation, marks, facts }: Analysis): Finding[] {
  if (!marks.isProgram) return [];
  const { t: types } = compilation;
  // The program itself is a function, and the first.
  const { body } = (facts.functions[0]!.node as t.ArrowFunctionExpression).body as t.BlockStatement;
  const fn = body.find((one) => one.type === 'FunctionDeclaration');
  const isIdle = body.every(
    (one) =>
      one.type === 'FunctionDeclaration' ||
      one.type === 'ClassDeclaration' ||
      types.isTypeScript(one) ||
      (one.type === 'VariableDeclaration' && one.declarations.every(({ init }) => !init || types.isLiteral(init))),
  );
  return fn?.id && isIdle ? [tell(fn.id, warnings.idleProgram, { name: fn.id.name })] : [];
}
