/** Something goes wrong, and nobody waits for it. */
export class Wall extends Error {}

// @compile
export function outer() {
  inner(3);
}

// @compile
function inner(steps) {
  wait(10);
  throw new Wall(`a wall after ${steps} steps`);
}

// @compile
export function guard() {
  waitSignal('bell');
}
