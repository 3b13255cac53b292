/* oxlint-disable typescript/unbound-method -- natives are compared, and called by apply */
/**
 * Natives that take callbacks, in compiled code: `yield pausing(list, "map", callback)` is `list.map(callback)` where
 * the callback may wait.
 */
import { inRegion } from './execution/generator-frames.js';
import { nameOf, show, unasked } from './messages/format.js';
import { apply, isOwnPattern, type Version } from './builtins/operations.js';
import { arrays, entries, from, replace } from './builtins/pausable.generated.js';
import { isBound } from './execution/bound-functions.js';
import { codeOf } from './execution/compiled-function.js';

/** A version that may pause, and which argument is its callback. */
interface Entry {
  readonly run: Version;
  readonly callbackAt: number;
}

/** By the realm's own functions: any other function is called as it is. */
const versions = new Map<unknown, Entry>();
for (const name of Object.keys(arrays))
  add((Array.prototype as unknown as Record<string, unknown>)[name], arrays[name]!, 0);
add(Array.from, from, 1);
add(Map.prototype.forEach, entries, 0);
add(Set.prototype.forEach, entries, 0);
for (const native of [String.prototype.replace, String.prototype.replaceAll])
  add(native, (receiver, pattern, callback) => replace(native, receiver, pattern, callback), 1);

function add(native: unknown, run: Version, callbackAt: number): void {
  if (native !== undefined) versions.set(native, { run, callbackAt });
}

/**
 * Calls the method `name` of `receiver`. The realm's own `forEach`, `map`, `sort` and the like run in a version that
 * can pause if the callback is compiled; any other function is called as it is, and in a native of another kind nothing
 * can pause.
 * @throws {TypeError} if there is no such method
 *
 * @example
 * //@compile
 * function visit(rooms) {
 *   return rooms.map((room) => {
 *     wait(100);
 *     return room + "!";
 *   });
 * }
 * const tour = visit(["hall", "cellar"]); // the plugin has made `pausing(rooms, "map", …)` of the call
 * runToEnd(scheduler);
 * tour.result.join(" "); // "hall! cellar!"
 */
export function pausing(receiver: unknown, name: string, ...args: unknown[]): unknown {
  const method = (receiver as Record<string, unknown>)[name];
  if (typeof method !== 'function')
    throw new TypeError(`${name} is not a function of ${unasked(() => show(receiver))}`);
  return callNative(method, receiver, args);
}

/**
 * The same for a method that was read before the arguments were evaluated, as those might change what is read. The
 * source calls it `text`: `pausingMethod("list.map", list.map, list, yield pick())`.
 */
export function pausingMethod(text: string, method: unknown, receiver: unknown, ...args: unknown[]): unknown {
  if (typeof method !== 'function') throw new TypeError(`${text} is not a function`);
  return callNative(method, receiver, args);
}

function callNative(method: Function, receiver: unknown, args: readonly unknown[]): unknown {
  const version = versions.get(method);
  const isServed = version !== undefined && isCompiled(args[version.callbackAt]) && isKnown(method, args);
  if (isServed) return apply(version.run, undefined, [receiver, ...args]);
  const isRegion = isNative(method) && args.some(isCompiled);
  return isRegion
    ? inRegion(`a callback of ${nameOf(method)}`, () => apply(method, receiver, args))
    : apply(method, receiver, args);
}

/** With another pattern than the realm's own, `replace` is that pattern's method. */
function isKnown(method: Function, args: readonly unknown[]): boolean {
  const isReplace = method === String.prototype.replace || method === String.prototype.replaceAll;
  return !isReplace || isOwnPattern(args[0]);
}

/** Compiled, or bound and so perhaps compiled. */
function isCompiled(value: unknown): boolean {
  return typeof value === 'function' && (codeOf(value) !== undefined || isBound(value));
}

const toString = Function.prototype.toString;

function isNative(fn: Function): boolean {
  return (
    !isBound(fn) && codeOf(fn) === undefined && /\{\s*\[native code\]\s*\}$/.test(apply(toString, fn, []) as string)
  );
}
