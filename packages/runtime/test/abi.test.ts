import { readFileSync } from 'node:fs';
import * as abi from '../src/abi.js';
import * as runtime from '../src/index.js';
import { layers } from '../src/execution/layers.js';
import * as people from '../src/public.js';

const names = (module: object): string[] => Object.keys(module).sort();
test('the first entry has what people use, and no name of it is one of compiled code', () => {
  expect(names(runtime)).toEqual(names(people));
  expect(names(runtime).filter((name) => name.startsWith('$'))).toEqual([]);
});

test('the types of the first entry are of what people use', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, { types: string }>;
  };
  expect(exports['.']?.types).toBe('./dist/public.d.ts');
  const words = new Set(['clock', 'waitUntil']);
  expect(names(abi).filter((name) => name in people && !words.has(name))).toEqual([]);
});

test('the entry of a function is what is called', () => {
  const entry = (): void => {};
  expect(
    abi.$thread(
      () => undefined,
      'walk(0) frames bare 1:1:a',
      undefined,
      () => entry,
    ),
  ).toBe(entry);
});

test('a function is wrapped where a script has changed how arrays are iterated', () => {
  const { [Symbol.iterator]: iterate } = Array.prototype;
  let walk: { readonly name: string; readonly length: number };
  let name: string;
  Reflect.deleteProperty(Array.prototype, Symbol.iterator);
  try {
    walk = abi.$thread(() => {}, 'Guard.walk(2) bare 1:1:iterated');
    name = walk.name;
  } finally {
    // oxlint-disable-next-line no-extend-native -- what the script has taken away
    Object.defineProperty(Array.prototype, Symbol.iterator, { value: iterate, writable: true, configurable: true });
  }
  expect([name, walk.length]).toEqual(['walk', 2]);
});

describe('code of an earlier version, which does not bring the rules of its marks, is told to be compiled again', () => {
  function* walk(): Generator {}
  const compile = (mark: string): unknown => abi.$thread(walk, `Guard.walk(0) ${mark} 1:1:abcd`);

  test.each(['restart', 'drop', 'latest'])('@%s', (mark) => {
    expect(() => compile(mark)).toThrow(/compile the file again, got "Guard\.walk"/);
    abi.$again('');
    expect(() => compile(mark)).not.toThrow();
    layers.again = null;
  });

  test('@interrupt', () => {
    expect(() => compile('interrupt')).toThrow(/compile the file again/);
    abi.$interrupt('');
    expect(() => compile('interrupt')).not.toThrow();
    layers.interruptions = null;
  });
});
