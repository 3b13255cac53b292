/* oxlint-disable typescript/unbound-method -- natives are compared, not called */
// No call here spreads its arguments: a test may take the iterator of arrays away.
const { apply } = Reflect;
const callWith = (fn, first, args) => apply(fn, undefined, first.concat(args));

/**
 * The functions that code compiled with forced-pauses.js calls: the thread waits for the next frame after each call and each iteration of a loop, if it
 * can. A function can pause if compiled code called it, so a note says before each call who is about to be called. A function that native code calls (a
 * getter, a callback) finds no note of itself, and runs to its end.
 *
 *   [allow($can, f), yield f(g()), …]       the note of `f`
 *      [allow($can, g), yield g(), …]       that of `g`, until `g` is entered; `back` puts the note of `f` back
 *
 * `abi` is what compiled code calls of the runtime. `helpers` take the place of the natives there, so that their callbacks may pause.
 */
export function makeStress({ abi, codeOf, clock, waitUntil, isProxy }) {
  const notes = new Notes(codeOf, isProxy);
  const pause = (can) => (can ? waitUntil(clock.frame + 1) : undefined);
  return Object.assign(notes, { call, pause, helpers: makeHelpers({ abi, codeOf, notes, call }) });

  /** Calls a function that may pause. */
  function call(fn, self, args) {
    notes.allow({ note: null }, fn);
    try {
      return apply(fn, self, args);
    } finally {
      notes.arm(false);
    }
  }
}

/** A note is `{ outer, isOf, isNative }`; `outer` is that of the call whose argument this call is. Its functions are called without a receiver. */
class Notes {
  /** Who may pause if it is entered next; null for nobody. */
  #armed = null;
  #codeOf;
  #isProxy;

  constructor(codeOf, isProxy) {
    this.#codeOf = codeOf;
    this.#isProxy = isProxy;
  }

  /**
   * The first call in the body of each function. Default values of its parameters were evaluated before this. Returns false if it may not pause; else what its
   * calls are noted in.
   */
  enter = (id) => {
    if (this.#armed === null || !this.#armed.isOf(id)) return false;
    this.#armed = null;
    return { note: null };
  };

  /** A call of this function follows; without one, of somebody unknown. */
  allow = (can, fn) => this.allowId(can, this.#codeOf(fn)?.id);

  allowId = (can, id) => this.arm(can, (entered) => entered === id);

  /** A call of a method of this name; with an object, of that one. */
  named = (can, name, ...of) => {
    const method = of.length === 0 ? undefined : methodOf(of[0], name, this.#isProxy);
    if (method !== undefined) this.allow(can, method);
    else this.arm(can, (entered) => !OF_NATIVES.has(name) && labelOf(entered) === name);
  };

  /** A call of what may be a native with a version that can pause. */
  native = (can) => this.arm(can, () => false, true);

  arm = (can, isOf, isNative = false) => {
    if (can) can.note = { outer: can.note, isOf, isNative };
    this.#armed = can ? can.note : null;
  };

  /** Was the call noted as one of a native? */
  takeNative = () => {
    const is = this.#armed?.isNative === true;
    if (is) this.#armed = null;
    return is;
  };

  /** Nobody may pause in what `run` does. The note is kept: who it is of may be called behind it. */
  keep = (run) => {
    const kept = this.#armed;
    this.#armed = null;
    try {
      return run();
    } finally {
      this.#armed = kept;
    }
  };

  /** The call is over: what it is a part of is next. Returns the place of its value in the list. */
  back = (can) => {
    if (can) this.#armed = can.note = can.note.outer;
    return 1;
  };
}

/** In a call that was noted as one of a native, and whose method has a version that can pause, each call of the callback may pause, too. */
function makeHelpers({ abi, codeOf, notes, call }) {
  const callbackAt = placesOfCallbacks();
  const generators = callsBy(abi.pausingMethod);
  const frames = callsBy(abi.$pausingMethod);
  return {
    pausing: named(generators, abi.pausing),
    pausingMethod: method(generators, abi.pausingMethod),
    $pausing: named(frames, abi.$pausing),
    $pausingMethod: method(frames, abi.$pausingMethod),
    $forEach: looped('forEach', abi.$forEach),
    $map: looped('map', abi.$map),
    ...inPlaces(abi, notes),
    beside,
  };

  function callsBy(pausingMethod) {
    return (text, fn, receiver, args) => {
      const at = callbackAt.get(fn);
      if (codeOf(args[at]) !== undefined && (at === 0 || isOwnPattern(args[0]))) args[at] = mayPause(args[at]);
      else notes.allow({ note: null }, fn);
      try {
        return callWith(pausingMethod, [text, fn, receiver], args);
      } finally {
        notes.arm(false);
      }
    };
  }

  function named(calls, helper) {
    return (receiver, name, ...args) =>
      notes.takeNative() ? calls(name, receiver[name], receiver, args) : callWith(helper, [receiver, name], args);
  }

  function method(calls, helper) {
    return (text, fn, receiver, ...args) =>
      notes.takeNative() ? calls(text, fn, receiver, args) : callWith(helper, [text, fn, receiver], args);
  }

  /** `meta`: the callback is the step of an arrow that nobody else has, and `self` its `this`. */
  function looped(name, helper) {
    return (...given) => {
      if (!notes.takeNative()) return apply(helper, undefined, given);
      const { 0: receiver, 1: callback, 2: self, 3: meta } = given;
      const fn = receiver[name];
      if (meta === undefined) return frames(name, fn, receiver, given.slice(1));
      const arrow = abi.$arrow(callback, meta, self);
      if (fn !== Array.prototype[name]) return frames(name, fn, receiver, [arrow]);
      return helper(receiver, mayPauseAt(notes, codeOf(arrow).id, callback), self, meta);
    };
  }

  /** The callback is replaced, which only the version that can pause sees. */
  function mayPause(callback) {
    const body = function* (...args) {
      return yield call(callback, this, args);
    };
    return abi.$thread(body, 'callback(0)');
  }
}

/** Otherwise calls on other owners would run in another order than in plain code. */
const beside = (value) => value;

/** Code that runs to its end at once, as that of a constructor: it may be made in the arguments of a call whose note is there already. */
const inPlace =
  (helper, notes) =>
  (...given) =>
    notes.keep(() => apply(helper, undefined, given));

/** The helpers of such code. */
function inPlaces({ $sync, $atOnce, $valueNow }, notes) {
  return { $sync: inPlace($sync, notes), $atOnce: inPlace($atOnce, notes), $valueNow: inPlace($valueNow, notes) };
}

/** The same for a step: `frame` is null at the start of a call. */
function mayPauseAt(notes, id, step) {
  return function (frame, ...args) {
    if (frame === null) notes.allowId({ note: null }, id);
    return apply(step, this, [frame].concat(args));
  };
}

/** Found without an effect: undefined if there is none, or a getter or a Proxy in the way. */
function methodOf(object, name, isProxy) {
  for (let at = Object(object ?? {}); at !== null && !isProxy(at); at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found !== undefined) return found.value;
  }
  return undefined;
}

/** By these names natives call methods of others: `iterator.throw` the one of an iterator in a `yield*`, `Reflect.get` the trap of a Proxy. */
const OF_NATIVES = new Set(
  (
    'next return throw then get set has apply construct deleteProperty defineProperty getOwnPropertyDescriptor getPrototypeOf setPrototypeOf ownKeys ' +
    'isExtensible preventExtensions add exec join toString toLocaleString toJSON valueOf'
  ).split(' '),
);

/** `Guard.walk` → "walk" */
const labelOf = (id) => decodeURIComponent(/[^.>]*$/.exec(id.replace(/~[^>]*$/, ''))[0]);

/** The natives of the realm whose callback can pause, each with the index of that argument. */
function placesOfCallbacks() {
  const ofArrays =
    'forEach map filter some every find findIndex findLast findLastIndex reduce reduceRight flatMap sort toSorted';
  return new Map([
    ...ofArrays.split(' ').map((name) => [Array.prototype[name], 0]),
    [Map.prototype.forEach, 0],
    [Set.prototype.forEach, 0],
    [Array.from, 1],
    [String.prototype.replace, 1],
    [String.prototype.replaceAll, 1],
  ]);
}

/** Whether this is a string or an unchanged RegExp. It must not read properties that the program could observe. */
function isOwnPattern(pattern) {
  if (typeof pattern !== 'object' || pattern === null) return typeof pattern !== 'function';
  return Object.getPrototypeOf(pattern) === RegExp.prototype && !Object.hasOwn(pattern, Symbol.replace);
}
