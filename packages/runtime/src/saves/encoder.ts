/** Writes what a scheduler and the scripts have, object by object, into one table: what is shared, or goes in circles, stands there once. */
import { type CompiledFunction, codeOf } from '../execution/compiled-function.js';
import { GeneratorFrame } from '../execution/generator-frames.js';
import { asFrameObject, pointOf } from '../execution/frame-places.js';
import { FrameCode } from '../execution/frame-code.js';
import type { FrameObject } from '../execution/frame-objects.js';
import { frameWait } from '../waits/predicate.js';
import { Executor } from '../words/executor-class.js';
import { FollowingClock } from '../words/follow.js';
import { ANONYMOUS } from '../words/start.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { Thread } from '../threads/thread.js';
import type { Clock } from '../time/clock.js';
import { MOST_REFUSALS, type Refusal } from './errors.js';
import { textsOf } from './facts.js';
import { type Json, type Key, MARKS, type Row, rowOf, rowOfClass, type Saver } from './fields.js';
import type { Names } from './names.js';
import { knownLock } from '../ownership/owner.js';
import { generatorRefusal, refuseFunction, textOf as textOfFunction } from './refused-values.js';
import { functionOfCode, idOfFactory, idOfMethod, originOf } from './registry.js';
import { foundEntry } from './found-fields.js';
import { isLarge, textOf } from './shown.js';
import { entryOfValue, type OwnObjects } from './values.js';

interface Spare {
  readonly given: unknown;
  readonly json: Json[];
  readonly key: Key;
  readonly what: string | undefined;
}

export class Encoder implements Saver {
  readonly objects: Json[] = [];
  readonly refusals: Refusal[] = [];
  leftOut: Map<string, number> = new Map();
  readonly names: Names;
  readonly own: OwnObjects;
  readonly scheduler: Scheduler;
  /** Of the rows that it has. */
  readonly tags: Set<string> = new Set();
  readonly clocks: Set<Clock> = new Set();
  /** Of the functions in it: their texts, by which a load finds their pauses again. */
  used: Map<string, readonly Json[]> = new Map();
  readonly #factories = new Set<string>();
  /** How each object is pointed to: by its place in the table. */
  readonly #references = new Map<unknown, readonly [number]>();
  // In the order of their places: what is to be written, in which row, and what has led there first.
  readonly #given: object[] = [];
  readonly #rows: (Row | null)[] = [];
  readonly #from: number[] = [];
  readonly #keys: Key[] = [];
  readonly #channels: ReadonlySet<unknown>;
  /** What nobody reads any more, with the text that stands in its place. */
  readonly #spare: Spare[] = [];
  /** The record that is being written, with room for all of its fields. */
  readonly #record: Json[] = [];
  #at = -1;

  constructor(scheduler: Scheduler, names: Names, own: OwnObjects, channels: ReadonlySet<unknown>) {
    this.scheduler = scheduler;
    this.names = names;
    this.own = own;
    this.#channels = channels;
  }

  value(given: unknown, key: Key = null): Json {
    switch (typeof given) {
      case 'string':
      case 'boolean':
        return given;
      case 'number':
        return Number.isFinite(given) && !Object.is(given, -0)
          ? given
          : ['n', Object.is(given, -0) ? '-0' : String(given)];
      case 'undefined':
        return ['u'];
      case 'bigint':
        return ['b', String(given)];
      case 'symbol':
        return this.#symbol(given, key);
      default:
        return given === null ? null : this.#pointTo(given as object, null, key);
    }
  }

  spare(given: unknown, key: Key, what?: string): Json {
    if (!isLarge(given)) return this.value(given, key);
    // Its text asks the object for its name, so it is not made where nobody needs it.
    const json: Json[] = [];
    this.#spare.push({ given, json, key, what });
    return json;
  }

  record(row: Row, given: object, key: Key = null): Json {
    return this.#pointTo(given, row, key);
  }

  code(code: CompiledFunction, isCalled: boolean, key: Key = null): Json {
    if (isCalled && this.#codeName(code) === null)
      return refuseFunction(
        this,
        `runs \`${code.path || code.label}\`, a function that no save can name`,
        textOfFunction(code.body),
        { key },
      );
    return this.#pointTo(code, CODE, key);
  }

  isChannel(channel: unknown): boolean {
    return this.#channels.has((channel as { readonly list: unknown }).list);
  }

  hasId(object: object): boolean {
    return this.own.idOf(object) !== undefined;
  }

  has(object: object): boolean {
    return this.#references.has(object);
  }

  leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }

  /** Writes all that is waiting. What nobody reads any more comes last: what it leads to stands there already, or can be taken back. */
  run(): void {
    this.#writeWaiting();
    if (this.refusals.length > 0) return;
    for (let at = 0; at < this.#spare.length; at++) this.#trySpare(this.#spare[at]!);
  }

  #trySpare({ given, json, key, what }: Spare): void {
    const { length } = this.#given;
    const spareCount = this.#spare.length;
    const [used, leftOut] = [new Map(this.used), new Map(this.leftOut)];
    const written = this.value(given, key);
    this.#writeWaiting(1);
    if (this.refusals.length === 0) {
      json.push(...(written as readonly Json[]));
      return;
    }
    json.push(...textOf(given));
    for (const one of this.#given.splice(length)) this.#references.delete(one);
    this.#rows.length = this.#from.length = this.#keys.length = length;
    this.objects.length = length;
    this.refusals.length = 0;
    this.#spare.length = spareCount;
    this.used = used;
    this.#factories.clear();
    this.leftOut = leftOut;
    if (what !== undefined) this.leaveOut(what);
  }

  #writeWaiting(most: number = MOST_REFUSALS): void {
    const { objects, refusals } = this;
    for (let at = objects.length; at < this.#given.length; at++) {
      this.#at = at;
      const given = this.#given[at]!;
      const row = this.#rows[at]!;
      objects.push(row === CODE ? this.#codeEntry(given as CompiledFunction) : this.#entry(given, row));
      if (refusals.length >= most) break;
    }
    this.#at = -1;
  }

  refuse(code: string, what: string, mend: string, key: Key = null): Json {
    if (this.refusals.length < MOST_REFUSALS) this.refusals.push({ code, text: what, mend, ...this.#whereIs(key) });
    return null;
  }

  #pointTo(given: object, row: Row | null, key: Key): readonly [number] {
    const known = this.#references.get(given);
    if (known !== undefined) return known;
    const reference: readonly [number] = [this.#given.length];
    this.#references.set(given, reference);
    this.#given.push(given);
    this.#rows.push(row);
    this.#from.push(this.#at);
    this.#keys.push(key);
    return reference;
  }

  #entry(given: object, row: Row | null): Json {
    const name = typeof given === 'function' || row === null ? this.names.of(given) : undefined;
    if (name?.[0] === 'prototype') return ['N', ...name];
    const prototype = Object.getPrototypeOf(given) as object | null;
    const found = rowOfClass.get(prototype) ?? row ?? undefined;
    if (found !== undefined) {
      const isNamedClock = name?.[0] === 'clock';
      if (prototype === FollowingClock.prototype && !isNamedClock)
        return this.refuse('clock', 'a clock of `follow`', 'Give it to `clocks` of `saves`.');
      const entry = this.#recordEntry(given, found);
      return name !== undefined && (isNamedClock || this.names.modules) ? ['@', ...name, entry] : entry;
    }
    if (given === this.scheduler) return ['S'];
    if (given instanceof GeneratorFrame) return this.refuse(...generatorRefusal(given.code));
    const owned = prototype === Executor.prototype ? knownLock(given) : undefined;
    if (owned !== undefined && owned.handle === given) return ['H', this.record(rowOf('Lock'), owned)];
    const id = this.own.idOf(given);
    return id === undefined ? entryOfValue(given, name, this) : foundEntry(given, id, this);
  }

  #recordEntry(given: object, { tag, keys, fields }: Row): Json {
    const entry = this.#record;
    entry[0] = tag;
    this.tags.add(tag);
    if (tag === 'Clock') this.clocks.add(given as Clock);
    let length = 1;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!;
      const { usual, read } = field;
      const stands = read === undefined ? (given as Record<string, unknown>)[keys[i]!] : read(given);
      if (usual !== undefined && Object.is(stands, usual)) {
        entry[i + 1] = usual;
        continue;
      }
      const json = field.save(stands, this, given, null as never);
      entry[i + 1] = json;
      if (json !== usual && !isEmpty(json, usual)) length = i + 2;
    }
    return entry.slice(0, length);
  }

  /** The record of a function: by the function object, or by what stands for it. */
  #codeEntry(code: CompiledFunction): Json {
    const name = this.#codeName(code);
    if (name === null) return ['cl', code.label];
    const [kind, fn] = name;
    if (fn !== null && code instanceof FrameCode) this.#noteUse(fn, code);
    return fn === null ? [kind] : [kind, this.value(fn)];
  }

  #noteUse(fn: Function, code: FrameCode): void {
    const made = originOf(fn);
    const known = this.names.of(fn);
    const id = this.own.idOf(fn) ?? (made === undefined ? idOfMethod(fn) : idOfFactory(made.factory));
    // The game may give a name to what a factory has made.
    const name = id === undefined || known?.[0] === 'own' ? known?.join(' ') : `made ${id}`;
    if (name === undefined || this.used.get(name)?.[0] != null) return;
    const [meta, facts = null] = textsOf(code);
    this.used.set(name, [meta, facts]);
  }

  noteFactory(id: string): void {
    if (this.#factories.has(id)) return;
    this.#factories.add(id);
    if (!this.used.has(`made ${id}`)) this.used.set(`made ${id}`, [null, null]);
  }

  /** How the record is found again; null for one that has only a label. */
  #codeName(code: CompiledFunction): readonly [kind: string, fn: Function | null] | null {
    const { names } = this;
    const find = (of: CompiledFunction): Function | undefined => names.functionOf(of) ?? functionOfCode(of);
    const fn = find(code);
    if (fn !== undefined) return ['cf', fn];
    if (code === ANONYMOUS) return ['ca', null];
    if (code === frameWait) return ['cw', null];
    const { starts, body, kind } = code;
    const begun = starts === null ? undefined : find(starts);
    if (begun !== undefined) return ['cs', begun];
    const isOwn = kind === 'direct' && starts === null && codeOf(body) === undefined && names.of(body) !== undefined;
    return isOwn ? ['cd', body] : null;
  }

  #symbol(given: symbol, key: Key): Json {
    for (const [name, mark] of MARKS) if (mark === given) return ['k', name];
    const known = Symbol.keyFor(given);
    if (known !== undefined) return ['s', known];
    const name = Object.getOwnPropertyNames(Symbol).find(
      (one) => (Symbol as unknown as Record<string, unknown>)[one] === given,
    );
    if (name !== undefined) return ['w', name];
    return this.refuse('symbol', `${String(given)} is a symbol of this run only`, 'Use `Symbol.for(…)`.', key);
  }

  /** Where something stands that an entry holds: the variable, the function, and the way there. */
  #whereIs(key: Key): Partial<Refusal> {
    const way: Key[] = [key];
    for (let at = this.#at; at >= 0; at = this.#from[at]!) {
      const given = this.#given[at]!;
      const isFrame = rowOfClass.get(Object.getPrototypeOf(given) as object)?.tag.startsWith('F') === true;
      if (isFrame || given instanceof Thread) {
        // A thread waits where its innermost call stands.
        const { leaf } = given as Thread;
        const step = isFrame ? (given as FrameObject) : leaf && asFrameObject(leaf);
        const line = step === null ? undefined : pointOf(step)?.line;
        return { ...pathOf(way), function: nameOfCode((step ?? (given as Thread)).code), line };
      }
      way.unshift(this.#keys[at]!);
    }
    return pathOf(way);
  }
}

/** Stands for a row where a record of a function is written. */
const CODE = { tag: 'code' } as Row;

/** An empty list, or `undefined`, where it is usual. */
const isEmpty = (json: Json, usual: Json | undefined): boolean =>
  Array.isArray(usual) &&
  Array.isArray(json) &&
  json.length === usual.length &&
  (json.length === 0 || (json[0] === 'u' && usual[0] === 'u'));

/** As a refusal calls it. */
export const nameOfCode = ({ path, file, label }: CompiledFunction): string =>
  file === undefined ? path || label : `${file}#${path}`;

/** `hero.bag[2]` */
function pathOf(way: readonly Key[]): Partial<Refusal> {
  const steps = way.filter((key) => key !== null);
  const [variable] = steps;
  if (variable === undefined) return {};
  const path = steps.reduce<string>(
    (text, key, at) => (at === 0 ? String(key) : /^\d+$/.test(String(key)) ? `${text}[${key}]` : `${text}.${key}`),
    '',
  );
  return { variable: String(variable), path };
}
