import type Phaser from 'phaser';
import { picture } from '../src/paint/brush';

// @compile
export function shake(object: Phaser.GameObjects.Container): void {
  const { x } = object;
  tween(1400, (t) => (object.x = x + Math.sin(t * 60) * 3 * (1 - t)));
}

/** Water, where something has struck. */
// @compile
export function splash(scene: Phaser.Scene, x: number, y: number): void {
  const drops = Array.from({ length: 18 }, (_, i) => ({
    image: picture(scene, 'spray', x, y),
    angle: -Math.PI * ((i + 0.5) / 18),
  }));
  tween(1100, (t) => {
    for (const [i, { image, angle }] of drops.entries()) {
      const speed = 60 + ((i * 37) % 50);
      image
        .setPosition(x + Math.cos(angle) * speed * t, y + Math.sin(angle) * speed * 1.3 * t + 120 * t * t)
        .setAlpha(1 - t);
    }
  });
  for (const { image } of drops) image.destroy();
}
