/** Names in parameters. */
import type { types as t } from '@babel/core';
import type { Tools } from './tools.js';
import { readVariables } from './variables.js';

/** A parameter of a list: how its text tells of it, and its name, `{}` if it is a pattern. */
export interface DeclaredParameter {
  readonly name: string;
  readonly text: string;
}

/** What the parameters use that they do not declare. */
export function namesUsedInParameters(
  tools: Pick<Tools, 'types' | 'marks'>,
  { params }: t.Function,
): ReadonlySet<string> {
  const { types } = tools;
  if (params.every((one) => types.isIdentifier(one))) return new Set();
  const alone = types.functionExpression(null, params as t.Identifier[], types.blockStatement([]));
  return new Set(readVariables(tools, alone).free.keys());
}
