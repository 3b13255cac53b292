/** Scripts that are saved: each is two calls deep, on an owner of its own, in a room that it shares with others, and has made a function. */
import { Executor } from '@spindle/runtime';

export class Room {
  seen = 0;
  posts;
  constructor(posts) {
    this.posts = posts;
  }
}

export class Guard extends Executor {
  x = 0;
  hp = 10;
  room;
  constructor(room) {
    super();
    this.room = room;
  }
  // @compile
  patrol() {
    let rounds = 0;
    const arrive = (post) => {
      rounds++;
      this.room.seen += post.distance * rounds;
    };
    while (true) {
      for (const post of this.room.posts) this.walk(post, arrive);
    }
  }
  // @compile
  walk(post, arrive) {
    for (let step = 0; step < post.distance; step++) {
      this.x += post.distance;
      wait(30);
    }
    arrive(post);
  }
}

/** The same without a function. */
export class Scout extends Executor {
  x = 0;
  room;
  constructor(room) {
    super();
    this.room = room;
  }
  // @compile
  patrol() {
    while (true) {
      for (const post of this.room.posts) this.walk(post);
    }
  }
  // @compile
  walk(post) {
    for (let step = 0; step < post.distance; step++) {
      this.x += post.distance;
      wait(30);
    }
  }
}

/** Functions that are made anew, called and forgotten. */
// @compile
export function makePlain(times) {
  let sum = 0;
  for (let i = 0; i < times; i++) {
    const plus = (n) => n + i;
    sum += plus(1);
  }
  if (times < 0) wait();
  return sum;
}

// @compile
export function makeAnew(times) {
  let sum = 0;
  const add = (f) => {
    sum += f(1);
  };
  // @nowait
  for (let i = 0; i < times; i++) {
    const plus = (n) => n + i;
    add(plus);
  }
  if (times < 0) wait();
  return sum;
}

// @compile
export function makeSteps(times) {
  let sum = 0;
  // @nowait
  for (let i = 0; i < times; i++) {
    const plus = (n) => {
      if (n < 0) wait();
      return n + i;
    };
    sum += plus(1);
  }
  return sum;
}
