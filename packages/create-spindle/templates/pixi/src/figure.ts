import { Container, Graphics, Text } from 'pixi.js';

/** Somebody on the stage. What he is told to do he does one thing after the other. */
// @compile
export class Figure extends Container {
  readonly speech: Text;

  constructor(x: number, color: number) {
    super({ x, y: 250 });
    this.addChild(new Graphics().rect(-15, -30, 30, 60).fill(color));
    this.speech = this.addChild(new Text({ anchor: 0.5, y: -50, style: { fill: 'white', fontSize: 16 } }));
  }

  walkTo(x: number): void {
    // One step a frame.
    while (this.x !== x) {
      const step = 0.15 * clock.delta;
      this.x += Math.max(-step, Math.min(step, x - this.x));
    }
  }

  say(words: string): void {
    this.speech.text = words;
    // With `this` as the one who waits, nobody else can make the figure act meanwhile.
    asExecutor(this).wait(600 + words.length * 40);
    this.speech.text = '';
  }
}
