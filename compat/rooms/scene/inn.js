// @compile the whole file
/** What goes on in a room of the lane: each word that waits, and a beat in each pulse. */
export class Actor extends Executor {
  constructor(room, id) {
    super();
    this.room = room;
    this.id = id;
    this.x = 0;
    this.light = 0;
  }

  walk(steps) {
    for (let i = 0; i < steps; i++) {
      wait(100);
      this.x++;
    }
    this.room.send(null, `${this.id} is at ${this.x}`);
    return this.x;
  }

  say(words) {
    this.room.send(null, `${this.id}: ${words}`);
    wait(60);
  }

  bow() {
    this.hold(() => {
      wait(60);
      this.light++;
    });
    this.wait(30);
    this.room.send(null, `${this.id} bows`);
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
    this.room.send(null, `${this.id} has rested: ${key}, ${told}`);
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
    this.room.send(null, `${this.id} has waved in round ${round}`);
  }
}

/** The words that `intro` does not use. */
function interlude(room, anna, ben, round) {
  const heard = listen('boo');
  const parts = [];
  tween(120, (part) => parts.push(part));
  for (let beat = 1; beat <= 3; beat++) room.send(null, `bar ${every(70)}, ${parts.length} parts`);
  waitFrames(2);
  waitUntil(() => clock.frame % 4 === 0);
  waitUntilTime(clock.now + 70);
  const { high, low } = tracks({ high: anna.walk(1), low: ben.walk(2) });
  scope(() => {
    for (const one of [anna, ben]) one.say(`scope ${round} at ${high} and ${low}`);
  });
  for (let again = 0; again < 2; again++) {
    anna.wave(round);
    wait(50);
  }
  signal('curtain', round, { sticky: true });
  const seen = [anna, ben].map((one) => [waitSignal('curtain'), one.walk(1)].join(' at '));
  clearSignal('curtain');
  const late = start(() => {
    wait(100 + random() * 50);
    room.send(null, `late in round ${round}`);
  });
  skippable(() => wait(150), { by: 'boo' });
  withClock(room.slow, () => {
    wait(60);
    room.send(null, `${askDoor(room.door)} at the door`);
  });
  anna.bow();
  ben.bow();
  anna.rest(room.door);
  waitFor(anna);
  waitFor(late);
  room.send(null, `interlude ${seen.join(', ')}; booed ${race({ boo: heard.next(), none: wait(20) }).key}`);
  heard.close();
}

function askDoor(door) {
  try {
    return waitForEvent(door, 'clap', { filter: (client) => client !== '', timeout: 60 });
  } catch (error) {
    return error.name;
  }
}

export function drum(room) {
  for (let beat = 1; ; beat++) {
    wait(50);
    room.send(null, `beat ${beat}`);
  }
}

export function intro(room, anna, ben) {
  const claps = new Map();
  let round = 0;
  try {
    while (true) {
      round++;
      const { key, value } = race({ clap: waitSignal('clap'), late: wait(250 + random() * 100) });
      if (key === 'clap') claps.set(value, (claps.get(value) ?? 0) + 1);
      const [to, on] = all([anna.walk(2), ben.walk(1 + (round % 3))]);
      ben.say(`round ${round}, ${[...claps].map(([who, n]) => `${who} ${n}`).join(', ')}`);
      anna.say(`we are at ${to} and ${on}`);
      try {
        withTimeout(120, () => waitSignal('boo'));
        room.send(null, 'somebody booed');
      } catch (error) {
        room.send(null, `nobody booed: ${error.name}`);
      } finally {
        room.send(null, `end of round ${round}`);
      }
      if (round % 3 === 0) interlude(room, anna, ben, round);
      for (const who of room.players) room.send(who, `only for ${who} in round ${round}`);
    }
  } finally {
    room.send(null, 'the curtain falls');
  }
}
