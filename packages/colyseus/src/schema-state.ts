/**
 * The state of a room as data, and back. Each object is written once, under the id by which clients know it (`$refId`), so that a client which keeps its decoder goes
 * on with it: `toJSON` and `clone` lose shared references, and give new ids, with which such a client decodes something else.
 */
import {
  $changes,
  $refId,
  ArraySchema,
  type ChangeTree,
  CollectionSchema,
  MapSchema,
  Metadata,
  type Ref,
  type Root,
  Schema,
  SetSchema,
  TypeContext,
} from '@colyseus/schema';
import {
  addItems,
  itemsOf,
  mapIndexes,
  nextRefId,
  placesOf,
  setMapIndexes,
  setPlaces,
  unreliableFields,
} from './private.js';

/** A value: what it is, or `[id]` of an object of the state. */
type Saved = unknown;

/** The objects of a state by their ids. Of a Schema: the name of its class, its fields, and what else it has; of a collection what is in it, and its next number. */
export interface SavedState {
  /** The next id. */
  readonly next: number;
  readonly objects: readonly SavedObject[];
}

type SavedObject = SavedContent & {
  /** Of one that is in several places: by the first of them a view decides what else is seen with it. */
  readonly places?: readonly (readonly [id: number, index: number])[];
};

type SavedContent =
  | { readonly id: number; readonly of: string; readonly fields: Fields; readonly others: Fields }
  | { readonly id: number; readonly array: readonly Saved[] }
  | { readonly id: number; readonly map: readonly (readonly [key: string, index: number, Saved])[]; next: number }
  | { readonly id: number; readonly set: readonly (readonly [index: number, Saved])[]; next: number }
  | { readonly id: number; readonly collection: readonly (readonly [index: number, Saved])[]; next: number };

type Fields = Readonly<Record<string, Saved>>;
type SchemaClass = new () => Ref;

/** The classes of a state by their names, and the other way round; of two with one name the second one is `Name~1`. */
export class SchemaClasses {
  readonly byName: ReadonlyMap<string, SchemaClass>;
  readonly #names: ReadonlyMap<SchemaClass, string>;

  constructor(state: object) {
    const names = new Map<SchemaClass, string>();
    const byName = new Map<string, SchemaClass>();
    for (const klass of TypeContext.cache(state.constructor).schemas.keys()) {
      const [field] = unreliableFields(klass);
      if (field !== undefined)
        throw new TypeError(
          `\`${field}\` of ${klass.name} is \`@unreliable\`, and would go to clients outside of pulses. Take the mark away.`,
        );
      let name = klass.name;
      for (let i = 1; byName.has(name); i++) name = `${klass.name}~${i}`;
      byName.set(name, klass);
      names.set(klass, name);
    }
    this.byName = byName;
    this.#names = names;
  }

  nameOf(object: object): string {
    const name = this.#names.get(object.constructor as SchemaClass);
    if (name === undefined)
      throw new TypeError(
        `${object.constructor.name} is in the state, and no field of the state is declared with it: declare one, or extend a class that is.`,
      );
    return name;
  }
}

const known: WeakMap<object, SchemaClasses> = new WeakMap();

/** The same for all states of a class. */
export function schemaClassesOf(state: object): SchemaClasses {
  const classes = known.get(state.constructor) ?? new SchemaClasses(state);
  known.set(state.constructor, classes);
  return classes;
}

const isSchema = (object: object): boolean => Schema.is(object.constructor);

/** The names of the fields that are sent. */
export const schemaFields = (object: object): string[] => Object.keys(Metadata.getFields(object.constructor));

export const isRef = (value: unknown): value is Ref =>
  typeof value === 'object' && value !== null && (value as Ref)[$changes] !== undefined;

/** Is it in the state? */
export const isAttached = (root: Root, ref: Ref): boolean => root.changeTrees[ref[$refId] ?? -1]?.ref === ref;

export function dumpState(root: Root, classes: SchemaClasses): SavedState {
  const objects = Object.values(root.changeTrees).map((tree: ChangeTree) => {
    const content = dumpContent(root, classes, tree.ref);
    const places = placesOf(tree).filter(({ ref }) => isAttached(root, ref));
    return places.length === 0
      ? content
      : { ...content, places: places.map(({ ref, index }) => [ref[$refId]!, index] as const) };
  });
  return { next: nextRefId(root), objects };
}

function dumpContent(root: Root, classes: SchemaClasses, ref: Ref): SavedContent {
  const id = ref[$refId]!;
  const save = (value: unknown): Saved => {
    if (!isRef(value)) return value;
    // It was taken out of the state: whoever still points to it gets nothing.
    return isAttached(root, value) ? [value[$refId]] : null;
  };
  if (ref instanceof ArraySchema) return { id, array: Array.from(ref, save) };
  if (ref instanceof MapSchema) {
    const { indexOf, next } = mapIndexes(ref);
    return { id, map: Array.from(ref, ([key, value]) => [key, indexOf(key), save(value)] as const), next };
  }
  if (ref instanceof SetSchema || ref instanceof CollectionSchema) {
    const { items, next } = itemsOf(ref);
    const saved = items.map(([index, item]) => [index, save(item)] as const);
    return ref instanceof SetSchema ? { id, set: saved, next } : { id, collection: saved, next };
  }
  if (!isSchema(ref))
    throw new TypeError(`A ${ref.constructor.name} in the state cannot be moved yet. Use a MapSchema or a SetSchema.`);
  const names = schemaFields(ref);
  const given = ref as unknown as Record<string, unknown>;
  const fields = Object.fromEntries(
    names.filter((name) => given[name] !== undefined).map((name) => [name, save(given[name])]),
  );
  return { id, of: classes.nameOf(ref), fields, others: dumpOthers(given, names, save) };
}

/** What a Schema has beside its fields, and is not sent: data, which may point to objects of the state. */
function dumpOthers(
  object: Record<string, unknown>,
  names: readonly string[],
  save: (value: unknown) => Saved,
): Fields {
  const deep = (value: unknown): Saved => {
    if (isRef(value)) return { $ref: (save(value) as readonly number[] | null)?.[0] ?? null };
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deep(one)]));
  };
  const others = Object.entries(object).filter(([name, value]) => !names.includes(name) && typeof value !== 'function');
  return Object.fromEntries(others.map(([name, value]) => [name, deep(value)]));
}

/** Makes all objects, each once, under their old ids. No constructor runs. The first one is the state. */
export function rebuildState({ objects }: SavedState, classes: SchemaClasses): ReadonlyMap<number, Ref> {
  const all = new Map(objects.map((saved) => [saved.id, makeObject(saved, classes)]));
  const load = (value: Saved): any => (Array.isArray(value) ? all.get(value[0] as number) : value);
  for (const saved of objects) fillObject(all.get(saved.id)!, saved, load);
  for (const { id, places } of objects)
    if (places !== undefined)
      setPlaces(
        all.get(id)![$changes],
        places.map(([of, index]) => ({ ref: all.get(of)!, index })),
      );
  for (const [id, ref] of all) Object.defineProperty(ref, $refId, { value: id, enumerable: false, writable: true });
  return all;
}

function makeObject(saved: SavedObject, classes: SchemaClasses): Ref {
  if ('array' in saved) return new ArraySchema() as unknown as Ref;
  if ('map' in saved) return new MapSchema() as unknown as Ref;
  if ('set' in saved) return new SetSchema() as unknown as Ref;
  if ('collection' in saved) return new CollectionSchema() as unknown as Ref;
  return makeSchema(saved.of, classes);
}

export function makeSchema(name: string, classes: SchemaClasses): Ref {
  const klass = classes.byName.get(name);
  if (klass === undefined)
    throw new TypeError(`The state has a ${name}, and this build has no such class in its state.`);
  const made = Object.create(klass.prototype as object) as Ref;
  Schema.initialize(made);
  return made;
}

function fillObject(made: Ref, saved: SavedObject, load: (value: Saved) => any): void {
  if ('array' in saved) (made as unknown as ArraySchema).push(...saved.array.map(load));
  else if ('map' in saved) fillMap(made as unknown as MapSchema, saved, load);
  else if ('set' in saved) fillItems(made, saved.set, saved.next, load);
  else if ('collection' in saved) fillItems(made, saved.collection, saved.next, load);
  else {
    const given = made as unknown as Record<string, unknown>;
    const names = schemaFields(made);
    for (const [name, value] of Object.entries(saved.fields)) if (names.includes(name)) given[name] = load(value);
    for (const [name, value] of Object.entries(saved.others)) given[name] = loadOther(value, load);
  }
}

function loadOther(value: Saved, load: (value: Saved) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => loadOther(one, load));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const fields = value as Fields;
  if ('$ref' in fields) return fields.$ref === null ? undefined : load([fields.$ref]);
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, loadOther(one, load)]));
}

function fillMap(
  map: MapSchema,
  { map: entries, next }: Extract<SavedContent, { readonly map: unknown }>,
  load: (value: Saved) => unknown,
): void {
  setMapIndexes(
    map,
    entries.map(([key, index]) => [key, index]),
    next,
  );
  for (const [key, , value] of entries) map.set(key, load(value));
}

function fillItems(
  made: Ref,
  items: readonly (readonly [number, Saved])[],
  next: number,
  load: (value: Saved) => unknown,
): void {
  const loaded = items.map(([index, value]) => [index, load(value)] as const);
  addItems(made, loaded, next, (item) => (made as unknown as SetSchema).add(item));
}
