import { dissolve } from './dissolve';
import type { LightFigure } from '../src/figures';
import { clamp, HEIGHT, WIDTH } from '../src/geometry';
import type { Field, Input } from './stage';

const HEARTS = 5;

/** Who the player is. */
// @compile
export class Light extends Executor {
  readonly #figure: LightFigure;
  x = 0;
  y = 0;
  hearts = HEARTS;
  /** For a moment after a hit. */
  isSafe = false;

  constructor(figure: LightFigure) {
    super();
    this.#figure = figure;
  }

  // @instant
  appear(): void {
    this.cancelAll('the fight begins');
    this.hearts = HEARTS;
    this.isSafe = false;
    this.#figure.view.alpha = 1;
    this.#figure.view.scale.set(1);
    this.moveTo(WIDTH / 2, HEIGHT - 110);
  }

  /** It goes where the player wants, in each frame. */
  steer(input: Input): void {
    while (true) {
      const { x, y } = input.step(this, clock.delta);
      this.moveTo(clamp(this.x + x, 12, WIDTH - 12), clamp(this.y + y, 20, HEIGHT - 16));
    }
  }

  // @beside
  shoot(field: Field): void {
    while (true) {
      for (const side of [-7, 7]) field.fire(this.x + side, this.y - 10, 'shot').fly(-Math.PI / 2, 720);
      every(100);
    }
  }

  /** Loses a life, makes room around itself, and blinks while nothing can touch it. */
  // @beside
  hurt(field: Field): void {
    this.hearts--;
    this.isSafe = true;
    dissolve(field, this, 130);
    try {
      for (let i = 0; i < 14; i++) {
        this.#figure.view.alpha = i % 2 === 0 ? 0.3 : 0.9;
        wait(130);
      }
    } finally {
      this.isSafe = false;
      this.#figure.view.alpha = 1;
    }
  }

  /** The end. */
  // @instant
  goOut(field: Field): void {
    this.cancelAll('it has gone out');
    this.isSafe = true;
    this.#figure.view.alpha = 0;
    for (let i = 0; i < 60; i++)
      field.fire(this.x, this.y, 'spark').fade(random() * 2 * Math.PI, 40 + random() * 160, 1200);
  }

  moveTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.#figure.view.position.set(x, y);
  }
}
