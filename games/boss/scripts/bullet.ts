import type { Particle } from 'pixi.js';
import type { Kind } from '../src/atlas';
import type { Point } from '../src/geometry';
import type { Field } from './stage';

/**
 * A bullet is an owner of its own, and its flight is one script. Of the methods below, `fly`, `curve`, `linger`, `split`,
 * `fall` and `fade` are flights; when one is over, the bullet leaves the field.
 */
// @compile
export class Bullet extends Executor {
  readonly dot: Particle;
  readonly #field: Field;
  kind: Kind = 'rose';
  /** Where it is among all bullets of the field; -1 when it is on none. */
  place = -1;
  x = 0;
  y = 0;
  /** Pixels a second. */
  speedX = 0;
  speedY = 0;

  constructor(field: Field, dot: Particle) {
    super();
    this.#field = field;
    this.dot = dot;
  }

  /** Straight on. */
  fly(angle: number, speed: number): void {
    this.aim(angle, speed);
    while (this.isInside()) this.step();
    this.leave();
  }

  /** In a bow: `turn` in radians a second, less and less. */
  curve(angle: number, speed: number, turn: number): void {
    let [at, bend] = [angle, turn];
    while (this.isInside()) {
      this.aim(at, speed);
      this.step();
      at += (bend * clock.delta) / 1000;
      bend *= 1 - clock.delta / 1500;
    }
    this.leave();
  }

  /** Away, slower and slower; it stands still, looks where `target` is, and flies there. */
  linger(angle: number, speed: number, target: Point): void {
    tween(700, (t) => this.glide(angle, speed * (1 - t)));
    this.wait(250);
    this.fly(this.angleTo(target), 230);
  }

  /** Away, and then it is `count` others. */
  split(angle: number, speed: number, count: number): void {
    tween(900, (t) => this.glide(angle, speed * (1 - t)));
    for (let i = 0; i < count; i++) {
      const part = this.#field.fire(this.x, this.y, 'gold');
      part.fly(angle + (i / count) * 2 * Math.PI, 74);
    }
    this.leave();
  }

  /** Down, faster and faster. */
  fall(speed: number): void {
    this.aim(Math.PI / 2, speed);
    while (this.isInside()) {
      this.speedY += clock.delta * 0.04;
      this.step();
    }
    this.leave();
  }

  /** A spark, which hurts nobody. */
  fade(angle: number, speed: number, ms: number): void {
    tween(ms, (t) => {
      this.glide(angle, speed * (1 - t));
      this.dot.alpha = 1 - t;
    });
    this.leave();
  }

  /** Away at once, whatever it does. */
  // @instant
  end(): void {
    this.cancelAll('it is over');
    this.leave();
  }

  aim(angle: number, speed: number): void {
    this.speedX = Math.cos(angle) * speed;
    this.speedY = Math.sin(angle) * speed;
    this.dot.rotation = angle;
  }

  step(): void {
    const { dot } = this;
    const seconds = clock.delta / 1000;
    dot.x = this.x += this.speedX * seconds;
    dot.y = this.y += this.speedY * seconds;
  }

  glide(angle: number, speed: number): void {
    this.aim(angle, speed);
    this.step();
  }

  leave(): void {
    this.#field.remove(this);
  }

  isInside(): boolean {
    return this.x > -20 && this.x < 470 && this.y > -60 && this.y < 740;
  }

  angleTo({ x, y }: Point): number {
    return Math.atan2(y - this.y, x - this.x);
  }
}
