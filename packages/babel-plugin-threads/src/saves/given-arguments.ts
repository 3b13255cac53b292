/** What a call is given, where a load can say it anew: literals, variables, and texts with variables in them. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../babel/ast.js';
import type { Pause } from '../plan.js';

/** A literal; `["name"]`: a variable; `["Hello ", "name", "!"]`: a text with variables. */
export type Argument = string | number | boolean | null | readonly string[];

/** Undefined for more than that. */
export function argumentsOf({ kind, node }: Pause): readonly Argument[] | undefined {
  if (kind !== 'call' || node.type !== 'CallExpression') return undefined;
  const all = node.arguments.map((one) => argumentOf(skipTransparent(one)));
  return all.includes(undefined) ? undefined : (all as Argument[]);
}

function argumentOf(node: t.Node): Argument | undefined {
  switch (node.type) {
    case 'StringLiteral':
    case 'BooleanLiteral':
      return node.value;
    case 'NumericLiteral':
      return Number.isFinite(node.value) ? node.value : undefined;
    case 'NullLiteral':
      return null;
    case 'Identifier':
      return [node.name];
    case 'TemplateLiteral':
      return textOf(node);
    default:
      return undefined;
  }
}

function textOf({ quasis, expressions }: t.TemplateLiteral): string | readonly string[] | undefined {
  const all = quasis.flatMap(({ value }, n) => {
    const expression = expressions[n] && skipTransparent(expressions[n]);
    return expression ? [value.cooked!, (expression as Partial<t.Identifier>).name] : value.cooked!;
  });
  return all.includes(undefined) ? undefined : all.length === 1 ? all[0] : (all as string[]);
}

/** What the facts have for it: nothing where the statement says it, else JSON, or `-` for more than that. The runtime reads it in saves/edits/wait-again.ts. */
export function textOfGiven(given: readonly Argument[] | undefined, statement: string, callee: string): string {
  const said = given?.map((one) => JSON.stringify(one).replace(/^\["([^"]*)"\]$/, '$1')).join(', ');
  const isSaid = statement.replaceAll("'", '"').split(`${callee}(`)[1]?.startsWith(`${said})`);
  return isSaid ? '' : (JSON.stringify(given) ?? '-');
}
