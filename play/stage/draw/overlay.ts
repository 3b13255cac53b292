/** What is above the figures: their bars and words, the buttons, and what can be read at the edges. */
import { BUTTON_WIDTH } from '../button.js';
import { COLUMNS, ROWS } from '../grid.js';
import type { Figure, Key, World } from '../world.js';
import { BODY } from './figures.js';
import type { Sheet } from './sheet.js';
import { lettersOf, wrapped } from './text.js';

/** How long a pressed button stays dark. */
const PRESSED_MS = 180;
/** The height of the bars of a film, in squares. */
const BAR = 0.75;

/** The y of the top of its head, in CSS pixels. */
function headOf(sheet: Sheet, { x, y, size, lift, look }: Figure): number {
  const [, middle] = sheet.at(x, y - (look === 'door' ? 0 : lift));
  return middle + (0.4 - 0.9 * BODY * size) * sheet.square;
}

export function drawLife(sheet: Sheet, figure: Figure): void {
  const { x, y, size, life, color } = figure;
  if (life >= 1) return;
  const [middle] = sheet.at(x, y);
  const width = sheet.square * (0.5 + 0.5 * size);
  const height = Math.max(4, sheet.square * 0.13);
  const [left, top] = [middle - width / 2, headOf(sheet, figure) - height * 2];
  sheet.box(sheet.palette.shadow, left, top, width, height, height / 2);
  const filled = Math.max(height, width * life);
  if (life > 0) sheet.box(sheet.color(color), left, top, filled, height, height / 2);
}

export function drawKey(sheet: Sheet, { x, y, letter, label, pressedAt }: Key, now: number): void {
  const { palette, pen, square: s } = sheet;
  const [middle, level] = sheet.at(x, y);
  const isPressed = now - pressedAt < PRESSED_MS;
  const [width, height] = [BUTTON_WIDTH * s, 0.84 * s];
  const [left, top] = [middle - width / 2, level + (isPressed ? s * 0.06 : 0)];
  sheet.box(palette.shadow, left, level - height / 2 + s * 0.08, width, height, height / 2);
  sheet.box(isPressed ? palette.dots : palette.paper, left, top - height / 2, width, height, height / 2);
  pen.fillStyle = palette.ink;
  pen.beginPath();
  pen.arc(left + height / 2, top, height * 0.36, 0, Math.PI * 2);
  pen.fill();
  const size = lettersOf(s, 0.36);
  sheet.text(letter, left + height / 2, top, { color: palette.paper, size, bold: true });
  const space = width - height * 1.35;
  sheet.text(label, left + height + space / 2, top, { color: palette.ink, size, width: space });
}

/** Speech bubbles, none of which hides another. Upper ones first, so that their tails are behind the lower ones. */
export function drawWords(sheet: Sheet, figures: readonly Figure[]): void {
  const bubbles: Bubble[] = [];
  for (const figure of figures) if (figure.words !== '') bubbles.push(bubbleOf(sheet, figure, bubbles));
  for (const bubble of bubbles.sort((one, other) => one.bottom - other.bottom)) drawBubble(sheet, bubble);
}

interface Bubble {
  readonly lines: readonly string[];
  /** The size of its letters. */
  readonly letters: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where its tail ends: at the head of who speaks. */
  readonly tip: readonly [x: number, y: number];
}

function bubbleOf(sheet: Sheet, figure: Figure, others: readonly Bubble[]): Bubble {
  const letters = lettersOf(sheet.square, 0.4);
  sheet.font(letters);
  const lines = wrapped(figure.words, Math.max(sheet.square * 6, 130), (text) => sheet.widthOf(text));
  const wide = Math.max(...lines.map((text) => sheet.widthOf(text))) + letters * 1.4;
  const high = lines.length * letters * 1.3 + letters * 0.8;
  const [middle] = sheet.at(figure.x, figure.y);
  const head = headOf(sheet, figure);
  const left = Math.min(Math.max(middle - wide / 2, 4), sheet.look.width - wide - 4);
  const right = left + wide;
  let bottom = Math.max(head - letters * 0.4, high + 4);
  for (const other of others) {
    const isBeside = right < other.left || left > other.right;
    if (!isBeside && bottom > other.top - 4 && bottom - high < other.bottom) bottom = other.top - 4;
  }
  const tail = Math.min(Math.max(middle, left + letters), right - letters);
  return {
    lines,
    letters,
    left,
    right,
    top: bottom - high,
    bottom,
    tip: [tail, Math.max(head + letters * 0.05, bottom)],
  };
}

function drawBubble(sheet: Sheet, { lines, letters, left, right, top, bottom, tip: [x, y] }: Bubble): void {
  const { pen, palette, look } = sheet;
  pen.save();
  pen.shadowColor = palette.shadow;
  pen.shadowBlur = 8 * look.pixelRatio;
  pen.shadowOffsetY = 2 * look.pixelRatio;
  pen.fillStyle = palette.paper;
  pen.beginPath();
  pen.roundRect(left, top, right - left, bottom - top, letters * 0.7);
  pen.moveTo(x - letters * 0.4, bottom - 1);
  pen.lineTo(x, y);
  pen.lineTo(x + letters * 0.4, bottom - 1);
  pen.fill();
  pen.restore();
  for (const [i, text] of lines.entries())
    sheet.text(text, (left + right) / 2, top + letters * (1.05 + i * 1.3), { color: palette.ink, size: letters });
}

/** The bars of a film; `share` says how far they have come in. */
export function drawFilm(sheet: Sheet, share: number): void {
  const { width, height } = sheet.look;
  const high = (sheet.top + sheet.square * BAR) * share;
  sheet.box('#0d0f14', 0, 0, width, high);
  sheet.box('#0d0f14', 0, height - high, width, high);
}

/** What stands at the top: numbers on the left, the hint on the right. */
export function drawEdges(sheet: Sheet, { hud, view }: World, film: number): void {
  const { palette, square: s } = sheet;
  const size = lettersOf(s, 0.36);
  const high = size * 1.9;
  const top = sheet.top + s * 0.2;
  let left = sheet.left + s * 0.2;
  for (const [name, value] of Object.entries(hud)) {
    const shown = String(value);
    sheet.font(size, true);
    const valueWide = sheet.widthOf(shown);
    sheet.font(size);
    const nameWide = sheet.widthOf(name);
    const wide = nameWide + valueWide + size * 1.7;
    sheet.box(palette.paper, left, top, wide, high, high / 2);
    sheet.text(name, left + size * 0.65, top + high / 2, { color: palette.quiet, size, align: 'left' });
    const right = left + wide - size * 0.65;
    sheet.text(shown, right, top + high / 2, { color: palette.ink, size, bold: true, align: 'right' });
    left += wide + s * 0.15;
  }
  if (view.hint === '') return;
  const small = lettersOf(s, 0.32);
  sheet.font(small);
  const wide = sheet.widthOf(view.hint) + small * 1.3;
  const right = sheet.left + s * (COLUMNS - 0.2);
  const isFilm = film > 0.5;
  const middle = isFilm ? (sheet.top + s * BAR) / 2 : top + high / 2;
  const color = isFilm ? '#c9cede' : palette.quiet;
  if (!isFilm) {
    // What goes by below shows through.
    sheet.pen.globalAlpha = 0.82;
    sheet.box(palette.floor, right - wide, middle - small * 0.9, wide, small * 1.8, small * 0.9);
    sheet.pen.globalAlpha = 1;
  }
  sheet.text(view.hint, right - wide / 2, middle, { color, size: small });
}

export function drawBanner(sheet: Sheet, banner: string): void {
  const { pen, palette, look, square: s } = sheet;
  const [, middle] = sheet.at(0, (ROWS - 1) / 2);
  const size = Math.round(s * 0.9);
  sheet.font(size, true);
  const lines = wrapped(banner, look.width * 0.86, (text) => sheet.widthOf(text));
  for (const [i, text] of lines.entries()) {
    const y = middle + (i - (lines.length - 1) / 2) * size * 1.25;
    sheet.font(size, true);
    pen.strokeStyle = palette.floor;
    pen.lineWidth = size * 0.22;
    pen.lineJoin = 'round';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.strokeText(text, look.width / 2, y + size * 0.06);
    sheet.text(text, look.width / 2, y, { color: palette.ink, size, bold: true });
  }
}
