import { Sprite, SpriteMaterial } from 'three';
import { caption } from './caption';
import { direction } from './controls';
import type { Name } from './pictures';
import { texture } from './texture';

/** Somebody on the stage. What he is told to do he does one thing after the other. */
// @compile
export class Figure extends asExecutor(Sprite) {
  constructor(name: Name, x: number) {
    super(new SpriteMaterial({ map: texture(name) }));
    this.name = name;
    this.scale.set(40, 60, 1);
    this.position.set(x, 84, 40);
  }

  get x(): number {
    return this.position.x;
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
    this.position.x += Math.max(-most, Math.min(most, way));
    if (way !== 0) this.scale.x = 40 * Math.sign(way);
  }
}
