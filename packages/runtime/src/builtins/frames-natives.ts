/**
 * Natives that take callbacks, in compiled code of the form of frame objects, where the versions that can pause have that form,
 * too. `forEach` and `map` first go through a loop of their own, which an engine makes one with the body of the callback and with
 * the code around the call. When the callback waits for the first time, the frame of the version is made as it would be there.
 */
/* oxlint-disable typescript/unbound-method -- natives are compared */
import { $arrow } from '../dispatch/wrappers.js';
import { codeOf, type CompiledFunction } from '../execution/compiled-function.js';
import { FrameCode, givenArguments, isOpen, passed } from '../execution/frame-code.js';
import { keep8 } from '../execution/make-frames.js';
import { isPromise } from '../execution/is-promise.js';
import { PAUSE, pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { methodOf, NativeCalls } from './native-calls.js';
import { finish, type List, lengthOf, newLike, put, setHole } from './operations.js';
import { arrays, collections, from, replace } from './pausable-frames.generated.js';

const natives = /*#__PURE__*/ new NativeCalls(
  { arrays, collections, from, replace },
  { functions: [$pausing, $pausingMethod, $forEach, $map, goThrough, mapAll], here },
);
function here(): Error {
  return new Error('here');
}

const { forEach: nativeForEach, map: nativeMap } = Array.prototype;
const forEachCode = /*#__PURE__*/ recordOfVersion('forEach');
const mapCode = /*#__PURE__*/ recordOfVersion('map');

function recordOfVersion(name: string): FrameCode {
  return codeOf(arrays[name]) as FrameCode;
}

/** What the natives of generators are called without the `$`, for the same in this form. */
export function $pausing(receiver: unknown, name: string, ...args: unknown[]): unknown {
  return natives.call(methodOf(receiver, name), receiver, args);
}

export function $pausingMethod(text: string, method: unknown, receiver: unknown, ...args: unknown[]): unknown {
  if (typeof method !== 'function') throw new TypeError(`${text} is not a function`);
  return natives.call(method, receiver, args);
}

/**
 * `receiver.forEach(callback, self)`. With `meta`, the callback is the step of an arrow that nobody else has, and `self` its
 * `this`: then it gets no wrapper and no record, unless it waits or throws.
 */
export function $forEach(receiver: unknown, callback: unknown, self?: unknown, meta?: string): unknown {
  const method = (receiver as List)['forEach'];
  if (method === nativeForEach) {
    const code = meta === undefined ? recordOf(callback, self) : recordOfText(meta);
    if (code !== null && meta === undefined)
      return goThrough(receiver as List, code, code.run as never, code.ownThis, callback as Function);
    if (code !== null) return goThrough(receiver as List, code, callback as CallbackStep, self, meta!);
  }
  return natives.call(
    methodOf(receiver, 'forEach', method),
    receiver,
    argumentsOf(callback, self, meta, arguments.length),
  );
}

/** As `$forEach`, for `map`. */
export function $map(receiver: unknown, callback: unknown, self?: unknown, meta?: string): unknown {
  const method = (receiver as List)['map'];
  if (method === nativeMap) {
    const code = meta === undefined ? recordOf(callback, self) : recordOfText(meta);
    if (code !== null && meta === undefined)
      return mapAll(receiver as List, code, code.run as never, code.ownThis, callback as Function);
    if (code !== null) return mapAll(receiver as List, code, callback as CallbackStep, self, meta!);
  }
  return natives.call(methodOf(receiver, 'map', method), receiver, argumentsOf(callback, self, meta, arguments.length));
}

type CallbackStep = (frame: null, code: FrameCode, mode: number, self: unknown, ...args: unknown[]) => unknown;

/** The function, or the text of an arrow of which no function has been made yet. */
type Source = Function | string;

/** The loop of `forEach`. The callback is `step`, of which `code` is the record, and `self` its `this`. */
function goThrough(list: List, code: FrameCode, step: CallbackStep, self: unknown, source: Source): unknown {
  const { depth } = turn;
  let at = NOWHERE;
  let item: unknown;
  // It counts as a call on the native stack: entries of what the callback calls look there at the depth.
  turn.depth = depth + 1;
  try {
    const length = lengthOf(list);
    const isEndless = countSteps(length);
    for (let i = 0; i < length; i++) {
      if (!(i in list)) continue;
      item = list[i];
      at = i;
      const value = step(null, code, 0, self, item, i, list, undefined);
      at = NOWHERE;
      if (isPlain(value) && !isEndless) continue;
      const fn = waiting(forEachCode, code, { value, step, self, source }, [item, i, list]);
      if (fn !== null)
        return paused(list, fn, keep8(null, forEachCode, undefined, 1, list, fn, undefined, list, length, i));
    }
    return undefined;
  } catch (error) {
    throw failed(forEachCode, code, { error, step, self, source }, [item, at, list]);
  } finally {
    turn.depth = depth;
  }
}

function mapAll(list: List, code: FrameCode, step: CallbackStep, self: unknown, source: Source): unknown {
  const { depth } = turn;
  let at = NOWHERE;
  let item: unknown;
  // It counts as a call on the native stack: entries of what the callback calls look there at the depth.
  turn.depth = depth + 1;
  try {
    const length = lengthOf(list);
    const isEndless = countSteps(length);
    const result = newLike(list, length);
    for (let i = 0; i < length; i++) {
      if (!(i in list)) {
        setHole(result, i);
        continue;
      }
      item = list[i];
      at = i;
      const value = step(null, code, 0, self, item, i, list, undefined);
      at = NOWHERE;
      if (!isPlain(value) || isEndless) {
        const fn = waiting(mapCode, code, { value, step, self, source }, [item, i, list]);
        if (fn !== null)
          return paused(list, fn, keep8(null, mapCode, undefined, 1, list, fn, undefined, list, length, result, i));
      }
      put(result, i, value);
    }
    return finish(result, length);
  } catch (error) {
    throw failed(mapCode, code, { error, step, self, source }, [item, at, list]);
  } finally {
    turn.depth = depth;
  }
}

/** In place of an index, while no callback runs. */
const NOWHERE = -1;

/** Nearly all values of callbacks: the loop goes on. */
const isPlain = (value: unknown): boolean =>
  value !== PAUSE && pending.kind === null && (typeof value !== 'object' || !isPromise(value));

/** A step for each call, at once. True for a turn that has taken too many of them: then each call is to be looked at. */
const countSteps = (count: number): boolean => (turn.steps += count) > turn.maxSteps;

interface Callback {
  readonly step: CallbackStep;
  readonly self: unknown;
  readonly source: Source;
}

const functionOf = ({ step, self, source }: Callback): Function =>
  typeof source === 'string' ? $arrow(step, source, self) : source;

/**
 * A callback has given something else than a plain value. Returns null if it does not wait; else its function. Its frame, if it
 * has made one, gets the record of that.
 */
function waiting(
  native: FrameCode,
  code: FrameCode,
  callback: Callback & { readonly value: unknown },
  args: readonly unknown[],
): Function | null {
  const { value } = callback;
  // As if an entry had called it.
  turn.depth++;
  try {
    code.ran(value);
  } catch (error) {
    throw passed(error, code, args);
  }
  if (!native.waits(value)) return null;
  const fn = functionOf(callback);
  const { top } = pending;
  if (top === null) return fn;
  const own = codeOf(fn) as FrameCode;
  Object.assign(top, { code: own, step: own.step });
  if (own.length !== args.length) givenArguments.set(top, args);
  return fn;
}

/** The frame of the native has just been made. Traces show what it was called with. */
function paused<T>(list: List, fn: Function, kept: T): T {
  givenArguments.set(pending.top!, [list, fn]);
  return kept;
}

/** An error has come out of the callback, if `at` is an index, or out of the list. Returns what to throw. */
function failed(
  native: FrameCode,
  code: FrameCode,
  callback: Callback & { readonly error: unknown },
  args: readonly unknown[],
): unknown {
  const { error } = callback;
  const [, at, list] = args;
  return passed(at === NOWHERE ? error : passed(error, code, args), native, [list, functionOf(callback)]);
}

/** What the method is called with where it is called as any other. `count`: of the arguments here. */
function argumentsOf(callback: unknown, self: unknown, meta: string | undefined, count: number): unknown[] {
  if (meta !== undefined) return [$arrow(callback as never, meta, self)];
  return count > 2 ? [callback, self] : [callback];
}

/** The record of a callback, if a call of it does nothing but to run its step; else null. */
function recordOf(callback: unknown, self: unknown): FrameCode | null {
  if (self !== undefined) return null;
  const code = codeOf(callback);
  return code !== undefined && isQuick(code) && isOpen(code, undefined) ? code : null;
}

/** Its step needs no receiver, and gets the arguments one by one. */
const isQuick = (code: CompiledFunction): code is FrameCode =>
  code.kind === 'frames' && (code as FrameCode).isBare && !(code as FrameCode).takesList;

/** The record of an arrow of which no function has been made; null where it does more than run the body. */
function recordOfText(meta: string): FrameCode | null {
  const code = meta === lastMeta ? lastCode : codeOfText(meta);
  return code !== null && isOpen(code, undefined) ? code : null;
}

/** One record for each text, whose functions are made again and again. */
const codes = new Map<string, FrameCode>();
let lastMeta: string | undefined;
let lastCode: FrameCode | null;

function codeOfText(meta: string): FrameCode | null {
  let code = codes.get(meta);
  if (code === undefined) codes.set(meta, (code = new FrameCode(noStep, meta)));
  lastMeta = meta;
  lastCode = isQuick(code) ? code : null;
  return lastCode;
}

const noStep = (): undefined => undefined;
