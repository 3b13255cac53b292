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
  const parts = quasis.flatMap(({ value }, n) => {
    const expression = expressions[n] && skipTransparent(expressions[n]);
    return expression === undefined ? [value.cooked] : [value.cooked, nameIn(expression)];
  });
  if (parts.some((one) => typeof one !== 'string')) return undefined;
  return parts.length === 1 ? parts[0]! : (parts as string[]);
}

const nameIn = (node: t.Node): string | undefined => (node.type === 'Identifier' ? node.name : undefined);
