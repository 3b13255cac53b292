/** How what scripts hold is saved that is in the state no more, or not yet, and players that have left. */
import { ArraySchema, CollectionSchema, MapSchema, SetSchema } from '@colyseus/schema';
import type { SavedClass } from '@spindle/runtime/saves';
import { type JoinData, PlayerOf } from './player.js';
import { makeSchema, type SchemaClasses, schemaFields } from './schema-state.js';

type SavedClasses = Readonly<Record<string, SavedClass>>;

const COLLECTIONS = { ArraySchema, MapSchema, SetSchema, CollectionSchema };

const PLAYER: SavedClass = {
  of: PlayerOf,
  save: ({ sessionId, auth, options, userData }: PlayerOf) => ({ sessionId, auth, options, userData }),
  load: ({ sessionId, userData, ...data }: JoinData & { sessionId: string; userData: unknown }) =>
    Object.assign(new PlayerOf(sessionId, data, null), { userData }),
};

/** Of a room that has no state yet. */
const STATELESS: SavedClasses = {
  Player: PLAYER,
  ...Object.fromEntries(Object.entries(COLLECTIONS).map(([name, of]) => [name, collections(of)])),
};

const byKind: WeakMap<SchemaClasses, SavedClasses> = new WeakMap();

/** By name. They are the same for all rooms of a kind: a room with twenty scripts takes a twentieth less memory. */
export function savedClasses(known: SchemaClasses | null): SavedClasses {
  if (known === null) return STATELESS;
  const before = byKind.get(known);
  if (before !== undefined) return before;
  const schemas = Array.from(known.byName, ([name, of]) => [`Schema ${name}`, schemasOf(name, of, known)] as const);
  const classes = { ...STATELESS, ...Object.fromEntries(schemas) };
  byKind.set(known, classes);
  return classes;
}

const schemasOf = (name: string, of: SavedClass['of'], known: SchemaClasses): SavedClass => ({
  of,
  save: fieldsOfDetached,
  load: (fields: object) => Object.assign(makeSchema(name, known), fields),
});

function fieldsOfDetached(object: object): object {
  const names = new Set([...Object.keys(object), ...schemaFields(object)]);
  const given = object as Record<string, unknown>;
  return Object.fromEntries(
    [...names]
      .filter((name) => given[name] !== undefined && typeof given[name] !== 'function')
      .map((name) => [name, given[name]]),
  );
}

function collections(of: new () => object): SavedClass {
  return {
    of,
    save: (collection: Iterable<unknown> & { values(): Iterable<unknown> }) =>
      of === MapSchema ? [...collection] : [...collection.values()],
    load: (items: unknown[]) => collectionOf(of, items),
  };
}

function collectionOf(of: new () => object, items: unknown[]): object {
  const made = new of();
  if (made instanceof MapSchema) for (const [key, value] of items as [string, unknown][]) made.set(key, value);
  else if (made instanceof ArraySchema) made.push(...items);
  else for (const item of items) (made as SetSchema).add(item);
  return made;
}
