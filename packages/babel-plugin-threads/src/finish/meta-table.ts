import type { types as t } from '@babel/core';
import { nameInTexts } from '../babel/place.js';
import { metaOf } from '../write/meta-text.js';
import type { LoweredFile } from '../lower/lower.js';
import type { WrittenFile } from '../write/writer.js';

/**
 * What the runtime has to know of the functions stands at the end of the file, out of the way of the reader:
 *
 *   var walk = $thread($walk, $meta(0));
 *   …
 *   function $meta(n) {
 *     return ($meta.table ??= {
 *       0: "walk(1) 4:2:k3fe"
 *     })[n];
 *   }
 *
 * The text of a function with a mark whose rules not every game has goes through the function that brings them: `$again("walk(1) restart")`.
 *
 * Behind it are the `entries`, with `target: "frames"`. A declaration, so that it is there before the first line of the file runs, and in a cycle of imports before any has. The table is made once, and its texts are
 * whole: the runtime knows a text again that it has seen, where one put together would have to be read anew for each callback.
 */
export function writeMetaTable(
  { emit, compilation, metaTable }: WrittenFile,
  { functions: lowered, entries }: LoweredFile,
): void {
  if (metaTable === undefined) return;
  const { t: types } = compilation;
  const { name, functions } = metaTable;
  const { body } = compilation.program.node;
  const { opts } = compilation.file;
  const file = compilation.options.positions ? nameInTexts(opts.filename, opts.cwd) : '';
  const properties: t.ObjectProperty[] = [];
  for (const [n, one] of functions.entries()) {
    const became = lowered.get(one);
    let meta: t.Expression = types.stringLiteral(metaOf(one, became?.form === 'frames' ? became : undefined, file));
    for (const mark of [one.again && '$again', one.busy === 'interrupt' && '$interrupt'] as const) {
      if (mark) meta = types.callExpression(emit.helper(mark), [meta]);
    }
    properties.push(types.objectProperty(types.numericLiteral(n), meta));
  }
  const TABLE = types.objectExpression(properties);
  const table = emit.statement('function NAME(n) { return (NAME.table ??= TABLE)[n]; }', { NAME: name, TABLE });
  const above = body.at(-1)!;
  // The address of a source map stays last.
  const isAddress = ({ value }: { readonly value: string }): boolean => /^[#@] source/.test(value);
  const trailing = above.trailingComments ?? [];
  (entries.at(-1) ?? table).trailingComments = trailing.filter(isAddress);
  above.trailingComments = trailing.filter((comment) => !isAddress(comment));
  body.push(table, ...entries);
}
