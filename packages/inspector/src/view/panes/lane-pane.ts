/** The timeline: lanes on a canvas that shows what is scrolled to, with pointer and keyboard. */
import type { LaneSpan } from '../../timeline.js';
import { draw, NameLayer, readTheme, ROW_HEIGHT, RULER_HEIGHT, type Theme } from './draw.js';
import { make, setAttribute } from './html.js';
import { frameOfX, type Frames, type Lane, lanesOf, visibleRows } from '../game/lanes.js';
import type { Model, ViewThread } from '../game/model.js';
import { Viewport } from './viewport.js';
import { placeWords, STATE_WORDS } from '../game/say.js';

export interface LanePaneHandlers {
  /** Somebody has selected a thread, or one of its bars. */
  readonly pick: (thread: ViewThread, span: LaneSpan | null) => void;
}

const FEWEST_FRAMES = 30;
const MOST_FRAMES = 600;
const LABEL =
  'Timeline: arrow keys select a lane, Enter shows its line, left and right fold and open. The table of threads says the same.';

export class LanePane {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #handlers: LanePaneHandlers;
  readonly #scroller: HTMLElement;
  readonly #viewport: Viewport;
  readonly #canvas: HTMLCanvasElement = make('canvas', { 'aria-hidden': 'true' });
  readonly #context: CanvasRenderingContext2D | null = this.#canvas.getContext('2d');
  readonly #names: NameLayer = new NameLayer();
  readonly #space: HTMLElement = make('div');
  readonly #probe: HTMLElement = make('span', { hidden: '' });
  readonly #tip: HTMLElement = make('div', { class: 'tip', hidden: '' });
  readonly #opened = new Map<string, boolean>();
  #lanes: Lane[] = [];
  #theme: Theme | null = null;
  #themeAge = 0;
  #shown = 240;
  /** The last frame that is seen, if it is not the newest. */
  #end: number | null = null;
  #at: string | null = null;
  #selected: number | null = null;
  letters = '';

  constructor(model: Model, handlers: LanePaneHandlers) {
    this.#model = model;
    this.#handlers = handlers;
    this.#scroller = make('div', { class: 'scroller', role: 'group', 'aria-label': LABEL }, this.#canvas, this.#space);
    this.#scroller.tabIndex = 0;
    this.element = make(
      'section',
      { class: 'lanes', 'aria-label': 'Timeline' },
      this.#scroller,
      this.#tip,
      this.#probe,
    );
    this.#viewport = new Viewport(this.#scroller, () => this.draw());
    this.#canvas.addEventListener('click', (event) => this.#onClick(event));
    this.#canvas.addEventListener('pointermove', (event) => this.#onMove(event));
    this.#canvas.addEventListener('pointerleave', () => (this.#tip.hidden = true));
    this.#scroller.addEventListener('keydown', (event) => this.#onKey(event));
    this.#scroller.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
  }

  /** The threads whose lanes are seen. */
  seen(): ViewThread[] {
    const { first, end } = this.#range();
    return this.#lanes.slice(first, end).flatMap((lane) => (lane.kind === 'thread' ? [lane.thread] : []));
  }

  get firstFrame(): number {
    const { end, shown } = this.#frames();
    return Math.max(Math.floor(end - shown), 0);
  }

  get isLive(): boolean {
    return this.#end === null;
  }

  /** It is laid out. */
  get isSeen(): boolean {
    return this.#viewport.width > 0;
  }

  /** Shows half as many frames, or twice as many. */
  zoom(times: number): void {
    this.#shown = Math.min(Math.max(this.#shown * times, FEWEST_FRAMES), MOST_FRAMES);
    this.draw();
  }

  /** To the newest frame, which it then follows. */
  follow(): void {
    this.#end = null;
    this.draw();
  }

  pan(frames: number): void {
    const end = (this.#end ?? this.#model.frame) + frames;
    this.#end = end >= this.#model.frame ? null : Math.max(end, Math.min(this.#shown / 2, this.#model.frame));
    this.draw();
  }

  /** Moves the lanes where this frame is not seen. */
  showFrame(frame: number): void {
    const { end, shown } = this.#frames();
    if (frame >= end - shown && frame <= end) return;
    const wanted = Math.max(frame + shown / 2, shown);
    this.#end = wanted < this.#model.frame ? wanted : null;
  }

  select(id: number | null): void {
    this.#selected = id;
    this.draw();
  }

  scrollTo(id: number): void {
    const thread = this.#model.threads.get(id);
    const group = thread && this.#model.groups.get(thread.owner ?? 'no owner');
    if (group === undefined) return;
    const index = this.#lanes.findIndex((lane) => lane.key === `t${id}` || lane.key === `g${group.name}`);
    if (index >= 0) this.#reveal(index);
  }

  update(): void {
    this.#lanes = lanesOf(this.#model, { opened: this.#opened, letters: this.letters, first: this.firstFrame });
    this.draw();
  }

  draw(): void {
    const { width, height, top } = this.#viewport;
    const canvas = this.#context;
    if (canvas === null || width === 0 || height === 0) return;
    this.#resize(width, height);
    const scale = devicePixelRatio;
    canvas.setTransform(scale, 0, 0, scale, 0, 0);
    // The page may get another theme while it is open.
    if (this.#theme === null || ++this.#themeAge % 20 === 0) this.#theme = readTheme(this.#probe, canvas);
    draw(canvas, this.#theme, {
      names: this.#names,
      width,
      height,
      gutter: this.#gutter,
      lanes: this.#lanes,
      scrolled: top,
      ...this.#range(),
      frames: this.#frames(),
      now: this.#model.frame,
      shownAt: this.#model.at ?? this.#model.frame,
      selected: this.#selected,
      at: this.#at,
    });
  }

  #resize(width: number, height: number): void {
    const scale = devicePixelRatio;
    this.#space.style.height = `${Math.max(this.#lanes.length * ROW_HEIGHT + RULER_HEIGHT - height, 0)}px`;
    if (this.#canvas.width === Math.round(width * scale) && this.#canvas.height === Math.round(height * scale)) return;
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
  }

  get #gutter(): number {
    return Math.min(180, Math.round(this.#viewport.width * 0.36));
  }

  #frames(): Frames {
    const end = this.#end ?? Math.max(this.#model.frame, this.#shown);
    return { end, shown: this.#shown };
  }

  #range(): { first: number; end: number } {
    const { top, height } = this.#viewport;
    return visibleRows(top, Math.max(height - RULER_HEIGHT, 0), ROW_HEIGHT, this.#lanes.length);
  }

  #laneAt({ offsetX: x, offsetY: y }: MouseEvent): { lane: Lane | undefined; span: LaneSpan | null } {
    const top = y - RULER_HEIGHT + this.#viewport.top;
    const lane = y < RULER_HEIGHT ? undefined : this.#lanes[Math.floor(top / ROW_HEIGHT)];
    const gutter = this.#gutter;
    if (lane?.kind !== 'thread' || x < gutter) return { lane, span: null };
    const frame = frameOfX(x - gutter, this.#frames(), this.#viewport.width - gutter);
    const last = lane.thread.end?.frame ?? this.#model.frame;
    // The last one that has begun, as a short bar is drawn wider than it lasts.
    const span = lane.thread.spans.findLast(({ from, to }) => from <= frame && frame <= (to ?? last) + 1);
    return { lane, span: span ?? null };
  }

  #onClick(event: MouseEvent): void {
    const { lane, span } = this.#laneAt(event);
    if (lane === undefined) return;
    this.#at = lane.key;
    if (lane.kind === 'thread') this.#handlers.pick(lane.thread, span);
    else this.#toggle(lane.group.name, !lane.open);
  }

  #toggle(name: string, open: boolean): void {
    this.#opened.set(name, open);
    this.update();
  }

  #onMove(event: MouseEvent): void {
    const { lane, span } = this.#laneAt(event);
    this.#canvas.style.cursor = lane === undefined ? 'default' : 'pointer';
    this.#tip.hidden = span === null;
    if (span === null) return;
    const { state, from, to, text, file, line } = span;
    const frames = `frames ${from}–${to ?? this.#model.frame}`;
    const parts = [`${STATE_WORDS[state]}, ${frames}`, text ?? '', placeWords(file, line)];
    this.#tip.textContent = parts.filter(Boolean).join(' · ');
    const { clientWidth, clientHeight } = this.element;
    const isRight = event.offsetX > clientWidth / 2;
    const isLow = event.offsetY > clientHeight - 60;
    this.#tip.style.inset = [
      isLow ? 'auto' : `${event.offsetY + 14}px`,
      isRight ? `${clientWidth - event.offsetX}px` : 'auto',
      isLow ? `${clientHeight - event.offsetY + 8}px` : 'auto',
      isRight ? 'auto' : `${event.offsetX}px`,
    ].join(' ');
  }

  #onWheel(event: WheelEvent): void {
    if (event.ctrlKey) this.zoom(event.deltaY > 0 ? 1.25 : 0.8);
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan((event.deltaX / 400) * this.#shown);
    else return;
    event.preventDefault();
  }

  #onKey(event: KeyboardEvent): void {
    const index = this.#lanes.findIndex(({ key }) => key === this.#at);
    const lane = this.#lanes[index];
    const quarter = this.#shown / 4;
    if (event.key === 'ArrowDown') this.#moveTo(index + 1);
    else if (event.key === 'ArrowUp') this.#moveTo(index < 0 ? this.#lanes.length - 1 : index - 1);
    else if (event.key === '+' || event.key === '-') this.zoom(event.key === '+' ? 0.5 : 2);
    else if (event.key === 'Enter' && lane?.kind === 'thread')
      this.#handlers.pick(lane.thread, lane.thread.spans.at(-1) ?? null);
    else if (event.key === 'End') this.follow();
    else if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight' && event.key !== 'Enter') return;
    else if (lane?.kind === 'group')
      this.#toggle(lane.group.name, event.key === 'Enter' ? !lane.open : event.key === 'ArrowRight');
    else this.pan(event.key === 'ArrowLeft' ? -quarter : quarter);
    event.preventDefault();
    event.stopPropagation();
  }

  #moveTo(index: number): void {
    const lane = this.#lanes[Math.min(Math.max(index, 0), this.#lanes.length - 1)];
    if (lane === undefined) return;
    this.#at = lane.key;
    this.#reveal(this.#lanes.indexOf(lane));
    setAttribute(
      this.#scroller,
      'aria-description',
      `${lane.kind === 'thread' ? lane.owner : ''} ${lane.label}`.trim(),
    );
    if (lane.kind === 'thread') this.#handlers.pick(lane.thread, null);
    else this.draw();
  }

  #reveal(index: number): void {
    this.#viewport.reveal(index * ROW_HEIGHT, (index + 1) * ROW_HEIGHT, RULER_HEIGHT);
    this.draw();
  }
}
