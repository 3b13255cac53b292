/**
 * The wrappers of compiled functions, in all forms that the plugin emits (abi.ts). What a call of one does is in
 * calls.ts.
 */
import { checkFunction } from '../arguments.js';
import { type Body, CompiledFunction, codeOf, hasPauses, setCode } from '../execution/compiled-function.js';
import { layers } from '../execution/layers.js';
import { execute } from '../execution/generator-frames.js';
import { inRegion, losePause } from '../execution/pauses.js';
import { traced } from '../execution/thrown-calls.js';
import { DEV } from '../messages/development.js';
import { badArgument } from '../messages/errors.js';
import { pending } from '../execution/suspension.js';
import { MANY_CALLS, turn } from '../execution/turn-state.js';
import { applyOn, callOn } from '../realm.js';
import { type AnyFunction, invoke, isDirect, runRegion } from './calls.js';

/** Used instead of the `apply` of a function: each compiled body has its own shape, because it has its own name. */
const { apply } = Reflect as { apply: (fn: Function, self: unknown, args: ArrayLike<unknown>) => unknown };

/** The record of a body that may wait. */
const codeFor = (body: Body, meta: string): CompiledFunction =>
  layers.codeOfStep?.(body, meta) ?? new CompiledFunction(body, 'generator', meta);

/** Records by their body, for declarations that may be called before their module has run. */
const declared = new WeakMap<Body, CompiledFunction>();

/**
 * The wrapper of a function whose output has one of its own, which runs the body at once where that is all that a call does:
 *
 *   ($c) => function walk(steps) { if (arguments.length === 1 && $isOpen($c, this)) …; return $enter($c, this, arguments, new.target); }
 */
export type Entry = (code: any) => Function;

type Wrap = (code: CompiledFunction) => AnyFunction;

/** What is called: the entry that the output has, else a wrapper. */
function made(code: CompiledFunction, wrap: Wrap, entry: Entry | undefined): AnyFunction {
  if (DEV) checkRules(code);
  return dress(entry ? (entry(code) as AnyFunction) : wrap(code), code);
}

/** Code that an earlier version has compiled does not bring the rules of its marks. */
function checkRules({ again, interrupts, id }: CompiledFunction): void {
  if ((again !== null && layers.again === null) || (interrupts && layers.interruptions === null))
    throw badArgument('$thread', 'code that this version has compiled: compile the file again', id);
}

function wrapFunction(code: CompiledFunction): AnyFunction {
  const { name } = code;
  return {
    [name]: function (this: unknown) {
      if (new.target !== undefined) return construct(code, this, new.target, arguments);
      if (newTarget !== undefined) return call(code, this, arguments);
      return isDirect(code, this) ? execute(code, this, arguments) : invoke(code, this, arguments);
    },
  }[name] as AnyFunction;
}

/**
 * Of a function that never waits: its body runs right in the wrapper, as each call between two bodies is a frame on the native
 * stack, and so is each value that the engine keeps for a call (`traced` has one argument more). `execute` would do the same.
 */
function wrapPlainFunction(code: CompiledFunction): AnyFunction {
  const { name } = code;
  return {
    [name]: function (this: unknown) {
      if (new.target !== undefined) return construct(code, this, new.target, arguments);
      if (!runsPlain(code, this)) return enter(code, this, arguments);
      try {
        return apply(code.body, this, arguments);
      } catch (error) {
        throw tracedPlain(error, code, arguments);
      }
    },
  }[name] as AnyFunction;
}

function wrapPlainMethod(code: CompiledFunction): AnyFunction {
  const { name } = code;
  return {
    [name](this: unknown) {
      if (!runsPlain(code, this)) return enter(code, this, arguments);
      try {
        return apply(code.body, this, arguments);
      } catch (error) {
        throw tracedPlain(error, code, arguments);
      }
    },
  }[name] as AnyFunction;
}

const tracedPlain = (error: unknown, code: CompiledFunction, args: ArrayLike<unknown>): unknown =>
  traced(error, code, args, null);

/** Does a call only have to run the body? The first question of a thread begins a synchronous region around it. */
const runsPlain = (code: CompiledFunction, self: unknown): boolean =>
  newTarget === undefined && (!code.instant || turn.region !== null) && isDirect(code, self);

// Methods have no `prototype` and cannot be called with new, and nor can arrows.

/** `ofOne`: the body for a single argument, if no list of it need be made. */
function wrapMethod(code: CompiledFunction, ofOne?: AnyFunction): AnyFunction {
  const { name } = code;
  return {
    [name](this: unknown, first: never) {
      if (newTarget !== undefined) return call(code, this, arguments);
      if (!isDirect(code, this)) return invoke(code, this, arguments);
      return ofOne !== undefined && arguments.length === 1 ? ofOne(first) : execute(code, this, arguments);
    },
  }[name] as AnyFunction;
}

/**
 * A wrapper has the name and the length of its function. Callbacks are created again in each iteration of a loop,
 * nearly all without a name and with one parameter, so those have a literal of their own. Measured alone on Node 20,
 * making a wrapper takes 13 ns with a constant key, 160 ns with a computed one, and 590 ns if its length is set as
 * well.
 */
function wrapArrow(code: CompiledFunction): AnyFunction {
  if (code.name !== '' && code.plain) return wrapPlainArrow(code);
  return code.name === '' && code.length === 1 ? wrapCallback(code) : wrapOtherArrow(code);
}

const wrapCallback = (code: CompiledFunction): AnyFunction =>
  ({
    // oxlint-disable-next-line no-unused-vars -- it makes the length
    ''(_: unknown) {
      return isDirect(code, undefined) ? execute(code, code.ownThis, arguments) : invoke(code, undefined, arguments);
    },
  })[''];

/** An arrow with a name, which can call itself: its body runs right in the wrapper, as in `wrapPlainFunction`. */
function wrapPlainArrow(code: CompiledFunction): AnyFunction {
  const { name } = code;
  return {
    [name]() {
      if (!runsPlain(code, undefined)) return enterArrow(code, arguments);
      try {
        return apply(code.body, code.ownThis, arguments);
      } catch (error) {
        throw tracedPlain(error, code, arguments);
      }
    },
  }[name] as AnyFunction;
}

const enterArrow = (code: CompiledFunction, args: ArrayLike<unknown>): unknown =>
  isDirect(code, undefined) ? execute(code, code.ownThis, args) : invoke(code, undefined, args);

const wrapOtherArrow = (code: CompiledFunction): AnyFunction =>
  ({
    [code.name]() {
      return isDirect(code, undefined) ? execute(code, code.ownThis, arguments) : invoke(code, undefined, arguments);
    },
  })[code.name] as AnyFunction;

/** Called with `new`: no thread, no owner, and no pause. */
function construct(code: CompiledFunction, self: unknown, target: Function, args: ArrayLike<unknown>): unknown {
  if (pending.kind !== null) throw losePause(`at new ${code.label}`);
  if (code.plain) return Reflect.construct(code.body, args, target);
  const outer = newTarget;
  newTarget = target;
  try {
    const result = inRegion(DEV ? 'a function called with new' : '', execute, code, self, args);
    return (typeof result === 'object' && result !== null) || typeof result === 'function' ? result : self;
  } finally {
    newTarget = outer;
  }
}

/** `new.target` of the current call with `new`, until its body reads it, which may never happen. */
let newTarget: Function | undefined;

/** A call without `new` inside one with it: its body must not see the `new.target` of the outer one. */
function call(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  const outer = newTarget;
  newTarget = undefined;
  try {
    return invoke(code, self, args);
  } finally {
    newTarget = outer;
  }
}

/** What a wrapper does with a call; an entry of its own (execution/frame-code.ts) does that for most calls itself. `target`: its `new.target`. */
export function enter(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>, target?: Function): unknown {
  if (turn.freeDepth !== MANY_CALLS) setFreeDepth();
  if (target !== undefined) return construct(code, self, target, args);
  if (newTarget !== undefined) return call(code, self, args);
  return isDirect(code, self) ? execute(code, code.receiver(self), args) : invoke(code, self, args);
}

/** Gives `turn.freeDepth` its usual value, if the reason for another one is over. */
function setFreeDepth(): void {
  const { freeDepth, depth, steps, maxSteps } = turn;
  const isOver = freeDepth === 0 ? layers.noteSite === null && steps <= maxSteps : depth < MANY_CALLS;
  if (isOver) turn.freeDepth = MANY_CALLS;
}

/** `new.target`, for a body that reads it. */
export function $takeNewTarget(): Function | undefined {
  const target = newTarget;
  newTarget = undefined;
  return target;
}

/** Sets the name and length of the wrapper to those of the source and registers it as the function of its code. */
export function dress<F extends AnyFunction>(wrapper: F, code: CompiledFunction): F {
  showAs(wrapper, code);
  if (code.sloppy) Object.defineProperties(wrapper, ofSloppy);
  setCode(wrapper, code);
  return wrapper;
}

/** The properties that engines give a `function` of sloppy code; wrappers are strict. */
const ofSloppy = { arguments: { value: null }, caller: { value: null } };

/** Sets the length and the name of a function to those of the function that it represents. */
export function showAs(fn: Function, { length, name }: { readonly length: number; readonly name: string }): void {
  if (fn.length !== length) Object.defineProperty(fn, 'length', { value: length, configurable: true });
  if (fn.name !== name) Object.defineProperty(fn, 'name', { value: name, configurable: true });
}

/**
 * A function. `alias`: the hoisted declaration that represents it until its module runs; it counts as the same
 * function.
 * @throws {TypeError} for a body that is no function.
 */
export function $thread(body: Body, meta: string = '', alias?: AnyFunction | null, entry?: Entry): AnyFunction {
  checkFunction('$thread', 'a generator function', body);
  const code = codeFor(body, meta);
  const wrapper = made(code, wrapFunction, entry);
  if (alias == null) return wrapper;
  const known = declared.get(body);
  if (known !== undefined) {
    code.subscribers = known.subscribers;
    code.updateQuiet();
  }
  declared.set(body, code);
  setCode(alias, code);
  // What code of an import cycle has put on the declaration before its module began stays on it.
  Reflect.ownKeys(alias).forEach((own) => {
    if (Object.hasOwn(wrapper, own)) return;
    Object.defineProperty(wrapper, own, Object.getOwnPropertyDescriptor(alias, own) as PropertyDescriptor);
  });
  return wrapper;
}

/** An arrow keeps the `this` of its creator: the body is called with it, and a call from no thread has it as owner. */
export function $arrow(body: Body, meta: string = '', self?: unknown, entry?: Entry): AnyFunction {
  const code = codeFor(body, meta);
  code.lexical = { self };
  return made(code, wrapArrow, entry);
}

/** A method: it cannot be called with `new`. */
export function $method(body: Body, meta: string = '', entry?: Entry): AnyFunction {
  const code = codeFor(body, meta);
  return made(code, wrapMethod, entry);
}

/**
 * Wraps methods in place, so that `super` keeps its meaning; what another member has put there is compiled already.
 * Returns the object.
 */
export function $methods<T extends object>(
  object: T,
  metas: Record<PropertyKey, string>,
  entries?: Record<PropertyKey, Entry | undefined>,
): T {
  Reflect.ownKeys(metas).forEach((own) => {
    const property = Object.getOwnPropertyDescriptor(object, own);
    const body = property?.value as Body | undefined;
    if (property === undefined || typeof body !== 'function' || codeOf(body) !== undefined) return;
    const entry = entries?.[own as string];
    const value = methodOf(body, metas[own as string] as string, entry);
    Object.defineProperty(object, own, { ...property, value });
  });
  return object;
}

function methodOf(body: Body, meta: string, entry: Entry | undefined): AnyFunction {
  // A preset may have made a function of a generator method; it is one if it has a point where it waits.
  const code = isGenerator(body) || hasPauses(meta) ? codeFor(body, meta) : new CompiledFunction(body, 'direct', meta);
  code.plain = code.kind === 'direct';
  return made(code, code.plain ? wrapPlainMethod : wrapMethod, entry);
}

/**
 * A decorator that wraps a method: of the language, which gets the method, or TypeScript's older kind, which gets its
 * property.
 */
export function $decorate(
  meta: string = '',
  entry?: Entry,
): (target: unknown, context: unknown, property?: unknown) => unknown {
  return (target, _context, property) =>
    property === undefined
      ? methodOf(target as Body, meta, entry)
      : { ...property, value: methodOf((property as PropertyDescriptor).value as Body, meta, entry) };
}

// oxlint-disable-next-line typescript/unbound-method -- called on a body
const { toString } = Object.prototype;
const isGenerator = (body: Body): boolean => callOn(toString, body) === '[object GeneratorFunction]';

/** A function whose body names itself: `make` receives the wrapper and returns the body. */
export function $named(make: (self: AnyFunction) => Body, meta: string = '', entry?: Entry): AnyFunction {
  const code = codeFor(make, meta);
  const wrapper = made(code, wrapFunction, entry);
  code.setBody(make(wrapper));
  return wrapper;
}

/** A function expression called on the spot: a thread of its own (R3). */
export function $detached(body: Body, meta: string = ''): AnyFunction {
  const code = codeFor(body, meta);
  code.detached = code.viaInvoke = true;
  code.updateQuiet();
  return dress(wrapFunction(code), code);
}

/** A function that never waits: no generator, but its owner, its queue and its hooks as for any other. */
export function $plain(body: Body, meta: string = '', self?: unknown, entry?: Entry): AnyFunction {
  const code = new CompiledFunction(body, 'direct', meta);
  code.plain = true;
  if ('prototype' in body) {
    const wrapper = made(code, wrapPlainFunction, entry);
    Object.defineProperty(wrapper, 'prototype', { value: body.prototype, writable: true });
    (body.prototype as { constructor: unknown }).constructor = wrapper;
    return wrapper;
  }
  code.lexical = { self };
  return made(code, wrapArrow, entry);
}

/** The wrapper of a private method's body, made once. */
export function $privateMethod(body: Body, meta: string = '', entry?: Entry): AnyFunction {
  let wrapper = privates.get(body);
  if (wrapper === undefined) privates.set(body, (wrapper = $method(body, meta, entry)));
  return wrapper;
}
const privates = new WeakMap<Body, AnyFunction>();

/** Converts a value to a property key, so that a computed key is converted only once. */
export function $propertyKey(value: unknown): PropertyKey {
  return Reflect.ownKeys({ [value as PropertyKey]: 0 })[0]!;
}

/** A call of an exported declaration before its module has run (an import cycle). `meta`: where its body is a step. */
export function $early(body: Body, self: unknown, args: ArrayLike<unknown>, meta: string = ''): unknown {
  let code = declared.get(body);
  if (code === undefined) declared.set(body, (code = codeFor(body, meta)));
  return call(code, self, args);
}

/**
 * What a native calls in the middle of its own work: nothing in it can pause, and the error comes at the wait. What is
 * no function comes back as it is.
 */
export function $callback(fn: unknown, name: string): unknown {
  if (typeof fn !== 'function') return fn;
  const called = function (this: unknown, ...args: unknown[]): unknown {
    return runRegion(name, () => applyOn(fn, this, args));
  };
  showAs(called, fn);
  return called;
}

/**
 * A method of the runtime itself that acts on its `this` as compiled code does. `body` returns its value or PAUSE; `ofOne` does the same for a single
 * argument.
 */
export function ownedMethod(name: string, arity: number, body: AnyFunction, ofOne: AnyFunction): AnyFunction {
  const code = new CompiledFunction(body, 'direct', `${name}(${arity})`);
  return dress(wrapMethod(code, ofOne), code);
}
