/** What is known of a function, in a save and in this build, to find the place of its frames again after an edit. */

/** A step of the way to a statement: `for-of` with the hash of its head, and which of several equal ones it is. */
export interface Construct {
  readonly kind: string;
  readonly hash: string;
  readonly nth: number;
}

/** A place where a function may wait. */
export interface Pause {
  /** The name of its `// @pause`. */
  readonly mark: string | undefined;
  /** Of the head of its statement. */
  readonly hash: string;
  /** What is called, as it is written: `guard.say`; or the kind of wait. */
  readonly callee: string;
  /** From the outermost one on. */
  readonly constructs: readonly Construct[];
  /** The names of what its frame holds: see `place-names.ts` of the plugin. Of `this`, `this:`. */
  readonly live: readonly string[];
  /** Those of them that are read behind it. */
  readonly read: readonly string[];
  /** The beginning of its statement. */
  readonly text: string;
  /** What is called with, as the facts have it. */
  readonly given: string | undefined;
}

/** A function: its pauses in the order of the source. */
export interface Pauses {
  readonly pauses: readonly Pause[];
  /** The names of variables that its frames never hold. */
  readonly others: readonly string[];
  /** The names of its parameters. */
  readonly parameters: ReadonlySet<string>;
  /** By their names, what variables have when nothing has been done with them. */
  readonly firstValues: ReadonlyMap<string, { readonly value: unknown; readonly isChanged: boolean }>;
}

/** Stands for `this` among the names. */
export const THIS = 'this:';

/** Those that keep nothing of their own while they run. */
const WITHOUT_STATE = new Set(['if', 'else', 'while', 'do', 'for', 'try']);

/** Has what stands in it a state that no variable of the source holds? One that is not known may have. */
export const hasState = ({ kind }: Pick<Construct, 'kind'>): boolean => !WITHOUT_STATE.has(kind);

/** Those that have to be the same ones. */
export const withState = ({ constructs }: Pause): readonly Construct[] => constructs.filter(hasState);

/** Are the pauses the same statement, word for word? */
export const isEqual = (a: Pause, b: Pause): boolean => a.hash === b.hash && a.callee === b.callee;
