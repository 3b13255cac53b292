/**
 * Hashes of what code says, not of how it is written: spaces, comments, parentheses, quotes, semicolons, commas at ends and types do not count, so that a pass
 * of a formatter is no edit. Babel 7 and Babel 8 give the same. Texts of JSX count as they are.
 */
import type { types as t } from '@babel/core';
import { codeKeysOf, type Fields, isClass, isFunction, skipTransparent } from './ast.js';
import { hashOf } from './hash.js';
import type { Types } from './types.js';

/** `head`: without the statements in a statement or a function. `callee`: without what stands in functions. */
type Part = 'whole' | 'head' | 'callee';

/** The fields of a statement with statements in them. */
const INNER = /^(?:body|consequent|alternate|cases|block|handler|finalizer)$/;

/** Four base-36 letters. */
export const hashOfCode = (types: Types, node: t.Node, part: Part): string => hashOf(textOf(types, node, part));

/** Do both say the same? */
export const isSameCode = (types: Types, a: t.Node, b: t.Node): boolean =>
  a.type === b.type && textOf(types, a, 'whole') === textOf(types, b, 'whole');

function textOf(types: Types, given: t.Node, part: Part): string {
  const node = asInBabel7(skipTransparent(given));
  if (part === 'callee' && (isFunction(node) || isClass(node))) return '';
  let text = ownText(node);
  codeKeysOf(types, node).forEach((key, at) => {
    const inner = (node as unknown as Fields)[key] as t.Node | (t.Node | null)[] | null | undefined;
    if (!inner || (part === 'head' && INNER.test(key))) return;
    text += `(${at}`;
    for (const one of nodesIn(inner)) {
      // `{ 'a': x }`: formatters take quotes off, and put them there.
      const name = key === 'key' && !(node as t.ObjectProperty).computed && (one as Partial<t.StringLiteral>).value;
      if (one?.type !== 'EmptyStatement')
        text += ` ${name || (one && textOf(types, one, part === 'head' ? 'whole' : part))}`;
    }
    text += ')';
  });
  return text;
}

/** `import('./shop.js')` */
const asInBabel7 = (node: t.Node): t.Node =>
  node.type === 'ImportExpression'
    ? ({ type: 'CallExpression', callee: { type: 'Import' }, arguments: [node.source] } as unknown as t.CallExpression)
    : node;

/** Of an enum its members, which Babel 8 has in a body. */
const nodesIn = (part: t.Node | (t.Node | null)[]): (t.Node | null)[] =>
  'type' in part ? (part.type === 'TSEnumBody' ? part.members : [part]) : part;

const OWN =
  'name operator kind pattern flags value optional computed static async generator delegate await prefix'.split(' ');

/** What a node says beside the nodes in it. */
function ownText(node: t.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'TemplateElement') return node.value.raw;
  const own = OWN.map((key) => (node as unknown as Fields)[key] as string | number | boolean | object | undefined);
  return node.type + own.map((one) => (typeof one === 'object' ? '' : one || '')).join();
}
