/**
 * Natives that take callbacks, in compiled code: `yield pausing(list, "map", callback)` is `list.map(callback)` where
 * the callback may wait.
 */
import { methodOf, NativeCalls } from './builtins/native-calls.js';
import { arrays, collections, from, replace } from './builtins/pausable.generated.js';

const natives = /*#__PURE__*/ new NativeCalls(
  { arrays, collections, from, replace },
  { functions: [pausing, pausingMethod], here },
);

function here(): Error {
  return new Error('here');
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
  return natives.call(methodOf(receiver, name), receiver, args);
}

/**
 * The same for a method that was read before the arguments were evaluated, as those might change what is read. The
 * source calls it `text`: `pausingMethod("list.map", list.map, list, yield pick())`.
 */
export function pausingMethod(text: string, method: unknown, receiver: unknown, ...args: unknown[]): unknown {
  if (typeof method !== 'function') throw new TypeError(`${text} is not a function`);
  return natives.call(method, receiver, args);
}
