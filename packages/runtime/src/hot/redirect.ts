/** The functions and classes of an older version do what those of the newest one do. */
import { codeOf, CompiledFunction, setCode } from '../execution/compiled-function.js';
import { execute } from '../execution/generator-frames.js';
import { callOn } from '../realm.js';
import type { Obstacle } from '../saves/edits/map-pauses.js';

/** By their records: the records that have taken their places, or why there is none. */
const successors = new WeakMap<object, CompiledFunction | Obstacle>();

/** The newest version of a function, which may be itself, or why there is none. */
export function newestOf(code: CompiledFunction): CompiledFunction | Obstacle {
  let newest: CompiledFunction | Obstacle = code;
  for (let next; (next = successors.get(newest)) !== undefined;) newest = next;
  return newest;
}

/** Is it one of these, or an older version of one? */
export function isVersionOf(code: CompiledFunction, some: ReadonlySet<CompiledFunction>): boolean {
  let one: object | undefined = code;
  while (one !== undefined && !some.has(one as CompiledFunction)) one = successors.get(one);
  return one !== undefined;
}

/** No version takes its place. */
export function leave(code: CompiledFunction, why: Obstacle, old: Set<CompiledFunction>): void {
  old.add(code);
  successors.set(code, why);
}

const GONE: Obstacle = { kind: 'function' };

/** A function or a class, with its own properties. */
export type Replaceable = ((...args: never[]) => unknown) & { readonly prototype?: object };

/** From now on `before` does what `after` does. Collects the records of the old code. */
export function replace(before: Replaceable, after: Replaceable, old: Set<CompiledFunction>): void {
  if (before === after) return;
  redirect(before, after, old);
  if (codeOf(before) !== undefined || before.prototype === undefined || after.prototype === undefined) return;
  replaceMethods(before.prototype, after.prototype, old);
  // What is found here no longer is found in the new class. Who asks for the new class, or the old one, gets yes for both.
  for (const key of Reflect.ownKeys(before.prototype))
    if (key !== 'constructor') Reflect.deleteProperty(before.prototype, key);
  Object.setPrototypeOf(before.prototype, after.prototype);
  const isBefore = before[Symbol.hasInstance];
  const value = (one: unknown): boolean => Boolean(callOn(isBefore, before, one)) || one instanceof after;
  Object.defineProperty(before, Symbol.hasInstance, { value, configurable: true });
  replaceMethods(before, after, old);
  for (const key of methodsOf(after))
    Object.defineProperty(before, key, Object.getOwnPropertyDescriptor(after, key) as PropertyDescriptor);
}

/** The old methods too do what the new ones do: other code may hold them. */
function replaceMethods(before: object, after: object, old: Set<CompiledFunction>): void {
  for (const key of methodsOf(before)) {
    const method = Object.getOwnPropertyDescriptor(after, key)?.value as unknown;
    const outdated = Object.getOwnPropertyDescriptor(before, key)!.value as Replaceable;
    if (typeof method === 'function') redirect(outdated, method as Replaceable, old);
    else {
      const code = codeOf(outdated);
      if (code !== undefined) leave(code, GONE, old);
    }
  }
}

const methodsOf = (object: object): PropertyKey[] =>
  Reflect.ownKeys(object).filter(
    (key) =>
      key !== 'constructor' &&
      key !== Symbol.hasInstance &&
      typeof Object.getOwnPropertyDescriptor(object, key)!.value === 'function',
  );

/** The fields of every record. What records of frame objects have beside them belongs to their body. */
const FIELDS = Object.keys(new CompiledFunction(() => undefined, 'direct', 'any(0)'));

/** What the getters of a record say, beside its own fields. */
const GETTERS = Object.keys({
  id: 0,
  label: 0,
  path: 0,
  name: 0,
  classOf: 0,
  sloppy: 0,
  concise: 0,
} satisfies Partial<Record<keyof CompiledFunction, 0>>);

/** Calls of the old function read the record of the new one, and it is taken for the new one wherever it is named. */
function redirect(before: Replaceable, after: Replaceable, old: Set<CompiledFunction>): void {
  const code = codeOf(after);
  if (code !== undefined) redirectTo(code, before, old);
}

export function redirectTo(code: CompiledFunction, before: object, old: Set<CompiledFunction>): void {
  const outdated = codeOf(before);
  if (outdated === undefined || outdated === code) return;
  old.add(outdated);
  successors.set(outdated, code);
  // Who waits for its next call waits for that of the new one.
  code.subscribers ??= outdated.subscribers;
  code.updateQuiet();
  const fields = code as unknown as Record<string, unknown>;
  for (const key of [...FIELDS, ...GETTERS])
    Object.defineProperty(outdated, key, {
      configurable: true,
      enumerable: !GETTERS.includes(key),
      get: () => fields[key],
      set(value) {
        fields[key] = value;
      },
    });
  // A wrapper of the old record runs this as what returns its value or PAUSE itself: whether the old one waited says nothing.
  const run = function (this: unknown): unknown {
    return execute(code, this, arguments);
  };
  const own = {
    isQuiet: () => false,
    isNative: () => false,
    isInstantNative: () => false,
    kind: () => 'direct',
    runStep: () => undefined,
    body: () => (code.plain ? code.body : run),
  };
  for (const [key, get] of Object.entries(own))
    Object.defineProperty(outdated, key, { configurable: true, get, set() {} });
  setCode(before, code);
}
