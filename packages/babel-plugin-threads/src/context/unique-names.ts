import type { types as t } from '@babel/core';
import type { Compilation } from './compilation.js';
import { opensScope } from '../babel/path.js';
import type { Names } from '../plan.js';
import { privateNames, variableNames } from './names-in-use.js';
import type { Helper } from '../vocabulary.js';

/**
 * Every name that the plugin writes and the source does not have comes from here, so that no two of them meet:
 *
 *   for the file        `$walk` of `walk`, `$arguments`, `$parameters`, the helpers     meets no other name at all
 *   for a function      temporaries (`$r`, `$key`), names of loops (`$frame0`)          may be that of another function
 *   for an arrow        parameters (`$a`) of one that the plugin writes around a call   may be that of another arrow
 *
 * The second kind is declared in its function and used by that function's own code alone. A name for the file may stand in any function, so it keeps
 * clear of the second kind too, whichever is given first. Only an arrow that the plugin writes whole, and in which nothing of the
 * source stands, has a parameter of its own choice: `($key) => super[$key]`.
 */
export function makeNames(compilation: Compilation): Names {
  const { t: types, program, replacements, vocabulary, options } = compilation;
  const taken = variableNames(compilation, compilation.paths.root);
  for (const { names } of replacements.values()) for (const name of names) if (!vocabulary.has(name)) taken.add(name);
  const bound = boundNames(compilation);
  const temporaries = new Map<t.Node, string[]>();
  const ofFile = new Set<string>();
  const ofFunctions = new Set<string>();
  const ofOwner = new Map<t.Node, Set<string>>();
  let privates: Set<string> | undefined;
  // Nearly every output has it, and by this name.
  const isThreadFree = options.global === undefined && !taken.has('$thread');
  if (isThreadFree) ofFile.add('$thread');
  return { taken, bound, temporaries, unique, uniquePrivate, ofRuntime, temporary, parameter, ofLoop };

  function unique(wanted: string): string {
    const name = firstFree(counted(wanted), (n) => taken.has(n) || ofFile.has(n) || ofFunctions.has(n));
    ofFile.add(name);
    return name;
  }

  function uniquePrivate(wanted: string): string {
    privates ??= privateNames(types, program.node);
    const name = firstFree(counted(wanted), (n) => privates!.has(n));
    privates.add(name);
    return name;
  }

  function ofRuntime(helper: Helper, isWord: boolean): string {
    if (helper === '$thread' && isThreadFree) return helper;
    const isOurs = !bound.has(helper) && (!taken.has(helper) || isWord);
    if (!isOurs || ofFile.has(helper) || ofFunctions.has(helper))
      return unique(helper.startsWith('$') ? helper : `$${helper}`);
    ofFile.add(helper);
    return helper;
  }

  function temporary(owner: t.Node, wanted: string): string {
    const name = local(owner, counted(wanted));
    temporaries.set(owner, [...(temporaries.get(owner) ?? []), name]);
    return name;
  }

  function parameter(call: t.Node, wanted: string): string {
    return local(call, counted(wanted));
  }

  function ofLoop(owner: t.Node, stem: '$frame' | '$turn'): string {
    return local(owner, (n) => `${stem}${n}`);
  }

  function local(owner: t.Node, candidate: (n: number) => string): string {
    const own = ofOwner.get(owner) ?? new Set();
    ofOwner.set(owner, own);
    const name = firstFree(candidate, (n) => taken.has(n) || ofFile.has(n) || own.has(n));
    own.add(name);
    ofFunctions.add(name);
    return name;
  }
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

/** `wanted`, or else `wanted1`, `wanted2`, … */
const counted =
  (wanted: string) =>
  (n: number): string =>
    n === 0 ? wanted : `${wanted}${n}`;

function firstFree(candidate: (n: number) => string, isTaken: (name: string) => boolean): string {
  let n = 0;
  while (isTaken(candidate(n))) n++;
  return candidate(n);
}
