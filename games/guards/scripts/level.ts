/**
 * What the scripts act on. The page makes it, in src/level.ts. Pictures, sounds, speech bubbles and the map are imported from src as they are: they know no script.
 */
import type { Actor } from 'excalibur';
import type { House } from '../src/map';
import type { Guard } from './guard';
import type { Outcome } from './signals';
import type { Thief } from './thief';
import type { Door, Key } from './things';

export interface Level {
  readonly house: House;
  readonly thief: Thief;
  readonly key: Key;
  readonly door: Door;
  readonly guards: readonly Guard[];
  readonly ui: Ui;
  /** Everything stands where it stands at the beginning. */
  build(): void;
  add(actor: Actor): void;
}

/** What stands on the page above the house. */
export interface Ui {
  /** Does the player lead the thief now? */
  plays: boolean;
  title(isShown: boolean): void;
  task(words: string | null, isDoor?: boolean): void;
  end(outcome: Outcome | null): void;
}
