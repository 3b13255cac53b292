/** What is in a save: what scripts do is there by itself; here is what they act on. */
import { scheduler } from '@spindle/runtime';
import { LoadError, saves, type Saves } from '@spindle/runtime/saves';
import { vec, Vector, type Actor } from 'excalibur';
import { Guard } from '../scripts/guard';
import { Ring } from '../scripts/ring';
import { Door } from '../scripts/things';
import type { Level } from './level';
import type { Spot } from './map';
import type { Page } from './ui';

const SLOT = 'soft shoes: quick';

/** What the engine keeps of somebody. */
export interface Look extends Spot {
  readonly rotation: number;
  readonly scale: Spot;
  readonly opacity: number;
  readonly isGone: boolean;
  readonly isOpen: boolean;
  readonly words: string;
}

interface State {
  readonly isTall: boolean;
  readonly direction: Spot;
  readonly page: Page;
  readonly cast: readonly Look[];
}

export const lookOf = (actor: Actor): Look => ({
  x: actor.pos.x,
  y: actor.pos.y,
  rotation: actor.rotation,
  scale: { x: actor.scale.x, y: actor.scale.y },
  opacity: actor.graphics.opacity,
  isGone: actor.isKilled(),
  isOpen: actor instanceof Door && actor.isOpen,
  words: actor instanceof Guard ? actor.bubble.words : '',
});

export function show(actor: Actor, { x, y, rotation, scale, opacity, isGone, isOpen, words }: Look): void {
  actor.pos = vec(x, y);
  actor.rotation = rotation;
  actor.scale = vec(scale.x, scale.y);
  actor.graphics.opacity = opacity;
  if (actor instanceof Door) actor.look(isOpen);
  if (actor instanceof Guard) actor.bubble.show(words);
  if (isGone) actor.kill();
}

/** K saves, and L goes back there. */
export class QuickSave {
  readonly #level: Level;
  readonly game: Saves;

  constructor(level: Level) {
    this.#level = level;
    this.game = saves(scheduler, {
      objects: {
        idOf: (object: object) => Object.entries(named(level)).find(([, one]) => one === object)?.[0],
        find: (name: string) => named(level)[name],
        all: () => level.cast(),
      },
      classes: {
        Vector,
        Ring: { of: Ring, save: lookOfRing, load: (look: RingLook) => makeRing(level, look) },
      },
      state: {
        save: (): State => ({
          isTall: level.house.isTall,
          direction: level.direction,
          page: level.ui.save(),
          cast: level.cast().map(lookOf),
        }),
        load({ isTall, direction, page, cast }: State) {
          level.build(isTall);
          level.direction = direction;
          level.ui.load(page);
          level.cast().forEach((actor, i) => show(actor, cast[i]!));
        },
      },
    });
  }

  save(): void {
    try {
      localStorage.setItem(SLOT, this.game.save());
      this.#level.ui.tell('Saved. L leads back here.');
    } catch (error) {
      console.error(error);
      this.#level.ui.tell('It cannot be saved just now.');
    }
  }

  load(): void {
    const text = localStorage.getItem(SLOT);
    if (text === null) return this.#level.ui.tell('Nothing is saved yet. K saves.');
    try {
      // The old house goes as the new one is built, and with it who is in it: so it is looked first whether all fits.
      const [refusal] = this.game.check(text).refusals;
      if (refusal === undefined) this.game.load(text);
      else this.#level.ui.tell('It was saved in another version of the game.');
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      console.error(error);
      this.#level.ui.tell('What was saved is damaged.');
    }
  }
}

/** What scripts hold, by the names that stand in saves. */
const named = (level: Level): Readonly<Record<string, object>> => ({
  level,
  ui: level.ui,
  house: level.house,
  ...Object.fromEntries(level.cast().map((actor) => [actor.name, actor])),
});

interface RingLook extends Spot {
  readonly radius: number;
  readonly scale: number;
  readonly opacity: number;
}

const lookOfRing = ({ pos, radius, scale, graphics }: Ring): RingLook => ({
  x: pos.x,
  y: pos.y,
  radius,
  scale: scale.x,
  opacity: graphics.opacity,
});

function makeRing(level: Level, { x, y, radius, scale, opacity }: RingLook): Ring {
  const ring = new Ring({ x, y }, radius);
  ring.scale = vec(scale, scale);
  ring.graphics.opacity = opacity;
  level.add(ring);
  return ring;
}
