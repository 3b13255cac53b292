/**
 * A doubly linked ring whose links are the members themselves: for queues, into whose middle threads may come, and for joiners. What is woken all at once,
 * subscribers and the timers of a slot, stands in arrays, so that it is one walk through memory (threads/subscription.ts, time/wheel.ts).
 */

/** A node of a ring, or its head. A node that is in no ring forms a ring of its own, so that leaving is idempotent. */
export interface RingNode {
  prev: RingNode;
  next: RingNode;
}

/** Puts a node before another one of a ring; before its head: at its end. */
export function addToRing(next: RingNode, node: RingNode): void {
  node.prev = next.prev;
  node.next = next;
  next.prev = next.prev.next = node;
}

export function leaveRing(node: RingNode): void {
  node.prev.next = node.next;
  node.next.prev = node.prev;
  node.prev = node.next = node;
}
