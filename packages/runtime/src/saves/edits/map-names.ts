/** What the frame of a new version holds: what of the old one that is. */
import { isSameKind, nameIn, namesOf, type Renames } from './renames.js';
import type { Pause, Pauses } from './pauses.js';

/** Where the value of a variable comes from. */
export type Source = { readonly from: string } | { readonly first: unknown };

/** A variable that is not where it was. */
export interface ChangedName {
  readonly kind: 'renamed' | 'new';
  readonly name: string;
  readonly from?: string;
}

export interface MappedNames {
  /** By the names that are read in the new version. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly changes: readonly ChangedName[];
  /** Variables without a value. */
  readonly missing: readonly string[];
}

interface Given {
  readonly old: Pause;
  readonly now: Pause;
  /** What the old frame has no value of. */
  readonly gone: ReadonlySet<string>;
  readonly before: Pauses;
  readonly after: Pauses;
  readonly renames: Renames;
}

export function mapNames({ old, now, gone, before, after, renames }: Given): MappedNames {
  const sources = new Map<string, Source>();
  const changes: ChangedName[] = [];
  const left = new Map(old.live.filter((label) => !gone.has(label)).map((label) => [unboxed(label), label]));
  const take = (label: string, from: string): void => {
    sources.set(label, { from: left.get(from)! });
    left.delete(from);
  };
  for (const label of now.read) if (left.has(unboxed(label))) take(label, unboxed(label));
  for (const label of missingIn(now, sources)) {
    const other = renamedLabel(label, renames);
    if (other === undefined || !left.has(other)) continue;
    changes.push({ kind: 'renamed', name: nameIn(label), from: nameIn(other) });
    take(label, other);
  }
  const roles = new Set(missingIn(now, sources).map(roleOf));
  for (const role of roles) {
    const missing = missingIn(now, sources).filter((label) => roleOf(label) === role);
    const found = [...left.keys()].filter(
      (label) => roleOf(label) === role && isFree(label, missing[0]!, before, after),
    );
    if (missing.length > 1 || found.length !== 1) continue;
    if (role === VARIABLE) changes.push({ kind: 'renamed', name: nameIn(missing[0]!), from: nameIn(found[0]!) });
    take(missing[0]!, found[0]!);
  }
  // One that is new may be what one of these is called now.
  const lost = [...left.keys()].map(nameIn).filter((name) => name !== '' && !namesOf(after).has(name));
  for (const label of missingIn(now, sources)) {
    const first = after.firstValues.get(label);
    // What it had in the old version is not known, if that had it and read it no more.
    const name = nameIn(label);
    const isUnknown = namesOf(before).has(name) || lost.some((one) => isSameKind(before, after, one, name));
    if (first === undefined || (first.isChanged && name !== '' && isUnknown)) continue;
    sources.set(label, { first: first.value });
    if (first.isChanged && name !== '') changes.push({ kind: 'new', name });
  }
  return { sources, changes, missing: missingIn(now, sources) };
}

const missingIn = ({ read }: Pause, sources: ReadonlyMap<string, Source>): string[] =>
  read.filter((label) => !sources.has(label));

/** `n` of `&n`: that a variable stands in a box is no part of its name. */
export const unboxed = (label: string): string => label.replace(/^&/, '');

function renamedLabel(label: string, { by }: Renames): string | undefined {
  const name = nameIn(label);
  const found = [...by].find(([, to]) => to === name);
  return found && unboxed(label).replace(name, () => found[0]);
}

const VARIABLE = 'variable';

/** `cursor:vv49.0` has the role `cursor`, `callee.0` the role `callee`. */
function roleOf(label: string): string {
  if (nameIn(label) !== '') return VARIABLE;
  return /^(?:\*|[a-z]*)/i.exec(label)![0];
}

/**
 * A variable that the other version has as well, in another place, is none that was renamed. Nor is one that begins with another literal, or only now with
 * one, unless a statement says so.
 */
function isFree(from: string, to: string, before: Pauses, after: Pauses): boolean {
  const [old, now] = [nameIn(from), nameIn(to)];
  if (old === '') return true;
  if (namesOf(after).has(old) || namesOf(before).has(now) || !isSameKind(before, after, old, now)) return false;
  const first = after.firstValues.get(to);
  const firstBefore = before.firstValues.get(from) ?? before.firstValues.get(`&${from}`);
  return (first === undefined) === (firstBefore === undefined) && first?.value === firstBefore?.value;
}
