import Phaser from 'phaser';
import { caption } from './caption';
import { direction } from './controls';
import { type Name } from './pictures';

/** Somebody on the stage. What he is told to do he does one thing after the other. */
// @compile
export class Figure extends asExecutor(Phaser.GameObjects.Image) {
  constructor(scene: Phaser.Scene, name: Name, x: number) {
    super(scene, x, 270, name);
    this.name = name;
    scene.add.existing(this);
  }

  walkTo(x: number): void {
    // Each turn of a `while` takes a frame.
    while (this.x !== x) this.step(x - this.x);
  }

  lead(): void {
    while (true) this.step(640 * direction(this.x));
  }

  say(words: string): void {
    caption(`${this.name}: ${words}`);
    // With `this.`, he is busy meanwhile: what else he is told to do comes after it.
    this.race(wait(600 + words.length * 40), waitSignal('next'));
    caption('');
  }

  /** As much of the way as he can walk in a frame. */
  step(way: number): void {
    const most = 0.16 * clock.delta;
    this.x += Math.max(-most, Math.min(most, way));
    if (way !== 0) this.flipX = way < 0;
  }
}
