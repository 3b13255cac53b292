import { metaEntries } from '../meta-text.js';
import type { Writer } from './writer.js';

/**
 * What the runtime has to know of the functions stands at the end of the file, out of the way of the reader:
 *
 *   var walk = $thread($walk, $meta("walk"));
 *   …
 *   function $meta(id) {
 *     return ($meta.table ??= { "walk": "walk(1) 4:2:k3fe" })[id];
 *   }
 *
 * A declaration, so that it is there before the first line of the file runs, and in a cycle of imports before any has. The table is made once.
 */
export function writeMetaTable({ types, emit, compilation, shape }: Writer): void {
  if (shape.metaTable === undefined) return;
  const { name, functions } = shape.metaTable;
  const { body } = compilation.program.node;
  const TABLE = metaEntries(types, functions);
  const table = emit.statement('function NAME(id) { return (NAME.table ??= TABLE)[id]; }', { NAME: name, TABLE });
  const above = body.at(-1);
  // The address of a source map stays last.
  const isAddress = ({ value }: { readonly value: string }): boolean => /^[#@] source/.test(value);
  const trailing = above?.trailingComments ?? [];
  if (above && trailing.some(isAddress)) {
    table.trailingComments = trailing.filter(isAddress);
    above.trailingComments = trailing.filter((comment) => !isAddress(comment));
  }
  body.push(table);
}
