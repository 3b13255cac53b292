/**
 * A town that never ends: each kind of wait, calls on busy owners, throws, cancels and owners that are removed, by the seeded `random()` of the scheduler.
 * `tally(what)` counts what happened.
 */
import { Executor } from '@spindle/runtime';

export class Villager extends Executor {
  x = 0;
  friend = null;
  town;

  constructor(town) {
    super();
    this.town = town;
  }

  // @compile
  walk(ms) {
    this.wait(ms);
    this.x++;
    return this.x;
  }

  // @compile
  visit(other) {
    try {
      this.walk(20);
      waitFor(other.walk(30));
    } finally {
      this.town.tally('visited');
    }
  }

  // @compile
  trip() {
    this.wait(10);
    throw new Error('tripped');
  }
}

function some(ms) {
  return Math.ceil(random() * ms);
}

// @compile
function spends(villager) {
  const kind = Math.floor(random() * 14);
  const { town, friend } = villager;
  switch (kind) {
    case 0:
      return wait(some(100));
    case 1:
      return waitFrames(some(6));
    case 2:
      return race(wait(some(80)), waitSignal('bell'), friend.walk(some(60)));
    case 3:
      return all(wait(some(50)), villager.walk(some(50)), friend.walk(10));
    case 4:
      return withTimeout(some(100), waitSignal('bell'));
    case 5:
      return waitFor(villager.visit(friend));
    case 6: {
      villager.walk(10);
      villager.walk(20);
      friend.walk(10);
      return waitFor(villager);
    }
    case 7: {
      const queue = listen('bell');
      try {
        return withTimeout(200, queue.next());
      } finally {
        queue.close();
      }
    }
    case 8: {
      const thread = start(friend.visit(villager));
      wait(some(40));
      thread.cancel();
      return thread.status;
    }
    case 9:
      try {
        return waitFor(villager.trip());
      } catch ({ message }) {
        return message;
      }
    case 10:
      return waitForEvent(town.gate, 'opens');
    case 11:
      return tween(some(90), (part) => (villager.x = part));
    case 12: {
      const from = villager.x;
      return race(
        waitUntil(() => villager.x !== from),
        wait(some(60)),
      );
    }
    default:
      return scope(() => {
        attach(start(friend.walk(some(30))));
        wait(some(30));
      });
  }
}

// @compile
export function lives(villager) {
  while (true) {
    try {
      spends(villager);
      villager.town.tally('spent');
    } catch ({ name }) {
      villager.town.tally(name);
      wait(10);
    }
  }
}

/** Starts the life of somebody again that was cancelled, and rings what others wait for. */
// @compile
export function watches(town) {
  while (true) {
    wait(some(70));
    signal('bell');
    town.gate.emit('opens');
    const at = Math.floor(random() * town.lives.length);
    town.lives[at].cancel();
    town.tally('cancelled');
    town.lives[at] = start(lives(town.villagers[at]));
  }
}
