/**
 * Private fields of compiled classes: each class hands over what reads and writes its own, in a block that the compiler puts into it
 * (saves/private-fields.ts of the plugin).
 */

/** By the names of fields and of methods that wait, without `#`: methods have no setter. */
type Accessors = Readonly<
  Record<string, readonly [get: (object: object) => unknown, set?: (object: object, value: unknown) => void]>
>;

type Field = readonly [name: string, get: (object: object) => unknown];
type Class = (abstract new (...args: unknown[]) => object) & { readonly prototype: object };

interface PrivateFields {
  /** Those of its objects. */
  readonly own: Accessors;
  /** Static ones. */
  readonly ofClass: Accessors;
}

const classes = new WeakMap<object, PrivateFields>();
let isLoading = false;

/** Compiled classes ask for it in their constructors and where an initializer runs code, which is not to run while an object is loaded. */
export const $loading = (): boolean => isLoading;

/** Compiled classes with private names call it. */
export function $private(made: Class, own: Accessors, ofClass: Accessors = {}): void {
  classes.set(made, { own, ofClass });
}

export const handsOver = (made: object): boolean => classes.has(made);

/** What its prototypes say of their classes, from itself on. */
export function constructorsOf(prototype: object | null): (readonly [prototype: object, made: unknown])[] {
  const found: (readonly [object, unknown])[] = [];
  for (let at = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null)
    found.push([at, Object.getOwnPropertyDescriptor(at, 'constructor')?.value]);
  return found;
}

type FieldsOfClass = readonly [of: object, fields: readonly Field[]];

/** Of a prototype: the classes with private names, the outermost first, and their fields. */
interface Known {
  readonly all: readonly Class[];
  readonly fields: readonly FieldsOfClass[];
}

const known = new WeakMap<object, Known>();

function classesOf(prototype: object): Known {
  let found = known.get(prototype);
  if (found === undefined) {
    const all = constructorsOf(prototype)
      .filter(([at, made]) => typeof made === 'function' && made.prototype === at && classes.has(made))
      .map(([, made]) => made as Class)
      .toReversed();
    known.set(prototype, (found = { all, fields: all.flatMap((one) => fieldsIn(one, classes.get(one)!.own)) }));
  }
  return found;
}

/** The private fields of an object, or the static ones of a class, by the classes that have them. */
export function privateFieldsOf(given: object): readonly FieldsOfClass[] {
  if (typeof given === 'function') {
    const own = classes.get(given);
    return own === undefined ? [] : fieldsIn(given, own.ofClass);
  }
  return classesOf(Object.getPrototypeOf(given) as object).fields;
}

function fieldsIn(of: object, accessors: Accessors): FieldsOfClass[] {
  const fields = Object.entries(accessors).flatMap(([name, [get, set]]): Field[] => (set ? [[name, get]] : []));
  return fields.length > 0 ? [[of, fields]] : [];
}

/** The private methods of a class that wait. */
export function privateMethodsOf(of: object): (readonly [name: string, fn: unknown])[] {
  const { own = {}, ofClass = {} } = classes.get(of) ?? {};
  const [instances, statics] = [own, ofClass].map((all) => Object.entries(all).filter(([, [, set]]) => !set));
  const instance = instances!.length > 0 ? makeInstance((of as Class).prototype) : of;
  return [
    ...instances!.map(([name, [get]]) => [name, get(instance)] as const),
    ...statics!.map(([name, [get]]) => [name, get(of)] as const),
  ];
}

/** What sets a private field of an object, or a static one of a class; undefined if that has none of this name. */
export function setterOf(given: object, of: unknown, name: string): ((value: unknown) => void) | undefined {
  const fields = classes.get(Object(of) as object)?.[of === given ? 'ofClass' : 'own'];
  const [get, set] = fields !== undefined && Object.hasOwn(fields, name) ? fields[name]! : [];
  if (get === undefined || set === undefined) return undefined;
  try {
    get(given);
  } catch {
    return undefined;
  }
  return (value) => set(given, value);
}

/**
 * An object of a class, without its contents. Only a constructor gives it the private fields and methods of its class, so those that have some are
 * called, from the outermost on; they do nothing but that.
 */
export function makeInstance(prototype: object): object {
  let made: object | undefined;
  for (const one of classesOf(prototype).all)
    if (made === undefined && Object.getPrototypeOf(one) === Function.prototype) {
      const target = Object.assign(function () {}, { prototype });
      made = construct(one, target);
    } else made = extend(one, made ?? (Object.create(prototype) as object));
  if (made === undefined) return Object.create(prototype) as object;
  for (const key of Reflect.ownKeys(made)) Reflect.deleteProperty(made, key);
  return made;
}

/** For a moment the class extends one whose object is this one. */
function extend(one: Class, object: object): object {
  const base: unknown = Object.getPrototypeOf(one);
  Object.setPrototypeOf(one, function () {
    return object;
  });
  try {
    return construct(one, one);
  } finally {
    Object.setPrototypeOf(one, base as object);
  }
}

function construct(one: Class, target: Function): object {
  isLoading = true;
  try {
    return Reflect.construct(one, Array(20).fill(inert()), target) as object;
  } finally {
    isLoading = false;
  }
}

/** Each pattern of parameters takes it, and no default counts. */
function inert(): unknown {
  let ends = 0;
  const any: unknown = new Proxy(function () {}, {
    get: (_, key) => (key === 'done' ? ++ends > 99 : any),
    has: () => true,
    apply: () => any,
  });
  return any;
}
