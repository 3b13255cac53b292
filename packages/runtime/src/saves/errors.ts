/** The errors of saves. Each says in one sentence what a player can be told, and in `refusals` what its author has to do. */
import { DEV } from '../messages/development.js';
import { SpindleError, type Values } from '../messages/error-classes.js';

/** Something that is not in a save, or not in this build. */
export interface Refusal {
  /** What it is: `promise`, `generator`, `function`, `object`, `class`, … */
  readonly code: string;
  /** What is wrong, as a sentence. */
  readonly text: string;
  /** The variable that leads there; undefined where none does. */
  readonly variable?: string | undefined;
  /** The function that has the variable, or that waits. */
  readonly function?: string | undefined;
  /** Its line. */
  readonly line?: number | undefined;
  /** The way from the variable: `hero.bag[2]`. */
  readonly path?: string | undefined;
  /** What to do. */
  readonly mend: string;
}

/** So many are told of at once. */
export const MOST_REFUSALS = 20;

/** The state of the scripts cannot be saved now. */
export class SaveError extends SpindleError {
  readonly refusals: readonly Refusal[];
  /** @internal */
  constructor(code: string, values: Values, text: string | false, refusals: readonly Refusal[]) {
    super(code, values, text);
    this.refusals = refusals;
  }
}

/** A save cannot be loaded; nothing has changed. `kind` says for players what is wrong with it. */
export class LoadError extends SpindleError {
  readonly refusals: readonly Refusal[];
  readonly kind: LoadFailure;
  /** @internal */
  constructor(code: string, values: Values, text: string | false, kind: LoadFailure, refusals: readonly Refusal[]) {
    super(code, values, text);
    this.kind = kind;
    this.refusals = refusals;
  }
}

/**
 * `damaged`: it was cut or changed. `newer`: a newer build has made it. `other`: it is of another game, or the game has changed since. `busy`:
 * it cannot be loaded at this moment. `game`: code of the game has thrown.
 */
export type LoadFailure = 'damaged' | 'newer' | 'other' | 'busy' | 'game';

const WHAT_NOW: Readonly<Record<LoadFailure, string>> = {
  damaged: 'Load another one.',
  newer: 'Load it with the build that has made it, or a later one.',
  other: 'Load it with the build that has made it.',
  busy: 'Nothing has changed.',
  game: 'Nothing has changed.',
};

/** `hero of walk (line 12): …` */
export function sentenceOf(refusal: Refusal): string {
  const { path, function: fn, line, text, mend } = refusal;
  const where = [path, fn && `in ${fn}`, line !== undefined && `line ${line}`].filter(Boolean).join(', ');
  return `${where === '' ? '' : `${where}: `}${text}. ${mend}`;
}

/** The first one, and how many more there are. */
export function sentenceOfAll(refusals: readonly Refusal[]): string {
  const more = refusals.length > 1 ? ` And ${refusals.length - 1} more: see \`refusals\`.` : '';
  return `${sentenceOf(refusals[0]!)}${more}`;
}

export const cannotSave = (refusals: readonly Refusal[]): SaveError =>
  new SaveError(
    'SPN540',
    { refusals: refusals.map(sentenceOf) },
    DEV && `The scripts cannot be saved now. ${sentenceOfAll(refusals)}`,
    refusals,
  );

/** `text`: a sentence. */
export const cannotLoad = (kind: LoadFailure, text: string, refusals: readonly Refusal[] = []): LoadError =>
  new LoadError('SPN541', { kind, text }, DEV && `${text} ${WHAT_NOW[kind]}`, kind, refusals);

/** `what`: that no save has; empty in production. */
export function damaged(what: string): never {
  throw cannotLoad('damaged', what === '' ? 'The save is damaged.' : `The save is damaged: it has ${what}.`);
}

/** `where`: with what to do; only in development. */
export const notHere = (word: 'save' | 'mark', where: string | false): SaveError =>
  new SaveError('SPN542', { word }, DEV && `\`${word}\` is called in ${where}`, []);
