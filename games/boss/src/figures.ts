/** The light and the spinner, drawn by code. */
import { Container, FillGradient, Graphics } from 'pixi.js';

/** The colour of the spinner in each phase. */
export const MOODS = [0xff5d8f, 0x38b6ff, 0xffab2e];

export interface LightFigure {
  readonly view: Container;
}

function glow(radius: number, color: string): FillGradient {
  return new FillGradient({
    type: 'radial',
    center: { x: 0.5, y: 0.5 },
    innerRadius: 0,
    outerCenter: { x: 0.5, y: 0.5 },
    outerRadius: 0.5,
    colorStops: [
      { offset: 0, color: `${color}66` },
      { offset: 1, color: `${color}00` },
    ],
  });
}

export function makeLight(): LightFigure {
  const view = new Container({ label: 'light' });
  view.addChild(
    new Graphics().circle(0, 0, 34).fill(glow(34, '#b8ffe9')),
    new Graphics().poly([0, -15, 9, 7, 0, 3, -9, 7]).fill(0xeafff9).stroke({ color: 0x0c0f1d, width: 1.5 }),
    // What can be hit: no more than this.
    new Graphics().circle(0, 0, 3.5).fill(0xff3d7a).stroke({ color: 0xffffff, width: 1.2 }),
  );
  return { view };
}

export class SpinnerFigure {
  readonly view = new Container({ label: 'spinner' });
  readonly #halo = new Graphics().circle(0, 0, 110).fill(glow(110, '#ffffff'));
  readonly #outer = makeRing(62, 18);
  readonly #petals = makePetals(8, 50);
  readonly #inner = makePetals(5, 30);
  readonly #core = new Graphics().circle(0, 0, 13).fill(0xffffff);
  mood = 0;
  #lit = 0;

  constructor() {
    this.view.addChild(this.#halo, this.#outer, this.#petals, this.#inner, this.#core);
    this.setMood(0);
  }

  setMood(mood: number): void {
    this.mood = mood % MOODS.length;
    const color = MOODS[this.mood]!;
    for (const part of [this.#halo, this.#outer, this.#petals, this.#inner]) part.tint = color;
  }

  /** It has been hit. */
  flash(): void {
    this.#lit = 1;
  }

  turn(ms: number): void {
    this.#outer.rotation += ms * 0.0004;
    this.#petals.rotation -= ms * 0.0006;
    this.#inner.rotation += ms * 0.0013;
    this.#lit = Math.max(0, this.#lit - ms / 160);
    this.#core.scale.set(1 + this.#lit * 0.25);
    this.#halo.alpha = 0.7 + this.#lit * 0.3;
  }
}

function makeRing(radius: number, count: number): Graphics {
  const ring = new Graphics().circle(0, 0, radius).stroke({ color: 0xffffff, width: 1.5, alpha: 0.8 });
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * 2 * Math.PI;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    ring.moveTo(x * radius, y * radius).lineTo(x * (radius + 7), y * (radius + 7));
    ring.stroke({ color: 0xffffff, width: 2, cap: 'round' });
  }
  return ring;
}

function makePetals(count: number, length: number): Graphics {
  const petals = new Graphics();
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * 2 * Math.PI;
    const at = (along: number, across: number): [number, number] => [
      Math.cos(angle) * along * length - Math.sin(angle) * across * length,
      Math.sin(angle) * along * length + Math.cos(angle) * across * length,
    ];
    petals
      .moveTo(...at(0.15, 0))
      .quadraticCurveTo(...at(0.6, 0.34), ...at(1, 0))
      .quadraticCurveTo(...at(0.6, -0.34), ...at(0.15, 0))
      .fill({ color: 0xffffff, alpha: 0.32 })
      .stroke({ color: 0xffffff, width: 1.5, alpha: 0.95 });
  }
  return petals;
}
