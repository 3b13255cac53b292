/** The pictures of all bullets, drawn by code into one texture: a ParticleContainer draws it in one call. */
import { Rectangle, Texture } from 'pixi.js';

export type Kind = 'rose' | 'cyan' | 'gold' | 'petal' | 'spark' | 'shot';

/** Whom it hurts, and how near it must come. */
export const KINDS: Readonly<Record<Kind, { color: string; radius: number; hurts: 'light' | 'boss' | 'nobody' }>> = {
  rose: { color: '#ff5d8f', radius: 5, hurts: 'light' },
  cyan: { color: '#38b6ff', radius: 4.5, hurts: 'light' },
  gold: { color: '#ffab2e', radius: 4, hurts: 'light' },
  petal: { color: '#ffb3cb', radius: 3, hurts: 'nobody' },
  spark: { color: '#cfd6ff', radius: 2, hurts: 'nobody' },
  shot: { color: '#d8fff4', radius: 4, hurts: 'boss' },
};

const CELL = 24;
/** Texels for each pixel of the field. */
const SCALE = 4;

export function makeTextures(): Record<Kind, Texture> {
  const kinds = Object.keys(KINDS) as Kind[];
  const canvas = document.createElement('canvas');
  canvas.width = CELL * SCALE * kinds.length;
  canvas.height = CELL * SCALE;
  const pen = canvas.getContext('2d')!;
  for (const [i, kind] of kinds.entries()) {
    pen.setTransform(SCALE, 0, 0, SCALE, (i + 0.5) * CELL * SCALE, 0.5 * CELL * SCALE);
    draw(pen, kind);
  }
  const { source } = Texture.from(canvas);
  const cut = (i: number): Texture =>
    new Texture({ source, frame: new Rectangle(i * CELL * SCALE, 0, CELL * SCALE, CELL * SCALE) });
  return Object.fromEntries(kinds.map((kind, i) => [kind, cut(i)])) as Record<Kind, Texture>;
}

/** How much a dot is made smaller to have the size of the field. */
export const DOT_SCALE = 1 / SCALE;

function draw(pen: CanvasRenderingContext2D, kind: Kind): void {
  const { color, radius } = KINDS[kind];
  if (kind === 'shot') return drawShot(pen, color);
  const glow = pen.createRadialGradient(0, 0, radius * 0.6, 0, 0, radius * 2.3);
  glow.addColorStop(0, `${color}88`);
  glow.addColorStop(1, `${color}00`);
  fillCircle(pen, glow, radius * 2.3);
  if (kind === 'spark' || kind === 'petal') return fillCircle(pen, color, radius);
  fillCircle(pen, color, radius * 1.25);
  fillCircle(pen, '#fff', radius * 0.72);
}

function drawShot(pen: CanvasRenderingContext2D, color: string): void {
  const tail = pen.createLinearGradient(-10, 0, 8, 0);
  tail.addColorStop(0, `${color}00`);
  tail.addColorStop(1, `${color}dd`);
  pen.fillStyle = tail;
  pen.beginPath();
  pen.roundRect(-10, -1.6, 18, 3.2, 1.6);
  pen.fill();
}

function fillCircle(pen: CanvasRenderingContext2D, fill: string | CanvasGradient, radius: number): void {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fill();
}
