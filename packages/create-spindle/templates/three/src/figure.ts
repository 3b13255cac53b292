import { BoxGeometry, Mesh, MeshNormalMaterial } from 'three';

/** Somebody on the stage. What he is told to do he does one thing after the other. */
// @compile
export class Figure extends Mesh {
  /** What he says; `main.ts` shows it. */
  words = '';

  constructor(x: number) {
    super(new BoxGeometry(30, 60, 30), new MeshNormalMaterial());
    this.position.set(x, 110, 0);
    this.rotation.y = 0.6;
  }

  walkTo(x: number): void {
    // One step a frame.
    while (this.position.x !== x) {
      const step = 0.15 * clock.delta;
      this.position.x += Math.max(-step, Math.min(step, x - this.position.x));
    }
  }

  say(words: string): void {
    this.words = words;
    // With `this` as the one who waits, nobody else can make the figure act meanwhile.
    asExecutor(this).wait(600 + words.length * 40);
    this.words = '';
  }
}
