/**
 * A night in a museum, from 22:00: three guards with one radio, doors that shut by themselves, a lamp, a janitor, a relief at midnight, and a thief.
 * At an alarm each guard shuts a gate, long before the thief is there.
 */
const hourMs = 480;
const midnight = 2 * hourMs;
const stepsMs = 240;

// @compile
class Radio extends Executor {
  said = [];

  say(who, text) {
    this.wait(text.length * 8);
    this.said.push(`${who}: ${text}`);
  }
}

// @compile
class Lamp extends Executor {
  isLit = false;

  // @beside
  // @restart
  light() {
    this.isLit = true;
    wait(300);
    this.isLit = false;
  }
}

// @compile
class Door extends Executor {
  isOpen = false;

  // @beside
  // @restart
  open() {
    this.isOpen = true;
    wait(200);
    this.isOpen = false;
  }
}

// @compile
class Gate extends Executor {
  isLocked = false;

  constructor(name) {
    super();
    this.name = name;
    this.keys = `the keys of the ${name} gate`;
  }

  // @instant
  lock(keys) {
    if (keys === this.keys) this.isLocked = true;
  }
}

// @compile
class Person extends Executor {
  place = 'hall';

  constructor(name, museum) {
    super();
    this.name = name;
    this.museum = museum;
  }

  goTo(place) {
    this.wait(stepsMs);
    this.museum.doors[place]?.open();
    this.place = place;
    if (place === 'gallery') this.museum.lamp.light();
  }

  tell(text) {
    this.waitFor(this.museum.radio.say(this.name, text));
  }
}

// @compile
class Guard extends Person {
  keys = null;

  constructor(name, museum, gate, rooms) {
    super(name, museum);
    this.gate = gate;
    this.rooms = rooms;
  }

  serve(untilMs) {
    this.keys = this.gate.keys;
    this.guard(untilMs);
  }

  guard(untilMs) {
    const { key } = this.race({ alarm: waitSignal('alarm'), rounds: this.patrol(untilMs) });
    if (key === 'alarm') this.shutTheGate();
    else this.goHome();
  }

  patrol(untilMs) {
    while (clock.now < untilMs) {
      for (const room of this.rooms) {
        this.goTo(room);
        this.tell(`all is quiet in the ${room}`);
      }
    }
  }

  shutTheGate() {
    this.goTo('gate');
    this.gate.lock(this.keys);
    this.tell(`I am at the ${this.gate.name} gate`);
  }

  /** The keys stay at the desk. */
  goHome() {
    this.goTo('desk');
    this.museum.desk.keys = this.keys;
    this.keys = null;
    this.goTo('home');
  }

  /** Comes at midnight for a guard who goes home. */
  relieve(other) {
    const { desk } = this.museum;
    this.waitUntilTime(midnight);
    this.waitUntil(() => desk.keys !== null);
    this.tell(`good night, ${other.name}`);
    this.keys = desk.keys;
    desk.keys = null;
    this.guard(Infinity);
  }
}

// @compile
class Janitor extends Person {
  work() {
    for (const room of ['hall', 'gallery']) this.sweep(room, hourMs);
    this.goTo('desk');
    this.sweepTheCellar();
    this.goTo('home');
  }

  sweep(room, ms) {
    this.goTo(room);
    this.tell(`I sweep the ${room}`);
    this.wait(ms);
  }

  /** It is locked. A ring of keys from the desk opens it, if one is there. */
  sweepTheCellar() {
    const { desk } = this.museum;
    const { keys } = desk;
    if (keys === null) return;
    desk.keys = null;
    this.sweep('cellar', 80);
    this.goTo('desk');
    desk.keys = keys;
  }
}

// @compile
class Thief extends Person {
  place = 'behind the curtain';

  steal(gates) {
    this.waitUntilTime(8 * hourMs);
    this.waitUntil(() => !this.museum.lamp.isLit);
    this.place = 'gallery';
    signal('alarm');
    this.wait(2 * stepsMs);
    for (const gate of gates) {
      this.goTo(`${gate.name} gate`);
      if (!gate.isLocked) {
        this.place = 'street';
        return;
      }
    }
  }
}

// @compile
export function night() {
  const doors = { hall: new Door(), library: new Door(), gallery: new Door(), cellar: new Door() };
  const museum = { doors, radio: new Radio(), lamp: new Lamp(), desk: { keys: null } };
  const [north, east, south] = ['north', 'east', 'south'].map((name) => new Gate(name));
  const ada = new Guard('Ada', museum, north, ['hall', 'library']);
  const bert = new Guard('Bert', museum, east, ['gallery', 'hall']);
  const cleo = new Guard('Cleo', museum, south, ['library', 'gallery']);
  const dora = new Guard('Dora', museum, north, ['hall', 'library']);
  const eve = new Janitor('Eve', museum);
  const thief = new Thief('the thief', museum);
  all(
    ada.serve(midnight),
    bert.serve(Infinity),
    cleo.serve(Infinity),
    dora.relieve(ada),
    eve.work(),
    thief.steal([north, east, south]),
  );
  if (thief.place === 'street') throw new Error('in the morning the mask is gone');
}
