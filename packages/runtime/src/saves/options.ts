/** What a game gives to `saves`. */
import type { Clock } from '../time/clock.js';
import type { Migration } from './edits/migrations.js';

/** What the game keeps itself, and scripts only point to. */
export interface GameObjects {
  /** The id of an object; undefined for what has none. */
  readonly idOf: (object: any) => string | number | undefined | null;
  /** The object of an id, in the world that is there now or, while a save is loaded, in the new one. */
  readonly find: (id: any) => unknown;
  /** All of them: a save has their fields, too, but for those that the class of an engine gives them. */
  readonly all?: () => Iterable<object>;
}

/** How the objects of a class are saved whose fields are not all that there is of them. */
export interface SavedClass {
  readonly of: abstract new (...args: any[]) => object;
  /** Returns data. */
  readonly save: (object: any) => unknown;
  /** Makes an object of that data. */
  readonly load: (data: any) => object;
}

/** The new world of a game, beside the one that is there. */
export interface PreparedState {
  /** As that of `objects`, in the new world. */
  readonly find?: (id: any) => unknown;
  /** The new world takes the place of the old one. */
  readonly commit: () => void;
  /** The load has failed: the new world is dropped. */
  readonly discard?: () => void;
}

/** What else belongs into a save. */
export interface GameState {
  /** Returns data. */
  readonly save: () => unknown;
  /** What its parts are at the beginning of a game: those that an older save has not are these. */
  readonly defaults?: () => object;
  /** Makes a world of that data, beside the one that is there. */
  readonly prepare?: (data: any) => PreparedState;
  /** The short form, for a state that cannot fail. */
  readonly load?: (data: any) => void;
}

export interface SavesOptions {
  readonly objects?: GameObjects;
  /** Classes that are in no compiled file: by their fields, or as `{ of, save, load }`. */
  readonly classes?: Readonly<Record<string, (abstract new (...args: any[]) => object) | SavedClass>>;
  /** Functions of the game that scripts hold. */
  readonly functions?: Readonly<Record<string, (...args: any[]) => unknown>>;
  /** Clocks of the game that scripts wait on: with their time, scale and pause; one that `follow` has made with its pause. */
  readonly clocks?: Readonly<Record<string, Clock>>;
  /**
   * Is what stands at module level of compiled files (variables, what constants hold, properties of classes and functions) part of the game? Default true. With
   * `false` it is the process's: saves leave it out, loads leave it alone. For several schedulers that run the same scripts. A load of a save that was made with the other one is refused.
   */
  readonly modules?: boolean;
  readonly state?: GameState;
  /** For frames of functions that were edited so that no rule knows where they go on. */
  readonly migrations?: readonly Migration[];
  /** `saveSoon` has written a save. */
  readonly onSaved?: (text: string) => void;
  /** `saveSoon` could not write one. */
  readonly onRefused?: (error: unknown) => void;
  /** Before the old scripts go: clear what they have left on the page. */
  readonly onLoad?: () => void;
  /** A script has called `checkpoint(name)`. */
  readonly onCheckpoint?: (name: string) => void;
}

/** The same with all names there. */
export interface Given extends SavesOptions {
  readonly classes: NonNullable<SavesOptions['classes']>;
  readonly functions: NonNullable<SavesOptions['functions']>;
  readonly clocks: NonNullable<SavesOptions['clocks']>;
  readonly modules: boolean;
  /** What `saves` gave: a variable of a compiled file may hold it. */
  readonly saves: object;
  readonly migrations: NonNullable<SavesOptions['migrations']>;
  /** Of variables of compiled files, by their names: what they had when `saves` was called, where that is no object. */
  readonly firstValues: Record<string, unknown>;
}
