/** One edit of a script, what is counted of edits, and which of them may refuse nothing. */
import { linesOf, type Place, type Version } from './judge.js';
import { type Dice, editScript, REWORDED } from './random-script.js';
import { print, type Script, textOf } from './script.js';

export interface Count {
  edits: number;
  /** All frames go on, and nothing is told of them; with surprises; refused. */
  same: number;
  told: number;
  refused: number;
  /** One that came in the place of a statement that was deleted, or calls something else now, or was edited and moved, was taken for it, which is told. */
  replaced: number;
  /** Those of which a wait begins anew where the game says so. */
  again: number;
  readonly byEdit: Map<string, { mapped: number; refused: number }>;
  readonly wrong: string[];
}

export const newCount = (): Count => ({
  edits: 0,
  same: 0,
  told: 0,
  refused: 0,
  replaced: 0,
  again: 0,
  byEdit: new Map(),
  wrong: [],
});

export const versionOf = (script: Script): Version => ({ script, printed: print(script) });

export interface Edited {
  readonly edits: readonly string[];
  readonly after: Version;
  readonly of: { mapped: number; refused: number };
  readonly tell: (what: string) => void;
}

/** In half of the cases near a statement where a call waits. */
export function editOne(count: Count, dice: Dice, before: Version, places: readonly Place[]): Edited {
  const script = structuredClone(before.script);
  const near = places.flatMap(({ part }) => (part === undefined ? [] : [part.id]));
  const edits = Array.from({ length: 1 + Math.max(0, dice.below(5) - 2) }, () => editScript(dice, script, near));
  const after = versionOf(script);
  count.edits++;
  const [only] = edits.length === 1 ? edits : [];
  const of = count.byEdit.get(only ?? 'several edits') ?? { mapped: 0, refused: 0 };
  count.byEdit.set(only ?? 'several edits', of);
  const tell = (what: string): void =>
    void count.wrong.push(
      `${what}\nedits: ${edits.join(', ')}\n--- before\n${before.printed.source}\n--- after\n${after.printed.source}`,
    );
  return { edits, after, of, tell };
}

/** Nothing that waits may be refused after such edits. */
export const isKnownToStay = (edits: readonly string[], before: Version): boolean =>
  edits.every((name) => HARMLESS.has(name) || (name === REWORDED && edits.length === 1 && isEachOne(before)));

/** They leave each statement and each variable as it is. */
const HARMLESS = new Set(['a plain line is inserted', 'a wait is inserted', 'two functions change their places']);

/** A statement and what is new beside it call something else, so each is the only one of its call: if it was the only one of its words. */
const isEachOne = ({ script }: Version): boolean =>
  script.functions.every((fn) => {
    const all = linesOf(fn).map(textOf);
    return new Set(all).size === all.length;
  });

/** A variable that was read no more is in no save; and an assignment may need a box that a closure has not captured. */
export const isOfVariable = (refusal: string): boolean => /had no value there|no rule tells/.test(refusal);

/** Does a report say of a call what may surprise? */
export const isTold = (mapped: readonly string[]): boolean => mapped.some((one) => /; [a-z`]/.test(one));
