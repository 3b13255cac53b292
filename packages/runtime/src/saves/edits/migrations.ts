/** What authors write for frames of which no rule knows where they stand now. */
import { codeOf } from '../../execution/compiled-function.js';
import { FrameCode } from '../../execution/frame-code.js';
import { textsOf } from '../facts.js';
import type { KnownFunctions } from './known-functions.js';
import { mapNames, unboxed } from './map-names.js';
import type { MappedPause, Obstacle } from './map-pauses.js';
import type { Pause, Pauses } from './pauses.js';
import { nameIn, type Renames } from './renames.js';
import { type SavedFunction, versionOf } from './saved-functions.js';

/** A frame at one pause goes on at another one. Pauses are called `shop.js#open@vv49.0`: the hash of the statement, and which of several equal ones; or by their mark `// @pause`. */
export interface Migration {
  readonly from: string;
  readonly to: string;
  /** Gives the variables there, from those that the save has. Default: those of the same names. */
  readonly locals?: (old: Record<string, unknown>) => Record<string, unknown>;
}

type PauseName = Pick<Pause, 'mark' | 'hash'>;

/** `open@ask.0`, `open@vv49.1`: how authors and messages name the pauses of a function. */
export function idsOfPauses(id: string, pauses: readonly PauseName[]): string[] {
  const counts = new Map<string, number>();
  return pauses.map(({ mark, hash }) => {
    const name = mark ?? hash;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    return `${id}@${name}.${nth}`;
  });
}

const isId = (given: string, id: string): boolean => given === id || `${given}.0` === id;

/** The one for a pause of a version, by its number from 0. */
export const findMigration = (
  migrations: readonly Migration[],
  { id }: SavedFunction,
  { pauses }: Pauses,
  at: number,
): Migration | undefined => {
  const own = idsOfPauses(id, pauses)[at];
  return migrations.find(({ from }) => own !== undefined && isId(from, own));
};

export interface Migrated {
  readonly code: FrameCode;
  readonly after: Pauses;
  /** What only `locals` can give. */
  readonly wanted: readonly string[];
  readonly found: MappedPause | Obstacle;
}

/** Where its frame goes on; undefined if there is no such place. `before`: the old version, whose pause has the number `at`. */
export function migrate(
  { to, locals }: Migration,
  {
    before,
    at,
    gone,
    known: { names, frame },
  }: {
    readonly before: Pauses;
    readonly at: number;
    readonly gone: ReadonlySet<string>;
    readonly known: KnownFunctions;
  },
): Migrated | undefined {
  const [id = ''] = to.split('@');
  const code = codeOf(names.find('function', id));
  const facts = code instanceof FrameCode ? textsOf(code)[1] : undefined;
  if (facts === undefined) return undefined;
  const after = versionOf(code as FrameCode, facts, frame);
  const pause = idsOfPauses(id, after.pauses).findIndex((one) => isId(to, one));
  const now = after.pauses[pause];
  if (now === undefined) return undefined;
  const mapped = mapNames({ old: before.pauses[at]!, now, gone, before, after, renames: NO_RENAMES });
  const missing = mapped.missing.filter((label) => locals === undefined || nameIn(label) === '');
  const found: MappedPause | Obstacle =
    missing.length > 0 ? { kind: 'variable', names: missing } : { to: pause, sources: mapped.sources, surprises: [] };
  return { code: code as FrameCode, after, wanted: mapped.missing, found };
}

const NO_RENAMES: Renames = { by: new Map(), renamed: (text) => text };

/** What `locals` gives for the variables of a frame, by their labels. Called when all objects have their contents. */
export function localsOf(
  { locals }: Migration,
  old: ReadonlyMap<string, unknown>,
  labels: readonly string[],
): ReadonlyMap<string, unknown> {
  const given = locals?.(Object.fromEntries(old)) ?? {};
  const known = labels.filter((label) => nameIn(label) !== '' && Object.hasOwn(given, unboxed(label)));
  return new Map(known.map((label) => [label, given[unboxed(label)]]));
}
