/**
 * Builds what a save has, beside what is there: nothing of the scheduler or of an object of the game changes before all of it has been built. What is
 * to change then is noted in `changes`, none of which can fail.
 */
import {
  type CompiledFunction,
  codeOf,
  functionCode,
  uncompiled,
  CompiledFunction as Code,
} from '../execution/compiled-function.js';
import { frameWait } from '../waits/predicate.js';
import { executorOf } from '../words/executor-class.js';
import { ANONYMOUS, callOf } from '../words/start.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { Thread } from '../threads/thread.js';
import type { Lock, Subscription } from '../threads/thread.js';
import { Clock } from '../time/clock.js';
import { adoptAll } from './adopt.js';
import { Edits } from './edits/edits.js';
import { changeContent } from './change-content.js';
import { damaged, type Refusal } from './errors.js';
import { changeFound } from './found-fields.js';
import { type Field, type Json, type Loader, type MakeChannel, placeIn, type Row, rowOf } from './fields.js';
import type { Names } from './names.js';
import { readPrimitive } from './primitives.js';
import { $made, isObject } from './registry.js';
import { rows } from './state-table.js';
import { fillValue, type FoundObjects, makeValue, tellMissing } from './value-makers.js';

function writeField(field: Field, key: string, made: object, loaded: unknown): void {
  if (field.write !== undefined) field.write(made, loaded);
  else if (field.read === undefined) (made as Record<string, unknown>)[key] = loaded;
}

/** The tags of what is whole when it is made. */
const WITHOUT_CONTENTS: ReadonlySet<string> = new Set('S H I N F f cf cs cd ca cw cl'.split(' '));
/** It stands where an object is being made. */
const OPEN = {};
/** In the place of an object of the game that is not there. */
const NOT_FOUND = {};

export class Decoder implements Loader {
  readonly scheduler: Scheduler;
  readonly names: Names;
  readonly own: FoundObjects;
  /** What is done at the end, at once. */
  readonly changes: (() => void)[] = [];
  readonly shows: (() => void)[] = [];
  readonly refusals: Refusal[] = [];
  readonly locks: Set<Lock> = new Set();
  readonly clocks: Set<Clock> = new Set();
  /** Those of them that were there before. */
  readonly clocksInUse: Set<Clock> = new Set();
  /** With their priorities. */
  readonly threads: Map<Thread, number> = new Map();
  readonly events: Map<Subscription, MakeChannel> = new Map();
  readonly kept: Set<string> = new Set();
  readonly edits: Edits;
  readonly #entries: readonly Json[];
  readonly #made: unknown[];
  /** Of each row of the save, where its fields stand in the table of this build; `isSame`: all stand as there. */
  readonly #orders = new Map<string, { readonly places: readonly number[]; readonly isSame: boolean }>();
  readonly #last: (() => void)[] = [];
  /** By the places of the objects. */
  readonly #isFilled: boolean[];
  /** Does the save have something of it? */
  readonly hasMade = (one: unknown): boolean => this.#made.includes(one);
  /** The place of the object that is being made. */
  #at: number | undefined;
  /** For what objects something was missing, by their places. */
  readonly #refusedAt = new Map<Refusal, number>();
  /** The places of what is there already, as a function has captured it. */
  #adopted: ReadonlySet<number> = new Set();

  constructor(
    scheduler: Scheduler,
    names: Names,
    own: FoundObjects,
    entries: readonly Json[],
    fields: ReadonlyMap<string, readonly number[]>,
    edits: Edits = new Edits(names),
  ) {
    this.edits = edits;
    this.scheduler = scheduler;
    this.names = names;
    this.own = own;
    this.#entries = entries;
    for (const [tag, places] of fields)
      this.#orders.set(tag, { places, isSame: places.every((at, index) => at === index) });
    this.#made = entries.map(() => undefined);
    this.#isFilled = entries.map(() => false);
  }

  /** Makes all objects, then fills them. */
  build(): void {
    this.#adopted = adoptAll(this.#entries, this.#made, this);
    for (let at = 0; at < this.#entries.length; at++) this.#object(at);
    for (let at = 0; at < this.#entries.length; at++) this.#fill(at);
    for (const close of this.#last) close();
  }

  damaged(what: string): never {
    return damaged(what);
  }

  missing(code: string, what: string, mend: string): void {
    this.refuse({ code, text: what, mend });
  }

  refuse(refusal: Refusal): void {
    this.refusals.push(refusal);
    if (this.#at !== undefined) this.#refusedAt.set(refusal, this.#at);
  }

  refuseFirst(refusals: readonly Refusal[]): void {
    this.refusals.unshift(...refusals);
  }

  /** Leaves out the refusals of what nothing leads to but these objects, which are not put in place. `roots`: what the save begins with. */
  forget(objects: ReadonlySet<unknown>, roots: readonly Json[]): void {
    const reached = new Set<number>();
    const stack: Json[] = roots.slice();
    for (let json = stack.pop(); json !== undefined; json = stack.pop()) {
      if (!Array.isArray(json)) continue;
      const at = placeIn(json);
      if (at === undefined) stack.push(...(json as readonly Json[]));
      else if (!reached.has(at) && !objects.has(this.#made[at])) {
        reached.add(at);
        stack.push(this.#entries[at] ?? null);
      }
    }
    const isNeeded = (one: Refusal): boolean =>
      reached.has(this.#refusedAt.get(one) ?? -1) || !this.#refusedAt.has(one);
    this.refusals.splice(0, this.refusals.length, ...this.refusals.filter(isNeeded));
  }

  /** When all objects have their contents. */
  afterFill(close: () => void): void {
    this.#last.push(close);
  }

  value(json: Json): unknown {
    if (typeof json !== 'object' || json === null) return json;
    if (!Array.isArray(json)) return this.damaged('an object that is no list');
    const at = placeIn(json);
    return at === undefined ? readPrimitive(json as readonly Json[], this) : this.#object(at);
  }

  /** What a class of the game loads itself from: it is filled before. */
  wholeValue(json: Json): unknown {
    const stack = [json];
    const value = this.value(json);
    for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
      const at = placeIn(one);
      if (at === undefined || this.#isFilled[at] === true) continue;
      this.#object(at);
      this.#fill(at);
      stack.push(...(this.#entries[at] as readonly Json[]));
    }
    return value;
  }

  record(row: Row, json: Json): any {
    const [tag] = this.#entryAt(json) ?? [];
    if (tag !== row.tag && !(row.tag === 'Join' && tag === 'Arms'))
      return this.damaged(`no ${row.tag} where one should be`);
    return this.value(json);
  }

  code(json: Json): CompiledFunction {
    const found = this.value(json);
    return found instanceof Code ? found : this.damaged('no function where one should be');
  }

  nameOf(code: Json): string {
    const [, fn] = this.#entryAt(code) ?? [];
    const [tag, kind, name] = this.#entryAt(fn) ?? [];
    return tag === 'f'
      ? `made ${this.factoryId(kind)}`
      : tag === 'N' || tag === '@'
        ? `${String(kind)} ${String(name)}`
        : '';
  }

  /** What an object of the table is written as. */
  #entryAt(json: Json | undefined): readonly Json[] | undefined {
    const entry = this.#entries[placeIn(json) ?? -1];
    return Array.isArray(entry) ? (entry as readonly Json[]) : undefined;
  }

  newThread(): Thread {
    const { scheduler } = this;
    const thread = new Thread({ call: NO_CALL, scheduler, lock: null, parent: null, isSpare: true });
    this.threads.set(thread, 0);
    return thread;
  }

  /** The object at a place, without its contents so far. */
  #object(at: number): unknown {
    const entry = this.#entries[at];
    if (!Array.isArray(entry)) return this.damaged('an object that is not there');
    const known = this.#made[at];
    if (known === OPEN) return this.damaged('an object that is needed to make itself');
    if (known !== undefined) return known;
    this.#made[at] = OPEN;
    const around = this.#at;
    this.#at = at;
    let made: unknown;
    try {
      made = this.#make(entry as readonly Json[]);
    } finally {
      this.#at = around;
      this.#made[at] = made;
    }
    return made ?? this.damaged('an object of a kind that is not known');
  }

  #make(entry: readonly Json[]): unknown {
    const [tag, first = null, second] = entry;
    const row = rows.get(tag as string);
    if (row !== undefined) return this.#makeRecord(row, this.#ordered(row, entry));
    switch (tag) {
      case 'S':
        return this.scheduler;
      case 'H':
        return executorOf((this.record(rowOf('Lock'), first) as Lock).owner);
      case 'I':
        return this.#found(first);
      case 'N':
      case '@':
        return this.#named(first, second);
      case 'f':
        return this.made(entry);
      case 'ca':
        return ANONYMOUS;
      case 'cw':
        return frameWait;
      case 'cl':
        return typeof first === 'string'
          ? new Code(() => undefined, 'direct', uncompiled(first))
          : this.damaged('a function without a name');
      case 'cf':
      case 'cs':
      case 'cd':
        return this.#code(tag, first);
      default:
        return makeValue(entry, this);
    }
  }

  #makeRecord(row: Row, entry: readonly Json[]): object {
    const made = row.make(this, entry);
    if (row.tag === 'Lock') this.locks.add(made as Lock);
    if (row.tag === 'Clock') this.clocks.add(made as Clock);
    if (made === this.scheduler.clock) this.clocksInUse.add(made as Clock);
    return made;
  }

  /** The elements of a record in the order of this build, of which those that are not in the save are undefined. */
  #ordered({ tag }: Row, entry: readonly Json[]): readonly Json[] {
    const { places, isSame } = this.#orders.get(tag) ?? this.damaged(`a ${tag} without its fields`);
    if (entry.length - 1 > places.length) return this.damaged(`a ${tag} with too many fields`);
    if (isSame) return entry;
    const ordered: Json[] = [tag];
    entry.slice(1).forEach((json, at) => (ordered[places[at]! + 1] = json));
    return ordered;
  }

  #fill(at: number): void {
    if (this.#isFilled[at] === true) return;
    this.#isFilled[at] = true;
    const entry = this.#entries[at] as readonly Json[];
    const made = this.#made[at] as object;
    const tag = entry[0] as string;
    const row = rows.get(tag);
    if (row !== undefined) {
      const isLive = row.tag === 'Lock' || made === this.scheduler.clock;
      this.#fillRecord(row, made, entry, isLive);
    } else if (tag === '@') this.#fillNamed(made, entry[3]);
    else if (this.names.modules && tag === 'N' && (entry[1] === 'function' || entry[1] === 'class'))
      changeContent(made, ['o'], this);
    else if (tag === 'I' && Array.isArray(entry[2]) && made !== NOT_FOUND)
      changeFound(made, entry[2] as readonly Json[], this);
    else if (WITHOUT_CONTENTS.has(tag)) return;
    else if (this.#adopted.has(at)) changeContent(made, entry, this);
    else fillValue(made, entry, this);
  }

  #fillNamed(made: object, inner: Json | undefined): void {
    if (!Array.isArray(inner)) return this.damaged('a name without contents');
    const row = rows.get(inner[0] as string);
    if (inner[0] === 'f') return;
    if (row === undefined) return changeContent(made, inner as readonly Json[], this);
    if (row.tag === 'Thread' && made instanceof Thread) return this.#fillThread(made, inner as readonly Json[]);
    if (row.tag !== 'Clock' || !(made instanceof Clock)) return this.damaged('contents that no constant has');
    this.clocks.add(made);
    this.clocksInUse.add(made);
    this.#fillRecord(row, made, inner as readonly Json[], true);
  }

  /** A constant has it: another one is filled, which it becomes at the end. */
  #fillThread(made: Thread, entry: readonly Json[]): void {
    const filled = this.newThread();
    this.#fillRecord(rowOf('Thread'), filled, entry, false);
    this.threads.set(made, this.threads.get(filled) as number);
    this.threads.delete(filled);
    this.changes.push(() => {
      Reflect.deleteProperty(made, 'status');
      Object.assign(made, filled);
    });
  }

  /** `isLive`: it is in use, so nothing is written before all has been built. */
  #fillRecord(row: Row, made: object, entry: readonly Json[], isLive: boolean): void {
    const { fields, keys } = row;
    const ordered = this.#ordered(row, entry);
    const later: unknown[] = [];
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!;
      const json = ordered[i + 1] === undefined ? field.usual : ordered[i + 1];
      if (json === undefined) return this.damaged(`a ${row.tag} without \`${row.names[i]}\``);
      const loaded = field.load(json, this, made);
      if (isLive) later.push(loaded);
      else writeField(field, keys[i]!, made, loaded);
    }
    if (isLive) this.changes.push(() => fields.forEach((field, i) => writeField(field, keys[i]!, made, later[i])));
  }

  #found(id: Json): unknown {
    if (typeof id !== 'string' && typeof id !== 'number') return this.damaged('an id that is none');
    const found = this.own.find(id);
    if (typeof found === 'function') this.edits.noteMade(String(id), found);
    if (isObject(found)) return found;
    this.missing(
      'id',
      `\`objects.find\` gave no object for the id ${JSON.stringify(id)}`,
      'Make the object in `state.prepare` or `state.load`.',
    );
    return NOT_FOUND;
  }

  #named(kind: Json, name: Json | undefined): unknown {
    if (typeof kind !== 'string' || typeof name !== 'string') return this.damaged('a name that is none');
    const found = this.names.find(kind, name);
    if (found instanceof Thread) this.threads.set(found, 0);
    if (found !== undefined) return found;
    tellMissing(kind === 'prototype' ? 'class' : kind, name, this);
    return kind === 'function' || kind === 'class' ? function () {} : {};
  }

  /** A function that a compiled function has made: it is made again from what it had captured. */
  made([, factory, ...captured]: readonly Json[]): object {
    const id = this.factoryId(factory);
    const found = this.edits.factoryFor(id);
    if (found !== undefined) {
      const given = found.captured.map(({ at, isUnboxed }) => {
        const one = this.#captured(at < captured.length ? captured[at]! : ['u']);
        return isUnboxed ? (Object(one) as { readonly v: unknown }).v : one;
      });
      const made = $made(found.factory(...given), found.factory, given);
      this.edits.noteMade(id, made);
      return made;
    }
    this.missing(
      'function',
      `there is no function \`${id.replace(/:[^:]*$/, '')}\` in this build, or no rule tells which of several it is now`,
      'Keep its name and its function around it, and what it uses of that.',
    );
    return function () {};
  }

  factoryId(json: Json | undefined): string {
    const [tag, id] = this.#entryAt(json) ?? [];
    return tag === 'F' && typeof id === 'string' ? id : this.damaged('a function without a factory');
  }

  /** A factory may read what stands in a box as it makes something, unless that is what it makes. */
  #captured(json: Json): unknown {
    const value = this.value(json);
    const at = placeIn(json);
    if (at === undefined || this.#isFilled[at] === true || this.#entryAt(json)?.[0] !== 'o') return value;
    try {
      this.#fill(at);
    } catch {
      // It leads to what is being made. It is filled with all others.
      this.#isFilled[at] = false;
    }
    return value;
  }

  #code(tag: string, first: Json): CompiledFunction {
    const fn = this.value(first);
    if (typeof fn !== 'function') return this.damaged('no function where one should be');
    if (tag !== 'cf') return functionCode(fn as () => unknown);
    return codeOf(fn) ?? functionCode(fn as () => unknown);
  }
}

const NO_CALL = callOf(() => undefined);
