/** Draws the world, from the back to the front. */
import type { Place } from '../grid.js';
import type { Look, StageOptions } from '../options.js';
import type { Figure, World } from '../world.js';
import { BODY, LOOKS } from './figures.js';
import { drawGround } from './ground.js';
import { drawBanner, drawEdges, drawFilm, drawKey, drawLife, drawWords } from './overlay.js';
import { measuresOf, type Pen, placeAt, Sheet } from './sheet.js';

/** How long a ring around a tap is seen. */
const RING_MS = 450;

export class Painter {
  readonly #world: World;
  readonly #canvas: OffscreenCanvas | null;
  readonly #pen: Pen | null;
  readonly #look: Required<Look>;
  #sheet: Sheet | null = null;
  /** How far the bars of a film have come in. */
  #film = 0;

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
    if (this.#canvas === null || this.#pen === null) return;
    const { width, height, pixelRatio } = this.#look;
    this.#canvas.width = Math.round(width * pixelRatio);
    this.#canvas.height = Math.round(height * pixelRatio);
    this.#sheet = new Sheet(this.#pen, { ...this.#look });
  }

  /** The place on the stage that is drawn at a pixel. */
  placeOf(x: number, y: number): Place {
    return placeAt(measuresOf(this.#look), x, y);
  }

  draw(): void {
    const sheet = this.#sheet;
    if (sheet === null) return;
    const { pen, palette } = sheet;
    const { width, height, pixelRatio, calm } = this.#look;
    const { view, figures, keys, scheduler } = this.#world;
    const { now } = scheduler.clock;
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    pen.globalAlpha = 1;
    sheet.box(palette.page, 0, 0, width, height);
    const inOrder = [...figures].sort((one, other) => one.y - other.y);
    drawGround(sheet, this.#world, inOrder);
    this.#ring(sheet, now);
    drawDots(sheet, inOrder);
    for (const figure of inOrder) if (figure.look !== 'dot') drawFigure(sheet, figure, now);
    for (const figure of inOrder) drawLife(sheet, figure);
    this.#cursor(sheet);
    for (const key of keys) drawKey(sheet, key, now);
    drawWords(sheet, inOrder);
    const goal = view.cinema ? 1 : 0;
    this.#film = calm ? goal : this.#film + (goal - this.#film) * 0.12;
    if (this.#film > 0.01) drawFilm(sheet, this.#film);
    if (view.shade) {
      sheet.box(palette.shade, 0, 0, width, height);
      // What the player can do now stands above the shade.
      for (const key of keys) drawKey(sheet, key, now);
      for (const figure of inOrder) if (figure.above) drawFigure(sheet, figure, now);
    }
    drawEdges(sheet, this.#world, this.#film);
    if (view.banner !== '') drawBanner(sheet, view.banner);
  }

  /** The square that the arrow keys have chosen. */
  #cursor(sheet: Sheet): void {
    const { cursor } = this.#world;
    if (cursor === null || this.#world.view.cinema) return;
    const { pen, palette, square } = sheet;
    const [left, top] = sheet.at(cursor.x, cursor.y);
    const half = square * 0.46;
    pen.strokeStyle = palette.ink;
    pen.lineWidth = Math.max(2, square * 0.06);
    pen.beginPath();
    pen.roundRect(left - half, top - half, 2 * half, 2 * half, square * 0.2);
    pen.stroke();
  }

  /** A ring that grows where the stage was tapped. */
  #ring(sheet: Sheet, now: number): void {
    const { pen, palette, square } = sheet;
    const { tap } = this.#world;
    const age = (now - tap.at) / RING_MS;
    if (age >= 1) return;
    pen.globalAlpha = 1 - age;
    pen.strokeStyle = palette.quiet;
    pen.lineWidth = Math.max(1.5, square * 0.05);
    pen.beginPath();
    pen.arc(...sheet.at(tap.x, tap.y), square * (0.15 + 0.4 * age), 0, Math.PI * 2);
    pen.stroke();
    pen.globalAlpha = 1;
  }
}

/** Dots come in thousands: those of one colour are drawn at once. */
function drawDots(sheet: Sheet, figures: readonly Figure[]): void {
  const { pen, square } = sheet;
  const byColor = new Map<string, Figure[]>();
  for (const figure of figures) {
    if (figure.look !== 'dot') continue;
    const dots = byColor.get(figure.color);
    if (dots === undefined) byColor.set(figure.color, [figure]);
    else dots.push(figure);
  }
  for (const [color, dots] of byColor) {
    pen.fillStyle = sheet.color(color);
    pen.beginPath();
    for (const { x, y, size, lift } of dots) {
      const [left, top] = sheet.at(x, y - lift);
      const radius = 0.3 * size * square;
      pen.moveTo(left + radius, top);
      pen.arc(left, top, radius, 0, Math.PI * 2);
    }
    pen.fill();
  }
}

function drawFigure(sheet: Sheet, figure: Figure, now: number): void {
  const { pen, palette, square: s } = sheet;
  const { calm } = sheet.look;
  const [left, top] = sheet.at(figure.x, figure.y);
  // A look that does not exist is drawn as a glitch: the script has a typo.
  const look = (figure.look in LOOKS ? figure.look : 'glitch') as keyof typeof LOOKS;
  const shaken = calm ? 0 : figure.tremble * Math.sin(now / 14) * 0.08;
  const size = s * figure.size * BODY;
  pen.save();
  pen.translate(left + shaken * s, top + (0.4 - (look === 'door' ? 0 : figure.lift)) * s);
  pen.scale(size, size);
  // Each blinks in a rhythm of its own.
  const beat = (now + figureNumber(figure.name) * 617) % 4300;
  LOOKS[look](figure, {
    pen,
    palette,
    color: sheet.color(figure.color),
    blink: beat < 130 && !calm ? 0 : 1,
    now: calm ? 0 : now,
  });
  pen.restore();
}

function figureNumber(name: string): number {
  let sum = 0;
  for (let i = 0; i < name.length; i++) sum += name.charCodeAt(i) * (i + 1);
  return sum;
}
