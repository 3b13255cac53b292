import { Clock, Scheduler } from '@spindle/runtime';

const note = (game, ...words) => game.notes.push(words.join(' '));
// @compile
class Creep extends Executor {
  x = 0;
  hp = 6;
  speed = 60; // in a second
  constructor(game, name) {
    super();
    Object.assign(this, { game, name });
    game.all.push(this);
  }
  march() {
    this.game.creeps.add(this);
    try {
      while (this.x < 200) this.x += (this.speed * clock.delta) / 1000;
      this.game.lives--;
      note(this.game, this.name, 'is through');
    } finally {
      this.game.creeps.delete(this);
      this.cancelOthers('gone'); // the poison in it, the ice on it
    }
  }
  // @instant
  hurt(points) {
    if (this.hp <= 0) return;
    this.hp -= points;
    if (this.hp > 0) return;
    this.game.gold += 2;
    note(this.game, this.name, 'dies');
    this.cancelAll('dead');
  }
  // @beside
  poison(times) {
    if (this.hp <= 0) return;
    for (let i = 0; i < times; i++) {
      wait(200);
      this.hurt(1);
    }
  }
  // @beside @restart
  freeze(ms) {
    if (this.hp <= 0) return;
    this.speed = 25;
    try {
      wait(ms);
    } finally {
      this.speed = 60;
    }
  }
}
// @compile
class Tower extends Executor {
  isSold = false;
  constructor(game, name, x) {
    super();
    Object.assign(this, { game, name, x });
  }
  guard() {
    while (true) {
      const creep = this.waitUntil(() => this.target());
      const shot = { tower: this, creep };
      this.game.shots.add(shot);
      try {
        this.wait(120); // it is in the air
        if (this.game.creeps.has(creep)) this.hit(creep);
      } finally {
        this.game.shots.delete(shot);
      }
      this.wait(350);
    }
  }
  target() {
    return [...this.game.creeps].find((each) => Math.abs(each.x - this.x) < 25);
  }
  hit(creep) {
    note(this.game, this.name, 'hits', creep.name);
    creep.hurt(2);
    creep.poison(3);
  }
  // @instant
  sell() {
    if (this.isSold) return;
    this.isSold = true;
    this.game.gold += 5;
    this.cancelAll('sold');
  }
}
// @compile
class IceTower extends Tower {
  hit(creep) {
    note(this.game, this.name, 'freezes', creep.name);
    creep.freeze(600);
  }
}
// @compile
function wave(game, number, size) {
  for (let i = 1; i <= size; i++) {
    new Creep(game, `${number}.${i}`).march();
    wait(400);
  }
  waitUntil(() => game.creeps.size === 0);
  note(game, 'wave', number, 'is over');
}
// @compile
function waves(game) {
  wave(game, 1, 2);
  wave(game, 2, 4);
  wave(game, 3, 5);
}
// @compile
function defend(game) {
  try {
    for (const tower of game.towers) tower.guard();
    const { key } = race({ won: waves(game), lost: waitUntil(() => game.lives <= 0) });
    game.result = key;
  } finally {
    for (const tower of game.towers) tower.cancelAll('over');
    for (const creep of game.creeps) creep.cancelAll('over');
  }
}
// @compile
function pauseMenu(game) {
  game.clock.pause();
  try {
    waitSignal('resume');
  } finally {
    game.clock.resume();
  }
}
// @compile
function keys(game) {
  while (true) {
    const { key } = race({ pause: waitSignal('pause'), fast: waitSignal('fast') });
    if (key === 'fast') game.clock.scale = 3 - game.clock.scale; // 1 or 2
    else pauseMenu(game);
  }
}
// @compile
function level(game) {
  game.clock = new Clock(clock);
  race(
    withClock(game.clock, () => defend(game)),
    keys(game),
  );
}

// ---- the driver
const unexpected = [];
console.warn = console.error = (...args) => unexpected.push(args.join(' '));
let failed = 0;
const check = (ok, ...what) => ok || (failed++, console.log('FAILED', ...what));
const look = (g) =>
  JSON.stringify([g.all.map((c) => [c.x, c.hp, c.speed]), g.gold, g.lives, g.notes, g.shots.size, g.creeps.size]);

function play({ stopAt, sellAt, lives = 12, isNormal, isSlow } = {}) {
  const room = new Scheduler();
  room.onError = (error) => unexpected.push(`onError ${error.name}: ${error.message}`);
  const game = { creeps: new Set(), all: [], shots: new Set(), gold: 10, lives, notes: [], result: null };
  const venom = new Tower(game, 'venom', 60);
  game.towers = [venom, new IceTower(game, 'ice', 110)];
  const main = room.enter(() => start(() => level(game)));
  let [frame, inPause] = [0];
  const shots = () => [...game.shots].filter(({ tower }) => tower === venom).length;
  const hits = () => game.notes.filter((line) => line.startsWith('venom')).length;
  const sell = () => {
    room.enter(() => venom.sell());
    check(shots() === 0, 'a shot of a sold tower', frame);
    const before = hits();
    return () => check(hits() === before, 'a sold tower hits', frame);
  };
  let after = () => {};
  while (room.threads.length > 0 && frame < 4000) {
    room.pulse(16);
    frame++;
    if (frame === 150) room.signal('pause');
    if (frame === 152) inPause = look(game);
    if (frame === 190) check(sellAt < 190 || look(game) === inPause, 'something moves in the pause');
    if (frame === 190) room.signal('resume');
    if (frame === 300 && !isSlow) room.signal('fast');
    if (isNormal && frame > 400 && shots() && !venom.isSold) after = sell(); // in the middle of a shot
    if (frame === sellAt) after = sell();
    if (frame === stopAt) {
      main.cancel('STOP');
      const then = look(game);
      for (let i = 0; i < 100; i++) room.pulse(16);
      check(look(game) === then, 'something moves after STOP', stopAt, then, look(game));
      check(game.creeps.size + game.shots.size === 0 && game.result === null, 'left over', stopAt);
      break;
    }
  }
  after();
  check(room.threads.length === 0, 'threads left', room.dump());
  return { game, frame };
}

const { game, frame } = play({ isNormal: true });
console.log(frame, game.result, game.gold, game.lives, game.notes.join(', '));
check(game.result === 'won' && game.lives > 0, 'the level is won');
check(game.all.length === 11 && game.all.every((c) => c.hp <= 0 || c.x >= 200), 'each creep is dead or through');
check(game.gold === 15 + 2 * game.all.filter((c) => c.hp <= 0).length, 'the gold');
check(play({ isSlow: true }).frame > frame + 250, 'double speed');
check(play({ lives: 1, sellAt: 1 }).game.result === 'lost', 'the level is lost');
let seed = 7;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
for (let i = 0; i < 20; i++) play({ stopAt: 1 + Math.floor(random() * frame) });
for (let i = 0; i < 20; i++)
  check(play({ sellAt: 1 + Math.floor(random() * frame) }).game.result, 'no end after a sale');
check(unexpected.length === 0, 'logged:', [...new Set(unexpected)].join('\n'));
console.log(failed ? `${failed} FAILED` : 'all is well');
