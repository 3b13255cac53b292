/** The stage of the playground: what a script acts on. It needs no page: it runs in a worker with an OffscreenCanvas, and in Node without one. */
import { Clock } from '@spindle/runtime';
import { Actor } from './actor.js';
import { Button } from './button.js';
import { Painter } from './draw/painter.js';
import { COLUMNS, EAST, NORTH, ROWS, SOUTH, WEST } from './grid.js';
import { type Held, Input, pointer } from './input.js';
import type { Look, StageOptions } from './options.js';
import { enterWorld, World } from './world.js';

export interface Stage {
  /** What a script gets without an import, besides the words of the runtime: see `globals.d.ts`. */
  readonly globals: Record<string, unknown>;
  /** The pointer, in CSS pixels of the canvas. */
  pointer(x: number, y: number, down: boolean): void;
  /** A key, by its `KeyboardEvent.code`. */
  key(code: string, down: boolean): void;
  /** Draws what stands there now: call it once for each frame, after the pulse. */
  draw(): void;
  /** All that stands there, for `history`: `mark` gives what `rewind` puts back in place. */
  readonly state: { mark(): () => void; rewind(back: () => void): void };
  /** What is held down, which scripts read in each frame: a frame that is made again has to find it as it was. */
  held: Held;
  /** Before each pulse of the game: makes it what is held down in fact, and gives that. */
  hold(): Held;
  /** When the page changes its size or its colours. */
  change(look: Look): void;
  dispose(): void;
}

/** One stage at a time: a second one takes the place of the first. */
export function createStage(options: StageOptions): Stage {
  const { scheduler, log } = options;
  const world = new World(scheduler);
  enterWorld(world);
  const buttons = ['A', 'B', 'C'].map((letter) => new Button(world, letter));
  const input = new Input(world, buttons);
  const painter = new Painter(world, options);
  return {
    globals: globalsOf(world, buttons, log),
    pointer(x, y, down) {
      const place = painter.placeOf(x, y);
      input.pointer(place.x, place.y, down);
    },
    key: (code, down) => input.key(code, down),
    draw: () => painter.draw(),
    change: (look) => painter.change(look),
    state: {
      mark() {
        const parts = [world.mark(), ...buttons.map((button) => button.mark())];
        const { held } = input;
        return () => {
          for (const back of parts) back();
          input.held = held;
        };
      },
      rewind: (back) => back(),
    },
    get held() {
      return input.held;
    },
    set held(held) {
      input.held = held;
    },
    hold: () => input.hold(),
    dispose: () => enterWorld(null),
  };
}

const GLITCHES = [
  { name: 'Ada', color: 'violet', x: 2, y: 1 },
  { name: 'Bo', color: 'green', x: 8, y: 1 },
  { name: 'Cy', color: 'rose', x: 13, y: 2 },
];

function globalsOf(world: World, buttons: readonly Button[], log: StageOptions['log']): Record<string, unknown> {
  const player = new Actor(7, 4, { name: 'player', look: 'player', color: 'blue', isLate: true });
  const glitches = GLITCHES.map(({ x, y, ...look }) => new Actor(x, y, { ...look, speed: 4, isLate: true }));
  const [ButtonA, ButtonB, ButtonC] = buttons;
  const stage = Object.assign(world.view, {
    columns: COLUMNS,
    rows: ROWS,
    wall: world.grid.wall.bind(world.grid),
    open: world.grid.open.bind(world.grid),
  });
  const cast = { player, glitches, ButtonA, ButtonB, ButtonC, Actor };
  return { ...cast, NORTH, SOUTH, EAST, WEST, stage, hud: world.hud, pointer, log, Clock, scheduler: world.scheduler };
}
