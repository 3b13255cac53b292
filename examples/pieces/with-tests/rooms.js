import { CancelledError, Scheduler } from '@spindle/runtime';

// @compile
class Player extends Executor {
  x = 0;
  gold = 0;
  isHere = true;
  isDigging = false;
  room = null;
  heard = [];

  constructor(name) {
    super();
    this.name = name;
  }

  // What he does in a room, again and again.
  work() {
    while (true) {
      this.walkTo(8);
      this.dig();
      this.talk(`I have ${this.gold} gold`);
      this.walkTo(0);
    }
  }

  walkTo(x) {
    while (this.x !== x) this.x += Math.sign(x - this.x);
  }

  dig() {
    this.isDigging = true;
    try {
      for (let i = 0; i < 3; i++) {
        this.wait(100);
        this.gold++;
      }
    } finally {
      this.wait(48); // he puts the spade away
      this.isDigging = false;
    }
  }

  talk(text) {
    this.wait(160);
    for (const other of this.room.players) if (other !== this) other.hear(`${this.name}: ${text}`);
  }

  // @instant
  hear(line) {
    this.heard.push(line);
  }
}

// The life of a player in one room.
// @compile
function visit(room, player) {
  waitUntil(() => player.owned.length === 0); // he is done in the old room
  if (!player.isHere || !room.isOpen) return;
  player.room = room;
  player.x = 0;
  room.players.add(player);
  try {
    waitFor(player.work());
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error; // he has left, or goes elsewhere
  } finally {
    room.players.delete(player);
  }
}

class Room {
  scheduler = new Scheduler();
  players = new Set();
  isOpen = true;
  hour = 0;

  constructor(name) {
    this.name = name;
    this.scheduler.onError = (error) => unexpected.push(`onError ${name} ${error.name}: ${error.message}`);
  }

  // The main script of a room: a day of ten hours.
  // @compile
  day() {
    try {
      for (this.hour = 1; this.hour <= 10; this.hour++) wait(400);
    } finally {
      this.isOpen = false;
      for (const player of this.players) player.cancelAll(`${this.name} is closed`);
    }
  }

  // The server calls these: plain code.
  open() {
    this.main = this.scheduler.enter(() => start(() => this.day()));
  }

  enter(player) {
    this.scheduler.enter(() => visit(this, player));
  }

  move(player, to) {
    this.players.delete(player);
    player.cancelAll(`goes to ${to.name}`);
    to.enter(player);
  }

  leave(player) {
    player.isHere = false;
    this.players.delete(player);
    executorOf(player).close('has left');
  }

  close(reason, refuge) {
    const homeless = [...this.players];
    this.scheduler.close(reason);
    for (const player of homeless) refuge.enter(player);
  }
}

// ---- the driver
const unexpected = [];
console.warn = console.error = (...args) => unexpected.push(args.join(' '));
let failed = 0;
const check = (ok, ...what) => ok || (failed++, console.log('FAILED', ...what));
const look = (players) => JSON.stringify(players.map((p) => [p.name, p.x, p.gold, p.heard]));

function play({ stopAt, leaveAt, isNormal } = {}) {
  const rooms = ['hall', 'cave', 'attic'].map((name) => new Room(name));
  const [hall, cave, attic] = rooms;
  const all = ['Ann', 'Bo', 'Cy', 'Di', 'Ed'].map((name) => new Player(name));
  const [ann, bo, cy, di, ed] = all;
  for (const room of rooms) room.open();
  [hall, hall, cave, attic, attic].forEach((room, i) => room.enter(all[i]));
  const threads = () => rooms.reduce((sum, { scheduler }) => sum + scheduler.threads.length, 0);
  const pulse = () => rooms.forEach(({ scheduler }) => scheduler.pulse(16));
  let [frame, frozen] = [0];
  while (threads() > 0 && frame < 2000) {
    pulse();
    frame++;
    if (isNormal && frame === 70 && check(ann.isDigging, 'Ann should dig now'))
      (hall.leave(ann), (frozen = look([ann])));
    if (frame === 90 && bo.room === hall) hall.move(bo, cave);
    if (frame === 120) attic.close('the server restarts', hall);
    if (isNormal && frame === 140) check(di.room === hall && ed.room === hall && bo.room === cave, 'who is where');
    if (frame === leaveAt) (hall.leave(ann), (frozen = look([ann])));
    if (frame === stopAt) {
      for (const room of rooms) room.main.cancel('STOP');
      const then = look(all);
      for (let i = 0; i < 100; i++) pulse();
      check(look(all) === then, 'moves on after STOP', stopAt, then, look(all));
      break;
    }
  }
  if (frozen) check(look([ann]) === frozen, 'Ann acts after she has left', frozen, look([ann]));
  check(threads() === 0, 'threads left', frame, rooms.map(({ scheduler }) => scheduler.dump()).join('\n'));
  check(all.every((p) => !p.isDigging) && rooms.every((r) => r.players.size === 0), 'left over', frame);
  return { frame, all, rooms };
}

const { frame, all, rooms } = play({ isNormal: true });
console.log(
  frame,
  all.map((p) => `${p.name} ${p.gold} heard ${p.heard.length} in ${p.room.name}`).join(', '),
  rooms.map((r) => r.hour),
);
check(
  all.every((p) => p.gold > 0) && rooms[0].hour === 11 && rooms[1].hour === 11 && rooms[2].hour < 11,
  'the end of the day',
);
let seed = 11;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
for (let i = 0; i < 20; i++) play({ stopAt: 1 + Math.floor(random() * frame) });
for (let i = 0; i < 20; i++) play({ leaveAt: 1 + Math.floor(random() * frame) });
check(unexpected.length === 0, 'logged:', [...new Set(unexpected)].join('\n'));
console.log(failed ? `${failed} FAILED` : 'all is well');
