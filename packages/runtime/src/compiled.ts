/** Calls of compiled code: the wrappers that the plugin emits, and what a call of one does (R2, R3, R5). */
import { type Body, Code, codeOf, hasPauses, type Meta, setCode } from './code.js';
import { badArgument, cannotPauseHere, runaway } from './errors.js';
import { coreOf, hasExecutor, ownerBehind } from './executor.js';
import { enter, inPlace, losePause, pause, refusePause } from './frames.js';
import type { Inbox } from './inbox.js';
import { resultOf } from './joins.js';
import { show } from './labels.js';
import { describeWait, noteSite, PAUSE, pending, stacks, turn } from './pending.js';
import { currentScheduler } from './scheduler.js';
import { type Core, current, type Host, type Join, type Thread } from './thread.js';
import { startThread } from './turn.js';
import { tellCall } from './watchers.js';

type AnyFunction = (this: unknown, ...args: never[]) => unknown;

// ---- what a call does -------------------------------------------------------------------------------------------------

/** Calls compiled code. Gives its value; PAUSE inside a thread when it waits; a Thread in plain code when it waits. */
export function invoke(code: Code, self: unknown, args: ArrayLike<unknown>): unknown {
  if (pending.kind !== null) throw losePause(`at the call of ${code.label}`);
  if (code.watchers !== null) tellCall(code, ownerBehind(self), args);
  const { thread } = current;
  if (turn.place !== null) return invokeInPlace(code, self, args);
  if (thread === null) return callFromPlainCode(code, self, args);
  if (code.apart) return callBeside(code, self, args, null);
  if (code.lexical !== undefined) return enter(code, code.lexical.self, args);
  if (typeof self !== 'object' || self === null) return enter(code, self, args);
  const { core } = thread;
  if (core === null || self !== core.owner) {
    const other = coreOf(self);
    if (other === null) return enter(code, self, args);
    if (other !== core) return callBeside(code, self, args, other);
  }
  if (code.instant || hasExecutor(thread)) return enter(code, self, args);
  return pause('blocked', { code, self, args }, true);
}

/** A call in a getter and the like: nothing queues, and what is used runs to its end there. Other owners' threads may go on by themselves. */
function invokeInPlace(code: Code, self: unknown, args: ArrayLike<unknown>): unknown {
  const { thread } = current;
  const place = turn.isUsed ? turn.place : null;
  turn.isUsed = false;
  if (thread === null) return callFromPlainCode(code, self, args, place);
  if (code.apart) return callBeside(code, self, args, null, place);
  if (code.lexical !== undefined) return enter(code, code.lexical.self, args);
  if (typeof self !== 'object' || self === null || self === thread.core?.owner) return enter(code, self, args);
  const other = coreOf(self);
  return other === null || other === thread.core ? enter(code, self, args) : callBeside(code, self, args, other, place);
}

/** A call on another owner, or on none: a thread of its own, at once. It gives its value, else the pause for its value. */
function callBeside(
  code: Code,
  self: unknown,
  args: ArrayLike<unknown>,
  core: Core | null,
  place: string | null = null,
): unknown {
  const starter = current.thread;
  const host = hostFor(core, starter?.host);
  const thread = startThread({ code, self, args }, { host, core, parent: starter, place });
  if (thread.ended && thread.status_ !== 'cancelled') return resultOf(thread);
  // Not through pause(): a place that cannot pause may still start a thread and let go of it (`beside`).
  pending.kind = 'join';
  pending.subject = { mode: 'call', targets: [thread], left: 1 } satisfies Join;
  pending.keeps = true;
  if (stacks.on) noteSite(0);
  return PAUSE;
}

function callFromPlainCode(code: Code, self: unknown, args: ArrayLike<unknown>, usedIn: string | null = null): unknown {
  const starter = current.starter;
  const core = code.apart ? null : coreOf(code.lexical === undefined ? self : code.lexical.self);
  const host = hostFor(core, starter?.host);
  const receiver = code.lexical === undefined ? self : code.lexical.self;
  if (host.inbox !== null) tellCallFromOutside(host.inbox, code, receiver, args);
  // In a getter and the like an owner's thread may go on by itself; nothing else may wait.
  const place = core === null ? turn.place : usedIn;
  const thread = startThread({ code, self: receiver, args }, { host, core, parent: starter, place });
  // A thread that cancelled itself at its first wait has no value; its caller gets the Thread.
  if (thread.ended && thread.status_ !== 'cancelled') return resultOf(thread);
  if (turn.place !== null) unfinished = thread;
  return thread;
}

/** The thread that a place has started last and that still waits. */
let unfinished: Thread | null = null;

/** Makes a call whose value a place uses: it runs to its end there. */
function now(call: () => unknown): unknown {
  const { isUsed } = turn;
  turn.isUsed = turn.place !== null;
  try {
    return valueNow(call());
  } finally {
    turn.isUsed = isUsed;
  }
}

/** The value of a call where nothing can wait for it: a wait is an error there and then. */
function valueNow(value: unknown, where: string = turn.place ?? 'code that is not compiled'): unknown {
  if (value === PAUSE) throw refusePause(where);
  if (unfinished === null || value !== unfinished) return value;
  const join = { mode: 'call', targets: [unfinished], left: 1 } satisfies Join;
  unfinished = null;
  throw cannotPauseHere(describeWait('join', join), where);
}

function tellCallFromOutside(inbox: Inbox, code: Code, self: unknown, args: ArrayLike<unknown>): void {
  const on = typeof self === 'object' && self !== null ? `${show(self)}.` : '';
  inbox.told('call', on + code.label, args);
}

/** A thread started by a thread stays with its scheduler; else the owner's, the entered or the default one. */
function hostFor(core: Core | null, starters: Host | undefined): Host {
  return starters ?? core?.host ?? currentScheduler();
}

/** Lets go of a thread on another owner that a call has just started; every other wait stands as it is. */
export function beside(value: unknown): unknown {
  if (value !== PAUSE || pending.kind !== 'join' || pending.leaf !== null) return value;
  if ((pending.subject as Join).mode !== 'call') return value;
  pending.kind = null;
  pending.subject = undefined;
  return undefined;
}

/**
 * Makes a call as plain code makes it: on a thread of its own, giving its value or its Thread.
 * `outside(() => f())`, or `outside(fn, self, args)` where the arguments are worked out before.
 */
export function outside(fn: AnyFunction, self?: unknown, args: readonly unknown[] = []): unknown {
  if (pending.kind !== null) throw losePause('at the next call');
  const { thread, starter } = current;
  const { place } = turn;
  current.thread = null;
  current.starter = thread ?? starter;
  turn.place = null;
  try {
    return fn.apply(self, args as never[]);
  } finally {
    current.thread = thread;
    current.starter = starter;
    turn.place = place;
  }
}

/**
 * What an emitter, a timer or a Promise gets for a compiled function: it starts a thread of its own whenever it is called, also
 * where the emitter is called inside a thread. The same function always gives the same handler; all else comes back as it is.
 */
export function handler(fn: unknown): unknown {
  if (typeof fn !== 'function' || codeOf(fn) === undefined) return fn;
  let made = handlers.get(fn);
  if (made === undefined) {
    made = function (this: unknown, ...args: unknown[]) {
      return outside(fn as AnyFunction, this, args);
    };
    Object.defineProperty(made, 'length', { value: fn.length, configurable: true });
    Object.defineProperty(made, 'name', { value: fn.name, configurable: true });
    handlers.set(fn, made);
    handlers.set(made, made);
    setCode(made, codeOf(fn) as Code);
  }
  return made;
}
const handlers = new WeakMap<object, Function>();

/**
 * Counts a turn of a fast loop. True after `limit` turns since the thread's last real pause: then it is time to wait.
 * Where nothing can pause it is never true, and the turns count as steps of the thread's turn.
 * @throws {RunawayError} when those are too many.
 */
export function overBudget(limit: number): boolean {
  const { thread } = current;
  if (turn.place !== null && ++turn.steps > turn.maxSteps) throw runaway(turn.maxSteps);
  if (thread === null || turn.place !== null || ++thread.fastTurns < limit) return false;
  thread.fastTurns = 0;
  return true;
}

// ---- wrappers ---------------------------------------------------------------------------------------------------------

/** Code by its generator, for declarations that may be called before their module has run. */
const declared = new WeakMap<Body, Code>();

function wrapFunction(code: Code): AnyFunction {
  return function (this: unknown) {
    if (new.target !== undefined) return construct(code, this, new.target, arguments);
    return invoke(code, this, arguments);
  };
}

function wrapMethod(code: Code): AnyFunction {
  const holder = {
    method(this: unknown) {
      return invoke(code, this, arguments);
    },
  };
  // oxlint-disable-next-line typescript/unbound-method -- a method has no `prototype` and cannot be called with new
  return holder.method;
}

function wrapArrow(code: Code): AnyFunction {
  return (...args) => invoke(code, undefined, args);
}

/** Called with `new`: no thread, no owner, and no pause. */
function construct(code: Code, self: unknown, target: Function, args: ArrayLike<unknown>): unknown {
  if (pending.kind !== null) throw losePause(`at new ${code.label}`);
  if (code.plain) return Reflect.construct(code.body, args, target);
  const outer = newTarget;
  newTarget = target;
  try {
    const result = inPlace('a function called with new', () => enter(code, self, args));
    return (typeof result === 'object' && result !== null) || typeof result === 'function' ? result : self;
  } finally {
    newTarget = outer;
  }
}

let newTarget: Function | undefined;

function takeNewTarget(): Function | undefined {
  const target = newTarget;
  newTarget = undefined;
  return target;
}

/** Gives the wrapper the name and length of the source and makes it known as the function of its code. */
function dress<F extends AnyFunction>(wrapper: F, code: Code): F {
  Object.defineProperty(wrapper, 'length', { value: code.length, configurable: true });
  Object.defineProperty(wrapper, 'name', { value: code.name, configurable: true });
  setCode(wrapper, code);
  return wrapper;
}

function compiled(body: Body, meta: string | Meta = '', alias?: AnyFunction): AnyFunction {
  if (typeof body !== 'function') throw badArgument('$thread', 'a generator function', body);
  const code = new Code(body, 'generator', meta);
  const known = declared.get(body);
  if (known !== undefined) code.watchers = known.watchers;
  declared.set(body, code);
  const wrapper = dress(wrapFunction(code), code);
  if (alias === undefined) return wrapper;
  setCode(alias, code);
  // What code of an import circle has put on the declaration before its module began stays on it.
  Reflect.ownKeys(alias).forEach((own) => {
    if (Object.hasOwn(wrapper, own)) return;
    Object.defineProperty(wrapper, own, Object.getOwnPropertyDescriptor(alias, own) as PropertyDescriptor);
  });
  return wrapper;
}

/** An arrow keeps the `this` of its creator: the body is called with it, and a call from no thread has it as owner. */
function arrow(body: Body, meta: string | Meta = '', self?: unknown): AnyFunction {
  const code = new Code(body, 'generator', meta);
  code.lexical = { self };
  return dress(wrapArrow(code), code);
}

function method(body: Body, meta: string | Meta = ''): AnyFunction {
  const code = new Code(body, 'generator', meta);
  return dress(wrapMethod(code), code);
}

/** Wraps methods in place, so that `super` keeps its meaning. Gives the object back. */
function methods<T extends object>(target: T, metas: Record<PropertyKey, string | Meta>): T {
  Reflect.ownKeys(metas).forEach((own) => {
    const property = Object.getOwnPropertyDescriptor(target, own);
    const body = property?.value as Body | undefined;
    if (property === undefined || typeof body !== 'function') return;
    Object.defineProperty(target, own, { ...property, value: methodOf(body, metas[own as string] as string | Meta) });
  });
  return target;
}

function methodOf(body: Body, meta: string | Meta): AnyFunction {
  // A preset may have made a function of a generator method; it is one if it has a place where it waits.
  const code = new Code(body, isGenerator(body) || hasPauses(meta) ? 'generator' : 'direct', meta);
  return dress(wrapMethod(code), code);
}

/** A decorator that wraps a method: of the language, which gets the method, or TypeScript's older kind, which gets its property. */
function decorate(meta: string | Meta = ''): (target: unknown, context: unknown, property?: unknown) => unknown {
  return (target, _context, property) =>
    property === undefined
      ? methodOf(target as Body, meta)
      : { ...property, value: methodOf((property as PropertyDescriptor).value as Body, meta) };
}

const isGenerator = (body: Body): boolean => Object.prototype.toString.call(body) === '[object GeneratorFunction]';

/** A function whose body names itself: `make` gets the wrapper and gives the body. */
function named(make: (self: AnyFunction) => Body, meta: string | Meta = ''): AnyFunction {
  const code = new Code(make, 'generator', meta);
  const wrapper = dress(wrapFunction(code), code);
  code.setBody(make(wrapper));
  return wrapper;
}

/** A function expression called on the spot: a thread of its own (R3). */
function apart(body: Body, meta: string | Meta = ''): AnyFunction {
  const code = new Code(body, 'generator', meta);
  code.apart = true;
  return dress(wrapFunction(code), code);
}

/** A function that never waits: no generator, but its owner, its queue and its hooks as for any other. */
function plain(body: Body, meta: string | Meta = '', self?: unknown): AnyFunction {
  const code = new Code(body, 'direct', meta);
  code.plain = true;
  if ('prototype' in body) {
    const wrapper = dress(wrapFunction(code), code);
    Object.defineProperty(wrapper, 'prototype', { value: body.prototype, writable: true });
    (body.prototype as { constructor: unknown }).constructor = wrapper;
    return wrapper;
  }
  code.lexical = { self };
  return dress(wrapArrow(code), code);
}

/** The wrapper of a private method's body, made once. */
function of(body: Body, meta: string | Meta = ''): AnyFunction {
  let wrapper = privates.get(body);
  if (wrapper === undefined) privates.set(body, (wrapper = method(body, meta)));
  return wrapper;
}
const privates = new WeakMap<Body, AnyFunction>();

/** The property key that a value stands for, so that a computed key is asked for its text once. */
function key(value: unknown): PropertyKey {
  return Reflect.ownKeys({ [value as PropertyKey]: 0 })[0]!;
}

/** A call of an exported declaration before its module has run (an import cycle). */
function early(body: Body, self: unknown, args: ArrayLike<unknown>): unknown {
  let code = declared.get(body);
  if (code === undefined) declared.set(body, (code = new Code(body, 'generator', '')));
  return invoke(code, self, args);
}

/**
 * What a native calls in the middle of its own work: nothing in it can pause, and the error comes at the wait. What is no
 * function comes back as it is.
 */
function callback(fn: unknown, name: string): unknown {
  if (typeof fn !== 'function') return fn;
  const called = function (this: unknown, ...args: unknown[]): unknown {
    return runPlace(name, () => (fn as AnyFunction).apply(this, args as never[]));
  };
  Object.defineProperty(called, 'length', { value: fn.length, configurable: true });
  Object.defineProperty(called, 'name', { value: fn.name, configurable: true });
  return called;
}

/** Runs the code of a getter, a constructor or the like, which the language calls: nothing in it can pause. */
function runPlace<T>(name: string, fn: () => T): T {
  if (pending.kind !== null) throw losePause(`in ${name}`);
  const { isUsed } = turn;
  turn.isUsed = false;
  try {
    return inPlace(name, fn);
  } finally {
    turn.isUsed = isUsed;
  }
}

/** What the plugin wraps compiled functions in. */
export const $thread: typeof compiled & {
  arrow: typeof arrow;
  method: typeof method;
  methods: typeof methods;
  decorate: typeof decorate;
  named: typeof named;
  apart: typeof apart;
  plain: typeof plain;
  of: typeof of;
  early: typeof early;
  key: typeof key;
  newTarget: typeof takeNewTarget;
  place: typeof runPlace;
  now: typeof now;
  target: typeof valueNow;
  callback: typeof callback;
} = Object.assign(compiled, {
  arrow,
  method,
  methods,
  decorate,
  named,
  apart,
  plain,
  of,
  early,
  key,
  newTarget: takeNewTarget,
  place: runPlace,
  now,
  target: valueNow,
  callback,
});

/** A method of the runtime itself that acts on its `this` as compiled code does. `body` gives its value or PAUSE. */
export function ownedMethod<F extends AnyFunction>(name: string, body: F): F {
  const code = new Code(body, 'direct', `${name}(${body.length})`);
  return dress(wrapMethod(code), code) as unknown as F;
}

/**
 * Makes a native function observable: `waitFor(hooked)` goes on when it is next called. Gives a function that calls it.
 *
 * @example
 * const ring = hook(() => "rrring");
 * // @compile
 * function guard() {
 *   waitFor(ring);
 *   return "awake";
 * }
 * const guarding = guard();
 * ring(); // "rrring"
 * scheduler.pulse(16);
 * guarding.result; // "awake"
 */
export function hook<F extends AnyFunction>(fn: F): F {
  if (typeof fn !== 'function') throw badArgument('hook', 'a function', fn);
  if (codeOf(fn) !== undefined) return fn;
  const code = new Code(
    fn,
    'direct',
    `${encodeURIComponent(fn.name || 'hooked')}(${fn.length}) name=${encodeURIComponent(fn.name)}`,
  );
  const hooked = function (this: unknown, ...args: never[]): unknown {
    if (code.watchers !== null) tellCall(code, ownerBehind(this), args);
    return fn.apply(this, args);
  };
  return dress(hooked, code) as unknown as F;
}
