/** Loops that compute and seldom wait. */
// @compile
export function mix(turns, every) {
  let hash = 1;
  // @nowait
  for (let i = 1; i <= turns; i++) {
    hash = (Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b) + i) | 0;
    if (i % every === 0) wait();
  }
  return hash;
}

/** The wait is in the middle of the loops. */
// @compile
export function paint(cells, width, every) {
  let light = 0;
  // @nowait
  for (let y = 0; y * width < cells.length; y++) {
    // @nowait
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      cells[at] = (cells[at] * 3 + x * y + light) & 255;
      light += cells[at];
      if (at % every === every - 1) wait();
    }
  }
  return light;
}

/** The inner loop never waits. */
// @compile
export function sweep(cells, width, every) {
  let light = 0;
  // @nowait
  for (let y = 0; y * width < cells.length; y++) {
    // @nowait
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      cells[at] = (cells[at] * 3 + x * y + light) & 255;
      light += cells[at];
    }
    if (y % every === every - 1) wait();
  }
  return light;
}
