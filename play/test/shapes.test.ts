import fc from 'fast-check';
import type { WorkerMessage } from '../src/protocol.js';
import { clip, isWireText, isWorkerMessage, LONGEST_NAME, LONGEST_TEXT, MOST_ENTRIES } from '../src/shapes.js';

const row = { id: 1, name: 'walk', owner: null, state: 'sleeping', waitsFor: 'wait(20)', line: 3 };
const now = { frame: 0, ms: 0.5, threads: [row], threadCount: 1, lines: [3] };
const entry = { level: 'warn', text: 'here', line: null, calls: [{ text: 'walk', line: 2 }], isThrown: false };

const RIGHT: readonly WorkerMessage[] = [
  { kind: 'drawn', at: 1.5 },
  { kind: 'log', entries: [entry as never], left: 3 },
  { kind: 'clear' },
  { kind: 'now', now },
  { kind: 'explained', text: '{}' },
  { kind: 'pong' },
];

test('what the code of the playground sends is taken', () => {
  for (const message of RIGHT) expect(isWorkerMessage(structuredClone(message))).toBe(true);
});

const round: Record<string, unknown> = { kind: 'now' };
round['now'] = round;

test.each<[string, unknown]>([
  ['null', null],
  ['nothing', undefined],
  ['a text', 'now'],
  ['a list', []],
  ['no kind', {}],
  ['a kind of the language', { kind: 'toString' }],
  ['a kind that is none', { kind: ['clear'] }],
  ['no state', { kind: 'now' }],
  ['a state that is null', { kind: 'now', now: null }],
  ['a state in itself', round],
  ['threads that are no list', { kind: 'now', now: { ...now, threads: { length: 1 } } }],
  ['a hole in a list', { kind: 'now', now: { ...now, lines: [, 1] } }], // oxlint-disable-line no-sparse-arrays
  ['a list without an end', { kind: 'log', entries: Object.assign([], { length: 2 ** 32 - 1 }), left: 0 }],
  ['a line that is none', { kind: 'now', now: { ...now, lines: [0] } }],
  ['half a line', { kind: 'now', now: { ...now, threads: [{ ...row, line: 1.5 }] } }],
  [
    'a name without an end',
    { kind: 'now', now: { ...now, threads: [{ ...row, name: 'x'.repeat(LONGEST_NAME + 1) }] } },
  ],
  ['a class of its own', { kind: 'now', now: { ...now, threads: [{ ...row, state: 'sleeping busy' }] } }],
  ['a level of its own', { kind: 'log', entries: [{ ...entry, level: 'log wide' }], left: 0 }],
  ['a text without an end', { kind: 'log', entries: [{ ...entry, text: 'x'.repeat(LONGEST_TEXT + 1) }], left: 0 }],
  ['more than nothing left', { kind: 'log', entries: [], left: -1 }],
  ['too many lines', { kind: 'log', entries: Array.from({ length: MOST_ENTRIES + 1 }, () => entry), left: 0 }],
  ['a time that is none', { kind: 'drawn', at: Number.NaN }],
  ['an explanation that is no text', { kind: 'explained', text: { toJSON: 1 } }],
  ['a big number', { kind: 'log', entries: [], left: 2n }],
])('%s is not taken', (_name, message) => {
  expect(isWorkerMessage(message)).toBe(false);
});

test('each field is looked at: with anything else in its place the message is not taken', () => {
  const strange = fc.oneof(fc.constant(undefined), fc.object(), fc.double({ max: -1 }), fc.constant([null]));
  const leaves = RIGHT.flatMap((message) => pathsOf(message).map((path) => ({ message, path })));
  expect(leaves.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(fc.constantFrom(...leaves), strange, ({ message, path }, value) => {
      // Each time of the machine is a number, also one below 0.
      fc.pre(typeof value !== 'number' || !['at', 'ms'].includes(path.at(-1)!));
      const changed = structuredClone(message);
      const last = path.at(-1)!;
      let holder: any = changed;
      for (const key of path.slice(0, -1)) holder = holder[key];
      holder[last] = value;
      expect(isWorkerMessage(changed)).toBe(false);
    }),
  );
});

test('nothing that can be sent makes the check throw', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }), (value) => {
      expect(typeof isWorkerMessage(value)).toBe('boolean');
      for (const { kind } of RIGHT)
        expect(typeof isWorkerMessage({ kind, now: value, entries: value, left: value })).toBe('boolean');
    }),
  );
});

test('a text that is cut is as long as it may be', () => {
  expect(clip('abcd', 4)).toBe('abcd');
  expect(clip('abcde', 4)).toBe('abc…');
});

test('the wire of the inspector carries texts', () => {
  expect([isWireText('{}'), isWireText({}), isWireText('x'.repeat(8_000_001))]).toEqual([true, false, false]);
});

/** Of all that is no list and no object, and of the lists. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}
