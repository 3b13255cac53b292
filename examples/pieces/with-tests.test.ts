/**
 * Five pieces by newcomers, as they were after their last round, each with its own test: how it ends, and that nothing moves on or is left when
 * it is stopped, or who is in it dies, at forty moments. `rounds` has how the versions before differ: `patch -R rooms.js rounds/rooms.diff` gives the first. docs/conformance.md tells of them.
 */
import { loadPiece, targets } from './disturb.js';

const { log, warn, error } = console;
afterEach(() => void Object.assign(console, { log, warn, error }));

const pieces: [name: string, end: string][] = [
  ['battle', 'all is well'],
  ['boss', 'all as it should be'],
  ['platformer', 'all as it should be'],
  ['rooms', 'all is well'],
  ['tower-defence', 'all is well'],
];

describe.each(targets)('with its own test, %s', (target) => {
  test.each(pieces)('%s', (name, end) => {
    const said: string[] = [];
    console.log = (...words: unknown[]): void => void said.push(words.join(' '));
    loadPiece(`with-tests/${name}`, target);
    expect(said.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(said.at(-1)).toBe(end);
  });
});
