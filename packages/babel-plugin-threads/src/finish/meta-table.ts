import type { types as t } from '@babel/core';
import { nameInTexts } from '../babel/place.js';
import { metaOf } from '../write/meta-text.js';
import type { LoweredFile } from '../lower/lower.js';
import type { SavedFile } from '../saves/saves.js';
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
 * With the option `saves` a text has the facts of its function behind a line break (saves/facts-text.ts). The text of a function with a mark whose rules not every game has goes through the function that brings them: `$again("walk(1) restart")`.
 *
 * A declaration, so that it is there before the first line of the file runs, and in a cycle of imports before any has. The table is made once, and its texts are
 * whole: the runtime knows a text again that it has seen, where one put together would have to be read anew for each callback.
 */
export function makeMetaTable(
  { emit, compilation, metaTable }: WrittenFile,
  { functions: lowered }: LoweredFile,
  facts: SavedFile['facts'],
): t.Statement[] {
  if (metaTable === undefined) return [];
  const { t: types } = compilation;
  const { name, functions } = metaTable;
  const { opts } = compilation.file;
  const file = compilation.options.positions ? nameInTexts(opts.filename, opts.cwd) : '';
  const properties: t.ObjectProperty[] = [];
  for (const [n, one] of functions.entries()) {
    const became = lowered.get(one);
    const own = metaOf(one, became?.form === 'frames' ? became : undefined, file);
    const more = facts.get(one);
    let meta: t.Expression = more === undefined ? types.stringLiteral(own) : emit.textAsWritten(`${own}\n${more}`);
    for (const mark of [one.again && '$again', one.busy === 'interrupt' && '$interrupt'] as const) {
      if (mark) meta = types.callExpression(emit.helper(mark), [meta]);
    }
    properties.push(types.objectProperty(types.numericLiteral(n), meta));
  }
  const TABLE = types.objectExpression(properties);
  return [emit.statement('function NAME(n) { return (NAME.table ??= TABLE)[n]; }', { NAME: name, TABLE })];
}
