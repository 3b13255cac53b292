/** What the scripts of a fight act on. The page makes it, in src/main.ts. */
import type { Clock } from '@spindle/runtime';
import type { Backdrop } from '../src/backdrop';
import type { Field } from '../src/field';
import type { Hud } from '../src/hud';
import type { Input } from '../src/input';
import type { Sound } from '../src/sound';
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
