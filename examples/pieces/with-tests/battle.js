import { Scheduler } from '@spindle/runtime';

// @compile
class Fighter extends Executor {
  gauge = 0;
  isAsleep = false;
  pose = 'stands';
  isRed = false;
  constructor(name, hp, speed, notes) {
    super();
    Object.assign(this, { name, hp, speed, notes });
  }
  isDead() {
    return this.hp <= 0;
  }
  // Active time: the gauge fills, but not in sleep.
  fill() {
    this.gauge = 0;
    while (this.gauge < 100) if (!this.isAsleep) this.gauge += (this.speed * clock.delta) / 1000;
  }
  strike(foe) {
    try {
      this.pose = 'runs';
      this.wait(150);
      if (this.isDead() || this.isAsleep || foe.isDead()) return;
      this.pose = 'strikes';
      this.notes.push(`${this.name} strikes`);
      foe.hurt(6);
      this.wait(150);
    } finally {
      this.pose = 'stands';
    }
  }
  cast(spell, foe) {
    try {
      this.pose = 'casts';
      this.wait(250);
      if (this.isDead() || this.isAsleep || foe.isDead()) return;
      this.notes.push(`${this.name} casts ${spell}`);
      if (spell === 'poison') foe.poison(5);
      else foe.sleep(900);
    } finally {
      this.pose = 'stands';
    }
  }
  // Gives whether he has got away.
  runAway() {
    try {
      this.pose = 'flees';
      this.wait(400);
      return !this.isDead() && !this.isAsleep;
    } finally {
      this.pose = 'stands';
    }
  }
  // @instant
  hurt(points) {
    if (this.isDead()) return;
    this.lose(points);
    start(() => this.flash());
  }
  // @instant
  lose(points) {
    if (this.isDead()) return;
    this.hp -= points;
    if (this.isDead()) this.notes.push(`${this.name} dies`);
  }
  // @beside @restart
  flash() {
    this.isRed = true;
    try {
      wait(100);
    } finally {
      this.isRed = false;
    }
  }
  // @beside
  poison(times) {
    for (let i = 0; i < times; i++) {
      wait(300);
      this.lose(1);
    }
  }
  // A blow wakes him.
  // @beside @restart
  sleep(ms) {
    this.isAsleep = true;
    try {
      race(wait(ms), waitFor(this.hurt));
    } finally {
      this.isAsleep = false;
    }
  }
}

// @compile
function ask(game, choices) {
  game.menu = choices;
  try {
    while (true) {
      const choice = waitSignal('choice');
      if (choices.includes(choice)) return choice;
    }
  } finally {
    game.menu = null;
  }
}

// Ends only when the hero has got away.
// @compile
function heroTurns(game, hero, foe) {
  while (true) {
    waitFor(hero.fill());
    const command = ask(game, ['attack', 'magic', 'potion', 'flee']);
    const spell = command === 'magic' && ask(game, ['poison', 'sleep']);
    waitUntil(() => !hero.isAsleep);
    if (command === 'attack') waitFor(hero.strike(foe));
    if (command === 'magic') waitFor(hero.cast(spell, foe));
    if (command === 'potion') hero.hp = Math.min(hero.hp + 8, 30);
    if (command === 'flee' && hero.runAway()) return;
  }
}

// @compile
function foeTurns(hero, foe) {
  const plan = ['strike', 'poison', 'strike', 'sleep', 'strike'];
  for (let turn = 0; true; turn++) {
    waitFor(foe.fill());
    waitUntil(() => !foe.isAsleep);
    const what = plan[turn % plan.length];
    if (what === 'strike') waitFor(foe.strike(hero));
    else waitFor(foe.cast(what, hero));
  }
}

// @compile
function battle(game, hero, foe) {
  try {
    const { key } = race({
      lost: waitUntil(() => hero.isDead()),
      won: waitUntil(() => foe.isDead()),
      fled: heroTurns(game, hero, foe),
      foe: foeTurns(hero, foe),
    });
    game.result = key;
  } finally {
    hero.cancelAll('the battle is over');
    foe.cancelAll('the battle is over');
  }
}

// ---- the driver
const unexpected = [];
console.warn = console.error = (...args) => unexpected.push(args.join(' '));
let failed = 0;
const check = (ok, ...what) => ok || (failed++, console.log('FAILED', ...what));

function play({ plan, heroHp = 30, stopAt, dieAt, who = 'hero' }) {
  const room = new Scheduler();
  room.onError = (error) => unexpected.push(`onError ${error.name}: ${error.message}`);
  const game = { menu: null, result: null, notes: [] };
  const hero = new Fighter('hero', heroHp, 80, game.notes);
  const foe = new Fighter('foe', 26, 60, game.notes);
  const look = () =>
    JSON.stringify(
      [hero, foe].map((f) => [f.hp, f.gauge, f.pose, f.isAsleep, f.isRed]).concat(game.notes, game.menu, game.result),
    );
  const main = room.enter(() => start(() => battle(game, hero, foe)));
  let [frame, count] = [0, 0];
  while (room.threads.length > 0 && frame < 3000) {
    room.pulse(16);
    frame++;
    if (game.menu && frame % 7 === 0) room.signal('choice', plan[count++ % plan.length]);
    const victim = { hero, foe }[who];
    if (frame === dieAt) {
      victim.lose(999);
      const [notes, hps] = [game.notes.length, hero.hp + foe.hp];
      room.pulse(16);
      const then = look();
      for (let i = 0; i < 100; i++) room.pulse(16);
      check(
        look() === then && game.notes.length === notes && hero.hp + foe.hp === hps,
        'acts after a death',
        dieAt,
        game.notes.slice(notes),
        then,
        look(),
      );
      check(game.result === (who === 'hero' ? 'lost' : 'won'), 'who has won', game.result);
    }
    if (frame === stopAt) {
      main.cancel('STOP');
      const then = look();
      for (let i = 0; i < 100; i++) room.pulse(16);
      check(look() === then && game.result === null, 'moves after STOP', stopAt, then, look());
    }
  }
  check(room.threads.length === 0, 'threads left', frame, room.dump());
  const idle = [hero, foe].every((f) => f.pose === 'stands' && !f.isAsleep && !f.isRed);
  check(idle && game.menu === null, 'left over', frame, look());
  return { frame, game, hero, foe };
}

const plan = ['magic', 'poison', 'attack', 'magic', 'sleep', 'attack', 'attack', 'potion'];
const won = play({ plan });
console.log(won.frame, won.game.result, won.hero.hp, won.foe.hp, won.game.notes.join(', '));
check(won.game.result === 'won' && won.foe.hp <= 0 && won.hero.hp > 0, 'won');
check(play({ plan, heroHp: 12 }).game.result === 'lost', 'lost');
const fled = play({ plan: ['attack', 'flee'] });
check(fled.game.result === 'fled' && fled.hero.hp > 0 && fled.foe.hp === 20, 'fled', fled.game.result);
let seed = 3;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const moment = () => 1 + Math.floor(random() * (won.frame - 1));
for (let i = 0; i < 20; i++) play({ plan, stopAt: moment() });
for (let i = 0; i < 20; i++) play({ plan, dieAt: moment(), who: i % 2 ? 'hero' : 'foe' });
check(unexpected.length === 0, 'logged:', [...new Set(unexpected)].join('\n'));
console.log(failed ? `${failed} FAILED` : 'all is well');
