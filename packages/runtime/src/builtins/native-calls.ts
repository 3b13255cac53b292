/* oxlint-disable typescript/unbound-method -- natives are compared, and called by apply */
/** Calls of natives that take callbacks, in compiled code. Each target has the versions that can pause in its own form. */
import { isBound } from '../realm.js';
import { inRegion } from '../execution/pauses.js';
import { nameOf, show, unasked } from '../messages/format.js';
import { readStackLine } from '../execution/deep-calls.js';
import { addLayer } from '../execution/layers.js';
import { codeOf } from '../execution/compiled-function.js';
import { apply, isOwnPattern, type Version } from './operations.js';
import { type PausableNatives, pausableNatives } from './natives-in-use.js';

/** A version that may pause, and which argument is its callback. */
interface Entry {
  readonly run: Version;
  readonly callbackAt: number;
}

/** Calls of natives that run these versions of them. */
export class NativeCalls {
  /** By the realm's own functions: any other function is called as it is. */
  readonly #versions = new Map<unknown, Entry>();

  /** `callers`: what compiled code calls, and calls `call` of this. */
  constructor(given: PausableNatives, callers: Passing) {
    const { arrays, collections, from, replace } = given;
    pausableNatives.push(given);
    const own: Function[] = [this.call, callOther];
    addLayer({ passes });
    passing.push(callers, { functions: own, here });
    for (const name of Object.keys(arrays))
      this.#add((Array.prototype as unknown as Record<string, unknown>)[name], arrays[name]!, 0);
    this.#add(Array.from, from, 1);
    this.#add(Map.prototype.forEach, collections['forEach']!, 0);
    this.#add(Set.prototype.forEach, collections['forEach']!, 0);
    for (const native of [String.prototype.replace, String.prototype.replaceAll]) {
      const replaceWith: Version = (receiver, pattern, callback) => replace(native, receiver, pattern, callback);
      own.push(replaceWith);
      this.#add(native, replaceWith, 1);
    }
  }

  #add(native: unknown, run: Version, callbackAt: number): void {
    if (native !== undefined) this.#versions.set(native, { run, callbackAt });
  }

  /** `receiver.method(...args)`, where the method was read before the arguments were evaluated. */
  call(method: Function, receiver: unknown, args: readonly unknown[]): unknown {
    const version = this.#versions.get(method);
    const isServed = version !== undefined && isCompiled(args[version.callbackAt]) && isKnown(method, args);
    return isServed ? apply(version.run, undefined, [receiver, ...args]) : callOther(method, receiver, args);
  }
}

function here(): Error {
  return new Error('here');
}

/**
 * Functions of one file that only pass on what the version of a native gives. `here` is a function of that file, for its place.
 */
interface Passing {
  readonly functions: readonly Function[];
  here(): Error;
  /** As native stacks name it, when it has been asked for. */
  file?: string | undefined;
}

/** All that are in use. */
const passing: Passing[] = [];

function passes(line: string | undefined): boolean {
  const [name, file] = readStackLine(line);
  return (
    name !== undefined && passing.some((each) => each.functions.some((fn) => fn.name === name) && fileOf(each) === file)
  );
}

function fileOf(each: Passing): string | undefined {
  each.file ??= readStackLine(/^ *at .*/m.exec(each.here().stack ?? '')?.[0])[1];
  return each.file;
}

/** A function that has no version here is called as it is. In a native, nothing can pause. */
function callOther(method: Function, receiver: unknown, args: readonly unknown[]): unknown {
  const isRegion = isNative(method) && args.some(isCompiled);
  return isRegion
    ? inRegion(`a callback of ${nameOf(method)}`, apply, method, receiver, args)
    : apply(method, receiver, args);
}

/** `receiver[name]`, which is called next. `method`: what was read there. */
export function methodOf(
  receiver: unknown,
  name: string,
  method: unknown = (receiver as Record<string, unknown>)[name],
): Function {
  if (typeof method === 'function') return method;
  throw new TypeError(`${name} is not a function of ${unasked(() => show(receiver))}`);
}

/** With another pattern than the realm's own, `replace` is that pattern's method. */
function isKnown(method: Function, args: readonly unknown[]): boolean {
  const isReplace = method === String.prototype.replace || method === String.prototype.replaceAll;
  return !isReplace || isOwnPattern(args[0]);
}

function isCompiled(value: unknown): boolean {
  return typeof value === 'function' && (codeOf(value) !== undefined || isBound(value));
}

const toString = Function.prototype.toString;

function isNative(fn: Function): boolean {
  return (
    !isBound(fn) && codeOf(fn) === undefined && /\{\s*\[native code\]\s*\}$/.test(apply(toString, fn, []) as string)
  );
}
