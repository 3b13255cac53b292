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
import { DEV } from '../messages/development.js';
import { clock as clockOfThread } from '../words/clock-thread-random.js';
import { Executor } from '../words/executor-class.js';
import { FORMS_OF_WORDS } from '../words/frames.js';
import { namesOfNatives } from './natives.js';
import { constructorsOf } from './private-fields.js';
import {
  filesBegun,
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

/** Names, and what has them. Of several names for one thing the first one counts, and of several things of one name the last one. */
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

  addClass(kind: 'class' | 'own' | 'runtime', name: string, given: unknown): void {
    const own = classOf(given);
    if (own === undefined) return;
    this.add(kind, name, own);
    this.add('prototype', name, own.prototype);
  }
}

/** What has a name in the files that are loaded and in the runtime, whoever saves: it is read anew when something in it is another. */
class ProgramNames extends NameTable {
  /** Functions and classes of files: what the game calls them counts for nothing. */
  readonly ofFiles: readonly unknown[];
  readonly variables: Variable[] = [];
  /** What files import, as `./pen.js#ink`, and free names. */
  readonly outside: Outside[] = [];
  /** What was read, and what it was. */
  readonly #read: (readonly [get: Getter, value: unknown])[] = [];

  constructor() {
    super();
    this.#readNow(() => filesBegun);
    for (const [file, record] of versionsOfFiles()) {
      this.#readNow(() => functionsOfFile(record).size);
      for (const [path, fn] of functionsOfFile(record).told) this.add('function', `${file}#${path}`, fn);
      for (const [name, get] of Object.entries(record.classes ?? {}))
        this.addClass('class', `${file}#${name}`, readOf(get));
    }
    this.ofFiles = [...this.names.keys()];
    for (const one of ERRORS) this.addClass('runtime', one.name, one);
    for (const [name, word] of Object.entries(FORMS_OF_WORDS)) this.add('runtime', name, word);
    for (const [name, native] of namesOfNatives()) this.add('runtime', name, native);
    this.addClass('runtime', 'Executor', Executor);
    // `this.waitFor` is read before what it is given waits.
    for (const [name, word] of membersOf(Executor.prototype)) this.add('runtime', `this.${name}`, word);
    this.add('runtime', 'tdz', tdz);
    this.add('runtime', 'clock', clockOfThread);
    for (const [file, record] of savedFiles()) {
      for (const [name, [get, set]] of Object.entries(record.variables ?? {}))
        this.variables.push({ name: `${file}#${name}`, get, set });
      for (const [id, get] of Object.entries(record.imports ?? {})) {
        this.outside.push({ id, name: `\`${id}\`, which \`${file}\` reads`, get });
        if (id.includes('#')) this.add('import', `${file} ${id}`, this.#readNow(get));
      }
    }
    for (const [file, record] of savedFiles())
      for (const [path, fn] of functionsOfFile(record).found)
        // What a compiled file makes has a factory, so a class here is one of a library.
        this.add(isClass(fn) ? 'import' : 'function', `${file}#${path}`, fn);
    for (const { name, get, set } of this.variables) {
      const value = set === undefined ? readOf(get) : undefined;
      if (isObject(value)) this.#addConstant(name, value);
    }
    // In development a hot update gives functions other code.
    if (DEV) for (const fn of this.names.keys()) this.#readNow(() => codeOf(fn));
  }

  #readNow(get: Getter): unknown {
    const value = readOf(get);
    this.#read.push([get, value]);
    return value;
  }

  get isCurrent(): boolean {
    return this.#read.every(([get, value]) => readOf(get) === value);
  }

  /** What is frozen stays as it is, but not what it holds. */
  #addConstant(name: string, value: object): void {
    const isNew = !this.names.has(value);
    this.add('variable', name, value);
    if (isNew && this.#readNow(() => Object.isFrozen(value)) === true)
      for (const [key, inner] of membersOf(value))
        if (isContainer(inner) || (typeof inner === 'function' && hasCaptured(inner)))
          this.#addConstant(`${name}.${key}`, inner);
  }
}

let program: ProgramNames | undefined;

/** What has a name at this moment. */
export class Names {
  readonly #program: ProgramNames = program?.isCurrent === true ? program : (program = new ProgramNames());
  /** What the game has given. */
  readonly #own = new NameTable();
  /** Read when they are needed. */
  #globals: NameTable | undefined;
  readonly variables: readonly Variable[] = this.#program.variables;
  readonly outside: readonly Outside[] = this.#program.outside;
  /** Does what stands at module level belong to the game? Else it has its names, and no more of it is saved. */
  readonly modules: boolean;

  constructor(given: GivenNames) {
    this.modules = given.modules;
    const own = this.#own;
    for (const [name, fn] of Object.entries(given.functions)) own.add('own', name, fn);
    for (const [name, one] of Object.entries(given.classes)) own.addClass('own', name, one);
    for (const [name, clock] of Object.entries(given.clocks)) own.add('clock', name, clock);
    own.add('runtime', 'saves', given.saves);
    for (const one of this.#program.ofFiles) own.names.delete(one);
    for (const code of this.#program.functions.keys()) own.functions.delete(code);
  }

  /** The name of a function or an object; undefined if it has none. */
  of(given: unknown): Name | undefined {
    return (
      this.#own.names.get(given) ??
      this.#program.names.get(given) ??
      (this.#globals ??= namesOfGlobals()).names.get(given)
    );
  }

  /** The function of a record. */
  functionOf(code: CompiledFunction): Function | undefined {
    return this.#program.functions.get(code) ?? this.#own.functions.get(code) ?? this.#globals?.functions.get(code);
  }

  /** All classes of compiled files, and functions that have properties of their own, or had them. */
  withProperties(): readonly unknown[] {
    const keyed = Array.from(savedFiles().values(), (record) => functionsOfFile(record).keyed);
    const has = (fn: unknown): boolean => Object.keys(fn as object).length > 0 || keyed.some((one) => one.has(fn));
    return [...this.#program.names.keys()].filter((given) => {
      const [kind] = this.of(given)!;
      return kind === 'class' || (kind === 'function' && has(given));
    });
  }

  /** Constants, and what those hold that are frozen: by their names in the file. */
  constants(): readonly (readonly [object, string])[] {
    return [...this.#program.names.keys()].flatMap((given) => {
      const [kind, name] = this.of(given)!;
      return kind === 'variable' ? [[given as object, splitId(name)[1]]] : [];
    });
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
    const all = new Set<string | symbol>(declared);
    if (isWhole)
      for (const key of Reflect.ownKeys(given))
        if (Object.getOwnPropertyDescriptor(given, key)!.enumerable) all.add(key);
    return { declared, all };
  }

  /** All functions with a name and a record. */
  functions(): readonly Function[] {
    return [...this.#program.functions.values(), ...this.#own.functions.values()];
  }

  /** What has this name now; undefined if nothing has. */
  find(kind: string, name: string): unknown {
    if (kind === 'global') return (this.#globals ??= namesOfGlobals()).found.get(`global ${name}`);
    const isOfFile = kind === 'function' || kind === 'class' || kind === 'prototype';
    const found = `${kind} ${isOfFile ? nameNow(name) : name}`;
    return this.#program.found.get(found) ?? this.#own.found.get(found);
  }
}

let globals = new NameTable();
let globalCount = 0;

/** What the language and the platform have, and what the game has put there: read again when there is more or less of it. */
function namesOfGlobals(): NameTable {
  const { length } = Object.getOwnPropertyNames(globalThis);
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
