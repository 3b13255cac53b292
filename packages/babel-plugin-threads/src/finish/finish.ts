/** What is written last: where the file waits, what the runtime knows of its functions, what it imports, its marks. */
import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { LoweredFile } from '../lower/lower.js';
import type { SavedFile } from '../saves/saves.js';
import type { WrittenFile } from '../write/writer.js';
import { importRuntime } from './import.js';
import { makeMetaTable } from './meta-table.js';
import { writePositions } from './positions.js';
import { settleMarks } from './settle-marks.js';

/** Needs all other code of the file, as it imports the helpers that are in use then. */
export function finish(written: WrittenFile, lowered: LoweredFile, { last, facts }: SavedFile): void {
  const { compilation, marks } = written;
  if (compilation.options.positions) writePositions(written, lowered);
  append(compilation, [...makeMetaTable(written, lowered, facts), ...last, ...lowered.entries]);
  importRuntime(written);
  settleMarks(compilation, marks);
}

/** Behind all of the file, but for the address of a source map, which stays last. */
function append({ program }: Compilation, statements: readonly t.Statement[]): void {
  const last = statements.at(-1);
  if (last === undefined) return;
  const { body } = program.node;
  const above: t.Node = body.at(-1) ?? program.node;
  const isAddress = ({ value }: { readonly value: string }): boolean => /^[#@] source/.test(value);
  const trailing = above.trailingComments ?? [];
  last.trailingComments = trailing.filter(isAddress);
  above.trailingComments = trailing.filter((comment) => !isAddress(comment));
  body.push(...statements);
}
