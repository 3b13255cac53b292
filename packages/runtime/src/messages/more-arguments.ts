/** The error of a word that gets more arguments than it takes. */
import { DEV } from './development.js';
import { inShort } from './error-classes.js';
import { nameOf } from './format.js';

/** More arguments than a word takes: as they come, this is how other tools write what is written in another way here. */
export function tooMany(word: string, most: number, given: ArrayLike<unknown>): TypeError {
  const code = 'SPN536';
  const text = DEV ? textOfMore(word, most, given) : inShort(code, word);
  return Object.assign(new TypeError(text), { code });
}

function textOfMore(word: string, most: number, given: ArrayLike<unknown>): string {
  const takes = most === 0 ? 'no arguments' : most === 1 ? '1 argument' : `at most ${most} arguments`;
  return `\`${word}\` takes ${takes}, got ${given.length}. ${insteadOf(word, most, given[most])}`;
}

/** What to write instead of more arguments than a word takes, where that is not told by what the first of these is. */
const INSTEAD: Readonly<Record<string, string>> = {
  every: 'What it repeats is a loop: `while (true) { every(ms); f(); }`.',
  random: 'A whole number from 1 to 6 is `1 + Math.floor(random() * 6)`.',
  signal: 'Pass several values as one: `signal(name, [a, b])`.',
  'scheduler.after': 'Call it with its arguments in an arrow: `scheduler.after(ms, () => f(a))`.',
  'scheduler.signal': 'Pass several values as one: `scheduler.signal(name, [a, b])`.',
  withTimeout: 'Catch the `TimeoutError` to do something else then.',
};

function insteadOf(word: string, most: number, more: unknown): string {
  const [, self = '', name = word] = /^(this\.)?(.*)$/.exec(word) ?? [];
  const call = `${word}(${most === 0 ? '' : '…'})`;
  if (INSTEAD[name] !== undefined) return INSTEAD[name];
  if (typeof more === 'number' && /(?:Until|Signal|For|Event|check|scheduler\.wait)$/.test(name))
    return `For a time limit write \`${self}withTimeout(${more}, ${call})\`.`;
  if (typeof more === 'function') return `Write what comes after it below it: \`${call}; ${nameOf(more) || 'f'}();\`.`;
  return 'Leave out the others; as a callback write `(one) => …`.';
}
