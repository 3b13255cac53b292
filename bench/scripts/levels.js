/** Calls that may wait and do not, in a script that makes many of them. */
// @compile
export function levels(depth, times) {
  let sum = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    sum += level(depth);
  }
  return sum;
}

// @compile
function level(depth) {
  if (depth < 0) wait();
  return depth === 0 ? 0 : level(depth - 1) + 1;
}

/** The same on an object of its own. */
export class Stairs {
  x = 0;
  // @compile
  levels(depth, times) {
    let sum = 0;
    // @nowait
    for (let i = 0; i < times; i++) {
      sum += this.level(depth);
    }
    return sum;
  }
  // @compile
  level(depth) {
    if (depth < 0) wait();
    return depth === 0 ? 0 : this.level(depth - 1) + 1;
  }
  /** Two calls in each turn: a question and a step. */
  // @compile
  climb(times) {
    this.x = 0;
    // @nowait
    for (let i = 0; i < times; i++) {
      if (this.isBelow(times)) this.step();
    }
    return this.x;
  }
  // @compile
  isBelow(limit) {
    if (this.x < 0) wait();
    return this.x < limit;
  }
  // @compile
  step() {
    this.x += 1;
    if (this.x < 0) wait();
  }
}

/** Functions that nobody has compiled, or that came from elsewhere. */
// @compile
export function callNative(native, times) {
  let sum = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    sum += native(i);
  }
  return sum;
}
