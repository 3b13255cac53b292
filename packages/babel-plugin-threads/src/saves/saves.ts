/** The stage "saves": with the option `saves: true` a file says what a save has to know of it, and has factories for what is made in its functions. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../analyse/facts/facts.js';
import type { NameGiver } from '../context/unique-names.js';
import type { LoweredFile } from '../lower/lower.js';
import type { WrittenFile } from '../write/writer.js';
import { makeFactories } from './factories.js';
import { nameInSaves } from './file-name.js';
import { writeFileRecord } from './file-record.js';
import { type Origins, readOrigins } from './origins.js';
import { readTopLevel, type TopLevel } from './top-level.js';

/** What is read of the source, before anything is written. */
export interface ReadForSaves {
  /** What the file is called in saves. */
  readonly file: string;
  readonly top: TopLevel;
  readonly origins: Origins;
}

/** What stands at the end of the file. */
export interface SavedFile {
  readonly record: readonly t.Statement[];
  readonly factories: readonly t.Statement[];
}

export const NOT_SAVED: SavedFile = { record: [], factories: [] };

export const readForSaves = (analysis: Analysis): ReadForSaves => ({
  file: nameInSaves(analysis.compilation),
  top: readTopLevel(analysis),
  origins: readOrigins(analysis),
});

export function writeForSaves(
  written: WrittenFile,
  lowered: LoweredFile,
  { file, top, origins, names }: ReadForSaves & { readonly names: NameGiver },
): SavedFile {
  const factories = makeFactories(written, lowered, { names, origins, placed: top.placed });
  const record = writeFileRecord(written, { file, top, names, factories: factories.names });
  return { record: [record], factories: factories.declarations };
}
