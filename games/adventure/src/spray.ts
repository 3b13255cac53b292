/** Water, where something has struck. */
import type Phaser from 'phaser';
import { picture } from './paint/brush';

export class Spray {
  readonly #drops: readonly Phaser.GameObjects.Image[];

  constructor(scene: Phaser.Scene) {
    this.#drops = Array.from({ length: 18 }, () => picture(scene, 'spray', 0, 0).setVisible(false));
  }

  show(x: number, y: number, t: number): void {
    this.#drops.forEach((drop, i) => {
      const angle = -Math.PI * ((i + 0.5) / 18);
      const speed = 60 + ((i * 37) % 50);
      drop
        .setPosition(x + Math.cos(angle) * speed * t, y + Math.sin(angle) * speed * 1.3 * t + 120 * t * t)
        .setAlpha(1 - t)
        .setVisible(t < 1);
    });
  }
}
