// @compile the whole file
import { Clock } from '@spindle/runtime';

/** A cutscene with each word that waits, whose actors are objects of the room's state. It is compiled by `link.js`. */

/** Nobody but scripts has it: it goes along by what it holds. */
class Usher extends Executor {
  constructor(room) {
    super();
    this.room = room;
    this.light = 0;
  }

  bow() {
    this.hold(() => {
      wait(60);
      this.light++;
    });
    this.wait(30);
    this.room.broadcast('said', 'the usher bows');
  }

  /** The words that keep it: whoever else wants something of it queues. */
  rest(door) {
    this.waitFrames(2);
    this.waitUntil(() => clock.frame % 3 === 0);
    this.waitUntilTime(clock.now + 70);
    const { key } = this.race({ clap: waitSignal('clap'), open: waitForEvent(door, 'boo'), none: wait(80) });
    this.all([wait(40), waitFrames(2)]);
    this.tracks({ light: wait(30), dark: wait(60) });
    const told = [this.hear(() => this.waitSignal('clap')), this.hear(() => this.waitForEvent(door, 'clap'))];
    this.waitFor(start(() => wait(50)));
    this.room.broadcast('said', 'the usher has rested: ' + key + ', ' + told);
  }

  hear(next) {
    try {
      return this.withTimeout(150, next);
    } catch (error) {
      return error.name;
    }
  }

  // @restart
  wave(round) {
    this.wait(90);
    this.room.broadcast('said', 'the usher has waved in round ' + round);
  }
}

function walk(room, hero, steps) {
  for (let i = 0; i < steps; i++) {
    wait(100);
    hero.x++;
  }
  room.broadcast('said', hero.name + ' is at ' + hero.x);
  return hero.x;
}

function say(room, hero, words) {
  hero.says = words;
  room.broadcast('said', hero.name + ': ' + words);
  wait(60);
}

/** The words that `intro` does not use. */
function interlude(room, anna, ben, { usher, slow }) {
  const { round, door } = room.state;
  const heard = listen('boo');
  const parts = [];
  tween(120, (part) => parts.push(part));
  for (let beat = 1; beat <= 3; beat++) room.broadcast('said', 'bar ' + every(70) + ', ' + parts.length + ' parts');
  waitFrames(2);
  waitUntil(() => clock.frame % 4 === 0);
  waitUntilTime(clock.now + 70);
  const { high, low } = tracks({ high: walk(room, anna, 1), low: walk(room, ben, 2) });
  scope(() => {
    for (const one of [anna, ben]) say(room, one, 'scope ' + round + ' at ' + high + ' and ' + low);
  });
  for (let again = 0; again < 2; again++) {
    usher.wave(round);
    wait(50);
  }
  signal('curtain', round, { sticky: true });
  const seen = [anna, ben].map((one) => [waitSignal('curtain'), walk(room, one, 1)].join(' at '));
  clearSignal('curtain');
  const late = start(() => {
    wait(100 + random() * 50);
    room.broadcast('said', 'late in round ' + round);
  });
  skippable(() => wait(150), { by: 'boo' });
  withClock(slow, () => {
    wait(60);
    room.broadcast('said', askDoor(door) + ' at the door');
  });
  usher.bow();
  usher.rest(door);
  waitFor(usher);
  waitFor(late);
  room.broadcast('said', 'interlude ' + seen.join(', ') + '; booed ' + race({ boo: heard.next(), none: wait(20) }).key);
  heard.close();
}

function askDoor(door) {
  try {
    return waitForEvent(door, 'clap', { filter: (sessionId) => sessionId !== '', timeout: 60 });
  } catch (error) {
    return error.name;
  }
}

export function intro(room, anna, ben) {
  const claps = new Map();
  const props = { usher: new Usher(room), slow: new Clock(clock) };
  props.slow.scale = 0.5;
  let round = 0;
  try {
    while (true) {
      round++;
      room.state.round = round;
      const { key, value } = race({ clap: waitSignal('clap'), late: wait(250 + random() * 100) });
      if (key === 'clap') claps.set(value, (claps.get(value) ?? 0) + 1);
      const [to, on] = all([walk(room, anna, 2), walk(room, ben, 1 + (round % 3))]);
      room.state.leader = to > on ? anna : ben;
      say(room, ben, 'round ' + round + ', ' + [...claps].map(([who, n]) => who + ' ' + n).join(', '));
      say(room, anna, 'we are at ' + to + ' and ' + on);
      try {
        withTimeout(120, () => waitSignal('boo'));
        room.broadcast('said', 'somebody booed');
      } catch (error) {
        room.broadcast('said', 'nobody booed: ' + error.name);
      } finally {
        room.broadcast('said', 'end of round ' + round);
      }
      if (round % 3 === 0) interlude(room, anna, ben, props);
      room.change(round);
      for (const player of room.players) player.send('said', 'only for ' + player.sessionId + ' in round ' + round);
    }
  } finally {
    room.broadcast('said', 'the curtain falls');
  }
}

/** In each pulse. */
export function drum(room) {
  for (let beat = 1; ; beat++) {
    wait(50);
    room.broadcast('said', 'beat ' + beat);
  }
}

/** What is called is read before what it is given, which waits. */
export function tellLater(room, player) {
  start(() => room.broadcast('said', 'all: ' + waitSignal('tell')));
  start(() => player.send('said', 'one: ' + waitSignal('tell')));
  start(() => room.state.numbers.push(waitSignal('tell')));
  start(() => room.shout(waitSignal('tell')));
  waitSignal('tell');
}

/** Who it is told of, and the card, may be gone when it goes on. */
export function remember(room, player, card) {
  room.broadcast('said', player.sessionId + ' is remembered');
  waitSignal('recall');
  room.broadcast('said', player.userData.joined + ' (' + player.auth.login + ') had the ' + card.face);
}

/** While it waits the room cannot be saved. */
export function clutch(room) {
  const held = new WeakMap([[room, 'nothing']]);
  waitSignal('let go');
  room.broadcast('said', 'held ' + held.get(room));
}
