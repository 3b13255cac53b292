/** A tower freezes the creeps that march past. The ice works beside the march. */
import { clock, Executor } from '@spindle/runtime';
import { tell } from '../actors.js';

const GATE = 24;

// @compile
class Creep extends Executor {
  x = 0;
  speed = 3; // squares in a second

  constructor(name) {
    super();
    this.name = name;
  }

  march() {
    while (this.x < GATE) {
      this.x += (this.speed * clock.delta) / 1000;
    }
    tell(this, 'is at the gate');
  }

  // @beside
  freeze(ms) {
    tell(this, `is frozen at ${Math.round(this.x)}`);
    this.speed /= 4;
    wait(ms);
    this.speed *= 4;
    tell(this, `is warm again at ${Math.round(this.x)}`);
  }

  isNear(x) {
    return Math.abs(this.x - x) < 1;
  }
}

// @compile
class Tower extends Executor {
  name = 'tower';
  x = 6;

  guard(creeps) {
    while (true) {
      const target = waitUntil(() => creeps.find((creep) => creep.isNear(this.x)));
      target.freeze(800);
      this.wait(1000);
    }
  }
}

// @compile
export function level() {
  const tower = new Tower();
  const creeps = ['Ada', 'Bo', 'Cy'].map((name) => new Creep(name));
  tower.guard(creeps);
  const marching = [];
  for (const creep of creeps) {
    marching.push(start(creep.march()));
    wait(400);
  }
  all(marching);
  tower.cancelAll('the level is over');
  tell(tower, 'has nothing left to do');
}
