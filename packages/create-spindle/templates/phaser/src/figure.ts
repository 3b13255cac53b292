import { waitForTween } from '@spindle/engines/phaser';
import Phaser from 'phaser';

/** Somebody on the stage. What he is told to do he does one thing after the other. */
// @compile
export class Figure extends Phaser.GameObjects.Rectangle {
  readonly speech: Phaser.GameObjects.Text;

  constructor(scene: Phaser.Scene, x: number, color: number) {
    super(scene, x, 250, 30, 60, color);
    scene.add.existing(this);
    this.speech = scene.add.text(x, 200, '').setOrigin(0.5);
  }

  walkTo(x: number): void {
    // One step a frame.
    while (this.x !== x) {
      const step = 0.15 * clock.delta;
      this.x += Math.max(-step, Math.min(step, x - this.x));
      this.speech.x = this.x;
    }
    this.jump();
  }

  jump(): void {
    const tween = this.scene.tweens.add({ targets: this, y: '-=20', duration: 120, yoyo: true });
    // A tween of Phaser ends for `waitForTween`, not for `waitFor`.
    asExecutor(this).hold(() => waitForTween(tween));
  }

  say(words: string): void {
    this.speech.text = words;
    // With `this` as the one who waits, nobody else can make the figure act meanwhile.
    asExecutor(this).wait(600 + words.length * 40);
    this.speech.text = '';
  }
}
