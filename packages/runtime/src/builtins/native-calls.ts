/* oxlint-disable typescript/unbound-method -- natives are compared, and called by apply */
/** Calls of natives that take callbacks, in compiled code. Each target has the versions that can pause in its own form. */
import { inRegion } from '../execution/generator-frames.js';
import { nameOf, show, unasked } from '../messages/format.js';
import { isBound } from '../execution/bound-functions.js';
import { codeOf } from '../execution/compiled-function.js';
import { apply, isOwnPattern, type ReplaceVersion, type Version, type Versions } from './operations.js';

/** What is generated from uncompiled/pausable.ts. */
export interface PausableNatives {
  readonly arrays: Versions;
  readonly from: Version;
  readonly collections: Versions;
  readonly replace: ReplaceVersion;
}

/** A version that may pause, and which argument is its callback. */
interface Entry {
  readonly run: Version;
  readonly callbackAt: number;
}

/** Calls of natives that run these versions of them. */
export class NativeCalls {
  /** By the realm's own functions: any other function is called as it is. */
  readonly #versions = new Map<unknown, Entry>();

  constructor({ arrays, collections, from, replace }: PausableNatives) {
    for (const name of Object.keys(arrays))
      this.#add((Array.prototype as unknown as Record<string, unknown>)[name], arrays[name]!, 0);
    this.#add(Array.from, from, 1);
    this.#add(Map.prototype.forEach, collections['forEach']!, 0);
    this.#add(Set.prototype.forEach, collections['forEach']!, 0);
    for (const native of [String.prototype.replace, String.prototype.replaceAll])
      this.#add(native, (receiver, pattern, callback) => replace(native, receiver, pattern, callback), 1);
  }

  #add(native: unknown, run: Version, callbackAt: number): void {
    if (native !== undefined) this.#versions.set(native, { run, callbackAt });
  }

  /** `receiver[name](...args)` */
  named(receiver: unknown, name: string, args: readonly unknown[]): unknown {
    return this.called((receiver as Record<string, unknown>)[name], name, receiver, args);
  }

  /** The same where the method has been read. */
  called(method: unknown, name: string, receiver: unknown, args: readonly unknown[]): unknown {
    if (typeof method !== 'function')
      throw new TypeError(`${name} is not a function of ${unasked(() => show(receiver))}`);
    return this.call(method, receiver, args);
  }

  /** The same where it was read before the arguments were evaluated. */
  call(method: Function, receiver: unknown, args: readonly unknown[]): unknown {
    const version = this.#versions.get(method);
    const isServed = version !== undefined && isCompiled(args[version.callbackAt]) && isKnown(method, args);
    if (isServed) return apply(version.run, undefined, [receiver, ...args]);
    const isRegion = isNative(method) && args.some(isCompiled);
    return isRegion
      ? inRegion(`a callback of ${nameOf(method)}`, () => apply(method, receiver, args))
      : apply(method, receiver, args);
  }
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
