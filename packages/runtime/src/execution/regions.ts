/** How the synchronous regions are called that no name of the script stands for. */
import type { CompiledFunction } from './compiled-function.js';
import { DEV } from '../messages/development.js';

/** The language asked an iterator for its next value and got PAUSE: every engine then throws a TypeError. */
export const isOfIteration = (error: unknown): boolean =>
  error instanceof TypeError && /^iterator/i.test(error.message);
export const ITERATION: string = DEV
  ? 'an iterator that a spread, a destructuring, `for…of` or a native goes through'
  : '';

/** The synchronous region of a function that runs immediately, also on a busy owner. */
export const instantRegion = ({ label, question }: CompiledFunction): string =>
  DEV ? `${label}, which ${question ? 'only answers' : 'is marked @instant'}` : label;
