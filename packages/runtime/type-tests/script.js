/** JavaScript with `checkJs`: classes and object literals as they are. */
import '@spindle/runtime/globals';
import { expectTypeOf } from 'expect-type';

const door = {
  angle: 0,
  // @compile
  open() {
    while (this.angle < 60) this.turn(30);
    wait(200);
  },
  /** @param {number} degrees */
  // @compile
  turn(degrees) {
    this.angle += degrees;
    return this.angle;
  },
};

// @compile
class Guard extends Executor {
  x = 0;

  /** @param {number} x */
  walkTo(x) {
    while (this.x < x) {
      this.x++;
      this.wait(16);
    }
    return this.x;
  }

  patrol() {
    const degrees = waitFor(door.turn);
    expectTypeOf(degrees).toEqualTypeOf(0);
    const [x, angle] = all(this.walkTo(3), door.turn(4));
    const first = race(this.walkTo(x), wait(500)) ?? angle;
    expectTypeOf(first).toEqualTypeOf(0);
    waitForEvent(window, 'keydown', { filter: ({ key }) => key === 'Enter' }).preventDefault();
    /** @type {string} */
    const loot = waitFor(door);
    return loot.length;
  }
}

const thread = start(() => new Guard().patrol());
expectTypeOf(thread.then()).toEqualTypeOf(Promise.resolve(0));
thread.cancel();
start(() => door.open());
