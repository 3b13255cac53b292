/** The texts of each kind of wait. */
import type { CompiledFunction } from './compiled-function.js';
import { cannotPauseHere } from '../messages/errors.js';
import { DEV } from '../messages/development.js';

/** The status of a thread that waits, or that has just let the other threads run first. */
export type WaitStatus = 'ready' | 'sleeping' | 'waiting' | 'checking' | 'blocked';

/** `wait(200)`, `waitSignal(ready)`, `a promise`: a wait in the words of the script. */
export function describeWait(kind: string, subject: unknown): string {
  return waitWords[kind]?.label(subject) ?? kind;
}

/**
 * The texts of a kind of wait. Its members are methods, so that the row of a kind can declare the type of its
 * `subject`.
 */
export interface WaitWords {
  /** The status of its thread. */
  readonly status: WaitStatus;
  label(subject: unknown): string;
  /**
   * Why it is refused in a synchronous region, if the only reason is that another thread holds an owner. Null
   * otherwise.
   */
  refusal(subject: unknown, region: string): Error | null;
}

/** Filled by kinds.ts, for each kind of wait. */
export const waitWords: Record<string, WaitWords> = {};

/** The language asked an iterator for its next value and got PAUSE: every engine then throws a TypeError. */
export const isOfIteration = (error: unknown): boolean =>
  error instanceof TypeError && /^iterator/i.test(error.message);
export const ITERATION: string = DEV
  ? 'an iterator that a spread, a destructuring, `for…of` or a native goes through'
  : '';

/** The error of a wait in a synchronous region. */
export const refusal = (kind: string, subject: unknown, region: string): Error =>
  waitWords[kind]?.refusal(subject, region) ?? cannotPauseHere(describeWait(kind, subject), region);

/** The synchronous region of a function that runs immediately, also on a busy owner. */
export const instantRegion = ({ label, question }: CompiledFunction): string =>
  DEV ? `${label}, which ${question ? 'only answers' : 'is marked @instant'}` : label;
