/** Where a frame of an edited function stands in this build. */
import type { FrameCode } from '../../execution/frame-code.js';
import { pausesOf } from '../../execution/pause-points.js';
import type { Json, Loader, SavedFrame } from '../fields.js';
import { placesOf } from '../places.js';
import { isText } from '../shown.js';
import type { KnownFunctions } from './known-functions.js';
import { isMapped, type MappedPause, type Obstacle } from './map-pauses.js';
import { findMigration, idsOfPauses, migrate, type Migration } from './migrations.js';
import { type Pause, THIS } from './pauses.js';
import type { SavedFunction } from './saved-functions.js';

export interface Standing {
  readonly saved: SavedFunction;
  /** The number of its pause in the save. */
  readonly oldPc: number;
  /** The names of what it had there, and the values, as the save has them. */
  readonly labels: readonly string[];
  readonly held: readonly Json[];
  /** The function of this build in which it goes on. */
  readonly code: FrameCode;
  readonly found: MappedPause | Obstacle;
  readonly migration: Migration | undefined;
  /** What only that can give. */
  readonly wanted: readonly string[];
  /** The beginning of its statement. */
  readonly text: string;
  /** Where it goes on; undefined if that is nowhere. */
  readonly now: Pause | undefined;
  readonly line: number | undefined;
  /** For a migration. */
  readonly pauseId: string;
}

interface Given {
  readonly known: KnownFunctions;
  readonly migrations: readonly Migration[];
  readonly from: Pick<Loader, 'nameOf' | 'damaged'>;
}

/** Undefined if the function is as it was. `code`: undefined if it is gone. */
export function standingOf(
  code: FrameCode | undefined,
  { which, pc, held, hasThis }: SavedFrame,
  { known, migrations, from }: Given,
): Standing | undefined {
  const saved = code === undefined ? known.byName.get(from.nameOf(which)) : known.byCode.get(code);
  const old = saved?.code;
  // The save lists all functions that are under way.
  if (saved === undefined || !old) return from.damaged('a frame of a function that it does not list');
  const compared = known.compare(saved, code);
  if (compared === null) return undefined;
  const labels = labelsAt(old, pc);
  if (labels === undefined) return from.damaged('a frame that has no place in its function');
  const { before, after, map } = compared;
  const at = pc - 1;
  const migration = before && findMigration(migrations, saved, before, at);
  const gone = new Set(labels.filter((_, nth) => isText(held[nth] ?? null)).concat(hasThis ? [] : [THIS]));
  const migrated = migration && migrate(migration, { before, at, gone, known });
  const found = migrated?.found ?? (migration ? nowhere(migration) : map.of(at, gone));
  return {
    saved,
    oldPc: pc,
    labels,
    held,
    migration,
    wanted: migrated?.wanted ?? [],
    code: migrated?.code ?? code ?? old,
    found,
    text: before?.pauses[at]?.text ?? old.path,
    now: (migrated?.after ?? after)?.pauses[isMapped(found) ? found.to : -1],
    line: pausesOf(old)[at]?.line,
    pauseId: before === undefined ? saved.id : idsOfPauses(saved.id, before.pauses)[at]!,
  };
}

const nowhere = ({ to }: Migration): Obstacle => ({ kind: 'migration', target: to });

/** What the frames of a version hold at a pause. */
export const labelsAt = (code: FrameCode, pc: number): readonly string[] | undefined =>
  placesOf(code).live[pc - 1]?.map(({ name }) => name);
