import type Phaser from 'phaser';
import type { Spray } from './stage';

// @compile
export function shake(object: Phaser.GameObjects.Container): void {
  const { x } = object;
  tween(1400, (t) => (object.x = x + Math.sin(t * 60) * 3 * (1 - t)));
}

/** Water, where something has struck. */
// @compile
export function splash(spray: Spray, x: number, y: number): void {
  tween(1100, (t) => spray.show(x, y, t));
}
