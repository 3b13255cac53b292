/** The error of a word that gets more arguments than it takes. */
import { nameOf } from './format.js';

/** More arguments than a word takes: as they come, this is how other tools write what is written in another way here. */
export function tooMany(word: string, most: number, given: ArrayLike<unknown>): TypeError {
  const takes = most === 0 ? 'no arguments' : most === 1 ? '1 argument' : `at most ${most} arguments`;
  const { code, text } = {
    code: 'SPN536',
    text: `\`${word}\` takes ${takes}, got ${given.length}. ${insteadOf(word, most, given[most])}`,
  };
  return Object.assign(new TypeError(text), { code });
}

function insteadOf(word: string, most: number, more: unknown): string {
  const self = word.startsWith('this.') ? 'this.' : '';
  const call = `${word}(${most === 0 ? '' : '…'})`;
  if (word === 'random') return 'A whole number from 1 to 6 is `1 + Math.floor(random() * 6)`.';
  if (typeof more === 'number' && /(?:Until|Signal|For|Event|check|scheduler\.wait)$/.test(word))
    return `For a time limit write \`${self}withTimeout(${more}, ${call})\`.`;
  if (typeof more === 'function') return `Write what comes after it below it: \`${call}; ${nameOf(more) || 'f'}();\`.`;
  return 'Leave out the others; as a callback write `(one) => …`.';
}
