/**
 * The runtime's part of the plugin option `stress`: after every call and turn of a loop the thread really waits a frame,
 * wherever that can be. A call can pause if compiled code made it: so the caller says, right before the call, that the
 * next body may; one that native code calls (a getter, a callback) finds nothing said and runs to its end.
 */
export function makeStress({ codeOf, clock, waitUntil }) {
  /** The id of the code that may pause, if it is what is entered next. */
  let said;

  return {
    /** First of all in a body: may it pause? Parameters that call others were worked out before. */
    enter(id) {
      if (said !== id) return false;
      said = undefined;
      return true;
    },

    /** Calls `fn` as the source does. */
    call(can, fn, self, args) {
      said = can ? codeOf(fn)?.id : undefined;
      try {
        return Reflect.apply(fn, self, args);
      } finally {
        said = undefined;
      }
    },

    pause(can) {
      return can ? waitUntil(clock.frame + 1) : undefined;
    },
  };
}
