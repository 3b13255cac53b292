/* oxlint-disable typescript/unbound-method -- natives are told apart, never called */
/**
 * The runtime's part of forced-pauses.js: after every call and turn of a loop the thread really waits a frame,
 * wherever that can be. A call can pause if compiled code made it: so the caller says, right before the call, that the
 * next body may; one that native code calls (a getter, a callback) finds nothing said and runs to its end.
 */
export function makeStress({ $thread, codeOf, clock, pausingMethod, waitUntil }) {
  const callbackAt = placesOfCallbacks();
  /** The id of the code that may pause, if it is what is entered next. */
  let said;

  return { enter, call, native, pause };

  /** First of all in a body: may it pause? Parameters that call others were worked out before. */
  function enter(id) {
    if (said !== id) return false;
    said = undefined;
    return true;
  }

  /** Calls `fn` as the source does. */
  function call(can, fn, self, args) {
    said = can ? codeOf(fn)?.id : undefined;
    try {
      return Reflect.apply(fn, self, args);
    } finally {
      said = undefined;
    }
  }

  /**
   * `method` may be a native that has a version which can pause: then its callback may pause too, whenever that calls it.
   * Only the version gets to see that the callback is another function.
   */
  function native(can, text, method, receiver, ...args) {
    const at = can ? callbackAt.get(method) : undefined;
    if (codeOf(args[at]) !== undefined && (at === 0 || isOwnPattern(args[0]))) args[at] = announced(args[at]);
    said = can ? codeOf(method)?.id : undefined;
    try {
      return pausingMethod(text, method, receiver, ...args);
    } finally {
      said = undefined;
    }
  }

  function announced(callback) {
    const body = function* (...args) {
      return yield call(true, callback, this, args);
    };
    return $thread(body, 'callback(0)');
  }

  function pause(can) {
    return can ? waitUntil(clock.frame + 1) : undefined;
  }
}

/** The realm's natives whose callback can pause, with its place among the arguments. */
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

/** Asks nothing of the pattern that the pattern could notice. */
function isOwnPattern(pattern) {
  if (typeof pattern !== 'object' || pattern === null) return typeof pattern !== 'function';
  return Object.getPrototypeOf(pattern) === RegExp.prototype && !Object.hasOwn(pattern, Symbol.replace);
}
