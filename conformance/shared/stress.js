/* oxlint-disable typescript/unbound-method -- natives are compared, not called */
/**
 * The functions that code compiled with forced-pauses.js calls: the thread waits for the next frame after each call and each iteration of a loop, if it
 * can. A function can pause if compiled code called it, so the caller notes the id of the callee immediately before the call. A function that native
 * code calls (a getter, a callback) finds no note, and runs to its end.
 */
export function makeStress({ $thread, codeOf, clock, pausingMethod, waitUntil }) {
  const callbackAt = placesOfCallbacks();
  /** The note: the id of the function that may pause if it is entered next. */
  let allowedId;

  return { enter, call, native, pause };

  /** The first call in the body of each function: may it pause? Default values of its parameters were evaluated before this. */
  function enter(id) {
    if (allowedId !== id) return false;
    allowedId = undefined;
    return true;
  }

  /** Makes the call that is in the source. */
  function call(can, fn, self, ...args) {
    allowedId = can ? codeOf(fn)?.id : undefined;
    try {
      return Reflect.apply(fn, self, args);
    } finally {
      allowedId = undefined;
    }
  }

  /**
   * If `method` is a native with a version that can pause, each call of its callback may pause, too. The callback is replaced for that, which only
   * that version can see.
   */
  function native(can, text, method, receiver, ...args) {
    const at = can ? callbackAt.get(method) : undefined;
    if (codeOf(args[at]) !== undefined && (at === 0 || isOwnPattern(args[0]))) args[at] = mayPause(args[at]);
    allowedId = can ? codeOf(method)?.id : undefined;
    try {
      return pausingMethod(text, method, receiver, ...args);
    } finally {
      allowedId = undefined;
    }
  }

  function mayPause(callback) {
    const body = function* (...args) {
      return yield call(true, callback, this, ...args);
    };
    return $thread(body, 'callback(0)');
  }

  function pause(can) {
    return can ? waitUntil(clock.frame + 1) : undefined;
  }
}

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
