/** What a game hands to a view. */
import type { ExplainOptions } from './explain.js';
import type { InspectOptions } from './inspect.js';

/** What a view needs of a `history` of `@spindle/runtime/saves`. Frames are those of the clock of the scheduler. */
export interface Past {
  readonly oldest: number;
  /** The newest frame, also while an earlier one is shown. */
  readonly newest: number;
  /** Why the game cannot go back now, in words; null if it can. */
  readonly whyNot?: string | null;
  /** Puts the game back as it was in this frame. The next pulse goes on from there. */
  goTo(frame: number): void;
}

export interface ServeOptions extends InspectOptions, ExplainOptions {
  /** With it, the view has a slider for the frames that have been. */
  readonly past?: Past | undefined;
}
