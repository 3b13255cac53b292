/** The night: stars, and a web that turns so slowly that one hardly sees it. */
import { Container, Graphics } from 'pixi.js';
import type * as scripts from '../scripts/stage';
import { MOODS } from './figures';
import { HEIGHT, WIDTH } from './geometry';

export class Backdrop implements scripts.Backdrop {
  readonly view = new Container({ label: 'backdrop' });
  readonly #web = makeWeb();
  #mood = 0;

  constructor() {
    this.view.addChild(makeStars(), this.#web);
    this.#web.position.set(WIDTH / 2, 150);
    this.setMood(0);
  }

  setMood(mood: number): void {
    this.#mood = mood;
    this.#web.tint = MOODS[mood % MOODS.length]!;
  }

  nextMood(): void {
    this.setMood(this.#mood + 1);
  }

  turn(ms: number): void {
    this.#web.rotation += ms * 0.00003;
  }
}

function makeStars(): Graphics {
  const stars = new Graphics();
  // The same sky for everybody: the fractions of multiples of an irrational number are spread well.
  for (let i = 1; i <= 90; i++) {
    const [x, y] = [(i * 0.754_877_666) % 1, (i * 0.569_840_29) % 1];
    stars
      .circle(x * WIDTH, y * HEIGHT, 0.5 + ((i * 7) % 5) * 0.18)
      .fill({ color: 0xffffff, alpha: 0.16 + (i % 4) * 0.1 });
  }
  return stars;
}

function makeWeb(): Graphics {
  const web = new Graphics();
  const spokes = 24;
  for (let i = 0; i < spokes; i++) {
    const angle = (i / spokes) * 2 * Math.PI;
    web.moveTo(Math.cos(angle) * 90, Math.sin(angle) * 90).lineTo(Math.cos(angle) * 780, Math.sin(angle) * 780);
  }
  for (const radius of [140, 220, 320, 440, 580, 740]) {
    for (let i = 0; i <= spokes; i++) {
      const angle = (i / spokes) * 2 * Math.PI;
      const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
      if (i === 0) web.moveTo(x, y);
      else {
        const middle = angle - Math.PI / spokes;
        web.quadraticCurveTo(Math.cos(middle) * radius * 0.95, Math.sin(middle) * radius * 0.95, x, y);
      }
    }
  }
  return web.stroke({ color: 0xffffff, width: 1, alpha: 0.07 });
}
