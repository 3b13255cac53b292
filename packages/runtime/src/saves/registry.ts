/**
 * What files that are compiled with the option `saves` say of themselves. It is kept by the names that a save has: those of files below a
 * root, and in a file the paths of its functions and the names of its variables, none of which a build changes.
 */
import { StampBase } from '../collections/stamp-base.js';
import { type CompiledFunction, codeOf } from '../execution/compiled-function.js';
import { DEV } from '../messages/development.js';
import { fileRegisteredTwice } from '../messages/errors.js';
import { privateMethodsOf } from './private-fields.js';

/** Makes a function, a class or an object with methods from what that uses of the functions around it. */
// oxlint-disable-next-line typescript/no-explicit-any -- each has parameters of its own
export type Factory = (...captured: any[]) => object;

/** A getter of something at the top of a module. It throws while that has no value yet. */
type Getter<T = unknown> = () => T;

/** What a compiled file hands over before its own code runs. What it has nothing of is left out. */
export interface FileRecord {
  /** Functions that have a place at the top of the module, by their paths: `shop`, `room.enter`. Classes lead to their methods. */
  readonly functions?: Readonly<Record<string, Getter>>;
  readonly classes?: Readonly<Record<string, Getter>>;
  /** Of classes by their names: the fields that they declare, or assign through `this`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** By the path of what they make, and the hash of its text: `shop>bump:k3f`. */
  readonly factories?: Readonly<Record<string, Factory>>;
  /** Of a `let` with its setter. */
  readonly variables?: Readonly<Record<string, readonly [Getter, ((value: unknown) => void)?]>>;
  /** What is code of this or another file, and never saved by its value: `./pen.js#fn`, `./pen.js#*`, `#Color` of an enum. */
  readonly imports?: Readonly<Record<string, Getter>>;
  /** What functions put on emitters of others, by their ids: `button.on('click', …)`. No save has it. */
  readonly handlers?: Readonly<Record<string, string>>;
  /** The paths of functions, by the ids that they had before: `// @was shop.js#Glitch.go`. */
  readonly was?: Readonly<Record<string, string>>;
  /** Options of the compiler that decide what waits, as JSON, where they are not the usual ones. */
  readonly options?: Readonly<Record<string, string>>;
}

/** By the name of the file. In development the newest version of each. */
const files = new Map<string, FileRecord>();
/** In development, what was there before. Objects of its classes have the names of the newest one. */
const earlier: [file: string, record: FileRecord][] = [];
/** Those of whose variables some have no first value yet, or have none as the file has thrown. */
const declaring = new Set<string>();
/** How many have begun to run, with all versions. */
export let filesBegun = 0;
/** Of all versions: what was made by an older one may live on. */
const factories = new WeakMap<Factory, string>();

/**
 * Compiled code calls it first, and with the name alone when all variables that can be set have their first values: `isFirst`. In a bundle they may be `var`,
 * and a load before that would be overwritten, with no word.
 *
 * @throws {SpindleError} In production, if a file of that name is there already: a save could not tell the two apart (SPN538).
 */
export function $saves(file: string, record?: FileRecord, isFirst: boolean = false): void {
  if (record === undefined) return void declaring.delete(file);
  const before = files.get(file);
  if (!DEV && before) throw fileRegisteredTwice(file);
  if (DEV && before) earlier.push([file, before]);
  if (isFirst) declaring.add(file);
  files.set(file, record);
  filesBegun++;
  const { factories: own = {} } = record;
  for (const id of Object.keys(own)) factories.set(own[id]!, `${file}#${id}`);
}

/** A function that a class has. */
export interface Method {
  readonly of: object;
  readonly key: string;
  readonly fn: object;
}

/** The functions of a file, as its code has made them: later on, a script may put others in their places. */
export interface FileFunctions {
  /** By the paths that they have in the table of positions. */
  readonly told: ReadonlyMap<string, object>;
  /** Those that only objects and classes lead to: under computed keys, or not compiled. */
  readonly found: ReadonlyMap<string, object>;
  readonly methods: readonly Method[];
  /** Those that its code has given properties. */
  readonly keyed: ReadonlySet<unknown>;
  /** How much of the file has a value by now. */
  readonly size: number;
}

const functions = new WeakMap<FileRecord, FunctionsRead>();

/** What has a value by now is read once. So `saves(…)` asks for it, before a script runs. */
export function functionsOfFile(record: FileRecord): FileFunctions {
  let known = functions.get(record);
  if (known === undefined) functions.set(record, (known = new FunctionsRead()));
  known.read(record);
  return known;
}

class FunctionsRead implements FileFunctions {
  readonly told: Map<string, object> = new Map();
  readonly found: Map<string, object> = new Map();
  readonly methods: Method[] = [];
  readonly keyed: Set<unknown> = new Set();
  readonly #read = new Set<Getter>();
  #isWhole = false;

  get size(): number {
    return this.#read.size;
  }

  read({ functions: own = {}, classes = {}, variables = {} }: FileRecord): void {
    if (this.#isWhole) return;
    this.#isWhole = true;
    for (const [path, get] of Object.entries(own)) this.#add(this.told, path, this.#valueOf(get));
    for (const [name, get] of Object.entries(classes)) {
      const made = this.#valueOf(get);
      if (typeof made !== 'function') continue;
      this.#addMethods(name, name, made);
      this.#addMethods(name, `${name}.prototype`, made.prototype as object);
      for (const [key, fn] of privateMethodsOf(made)) this.#add(this.told, `${name}.#${key}`, fn);
    }
    for (const [name, [get]] of Object.entries(variables)) {
      const value = this.#valueOf(get);
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, fn] of methodsOf(value)) this.#add(this.found, `${name}.${key}`, fn);
    }
  }

  /** Undefined where it was read before, or has none yet. */
  #valueOf(get: Getter): unknown {
    if (this.#read.has(get)) return undefined;
    const value = readOf(get);
    if (value === NO_VALUE || value === undefined) return void (this.#isWhole = false);
    this.#read.add(get);
    return value;
  }

  #add(to: Map<string, object>, path: string, fn: unknown): void {
    // It was read late, and a script has put another one there.
    if (typeof fn !== 'function' || (to === this.told && (codeOf(fn)?.id ?? path) !== path)) return;
    to.set(path, fn);
    if (Object.keys(fn).length > 0) this.keyed.add(fn);
  }

  #addMethods(name: string, path: string, of: object): void {
    for (const [key, fn, isField] of methodsOf(of)) {
      const { id = '' } = (!isField && codeOf(fn)) || {};
      if (!isField) this.methods.push({ of, key, fn });
      if (id.startsWith(`${name}.`)) this.#add(this.told, id, fn);
      this.#add(this.found, `${path}.${key}`, fn);
    }
  }
}

/** The functions among the properties of an object that no factory has made. No accessor is asked. */
export const methodsOf = (object: object): [key: string, fn: object, isField: boolean][] =>
  Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([key, { value, enumerable }]) =>
    typeof value === 'function' && key !== 'constructor' && originOf(value as object) === undefined
      ? [[key, value as object, enumerable === true]]
      : [],
  );

/** Has it an identity? */
export const isObject = (value: unknown): value is object => Object(value) === value;

/** Stands for the value of a variable whose declaration has not run yet. */
export const NO_VALUE: unique symbol = Symbol('no value');

export function readOf(get: Getter): unknown {
  try {
    return get();
  } catch {
    return NO_VALUE;
  }
}

/** Why nothing can be saved or loaded now; undefined if all files have given their variables first values. */
export function whyTooEarly(): string | undefined {
  const [file] = declaring;
  return file && `\`${file}\` has variables without first values`;
}

/** All versions of all files, the oldest of each first. */
export const versionsOfFiles = (): Iterable<readonly [string, FileRecord]> => (DEV ? [...earlier, ...files] : files);

/** The files that are loaded, by their names. */
export const savedFiles = (): ReadonlyMap<string, FileRecord> => files;

/**
 * What something is called now that a save calls so: a function with a mark `// @was`, what is made in it, or the class of a method with one.
 * Names without one stay as they are.
 */
export function nameNow(name: string): string {
  for (const [file, { was = {} }] of files)
    for (const [old, now] of Object.entries(was)) {
      const rest = name.slice(old.length);
      if (name.startsWith(old) && /^(?:[>:]|$)/.test(rest)) return `${file}#${now}${rest}`;
      const method = /^(.+)\.[^.>]+$/;
      if (name === method.exec(old)?.[1]) return `${file}#${method.exec(now)?.[1] ?? ''}`;
    }
  return name;
}

/**
 * How calls of functions with such a mark are written now, by how they were: `run` for `go`. Where that is not said, who calls `go` calls another function, perhaps of
 * another file.
 */
export function renamedCalls(said: string): Map<string, string> {
  const last = (id: string): string => id.replaceAll(/~[^>]*/g, '').replace(/.*[.>#]/, '');
  const pairs = [...files.values()].flatMap(({ was = {} }) => Object.entries(was));
  return new Map(pairs.map(([old, now]) => [last(old), last(now)] as const).filter(([, now]) => said.includes(now)));
}

/** Has something of this file gone into another one, as marks say? */
export const wasLeft = (file: string): boolean =>
  [...files.values()].some(({ was = {} }) => Object.keys(was).some((old) => splitId(old)[0] === file));

/** The options with which a file was compiled, as one text. */
export const optionsOf = (file: string): string => JSON.stringify(files.get(file)?.options ?? {});

/** `walk.js#shop>bump:k3f`; undefined where its file has not begun to run. */
export const idOfFactory = (factory: Factory | null): string | undefined => factories.get(factory!);

/** `walk.js#shop` in its file and its name there. */
export function splitId(id: string): readonly [file: string, name: string] {
  const at = id.indexOf('#');
  return [id.slice(0, at), id.slice(at + 1)];
}

/** The factory of an id, in the newest version of its file. */
export function factoryOf(id: string): Factory | undefined {
  const [file, name] = splitId(id);
  const { factories: own } = files.get(file) ?? {};
  return own && Object.hasOwn(own, name) ? own[name] : undefined;
}

/** How something was made. */
export interface Origin {
  /** Null for an object with accessors that no factory can make. */
  readonly factory: Factory | null;
  /** What the factory was called with: values, boxes of variables that change, `this`. */
  readonly captured: readonly unknown[];
}

/** On the record of a function, as a frame knows only that; on what has none itself. */
class Made extends StampBase {
  readonly #origin: OriginOf;

  constructor(stamped: object, origin: OriginOf) {
    super(stamped);
    this.#origin = origin;
  }

  static of(stamped: object): OriginOf | undefined {
    return #origin in stamped ? stamped.#origin : undefined;
  }
}

interface OriginOf extends Origin {
  readonly object: object;
  /** The number of the last mark that has met it (marks/walk.ts): a Set of all would take most of the time of one. */
  mark: number;
}

type WayToMethod = readonly [of: object, isStatic: boolean, key: string];

/** On the record of a method of a class that a factory has made; on the method, if that has none. */
class MadeMethod extends StampBase {
  readonly #fn: object;
  readonly #way: WayToMethod;

  constructor(fn: object, way: WayToMethod) {
    super(codeOf(fn) ?? fn);
    this.#fn = fn;
    this.#way = way;
  }

  static of(fn: object): WayToMethod | undefined {
    const stamped = codeOf(fn) ?? fn;
    return #way in stamped && stamped.#fn === fn ? stamped.#way : undefined;
  }

  static fnOf(code: object): object | undefined {
    return #fn in code ? code.#fn : undefined;
  }
}

export const wayToMethod = (fn: object): WayToMethod | undefined => MadeMethod.of(fn);

/** `shop.js#shop>Door:k3f open` */
export function idOfMethod(fn: object): string | undefined {
  const [of, isStatic, key] = MadeMethod.of(fn) ?? [];
  const origin = of && originOf(of);
  return origin && `${idOfFactory(origin.factory)}${isStatic === true ? ' static' : ''} ${key}`;
}

function stampMethods(made: Function): void {
  for (const isStatic of [true, false])
    for (const [key, fn, isField] of methodsOf(isStatic ? made : (made.prototype as object))) {
      if (isField || MadeMethod.of(fn) !== undefined) continue;
      // oxlint-disable-next-line no-new -- it is the function itself
      new MadeMethod(fn, [made, isStatic, key]);
    }
}

/** No other function has a prototype that stays. */
export const isClass = (object: object): object is Function =>
  typeof object === 'function' && Object.getOwnPropertyDescriptor(object, 'prototype')?.writable === false;

/** Who wants to know what factories make: hot updates do, in development. */
export const watched: { made: ((object: object) => void) | null } = { made: null };

/** Compiled code calls it for what a factory has just made, or an object whose accessors one can make, and gets that back. A private field: a map of such functions would be many times slower. */
export function $made<T extends object>(object: T, factory: Factory | null, captured: readonly unknown[]): T {
  const code = codeOf(object);
  if (code === undefined && isClass(object)) stampMethods(object);
  // oxlint-disable-next-line no-new -- it is the object itself
  new Made(code ?? object, { object, factory, captured, mark: 0 });
  if (DEV) watched.made?.(object);
  return object;
}

/** A function has another record now, of what another factory has made. */
export function stampAgain(object: object, code: CompiledFunction, origin: Origin): void {
  // oxlint-disable-next-line no-new -- it is the record itself
  new Made(code, { object, ...origin, mark: 0 });
}

/** The function of a record that a factory has made. */
export const functionOfCode = (code: object): Function | undefined =>
  (Made.of(code)?.object ?? MadeMethod.fnOf(code)) as Function | undefined;

/** Undefined for what no factory has made. */
export function originOf(object: object): Origin | undefined {
  const origin = Made.of(codeOf(object) ?? object);
  return origin?.object === object ? origin : undefined;
}

/** What the function of a record, or an object that has none, has captured; undefined if the mark of this number has met it before. */
export function capturedBy(stamped: object, mark: number): readonly unknown[] | undefined {
  const origin = Made.of(stamped);
  if (origin === undefined || origin.mark === mark) return undefined;
  origin.mark = mark;
  return origin.captured;
}

/** A factory has made it, of what it has captured. */
export const hasCaptured = (given: object): boolean => (originOf(given)?.captured.length ?? 0) > 0;
