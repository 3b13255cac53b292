/** Which functions and objects have a name that a save can give: those of compiled files, of the game, and of the language. */
import { codeOf, type CompiledFunction } from '../execution/compiled-function.js';
import { tdz } from '../execution/frame-variables.js';
import {
  CancelledError,
  CannotPauseError,
  DeadlockError,
  NotInThreadError,
  OwnerGoneError,
  ReplayError,
  RunawayError,
  SchedulerClosedError,
  SpindleError,
  TimeoutError,
} from '../messages/error-classes.js';
import { clock as clockOfThread } from '../words/clock-thread-random.js';
import { Executor } from '../words/executor-class.js';
import { FORMS_OF_WORDS } from '../words/frames.js';
import { namesOfNatives } from './natives.js';
import { constructorsOf } from './private-fields.js';
import {
  functionsOfFile,
  hasCaptured,
  isClass,
  isObject,
  nameNow,
  readOf,
  savedFiles,
  splitId,
  versionsOfFiles,
} from './registry.js';

type Getter = () => unknown;

/**
 * `function`, `class`, `prototype`, `variable` and `import`: of a compiled file, as `shop.js#Guard`. `own`: that the game has given. `clock`: likewise.
 * `global`: of the language or the platform. `runtime`: of Spindle.
 */
export type NameKind =
  | 'function'
  | 'class'
  | 'prototype'
  | 'variable'
  | 'import'
  | 'own'
  | 'clock'
  | 'global'
  | 'runtime';
export type Name = readonly [NameKind, string];

/** What the game has given names to. */
export interface GivenNames {
  readonly functions: Readonly<Record<string, unknown>>;
  readonly classes: Readonly<Record<string, unknown>>;
  readonly clocks: Readonly<Record<string, object>>;
  readonly modules: boolean;
  readonly saves: object;
}

/** A variable of a compiled file. */
export interface Variable {
  readonly name: string;
  readonly get: Getter;
  /** Undefined for a constant. */
  readonly set: ((value: unknown) => void) | undefined;
}

/** What a compiled file reads that it has not. */
interface Outside {
  readonly id: string;
  /** As it is told. */
  readonly name: string;
  readonly get: Getter;
}

const ERRORS: readonly Function[] = [
  SpindleError,
  CannotPauseError,
  CancelledError,
  TimeoutError,
  OwnerGoneError,
  SchedulerClosedError,
  DeadlockError,
  RunawayError,
  ReplayError,
  NotInThreadError,
];

/** Names, and what has them. Of several names the first one counts. */
class NameTable {
  readonly names: Map<unknown, Name> = new Map();
  readonly found: Map<string, unknown> = new Map();
  readonly functions: Map<CompiledFunction, Function> = new Map();

  add(kind: NameKind, name: string, given: unknown): void {
    if (!isObject(given)) return;
    this.found.set(`${kind} ${name}`, given);
    if (!this.names.has(given)) this.names.set(given, [kind, name]);
    const code = codeOf(given);
    if (code !== undefined && !this.functions.has(code)) this.functions.set(code, given as Function);
  }
}

/** What has a name at this moment. */
export class Names {
  readonly #own = new NameTable();
  /** Read when they are needed. */
  #globals: NameTable | undefined;
  readonly variables: Variable[] = [];
  /** What files import, as `./pen.js#ink`, and free names. */
  readonly outside: Outside[] = [];
  /** Does what stands at module level belong to the game? Else it has its names, and no more of it is saved. */
  readonly modules: boolean;

  constructor(given: GivenNames) {
    this.modules = given.modules;
    for (const [file, record] of versionsOfFiles()) {
      for (const [path, fn] of functionsOfFile(record).told) this.#own.add('function', `${file}#${path}`, fn);
      for (const [name, get] of Object.entries(record.classes ?? {}))
        this.#addClass('class', `${file}#${name}`, readOf(get));
    }
    for (const [name, fn] of Object.entries(given.functions)) this.#own.add('own', name, fn);
    for (const [name, one] of Object.entries(given.classes)) this.#addClass('own', name, one);
    for (const [name, clock] of Object.entries(given.clocks)) this.#own.add('clock', name, clock);
    for (const one of ERRORS) this.#addClass('runtime', one.name, one);
    for (const [name, word] of Object.entries(FORMS_OF_WORDS)) this.#own.add('runtime', name, word);
    for (const [name, native] of namesOfNatives()) this.#own.add('runtime', name, native);
    this.#addClass('runtime', 'Executor', Executor);
    // `this.waitFor` is read before what it is given waits.
    for (const [name, word] of membersOf(Executor.prototype)) this.#own.add('runtime', `this.${name}`, word);
    this.#own.add('runtime', 'tdz', tdz);
    this.#own.add('runtime', 'clock', clockOfThread);
    this.#own.add('runtime', 'saves', given.saves);
    for (const [file, record] of savedFiles()) {
      for (const [name, [get, set]] of Object.entries(record.variables ?? {}))
        this.variables.push({ name: `${file}#${name}`, get, set });
      for (const [id, get] of Object.entries(record.imports ?? {})) {
        this.outside.push({ id, name: `\`${id}\`, which \`${file}\` reads`, get });
        if (id.includes('#')) this.#own.add('import', `${file} ${id}`, readOf(get));
      }
    }
    for (const [file, record] of savedFiles())
      for (const [path, fn] of functionsOfFile(record).found)
        // What a compiled file makes has a factory, so a class here is one of a library.
        this.#own.add(isClass(fn) ? 'import' : 'function', `${file}#${path}`, fn);
    for (const { name, get, set } of this.variables) {
      const value = set === undefined ? readOf(get) : undefined;
      if (isObject(value)) this.#addConstant(name, value);
    }
  }

  /** What is frozen stays as it is, but not what it holds. */
  #addConstant(name: string, value: object): void {
    const isNew = !this.#own.names.has(value);
    this.#own.add('variable', name, value);
    if (!isNew || !Object.isFrozen(value)) return;
    for (const [key, inner] of membersOf(value))
      if (isContainer(inner) || (typeof inner === 'function' && hasCaptured(inner)))
        this.#addConstant(`${name}.${key}`, inner);
  }

  /** The name of a function or an object; undefined if it has none. */
  of(given: unknown): Name | undefined {
    return this.#own.names.get(given) ?? (this.#globals ??= namesOfGlobals()).names.get(given);
  }

  /** The function of a record. */
  functionOf(code: CompiledFunction): Function | undefined {
    return this.#own.functions.get(code) ?? this.#globals?.functions.get(code);
  }

  /** All classes of compiled files, and functions that have properties of their own, or had them. */
  withProperties(): readonly unknown[] {
    const keyed = Array.from(savedFiles().values(), (record) => functionsOfFile(record).keyed);
    const has = (fn: unknown): boolean => Object.keys(fn as object).length > 0 || keyed.some((one) => one.has(fn));
    return Array.from(this.#own.names).flatMap(([given, [kind]]) =>
      kind === 'class' || (kind === 'function' && has(given)) ? [given] : [],
    );
  }

  /** Constants, and what those hold that are frozen: by their names in the file. */
  constants(): readonly (readonly [object, string])[] {
    return Array.from(this.#own.names as Map<object, Name>).flatMap(([given, [kind, name]]) =>
      kind === 'variable' ? [[given, splitId(name)[1]]] : [],
    );
  }

  /**
   * The fields of an object that are no code of an engine. `declared`: those that compiled classes declare, or assign through `this`. Where no other class
   * has a part in it, `all` are all that it has.
   */
  fieldsOf(given: object): { readonly declared: ReadonlySet<string>; readonly all: ReadonlySet<string | symbol> } {
    const declared = new Set<string>();
    let isWhole = true;
    for (const [at, made] of constructorsOf(Object.getPrototypeOf(given) as object | null)) {
      if (at === Object.prototype) continue;
      const [kind, name = ''] = this.of(made) ?? [];
      const [file, path] = splitId(name);
      isWhole &&= kind === 'class' || kind === 'runtime';
      for (const one of savedFiles().get(file)?.fields?.[path]?.split(' ') ?? []) declared.add(one);
    }
    const own = Reflect.ownKeys(given).filter(
      (key) => isWhole && Object.getOwnPropertyDescriptor(given, key)!.enumerable,
    );
    return { declared, all: new Set([...declared, ...own]) };
  }

  /** All functions with a name and a record. */
  functions(): readonly Function[] {
    return Array.from(this.#own.functions.values());
  }

  /** What has this name now; undefined if nothing has. */
  find(kind: string, name: string): unknown {
    if (kind === 'global') return (this.#globals ??= namesOfGlobals()).found.get(`global ${name}`);
    const isOfFile = kind === 'function' || kind === 'class' || kind === 'prototype';
    return this.#own.found.get(`${kind} ${isOfFile ? nameNow(name) : name}`);
  }

  #addClass(kind: 'class' | 'own' | 'runtime', name: string, given: unknown): void {
    const own = classOf(given);
    if (own === undefined) return;
    this.#own.add(kind, name, own);
    this.#own.add('prototype', name, own.prototype);
  }
}

let globals = new NameTable();
let globalCount = 0;

/** What the language and the platform have, and what the game has put there: read again when there is more or less of it. */
function namesOfGlobals(): NameTable {
  const { length } = Reflect.ownKeys(globalThis);
  if (length === globalCount) return globals;
  globalCount = length;
  globals = new NameTable();
  const add = (name: string, value: unknown): void => globals.add('global', name, value);
  add('globalThis', globalThis);
  for (const [name, value] of membersOf(globalThis)) {
    if (value === globalThis) continue;
    add(name, value);
    for (const [member, inner] of membersOf(value)) {
      const path = `${name}.${member}`;
      if (typeof inner === 'function' || member === 'prototype') add(path, inner);
      if (member !== 'prototype') continue;
      for (const [method, fn] of membersOf(inner)) if (typeof fn === 'function') add(`${path}.${method}`, fn);
    }
  }
  return globals;
}

const CONTAINERS: readonly unknown[] = [Object, Array, Map, Set].map(({ prototype }) => prototype as unknown);

const isContainer = (given: unknown): given is object =>
  typeof given === 'object' &&
  given !== null &&
  (CONTAINERS.includes(Object.getPrototypeOf(given)) || Object.prototype.toString.call(given) === '[object Date]');

/** A class, as the game gives it: itself, or with what saves its objects. */
export function classOf(given: unknown): (Function & { readonly prototype: object }) | undefined {
  const own: unknown =
    typeof given === 'function' ? given : (given as { readonly of?: unknown } | null | undefined)?.of;
  return typeof own === 'function' && typeof own.prototype === 'object' ? own : undefined;
}

/** The own members of an object that are no accessors, as those may do anything. */
function membersOf(object: unknown): [string, unknown][] {
  if (!isObject(object)) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([name, { value }]) =>
    value === undefined ? [] : [[name, value] as [string, unknown]],
  );
}
