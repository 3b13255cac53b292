/** Loops that only compute, and that may not end for all that can be seen: their iterations are counted. */
// @compile
export function count(turns) {
  let i = 0;
  for (i = 0; i !== turns; i++) {}
  return i;
}

// @compile
export function add(rooms, turns) {
  let sum = 0;
  for (let i = 0; i !== turns; i++) sum += rooms[i % rooms.length].size;
  return sum;
}

// @compile
export function write(turns) {
  let length = 0;
  for (let i = 0; i !== turns; i++) length += `room ${i}`.length;
  return length;
}
