/** Draws the world, from the back to the front. */
import type { Look, StageOptions } from '../index.js';
import { BUTTON_WIDTH } from '../button.js';
import { COLUMNS, type Place, ROWS } from '../grid.js';
import type { Figure, Key, World } from '../world.js';
import { LOOKS } from './figures.js';
import { DARK, LIGHT, type Palette } from './palette.js';
import { FONT, lettersOf, wrapped } from './text.js';

type Pen = OffscreenCanvasRenderingContext2D;

/** Space around the squares, in squares. */
const MARGIN = 0.35;
/** In so many directions a figure looks. */
const SIGHT_RAYS = 180;
/** How long a pressed button stays dark. */
const PRESSED_MS = 180;

export class Painter {
  readonly #world: World;
  readonly #canvas: OffscreenCanvas | null;
  readonly #pen: Pen | null;
  readonly #look: Required<Look>;
  #palette: Palette = LIGHT;
  /** The size of a square, and where the first one begins, in CSS pixels. */
  #square = 1;
  #left = 0;
  #top = 0;
  /** The speech bubbles of this frame, so that they do not hide each other. */
  #bubbles: { left: number; right: number; top: number; bottom: number }[] = [];
  /** How far the bars of a film have come in. */
  #bars = 0;

  constructor(world: World, options: StageOptions) {
    const { canvas, width, height, dark = false, calm = false } = options;
    const { pixelRatio = canvas === null ? 1 : canvas.width / width } = options;
    this.#world = world;
    this.#canvas = canvas;
    this.#pen = canvas?.getContext('2d') ?? null;
    this.#look = { width, height, pixelRatio, dark, calm };
    this.change({});
  }

  change(look: Look): void {
    Object.assign(this.#look, look);
    const { width, height, pixelRatio, dark } = this.#look;
    this.#palette = dark ? DARK : LIGHT;
    this.#square = Math.min(width / (COLUMNS + 2 * MARGIN), height / (ROWS + 2 * MARGIN));
    this.#left = (width - this.#square * COLUMNS) / 2;
    this.#top = (height - this.#square * ROWS) / 2;
    if (this.#canvas === null) return;
    this.#canvas.width = Math.round(width * pixelRatio);
    this.#canvas.height = Math.round(height * pixelRatio);
  }

  /** The place on the stage that is drawn at a pixel. */
  placeOf(x: number, y: number): Place {
    return { x: (x - this.#left) / this.#square - 0.5, y: (y - this.#top) / this.#square - 0.5 };
  }

  draw(): void {
    const pen = this.#pen;
    if (pen === null) return;
    const { width, height, pixelRatio } = this.#look;
    const { view, figures, keys } = this.#world;
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    pen.globalAlpha = 1;
    this.#box(pen, this.#palette.page, 0, 0, width, height);
    this.#floor(pen);
    const inOrder = [...figures].sort((one, other) => one.y - other.y);
    for (const figure of inOrder) this.#sight(pen, figure);
    this.#walls(pen);
    this.#lines(pen);
    for (const figure of inOrder) this.#ground(pen, figure);
    for (const figure of inOrder) this.#figure(pen, figure);
    for (const figure of inOrder) this.#life(pen, figure);
    for (const key of keys) this.#key(pen, key);
    this.#bubbles = [];
    for (const figure of inOrder) this.#words(pen, figure);
    this.#film(pen);
    if (view.shade) this.#box(pen, this.#palette.shade, 0, 0, width, height);
    this.#hud(pen);
    this.#banner(pen);
  }

  #box(pen: Pen, color: string, x: number, y: number, width: number, height: number, radius = 0): void {
    pen.fillStyle = color;
    pen.beginPath();
    pen.roundRect(x, y, width, height, radius);
    pen.fill();
  }

  /** The middle of a square, in CSS pixels. */
  #at(x: number, y: number): [number, number] {
    return [this.#left + (x + 0.5) * this.#square, this.#top + (y + 0.5) * this.#square];
  }

  #floor(pen: Pen): void {
    const s = this.#square;
    this.#box(pen, this.#palette.floor, this.#left, this.#top, s * COLUMNS, s * ROWS, s * 0.3);
    if (!this.#world.view.dots) return;
    pen.fillStyle = this.#palette.dots;
    const size = Math.max(1.5, s * 0.05);
    for (let x = 1; x < COLUMNS; x++)
      for (let y = 1; y < ROWS; y++)
        pen.fillRect(this.#left + x * s - size / 2, this.#top + y * s - size / 2, size, size);
  }

  #walls(pen: Pen): void {
    const s = this.#square;
    const { grid } = this.#world;
    for (const { x, y } of grid.walls()) {
      const [left, top] = [this.#left + x * s, this.#top + y * s];
      // Neighbours grow together: no round corner where another wall goes on.
      const r = s * 0.22;
      const [n, e, so, w] = [
        grid.hasWall(x, y - 1),
        grid.hasWall(x + 1, y),
        grid.hasWall(x, y + 1),
        grid.hasWall(x - 1, y),
      ];
      const corners = [n || w ? 0 : r, n || e ? 0 : r, so || e ? 0 : r, so || w ? 0 : r];
      pen.fillStyle = this.#palette.wall;
      pen.beginPath();
      pen.roundRect(left, top, s + (e ? 0.5 : 0), s + (so ? 0.5 : 0), corners);
      pen.fill();
      pen.fillStyle = this.#palette.wallTop;
      pen.beginPath();
      pen.roundRect(left, top, s + (e ? 0.5 : 0), (so ? s : s * 0.74) + (so ? 0.5 : 0), corners);
      pen.fill();
    }
  }

  #lines(pen: Pen): void {
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.lineWidth = Math.max(2, this.#square * 0.14);
    for (const { from, to, color } of this.#world.lines) {
      pen.strokeStyle = this.#color(color);
      pen.beginPath();
      pen.moveTo(...this.#at(from.x, from.y));
      pen.lineTo(...this.#at(to.x, to.y));
      pen.stroke();
    }
  }

  /** What it can see, up to the walls. */
  #sight(pen: Pen, figure: Figure): void {
    if (figure.sight === 0) return;
    const s = this.#square;
    pen.save();
    pen.beginPath();
    pen.roundRect(this.#left, this.#top, s * COLUMNS, s * ROWS, s * 0.3);
    pen.clip();
    pen.globalAlpha = 0.13;
    pen.fillStyle = this.#color(figure.color);
    pen.beginPath();
    for (let i = 0; i < SIGHT_RAYS; i++) {
      const angle = (i / SIGHT_RAYS) * Math.PI * 2;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const far = this.#world.grid.seenFar(figure, dx, dy, figure.sight);
      pen.lineTo(...this.#at(figure.x + dx * far, figure.y + dy * far));
    }
    pen.fill();
    pen.restore();
  }

  /** Its shadow. */
  #ground(pen: Pen, { x, y, size, lift, look }: Figure): void {
    const s = this.#square;
    const [left, top] = this.#at(x, y);
    if (look === 'dot') return;
    pen.fillStyle = this.#palette.shadow;
    pen.beginPath();
    const width = 0.32 * size * (1 - lift * 0.4);
    pen.ellipse(left, top + 0.4 * s, width * s, width * s * 0.4, 0, 0, Math.PI * 2);
    pen.fill();
  }

  #figure(pen: Pen, figure: Figure): void {
    const s = this.#square;
    const { calm } = this.#look;
    const { now } = this.#world.scheduler.clock;
    const [left, top] = this.#at(figure.x, figure.y);
    const shaken = calm ? 0 : figure.tremble * Math.sin(now / 14) * 0.08;
    const height = look(figure) === 'door' ? 0 : figure.lift;
    pen.save();
    pen.translate(left + shaken * s, top + (0.4 - height) * s);
    pen.scale(s * figure.size, s * figure.size);
    // Each blinks in a rhythm of its own.
    const beat = (now + nameNumber(figure.name) * 617) % 4300;
    LOOKS[look(figure)](figure, {
      pen,
      palette: this.#palette,
      color: this.#color(figure.color),
      blink: beat < 130 && !calm ? 0 : 1,
      now: calm ? 0 : now,
    });
    pen.restore();
  }

  #life(pen: Pen, { x, y, size, life, color }: Figure): void {
    if (life === null) return;
    const s = this.#square;
    const [left, top] = this.#at(x, y);
    const width = s * (0.5 + 0.5 * size);
    const height = Math.max(4, s * 0.13);
    const up = top + 0.4 * s - size * s * 0.98 - height * 2;
    this.#box(pen, this.#palette.shadow, left - width / 2, up, width, height, height / 2);
    const share = Math.max(0, Math.min(1, life));
    if (share > 0)
      this.#box(pen, this.#color(color), left - width / 2, up, Math.max(height, width * share), height, height / 2);
  }

  #key(pen: Pen, { x, y, letter, label, pressedAt }: Key): void {
    const s = this.#square;
    const [left, top] = this.#at(x, y);
    const isPressed = this.#world.scheduler.clock.now - pressedAt < PRESSED_MS;
    const [width, height, down] = [BUTTON_WIDTH * s, 0.84 * s, isPressed ? s * 0.06 : 0];
    const [boxLeft, boxTop] = [left - width / 2, top - height / 2];
    this.#box(pen, this.#palette.shadow, boxLeft, boxTop + s * 0.08, width, height, height / 2);
    this.#box(
      pen,
      isPressed ? this.#palette.dots : this.#palette.paper,
      boxLeft,
      boxTop + down,
      width,
      height,
      height / 2,
    );
    const radius = height * 0.36;
    pen.fillStyle = this.#palette.ink;
    pen.beginPath();
    pen.arc(boxLeft + height / 2, top + down, radius, 0, Math.PI * 2);
    pen.fill();
    const size = lettersOf(s, 0.36);
    this.#text(pen, letter, boxLeft + height / 2, top + down, { color: this.#palette.paper, size, bold: true });
    const middle = boxLeft + height + (width - height * 1.35) / 2;
    this.#text(pen, label, middle, top + down, { color: this.#palette.ink, size, width: width - height * 1.3 });
  }

  #words(pen: Pen, { x, y, size, words, lift }: Figure): void {
    if (words === '') return;
    const s = this.#square;
    const { width } = this.#look;
    const letters = lettersOf(s, 0.4);
    pen.font = `500 ${letters}px ${FONT}`;
    const lines = wrapped(words, Math.max(s * 6, 130), (text) => pen.measureText(text).width);
    const wide = Math.max(...lines.map((text) => pen.measureText(text).width)) + letters * 1.4;
    const high = lines.length * letters * 1.3 + letters * 0.8;
    const [middle, top] = this.#at(x, y - lift);
    const head = top + 0.4 * s - size * s * 0.98;
    const left = Math.min(Math.max(middle - wide / 2, 4), width - wide - 4);
    const foot = this.#freeAbove(left, left + wide, Math.max(head - letters * 0.4, high + 4), high);
    const tail = Math.min(Math.max(middle, left + letters), left + wide - letters);
    pen.save();
    pen.shadowColor = this.#palette.shadow;
    pen.shadowBlur = 8 * this.#look.pixelRatio;
    pen.shadowOffsetY = 2 * this.#look.pixelRatio;
    pen.fillStyle = this.#palette.paper;
    pen.beginPath();
    pen.roundRect(left, foot - high, wide, high, letters * 0.7);
    pen.moveTo(tail - letters * 0.4, foot - 1);
    pen.lineTo(tail, Math.max(head + letters * 0.05, foot));
    pen.lineTo(tail + letters * 0.4, foot - 1);
    pen.fill();
    pen.restore();
    for (const [i, text] of lines.entries())
      this.#text(pen, text, left + wide / 2, foot - high + letters * (1.05 + i * 1.3), {
        color: this.#palette.ink,
        size: letters,
      });
  }

  /** The lower edge of a bubble that would stand at `bottom`, but above those that are in its way. */
  #freeAbove(left: number, right: number, bottom: number, high: number): number {
    let free = bottom;
    for (const other of this.#bubbles) {
      const isBeside = right < other.left || left > other.right;
      if (!isBeside && free > other.top - 4 && free - high < other.bottom) free = other.top - 4;
    }
    this.#bubbles.push({ left, right, top: free - high, bottom: free });
    return free;
  }

  #film(pen: Pen): void {
    const goal = this.#world.view.cinema ? 1 : 0;
    this.#bars = this.#look.calm ? goal : this.#bars + (goal - this.#bars) * 0.12;
    if (this.#bars < 0.01) return;
    const { width, height } = this.#look;
    const high = (this.#top + this.#square * 0.75) * this.#bars;
    this.#box(pen, '#0d0f14', 0, 0, width, high);
    this.#box(pen, '#0d0f14', 0, height - high, width, high);
  }

  #hud(pen: Pen): void {
    const s = this.#square;
    const { hud, view } = this.#world;
    const size = lettersOf(s, 0.36);
    const high = size * 1.9;
    const top = this.#top + s * 0.2;
    let left = this.#left + s * 0.2;
    for (const [name, value] of Object.entries(hud)) {
      const shown = String(value);
      pen.font = `600 ${size}px ${FONT}`;
      const valueWide = pen.measureText(shown).width;
      pen.font = `500 ${size}px ${FONT}`;
      const nameWide = pen.measureText(name).width;
      const wide = nameWide + valueWide + size * 1.7;
      this.#box(pen, this.#palette.paper, left, top, wide, high, high / 2);
      this.#text(pen, name, left + size * 0.65 + nameWide / 2, top + high / 2, { color: this.#palette.quiet, size });
      const right = left + wide - size * 0.65 - valueWide / 2;
      this.#text(pen, shown, right, top + high / 2, { color: this.#palette.ink, size, bold: true });
      left += wide + s * 0.15;
    }
    if (view.hint === '') return;
    const small = lettersOf(s, 0.32);
    const right = this.#left + s * (COLUMNS - 0.3);
    const color = this.#bars > 0.5 ? '#c9cede' : this.#palette.quiet;
    this.#text(pen, view.hint, right, this.#bars > 0.5 ? (this.#top + s * 0.75) / 2 : top + high / 2, {
      color,
      size: small,
      align: 'right',
    });
  }

  #banner(pen: Pen): void {
    const { banner } = this.#world.view;
    if (banner === '') return;
    const { width } = this.#look;
    const [, top] = this.#at(0, (ROWS - 1) / 2);
    const size = Math.round(this.#square * 0.9);
    pen.font = `700 ${size}px ${FONT}`;
    const lines = wrapped(banner, width * 0.86, (text) => pen.measureText(text).width);
    for (const [i, text] of lines.entries()) {
      const y = top + (i - (lines.length - 1) / 2) * size * 1.25;
      pen.strokeStyle = this.#palette.floor;
      pen.lineWidth = size * 0.22;
      pen.lineJoin = 'round';
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.strokeText(text, width / 2, y);
      this.#text(pen, text, width / 2, y, { color: this.#palette.ink, size, bold: true });
    }
  }

  #text(
    pen: Pen,
    text: string,
    x: number,
    y: number,
    { color, size, bold = false, align = 'center', width }: TextLook,
  ): void {
    pen.font = `${bold ? 700 : 500} ${size}px ${FONT}`;
    pen.fillStyle = color;
    pen.textAlign = align;
    pen.textBaseline = 'middle';
    pen.fillText(text, x, y + size * 0.06, width);
  }

  #color(name: string): string {
    return this.#palette.figures[name] ?? name;
  }
}

interface TextLook {
  readonly color: string;
  readonly size: number;
  readonly bold?: boolean;
  readonly align?: CanvasTextAlign;
  readonly width?: number;
}

/** A look that does not exist is drawn as a glitch: the script has a typo. */
const look = (figure: Figure): Figure['look'] => (figure.look in LOOKS ? figure.look : 'glitch');

const nameNumber = (name: string): number => (name.length * 7 + (name.codePointAt(0) ?? 0)) % 61;
