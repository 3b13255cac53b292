/** Options of the compiler that decide what waits: where they are others than at the save, that is the likely reason for all that differs. */
import { optionsOf, readOf, splitId } from '../registry.js';
import type { KnownFunctions } from './known-functions.js';
import type { SavedFunction } from './saved-functions.js';

export interface OtherOption {
  readonly file: string;
  readonly name: string;
  /** As JSON; undefined: the usual one. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/** Of the file of a function; empty if none is another one. */
export function otherOptions(known: KnownFunctions, { id }: SavedFunction): readonly OtherOption[] {
  const [file] = splitId(id);
  const before = textsIn(known.byName.get(`options ${file}`)?.facts);
  const now = textsIn(optionsOf(file));
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Array.from(names, (name) => ({ file, name, before: before[name], now: now[name] })).filter(
    (one) => one.before !== one.now,
  );
}

const textsIn = (json: string = '{}'): Readonly<Record<string, string>> =>
  Object(readOf(() => JSON.parse(json) as unknown)) as Record<string, string>;
