import { $cursorOver } from '../../src/saves/cursors.js';
import { SaveError } from '../../src/saves.js';
import { compile, savedAndLoaded } from './game.js';

/** By what it goes through: the head, and what else happens in the loop. */
const loops: Readonly<Record<string, readonly [make: string, head: string, also?: string]>> = {
  'a list': ['[1, 2, 3]', 'const x of it', 'if (x === 2) it.push(4)'],
  'the entries of a list': ['["a", "b", "c"]', 'const [i, x] of it.entries()', 'if (i === 1) it.shift()'],
  'the keys of a list with a hole': ['[1, , 3]', 'const x of it.keys()'],
  'the values of a list': ['[1, 2, 3]', 'const x of it.values()'],
  bytes: ['new Uint8Array([5, 6, 7])', 'const x of it', 'it[2] = 9'],
  'the entries of bytes': ['new Uint8Array([5, 6, 7])', 'const [i, x] of it.entries()'],
  'a text': ['"a\u{1F600}b\ud83d"', 'const x of it'],
  'a map': [
    'new Map([[1, "a"], [2, "b"], [3, "c"]])',
    'const [k, v] of it',
    'it.delete(k); if (k < 3) it.set(k + 7, v)',
  ],
  'the keys of a map': [
    'new Map([[1, "a"], [2, "b"], [3, "c"]])',
    'const k of it.keys()',
    'it.delete(1); it.set(9, 1)',
  ],
  'the values of a map': ['new Map([[1, "a"], [2, "b"], [3, "c"]])', 'const v of it.values()', 'it.delete(2)'],
  'the entries of a map': [
    'new Map([[1, "a"], [2, "b"]])',
    'const e of it.entries()',
    'if (it.size < 4) it.set(it.size + 1, "n")',
  ],
  'a set': ['new Set([1, 2, 3])', 'const x of it', 'it.delete(x); if (x < 3) it.add(x + 10)'],
  'the values of a set': ['new Set([1, 2, 3])', 'const x of it.values()', 'it.delete(x)'],
  'the entries of a set': ['new Set([1, 2])', 'const x of it.entries()'],
  'a property': ['{ list: new Map([[1, 2], [3, 4]]) }', 'const x of it.list.keys()', 'it.list = null'],
  'what is made in the head': ['2', 'const x of new Map([[1, it], [2, it]]).entries()'],
  'what a call gives': ['new Set([1, 2])', 'const x of later(it).values()'],
  'a method of its own that waits': ['{ entries() { wait(10); return [1, 2]; } }', 'const x of it.entries()'],
  'more parts than a map has': ['new Map([[1, 2]])', 'const [a, b = later(1), c] of [it, it]'],
  'parts of a map': ['new Map([[1, 2], [3, 4]])', 'const [a = later(1), b] of [it, it]'],
};

const program = (make: string, head: string, also = ''): (() => Readonly<Record<string, any>>) =>
  compile(`// @compile the whole file
    const it = ${make};
    let told = '';
    function later(value) { wait(10); return value; }
    export function play() {
      for (${head}) {
        wait(10);
        ${also};
        log(String([${/const (\[[^\]]*\]|\w+)/.exec(head)![1]!.replace(/[[\]]|= later\(1\)/g, '')}]));
        wait(10);
      }
      log('end');
    }`);

test.each(Object.entries(loops))('a loop over %s goes on from where it was', (_, [make, head, also]) => {
  const start = program(make, head, also);
  for (let pulses = 0; pulses < 9; pulses++) {
    const { lines, whole } = savedAndLoaded(start, pulses, ({ play }) => play());
    expect(lines).toEqual(whole);
    expect(whole.length).toBeGreaterThan(1);
  }
});

test('an iterator is refused by name', () => {
  const start = program('[1, 2][Symbol.iterator]()', 'const x of it');
  expect(() => savedAndLoaded(start, 1, ({ play }) => play())).toThrow(SaveError);
});

describe('a cursor that knows its collection does what the language does', () => {
  const valuesOf = (cursor: ReturnType<typeof $cursorOver>): unknown[] => {
    const found = [];
    while (cursor.more()) found.push(cursor.value);
    return found;
  };
  const texts = ['', 'abc', '\u{1F600}', 'a\ud83d', '\ude00a', 'x\u{1F600}\u{1F601}y'];

  test.each(texts)('text %j', (text) => expect(valuesOf($cursorOver(text))).toEqual(Array.from(text)));

  test('methods of the collection, and of its iterators, that somebody has put there', () => {
    const own = Object.assign(new Map([[1, 2]]), { entries: () => [7, 8].values() });
    expect(valuesOf($cursorOver(own.entries(), own, 'entries'))).toEqual([7, 8]);
    const elsewhere = Object.assign(new Map([[1, 2]]), { entries: () => new Map([[7, 8]]).entries() });
    expect(valuesOf($cursorOver(elsewhere.entries(), elsewhere, 'entries'))).toEqual([[7, 8]]);
    const other = new (class extends Set<number> {
      override *[Symbol.iterator](): SetIterator<number> {
        yield 5;
      }
    })([1]);
    expect(valuesOf($cursorOver(other))).toEqual([5]);
    const prototype = Object.getPrototypeOf(new Map().entries()) as { next: unknown };
    const { next } = prototype;
    prototype.next = () => ({ done: true });
    try {
      expect(valuesOf($cursorOver(new Map([[1, 2]])))).toEqual([]);
    } finally {
      prototype.next = next;
    }
  });

  test('what is no collection throws what a `for…of` throws', () => {
    expect(() => $cursorOver(undefined)).toThrow(new TypeError('undefined is not iterable'));
    expect(() => $cursorOver(3, [], 'entries')).toThrow(TypeError);
    expect(() => $cursorOver(Object.create(Map.prototype))).toThrow(TypeError);
  });

  test('a loop that was left goes through nothing more', () => {
    const cursor = $cursorOver(new Set([1, 2]));
    cursor.more();
    cursor.close();
    expect(cursor.more()).toBe(false);
  });
});
