/** The call that sees the variables around it. */
import { skipTransparent } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import type { types as t } from '@babel/core';

/** `eval(…)` by this name sees the variables around it, and may assign to them. `eval?.(…)` sees those of the page only. */
export function isDirectEval(node: t.Node): boolean {
  const callee = node.type === 'CallExpression' ? skipTransparent(node.callee) : undefined;
  return callee?.type === 'Identifier' && callee.name === 'eval';
}

/** The text that a direct `eval` runs. Undefined if only the run knows it; what is no text is given back unread. */
export function textOfEval(types: Types, { arguments: [given] }: t.CallExpression): string | undefined {
  if (given?.type === 'StringLiteral') return given.value;
  if (given?.type === 'TemplateLiteral') return given.expressions.length === 0 ? given.quasis[0]!.value.raw : undefined;
  return given === undefined || types.isLiteral(given) ? '' : undefined;
}

/** The words in that text: `eval('a + b')` → a, b. Undefined if it may use others, as only the run knows it, or names in it are escaped, or it calls `eval`. */
export function wordsOfEval(types: Types, call: t.CallExpression): ReadonlySet<string> | undefined {
  const text = textOfEval(types, call);
  if (text === undefined || text.includes('\\')) return undefined;
  const words = new Set(text.match(/[\p{ID_Continue}$\u200C\u200D]+/gu));
  return words.has('eval') ? undefined : words;
}
