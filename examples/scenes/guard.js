/** A guard patrols until he sees or hears somebody. Then he looks for him, and gives up when he has lost him. */
import { Actor, EAST, tell, WEST } from '../actors.js';

const SIGHT = 4;

// @compile
class Guard extends Actor {
  noise = null;

  work(thief) {
    while (true) {
      const { key } = this.race({
        thief: waitUntil(() => this.sees(thief)),
        noise: waitUntil(() => this.noise !== null),
        patrol: this.patrol(),
      });
      if (key === 'thief') {
        this.say('Halt!');
        this.chase(thief);
      } else {
        this.look();
      }
      this.say('Nobody here.');
    }
  }

  patrol() {
    while (true) {
      this.walk(EAST, 3);
      this.walk(WEST, 3);
    }
  }

  look() {
    const where = this.noise;
    this.noise = null;
    this.walkToPoint(where);
  }

  chase(thief) {
    while (this.sees(thief)) {
      this.step(thief.x > this.x ? EAST : WEST);
    }
    tell(this, `loses him at ${this.x}, ${this.y}`);
  }

  sees({ x, isHidden }) {
    return !isHidden && Math.abs(x - this.x) <= SIGHT;
  }

  // @instant
  hear(where) {
    tell(this, `hears something at ${where.x}`);
    this.noise = where;
  }
}

// @compile
class Thief extends Actor {
  isHidden = true;

  steal() {
    this.wait(1000);
    this.isHidden = false;
    tell(this, 'comes out of his corner');
    this.walk(EAST, 5);
    this.isHidden = true;
    tell(this, 'hides again');
    this.wait(2500);
    tell(this, 'drops a vase');
    guard.hear({ x: this.x - 2, y: this.y });
  }
}

const guard = new Guard('guard', 0, 0);
const thief = new Thief('thief', 2, 0);

// @compile
export function nightWatch() {
  guard.work(thief);
  waitFor(thief.steal());
  wait(1500);
  guard.cancelAll('it is morning');
  tell({ name: 'narrator' }, 'It is morning.');
}
