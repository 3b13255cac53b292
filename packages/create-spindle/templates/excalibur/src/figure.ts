import { Actor, Color, Font, Label, TextAlign, vec } from 'excalibur';

/** Somebody on the stage. What he is told to do he does one thing after the other. */
// @compile
export class Figure extends Actor {
  readonly speech: Label;

  constructor(x: number, color: Color) {
    super({ x, y: 250, width: 30, height: 60, color });
    const font = new Font({ size: 16, textAlign: TextAlign.Center });
    this.speech = new Label({ pos: vec(0, -60), text: '', color: Color.White, font });
    this.addChild(this.speech);
  }

  walkTo(x: number): void {
    // One step a frame.
    while (this.pos.x !== x) {
      const step = 0.15 * clock.delta;
      this.pos.x += Math.max(-step, Math.min(step, x - this.pos.x));
    }
  }

  say(words: string): void {
    this.speech.text = words;
    // With `this` as the one who waits, nobody else can make the figure act meanwhile.
    asExecutor(this).wait(600 + words.length * 40);
    this.speech.text = '';
  }
}
