/** The fields of the table of state (state-table.ts): how what stands in one is written into a save, and read. */
import { SmallSet } from '../collections/small-set.js';
import type { CompiledFunction } from '../execution/compiled-function.js';
import type { FrameCode } from '../execution/frame-code.js';
import type { FrameObject } from '../execution/frame-objects.js';
import { CANCEL, nextFrame, PAUSE } from '../execution/suspension.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import type { Channel, Subscription, Thread } from '../threads/thread.js';
import { Clock } from '../time/clock.js';
import type { Refusal } from './errors.js';
import type { Names } from './names.js';

/** A save is made of these: a list stands for what its field, or its first element, says. */
export type Json = null | boolean | number | string | readonly Json[];

/** Where something stands in what holds it: for the path of a refusal. */
export type Key = string | number | null;

/** What the fields ask of who writes a save. */
export interface Saver {
  /** Any value of the game. */
  value(value: unknown, key?: Key): Json;
  /** One that may be left out: if it cannot be saved, its text stands there, as traces show it. `what`: it is told then. */
  spare(value: unknown, key: Key, what?: string): Json;
  /** A record of the runtime, in its row of the table. */
  record(row: Row, record: object, key?: Key): Json;
  /** `isCalled`: it is to be run. Of others only the name is needed. */
  code(code: CompiledFunction, isCalled: boolean, key?: Key): Json;
  /** It cannot be saved. */
  refuse(code: string, what: string, mend: string, key?: Key): Json;
  /** It is left out, which the report of the save tells. */
  leaveOut(what: string): void;
  /** Can what comes at a channel be heard again when it is loaded? */
  isChannel(channel: unknown): boolean;
  /** Is it an object of the game, which is found again by its id? */
  hasId(object: object): boolean;
  readonly names: Names;
}

/** Makes the channel of a subscription anew, and gives what it hears at once. It calls code of the game. */
export type MakeChannel = () => { readonly channel: Channel; readonly came?: unknown[] | null };

/** A frame as a save has it. */
export interface SavedFrame {
  /** Its function. */
  readonly which: Json;
  readonly pc: number;
  readonly held: readonly Json[];
  readonly hasThis: boolean;
}

/** Who knows which functions were edited since the save. */
export interface EditedFrames {
  /** A function of the save is there again. */
  noteMade(id: string, made: object): void;
  /** The frame where it stands now; `code` is undefined if its function is not there. Undefined if the function is as it was. */
  makeFrame(code: FrameCode | undefined, saved: SavedFrame, from: Loader): FrameObject | undefined;
  /** Those that it has made. */
  readonly frames: ReadonlyMap<object, unknown>;
  /** What its places get that are live in this build. */
  valuesOf(frame: FrameObject, from: Loader): unknown[];
}

/** What they ask of who reads one. */
export interface Loader {
  value(json: Json): unknown;
  record(row: Row, json: Json): any;
  code(json: Json): CompiledFunction;
  /** The name of a function in the save, by its record: `function shop.js#open`; empty for one without. */
  nameOf(code: Json): string;
  /** The save is damaged. */
  damaged(what: string): never;
  /** Something that the save names is not there: all of these are told of together. */
  missing(code: string, what: string, mend: string): void;
  refuse(refusal: Refusal): void;
  /** The same, before all others. */
  refuseFirst(refusals: readonly Refusal[]): void;
  /** When all objects have their contents. */
  afterFill(close: () => void): void;
  /** What is done at the end, at once. */
  readonly changes: (() => void)[];
  /** What is called when all is in its place: it shows what was seen. */
  readonly shows: (() => void)[];
  newThread(): Thread;
  /** The threads of the save, with their priorities. */
  readonly threads: Map<Thread, number>;
  /** The subscriptions to events, with what makes their channels. */
  readonly events: Map<Subscription, MakeChannel>;
  readonly scheduler: Scheduler;
  readonly names: Names;
  readonly edits: EditedFrames;
}

/** How one field is saved. `usual`: a field with it at the end of a record is left out. */
export interface Field {
  save(value: any, to: Saver, of: any, key: string): Json;
  load(json: Json, from: Loader, of: any): unknown;
  readonly usual?: Json | undefined;
  /** Of what stands beside the record, or in it under another form. */
  readonly read?: (of: any) => unknown;
  readonly write?: (of: any, value: any) => void;
}

/** One class of the table. */
export interface Row {
  readonly tag: string;
  /** By which its objects are known; null for those that only a field leads to. */
  readonly prototype: object | null;
  /** The long names of its fields, which stand in the save. */
  readonly names: readonly string[];
  /** The names that they have in this build. */
  readonly keys: readonly string[];
  readonly fields: readonly Field[];
  make(from: Loader, entry: readonly Json[]): object;
}

/**
 * A row. The keys of `fields` are the names of this build, which are short in production, so `names` has them once more as text:
 * a build with short names reads a save of one with long names.
 */
export function row(
  tag: string,
  prototype: object | null,
  names: string,
  fields: Readonly<Record<string, Field>>,
  make: Row['make'],
): Row {
  return {
    tag,
    prototype,
    names: wordsIn(names),
    keys: Object.keys(fields),
    fields: Object.values(fields),
    make,
  };
}

/** The marks of the runtime that may stand in a variable, by their names in a save. */
export const MARKS: ReadonlyMap<string, symbol> = new Map([
  ['cancel', CANCEL],
  ['pause', PAUSE],
  ['nextFrame', nextFrame],
]);

/** Names that stand in one text, so that the production build does not take them for names of its own. */
export const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Any value of the game. */
export const value: Field = {
  save: (given, to, _of, key) => to.value(given, key),
  load: (json, from) => from.value(json),
  usual: ['u'],
};

/** A value that is a certain primitive. */
const primitive = (type: string, usual?: Json): Field => ({
  save: (given, to, _of, key) => to.value(given, key),
  load(json, from) {
    const given = from.value(json);
    // oxlint-disable-next-line valid-typeof -- it is one of the names
    if (typeof given !== type) from.damaged(`a ${typeof given} in place of a ${type}`);
    return given;
  },
  usual,
});

export const number: Field = primitive('number');
export const zero: Field = primitive('number', 0);
export const boolean: Field = primitive('boolean', false);
export const text: Field = primitive('string');

/** What it is, or null. */
export const orNull = (field: Field): Field => ({
  save: (given, to, of, key) => (given === null ? null : field.save(given, to, of, key)),
  load: (json, from, of) => (json === null ? null : field.load(json, from, of)),
  usual: null,
});

/** What it is, or undefined, which is written as null. */
export const orUndefined = (field: Field): Field => ({
  save: (given, to, of, key) => (given === undefined ? null : field.save(given, to, of, key)),
  load: (json, from, of) => (json === null ? undefined : field.load(json, from, of)),
  usual: null,
});

/** A list of them, which may be anything with a length. */
export const list = (field: Field): Field => ({
  save(given: ArrayLike<unknown>, to, of, key) {
    const all: Json[] = [];
    for (let at = 0; at < given.length; at++) all.push(field.save(given[at], to, of, key));
    return all;
  },
  load: (json, from, of) => listOf(json, from).map((one) => field.load(one, from, of)),
  usual: [],
});

/** All rows by their tags (state-table.ts). */
export const table: Map<string, Row> = new Map();

/** The rows of what is known by its class. */
export const rowOfClass: Map<object | null, Row> = new Map();

export const rowOf = (tag: string): Row => table.get(tag)!;

/** A record of another row. It is asked for by its tag when it is used, as rows lead to one another. */
export const record = (tag: string): Field => ({
  save: (given: object, to, _of, key) => to.record(rowOf(tag), given, key),
  load: (json, from) => from.record(rowOf(tag), json),
});

/** The record of a function that is to be run. */
export const code: Field = {
  save: (given: CompiledFunction, to, _of, key) => to.code(given, true, key),
  load: (json, from) => from.code(json),
};

/** The same where traces show it, and where its marks count. */
export const named: Field = {
  save: (given: CompiledFunction, to, _of, key) => to.code(given, false, key),
  load: (json, from) => from.code(json),
};

/** The same field, of what stands beside the record. */
export const beside = (field: Field, read: NonNullable<Field['read']>, write: NonNullable<Field['write']>): Field => ({
  ...field,
  read,
  write,
});

/** What is not supported yet: anything but its usual value is refused. */
export const refused = (
  isUsual: (given: any) => boolean,
  usual: unknown,
  why: readonly [string, string, string],
): Field => ({
  save: (given, to, _of, key) => (isUsual(given) ? null : to.refuse(...why, key)),
  load: () => usual,
  usual: null,
});

/** An object of one of these rows. */
export const ofRow = (...tags: readonly string[]): Field => ({
  save: (given, to, _of, key) => to.value(given, key),
  load(json, from) {
    const given = Object(from.value(json)) as object;
    const found = rowOfClass.get(Object.getPrototypeOf(given) as object);
    return found !== undefined && tags.includes(found.tag) ? given : from.damaged(`no ${tags[0]} where one should be`);
  },
});

/** The same, or null. */
export const orNone = (...tags: readonly string[]): Field => orNull(ofRow(...tags));

/** A clock of any class. */
export const ofClock: Field = {
  save: (given, to, _of, key) => to.value(given, key),
  load(json, from) {
    const given = from.value(json);
    return given instanceof Clock ? given : from.damaged('no clock where one should be');
  },
};

/** A thread of this save. */
export const aThread: Field = {
  save: (given, to, _of, key) => to.value(given, key),
  load(json, from) {
    const given = from.value(json) as Thread;
    return from.threads.has(given) ? given : from.damaged('no thread where one should be');
  },
};

export const shared = (tag: string): Field => orNull(record(tag));

/** A small set of threads, as a list. */
export function members(): Field {
  const inner = list(aThread);
  return {
    save: (given: SmallSet<unknown>, to, of, key) => inner.save(given.toArray(), to, of, key),
    load(json, from, of) {
      const set = new SmallSet<unknown>();
      for (const one of inner.load(json, from, of) as unknown[]) set.add(one);
      return set;
    },
  };
}

export const isNothing = (given: unknown): boolean => given === null;

/** Where in the table the object stands that it points to; undefined for a value. */
export function placeIn(json: Json | undefined): number | undefined {
  const [at] = Array.isArray(json) && json.length === 1 ? (json as readonly Json[]) : [];
  return typeof at === 'number' ? at : undefined;
}

/** The elements of a list. */
export function listOf(json: Json | undefined, from: Pick<Loader, 'damaged'>): readonly Json[] {
  return Array.isArray(json) ? (json as readonly Json[]) : from.damaged('no list where one should be');
}
