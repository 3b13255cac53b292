/**
 * The constant of a module that is a function, or an object with accessors, keeps what it has captured: the contents of the save are put into that.
 * So are those of what functions among it have captured. Functions that the constant, or an object with an id, holds stay if they are the same ones.
 */
import { FIELDS_AT } from './change-content.js';
import type { Successor } from './edits/factories.js';
import { type Json, placeIn } from './fields.js';
import { isObject, originOf } from './registry.js';

/** Who reads a save. */
interface Reader {
  readonly edits: { factoryFor(id: string): Successor | undefined; noteMade(id: string, made: object): void };
  value(json: Json): unknown;
  factoryId(json: Json | undefined): string;
  missing(code: string, what: string, mend: string): void;
}

type Entry = readonly Json[];

/** Before anything else is made. `made`: by its places; gets what is there already. Returns the places of that. */
export function adoptAll(entries: readonly Json[], made: unknown[], reader: Reader): ReadonlySet<number> {
  const places: number[] = [];
  const adopted = new Set<unknown>();
  for (const [at, entry] of entries.entries()) {
    const content = contentIn(entry);
    if (content === undefined) continue;
    const constant = reader.value([at]) as object;
    const inner = factoryEntry(content);
    if (inner !== undefined && !adopt(constant, inner))
      reader.missing('variable', 'a constant that is another function in this build', 'Give it a new name.');
    adoptMembers(constant, content);
  }
  return new Set(places);

  function adoptMembers(constant: object, content: Entry): void {
    for (const [key, json] of membersIn(content)) {
      const value: unknown = Object.getOwnPropertyDescriptor(constant, key)?.value;
      if (typeof value !== 'function' || originOf(value) === undefined) continue;
      const { length } = places;
      if (adoptValue(value, json)) continue;
      for (const at of places.splice(length)) {
        adopted.delete(made[at]);
        made[at] = undefined;
      }
    }
  }

  /** False for a function that is another one in this build. */
  function adopt(fn: object, [, factory, ...captured]: Entry): boolean {
    const origin = originOf(fn);
    const id = reader.factoryId(factory);
    const found = reader.edits.factoryFor(id);
    reader.edits.noteMade(id, fn);
    return (
      origin !== undefined &&
      found?.factory === origin.factory &&
      found.captured.every(
        (one, at) =>
          !one.isUnboxed && adoptValue(origin.captured[at], one.at < captured.length ? captured[one.at]! : ['u']),
      )
    );
  }

  function adoptValue(value: unknown, json: Json): boolean {
    const at = placeIn(json);
    if (at === undefined) return Object.is(reader.value(json), value);
    const entry = entries[at] as Entry;
    if (made[at] !== undefined || /^[NI@S]$/.test(String(entry?.[0]))) return reader.value(json) === value;
    const inner = factoryEntry(entry);
    if (!isObject(value)) return false;
    if (inner === undefined && typeof value === 'function') return false;
    if (adopted.has(value)) return false;
    made[at] = value;
    places.push(at);
    adopted.add(value);
    return inner === undefined || adopt(value, inner);
  }
}

/** Of a constant, and of an object with an id. */
function contentIn(entry: Json): Entry | undefined {
  const [tag, , second, third] = Array.isArray(entry) ? (entry as Entry) : [];
  const content = tag === '@' ? third : tag === 'I' ? second : null;
  return Array.isArray(content) ? (content as Entry) : undefined;
}

/** Of what a factory has made. */
function factoryEntry(entry: Entry | undefined): Entry | undefined {
  const inner = entry?.[0] === 'q' ? (entry[1] as Entry | null) : entry;
  return inner?.[0] === 'f' ? inner : undefined;
}

/** The properties of a list or an object. */
function membersIn(content: Entry): (readonly [key: string, json: Json])[] {
  const [tag, first, second] = content;
  const inner = tag === 'q' ? second : tag === 'z' ? first : null;
  if (Array.isArray(inner)) return membersIn(inner as Entry);
  if (content[0] === 'a') return content.slice(1).map((json, at) => [String(at), json]);
  const start = FIELDS_AT[content[0] as string] ?? content.length;
  return content.slice(start).flatMap((key, at, all) => (at % 2 === 0 ? [[String(key), all[at + 1] ?? null]] : []));
}
