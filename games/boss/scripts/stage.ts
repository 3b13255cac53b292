/**
 * What the scripts of a fight act on. The page makes it, in src/main.ts. What is imported from src as a value, geometry and kinds of bullets, knows no script.
 */
import type { Clock } from '@spindle/runtime';
import type { Kind } from '../src/atlas';
import type { Point } from '../src/geometry';
import type { Sound } from '../src/sound';
import type { Bullet } from './bullet';
import type { Ending } from './fight';
import type { Light } from './light';
import type { Spinner } from './spinner';

export interface Stage {
  readonly field: Field;
  readonly light: Light;
  readonly spinner: Spinner;
  readonly backdrop: Backdrop;
  readonly hud: Hud;
  readonly input: Input;
  readonly sound: Sound;
  /** The clock of the fight: a pause stops it, and a victory makes it slow. */
  readonly world: Clock;
}

/** All bullets. */
export interface Field {
  readonly bullets: readonly Bullet[];
  /** How many have been fired in all. */
  fired: number;
  /** A bullet at this place, for which no script acts yet. */
  fire(x: number, y: number, kind: Kind): Bullet;
  /** One that comes out of something round. */
  fireFrom(from: Point, angle: number, kind: Kind): Bullet;
  remove(bullet: Bullet): void;
  /** Those that touch a circle, and hurt who is in it. */
  touching(center: Point, radius: number, hurts: 'light' | 'boss'): Bullet[];
  clear(): void;
}

/** All that is written. */
export interface Hud {
  showTitle(): void;
  showFight(): void;
  showEnd(ending: Ending, seconds: number, hearts: number): void;
  setPhase(number: string, name: string): void;
  /** A sentence, which stands beside a place of the field. */
  say(words: string, at: Point): void;
}

/** What the player wants. */
export interface Input {
  /** The way that a script wants, of at most length 1. */
  pilot: Point | null;
  /** Forgets the keys that are down. */
  release(): void;
  /** How far the light goes from here in so many milliseconds. */
  step(from: Point, ms: number): Point;
}

export interface Backdrop {
  setMood(mood: number): void;
  nextMood(): void;
}

/** Who moves the light. */
export type Pilot = 'player' | 'script';

declare module '@spindle/runtime' {
  interface Signals {
    /** A fight begins, also in the middle of another. */
    begin: Pilot;
    /** The player has heard enough of a sentence. */
    next: void;
  }
}
