/** How a refusal of a save calls functions and objects, and what it tells of them. */
import { nameOfClass } from '../messages/format.js';
import type { Json, Key, Saver } from './fields.js';

export const isClass = (fn: Function): boolean => /^class\b/.test(textOf(fn));
export const textOf = (fn: Function): string => Function.prototype.toString.call(fn);

export const classNameOf = (given: object): string => nameOfClass(given) ?? 'object';

export const MEND_FUNCTION = 'Give it to `functions` of `saves`, or compile its file with `saves: true`.';

/** `text`: its own, which has private names as the source has them: a hint. */
export function refuseFunction(
  to: Saver,
  what: string,
  text: string,
  { mend = MEND_FUNCTION, key = null }: { readonly mend?: string; readonly key?: Key } = {},
): Json {
  return /[.(]#[\w$]/.test(text)
    ? to.refuse('function', `${what}, as it uses a private name`, 'Write that name without `#`.', key)
    : to.refuse('function', what, mend, key);
}
