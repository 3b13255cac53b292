/** Functions and classes that are made in a function, and were edited since: which factory makes them now, and what it gets. */
import { factoryOf, type Factory, type FileRecord, nameNow, savedFiles, splitId } from '../registry.js';

/** A factory of this build, for something of the save. */
export interface Successor {
  readonly factory: Factory;
  /** For each of its parameters, which of the captured values of the save it gets, and whether it gets what stands in that box. */
  readonly captured: readonly { readonly at: number; readonly isUnboxed: boolean }[];
  /** What is told where more or fewer have the same name and text than at the save. */
  readonly doubt?: string;
}

/** The parts of `shop>bump~2:k3f(&total,this)~3`. */
interface Parts {
  /** Without the numbers of equal names, which change when one more comes. */
  readonly path: string;
  /** Of its text. */
  readonly hash: string;
  readonly captured: readonly string[];
}

function partsOf(id: string): Parts {
  const [, path = '', hash = '', captured = ''] = /^(.*):(\w*)(?:\((.*)\))?(?:~\d+)?$/s.exec(id) ?? [];
  return { path: path.replaceAll(/~\d+(?=[>:]|$)/g, ''), hash, captured: captured === '' ? [] : captured.split(',') };
}

/** The ids of the factories of each file, by their paths. */
const byPath = new WeakMap<object, Map<string, string[]>>();

/** The ids of all factories of a file that make something of this name in this function. `version`: those of the file, by default of its newest version. */
export function siblingsOf(id: string, version?: FileRecord['factories']): string[] {
  const [file, own] = splitId(id);
  const factories = version ?? savedFiles().get(file)?.factories ?? {};
  let known = byPath.get(factories);
  if (known === undefined) {
    byPath.set(factories, (known = new Map()));
    for (const one of Object.keys(factories)) {
      const { path } = partsOf(one);
      known.set(path, (known.get(path) ?? []).concat(one));
    }
  }
  return known.get(partsOf(own).path) ?? [];
}

/**
 * The one with this id, the only one of the same text, or the only one that has come for the only one that is gone. `siblings`: those of the build of
 * the save.
 */
export function findFactory(savedId: string, siblings: readonly string[]): Successor | undefined {
  const id = nameNow(savedId);
  const [file, own] = splitId(id);
  const old = partsOf(own);
  const now = siblingsOf(id);
  const hashesOf = (ids: readonly string[]): string[] => ids.map((one) => partsOf(one).hash);
  const [before, after] = [hashesOf(siblings), hashesOf(now)];
  const [was, count] = [before, after].map((hashes) => hashes.filter((hash) => hash === old.hash).length);
  const found = now.includes(own)
    ? [own]
    : now.filter((_, at) => (count ? after[at] === old.hash : !before.includes(after[at]!)));
  const isOnly = count || before.filter((one) => !after.includes(one)).length === 1;
  if (found.length !== 1 || !isOnly) return undefined;
  const captured = match(old.captured, partsOf(found[0]!).captured);
  // A function that is not in use is not listed in the save.
  const doubt =
    was && count && was !== count
      ? { doubt: `${file}#${old.path} has more or fewer of the same text beside it; it may be another one` }
      : {};
  return captured && { factory: factoryOf(`${file}#${found[0]!}`)!, captured, ...doubt };
}

/** By name; one that is missing may be the only one that is left. A value that was captured cannot become a box that others share. */
function match(old: readonly string[], now: readonly string[]): Successor['captured'] | undefined {
  const plain = (name: string): string => name.replace(/^&/, '');
  const names = old.map(plain);
  const left = old.filter((one) => !now.some((other) => plain(other) === plain(one)));
  const missing = now.filter((one) => !names.includes(plain(one)));
  if (missing.length > 1 || (missing.length === 1 && left.length !== 1)) return undefined;
  const found = now.map((name) => {
    const at = missing.includes(name) ? old.indexOf(left[0]!) : names.indexOf(plain(name));
    return { at, wasBox: old[at]!.startsWith('&'), isBox: name.startsWith('&') };
  });
  if (found.some(({ wasBox, isBox }) => isBox && !wasBox)) return undefined;
  return found.map(({ at, wasBox, isBox }) => ({ at, isUnboxed: wasBox && !isBox }));
}
