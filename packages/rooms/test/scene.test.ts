/** The scene that real processes play: `npm run rooms`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EXECUTOR_WORDS, WAITING_WORDS } from '../../babel-plugin-threads/src/vocabulary.js';

test('it has each word that waits, and each that keeps its owner meanwhile', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../compat/rooms/scene/inn.js'), 'utf8');
  const calls = new Set(Array.from(text.matchAll(/(?:\bthis\.|(?<![\w.]))\w+(?=\()/g), ([call]) => call));
  const words = [...WAITING_WORDS, ...Array.from(EXECUTOR_WORDS, (word) => `this.${word}`)];
  expect(words.filter((word) => !calls.has(word))).toEqual([]);
});
