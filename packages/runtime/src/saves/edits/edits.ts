/** Frames of functions that were edited since the save: which they are, and what they are made of. */
import type { FrameCode } from '../../execution/frame-code.js';
import type { FrameObject } from '../../execution/frame-objects.js';
import type { EditedFrames, Loader, SavedFrame } from '../fields.js';
import type { Names } from '../names.js';
import { makeFrame } from '../places.js';
import { findFactory, type Successor } from './factories.js';
import { valuesFor } from './frame-values.js';
import { KnownFunctions } from './known-functions.js';
import { isMapped } from './map-pauses.js';
import type { Migration } from './migrations.js';
import type { SavedFunction } from './saved-functions.js';
import { type Standing, standingOf } from './standing.js';

interface EditsGiven {
  readonly functions?: readonly SavedFunction[];
  readonly migrations?: readonly Migration[];
  /** The one in which the save was made. */
  readonly frame?: number;
}

export class Edits implements EditedFrames {
  readonly known: KnownFunctions;
  /** The frames of edited functions. */
  readonly frames: Map<object, Standing> = new Map();
  readonly #migrations: readonly Migration[];
  readonly #factories = new Map<string, Successor | null>();

  constructor(names: Names, { functions = [], migrations = [], frame = 0 }: EditsGiven = {}) {
    this.known = new KnownFunctions(names, functions, frame);
    this.#migrations = migrations;
  }

  /** Which factory makes this now; undefined if no rule tells. */
  factoryFor(id: string): Successor | undefined {
    let found = this.#factories.get(id);
    if (found === undefined)
      this.#factories.set(id, (found = findFactory(id, this.known.made.get(id)?.siblings ?? []) ?? null));
    return found ?? undefined;
  }

  /** Of functions that are taken to be as they were, and may be others of the same text. */
  doubts(): string[] {
    return [...this.#factories.values()].flatMap((found) => found?.doubt ?? []);
  }

  /** A factory has made a function again, which has this id in the save. */
  noteMade(id: string, made: object): void {
    const saved = this.known.made.get(id);
    if (saved !== undefined) this.known.note(made, saved);
  }

  /** One that stands nowhere says so until its thread has been judged. */
  makeFrame(given: FrameCode | undefined, saved: SavedFrame, from: Loader): FrameObject | undefined {
    const standing = standingOf(given, saved, { known: this.known, migrations: this.#migrations, from });
    if (standing === undefined) return undefined;
    const { code, found } = standing;
    const frame = makeFrame(code, isMapped(found) ? found.to + 1 : 0);
    this.frames.set(frame, standing);
    return frame;
  }

  valuesOf(frame: FrameObject, from: Loader): unknown[] {
    return valuesFor(frame, this.frames.get(frame)!, from);
  }
}
