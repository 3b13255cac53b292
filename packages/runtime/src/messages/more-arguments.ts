/** The error of a word that gets more arguments than it takes. */
import { fieldOf, nameOf, printable } from './format.js';

/** More arguments than a word takes: as they come, this is how other tools write what is written in another way here. */
export function tooMany(word: string, most: number, given: ArrayLike<unknown>): TypeError {
  const takes = most === 0 ? 'no arguments' : most === 1 ? '1 argument' : `at most ${most} arguments`;
  const text = `\`${word}\` takes ${takes}, got ${given.length}. ${insteadOf(word, most, Array.from(given))}`;
  return Object.assign(new TypeError(text), { code: 'SPN536', values: { word, most, given: given.length } });
}

function insteadOf(word: string, most: number, given: readonly unknown[]): string {
  // `forEach` and `map` hand over an index and the list, too.
  if (typeof given[1] === 'number' && typeof given[2] === 'object' && fieldOf(given[2], 'length') !== undefined)
    return 'As a callback write `(one) => …`.';
  const call = `${word}(${most === 0 ? '' : '…'})`;
  const more = given.slice(most);
  const limit = more.map(limitOf).find((ms) => typeof ms === 'number');
  if (word === 'random') return 'For 1 to 6 write `1 + Math.floor(random() * 6)`.';
  if (limit !== undefined && /(?:Until|waitSignal|For|Event|check|scheduler\.wait)$/.test(word))
    return `For a time limit write \`${word.replace(/^(this\.)?.*/, '$1')}withTimeout(${limit}, ${call})\`.`;
  if (typeof more[0] === 'function')
    return `Write what comes after it below it: \`${call}; ${printable(nameOf(more[0])) || 'f'}();\`.`;
  return `Leave ${more.length > 1 ? `the last ${more.length}` : most === 0 ? 'it' : 'the last'} out.`;
}

/** The number in `waitFor(door, 500)`, and in `waitFor(door, { timeout: 500 })`. */
const limitOf = (given: unknown): unknown => (typeof given === 'number' ? given : fieldOf(given, 'timeout'));
