/** The functions that a save tells of, and what they have become in this build. */
import { type CompiledFunction, codeOf } from '../../execution/compiled-function.js';
import type { FrameCode } from '../../execution/frame-code.js';
import { textsOf } from '../facts.js';
import type { Names } from '../names.js';
import { renamedCalls } from '../registry.js';
import { mapPauses, type PauseMap } from './map-pauses.js';
import type { Pauses } from './pauses.js';
import { type SavedFunction, shapeOfText, versionOf } from './saved-functions.js';

/** A function that was edited: both versions, and where each pause is now. */
export interface Compared {
  readonly before: Pauses | undefined;
  readonly after: Pauses | undefined;
  readonly map: PauseMap;
}

export class KnownFunctions {
  readonly names: Pick<Names, 'find' | 'functionOf'>;
  /** The frame in which the save was made. */
  readonly frame: number;
  /** Those that factories make, by their ids. */
  readonly made: Map<string, SavedFunction> = new Map();
  /** By what a save calls them: `function shop.js#open`. */
  readonly byName: Map<string, SavedFunction> = new Map();
  /** By their records in this build. */
  readonly byCode: Map<CompiledFunction, SavedFunction> = new Map();
  readonly #compared = new Map<SavedFunction, Compared | null>();

  constructor(names: Pick<Names, 'find' | 'functionOf'>, functions: readonly SavedFunction[], frame: number) {
    this.names = names;
    this.frame = frame;
    for (const one of functions) {
      this.byName.set(`${one.kind} ${one.id}`, one);
      if (one.kind === 'made') this.made.set(one.id, one);
      this.note(names.find(one.kind, one.id), one);
    }
  }

  /** This is what it is now. */
  note(fn: unknown, saved: SavedFunction): void {
    const code = codeOf(fn);
    if (code !== undefined) this.byCode.set(code, saved);
  }

  /** What the save says of it; undefined if that is nothing. */
  versionOf({ code, facts }: SavedFunction): Pauses | undefined {
    return code === null || facts === undefined ? undefined : versionOf(code, facts, this.frame);
  }

  /** Null if the function is as it was. `code`: undefined if it is gone. */
  compare(saved: SavedFunction, code: FrameCode | undefined): Compared | null {
    if (code === undefined) return nothingOf(this.versionOf(saved), 'function');
    let compared = this.#compared.get(saved);
    if (compared === undefined) this.#compared.set(saved, (compared = this.#compareBoth(saved, code)));
    return compared;
  }

  #compareBoth(saved: SavedFunction, code: FrameCode): Compared | null {
    const { code: old, facts } = saved;
    const [meta, now] = textsOf(code);
    const isSame = old !== null && shapeOfText(old.meta) === shapeOfText(meta);
    if (isSame && facts === now) return null;
    const before = this.versionOf(saved);
    if (before === undefined || now === undefined) return nothingOf(before, 'unknown');
    const after = versionOf(code, now, this.frame);
    // The texts of statements are for people: a formatter may have written them anew. With what is called stands in the hash.
    if (isSame && shapeOf(before) === shapeOf(after)) return null;
    return { before, after, map: mapPauses(before, after, renamedCalls(now)) };
  }

  /** Of a function that was not edited, from itself to itself. */
  mapOf(saved: SavedFunction, code: FrameCode): PauseMap | undefined {
    const compared = this.compare(saved, code);
    const version = compared === null ? this.versionOf(saved) : undefined;
    return compared?.map ?? (version && mapPauses(version, version));
  }
}

const shapeOf = ({ pauses, others, parameters, firstValues }: Pauses): string =>
  JSON.stringify([
    pauses.map((one) => ({ ...one, text: '', given: undefined })),
    others,
    [...parameters],
    [...firstValues],
  ]);

/** Nothing is known of this build's version, or there is none. */
const nothingOf = (before: Pauses | undefined, kind: 'function' | 'unknown'): Compared => ({
  before,
  after: undefined,
  map: { of: () => ({ kind }), checkpointBefore: () => undefined },
});
