/** How the own properties of an object stand in a save: one after the other, each with its value behind it. */
import type { Json, Saver } from './fields.js';

/** Which of the properties of an object are written; of some only the place among the others. */
export type Wants = (key: PropertyKey, property: PropertyDescriptor) => boolean | 'place';

const { getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols } = Object;

/** In their order. An engine has `Reflect.ownKeys` of no object ready, but the names. */
export function ownKeysOf(given: object): readonly (string | symbol)[] {
  const symbols = getOwnPropertySymbols(given);
  const names: (string | symbol)[] = getOwnPropertyNames(given);
  return symbols.length > 0 ? names.concat(symbols) : names;
}

/** Adds those that `wants` to an entry. */
export function addFields(entry: Json[], given: object, to: Saver, wants?: Wants, isError: boolean = false): Json[] {
  const isOpen = Object.isExtensible(given);
  for (const key of ownKeysOf(given)) {
    const property = getOwnPropertyDescriptor(given, key)!;
    const wanted = wants === undefined || wants(key, property);
    if (wanted === false) continue;
    const shown = String(key);
    const isStack = isError && key === 'stack';
    const isPlain = property.enumerable && (!isOpen || (property.writable === true && property.configurable === true));
    if (isStack || wanted === 'place' || (!isAccessor(property) && (isPlain || isError)))
      // An accessor has no value.
      entry.push(keyEntry(key, to), to.value(isStack ? (given as Error).stack : property.value, shown));
    else
      to.refuse(
        'property',
        `\`${shown}\` is no plain property`,
        'Make it a method, or give the class to `classes` of `saves`.',
        shown,
      );
  }
  return entry;
}

export const isAccessor = (property: PropertyDescriptor): boolean => !('value' in property);

export const keyEntry = (key: string | symbol, to: Saver): Json =>
  typeof key === 'symbol' ? to.value(key, String(key)) : key;

/** What a function has of its own, and static fields of a class; methods are code. Most functions have none, which is seen without descriptors. */
export const staticFieldsOf = (given: object, to: Saver): readonly Json[] =>
  Object.keys(given).length === 0 && getOwnPropertySymbols(given).length === 0
    ? []
    : addFields([], given, to, isStatic);

const isStatic: Wants = (key, { enumerable }) => enumerable === true && key !== 'prototype';
