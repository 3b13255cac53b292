import { Actor, Canvas, vec } from 'excalibur';
import type { Spot } from '../src/map';
import type { Level } from './level';

export class Ring extends Actor {
  readonly radius: number;

  constructor({ x, y }: Spot, radius: number) {
    super({ pos: vec(x, y), z: 3 });
    this.radius = radius;
    this.graphics.use(
      new Canvas({
        width: radius * 2,
        height: radius * 2,
        cache: true,
        draw(pen) {
          pen.strokeStyle = '#cfe0ff';
          pen.lineWidth = 3;
          pen.beginPath();
          pen.arc(radius, radius, radius - 2, 0, Math.PI * 2);
          pen.stroke();
        },
      }),
    );
  }
}

/** A noise that one sees. */
// @compile
export function ring(level: Level, place: Spot, radius: number): void {
  const circle = new Ring(place, radius);
  level.add(circle);
  tween(
    600,
    (t) => {
      circle.scale = vec(0.1 + t * 0.9, 0.1 + t * 0.9);
      circle.graphics.opacity = 0.5 * (1 - t);
    },
    (t) => t * (2 - t),
  );
  circle.kill();
}
