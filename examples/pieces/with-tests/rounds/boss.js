import { Scheduler } from '@spindle/runtime';

// ---------------------------------------------------------------- the game
// @compile
class Player extends Executor {
  x = 40;
  hp = 100;
  kicks = 0;
  // The hero of this piece plays by himself: a blow each 350 ms, and a kick if the boss winds up.
  fight(boss) {
    while (true) {
      this.wait(350);
      const add = [...boss.helpers].find((each) => each instanceof Add && Math.abs(each.x - this.x) < 12);
      if (this.hp <= 0) return;
      if (add) add.hurt(3);
      else if (boss.isWindingUp && this.kicks < 6) {
        this.kicks++;
        boss.kick();
      } else boss.hurt(2);
    }
  }
  // @instant
  hurt(points) {
    this.hp = Math.max(0, this.hp - points);
  }
}

// @compile
class Add extends Executor {
  hp = 6;
  constructor(x) {
    super();
    this.x = x;
  }
  hunt(player) {
    while (true) {
      while (Math.abs(player.x - this.x) > 10) this.x += Math.sign(player.x - this.x) * 0.06 * clock.delta;
      this.wait(400);
      if (player.hp > 0) player.hurt(1);
    }
  }
  // @instant
  hurt(points) {
    this.hp -= points;
    if (this.hp <= 0) this.cancelAll('dead'); // nobody waits for what it does
  }
}

// @compile
class Bullet extends Executor {
  constructor(x) {
    super();
    this.x = x;
  }
  fly(player) {
    while (Math.abs(player.x - this.x) > 3) this.x += Math.sign(player.x - this.x) * 0.12 * clock.delta;
    if (player.hp > 0) player.hurt(1);
  }
}

// @compile
class Boss extends Executor {
  x = 120;
  hp = 100;
  phase = 0;
  kicks = 0;
  isFighting = false;
  isWindingUp = false;
  isEnraged = false;
  helpers = new Set(); // adds, and bullets in flight
  story = [];

  fight(player) {
    this.begin(1);
    this.race(
      this.pattern(['slam', 'volley'], player),
      waitUntil(() => this.hp <= 66),
    );
    this.begin(2);
    this.summon(player);
    this.race(
      this.pattern(['charge', 'volley'], player),
      waitUntil(() => this.hp <= 33),
    );
    this.begin(3);
    this.pattern(['slam', 'charge', 'nova'], player);
  }
  begin(phase) {
    this.phase = phase;
    this.story.push(`phase ${phase}`);
  }
  pattern(attacks, player) {
    while (true) for (const attack of attacks) this.perform(attack, player);
  }
  // A kick breaks the attack off.
  perform(attack, player) {
    const { kicks } = this;
    const { key } = this.race({ kicked: waitUntil(() => this.kicks > kicks), done: this.attack(attack, player) });
    if (key === 'kicked') {
      this.story.push(`${attack} kicked`);
      this.wait(600);
    }
    this.wait(300);
  }
  attack(attack, player) {
    if (attack === 'slam') this.slam(player);
    if (attack === 'charge') this.charge(player);
    if (attack === 'volley') this.volley(3, player);
    if (attack === 'nova') this.volley(8, player);
  }
  slam(player) {
    this.windUp(500);
    if (this.hp <= 0) return;
    this.story.push('slam');
    if (Math.abs(player.x - this.x) < 60) player.hurt(this.isEnraged ? 12 : 6);
    this.wait(200);
  }
  charge(player) {
    this.windUp(400);
    this.story.push('charge');
    while (Math.abs(player.x - this.x) > 8) this.x += Math.sign(player.x - this.x) * 0.2 * clock.delta;
    if (this.hp > 0) player.hurt(4);
    while (this.x < 90) this.x += 0.1 * clock.delta; // and back
  }
  volley(shots, player) {
    for (let i = 0; i < shots; i++) {
      this.wait(this.isEnraged ? 60 : 120);
      if (this.hp <= 0) return;
      this.send(new Bullet(this.x)).fly(player);
    }
  }
  windUp(ms) {
    this.isWindingUp = true;
    try {
      this.wait(this.isEnraged ? ms / 2 : ms);
    } finally {
      this.isWindingUp = false;
    }
  }
  summon(player) {
    if (this.hp <= 0) return;
    for (const x of [0, 200]) this.send(new Add(x)).hunt(player);
  }
  send(helper) {
    this.helpers.add(helper);
    return helper;
  }
  // @beside
  rage(ms) {
    wait(ms);
    if (this.hp <= 0) return;
    this.isEnraged = true;
    this.story.push('enraged');
  }
  // @instant
  kick() {
    if (!this.isFighting || this.hp <= 0) return;
    this.kicks++;
    this.hurt(1);
  }
  // @instant
  hurt(points) {
    if (!this.isFighting || this.hp <= 0) return;
    this.hp = Math.max(0, this.hp - points);
    if (this.hp > 0) return;
    this.story.push('dead');
    this.clear('the boss is dead');
  }
  // @instant
  clear(why) {
    for (const helper of this.helpers) helper.cancelAll(why);
    this.helpers.clear();
  }
}

// @compile
function battle(boss, player, rageMs) {
  boss.isFighting = true;
  try {
    attach(boss.rage(rageMs));
    const { key } = race({
      won: waitUntil(() => boss.hp <= 0),
      lost: waitUntil(() => player.hp <= 0),
      boss: boss.fight(player),
      player: player.fight(boss),
    });
    boss.story.push(key);
  } finally {
    boss.isFighting = false;
    boss.clear('the fight is over');
  }
}

// -------------------------------------------------------------- the driver
const noise = [];
console.warn = (...words) => noise.push(words.join(' '));
const check = (ok, ...what) => ok || ((process.exitCode = 1), console.log('FAILED', ...what));

function play({ rageMs = 12_000, hp = 100, disturbAt = Infinity, disturb } = {}) {
  const room = new Scheduler({ seed: 1 });
  room.onError = (error) => noise.push(`error: ${error.message}`);
  const [boss, player] = [new Boss(), Object.assign(new Player(), { hp })];
  const seen = new Set(); // every helper there ever was
  const where = () =>
    [boss.x, boss.hp, boss.phase, boss.isEnraged, player.hp, ...[...seen].map((each) => `${each.x}/${each.hp}`)].join();
  const main = room.enter(() => start(() => battle(boss, player, rageMs)));
  const graves = new Map(); // a dead add, and where it lay down
  let [frames, last] = [0, null]; // `last`: where all were when it was over
  for (let after = 0; after < 90 && frames < 3000; frames++) {
    room.pulse(16);
    for (const each of boss.helpers) {
      seen.add(each);
      if (each.hp <= 0 && !graves.has(each)) graves.set(each, each.x);
    }
    for (const [each, x] of graves) check(each.x === x, disturbAt, 'a dead add walks');
    if (last === null && (boss.hp <= 0 || main.status === 'done')) last = where();
    if (frames === disturbAt) (room.enter(() => disturb(main, boss)), (last = where()));
    if (last !== null)
      room.enter(() => {
        boss.kick();
        boss.hurt(1);
      });
    if (last !== null) (check(where() === last, 'moved on', disturbAt, frames, last, where()), after++);
  }
  check(room.threads.length === 0, disturbAt, 'left over:', room.dump());
  check(boss.helpers.size === 0 && !boss.isWindingUp, disturbAt, 'left switched on');
  return { boss, player, length: frames - 90, story: boss.story.join(', ') };
}

const good = play();
console.log(good.length, good.story, good.player.hp);
const bad = play({ hp: 30, rageMs: 3000 });
console.log(bad.length, bad.story, bad.boss.hp);
