/**
 * The constant of a module that is a function keeps what it has captured: the contents of the save are put into that. So are those of what functions
 * among it have captured.
 */
import type { Successor } from './edits/factories.js';
import type { Json } from './fields.js';
import { originOf } from './registry.js';

/** Who reads a save. */
interface Reader {
  readonly edits: { factoryFor(id: string): Successor | undefined; noteMade(id: string, made: object): void };
  value(json: Json): unknown;
  missing(code: string, what: string, mend: string): void;
}

/** Before anything else is made. `made`: by its places; gets what is there already. Returns the places of that. */
export function adoptAll(
  entries: readonly Json[],
  made: unknown[],
  reader: Reader,
  object: (at: number) => unknown,
): Set<number> {
  const adopted = new Set<number>();
  for (const [at, entry] of entries.entries()) {
    if (!Array.isArray(entry) || entry[0] !== '@' || !Array.isArray(entry[3])) continue;
    const inner = (entry[3][0] === 'q' ? entry[3][1] : entry[3]) as readonly Json[] | null;
    if (inner?.[0] === 'f') adopt(object(at) as object, inner);
  }
  return adopted;

  function adopt(fn: object, [, id, ...captured]: readonly Json[]): void {
    const origin = originOf(fn);
    const found = reader.edits.factoryFor(String(id));
    reader.edits.noteMade(String(id), fn);
    const isSame =
      origin !== undefined &&
      found?.factory === origin.factory &&
      found.captured.every(
        (one, at) =>
          !one.isUnboxed && adoptValue(origin.captured[at], one.at < captured.length ? captured[one.at]! : ['u']),
      );
    if (!isSame) reader.missing('variable', 'a constant that is another function in this build', 'Give it a new name.');
  }

  /** False for a value that is another one in this build. */
  function adoptValue(value: unknown, json: Json): boolean {
    const [at] = Array.isArray(json) ? (json as readonly Json[]) : [];
    if (typeof at !== 'number') return Object.is(reader.value(json), value);
    const entry = entries[at];
    const tag = Array.isArray(entry) ? (entry[0] as string) : '';
    if (made[at] !== undefined || /^[NI@S]$/.test(tag)) return object(at) === value;
    if (typeof value !== (tag === 'f' ? 'function' : 'object') || value === null) return false;
    made[at] = value;
    adopted.add(at);
    if (tag === 'f') adopt(value as object, entry as readonly Json[]);
    return true;
  }
}
