import { Scheduler } from '@spindle/runtime';
import { marks, saves } from '@spindle/runtime/saves';
import { control, Fighter, referee } from './scripts.js';

const FRAME_MS = 1000 / 60;

/** A duel of two in a world, which goes from frame to frame by what their keys say, and back. */
export class Game {
  score = [];
  #scheduler = new Scheduler({ seed: 4 });
  #marks;
  #fighters;

  /** `size`: so many frames it can go back. */
  constructor(world, size = 1) {
    this.world = world;
    const [anna, ben] = (this.#fighters = [new Fighter(this, 0, -4), new Fighter(this, 1, 4)]);
    this.#scheduler.spawn(() => control(anna, ben));
    this.#scheduler.spawn(() => control(ben, anna));
    this.#scheduler.spawn(() => referee(this, anna, ben));
    const objects = { idOf: (one) => (one === this ? 'game' : one === world ? 'world' : undefined), find: () => null };
    this.#marks = marks(saves(this.#scheduler, { modules: false, objects }), {
      size,
      state: {
        mark: () => ({ world: world.mark(), score: [...this.score] }),
        rewind: (data) => {
          world.rewind(data.world);
          this.score = [...data.score];
        },
      },
    });
  }

  mark() {
    return this.#marks.mark();
  }

  rewind(mark) {
    this.#marks.rewind(mark);
  }

  /** One frame. `keys`: what each of the two has pressed, or null. */
  play(keys) {
    keys.forEach((key, seat) => {
      if (key !== null) this.#scheduler.signal(`keys of ${seat}`, key);
    });
    this.world.step();
    this.#scheduler.pulse(FRAME_MS);
  }

  /** A text that differs where two games do. */
  look() {
    const threads = this.#scheduler.threads.map(({ id, status }) => `${id} ${status}`);
    return [this.world.look(), this.#fighters.map(({ hp }) => hp), threads, this.score.length].join('\n');
  }
}
