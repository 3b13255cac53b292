/** A doubly linked ring whose links are the members themselves. */

/** A node of a ring, or its head. A node that is in no ring forms a ring of its own, so that leaving is idempotent. */
export interface Place {
  prev: Place;
  next: Place;
}

/** Puts a place before another one of a ring; before its head: at its end. */
export function addToRing(next: Place, place: Place): void {
  place.prev = next.prev;
  place.next = next;
  next.prev = next.prev.next = place;
}

export function leaveRing(place: Place): void {
  place.prev.next = place.next;
  place.next.prev = place.prev;
  place.prev = place.next = place;
}
