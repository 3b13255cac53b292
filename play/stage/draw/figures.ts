/** How the figures look. Each is drawn in a space in which its square is one unit wide, with the feet at (0, 0) and up as negative y. */
import type { Figure, Look } from '../world.js';
import type { Palette } from './palette.js';
import type { Pen } from './sheet.js';

/** How large a figure of size 1 is, of the space in which it is drawn. */
export const BODY = 1.2;

/** What a figure is drawn with. `blink` is 0 for closed eyes, else 1. */
export interface Brush {
  readonly pen: Pen;
  readonly palette: Palette;
  readonly color: string;
  readonly blink: number;
  /** Milliseconds, for what moves by itself; stands still where less motion is wanted. */
  readonly now: number;
}

/** Eyes, and what lies in the dark: the same on each page. */
const DARKNESS = '#20242e';

type Draw = (figure: Figure, brush: Brush) => void;

export const LOOKS: Readonly<Record<Exclude<Look, 'dot'>, Draw>> = {
  player(figure, brush) {
    feet(figure, brush);
    body(brush, 0.58, 0.66, 0.26);
    eyes(figure, brush, -0.46, 0.13);
  },
  guard(figure, brush) {
    feet(figure, brush);
    body(brush, 0.6, 0.68, 0.2);
    eyes(figure, brush, -0.42, 0.12);
    fill(brush, brush.palette.cap, () => brush.pen.roundRect(-0.34, -0.76, 0.68, 0.17, 0.07));
    fill(brush, brush.palette.figures.yellow as string, () => brush.pen.arc(0, -0.675, 0.05, 0, Math.PI * 2));
  },
  glitch(figure, brush) {
    const { pen, now, color } = brush;
    const slip = Math.sin(now / 90 + figure.x * 3) > 0.93 ? 0.05 : 0;
    fill(brush, color, () => {
      pen.moveTo(-0.29, -0.02);
      pen.lineTo(-0.29, -0.36);
      pen.bezierCurveTo(-0.29, -0.78, 0.29, -0.78, 0.29, -0.36);
      pen.lineTo(0.29, -0.02);
      for (let i = 0; i < 3; i++) {
        const right = 0.29 - i * 0.193;
        pen.lineTo(right - 0.0965, -0.1 - 0.03 * Math.sin(figure.walked * 9 + i * 2));
        pen.lineTo(right - 0.193, -0.02);
      }
    });
    if (slip > 0) fill(brush, color, () => pen.rect(-0.29 - slip, -0.34, 0.58, 0.07));
    eyes(figure, brush, -0.42, 0.12);
  },
  robot(figure, brush) {
    const { pen, palette, color } = brush;
    fill(brush, palette.quiet, () => pen.rect(-0.02, -0.86, 0.04, 0.2));
    fill(brush, palette.figures.orange as string, () => pen.arc(0, -0.88, 0.07, 0, Math.PI * 2));
    feet(figure, brush);
    fill(brush, color, () => pen.roundRect(-0.32, -0.7, 0.64, 0.64, 0.12));
    fill(brush, DARKNESS, () => pen.roundRect(-0.24, -0.58, 0.48, 0.26, 0.09));
    const { dx, dy } = figure.facing;
    for (const side of [-0.11, 0.11])
      fill(brush, palette.figures.ice as string, () =>
        pen.ellipse(side + dx * 0.05, -0.45 + dy * 0.03, 0.05, 0.055 * brush.blink + 0.008, 0, 0, Math.PI * 2),
      );
  },
  boss(figure, brush) {
    const { pen, palette } = brush;
    for (const side of [-1, 1])
      fill(brush, palette.wallTop, () => {
        pen.moveTo(side * 0.16, -0.66);
        pen.quadraticCurveTo(side * 0.42, -0.72, side * 0.4, -0.98);
        pen.quadraticCurveTo(side * 0.2, -0.9, side * 0.04, -0.7);
      });
    body(brush, 0.82, 0.76, 0.3);
    eyes(figure, brush, -0.48, 0.17);
    line(brush, palette.ink, 0.035, () => pen.arc(0, -0.16, 0.13, Math.PI * 1.15, Math.PI * 1.85));
    for (const side of [-1, 1])
      line(brush, palette.ink, 0.05, () => {
        pen.moveTo(side * 0.27, -0.66);
        pen.lineTo(side * 0.07, -0.57);
      });
  },
  creep(figure, brush) {
    feet(figure, brush);
    body(brush, 0.56, 0.44, 0.22);
    eyes(figure, brush, -0.3, 0.11);
  },
  tower(_figure, brush) {
    const { pen, palette, color } = brush;
    fill(brush, palette.wall, () => {
      pen.moveTo(-0.36, 0);
      pen.lineTo(-0.26, -0.74);
      pen.lineTo(0.26, -0.74);
      pen.lineTo(0.36, 0);
    });
    fill(brush, palette.wallTop, () => pen.roundRect(-0.36, -0.92, 0.72, 0.22, 0.05));
    fill(brush, color, () => pen.arc(0, -1.06, 0.16, 0, Math.PI * 2));
    fill(brush, 'rgba(255, 255, 255, 0.45)', () => pen.arc(-0.05, -1.11, 0.05, 0, Math.PI * 2));
  },
  bolt(_figure, brush) {
    const { pen, color } = brush;
    pen.globalAlpha *= 0.3;
    fill(brush, color, () => pen.arc(0, -0.4, 0.34, 0, Math.PI * 2));
    pen.globalAlpha /= 0.3;
    fill(brush, color, () => pen.arc(0, -0.4, 0.18, 0, Math.PI * 2));
  },
  gem(_figure, brush) {
    const { pen, now, color } = brush;
    const y = -0.4 + Math.sin(now / 400) * 0.03;
    fill(brush, color, () => {
      pen.moveTo(0, y + 0.3);
      pen.lineTo(-0.26, y - 0.08);
      pen.lineTo(-0.14, y - 0.24);
      pen.lineTo(0.14, y - 0.24);
      pen.lineTo(0.26, y - 0.08);
    });
    fill(brush, 'rgba(255, 255, 255, 0.4)', () => {
      pen.moveTo(-0.26, y - 0.08);
      pen.lineTo(-0.14, y - 0.24);
      pen.lineTo(0, y - 0.08);
    });
  },
  flag(_figure, brush) {
    const { pen, palette, now, color } = brush;
    const wave = Math.sin(now / 300) * 0.04;
    fill(brush, palette.quiet, () => pen.roundRect(-0.25, -0.95, 0.06, 0.97, 0.03));
    fill(brush, color, () => {
      pen.moveTo(-0.19, -0.93);
      pen.quadraticCurveTo(0.05, -0.98 + wave, 0.32, -0.74 + wave);
      pen.quadraticCurveTo(0.05, -0.62 - wave, -0.19, -0.55);
    });
  },
  door(figure, brush) {
    const { pen, palette, color } = brush;
    fill(brush, palette.wall, () => pen.roundRect(-0.4, -0.95, 0.8, 0.97, [0.36, 0.36, 0, 0]));
    fill(brush, DARKNESS, () => pen.roundRect(-0.3, -0.85, 0.6, 0.87, [0.28, 0.28, 0, 0]));
    fill(brush, color, () => pen.roundRect(-0.3, -0.85, 0.6 * (1 - figure.lift), 0.87, [0.28, 0.28, 0, 0]));
  },
};

/** Two feet, one before the other as it walks. */
function feet({ walked }: Figure, brush: Brush): void {
  for (const side of [-1, 1]) {
    const up = Math.max(0, Math.sin(walked * 7 + (side > 0 ? Math.PI : 0))) * 0.1;
    fill(brush, brush.palette.ink, () => brush.pen.ellipse(side * 0.14, -0.02 - up, 0.1, 0.06, 0, 0, Math.PI * 2));
  }
}

/** A rounded body that stands on its feet, lighter at the top. */
function body(brush: Brush, width: number, height: number, radius: number): void {
  const { pen, color } = brush;
  fill(brush, color, () => pen.roundRect(-width / 2, -0.05 - height, width, height, radius));
  pen.globalAlpha *= 0.16;
  fill(brush, '#ffffff', () => pen.roundRect(-width / 2 + 0.05, -height, width - 0.1, height * 0.4, radius * 0.8));
  pen.globalAlpha /= 0.16;
}

function eyes({ facing: { dx, dy } }: Figure, brush: Brush, y: number, apart: number): void {
  const { pen, blink } = brush;
  const size = apart * 0.72;
  // Who looks away shows no eyes, but for a hint.
  const up = dy < 0 ? -0.05 : 0;
  for (const side of [-1, 1]) {
    const x = side * apart + dx * 0.07;
    fill(brush, '#ffffff', () => pen.ellipse(x, y + up, size, size * 1.15 * blink + 0.01, 0, 0, Math.PI * 2));
    const look = size * 0.4;
    if (blink > 0) fill(brush, DARKNESS, () => pen.arc(x + dx * look, y + up + dy * look, size * 0.55, 0, Math.PI * 2));
  }
}

function fill({ pen }: Brush, color: string, shape: () => void): void {
  pen.fillStyle = color;
  pen.beginPath();
  shape();
  pen.fill();
}

function line({ pen }: Brush, color: string, width: number, shape: () => void): void {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.lineCap = 'round';
  pen.beginPath();
  shape();
  pen.stroke();
}
