/** Calls that do not wait: what the `yield` before them, and the wrapper around them, cost. */
// @compile
export function level(depth) {
  if (depth < 0) wait();
  return depth === 0 ? 0 : level(depth - 1) + 1;
}

/** A local function without `this`, proven not to wait, that is only called: it stays bare. */
// @compile
export function bareLevels(depth, times) {
  function down(left) {
    return left === 0 ? 0 : down(left - 1) + 1;
  }
  let sum = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    sum += down(depth);
  }
  return sum;
}

// @compile
export function callNative(native, times) {
  let sum = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    sum += native(i);
  }
  return sum;
}

/** A callback that may wait is made anew each time. */
// @compile
export function visit(rooms, act, times) {
  let seen = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    seen += rooms.map((room) => act(room))[i & 7];
  }
  return seen;
}
