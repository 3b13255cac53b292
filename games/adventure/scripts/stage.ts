/** What the scripts act on. The page makes it, in src/stage.ts. Pictures, places and sounds are imported from src as they are: they know no script. */
import type Phaser from 'phaser';
import type { Eye } from './eye';
import type { Keeper } from './keeper';
import type { Lamp, TowerWindow } from './lights';
import type { Mira } from './mira';
import type { Ship } from './ship';
import type { Thing } from './thing';

export interface Stage {
  readonly scene: Phaser.Scene;
  readonly ui: Ui;
  /** The first night since the page was opened begins with a title. */
  readonly isFirst: boolean;
  readonly eye: Eye;
  readonly ship: Ship;
  readonly lamp: Lamp;
  readonly windows: readonly TowerWindow[];
  readonly spray: Spray;
  readonly keeper: Keeper;
  readonly mira: Mira;
  readonly things: readonly Thing[];
}

/** Water that flies. */
export interface Spray {
  /** `t`: from 0 to 1, then it is gone. */
  show(x: number, y: number, t: number): void;
}

/** What stands on the page above the stage. */
export interface Ui {
  /** Does the player lead Mira now? */
  explores: boolean;
  title(isShown: boolean): void;
  cutscene(isPlaying: boolean): void;
  /** How long a key is held, from 0 to 1. */
  held(t: number): void;
  caption(words: string | null, speaker?: { name: string; color: string }): void;
  choices(answers: readonly string[]): void;
  /** How near the ship has come, from 0 to 1. */
  ship(t: number): void;
  end(isWon: boolean): void;
}
