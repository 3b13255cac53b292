/** What stands on the stage now: the actors and the input write it, the painter reads it. */
import type { Scheduler } from '@spindle/runtime';
import { Grid, type Direction, type Place } from './grid.js';

export type Look =
  | 'player'
  | 'glitch'
  | 'guard'
  | 'robot'
  | 'boss'
  | 'creep'
  | 'tower'
  | 'dot'
  | 'bolt'
  | 'gem'
  | 'flag'
  | 'door';

/** A figure, as the painter sees it. */
export interface Figure extends Place {
  name: string;
  look: Look;
  /** A name of the palette, such as `blue`, or any colour of CSS. */
  color: string;
  /** How many squares it is high. */
  size: number;
  /** What it says. */
  words: string;
  facing: Direction;
  /** How far it has walked, in squares: its feet move by that. */
  walked: number;
  /** How high it jumps, in squares. */
  lift: number;
  /** How much it trembles, from 0 to 1. */
  tremble: number;
  /** How whole it is, from 0 to 1: less is drawn as a bar above it. */
  life: number;
  /** How far it can see, drawn as a pale disc, in squares. */
  sight: number;
  /** The line that it draws as it goes: a colour, or ''. */
  pen: string;
  /** Does it stand above the shade of `view.shade`? */
  above: boolean;
}

/** A button, as the painter sees it. */
export interface Key extends Place {
  letter: string;
  label: string;
  /** When it was last pressed, on the clock of the game. */
  pressedAt: number;
}

export interface Line {
  from: Place;
  to: Place;
  color: string;
}

/** What scripts may set of the stage itself. */
export interface View {
  /** Big words in the middle. */
  banner: string;
  /** A small line that says what the player can do. */
  hint: string;
  /** Bars above and below, as in a film. */
  cinema: boolean;
  /** Darkens everything but the banner. */
  shade: boolean;
  /** The dots at the corners of the squares. */
  dots: boolean;
}

/** More lines are not kept: the oldest go. */
const MOST_LINES = 4000;

export class World {
  readonly grid = new Grid();
  readonly figures = new Set<Figure>();
  readonly keys: Key[] = [];
  readonly lines: Line[] = [];
  readonly view: View = { banner: '', hint: '', cinema: false, shade: false, dots: true };
  /** What stands at the top: each entry is written as its name and its value. */
  readonly hud: Record<string, unknown> = {};
  /** Where the stage was last tapped, and when, on the clock of the game. */
  readonly tap = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
  /** The square that the arrow keys have chosen, where they steer nobody; null before that, and for who points. */
  cursor: { x: number; y: number } | null = null;
  /** Has somebody been steered? Then the arrow keys are for that. */
  isSteered = false;
  readonly scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  /** Gives what puts all of it back as it is now, in place. */
  mark(): () => void {
    const { tap, cursor, isSteered, view, hud, lines } = this;
    const figures = Array.from(this.figures, copyOf);
    const keys = this.keys.slice();
    const others = [tap, view].map(copyOf);
    const [drawn, last, numbers] = [lines.slice(), lines.at(-1)?.to, { ...hud }];
    const putWalls = this.grid.mark();
    const at = cursor === null ? null : { ...cursor };
    return () => {
      this.figures.clear();
      for (const [figure, fields] of figures) this.figures.add(Object.assign(figure, fields));
      for (const [object, fields] of others) Object.assign(object, fields);
      this.keys.splice(0, Infinity, ...keys);
      lines.splice(0, Infinity, ...drawn);
      if (last !== undefined) lines.at(-1)!.to = last;
      for (const name of Object.keys(hud)) if (!(name in numbers)) Reflect.deleteProperty(hud, name);
      Object.assign(hud, numbers);
      Object.assign(this, { cursor: at && { ...at }, isSteered });
      putWalls();
    };
  }

  /** Draws on, in the same line where the direction is the same. */
  draw(from: Place, to: Place, color: string): void {
    const last = this.lines.at(-1);
    const goesOn =
      last?.color === color &&
      last.to.x === from.x &&
      last.to.y === from.y &&
      Math.abs((from.x - last.from.x) * (to.y - from.y) - (to.x - from.x) * (from.y - last.from.y)) < 1e-9;
    if (goesOn) last.to = to;
    else this.lines.push({ from, to, color });
    if (this.lines.length > MOST_LINES) this.lines.shift();
  }
}

const copyOf = <T extends object>(one: T): readonly [T, T] => [one, { ...one }];

let current: World | null = null;

/** The world of the stage that was made last: figures that a script makes stand there. */
export function world(): World {
  if (current === null) throw new Error('There is no stage. Call createStage first.');
  return current;
}

export function enterWorld(next: World | null): void {
  current = next;
}
