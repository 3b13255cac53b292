// @compile the whole file
/** What goes on in a room of the lane: each kind of wait, and a beat in each pulse. */
export class Actor {
  constructor(room, id) {
    this.room = room;
    this.id = id;
    this.x = 0;
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
      for (const who of room.players) room.send(who, `only for ${who} in round ${round}`);
    }
  } finally {
    room.send(null, 'the curtain falls');
  }
}
