/**
 * Names for what the plugin writes, which no one in the file uses. `scope.generateUid` does not serve: it gives `_walk` where ours are
 * `$walk`, gives no name to two functions of a file, and none for private members. It also notes each name in the scope at once,
 * although the file may still be refused.
 */
import type { types as t } from '@babel/core';
import type { Compilation } from './compilation.js';
import { addTo } from '../babel/lists.js';
import { opensScope } from '../babel/path.js';
import type { NamesInUse } from '../plan.js';
import { variableNames } from './names-in-use.js';
import type { Helper } from '../vocabulary.js';

/** Gives names that no one in the file uses. */
export interface NameGiver {
  /** Names of temporaries by the function (or program) that declares them, in order. */
  readonly temporaries: ReadonlyMap<t.Node, readonly string[]>;
  /** A name for the whole file: `wanted`, or `wanted1`, `wanted2`, … */
  unique(wanted: string): string;
  /** A name for a private member, without its `#`, that no class of the file uses. */
  uniquePrivate(wanted: string): string;
  /**
   * What a helper of the runtime is called in the file: its own name, or an alias if the file means something else by
   * it. `isWord`: it is a free name in the file.
   */
  ofRuntime(helper: Helper, isWord: boolean): string;
  /** A temporary of a function or program: `wanted`, `wanted1`, …; declared by it. */
  temporary(owner: t.Node, wanted: string): string;
  /** A parameter of an arrow that the plugin writes around a call. */
  parameter(call: t.Node, wanted: string): string;
  /** A name in a loop of the function: `$frame0`, `$frame1`, … */
  ofLoop(owner: t.Node, stem: `$${string}`): string;
}

/** What is given so far, and what must not be given. */
interface Registry {
  readonly compilation: Compilation;
  readonly inUse: NamesInUse;
  readonly temporaries: Map<t.Node, string[]>;
  readonly ofFile: Set<string>;
  readonly ofFunctions: Set<string>;
  readonly ofOwner: Map<t.Node, Set<string>>;
  /** Where the next name is looked for, by its owner and its first candidate: those before are taken, and stay so. */
  readonly nextOf: Map<t.Node | 'file' | 'private', Map<string, number>>;
  /** Read when the first private name is asked for. */
  privates: Set<string> | undefined;
}

/** Needs the paths and the options; gives the names that are taken before any is given. */
export function readNames(compilation: Compilation): NamesInUse {
  const { replacements, vocabulary, paths, options } = compilation;
  const taken = variableNames(compilation, paths.root);
  const [root] = options.global?.split('.') ?? [];
  if (root !== undefined) taken.add(root);
  for (const { names } of replacements.values()) for (const name of names) if (!vocabulary.has(name)) taken.add(name);
  return { taken, bound: boundNames(compilation) };
}

/**
 * Every name that the plugin writes and the source does not have comes from here, so that no two of them meet:
 *
 *   for the file        `$walk` of `walk`, `$arguments`, `$parameters`, the helpers     meets no other name at all
 *   for a function      temporaries (`$r`, `$key`), names of loops (`$frame0`)          may be that of another function
 *   for an arrow        parameters (`$a`) of one that the plugin writes around a call   may be that of another arrow
 *
 * The second kind is declared in its function and used by that function's own code alone. A name for the file may be in
 * any function, so it keeps clear of the second kind too, whichever is given first. Only an arrow that the plugin
 * writes whole, and in which nothing of the source is left, has a parameter of its own choice: `($key) => super[$key]`.
 */
export function makeNames(compilation: Compilation, inUse: NamesInUse): NameGiver {
  // Nearly every output has `$thread`, and by this name.
  const isThreadFree = compilation.options.global === undefined && !inUse.taken.has('$thread');
  const registry: Registry = {
    compilation,
    inUse,
    temporaries: new Map(),
    ofFile: new Set(isThreadFree ? ['$thread'] : []),
    ofFunctions: new Set(),
    ofOwner: new Map(),
    nextOf: new Map(),
    privates: undefined,
  };
  return {
    temporaries: registry.temporaries,
    unique: (wanted) => unique(registry, wanted),
    uniquePrivate: (wanted) => uniquePrivate(registry, wanted),
    ofRuntime: (helper, isWord) =>
      helper === '$thread' && isThreadFree ? helper : ofRuntime(registry, helper, isWord),
    temporary: (owner, wanted) => temporary(registry, owner, wanted),
    parameter: (call, wanted) => local(registry, call, counted(wanted)),
    ofLoop: (owner, stem) => local(registry, owner, (n) => `${stem}${n}`),
  };
}

function unique(registry: Registry, wanted: string): string {
  const { inUse, ofFile, ofFunctions } = registry;
  const isTaken = (n: string): boolean => inUse.taken.has(n) || ofFile.has(n) || ofFunctions.has(n);
  const name = firstFree(registry, 'file', counted(wanted), isTaken);
  ofFile.add(name);
  return name;
}

function uniquePrivate(registry: Registry, wanted: string): string {
  const privates = (registry.privates ??= privateNames(registry.compilation));
  const name = firstFree(registry, 'private', counted(wanted), (n) => privates.has(n));
  privates.add(name);
  return name;
}

function ofRuntime(registry: Registry, helper: Helper, isWord: boolean): string {
  const { inUse, ofFile, ofFunctions } = registry;
  const isOurs = !inUse.bound.has(helper) && (!inUse.taken.has(helper) || isWord);
  if (!isOurs || ofFile.has(helper) || ofFunctions.has(helper))
    return unique(registry, helper.startsWith('$') ? helper : `$${helper}`);
  ofFile.add(helper);
  return helper;
}

function temporary(registry: Registry, owner: t.Node, wanted: string): string {
  const name = local(registry, owner, counted(wanted));
  addTo(registry.temporaries, owner, name);
  return name;
}

function local(registry: Registry, owner: t.Node, candidate: Candidate): string {
  const { inUse, ofFile, ofFunctions, ofOwner } = registry;
  const own = ofOwner.get(owner) ?? new Set();
  ofOwner.set(owner, own);
  const isTaken = (n: string): boolean => inUse.taken.has(n) || ofFile.has(n) || own.has(n);
  const name = firstFree(registry, owner, candidate, isTaken);
  own.add(name);
  ofFunctions.add(name);
  return name;
}

/** The names behind `#`, which Babel's scopes do not have. */
function privateNames({ t: types, program }: Compilation): Set<string> {
  const names = new Set<string>();
  types.traverseFast(program.node, (node) => {
    if (node.type === 'PrivateName') names.add(node.id.name);
  });
  return names;
}

/** The names that the source binds, with the number of scopes. */
function boundNames({ paths }: Compilation): Map<string, number> {
  const bound = new Map<string, number>();
  for (const path of paths.all) {
    if (!opensScope(path)) continue;
    for (const name of Object.keys(path.scope.bindings)) bound.set(name, (bound.get(name) ?? 0) + 1);
  }
  return bound;
}

/** The names that may be given, the wanted one first. */
type Candidate = (n: number) => string;

/** `wanted`, or else `wanted1`, `wanted2`, … */
const counted =
  (wanted: string): Candidate =>
  (n) =>
    n === 0 ? wanted : `${wanted}${n}`;

/** Many names are given for one wish, so each search begins where the last one ended. */
function firstFree(
  { nextOf }: Registry,
  owner: t.Node | 'file' | 'private',
  candidate: Candidate,
  isTaken: (name: string) => boolean,
): string {
  const next = nextOf.get(owner) ?? new Map<string, number>();
  nextOf.set(owner, next);
  let n = next.get(candidate(0)) ?? 0;
  while (isTaken(candidate(n))) n++;
  next.set(candidate(0), n + 1);
  return candidate(n);
}
