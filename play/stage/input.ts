/** Keys and pointer: who was pressed, and where somebody who is steered shall go. */
import { BUTTON_WIDTH, type Button } from './button.js';
import { COLUMNS, type Direction, EAST, NORTH, type Place, ROWS, SOUTH, WEST } from './grid.js';
import { type World, world } from './world.js';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: NORTH,
  ArrowDown: SOUTH,
  ArrowLeft: WEST,
  ArrowRight: EAST,
};

/** Keys that do what a tap on the empty stage does. */
const ACTION_KEYS = new Set(['Space', 'Enter']);

/** The arrows that are down, the last one last. */
const arrows: Direction[] = [];

/** Where the pointer is, in squares. */
export const pointer = { x: 0, y: 0, down: false };

/** Something that a tap can hit. */
type Pressable = Place & { size?: number; onPress?: (() => unknown) | null };

/** What scripts read of keys and pointer. */
export interface Held {
  readonly arrows: readonly Direction[];
  readonly pointer: Readonly<typeof pointer>;
}

export class Input {
  #held: Held = { arrows: [], pointer: { ...pointer } };
  /** What is down in fact, also while a frame that has been is shown. */
  #now: Held = this.#held;
  readonly #world: World;
  readonly #buttons: readonly Button[];

  constructor(stage: World, buttons: readonly Button[]) {
    this.#world = stage;
    this.#buttons = buttons;
    arrows.length = 0;
    Object.assign(pointer, { x: 0, y: 0, down: false });
    this.#now = this.held;
  }

  /** What is down, and where the pointer is: the same object as long as that is the same. */
  get held(): Held {
    const { arrows: kept, pointer: at } = this.#held;
    const isSame =
      kept.length === arrows.length &&
      kept.every((arrow, index) => arrow === arrows[index]) &&
      at.x === pointer.x &&
      at.y === pointer.y &&
      at.down === pointer.down;
    return isSame ? this.#held : (this.#held = { arrows: arrows.slice(), pointer: { ...pointer } });
  }

  set held(held: Held) {
    arrows.splice(0, Infinity, ...held.arrows);
    Object.assign(pointer, held.pointer);
  }

  /** A pulse of the game begins: what is down in fact is held. */
  hold(): Held {
    this.held = this.#now;
    return this.held;
  }

  key(code: string, down: boolean): void {
    const arrow = ARROWS[code];
    if (arrow !== undefined) {
      this.hold();
      const at = arrows.indexOf(arrow);
      if (at !== -1) arrows.splice(at, 1);
      if (down) arrows.push(arrow);
      this.#now = this.held;
      if (down && !this.#world.isSteered) this.#moveCursor(arrow);
    }
    if (!down) return;
    const { scheduler, cursor } = this.#world;
    this.#buttons.find(({ letter, onPress }) => code === `Key${letter}` && onPress !== null)?.press();
    if (ACTION_KEYS.has(code)) {
      if (cursor !== null && !this.#world.isSteered) this.#tap(cursor.x, cursor.y);
      else scheduler.signal('action');
    }
    scheduler.signal('key', code);
  }

  /** In squares. */
  pointer(x: number, y: number, down: boolean): void {
    this.hold();
    const isTap = down && !pointer.down;
    Object.assign(pointer, { x, y, down });
    if (isTap) {
      this.#world.cursor = null;
      // A finger on a button steers nobody.
      if (this.#tap(x, y)) pointer.down = false;
    }
    this.#now = this.held;
  }

  /** Presses what is there, or else the stage. Tells whether something was there. */
  #tap(x: number, y: number): boolean {
    const { scheduler, keys, figures, tap } = this.#world;
    const button = keys.find((key) => Math.abs(key.x - x) < BUTTON_WIDTH / 2 && Math.abs(key.y - y) < 0.5);
    const figure = [...(figures as ReadonlySet<Pressable>)].findLast(
      (one) => one.onPress && Math.hypot(one.x - x, one.y - y) < 0.4 + (one.size ?? 1) / 3,
    );
    if (button !== undefined) (button as Button).press();
    else if (figure !== undefined) scheduler.enter(() => figure.onPress?.());
    else {
      Object.assign(tap, { x, y, at: scheduler.clock.now });
      scheduler.signal('tap', { x: Math.round(x), y: Math.round(y) });
      scheduler.signal('action');
    }
    return button !== undefined || figure !== undefined;
  }

  #moveCursor({ dx, dy }: Direction): void {
    const { x, y } = this.#world.cursor ?? { x: COLUMNS / 2, y: (ROWS - 1) / 2 };
    const within = (value: number, end: number): number => Math.max(0, Math.min(value, end - 1));
    this.#world.cursor = { x: within(x + dx, COLUMNS), y: within(y + dy, ROWS) };
  }
}

/** Where the keys, or else the pointer, send somebody: along the longer side first. */
export function steeredBy({ x, y }: Place): Direction | null {
  Object.assign(world(), { isSteered: true, cursor: null });
  const arrow = arrows.at(-1);
  if (arrow !== undefined) return arrow;
  const [dx, dy] = [pointer.x - x, pointer.y - y];
  if (!pointer.down || Math.max(Math.abs(dx), Math.abs(dy)) < 0.6) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? EAST : WEST;
  return dy > 0 ? SOUTH : NORTH;
}
