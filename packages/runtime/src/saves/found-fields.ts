/**
 * Objects that the game keeps are found again by their ids. Where `objects.all` gives them, a save also has their fields, as far as these are not of a class
 * of an engine. What cannot be saved keeps what the object has that is found, and is told.
 */

import { changeProperties } from './change-content.js';
import type { Json } from './fields.js';
import { classNameOf } from './refused-values.js';
import { isLarge, isText } from './shown.js';
import { eachPrivate, eachProperty, type Entry, entryIn, type ValueLoader } from './value-makers.js';
import { keyEntry } from './properties.js';
import { type ValueSaver, withPrivate } from './values.js';

/** Stands for a field that is not there. */
const NOTHING: Json = [];

/** `['I', id]`, with the fields behind it. */
export function foundEntry(given: object, id: string | number, to: ValueSaver): Json {
  if (!to.own.all.has(given)) return ['I', id];
  const fields: Json[] = ['o'];
  for (const key of to.names.fieldsOf(given).all) fields.push(keyEntry(key, to), fieldEntry(key));
  const entry = withPrivate(given, fields, to, saveField);
  return entry.length === 1 ? ['I', id] : ['I', id, entry];

  function fieldEntry(key: string | symbol): Json {
    for (let at: object | null = given; at !== null; at = Object.getPrototypeOf(at) as object | null) {
      const property = Object.getOwnPropertyDescriptor(at, key);
      if (property === undefined) continue;
      if ('value' in property) return at === given ? saveField(property.value, String(key)) : NOTHING;
      // It is not asked.
      to.leaveOut(fieldOf(given, key));
      return ['t'];
    }
    return NOTHING;
  }

  function saveField(value: unknown, key: string): Json {
    return isLarge(value) ? to.spare(value, key, fieldOf(given, key)) : to.value(value, key);
  }
}

const fieldOf = (given: object, key: PropertyKey): string => `\`${String(key)}\` of \`${classNameOf(given)}\``;

/** All is checked now, and changed at the end. A field that is new since the save stays as it is. */
export function changeFound(made: object, entry: Entry, from: ValueLoader): void {
  const isPrivate = entry[0] === 'z';
  const own = isPrivate ? entryIn(entry[1] ?? null, from) : entry;
  const { declared, all } = from.names.fieldsOf(made);
  const gone = new Set(all);
  const added = new Set<PropertyKey>(declared);
  const fields: [PropertyKey, unknown][] = [];
  eachProperty(own, 1, from, (key, json) => {
    const isGone = Array.isArray(json) && json.length === 0;
    if (!isGone) gone.delete(key as string);
    added.delete(key);
    if (!isGone && !isText(json)) fields.push([key, from.value(json)]);
  });
  for (const key of added) from.kept.add(fieldOf(made, key));
  changeProperties(made, fields, null, from, (key) => gone.has(key as string) && !added.has(key));
  if (isPrivate) eachPrivate(made, entry, from, (set) => void from.changes.push(set));
}
