/** What somebody says stands above him. */
import { Actor, Canvas, CollisionType, vec } from 'excalibur';

const WIDTH = 110;
const HEIGHT = 40;

export class Bubble extends Actor {
  words = '';
  readonly #speaker: Actor;

  constructor(speaker: Actor) {
    super({ z: 9, collisionType: CollisionType.PreventCollision });
    this.#speaker = speaker;
  }

  override onPostUpdate(): void {
    this.pos = this.#speaker.pos.add(vec(0, -40));
  }

  show(words: string): void {
    this.words = words;
    if (words === '') {
      this.graphics.hide();
      return;
    }
    const draw = (pen: CanvasRenderingContext2D): void => {
      pen.font = '600 17px system-ui, "DejaVu Sans", sans-serif';
      const width = Math.max(32, pen.measureText(words).width + 20);
      pen.fillStyle = '#f6f0e1';
      pen.beginPath();
      pen.roundRect((WIDTH - width) / 2, 2, width, 29, 10);
      pen.moveTo(WIDTH / 2 - 6, 30);
      pen.lineTo(WIDTH / 2, 38);
      pen.lineTo(WIDTH / 2 + 6, 30);
      pen.fill();
      pen.fillStyle = '#232b4d';
      pen.textAlign = 'center';
      pen.fillText(words, WIDTH / 2, 22);
    };
    this.graphics.use(new Canvas({ width: WIDTH, height: HEIGHT, quality: 2, cache: true, draw }));
  }
}
