import type { Stage } from '../scripts/stage';
import type { Backdrop } from './backdrop';
import type { Field } from './field';
import type { Hud } from './hud';

/** The stage of the scripts, with what only the page needs of it. */
export interface Page extends Stage {
  readonly field: Field;
  readonly backdrop: Backdrop;
  readonly hud: Hud;
}
