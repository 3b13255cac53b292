/** He is led by the player. */
import { sound } from '../src/sound';
import { paintThief } from '../src/paint';
import type { Spot } from '../src/map';
import type { Level } from './level';
import { ring } from './ring';
import { Person } from './person';

const SPEED = 150;
/** How far one hears him on stone, and how far his whistle. */
const STEP = 140;
const WHISTLE = 380;

// @compile
export class Thief extends Person {
  #walked = 0;

  constructor(level: Level, place: Spot) {
    super(level, place, paintThief());
    this.name = 'Thief';
  }

  /** Each order of the player takes the place of the one before: a tap of another tap, a key of a tap. */
  // @restart
  follow(way: { readonly to: Spot } | { readonly direction: Spot }): void {
    if ('to' in way) this.walkTo(way.to, SPEED);
    else {
      const { x, y } = way.direction;
      while (true) this.go((x * SPEED * clock.delta) / 1000, (y * SPEED * clock.delta) / 1000);
    }
  }

  /** One hears his steps, but not on carpet. */
  override go(dx: number, dy: number): void {
    const { x, y } = this.pos;
    super.go(dx, dy);
    this.#walked += Math.hypot(this.pos.x - x, this.pos.y - y);
    if (this.#walked < 62) return;
    this.#walked = 0;
    if (this.level.house.isCarpet(this.pos)) return;
    sound.step();
    this.makeNoise(STEP);
  }

  /** A guard who hears it comes to look. While it sounds there is no second one. */
  // @beside @drop
  whistle(): void {
    sound.whistle();
    this.makeNoise(WHISTLE);
    wait(1200);
  }

  // @instant
  makeNoise(radius: number): void {
    const { x, y } = this.pos;
    start(() => ring(this.level, { x, y }, radius));
    for (const guard of this.level.guards) guard.hear({ x, y }, radius);
  }
}
