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

// @compile
function double(room) {
  if (room < 0) wait();
  return room * 2;
}

/** The same function each time. */
// @compile
export function mapByOne(rooms, times) {
  let seen = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    const doubled = rooms.map(double);
    seen += doubled[i & 7];
  }
  return seen;
}

// @compile
export function forEachByOne(rooms, times) {
  let seen = 0;
  const add = (room) => {
    if (room < 0) wait();
    seen += room;
  };
  // @nowait
  for (let i = 0; i < times; i++) {
    rooms.forEach(add);
  }
  return seen;
}
