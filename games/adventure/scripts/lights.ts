/** The lamp of the tower, and the windows of its stairs. */
import Phaser from 'phaser';
import { picture } from '../src/paint/brush';
import { TOWER } from '../src/paint/place';
import { sound } from '../src/sound';

// @compile
export class TowerWindow extends asExecutor(Phaser.GameObjects.Image) {
  constructor(scene: Phaser.Scene, y: number) {
    super(scene, TOWER, y, 'window');
    this.setScale(0.5).setAlpha(0);
    scene.add.existing(this);
  }

  /** Somebody goes by with a light. */
  pass(): void {
    this.hold(() => tween(420, (t) => (this.alpha = Math.sin(t * Math.PI))));
  }
}

// @compile
export class Lamp {
  isLit = false;
  strength = 0;
  readonly glow: Phaser.GameObjects.Image;
  readonly beams: readonly Phaser.GameObjects.Image[];

  constructor(scene: Phaser.Scene) {
    const at = [TOWER, 161] as const;
    this.beams = [0, 1].map(() => picture(scene, 'beam', ...at, [0, 0.5]));
    this.glow = picture(scene, 'glow', ...at, [0.5, 0.5]);
    for (const light of [this.glow, ...this.beams]) light.setBlendMode(Phaser.BlendModes.ADD).setAlpha(0);
  }

  /** It flickers, and burns. */
  light(): void {
    this.isLit = true;
    sound.light();
    tween(1100, (t) => (this.glow.alpha = t * (0.75 + 0.25 * Math.sin(t * 40))));
    start(() => this.turn());
    tween(700, (t) => (this.strength = t * 0.9));
  }

  /** Two beams sweep around; seen from the side they grow long and short. */
  // @beside
  turn(): void {
    let angle = -0.5;
    while (true) {
      angle += clock.delta / 1600;
      this.beams.forEach((beam, i) => {
        const reach = Math.sin(angle) * (i === 0 ? 1 : -1);
        beam.setScale(reach * 0.8, 0.28).setAlpha(this.strength * Math.abs(reach));
      });
    }
  }
}
