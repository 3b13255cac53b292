/** Scripts of a game or of a server's room: each turn of a loop is one of what they do besides waiting for their next frame. */
import { Executor } from '@spindle/runtime';

// @compile
function walk(ms) {
  wait(ms);
}

export class Guard extends Executor {
  turns = 0;
  x = 0;
  // @compile
  act() {
    wait(30);
  }
  // @compile
  step() {
    this.wait(10);
  }
}

// @compile
export function waits(guard) {
  while (true) {
    guard.turns++;
    wait(50);
  }
}

// @compile
export function hears(guard) {
  while (true) {
    guard.turns++;
    waitSignal('go');
  }
}

// @compile
export function calls(guard) {
  while (true) {
    guard.turns++;
    walk(30);
  }
}

// @compile
export function racesWaits(guard) {
  while (true) {
    guard.turns++;
    race(wait(30), waitSignal('never'));
  }
}

// @compile
export function racesCalls(guard) {
  while (true) {
    guard.turns++;
    race(walk(30), walk(60));
  }
}

// @compile
export function racesLimit(guard) {
  while (true) {
    guard.turns++;
    race(walk(30), wait(60));
  }
}

// @compile
export function awaitsAll(guard) {
  while (true) {
    guard.turns++;
    all(wait(30), wait(30));
  }
}

// @compile
export function limits(guard) {
  while (true) {
    guard.turns++;
    withTimeout(60, wait(30));
  }
}

// @compile
export function uses(guard) {
  while (true) {
    guard.turns++;
    waitFor(guard.act());
  }
}

// @compile
export function orders(guard) {
  while (true) {
    guard.turns++;
    guard.act();
    wait(50);
  }
}

// @compile
export function queues(guard) {
  while (true) {
    guard.turns++;
    guard.step();
    guard.step();
    guard.step();
    waitFor(guard);
  }
}

// @compile
export function start(guard) {
  guard.turns++;
  if (guard.x < 0) wait();
}

// @compile
export function tweens(guard) {
  while (true) {
    guard.turns++;
    tween(64, (t) => void (guard.x = t));
  }
}

/** One of the twenty of a room. */
// @compile
export function lives(guard) {
  while (true) {
    guard.turns++;
    wait(30);
    wait(50);
    race(wait(30), waitSignal('never'));
    wait(10);
  }
}
