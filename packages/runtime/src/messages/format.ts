/**
 * How things read in traces, waits and messages: `show` names a thing of the game, `describe` says what a wrong
 * argument is.
 */

const LONGEST = 24;
const LONGEST_VALUE = 80;
/** Names in a list. */
const MOST = 8;

/** Is the current text one that no code has asked for, such as that of an error or of a warning? */
let isUnasked = false;

/**
 * Names in it are read without calling a getter of the game, because a getter may do anything (one of Pixi prints a
 * deprecation warning).
 */
export function unasked<T>(make: () => T): T {
  isUnasked = true;
  try {
    return make();
  } finally {
    isUnasked = false;
  }
}

function nameField(value: object | null): unknown {
  if (value === null) return undefined;
  const field = Object.getOwnPropertyDescriptor(value, 'name');
  return field ? field.value : nameField(Object.getPrototypeOf(value) as object | null);
}

/**
 * A short text for a value: a name where it has one, else its kind. Never throws, never calls a getter of a proxy's
 * target twice.
 */
export function show(value: unknown): string {
  if (typeof value === 'string') return clip(/^[\w$.-]+$/.test(value) ? value : JSON.stringify(value));
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return clip(String(value));
  try {
    // A class may have a static `name` of any kind.
    const name = isUnasked ? nameField(value) : (value as { name?: unknown }).name;
    if (typeof name === 'string' && name !== '') return clip(name);
    if (typeof value === 'function') return 'function';
    if (Array.isArray(value)) return `[${value.length}]`;
    return nameOfClass(value) ?? 'object';
  } catch {
    return typeof value;
  }
}

/**
 * What a wrong argument is: its text in full and its kind. Unlike `show` it reads no `name`, because it is used in
 * errors, whose text no code has asked for. Never throws: a Proxy may be revoked, a getter or a trap may throw, a name
 * may be of any kind.
 */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const kind = typeof value;
  return printable(`${kind === 'string' ? clip(JSON.stringify(value), LONGEST_VALUE) : textOf(value)} (${kind})`);
}

function textOf(value: unknown): string {
  if (typeof value === 'function') return nameOf(value) || 'anonymous';
  if (typeof value !== 'object') return clip((value as { toString(): string }).toString(), LONGEST_VALUE);
  try {
    return nameOfClass(value as object) ?? 'an object';
  } catch {
    return 'an object that cannot be read';
  }
}

/** The name of a function, or an empty text: a class may have a static `name` of any kind. */
export function nameOf(fn: unknown): string {
  const name = fieldOf(fn, 'name');
  return typeof name === 'string' ? name : '';
}

/** What stands in an own field; undefined for what has none, and for a Proxy that was revoked. No getter is called. */
export function fieldOf(value: unknown, key: string): unknown {
  try {
    return Object.getOwnPropertyDescriptor(value, key)?.value;
  } catch {
    return undefined;
  }
}

/**
 * What an object's class is called: in its source, if one of its methods is compiled, as a minifier leaves that alone.
 */
export function nameOfClass(object: object): string | undefined {
  const own = nameOf(object.constructor) || undefined;
  return nameInSource(object, own) ?? own;
}

/** The class of a compiled method according to its id. Set by compiled-function.ts, which is in a higher folder. */
export const ids: { classOf(fn: unknown): string | undefined } = { classOf: () => undefined };

/** By prototype. */
const namesInSource = new WeakMap<object, string>();

/**
 * The class in the id of a compiled method: `Guard` of `Guard.patrol`. `own` counts, if a method bears it
 * out: others may be borrowed.
 */
function nameInSource(object: object, own: string | undefined): string | undefined {
  const prototype = Object.getPrototypeOf(object) as object | null;
  if (prototype === null || prototype === Object.prototype) return undefined;
  const known = namesInSource.get(prototype);
  if (known !== undefined) return known;
  const methods = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }) => ids.classOf(value));
  const name = methods.includes(own) ? own : methods.find(Boolean);
  if (name !== undefined) namesInSource.set(prototype, name);
  return name;
}

/** Is it an object that was written out? It may only group functions. */
export function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** `walk(NORTH)`. */
export function showCall(label: string, args: ArrayLike<unknown>): string {
  return `${label}(${Array.from(args, show).join(', ')})`;
}

/**
 * A call whose text may be asked for. The text is made only then: to show an object its name is read, and the name may
 * be a getter of the game.
 */
export interface Called {
  readonly label: string;
  /** Null for what is no call. */
  readonly args: ArrayLike<unknown> | null;
  /** Named before the call. */
  readonly owner?: object | null;
}

/** `walk(NORTH)`, `ButtonC.onPress()`. */
export function showCalled({ label, args, owner = null }: Called): string {
  const name = owner === null ? '' : show(owner);
  // Nothing for a plain object without a name.
  return printable((/^([Oo]bject)?$/.test(name) ? '' : `${name}.`) + (args === null ? label : showCall(label, args)));
}

/** A line for people: what a terminal acts on and what turns a text around stands there as `\u001b`. Names may come from anywhere. */
export const printable = (line: string): string =>
  // Babel in Next knows no properties of Unicode.
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  line.replace(/[\0-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, (odd) =>
    // Its four digits behind the 1.
    (0x10000 + odd.charCodeAt(0)).toString(16).replace('1', '\\u'),
  );

/** `walk, jump, climb`; of very many only the first ones. */
export function showNames(threads: readonly { readonly name: string }[]): string {
  const names = threads.slice(0, MOST).map(({ name }) => name);
  return names.join(', ') + (threads.length > MOST ? ` and ${threads.length - MOST} more` : '');
}

/**
 * Shows the objects of a class by their `toString`, also in JSON and in the console of Node: what hangs on them is
 * large, and goes in cycles.
 */
export function printInOneLine(prototype: object): void {
  for (const name of ['toJSON', Symbol.for('nodejs.util.inspect.custom')]) {
    const value = function (this: object): string {
      // oxlint-disable-next-line typescript/no-base-to-string -- it has one of its own
      return String(this);
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

export const clip = (text: string, longest: number = LONGEST): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
