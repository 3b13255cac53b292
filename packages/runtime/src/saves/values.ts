/** How values of the game stand in a save. */
import { codeOf } from '../execution/compiled-function.js';
import { nameOf, show, showCalled } from '../messages/format.js';
import { notesOf } from '../threads/error-trace.js';
import { Executor } from '../words/executor-class.js';
import type { Json, Key, Saver } from './fields.js';
import type { Name } from './names.js';
import { privateFieldsOf } from './private-fields.js';
import { addFields, isAccessor, keyEntry, ownKeysOf, staticFieldsOf, type Wants } from './properties.js';
import { classNameOf, hidesFields, refuseFunction, textOf } from './refused-values.js';
import {
  type Factory,
  idOfFactory,
  hasCaptured,
  idOfMethod,
  isClass,
  type Origin,
  originOf,
  readOf,
  splitId,
  wayToMethod,
} from './registry.js';

/** What the game gives for its own objects. */
export interface OwnObjects {
  /** The id of an object that the game keeps; undefined for every other one. */
  idOf(object: object): string | number | undefined;
  /** Those with ids whose fields are saved, too. */
  readonly all: ReadonlySet<object>;
  /** How the objects of a class are saved that the game has told of. */
  classOf(object: object): { readonly name: string; readonly save: (object: object) => unknown } | undefined;
}

/** Who writes a save, as values need it. */
export interface ValueSaver extends Saver {
  readonly own: OwnObjects;
  /** It is needed to make something of the save again. */
  noteFactory(id: string): void;
}

/** The entry of a function or an object without an id. `name`: that it has. */
export function entryOfValue(given: object, name: Name | undefined, to: ValueSaver): Json {
  if (name !== undefined) return namedEntry(given, name, to);
  if (typeof given === 'function') return functionEntry(given, to);
  const own = to.own.classOf(given);
  if (own !== undefined) return ['K', own.name, to.value(own.save(given), 'save')];
  const made = Object.getPrototypeOf(given) === Object.prototype && Object.isExtensible(given) && madeEntry(given, to);
  return made ? ofFactoryEntry(made, given, to) : contentOf(given, to);
}

/** What is found again by its name. Functions and classes get back what they have of their own, and the constant of a module its contents. */
function namedEntry(given: object, name: Name, to: ValueSaver): Json {
  const content = to.names.modules ? contentOfNamed(given, name, to) : null;
  return content === null ? ['N', ...name] : ['@', ...name, content];
}

function contentOfNamed(given: object, [kind, id]: Name, to: ValueSaver): Json {
  if (kind === 'variable') return constantEntry(given, id, to);
  return kind === 'function' || kind === 'class' ? contentEntry(given, staticFieldsOf(given, to), to) : null;
}

/** Null for code, for what is frozen, and for what the code makes anew: an element of the page, a Promise, an object of a library. */
function constantEntry(given: object, id: string, to: ValueSaver): Json {
  const made = madeEntry(given, to);
  const isFunction = typeof given === 'function';
  if (Object.isFrozen(given) && originOf(given)?.factory !== null)
    return made ?? (privateFieldsOf(given).length > 0 ? withPrivate(given, FROZEN, to) : null);
  const own = to.own.classOf(given);
  if (own !== undefined) return ['K', own.name, to.value(own.save(given), 'save')];
  if (made !== null)
    return withContent(
      made,
      contentEntry(given, isFunction ? staticFieldsOf(given, to) : addFields([], given, to, isState(given)), to),
    );
  if (isFunction) return null;
  const content = knownEntry(given, to, isState(given));
  if (content !== undefined) return content;
  to.leaveOut(`what the constant \`${splitId(id)[1]}\` holds (${show(given)})`);
  return null;
}

const FROZEN: readonly Json[] = ['g', 3, ['o']];

const withContent = (made: Json, content: Json): Json => (content === null ? made : ['q', made, content]);

/** Null where there is nothing. */
const contentEntry = (given: object, fields: readonly Json[], to: ValueSaver): Json =>
  fields.length === 0 && privateFieldsOf(given).length === 0 ? null : withPrivate(given, ['o', ...fields], to);

/** With its private fields, by the classes that have them. */
export function withPrivate(
  given: object,
  entry: readonly Json[],
  to: ValueSaver,
  save: (value: unknown, key: string) => Json = (value, key) => to.value(value, key),
): readonly Json[] {
  const all = privateFieldsOf(given);
  if (all.length === 0) return entry;
  const parts = all.map(([of, fields]): Json => {
    const pairs = fields.flatMap(([name, get]) => [name, save(read(get), `#${name}`)]);
    return [to.value(of, 'constructor'), ...pairs];
  });
  return ['z', entry, ...parts];

  function read(get: (object: object) => unknown): unknown {
    try {
      return get(given);
    } catch {
      return to.refuse('class', `an object of \`${classNameOf(given)}\` that its constructor has not made`, MEND_CLASS);
    }
  }
}

function functionEntry(given: Function, to: ValueSaver): Json {
  const [of, isStaticMethod, key] = wayToMethod(given) ?? [];
  const made =
    madeEntry(given, to) ??
    (of === undefined ? null : ['M', to.value(of, key), isStaticMethod!, key!, idOfMethod(given)!]);
  if (made !== null) {
    if (made[0] === 'f' && isClass(given)) keepMethods(given, to);
    return withContent(made, contentEntry(given, staticFieldsOf(given, to), to));
  }
  const id = idOfFactory(given as Factory);
  if (id !== undefined) return ['F', id];
  const name = nameOf(given);
  const text = textOf(given) + textOf(codeOf(given)?.body ?? given);
  const [what, mend] = isClass(given)
    ? [`the class \`${name}\` is made in a function`, 'Make it at the top of a module.']
    : // `() => super.walk`, `($key) => super[$key]`: the output makes it for arrows.
      /=>\s*super/.test(text)
      ? ['a function that uses `super`', 'Call a method that uses `super`.']
      : [`${name === '' ? '' : `\`${name}\` is `}a function that no save can name`];
  return refuseFunction(to, what, text, { mend });
}

/** Methods of a class that have properties of their own are in the save, whoever has them. */
function keepMethods(given: Function, to: ValueSaver): void {
  for (const owner of [given, given.prototype as object])
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (typeof value === 'function' && wayToMethod(value) !== undefined && Object.keys(value).length > 0)
        to.value(value, key);
}

/** What a factory has made is made again: from its id, and from what it had captured. */
function madeEntry(given: object, to: ValueSaver): readonly Json[] | null {
  const origin = originOf(given);
  const id = origin && idOfFactory(origin.factory);
  if (id === undefined) return null;
  const { factory, captured } = origin!;
  if (isClass(given)) checkBase(given, origin!, to);
  to.noteFactory(id);
  return ['f', to.value(factory), ...captured.map((one, at) => to.value(one, at))];
}

/** What a variable had that it extends: the class is made again of what the variable has now. */
function checkBase(given: Function, { factory, captured }: Origin, to: ValueSaver): void {
  if (readOf(() => Object.getPrototypeOf(factory!(...captured)) as unknown) !== Object.getPrototypeOf(given))
    to.refuse(
      'function',
      `the class \`${show(given)}\` extends what a variable has no longer`,
      'Keep that in a constant.',
    );
}

const TYPED = Object.getPrototypeOf(Uint8Array.prototype) as object;

/** What an object consists of. */
const contentOf = (given: object, to: ValueSaver): Json => {
  const entry = knownEntry(given, to);
  return entry === undefined ? refuseObject(given, to) : entry;
};

/** Undefined for an object whose class no save can name. */
function knownEntry(given: object, to: ValueSaver, wants?: Wants): Json | undefined {
  const builtin = builtinEntry(given, to);
  const entry = builtin === undefined ? objectEntry(given, to, wants) : builtin;
  const level = Object.isExtensible(given) ? 0 : Object.isFrozen(given) ? 3 : Object.isSealed(given) ? 2 : 1;
  return level === 0 || entry === undefined ? entry : ['g', level, entry];
}

function builtinEntry(given: object, to: ValueSaver): Json | undefined {
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
  return kind === '[object Object]' ? undefined : boxEntry(given, kind, to);
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
  return to.refuse(
    'class',
    `an object of \`${classNameOf(given)}\`, which extends a class of the language`,
    MEND_CLASS,
  );
}
const MEND_CLASS = 'Give its class to `classes` of `saves` with `save` and `load`.';

/** Numbers and texts as objects, and `arguments`. */
function boxEntry(given: object, kind: string, to: ValueSaver): Json | undefined {
  if (/^\[object (Number|String|Boolean)\]$/.test(kind)) return ['x', to.value(given.valueOf())];
  if (kind !== '[object Arguments]') return undefined;
  // What was deleted is not there, and what was put behind the last one is.
  return addFields(['A', (given as IArguments).length], given, to, (_, { enumerable }) => enumerable === true);
}

function arrayEntry(given: readonly unknown[], to: ValueSaver): Json {
  const { length } = given;
  // Its length is one of the keys.
  if (ownKeysOf(given).length !== length + 1) return holesEntry(given, to);
  const entry: Json[] = ['a'];
  for (let at = 0; at < length; at++) {
    const property = Object.getOwnPropertyDescriptor(given, at);
    if (property === undefined || !('value' in property)) return holesEntry(given, to);
    entry.push(to.value(property.value, at));
  }
  return entry;
}

const holesEntry = (given: readonly unknown[], to: ValueSaver): Json =>
  addFields(['h', given.length], given, to, (key) => key !== 'length');

/** Errors have their text and stack as properties. What is known of where it came from goes with it. */
function errorEntry(given: Error, to: ValueSaver): Json {
  const notes = notesOf(given);
  const prototype = Object.getPrototypeOf(given) as object;
  if (to.names.of(prototype) === undefined) return refuseClass(given, to);
  const trace: Json =
    notes === undefined ? null : [notes.calls.map(showCalled), notes.starters.map(showCalled), notes.isOnStack];
  return addFields(['e', to.value(prototype), trace], given, to, () => true, true);
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

/** Of an object whose accessors a factory makes only their places are written. Behind its fields stand the keys of those that a spread has overwritten. */
function ofFactoryEntry(first: Json, given: object, to: ValueSaver): Json {
  const { factory, captured } = originOf(given)!;
  const made = factory!(...captured);
  const overwritten: Json[] = [];
  const fields = addFields(['o'], given, to, (key, property) => {
    const known = Object.getOwnPropertyDescriptor(made, key);
    if (known === undefined || !isAccessor(known)) return true;
    return isAccessor(property) ? 'place' : overwritten.push(keyEntry(key as string, to)) > 0;
  });
  return ['q', first, fields, ...overwritten];
}

/**
 * Of the constant of a module: accessors are code, but those that have captured what no factory tells of, and so are the members that `asExecutor` has
 * put there.
 */
const isState =
  (given: object): Wants =>
  (key, property) =>
    isAccessor(property)
      ? originOf(given)?.factory === null || Object.values(property).some((fn) => hasCaptured(Object(fn)))
      : property.enumerable === true ||
        property.value !== Object.getOwnPropertyDescriptor(Executor.prototype, key)?.value;

function objectEntry(given: object, to: ValueSaver, wants?: Wants): Json | undefined {
  const prototype = Object.getPrototypeOf(given) as object | null;
  if (prototype === Object.prototype) return addFields(['o'], given, to, wants);
  if (prototype === null) return addFields(['p'], given, to, wants);
  const name = to.names.of(prototype);
  const { constructor: made } = prototype as { constructor?: unknown };
  const isMade =
    name === undefined && typeof made === 'function' && made.prototype === prototype && madeEntry(made, to);
  if (isMade && !hidesFields(prototype))
    return withPrivate(given, addFields(['j', to.value(made)], given, to, wants), to);
  // A class has its prototype, so this one is an object for itself.
  if (
    name === undefined &&
    !Object.hasOwn(prototype, 'constructor') &&
    Object.prototype.toString.call(given) === '[object Object]'
  )
    return addFields(['l', to.value(prototype, '__proto__')], given, to, wants);
  if (name === undefined || name[0] === 'global') return undefined;
  if (hidesFields(prototype)) {
    const text = `an object of \`${classNameOf(given)}\`, whose class has private fields (\`#…\`)`;
    return to.refuse('class', text, MEND_CLASS);
  }
  return withPrivate(given, addFields(['i', to.value(prototype)], given, to, wants), to);
}

/** By what it is called where it is of the platform. */
function refuseObject(given: object, to: ValueSaver): Json {
  const what =
    given instanceof Promise ? 'Promise' : /\[object (.*)\]/.exec(Object.prototype.toString.call(given))![1]!;
  if (typeof (given as { next?: unknown }).next === 'function' && /Iterator|Generator/.test(what))
    return to.refuse('iterator', `an iterator (${what})`, 'Make a list of what it gives before the wait.');
  if (what === 'Promise' || /^Weak|^AsyncGenerator/.test(what))
    return to.refuse(
      what === 'Promise' ? 'promise' : 'object',
      `a ${what}`,
      'Let no variable hold it while the game may be saved.',
    );
  const mend = 'Give its class to `classes` of `saves`, or an id by `objects.idOf`.';
  return to.refuse('object', `an object of \`${classNameOf(given)}\`, whose class no save can name`, mend);
}
