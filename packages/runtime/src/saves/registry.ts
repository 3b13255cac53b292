/**
 * What files that are compiled with the option `saves` say of themselves. It is kept by the names that a save has: those of files below a
 * root, and in a file the paths of its functions and the names of its variables, none of which a build changes.
 */
import { StampBase } from '../collections/stamp-base.js';
import { codeOf } from '../execution/compiled-function.js';
import { DEV } from '../messages/development.js';
import { fileRegisteredTwice } from '../messages/errors.js';

/** Makes a function, a class or an object with methods from what that uses of the functions around it. */
// oxlint-disable-next-line typescript/no-explicit-any -- each has parameters of its own
export type Factory = (...captured: any[]) => object;

/** A getter of something at the top of a module. It throws while that has no value yet. */
type Getter<T = unknown> = () => T;

/** What a compiled file hands over before its own code runs. What it has nothing of is left out. */
export interface FileRecord {
  /** Functions that have a place at the top of the module, by their paths: `shop`, `Guard.patrol`. */
  readonly functions?: Readonly<Record<string, Getter>>;
  readonly classes?: Readonly<Record<string, Getter>>;
  /** By the path of what they make, and the hash of its text: `shop>bump:k3f`. */
  readonly factories?: Readonly<Record<string, Factory>>;
  /** Of a `let` with its setter. */
  readonly variables?: Readonly<Record<string, readonly [Getter, ((value: unknown) => void)?]>>;
  /** What is code of this or another file, and never saved by its value: `./pen.js#fn`, `./pen.js#*`, `#Color` of an enum. */
  readonly imports?: Readonly<Record<string, Getter>>;
  /** What each function says of its pauses, by its path (facts.ts). */
  readonly facts?: Readonly<Record<string, string>>;
  /** The paths of functions, by the ids that they had before: `// @was shop.js#Glitch.go`. */
  readonly was?: Readonly<Record<string, string>>;
  /** Options of the compiler that decide what waits, as JSON, where they are not the usual ones. */
  readonly options?: Readonly<Record<string, string>>;
}

/** By the name of the file. In development the newest version of each. */
const files = new Map<string, FileRecord>();
/** Of all versions: what was made by an older one may live on. */
const factories = new WeakMap<Factory, string>();

/**
 * Compiled code calls it first.
 *
 * @throws {SpindleError} In production, if a file of that name is there already: a save could not tell the two apart (SPN538).
 */
export function $saves(file: string, record: FileRecord): void {
  if (!DEV && files.has(file)) throw fileRegisteredTwice(file);
  files.set(file, record);
  const { factories: own = {} } = record;
  for (const id of Object.keys(own)) factories.set(own[id]!, `${file}#${id}`);
}

/** The files that are loaded, by their names. */
export const savedFiles = (): ReadonlyMap<string, FileRecord> => files;

/**
 * What something is called now that a save calls so: a function with a mark `// @was`, what is made in it, or the class of a method with one.
 * Names without one stay as they are.
 */
export function nameNow(name: string): string {
  for (const [file, { was = {} }] of files)
    for (const [old, now] of Object.entries(was)) {
      if (name === old || name.startsWith(`${old}>`)) return `${file}#${now}${name.slice(old.length)}`;
      const method = /^(.+)\.[^.>]+$/;
      if (name === method.exec(old)?.[1]) return `${file}#${method.exec(now)?.[1] ?? ''}`;
    }
  return name;
}

/** How calls of functions with such a mark are written now, by how they were: `run` for `go`. */
export function renamedCalls(): Map<string, string> {
  const last = (id: string): string => /[^.>#]*$/.exec(id.replace(/~.*$/, ''))![0];
  const pairs = Array.from(files.values()).flatMap(({ was = {} }) => Object.entries(was));
  return new Map(pairs.map(([old, now]) => [last(old), last(now)] as const).filter(([old, now]) => old !== now));
}

/** Has something of this file gone into another one, as marks say? */
export const wasLeft = (file: string): boolean =>
  Array.from(files.values()).some(({ was = {} }) => Object.keys(was).some((old) => old.startsWith(`${file}#`)));

/** The options with which a file was compiled, as one text. */
export const optionsOf = (file: string): string => JSON.stringify(files.get(file)?.options ?? {});

/** `walk.js#shop>bump:k3f`; undefined where its file has not begun to run. */
export const idOfFactory = (factory: Factory): string | undefined => factories.get(factory);

/** The factory of an id, in the newest version of its file. */
export function factoryOf(id: string): Factory | undefined {
  const at = id.indexOf('#');
  const { factories: own } = files.get(id.slice(0, at)) ?? {};
  const name = id.slice(at + 1);
  return own && Object.hasOwn(own, name) ? own[name] : undefined;
}

/** How something was made. */
export interface Origin {
  readonly factory: Factory;
  /** What the factory was called with: values, boxes of variables that change, `this`. */
  readonly captured: readonly unknown[];
}

class Made extends StampBase {
  readonly #factory: Factory;
  readonly #captured: readonly unknown[];

  constructor(object: object, factory: Factory, captured: readonly unknown[]) {
    super(object);
    this.#factory = factory;
    this.#captured = captured;
  }

  static of(object: object): Origin | undefined {
    return #factory in object ? { factory: object.#factory, captured: object.#captured } : undefined;
  }
}

/** On the record of a function that a factory has made: a frame knows only that. */
class MadeCode extends StampBase {
  readonly #fn: Function;

  constructor(code: object, fn: Function) {
    super(code);
    this.#fn = fn;
  }

  static of(code: object): Function | undefined {
    return #fn in code ? code.#fn : undefined;
  }
}

/** Compiled code calls it for what a factory has just made, and gets that back. A private field: a map of such functions would be many times slower. */
export function $made<T extends object>(object: T, factory: Factory, captured: readonly unknown[]): T {
  const code = codeOf(object);
  // oxlint-disable-next-line no-new -- it is the record itself
  if (code !== undefined && MadeCode.of(code) === undefined) new MadeCode(code, object as unknown as Function);
  return new Made(object, factory, captured) as object as T;
}

/** The function of a record that a factory has made. */
export const functionOfCode = (code: object): Function | undefined => MadeCode.of(code);

/** Undefined for what no factory has made. */
export const originOf = (object: object): Origin | undefined => Made.of(object);
