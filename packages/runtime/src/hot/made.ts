/** Functions that were made in functions: each gets the code that the factory of the newest version makes, with what the old one has captured. */
import { codeOf, type CompiledFunction, functionCode } from '../execution/compiled-function.js';
import type { Obstacle } from '../saves/edits/map-pauses.js';
import { findFactory, siblingsOf, type Successor } from '../saves/edits/factories.js';
import {
  $made,
  type Factory,
  type FileRecord,
  idOfFactory,
  isClass,
  methodsOf,
  type Origin,
  originOf,
  savedFiles,
  splitId,
  stampAgain,
  watched,
} from '../saves/registry.js';
import { leave, redirectTo } from './redirect.js';

type Factories = FileRecord['factories'];

/** All that are live. */
let made: WeakRef<object>[] = [];
let mostMade = 1000;

watched.made = (object) => {
  if (typeof object !== 'function') return;
  made.push(new WeakRef(object));
  if (made.length < mostMade) return;
  made = made.filter((one) => one.deref() !== undefined);
  mostMade = 2 * made.length + 1000;
};

/** The files as they were when the last module had run to its end. */
let filesBefore: ReadonlyMap<string, FileRecord> = new Map();
/** The version of its file in which a factory was. */
const versions = new WeakMap<Factory, Factories>();

/** A module has run to its end. Gives the files that have another version since the last one. */
export function takeFiles(): ReadonlySet<string> {
  const changed = [...savedFiles()].filter(([file, record]) => filesBefore.get(file) !== record);
  for (const [, { factories = {} }] of changed)
    for (const factory of Object.values(factories)) versions.set(factory, factories);
  filesBefore = new Map(savedFiles());
  return new Set(changed.map(([file]) => file));
}

/** Gives what is told of those that may be other ones. */
export function makeAgain(files: ReadonlySet<string>, old: Set<CompiledFunction>): readonly string[] {
  const doubts = new Set<string>();
  // Those that are made now are of the newest version.
  for (const ref of made.slice()) {
    const fn = ref.deref();
    const origin = fn && originOf(fn);
    const successor = origin && successorOf(origin, files);
    if (successor === undefined) continue;
    if (successor?.doubt !== undefined) doubts.add(successor.doubt);
    if (isClass(fn!)) leaveClass(fn, origin!, successor, old);
    else if (codeOf(fn) !== undefined) makeOneAgain(fn!, origin!, successor, old);
  }
  return [...doubts];
}

/** Null if no rule tells what it is now, undefined if it is of none of these files. */
function successorOf({ factory }: Origin, files: ReadonlySet<string>): Successor | null | undefined {
  const id = idOfFactory(factory);
  if (id === undefined || !files.has(splitId(id)[0])) return undefined;
  return findFactory(id, siblingsOf(id, versions.get(factory!))) ?? null;
}

function makeOneAgain(fn: object, origin: Origin, successor: Successor | null, old: Set<CompiledFunction>): void {
  if (successor === null) return leave(codeOf(fn)!, NO_FACTORY, old);
  const { made: now, captured } = madeNow(origin, successor);
  const code = codeOf(now) ?? functionCode(now as () => unknown);
  redirectTo(code, fn, old);
  stampAgain(fn, code, { factory: successor.factory, captured });
}

export const NO_FACTORY: Obstacle = {
  kind: 'function',
  why: 'there is no such function any more, or no rule tells which of several it is now',
};

function madeNow({ captured }: Origin, successor: Successor): { readonly made: object; readonly captured: unknown[] } {
  const given = successor.captured.map(({ at, isUnboxed }) =>
    isUnboxed ? (Object(captured[at]) as { readonly v: unknown }).v : captured[at],
  );
  return { made: successor.factory(...given), captured: given };
}

/** What stands for a function without a record, which only who waits for its value calls: null if no rule tells what it is now. */
export function newestMade(given: unknown, files: ReadonlySet<string>): unknown {
  const origin = typeof given === 'function' && codeOf(given) === undefined ? originOf(given) : undefined;
  const successor = origin && successorOf(origin, files);
  if (!successor) return successor === null ? null : given;
  const { made: now, captured } = madeNow(origin, successor);
  return $made(now, successor.factory, captured);
}

/** Its objects have been made by its constructor, and with its private names. */
function leaveClass(of: Function, { factory }: Origin, successor: Successor | null, old: Set<CompiledFunction>): void {
  if (successor !== null && idOfFactory(successor.factory) === idOfFactory(factory)) return;
  for (const [, fn] of [...methodsOf(of), ...methodsOf(of.prototype as object)]) {
    const code = codeOf(fn);
    if (code !== undefined) leave(code, OF_CLASS, old);
  }
}

const OF_CLASS: Obstacle = {
  kind: 'function',
  why: 'its class was made in a function, and stays what it was',
};
