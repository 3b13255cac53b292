/** What is written last: where the file waits, what the runtime knows of its functions, what it imports, its marks. */
import type { LoweredFile } from '../lower/lower.js';
import type { WrittenFile } from '../write/writer.js';
import { importRuntime } from './import.js';
import { writeMetaTable } from './meta-table.js';
import { writePositions } from './positions.js';
import { settleMarks } from './settle-marks.js';

/** Needs all other code of the file, as it imports the helpers that are in use then. */
export function finish(written: WrittenFile, lowered: LoweredFile): void {
  const { compilation, marks } = written;
  if (compilation.options.positions) writePositions(written, lowered);
  writeMetaTable(written, lowered);
  importRuntime(written);
  settleMarks(compilation, marks);
}
