/** Frames of functions that were edited since the save: where each stands in this build, and what it holds there. */
import { type CompiledFunction, codeOf } from '../../execution/compiled-function.js';
import { FrameCode } from '../../execution/frame-code.js';
import type { FrameObject } from '../../execution/frame-objects.js';
import { pausesOf } from '../../execution/pause-points.js';
import type { Thread } from '../../threads/thread.js';
import { textsOf } from '../facts.js';
import type { EditedFrames, Json, Loader, SavedFrame } from '../fields.js';
import type { Names } from '../names.js';
import { optionsOf, renamedCalls, splitId } from '../registry.js';
import { livePlaces, makeFrame, placesOf, setPlace, valueAt as valueOfPlace } from '../places.js';
import { Gone, isText, readShown } from '../shown.js';
import { isMapped, type MappedPause, mapPauses, type Obstacle, type PauseMap } from './map-pauses.js';
import { unboxed } from './map-names.js';
import { findFactory, type Successor } from './factories.js';
import { type Pauses, THIS } from './pauses.js';
import { findMigration, idsOfPauses, localsOf, type Migration, migrate } from './migrations.js';
import { type SavedFunction, shapeOfText, versionOf } from './saved-functions.js';

/** A frame of an edited function. */
export interface Standing {
  readonly saved: SavedFunction;
  /** The number of its pause in the save. */
  readonly oldPc: number;
  /** What it had there, by the places of the values in the save. */
  readonly labels: readonly string[];
  /** The function of this build in which it goes on. */
  readonly code: FrameCode;
  readonly found: MappedPause | Obstacle;
  readonly migration: Migration | undefined;
  /** What only that can give. */
  readonly wanted: readonly string[];
  /** The beginning of its statement, and of the one of this build. */
  readonly text: string;
  readonly newText: string;
  readonly line: number | undefined;
  /** For a migration. */
  readonly pauseId: string;
}

interface EditsGiven {
  readonly functions?: readonly SavedFunction[];
  readonly migrations?: readonly Migration[];
  /** The one in which the save was made. */
  readonly frame?: number;
}

export class Edits implements EditedFrames {
  /** The frames of edited functions. */
  readonly frames: Map<object, Standing> = new Map();
  /** Their values, as the save has them. */
  readonly #values = new Map<object, readonly Json[]>();
  readonly #names: Names;
  readonly #migrations: readonly Migration[];
  readonly #frame: number;
  readonly #saved = new Map<string, SavedFunction>();
  /** Those that factories make, by their ids. */
  readonly #made = new Map<string, SavedFunction>();
  readonly #factories = new Map<string, Successor | null>();
  readonly #byCode = new Map<CompiledFunction, SavedFunction>();
  readonly #compared = new Map<SavedFunction, Compared | null>();

  constructor(names: Names, { functions = [], migrations = [], frame = 0 }: EditsGiven = {}) {
    this.#names = names;
    this.#migrations = migrations;
    this.#frame = frame;
    for (const one of functions) {
      this.#saved.set(`${one.kind} ${one.id}`, one);
      if (one.kind === 'made') this.#made.set(one.id, one);
      const code = codeOf(names.find(one.kind, one.id));
      if (code !== undefined) this.#byCode.set(code, one);
    }
  }

  /** The options of the compiler that are others than at the save, for the file of a function; empty if none is. */
  otherOptions(id: string): readonly OtherOption[] {
    const [file] = splitId(id);
    const before = textsIn(this.#saved.get(`options ${file}`)?.facts);
    const now = textsIn(optionsOf(file));
    const names = new Set([...Object.keys(before), ...Object.keys(now)]);
    return Array.from(names, (name) => ({ file, name, before: before[name], now: now[name] })).filter(
      (one) => one.before !== one.now,
    );
  }

  /** Which factory makes this now; undefined if no rule tells. */
  factoryFor(id: string): Successor | undefined {
    let found = this.#factories.get(id);
    if (found === undefined)
      this.#factories.set(id, (found = findFactory(id, this.#made.get(id)?.siblings ?? []) ?? null));
    return found ?? undefined;
  }

  /** A factory has made a function again, which has this id in the save. */
  noteMade(id: string, made: object): void {
    const saved = this.#made.get(id);
    const code = codeOf(made);
    if (saved !== undefined && code !== undefined) this.#byCode.set(code, saved);
  }

  #enter(code: FrameCode | undefined, { which, pc, held, hasThis }: SavedFrame, from: Loader): Standing | undefined {
    const saved = code === undefined ? this.#saved.get(from.nameOf(which)) : this.#byCode.get(code);
    const old = saved?.code;
    // The save lists all functions that are under way.
    if (saved === undefined || !old) return from.damaged('a frame of a function that it does not list');
    const compared = code === undefined ? GONE : this.#comparedWith(saved, code);
    if (compared === null) return undefined;
    const labels = labelsAt(old, pc);
    if (labels === undefined) return from.damaged('a frame that has no place in its function');
    const before =
      compared.before ?? (saved.facts === undefined ? undefined : versionOf(old, saved.facts, this.#frame));
    const { after, map } = compared;
    const migration = before && findMigration(this.#migrations, saved, before, pc - 1);
    const gone = new Set(labels.filter((_, at) => isText(held[at] ?? null)).concat(hasThis ? [] : [THIS]));
    const migrated =
      migration && migrate(migration, { before, at: pc - 1, gone, names: this.#names, frame: this.#frame });
    const found = migrated?.found ?? (migration ? nowhere(migration) : map.of(pc - 1, gone));
    return {
      saved,
      oldPc: pc,
      labels,
      migration,
      wanted: migrated?.wanted ?? [],
      code: migrated?.code ?? code ?? old,
      found,
      text: before?.pauses[pc - 1]?.text ?? old.path,
      newText: (migrated?.after ?? after)?.pauses[isMapped(found) ? found.to : -1]?.text ?? '',
      line: pausesOf(old)[pc - 1]?.line,
      pauseId: before === undefined ? saved.id : idsOfPauses(saved.id, before.pauses)[pc - 1]!,
    };
  }

  /** One that stands nowhere says so until its thread has been judged. */
  makeFrame(given: FrameCode | undefined, saved: SavedFrame, from: Loader): FrameObject | undefined {
    const standing = this.#enter(given, saved, from);
    if (standing === undefined) return undefined;
    const { code, found } = standing;
    const frame = makeFrame(code, isMapped(found) ? found.to + 1 : 0);
    this.frames.set(frame, standing);
    return frame;
  }

  has(frame: FrameObject): boolean {
    return this.frames.has(frame);
  }

  /** Null if the function is as it was. */
  #comparedWith(saved: SavedFunction, code: FrameCode): Compared | null {
    let compared = this.#compared.get(saved);
    if (compared === undefined) this.#compared.set(saved, (compared = this.#compare(saved, code)));
    return compared;
  }

  #compare({ code: old, facts }: SavedFunction, code: FrameCode): Compared | null {
    const [meta, now] = textsOf(code);
    if (old === null) return UNKNOWN;
    if (facts === now && shapeOfText(old.meta) === shapeOfText(meta)) return null;
    if (facts === undefined || now === undefined) return UNKNOWN;
    const before = versionOf(old, facts, this.#frame);
    const after = versionOf(code, now, this.#frame);
    return { before, after, map: mapPauses(before, after, renamedCalls()) };
  }

  /** What the places of a frame get that are live in this build. */
  valuesOf(frame: FrameObject, values: readonly Json[], from: Loader): unknown[] {
    const standing = this.frames.get(frame)!;
    this.#values.set(frame, values);
    const { found, migration } = standing;
    if (!isMapped(found)) return [];
    if (migration?.locals !== undefined) from.afterFill(() => this.#setLocals(frame, from));
    return livePlaces(frame).map(({ name, index }) => {
      const source = found.sources.get(name);
      if (source === undefined) return this.#unread(frame, name, from);
      if ('first' in source) return boxed(name, source.first);
      const given = this.#valueOf(frame, source.from, from);
      if (isBox(source.from) === isBox(name)) return given;
      if (isBox(name)) return { v: given };
      from.afterFill(() => setPlace(frame, index, contentOf(source.from, given)));
      return undefined;
    });
  }

  /** What a migration gives later, or a parameter that is read no more: traces show that. */
  #unread(frame: FrameObject, label: string, from: Loader): unknown {
    const json = this.#savedOf(frame, label);
    return json === undefined ? undefined : readShown(json, from);
  }

  #valueOf(frame: FrameObject, label: string, from: Loader): unknown {
    const json = this.#savedOf(frame, label);
    return json === undefined ? from.damaged('a variable without a value') : readShown(json, from);
  }

  /** Undefined where the save has nothing for it; `null` is a value. */
  #savedOf(frame: FrameObject, label: string): Json | undefined {
    const { labels } = this.frames.get(frame)!;
    return this.#values.get(frame)![labels.indexOf(label)];
  }

  /** Puts the frame behind the nearest checkpoint that it has passed; undefined if there is none. All objects have their contents. */
  goBack(frame: FrameObject, from: Loader): (() => void) | undefined {
    const standing = this.frames.get(frame);
    const saved = standing?.saved ?? this.#byCode.get(frame.code);
    if (saved === undefined) return undefined;
    const found = this.#mapOf(saved, frame.code)?.checkpointBefore((standing?.oldPc ?? frame.pc) - 1);
    if (found === undefined) return undefined;
    const old = standing === undefined ? localsNow(frame) : this.oldLocals(frame, from);
    return () => {
      frame.pc = found.to + 1;
      for (const { name, index } of livePlaces(frame)) {
        const source = found.sources.get(name)!;
        setPlace(frame, index, boxed(name, 'first' in source ? source.first : old.get(unboxed(source.from))));
      }
    };
  }

  /** Of a function that was not edited, from itself to itself. */
  #mapOf(saved: SavedFunction, code: FrameCode): PauseMap | undefined {
    const compared = this.#comparedWith(saved, code);
    if (compared !== null) return compared.map;
    if (saved.facts === undefined) return undefined;
    const version = versionOf(code, saved.facts, this.#frame);
    return mapPauses(version, version);
  }

  /** What the first call of a thread gets when it begins again; undefined if the save does not have it. */
  firstArguments(root: FrameObject, thread: Thread, from: Loader): readonly unknown[] | undefined {
    const standing = this.frames.get(root);
    const { takesList, length } = standing?.saved.code ?? root.code;
    const labels = standing?.labels ?? labelsAt(root.code, root.pc)!;
    const valueAt = (at: number): unknown =>
      standing === undefined ? valueOfPlace(root, at) : this.#valueOf(root, labels[at]!, from);
    const args = Array.from(takesList ? (valueAt(0) as ArrayLike<unknown>) : thread.args);
    if (!takesList) for (let at = 0; at < Math.min(length, args.length); at++) args[at] = valueAt(at);
    return args.concat(root.self).some((one) => one instanceof Gone) ? undefined : args;
  }

  /** The variables that a frame had in the save, without their boxes. All objects have their contents. */
  oldLocals(frame: FrameObject, from: Loader): Map<string, unknown> {
    const { labels } = this.frames.get(frame)!;
    return new Map(labels.map((label) => [unboxed(label), contentOf(label, this.#valueOf(frame, label, from))]));
  }

  #setLocals(frame: FrameObject, from: Loader): void {
    const { migration, wanted } = this.frames.get(frame)!;
    const live = livePlaces(frame);
    const labels = live.map(({ name }) => name);
    const values = localsOf(migration!, this.oldLocals(frame, from), labels);
    for (const { name, index } of live) if (values.has(name)) setPlace(frame, index, boxed(name, values.get(name)));
    const missing = wanted.filter((name) => !values.has(name));
    if (missing.length > 0)
      from.missing(
        'edited',
        `the migration from \`${migration!.from}\` gives nothing for ${missing.map((name) => `\`${unboxed(name)}\``).join(', ')}`,
        'Let its `locals` give all variables of the function that are needed there.',
      );
  }
}

const nowhere = ({ to }: Migration): Obstacle => ({ kind: 'migration', target: to });

export interface OtherOption {
  readonly file: string;
  readonly name: string;
  /** As JSON; undefined: the usual one. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

function textsIn(json: string | undefined): Readonly<Record<string, string>> {
  try {
    return Object(JSON.parse(json ?? '{}')) as Record<string, string>;
  } catch {
    return {};
  }
}

const isBox = (label: string): boolean => label.startsWith('&');

/** What stands in the place of a variable with this value. */
const boxed = (label: string, value: unknown): unknown => (isBox(label) ? { v: value } : value);

const contentOf = (label: string, given: unknown): unknown =>
  isBox(label) ? (Object(given) as { readonly v: unknown }).v : given;

/** The variables of a frame of a function that was not edited. */
const localsNow = (frame: FrameObject): Map<string, unknown> =>
  new Map(livePlaces(frame).map(({ name, index }) => [unboxed(name), contentOf(name, valueOfPlace(frame, index))]));

interface Compared {
  readonly before: Pauses | undefined;
  readonly after: Pauses | undefined;
  readonly map: PauseMap;
}

/** Nothing is known of one of the versions. */
const UNKNOWN: Compared = {
  before: undefined,
  after: undefined,
  map: { of: () => ({ kind: 'unknown' }), checkpointBefore: () => undefined },
};

const GONE: Compared = {
  ...UNKNOWN,
  map: { of: () => ({ kind: 'function' }), checkpointBefore: () => undefined },
};

/** What the frames of a version hold at a pause. */
const labelsAt = (code: FrameCode, pc: number): readonly string[] | undefined =>
  placesOf(code).live[pc - 1]?.map(({ name }) => name);
