/** A boss in two phases. The hero hits him while he fights, and asks whether he is beaten; a health bar reads him. */
import { Executor } from '@spindle/runtime';
import { tell } from '../actors.js';

// @compile
class Boss extends Executor {
  name = 'boss';
  hp = 100;

  // @instant
  hurt(points) {
    this.hp -= points;
    tell(this, `has ${this.hp} left`);
  }

  isDead() {
    return this.hp <= 0;
  }

  isBelow(share) {
    return this.hp < 100 * share;
  }

  stomp() {
    while (true) {
      tell(this, 'stomps');
      this.wait(700);
    }
  }

  spit() {
    while (true) {
      tell(this, 'spits fire');
      this.wait(500);
    }
  }

  fight() {
    this.race(
      this.stomp(),
      waitUntil(() => this.isBelow(0.5)),
    );
    tell(this, 'roars: phase 2');
    this.race(
      this.stomp(),
      this.spit(),
      waitUntil(() => this.isDead()),
    );
    tell(this, 'falls');
  }
}

// @compile
class Hero extends Executor {
  name = 'hero';

  attack(boss) {
    while (!boss.isDead()) {
      this.wait(450);
      boss.hurt(25);
    }
    tell(this, 'VICTORY');
  }
}

export const boss = new Boss();

/** The health bar: plain code, called once in each frame by the game. It gets the number, whatever the boss does. */
export const healthBar = () => '#'.repeat(Math.max(0, boss.hp) / 10).padEnd(10, '.') + (boss.isDead() ? ' dead' : '');

// @compile
export function arena() {
  const hero = new Hero();
  boss.fight();
  waitFor(hero.attack(boss));
}
