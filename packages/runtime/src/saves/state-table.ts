/**
 * The table of state: for each class of the runtime that holds state, its fields, and how each of them is saved. Save and load are one engine
 * over it (encoder.ts, decoder.ts). A field that is found anew, or that means nothing between two pulses, stands in the last text of its row. A
 * test reads the classes and fails for a field that no row names.
 */
import { type Row, table } from './fields.js';
import { frameRows } from './frame-rows.js';
import { joinRows } from './join-rows.js';
import { openRows } from './open-rows.js';
import { ownerRows } from './owner-rows.js';
import { threadRows } from './thread-rows.js';

/** All rows by their tags. */
export const rows: ReadonlyMap<string, Row> = table;
for (const one of [...threadRows, ...joinRows, ...ownerRows, ...frameRows, ...openRows]) table.set(one.tag, one);

/** The row of what is known by its class. */
export const rowOfClass: ReadonlyMap<object | null, Row> = new Map(
  Array.from(table.values(), (one) => [one.prototype, one] as const).filter(([prototype]) => prototype !== null),
);
