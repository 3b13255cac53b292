/** Draws the lanes that are seen on a canvas. */
import type { LaneSpan } from '../../timeline.js';
import { type Frames, type Lane, marksOf, xOfFrame } from '../game/lanes.js';
import type { Counts, Group, ViewThread } from '../game/model.js';
import { numberWords } from '../game/say.js';

export const ROW_HEIGHT = 24;
export const RULER_HEIGHT = 22;

/** The colours of the element's style, and the patterns that are drawn with them. */
export interface Theme {
  readonly background: string;
  readonly panel: string;
  readonly line: string;
  readonly text: string;
  readonly dim: string;
  readonly accent: string;
  /** Of a thread that was cancelled or has failed. */
  readonly stop: string;
  readonly font: string;
  /** Of each state. */
  readonly states: readonly string[];
  readonly patterns: readonly (CanvasPattern | string)[];
}

/** Reads the colours that the style has now. `probe` is an element of the view that nobody sees. */
export function readTheme(probe: HTMLElement, canvas: CanvasRenderingContext2D): Theme {
  const color = (name: string): string => {
    probe.style.color = `var(--_${name})`;
    return getComputedStyle(probe).color;
  };
  const states = ['running', 'sleeping', 'waiting', 'queued'].map(color);
  const [running = '', sleeping = '', waiting = '', queued = ''] = states;
  return {
    background: color('bg'),
    panel: color('panel'),
    line: color('line'),
    text: color('text'),
    dim: color('dim'),
    accent: color('accent'),
    stop: color('stop'),
    font: getComputedStyle(probe).fontFamily,
    states,
    patterns: [running, sleeping, hatch(canvas, waiting, LEANING), hatch(canvas, queued, UPRIGHT)],
  };
}

/** Lines of a pattern that repeats every 8 pixels: from where below to where above, and how wide. */
interface Lines {
  readonly lines: readonly (readonly [bottom: number, top: number])[];
  readonly width: number;
  /** How much of the colour is between them. */
  readonly ground: number;
}
const TILE = 8;
/** Thin and wide apart, also where one goes on in the next tile. */
const LEANING: Lines = { lines: [-1, 0, 1].map((n) => [n * TILE - 1, (n + 1) * TILE + 1]), width: 1.5, ground: 0.14 };
/** Broad, as posts of a fence. */
const UPRIGHT: Lines = { lines: [[2, 2]], width: 3, ground: 0.22 };

function hatch(canvas: CanvasRenderingContext2D, color: string, pattern: Lines): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = TILE;
  const on = tile.getContext('2d');
  if (on === null) return color;
  on.strokeStyle = on.fillStyle = color;
  on.lineWidth = pattern.width;
  on.globalAlpha = pattern.ground;
  on.fillRect(0, 0, TILE, TILE);
  on.globalAlpha = 1;
  on.beginPath();
  for (const [bottom, top] of pattern.lines) {
    on.moveTo(bottom, TILE + 1);
    on.lineTo(top, -1);
  }
  on.stroke();
  return canvas.createPattern(tile, 'repeat') ?? color;
}

export interface Picture {
  /** The names, which stay the same while the bars move. */
  readonly names: NameLayer;
  readonly width: number;
  readonly height: number;
  /** Of the names on the left. */
  readonly gutter: number;
  readonly lanes: readonly Lane[];
  /** How far the lanes are scrolled. */
  readonly scrolled: number;
  readonly first: number;
  readonly end: number;
  readonly frames: Frames;
  /** The newest frame. */
  readonly now: number;
  /** The frame that is shown. */
  readonly shownAt: number;
  readonly selected: number | null;
  /** The lane that the keyboard is at. */
  readonly at: string | null;
}

export function draw(canvas: CanvasRenderingContext2D, theme: Theme, picture: Picture): void {
  const { width, height, gutter, scrolled, first, end } = picture;
  const rows = picture.lanes
    .slice(first, end)
    .map((lane, index) => ({ lane, top: RULER_HEIGHT + (first + index) * ROW_HEIGHT - scrolled }));
  canvas.fillStyle = theme.background;
  canvas.fillRect(0, 0, width, height);
  drawMarks(canvas, theme, picture);
  for (const { lane, top } of rows) drawBack(canvas, theme, picture, lane, top);
  canvas.save();
  canvas.beginPath();
  canvas.rect(gutter, 0, width - gutter, height);
  canvas.clip();
  for (const { lane, top } of rows)
    if (lane.kind === 'thread') drawThread(canvas, theme, picture, lane.thread, top);
    else if (!lane.open) drawGroup(canvas, theme, picture, lane.group, top);
  canvas.restore();
  picture.names.draw(canvas, theme, picture, rows);
  drawLater(canvas, theme, picture);
  drawRuler(canvas, theme, picture);
}

function drawBack(canvas: CanvasRenderingContext2D, theme: Theme, picture: Picture, lane: Lane, top: number): void {
  const { width, selected, at } = picture;
  const isSelected = lane.kind === 'thread' && lane.thread.id === selected;
  if (lane.kind === 'group' || isSelected) {
    canvas.fillStyle = isSelected ? theme.accent : theme.panel;
    canvas.globalAlpha = isSelected ? 0.16 : 0.7;
    canvas.fillRect(0, top, width, ROW_HEIGHT);
    canvas.globalAlpha = 1;
  }
  if (lane.key === at) {
    canvas.strokeStyle = theme.accent;
    canvas.lineWidth = 1;
    canvas.strokeRect(0.5, top + 0.5, width - 1, ROW_HEIGHT - 1);
  }
}

function drawThread(
  canvas: CanvasRenderingContext2D,
  theme: Theme,
  picture: Picture,
  thread: ViewThread,
  top: number,
): void {
  const last = thread.end?.frame ?? picture.now;
  if (thread.spans.length === 0) {
    const { state, stateSince: from } = thread;
    return drawSpan(canvas, theme, picture, { state, from, to: last, text: null, file: null, line: null }, top);
  }
  for (const span of thread.spans) drawSpan(canvas, theme, picture, { ...span, to: span.to ?? last }, top);
  if (thread.end === null) return;
  canvas.fillStyle = thread.end.status === 'done' ? theme.dim : theme.stop;
  canvas.fillRect(
    picture.gutter + xOfFrame(last, picture.frames, picture.width - picture.gutter),
    top + 5,
    2,
    ROW_HEIGHT - 10,
  );
}

/** Running is a full bar, sleeping a thin one, waiting has thin lines that lean, queued is the tallest, of upright stripes. */
const SHAPES: readonly { readonly inset: number; readonly edge: boolean }[] = [
  { inset: 5, edge: false },
  { inset: 10, edge: false },
  { inset: 7, edge: true },
  { inset: 3, edge: true },
];

function drawSpan(canvas: CanvasRenderingContext2D, theme: Theme, picture: Picture, span: LaneSpan, top: number): void {
  const { gutter, width, frames } = picture;
  const x = gutter + Math.max(xOfFrame(span.from, frames, width - gutter), -4);
  const right = gutter + Math.min(xOfFrame(span.to ?? frames.end, frames, width - gutter), width - gutter + 4);
  if (right < gutter || x > width) return;
  const { inset, edge } = SHAPES[span.state] ?? { inset: 5, edge: false };
  // What lasts no time is seen all the same, and a gap shows where the next one begins.
  const wide = Math.max(right - x - (right - x > 4 ? 1 : 0), 2);
  canvas.fillStyle = theme.patterns[span.state] ?? theme.dim;
  canvas.beginPath();
  canvas.roundRect(x, top + inset, wide, ROW_HEIGHT - 2 * inset, Math.min(3, wide / 2));
  canvas.fill();
  if (!edge || wide < 4) return;
  canvas.strokeStyle = theme.states[span.state] as string;
  canvas.lineWidth = 1;
  canvas.stroke();
}

/** How many threads of a group are in each state: parts of the height, in the order of the states from below. */
function drawGroup(canvas: CanvasRenderingContext2D, theme: Theme, picture: Picture, group: Group, top: number): void {
  const { gutter, width, frames, now } = picture;
  const { history } = group;
  const most = history.reduce((so, { counts }) => Math.max(so, sum(counts)), 1);
  const seen = history
    .map(({ frame, counts }, index) => ({
      x: gutter + xOfFrame(frame, frames, width - gutter),
      right: gutter + xOfFrame(history[index + 1]?.frame ?? now, frames, width - gutter),
      counts,
      bottom: top + ROW_HEIGHT - 3,
    }))
    .filter(({ x, right }) => right >= gutter && x <= width);
  theme.patterns.forEach((pattern, state) => {
    canvas.fillStyle = pattern;
    for (const sample of seen) {
      const high = ((sample.counts[state] ?? 0) / most) * (ROW_HEIGHT - 6);
      sample.bottom -= high;
      if (high > 0) canvas.fillRect(sample.x, sample.bottom, Math.max(sample.right - sample.x, 1), high);
    }
  });
}

const sum = (counts: Counts['counts']): number => counts.reduce((total, count) => total + count, 0);

interface Row {
  readonly lane: Lane;
  readonly top: number;
}

/** The names of the lanes, on a canvas of their own: to set a font and to write takes longer than all bars. */
export class NameLayer {
  readonly #canvas: HTMLCanvasElement = document.createElement('canvas');
  /** What is written there. */
  #written = '';

  draw(onto: CanvasRenderingContext2D, theme: Theme, { gutter, height }: Picture, rows: readonly Row[]): void {
    const canvas = this.#canvas;
    const scale = devicePixelRatio;
    const names = rows.map(({ lane, top }) => [lane.key, lane.label, top, lane.kind === 'group' && lane.open]);
    const written = JSON.stringify([names, gutter, height, scale, theme.text, theme.dim, theme.font]);
    if (written !== this.#written) {
      this.#written = written;
      canvas.width = gutter * scale;
      canvas.height = height * scale;
      const on = canvas.getContext('2d');
      on?.scale(scale, scale);
      if (on !== null) writeNames(on, theme, gutter, rows);
    }
    onto.drawImage(canvas, 0, 0, gutter, height);
  }
}

function writeNames(canvas: CanvasRenderingContext2D, theme: Theme, gutter: number, rows: readonly Row[]): void {
  canvas.textBaseline = 'middle';
  const write = (text: string, x: number, top: number): number => {
    const shown = fit(canvas, text, gutter - x - 8);
    canvas.fillText(shown, x, top + ROW_HEIGHT / 2 + 0.5);
    return x + canvas.measureText(shown).width;
  };
  canvas.font = `600 12.5px ${theme.font}`;
  canvas.fillStyle = theme.text;
  const ends = rows.map(({ lane, top }) => write(lane.kind === 'group' ? lane.label : lane.owner, 22, top));
  canvas.font = `12.5px ${theme.font}`;
  canvas.fillStyle = theme.dim;
  rows.forEach(({ lane, top }, index) => {
    const end = ends[index] as number;
    if (lane.kind === 'group') write(lane.open ? '▾' : '▸', 8, top);
    else if (lane.owner === '') write(lane.label, 32, top);
    else if (end < gutter - 30) write(lane.label, end + 6, top);
  });
}

function fit(canvas: CanvasRenderingContext2D, text: string, width: number): string {
  if (canvas.measureText(text).width <= width) return text;
  let shorter = text;
  while (shorter.length > 1 && canvas.measureText(`${shorter}…`).width > width) shorter = shorter.slice(0, -1);
  return `${shorter}…`;
}

function drawMarks(canvas: CanvasRenderingContext2D, theme: Theme, picture: Picture): void {
  const { width, height, gutter, frames } = picture;
  canvas.fillStyle = theme.line;
  canvas.globalAlpha = 0.6;
  for (const frame of marksOf(frames, width - gutter, 70))
    canvas.fillRect(Math.round(gutter + xOfFrame(frame, frames, width - gutter)), RULER_HEIGHT, 1, height);
  canvas.globalAlpha = 1;
  canvas.fillRect(gutter - 1, 0, 1, height);
}

/** What comes behind the frame that is shown is pale. */
function drawLater(canvas: CanvasRenderingContext2D, theme: Theme, picture: Picture): void {
  const { width, height, gutter, frames, shownAt, now } = picture;
  if (shownAt === now) return;
  const x = gutter + Math.max(xOfFrame(shownAt, frames, width - gutter), 0);
  canvas.fillStyle = theme.background;
  canvas.globalAlpha = 0.72;
  canvas.fillRect(x, RULER_HEIGHT, Math.max(width - x, 0), height);
  canvas.globalAlpha = 1;
}

function drawRuler(canvas: CanvasRenderingContext2D, theme: Theme, picture: Picture): void {
  const { width, gutter, frames, shownAt, height } = picture;
  canvas.fillStyle = theme.background;
  canvas.fillRect(0, 0, width, RULER_HEIGHT);
  canvas.fillStyle = theme.line;
  canvas.fillRect(0, RULER_HEIGHT - 1, width, 1);
  // It stays set until the canvas has another size.
  if (!canvas.font.startsWith('11px')) canvas.font = `11px ${theme.font}`;
  canvas.fillStyle = theme.dim;
  canvas.textBaseline = 'middle';
  canvas.fillText('frame', 22, RULER_HEIGHT / 2);
  for (const frame of marksOf(frames, width - gutter, 70)) {
    const x = gutter + xOfFrame(frame, frames, width - gutter);
    if (x + 30 < width) canvas.fillText(numberWords(frame), x + 4, RULER_HEIGHT / 2);
  }
  const x = gutter + xOfFrame(shownAt, frames, width - gutter);
  if (x < gutter || x > width) return;
  canvas.fillStyle = theme.accent;
  canvas.fillRect(Math.min(x, width - 1.5), 0, 1.5, height);
}
