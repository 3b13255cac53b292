import { Clock, scheduler } from '@spindle/runtime';
import { at, log, runToEnd } from '@spindle/runtime/testing';

export const creeps = new Set();
export const shots = new Set();
export const bank = { gold: 10, lives: 3 };
export let world;

// @compile
class Creep extends Executor {
  x = 0;
  hp = 6;
  speed = 20;

  constructor(name) {
    super();
    this.name = name;
  }

  march() {
    creeps.add(this);
    try {
      while (this.x < 100) this.x += (this.speed * clock.delta) / 1000;
      bank.lives--;
      log(this.name, 'is through');
    } finally {
      creeps.delete(this);
    }
  }

  // @instant
  hurt(points) {
    if (this.hp <= 0) return;
    this.hp -= points;
    if (this.hp > 0) return;
    log(this.name, 'dies at', Math.round(this.x));
    bank.gold += 2;
    this.cancelAll('dead');
  }

  // @beside
  // @restart
  freeze(ms) {
    this.speed = 5;
    try {
      wait(ms);
    } finally {
      this.speed = 20;
    }
  }

  // @beside
  poison(times) {
    for (let i = 0; i < times; i++) {
      wait(400);
      this.hurt(1);
    }
  }
}

// @compile
class Tower extends Executor {
  constructor(x, hit) {
    super();
    this.x = x;
    this.hit = hit;
  }

  guard() {
    while (true) {
      const creep = this.waitUntil(() => this.findTarget());
      this.shoot(creep);
      this.wait(500);
    }
  }

  findTarget() {
    return [...creeps].find((creep) => Math.abs(creep.x - this.x) < 30);
  }

  shoot(creep) {
    const shot = { x: this.x };
    shots.add(shot);
    try {
      while (Math.abs(creep.x - shot.x) > 2) shot.x += Math.sign(creep.x - shot.x) * 2;
      if (creeps.has(creep)) this.hit(creep);
    } finally {
      shots.delete(shot);
    }
  }

  // @instant
  sell() {
    bank.gold += 5;
    log('sold with', shots.size, 'shots in the air');
    this.cancelAll('sold');
  }
}

// @compile
function wave(number, size) {
  log('wave', number);
  for (let i = 1; i <= size; i++) {
    new Creep(`${number}.${i}`).march();
    wait(700);
  }
  waitUntil(() => creeps.size === 0);
}

// @compile
function game(towers) {
  world = new Clock(clock);
  withClock(world, () => {
    for (const tower of towers) tower.guard();
    wave(1, 2);
    wave(2, 3);
  });
  for (const tower of towers) tower.cancelAll('over');
  log('over:', bank.gold, 'gold,', bank.lives, 'lives');
}

// @compile
function menu(ms) {
  world.pause();
  log('paused');
  wait(ms);
  log('goes on');
  world.resume();
}

// @compile
export const ice = new Tower(40, (creep) => {
  creep.hurt(1);
  creep.freeze(800);
});
// @compile
export const venom = new Tower(60, (creep) => {
  creep.hurt(1);
  creep.poison(3);
});
at(0, () => game([ice, venom]));
at(100, () => menu(1000));
at(200, () => (world.scale = 2));
at(287, () => ice.sell());
runToEnd(scheduler);
