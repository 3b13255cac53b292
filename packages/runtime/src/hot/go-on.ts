/**
 * Calls that wait while their functions are edited go on in the newest version, each at the statement where it waits, with its variables. The rules that
 * find the statement are those of a save that is loaded after an edit (saves/edits). A call that stands nowhere goes on in the old code to its end. Nothing
 * is unwound, and no code of the game runs.
 */
import type { Frame, Step } from '../execution/call.js';
import { CompiledFunction } from '../execution/compiled-function.js';
import { FrameCode } from '../execution/frame-code.js';
import { type FrameObject, MANY } from '../execution/frame-objects.js';
import { asFrameObject } from '../execution/frame-places.js';
import { cameBefore } from '../execution/thrown-calls.js';
import { kinds } from '../execution/wait-kind-table.js';
import { valuesFor } from '../saves/edits/frame-values.js';
import { KnownFunctions } from '../saves/edits/known-functions.js';
import { isMapped, type Obstacle } from '../saves/edits/map-pauses.js';
import type { SavedFunction } from '../saves/edits/saved-functions.js';
import { type Standing, standingOf } from '../saves/edits/standing.js';
import { textsOf } from '../saves/facts.js';
import type { Json, Loader } from '../saves/fields.js';
import { livePlaces, makeFrame, placesOf, setPlace, valueAt } from '../saves/places.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import type { Thread } from '../threads/thread.js';
import { newestMade, NO_FACTORY } from './made.js';
import { isVersionOf, newestOf } from './redirect.js';

/** What has changed. */
export interface Changes {
  /** As messages name it. */
  readonly file: string;
  /** The names in saves of the files that have another version. */
  readonly files: ReadonlySet<string>;
  /** The records that have a newer version, or are gone. */
  readonly old: ReadonlySet<CompiledFunction>;
}

/** A call of an edited function. */
export interface EditedCall {
  readonly thread: Thread;
  readonly frame: Frame;
  /** Undefined where nothing is known of its text: its function is a generator, or was compiled without `saves`. */
  readonly standing: Standing | undefined;
}

export interface Outcome {
  /** They go on in the new code. */
  readonly mapped: readonly EditedCall[];
  /** They go on in the old code to their ends. */
  readonly left: readonly EditedCall[];
}

/** All threads of some schedulers. */
export function goOn(schedulers: readonly Scheduler[], changes: Changes): Outcome {
  const mapped: EditedCall[] = [];
  const left: EditedCall[] = [];
  for (const scheduler of schedulers) {
    const versionOfCode = readVersions(scheduler, changes.file);
    for (const thread of scheduler.threads) {
      let condition = conditionNow(thread, changes);
      for (let { leaf: frame } = thread; frame !== null; frame = frame.parent) {
        if (!isVersionOf(frame.code, changes.old)) continue;
        const isStuck = condition === null && frame === thread.leaf;
        const standing = goOnIn(frame, versionOfCode, isStuck ? NO_FACTORY : undefined);
        const goesOn = standing === null || (standing && isMapped(standing.found));
        if (standing !== null) (goesOn ? mapped : left).push({ thread, frame, standing });
        // The old code waits for the old one.
        if (!goesOn && frame === thread.leaf) condition = null;
      }
      nameAnew(thread, changes);
      if (condition) thread.content = condition;
    }
  }
  return { mapped, left };
}

/** What it waits for, if that is a condition; null if no rule tells which one that is now. */
const conditionNow = ({ isWaiting, kind, content }: Thread, { files }: Changes): unknown =>
  isWaiting && kind === kinds.predicate ? newestMade(content, files) : undefined;

/** Traces and saves name it by the newest version, and what it has not begun runs that. */
function nameAnew(thread: Thread, { old }: Changes): void {
  const newest = (code: CompiledFunction): CompiledFunction => {
    const found = isVersionOf(code, old) ? newestOf(code) : code;
    return found instanceof CompiledFunction ? found : code;
  };
  const { call } = thread;
  thread.code = newest(thread.code);
  if (call !== null) thread.call = { ...call, code: newest(call.code) };
}

/** Null for a call that goes on as it was: only its code is another one. `stuck`: why it cannot, whatever its text is. */
function goOnIn(
  given: Frame,
  versionOfCode: ReturnType<typeof readVersions>,
  stuck: Obstacle | undefined,
): Standing | null | undefined {
  const frame = asFrameObject(given);
  const version = frame && versionOfCode(frame.code);
  if (!version) return undefined;
  const { saved, known, obstacle } = version;
  const code = stuck === undefined ? version.code : undefined;
  const held = placesOf(saved.code!).live[frame.pc - 1]!.map(({ index }) => kept(valueAt(frame, index)));
  const fills: (() => void)[] = [];
  const from: ValuesThatAreThere = {
    value: (json) => (json as unknown as Kept)[1],
    afterFill: (fill) => void fills.push(fill),
    nameOf: () => NAME,
    damaged: failWith,
    missing: failWith,
  };
  const asSaved = { which: null, pc: frame.pc, held, hasThis: true };
  const standing = standingOf(code, asSaved, { known, migrations: [], from });
  if (standing === undefined) take(frame, code!);
  else if (code === undefined) return { ...standing, found: stuck ?? obstacle };
  else if (isMapped(standing.found)) move(frame, code, () => valuesFor(frame, standing, from), standing.found.to);
  for (const fill of fills) fill();
  return standing ?? null;
}

/** They are known by themselves. */
const NO_NAMES = { find: () => undefined, functionOf: () => undefined };
const NAME = 'function';

/** A version of a function, and what it is now. */
interface Version {
  readonly saved: SavedFunction;
  readonly known: KnownFunctions;
  /** Undefined if no call can go on in it. */
  readonly code: FrameCode | undefined;
  /** Why. */
  readonly obstacle: Obstacle;
}

/**
 * What is known of the functions in whose calls threads of a scheduler wait, by their records. It gives undefined for one of which nothing is known, and
 * while threads run.
 */
function readVersions({ clock, isOutside }: Scheduler, file: string): (old: FrameCode) => Version | undefined {
  const known = new Map<string, Version>();
  return (old) => {
    const [meta, facts] = textsOf(old);
    if (facts === undefined || !isOutside) return undefined;
    const newest = newestOf(old);
    const key = `${old.meta}\n${newest instanceof FrameCode ? newest.meta : JSON.stringify(newest)}`;
    let version = known.get(key);
    if (version === undefined) {
      // The record of an old version says of itself what the newest one says, so it is read anew.
      const code = new FrameCode(() => undefined, meta);
      const saved = { id: `${file}#${code.path}`, kind: NAME, code, facts, siblings: [] };
      known.set(key, (version = versionOf(saved, newest, clock.frame)));
    }
    return version;
  };
}

function versionOf(saved: SavedFunction, newest: CompiledFunction | Obstacle, frame: number): Version {
  const known = new KnownFunctions(NO_NAMES, [], frame);
  const code = newest instanceof FrameCode ? newest : undefined;
  known.byName.set(NAME, saved);
  if (code !== undefined) known.byCode.set(code, saved);
  return { saved, known, code, obstacle: newest instanceof CompiledFunction ? obstacleOf(newest) : newest };
}

/** A function that never waits any more has no such statement. */
const obstacleOf = ({ kind }: CompiledFunction): Obstacle => ({ kind: kind === 'generator' ? 'unknown' : 'gone' });

/** What a frame has, in the place of what a save would have of it. */
type Kept = readonly [tag: 'value', value: unknown];
const kept = (value: unknown): Json => ['value', value] satisfies Kept as unknown as Json;
type ValuesThatAreThere = Pick<Loader, 'value' | 'afterFill' | 'nameOf' | 'damaged' | 'missing'>;
const failWith = (what: string): never => {
  throw new Error(what);
};

type Changing = { -readonly [K in 'code' | 'step' | 'pc']: FrameObject[K] } & { step: Step };

/** The pauses and the variables of both versions are the same. */
function take(frame: FrameObject, code: FrameCode): void {
  const changing: Changing = frame;
  changing.code = code;
  changing.step = code.step;
  if (frame.notes === null) return;
  // It has the line of the old text, where stacks are noted.
  const { site: _, ...notes } = frame.notes;
  frame.notes = notes;
}

function move(frame: FrameObject, code: FrameCode, valuesNow: () => unknown[], to: number): void {
  take(frame, code);
  frame.pc = to + 1;
  const came = cameBefore.get(frame);
  if (came !== undefined) cameBefore.set(frame, { ...came, pc: undefined });
  grow(frame, code);
  const { hasList } = placesOf(code);
  frame.l0 = hasList ? [] : undefined;
  frame.l1 = hasList ? MANY : undefined;
  const values = valuesNow();
  livePlaces(frame).forEach(({ index }, at) => setPlace(frame, index, values[at]));
}

/** It has as many places as the new version asks for: who copies or saves a frame asks its class how many there are. */
function grow(frame: FrameObject, code: FrameCode): void {
  const wanted = makeFrame(code, 1);
  const missing = Object.keys(wanted).filter((key) => !Object.hasOwn(frame, key));
  if (missing.length === 0) return;
  for (const key of missing) (frame as unknown as Record<string, unknown>)[key] = undefined;
  Object.setPrototypeOf(frame, Object.getPrototypeOf(wanted) as object);
}
