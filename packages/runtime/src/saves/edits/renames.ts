/** Variables that have another name since the save. */
import type { Pause, Pauses } from './pauses.js';

/** Variables that only one of the versions has. */
export interface Renames {
  /** A variable of the old version by its name in the new one. */
  readonly by: ReadonlyMap<string, string>;
  /** A piece of the old source as it would be written now. */
  readonly renamed: (text: string) => string;
}

/** Two functions that are compared. */
export interface Versions {
  readonly before: Pauses;
  readonly after: Pauses;
  readonly renames: Renames;
}

/** `&n~2`: its value stands in a box, and it is the second variable of that name. */
export const nameIn = (label: string): string => /^&?([^&~*:. ]+)(?:~\d+)?$/.exec(label)?.[1] ?? '';

/** All names of variables and parameters that a version is known to have. */
export const namesOf = ({ pauses, others, parameters }: Pauses): Set<string> =>
  new Set([...parameters, ...others, ...pauses.flatMap(({ live }) => live.map(nameIn))].filter(Boolean));

/** Can one be the other under another name? Both are parameters, or none is. */
export const isSameKind = (before: Pauses, after: Pauses, from: string, to: string): boolean =>
  before.parameters.has(from) === after.parameters.has(to);

/**
 * A variable that only the old version has is one that only the new version has, if a statement says so: it reads the same, but for the name. `calls`:
 * what functions are called now, by the names that they had.
 */
export function findRenames(before: Pauses, after: Pauses, calls: ReadonlyMap<string, string> = new Map()): Renames {
  const ofCalls = Array.from(calls, ([from, to]) => [wordOf(from, ''), to] as const);
  const asNow = (text: string): string => ofCalls.reduce((all, [word, to]) => all.replaceAll(word, to), text);
  const old = namesOf(before);
  const now = namesOf(after);
  const gone = [...old].filter((name) => !now.has(name));
  const come = [...now].filter((name) => !old.has(name));
  const by = new Map<string, string>();
  const isMuch = gone.length * come.length * before.pauses.length * after.pauses.length > MOST_COMPARED;
  for (const from of isMuch ? [] : gone) {
    const found = come.filter((to) => isSameKind(before, after, from, to) && isSaid(before, after, [from, to], asNow));
    if (found.length === 1 && ![...by.values()].includes(found[0]!)) by.set(from, found[0]!);
  }
  const patterns = Array.from(by, ([from, to]) => [wordOf(from), to] as const);
  return { by, renamed: (text) => patterns.reduce((all, [word, to]) => all.replaceAll(word, to), asNow(text)) };
}

/** So many statements are compared at most. */
const MOST_COMPARED = 10_000_000;

/** Does a statement that is gone read as one that is new, but for the name? */
function isSaid(
  before: Pauses,
  after: Pauses,
  [from, to]: readonly [string, string],
  asNow: (text: string) => string,
): boolean {
  const word = wordOf(from);
  const hashes = new Set(before.pauses.map(({ hash }) => hash));
  const come = after.pauses.filter(({ hash }) => !hashes.has(hash));
  return before.pauses.some(({ text }) => {
    const renamed = asNow(text.replaceAll(word, to));
    return isWordIn(from, text) && come.some((one) => isSameText(renamed, one.text));
  });
}

/** As a variable it is no property: `hero`, but not `game.hero`. */
const wordOf = (name: string, notBehind: string = '.'): RegExp =>
  new RegExp(`(?<![\\w$${notBehind}])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w$])`, 'gu');

/** Does the variable stand in this piece of the source? */
export const isWordIn = (name: string, text: string): boolean => text.search(wordOf(name)) >= 0;

/** The texts are cut, and of a statement with a renamed variable in another place. */
const isSameText = (a: string, b: string): boolean => {
  const [one, other] = [a.replace(/…$/, ''), b.replace(/…$/, '')];
  const length = Math.min(one.length, other.length);
  return one === a && other === b ? a === b : one.slice(0, length) === other.slice(0, length);
};

/** Are they the same statement, but for variables that were renamed? */
export const inOtherWords = (a: Pause, b: Pause, { renamed }: Renames): boolean =>
  a.hash !== b.hash &&
  renamed(a.callee) === b.callee &&
  renamed(a.text) !== a.text &&
  isSameText(renamed(a.text), b.text);
