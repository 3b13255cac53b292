/** Callbacks that may wait and do not. */
// @compile
export function mapEach(rooms, times) {
  let seen = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    const doubled = rooms.map((room) => {
      if (room < 0) wait();
      return room * 2;
    });
    seen += doubled[i & 7];
  }
  return seen;
}

// @compile
export function forEachOf(rooms, times) {
  let seen = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    rooms.forEach((room) => {
      if (room < 0) wait();
      seen += room;
    });
  }
  return seen;
}
