/** The light of a lantern: what a guard can see, as far as walls let him. */
import { Actor, Canvas, CollisionType } from 'excalibur';
import type { Guard, Mood } from '../scripts/guard';
import { RANGE, WIDTH } from '../scripts/guard';
import type { House } from './map';

const COLORS: Readonly<Record<Mood, string>> = { calm: '255, 214, 130', seeks: '255, 160, 70', chases: '255, 92, 80' };
const RAYS = 56;
/** Light is soft: it has fewer pixels than the rest. */
const QUALITY = 0.75;

export class Light extends Actor {
  readonly #guard: Guard;

  constructor(guard: Guard, house: House) {
    super({ pos: guard.pos, z: 2, collisionType: CollisionType.PreventCollision });
    this.#guard = guard;
    const draw = (pen: CanvasRenderingContext2D): void => this.#draw(pen, house);
    this.graphics.use(new Canvas({ width: RANGE * 2, height: RANGE * 2, quality: QUALITY, draw }));
  }

  override onPostUpdate(): void {
    this.pos = this.#guard.pos.clone();
  }

  #draw(pen: CanvasRenderingContext2D, house: House): void {
    const { pos, rotation, mood } = this.#guard;
    const color = COLORS[mood];
    const light = pen.createRadialGradient(RANGE, RANGE, 8, RANGE, RANGE, RANGE);
    light.addColorStop(0, `rgba(${color}, 0.5)`);
    light.addColorStop(0.7, `rgba(${color}, 0.26)`);
    light.addColorStop(1, `rgba(${color}, 0)`);
    pen.fillStyle = light;
    pen.beginPath();
    pen.moveTo(RANGE, RANGE);
    for (let i = 0; i <= RAYS; i++) {
      const angle = rotation + WIDTH * ((2 * i) / RAYS - 1);
      const far = house.ray(pos, angle, RANGE);
      pen.lineTo(RANGE + Math.cos(angle) * far, RANGE + Math.sin(angle) * far);
    }
    pen.fill();
  }
}
