/** Random whole numbers (mulberry32): `next(count)` gives a number from 0 to `count` - 1. */
export function makeRandom(seed) {
  let state = seed * 0x9e3779b1;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % count;
  };
}
