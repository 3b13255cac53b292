import type { Point } from '../src/geometry';
import type { Field } from './stage';

/** Ends the bullets of the spinner in a circle; a spark flies where each was. */
// @compile
export function dissolve(field: Field, center: Point, radius = Infinity): void {
  for (const bullet of field.touching(center, radius, 'light')) {
    const { x, y } = bullet;
    bullet.end();
    field.fire(x, y, 'spark').fade(Math.atan2(y - center.y, x - center.x), 60, 500);
  }
}
