/** Somebody on the stage. What he is told to do he does one thing after the other. */
// @compile
export class Figure extends Executor {
  x: number;
  readonly color: string;
  words = '';

  constructor(x: number, color: string) {
    super();
    this.x = x;
    this.color = color;
  }

  walkTo(x: number): void {
    // One step a frame.
    while (this.x !== x) {
      const step = 0.15 * clock.delta;
      this.x += Math.max(-step, Math.min(step, x - this.x));
    }
  }

  say(words: string): void {
    this.words = words;
    this.wait(600 + words.length * 40);
    this.words = '';
  }
}
