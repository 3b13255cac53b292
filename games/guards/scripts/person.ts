/** Somebody in the house. What he is told to do he does one thing after the other. */
import { Actor, CollisionType, vec, type Canvas } from 'excalibur';
import { distance, turnBetween, type Spot } from '../src/map';
import type { Level } from './level';

// @compile
export class Person extends asExecutor(Actor) {
  readonly level: Level;

  constructor(level: Level, { x, y }: Spot, picture: Canvas) {
    super({ pos: vec(x, y), z: 4, collisionType: CollisionType.PreventCollision });
    this.level = level;
    this.graphics.use(picture);
  }

  /** Around the walls, at a speed in pixels per second. */
  walkTo(place: Spot, speed: number): void {
    for (const spot of this.level.house.path(this.pos, place)) this.stepTo(spot, speed);
  }

  /** Straight on. */
  stepTo(spot: Spot, speed: number): void {
    // A `while` takes a frame for each turn.
    while (distance(this.pos, spot) > 0.5) {
      const far = distance(this.pos, spot);
      const step = Math.min((speed * clock.delta) / 1000, far);
      this.go(((spot.x - this.pos.x) / far) * step, ((spot.y - this.pos.y) / far) * step);
    }
  }

  /** By so many pixels, as far as walls let him. He turns to where he goes. */
  go(dx: number, dy: number): void {
    const { x, y } = this.level.house.slide(this.pos, dx, dy, 12);
    this.turn(Math.atan2(dy, dx), clock.delta / 120);
    this.pos = vec(x, y);
  }

  /** By a part of what is missing. */
  turn(angle: number, part: number): void {
    const missing = turnBetween(this.rotation, angle);
    this.rotation += missing * Math.min(1, part);
  }
}
