/** All kinds of words and values that this version can save. The saves beside it are of this text: it stays as it is. */
// @compile the whole file
import { Clock, Executor } from '@spindle/runtime';
import { checkpoint } from '@spindle/runtime/saves';

class Hero extends Executor {
  steps = 0;
  walk(steps) {
    for (let i = 0; i < steps; i++) {
      this.steps++;
      this.wait(10);
    }
    return `walked ${this.steps}`;
  }
  // @interrupt
  flinch() {
    wait(20);
    return `flinched at ${this.steps}`;
  }
  // @beside @restart
  glow() {
    tween(70, (t) => (this.light = t));
    log(`light ${this.light}`);
  }
}
const hero = new Hero();
const friend = new Hero();
const bag = new Map([['gold', { amount: 3 }]]);
let told = 0;

/** A step of it is told in each line, so that one sees whether all goes on. */
export function play(bell) {
  start(waits);
  start(shout);
  start(joins);
  start(catches);
  start(orders);
  start(closures);
  start(clocks);
  start(cutscene);
  start(rooms);
  start(values);
  start(() => listens(bell));
  start(() => queue());
}

function waits() {
  wait(15);
  waitFrames(2);
  for (let i = 0; i < 3; i++) every(15);
  waitUntilTime(100);
  let n = 0;
  while (n < 2) n++;
  waitUntil(() => told > 3);
  log(`waited, random ${random()}`);
}

function shout() {
  while (told < 5) {
    wait(25);
    told++;
    signal('bell', `ding ${told}`);
  }
}

function joins() {
  const walk = start(() => hero.walk(4));
  log(race({ walk, late: wait(90) }).key);
  log(all(friend.walk(2), wait(35)).length);
  try {
    withTimeout(30, waitSignal('never'));
  } catch (error) {
    log(error.name);
  }
}

function fail() {
  wait(30);
  throw new RangeError('no');
}

function catches() {
  const cleaning = start(clean);
  wait(20);
  cleaning.cancel('enough');
  try {
    fail();
  } catch (error) {
    wait(40);
    log(`${error.message} ${error instanceof RangeError}`);
  }
}

function clean() {
  try {
    wait(1000);
  } finally {
    log('cleaning');
    wait(45);
    log('clean');
  }
}

function orders() {
  friend.walk(3);
  friend.glow();
  wait(40);
  friend.glow();
  log(friend.flinch());
  friend.hold(() => wait(25));
}

function closures() {
  let n = 0;
  const add = () => {
    wait(30);
    n++;
    return n;
  };
  const step = {
    by: 2,
    go() {
      wait(20);
      n *= this.by;
    },
  };
  log(all(add, add).join());
  waitFor(step.go());
  log(`n ${n}`);
}

function clocks() {
  const slow = new Clock(clock);
  slow.scale = 0.5;
  withClock(slow, () => {
    wait(40);
    log(`slow ${clock.now}`);
  });
}

function cutscene() {
  try {
    skippable(
      () => {
        for (const word of ['Once', 'upon', 'a', 'time']) {
          wait(20);
          log(word);
        }
      },
      { by: 'skip' },
    );
  } finally {
    checkpoint('after the cutscene');
    log('the cutscene is over');
  }
}

function rooms() {
  scope(() => {
    start(() => {
      wait(55);
      log('in the room');
    });
    wait(10);
  });
  log('all have left');
}

function values() {
  const list = [1, , undefined, -0, NaN, 10n, 'x'];
  const date = new Date(5);
  const bytes = new Uint8Array([1, 2, 3]);
  const cycle = { list, bag, hero, deep: new Set([Symbol.for('s'), /a/gi]) };
  cycle.self = cycle;
  for (const [key, { amount }] of bag.entries()) {
    wait(50);
    log(`${key} ${amount}`);
  }
  for (const name in { a: 1, b: 2 }) {
    wait(10);
    log(name);
  }
  switch (cycle.self === cycle) {
    case true:
      wait(15);
      log(`${1 in list} ${list.length} ${date.getTime()} ${bytes.join()} ${cycle.deep.size} ${cycle.hero === hero}`);
  }
}

function listens(bell) {
  waitForEvent(bell, 'rung', { filter: (given) => given > 1 });
  log('it was rung');
}

function queue() {
  const bells = listen('bell');
  try {
    for (let i = 0; i < 3; i++) {
      log(bells.next());
      wait(30);
    }
  } finally {
    bells.close();
  }
}
