/** How values of the game stand in a save. */
import { show, showCalled } from '../messages/format.js';
import { notesOf } from '../threads/error-trace.js';
import { Executor } from '../words/executor-class.js';
import type { Json, Key, Saver } from './fields.js';
import type { Name } from './names.js';
import { idOfFactory, idOfMethod, type Origin, originOf, wayToMethod } from './registry.js';

/** What the game gives for its own objects. */
export interface OwnObjects {
  /** The id of an object that the game keeps; undefined for every other one. */
  idOf(object: object): string | number | undefined;
  /** How the objects of a class are saved that the game has told of. */
  classOf(object: object): { readonly name: string; readonly save: (object: object) => unknown } | undefined;
}

/** Who writes a save, as values need it. */
interface ValueSaver extends Saver {
  readonly own: OwnObjects;
  /** It is needed to make something of the save again. */
  noteFactory(id: string): void;
}

/** The entry of a function or an object. `name`: that it has. */
export function entryOfValue(given: object, name: Name | undefined, to: ValueSaver): Json {
  const id = to.own.idOf(given);
  if (id !== undefined) return ['I', id];
  if (name !== undefined) return namedEntry(given, name, to);
  if (typeof given === 'function') return functionEntry(given, to);
  const own = to.own.classOf(given);
  if (own !== undefined) return ['K', own.name, to.value(own.save(given), 'save')];
  const made = madeEntry(given, to);
  return made === null ? contentOf(given, to) : ['q', made, ['o', ...fieldsOf(given, to, isOwnOf(to))]];
}

/** A constant of a module is found again by its name, and its contents are put back into it. Code, and what is frozen, has none. */
function namedEntry(given: object, name: Name, to: ValueSaver): Json {
  const [kind] = name;
  if (kind === 'variable' && !Object.isFrozen(given)) {
    const own = to.own.classOf(given);
    return [
      '@',
      ...name,
      own !== undefined
        ? ['K', own.name, to.value(own.save(given), 'save')]
        : typeof given === 'function'
          ? functionEntry(given, to)
          : contentOf(given, to, true),
    ];
  }
  if (kind !== 'function' && kind !== 'class') return ['N', ...name];
  const state = fieldsOf(given, to, isStatic);
  return state.length === 0 ? ['N', ...name] : ['@', ...name, ['o', ...state]];
}

/** What a function has of its own, and static fields of a class; methods are code. */
const isStatic = (key: PropertyKey, property: PropertyDescriptor): boolean =>
  property.enumerable === true && key !== 'prototype';

function functionEntry(given: Function, to: ValueSaver): Json {
  const made = madeEntry(given, to);
  if (made !== null) {
    const state = fieldsOf(given, to, isStatic);
    return state.length === 0 ? made : ['q', made, ['o', ...state]];
  }
  const [of, isStaticMethod, key] = wayToMethod(given) ?? [];
  if (of !== undefined) return ['M', to.value(of, key), isStaticMethod!, key!, idOfMethod(given)!];
  const name = show(given);
  const text = isClass(given)
    ? `the class \`${name}\` is made in a function`
    : `\`${name}\` is a function that no save can name`;
  // A hint: the text of compiled code has these names as the source has them.
  if (/[.(]#[\w$]/.test(textOf(given)))
    return to.refuse('function', `${text}, as it uses a private name`, 'Write that name without `#`.');
  const mend = isClass(given)
    ? 'Make it at the top of a module.'
    : 'Give it to `functions` of `saves`, or compile its file with `saves: true`.';
  return to.refuse('function', text, mend);
}

/** What a factory has made is made again: from its id, and from what it had captured. */
function madeEntry(given: object, to: ValueSaver): readonly Json[] | null {
  const origin = originOf(given);
  const id = origin && idOfFactory(origin.factory);
  if (id !== undefined && typeof given === 'function' && isClass(given)) checkBase(given, origin!, to);
  if (id === undefined) return null;
  to.noteFactory(id);
  return ['f', id, ...origin!.captured.map((one, at) => to.value(one, at))];
}

/** What a variable had that it extends: the class is made again of what the variable has now. */
function checkBase(given: Function, { factory, captured }: Origin, to: ValueSaver): void {
  if (baseOf(() => factory(...captured)) !== baseOf(() => given))
    to.refuse(
      'function',
      `the class \`${show(given)}\` extends what a variable has no longer`,
      'Keep that in a constant.',
    );
}

function baseOf(make: () => object): unknown {
  try {
    return Object.getPrototypeOf(make());
  } catch {
    return undefined;
  }
}

const isClass = (fn: Function): boolean => /^class\b/.test(textOf(fn));
const textOf = (fn: Function): string => Function.prototype.toString.call(fn);

const TYPED = Object.getPrototypeOf(Uint8Array.prototype) as object;

/** What an object consists of. */
function contentOf(given: object, to: ValueSaver, isConstant: boolean = false): Json {
  const entry = builtinEntry(given, to) ?? objectEntry(given, to, isConstant ? isState : undefined);
  const level = Object.isExtensible(given) ? 0 : Object.isFrozen(given) ? 3 : Object.isSealed(given) ? 2 : 1;
  return level === 0 ? entry : ['g', level, entry];
}

function builtinEntry(given: object, to: ValueSaver): Json | null {
  if (isTemplate(given)) return ['T', ...[given, given.raw].map((texts) => texts.map((one) => to.value(one)))];
  if (Array.isArray(given)) return isOfClass(given, Array) ? arrayEntry(given, to) : refuseClass(given, to);
  if (given instanceof Map) {
    const parts = Array.from(given as Map<unknown, unknown>).flatMap(([key, one]) => [
      to.value(key, 'key'),
      to.value(one, keyIn(key)),
    ]);
    return ofClass(given, Map, to, ['m', ...parts]);
  }
  if (given instanceof Set)
    return ofClass(given, Set, to, ['s', ...Array.from(given, (one) => to.value(one, 'member'))]);
  if (given instanceof Error) return errorEntry(given, to);
  if (given instanceof Date) return ofClass(given, Date, to, ['d', to.value(given.getTime())]);
  if (given instanceof RegExp)
    return ofClass(given, RegExp, to, ['r', given.source, given.flags, given.lastIndex], ['lastIndex']);
  if (given instanceof ArrayBuffer) return ofClass(given, ArrayBuffer, to, ['B', bytesOf(given)]);
  if (ArrayBuffer.isView(given)) return viewEntry(given, to);
  const kind = Object.prototype.toString.call(given);
  // What most objects are.
  if (kind === '[object Object]' && !(given instanceof Promise)) return null;
  return boxEntry(given, kind, to) ?? unsavable(given, kind, to);
}

/** What a tag gets. */
const isTemplate = (given: object): given is TemplateStringsArray =>
  Array.isArray(given) && Object.isFrozen(given) && Array.isArray(Object.getOwnPropertyDescriptor(given, 'raw')?.value);

const keyIn = (key: unknown): Key => (typeof key === 'string' || typeof key === 'number' ? key : show(key));

/** Only an object of the class itself, without further properties. */
function ofClass(given: object, builtin: Function, to: ValueSaver, entry: Json, known: readonly string[] = []): Json {
  if (!isOfClass(given, builtin)) return refuseClass(given, to);
  const more = Reflect.ownKeys(given).find((key) => !known.includes(key as string));
  if (more !== undefined)
    return to.refuse(
      'property',
      `${show(given)} has a property of its own, \`${String(more)}\``,
      'Keep it in another object.',
    );
  return entry;
}

const isOfClass = (given: object, { prototype }: Function): boolean => Object.getPrototypeOf(given) === prototype;

function refuseClass(given: object, to: ValueSaver): Json {
  const name = show(given);
  return to.refuse('class', `an object of \`${name}\`, which extends a class of the language`, MEND_CLASS);
}
const MEND_CLASS = 'Give its class to `classes` of `saves` with `save` and `load`.';

const BOXES = ['[object Number]', '[object String]', '[object Boolean]'];

/** Numbers and texts as objects, and `arguments`. */
function boxEntry(given: object, kind: string, to: ValueSaver): Json | null {
  if (BOXES.includes(kind)) return ['x', to.value(given.valueOf())];
  if (kind !== '[object Arguments]') return null;
  // What was deleted is not there, and what was put behind the last one is.
  return ['A', (given as IArguments).length, ...fieldsOf(given, to, (_, { enumerable }) => enumerable === true)];
}

/** By what they are called where they are of the platform: what no save can hold. */
function unsavable(given: object, kind: string, to: ValueSaver): Json | null {
  const what = given instanceof Promise ? 'Promise' : kind.slice('[object '.length, -1);
  const isIterator = typeof (given as { next?: unknown }).next === 'function' && /Iterator|Generator/.test(what);
  if (isIterator)
    return to.refuse('iterator', `an iterator (${what})`, 'Make a list of what it gives before the wait.');
  if (what !== 'Promise' && !/^Weak|^AsyncGenerator/.test(what)) return null;
  return to.refuse(
    what === 'Promise' ? 'promise' : 'object',
    `a ${what}`,
    'Let no variable hold it while the game may be saved.',
  );
}

function arrayEntry(given: readonly unknown[], to: ValueSaver): Json {
  const { length } = given;
  // Its length is one of the keys.
  if (Reflect.ownKeys(given).length !== length + 1) return holesEntry(given, to);
  const entry: Json[] = ['a'];
  for (let at = 0; at < length; at++) {
    const property = Object.getOwnPropertyDescriptor(given, at);
    if (property === undefined || !('value' in property)) return holesEntry(given, to);
    entry.push(to.value(property.value, at));
  }
  return entry;
}

const holesEntry = (given: readonly unknown[], to: ValueSaver): Json => [
  'h',
  given.length,
  ...fieldsOf(given, to, (key) => key !== 'length'),
];

/** Errors have their text and stack as properties. What is known of where it came from goes with it. */
function errorEntry(given: Error, to: ValueSaver): Json {
  const notes = notesOf(given);
  const prototype = Object.getPrototypeOf(given) as object;
  const name = to.names.of(prototype);
  if (name === undefined) return refuseClass(given, to);
  const trace: Json =
    notes === undefined ? null : [notes.calls.map(showCalled), notes.starters.map(showCalled), notes.isOnStack];
  return ['e', ...name, trace, ...fieldsOf(given, to, () => true, true)];
}

function viewEntry(given: ArrayBufferView, to: ValueSaver): Json {
  const name = given instanceof DataView ? 'DataView' : (Reflect.get(TYPED, Symbol.toStringTag, given) as string);
  const { byteOffset, byteLength } = given;
  const length = given instanceof DataView ? byteLength : (given as Uint8Array).length;
  return ['t', name, to.value(given.buffer, 'buffer'), byteOffset, length];
}

function bytesOf(buffer: ArrayBuffer): string {
  let bytes = '';
  for (const byte of new Uint8Array(buffer)) bytes += byte.toString(16).padStart(2, '0');
  return bytes;
}

/** Of an object that a factory has made: its accessors are code, and so are methods that have no name of their own. */
const isOwnOf =
  (to: ValueSaver) =>
  (key: PropertyKey, property: PropertyDescriptor): boolean =>
    isState(key, property) &&
    (typeof property.value !== 'function' ||
      to.names.of(property.value) !== undefined ||
      originOf(property.value as object) !== undefined);

/** Of the constant of a module: accessors are code, and so are the members that `asExecutor` has put there. */
const isState = (key: PropertyKey, property: PropertyDescriptor): boolean =>
  property.get === undefined &&
  property.set === undefined &&
  (property.enumerable === true || property.value !== Object.getOwnPropertyDescriptor(Executor.prototype, key)?.value);

function objectEntry(given: object, to: ValueSaver, wants?: typeof isState): Json {
  const prototype = Object.getPrototypeOf(given) as object | null;
  if (prototype === Object.prototype) return ['o', ...fieldsOf(given, to, wants)];
  if (prototype === null) return ['p', ...fieldsOf(given, to, wants)];
  const name = to.names.of(prototype);
  const { constructor: made } = prototype as { constructor?: unknown };
  const isMade =
    name === undefined && typeof made === 'function' && made.prototype === prototype && madeEntry(made, to);
  if (isMade && !hasPrivateNames(prototype)) return ['j', to.value(made), ...fieldsOf(given, to, wants)];
  // A class has its prototype, so this one is an object for itself.
  if (
    name === undefined &&
    !Object.hasOwn(prototype, 'constructor') &&
    Object.prototype.toString.call(given) === '[object Object]'
  )
    return ['l', to.value(prototype, '__proto__'), ...fieldsOf(given, to, wants)];
  if (name === undefined || name[0] === 'global') return refuseObject(given, to);
  if (hasPrivateNames(prototype)) {
    const text = `an object of \`${show(given)}\`, whose class has private fields (\`#…\`)`;
    return to.refuse('class', text, MEND_CLASS);
  }
  return ['i', ...name, ...fieldsOf(given, to, wants)];
}

function refuseObject(given: object, to: ValueSaver): Json {
  const mend = 'Give its class to `classes` of `saves`, or an id by `objects.idOf`.';
  return to.refuse('object', `an object of \`${show(given)}\`, whose class no save can name`, mend);
}

const withPrivate = new WeakMap<object, boolean>();

/** No code outside of a class sees its private fields. */
function hasPrivateNames(prototype: object): boolean {
  const known = withPrivate.get(prototype);
  if (known !== undefined) return known;
  let has = false;
  for (let at: object | null = prototype; at !== null && !has; at = Object.getPrototypeOf(at) as object | null) {
    const made = Object.getOwnPropertyDescriptor(at, 'constructor')?.value as unknown;
    if (typeof made === 'function') has = /[{};\s.]#[^\s\d"'`(){}[\];,!?-]/.test(textOf(made)) && !isOurs(made);
  }
  withPrivate.set(prototype, has);
  return has;
}

/** The class Executor and the language itself. */
const isOurs = (fn: Function): boolean => fn.name === 'Executor';

/** The own properties that `wants`, one after the other with their values. */
function fieldsOf(
  given: object,
  to: ValueSaver,
  wants?: (key: PropertyKey, property: PropertyDescriptor) => boolean,
  isError: boolean = false,
): Json[] {
  const fields: Json[] = [];
  const isOpen = Object.isExtensible(given);
  for (const key of Reflect.ownKeys(given)) {
    const property = Object.getOwnPropertyDescriptor(given, key)!;
    if (wants?.(key, property) === false) continue;
    const shown = typeof key === 'symbol' ? String(key) : key;
    if (isError && key === 'stack') {
      fields.push(key, to.value((given as Error).stack, key));
      continue;
    }
    const isPlain = property.enumerable && (!isOpen || (property.writable === true && property.configurable === true));
    if (property.get !== undefined || property.set !== undefined || (!isPlain && !isError)) {
      to.refuse(
        'property',
        `\`${shown}\` is no plain property`,
        'Make it a method, or give the class to `classes` of `saves`.',
        shown,
      );
      continue;
    }
    fields.push(typeof key === 'symbol' ? to.value(key, shown) : key);
    fields.push(to.value(property.value, shown));
  }
  return fields;
}
