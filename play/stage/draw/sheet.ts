/** The canvas with its measures: squares to pixels, and the two or three shapes that all is made of. */
import type { Look } from '../options.js';
import { COLUMNS, type Place, ROWS } from '../grid.js';
import { DARK, LIGHT, type Palette } from './palette.js';
import { FONT } from './text.js';

export type Pen = OffscreenCanvasRenderingContext2D;

/** Space around the squares, in squares. */
const MARGIN = 0.35;

export interface TextLook {
  readonly color: string;
  readonly size: number;
  readonly bold?: boolean;
  readonly align?: CanvasTextAlign;
  /** Wider texts are made narrower. */
  readonly width?: number;
}

export class Sheet {
  readonly pen: Pen;
  readonly palette: Palette;
  readonly look: Required<Look>;
  /** The size of a square, and where the first one begins, in CSS pixels. */
  readonly square: number;
  readonly left: number;
  readonly top: number;

  constructor(pen: Pen, look: Required<Look>) {
    this.pen = pen;
    this.look = look;
    this.palette = look.dark ? DARK : LIGHT;
    const { square, left, top } = measuresOf(look);
    this.square = square;
    this.left = left;
    this.top = top;
  }

  /** The middle of a square, in CSS pixels. */
  at(x: number, y: number): [number, number] {
    return [this.left + (x + 0.5) * this.square, this.top + (y + 0.5) * this.square];
  }

  /** A colour by its name; others are those of CSS. */
  color(name: string): string {
    return this.palette.figures[name] ?? name;
  }

  box(color: string, x: number, y: number, width: number, height: number, radius: number | number[] = 0): void {
    this.pen.fillStyle = color;
    this.pen.beginPath();
    this.pen.roundRect(x, y, width, height, radius);
    this.pen.fill();
  }

  /** All squares. */
  floorPath(): void {
    const s = this.square;
    this.pen.beginPath();
    this.pen.roundRect(this.left, this.top, s * COLUMNS, s * ROWS, s * 0.3);
  }

  text(text: string, x: number, y: number, { color, size, bold = false, align = 'center', width }: TextLook): void {
    this.font(size, bold);
    this.pen.fillStyle = color;
    this.pen.textAlign = align;
    this.pen.textBaseline = 'middle';
    this.pen.fillText(text, x, y + size * 0.06, width);
  }

  font(size: number, bold = false): void {
    this.pen.font = `${bold ? 700 : 500} ${size}px ${FONT}`;
  }

  widthOf(text: string): number {
    return this.pen.measureText(text).width;
  }
}

interface Measures {
  readonly square: number;
  readonly left: number;
  readonly top: number;
}

export function measuresOf({ width, height }: { readonly width: number; readonly height: number }): Measures {
  const square = Math.min(width / (COLUMNS + 2 * MARGIN), height / (ROWS + 2 * MARGIN));
  return { square, left: (width - square * COLUMNS) / 2, top: (height - square * ROWS) / 2 };
}

/** The place on the stage that is drawn at a pixel. */
export function placeAt({ square, left, top }: Measures, x: number, y: number): Place {
  return { x: (x - left) / square - 0.5, y: (y - top) / square - 0.5 };
}
