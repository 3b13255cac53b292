/**
 * The table of state: for each class of the runtime that holds state, its fields, and how each of them is saved. Save and load are one engine
 * over it (encoder.ts, decoder.ts). A test reads the classes and fails for a field that no row names, unless it is
 * found anew, or means nothing between two pulses.
 */
import { type Row, rowOfClass, table } from './fields.js';
import { frameRows } from './frame-rows.js';
import { joinRows } from './join-rows.js';
import { openRows } from './open-rows.js';
import { ownerRows } from './owner-rows.js';
import { threadRows } from './thread-rows.js';

/** All rows by their tags. */
export const rows: ReadonlyMap<string, Row> = table;
for (const one of [...threadRows, ...joinRows, ...ownerRows, ...frameRows, ...openRows]) {
  table.set(one.tag, one);
  if (one.prototype !== null) rowOfClass.set(one.prototype, one);
}
