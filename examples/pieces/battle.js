import { scheduler } from '@spindle/runtime';
import { at, log, runToEnd } from '@spindle/runtime/testing';

// @compile
class Fighter extends Executor {
  x = 0;
  isAsleep = false;

  constructor(name, hp) {
    super();
    this.name = name;
    this.hp = hp;
  }

  isDead() {
    return this.hp <= 0;
  }

  // @instant
  hurt(points) {
    this.hp = Math.max(0, this.hp - points);
    log(this.name, 'has', this.hp, 'hp');
  }

  // @beside
  poison(times) {
    for (let i = 0; i < times; i++) {
      wait(500);
      this.hurt(2);
    }
  }

  // @beside
  // @restart
  sleep(ms) {
    this.isAsleep = true;
    try {
      wait(ms);
    } finally {
      this.isAsleep = false;
    }
    log(this.name, 'wakes up');
  }

  attack(target, points) {
    try {
      this.hold(() => tween(200, (t) => (this.x = t * 10)));
      target.hurt(points);
      this.hold(() => tween(200, (t) => (this.x = 10 - t * 10)));
    } finally {
      this.x = 0;
    }
  }

  actAlone(target) {
    while (true) {
      this.wait(900);
      this.waitUntil(() => !this.isAsleep);
      this.attack(target, 4);
    }
  }
}

// @compile
function menu(...items) {
  log('menu:', items.join(' | '));
  try {
    return items[waitSignal('choice')];
  } finally {
    log('menu closed');
  }
}

// @compile
function command(hero, slime) {
  while (true) {
    const what = menu('attack', 'magic');
    if (what === 'attack') {
      waitFor(hero.attack(slime, 5));
      continue;
    }
    const spell = menu('poison', 'sleep', 'back');
    if (spell === 'poison') slime.poison(3);
    if (spell === 'sleep') slime.sleep(2000);
  }
}

// @compile
function battle(hero, slime) {
  const { key } = race({
    won: waitUntil(() => slime.isDead()),
    lost: waitUntil(() => hero.isDead()),
    player: command(hero, slime),
    enemy: slime.actAlone(hero),
  });
  hero.cancelAll('over');
  slime.cancelAll('over');
  log(key);
}

export const hero = new Fighter('hero', 20);
export const slime = new Fighter('slime', 14);
at(0, () => battle(hero, slime));
at(20, () => scheduler.signal('choice', 1));
at(40, () => scheduler.signal('choice', 0));
at(80, () => scheduler.signal('choice', 0));
at(120, () => scheduler.signal('choice', 1));
at(130, () => scheduler.signal('choice', 1));
at(180, () => scheduler.signal('choice', 0));
runToEnd(scheduler);
