/** Each built-in that takes a callback, beside the native one. Long, as there are many. */
/* oxlint-disable typescript/unbound-method, typescript/no-array-delete, jest/expect-expect, no-sparse-arrays -- `same` expects, and ugly arrays are the point */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import { waitFrames } from '../../src/index.js';
import { pausing, pausingMethod } from '../../src/natives.js';
import { Stage } from '../stage.js';
import { type Act, act, items, listOf, type Methods, type Mode, observe, same, show, value } from './native-runs.js';

describe.each(
  'forEach map filter some every find findIndex findLast findLastIndex flatMap reduce reduceRight'.split(' '),
)('%s with a callback that waits', (name) => {
  test('is the native, whatever the callback does to the list', () => {
    fc.assert(
      fc.property(
        items,
        fc.array(act, { maxLength: 6 }),
        fc.option(value.filter((one) => typeof one !== 'object')),
        fc.boolean(),
        (parts, acts, extra, more) => {
          const rest = more ? [extra] : [];
          same(
            acts,
            () => listOf(parts),
            (list: Methods, callback) => pausingMethod('it', list[name], list, callback, ...rest),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('serves what is like an array', () => {
    const method = (Array.prototype as unknown as Methods)[name]!;
    fc.assert(
      fc.property(items, fc.oneof(fc.nat(6), fc.constantFrom('3', -1, NaN, 2.7, undefined)), (parts, length) => {
        const acts: Act[] = [{ change: 'none', at: 0, gives: 0, throws: false }];
        same(
          acts,
          () => Object.assign({}, listOf(parts), { length }),
          (list: object, callback) => pausingMethod('it', method, list, callback),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe.each(['sort', 'toSorted'])('%s with a comparison that waits', (name) => {
  test('is the native: the same pairs in the same order', () => {
    const quiet = fc.array(
      act.map((one) => ({ ...one, change: 'none' as const })),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(items, quiet, (parts, acts) => {
        same(
          acts,
          () => listOf(parts),
          (list: Methods, callback) => pausingMethod('it', list[name], list, callback),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('is stable', () => {
    const compare = (wait: boolean): Function =>
      $thread(function* (a: { n: number }, b: { n: number }): Generator<unknown, number> {
        if (wait) yield waitFrames(1);
        return a.n - b.n;
      } as never);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 24 }), (numbers) => {
        const make = (): { n: number; i: number }[] => numbers.map((n, i) => ({ n, i }));
        const stage = new Stage();
        let given: unknown;
        const list = make() as unknown as Methods;
        stage.play(
          stage.script('main', function* () {
            given = yield pausingMethod('it', list[name], list, compare(true));
          }),
        );
        stage.finish();
        expect(given).toEqual(make().sort((a, b) => a.n - b.n));
      }),
      { numRuns: 30 },
    );
  });
});

describe.each(['map', 'filter', 'flatMap', 'from'])('what %s makes', (name) => {
  /** The same call with a callback that waits and gives what it gets, and with a plain one. */
  function both(list: unknown[]): { made: unknown; expected: unknown } {
    const call = (callback: Function): unknown =>
      name === 'from'
        ? pausingMethod('it', Array.from, Array, list, callback)
        : pausingMethod('it', (list as unknown as Methods)[name], list, callback);
    const stage = new Stage();
    const given = { made: undefined as unknown, expected: call((one: unknown) => one) };
    const main = stage.script('main', function* () {
      given.made = yield call(
        $thread(function* (one: unknown): Generator<unknown, unknown> {
          if (one === 5) yield waitFrames(1);
          return one;
        } as never),
      );
    });
    stage.play(main);
    stage.finish();
    return given;
  }
  const upTo = (length: number): unknown[] => Array.from({ length }, (_, i) => i);

  test.each([0, 1, 16, 17, 127, 128, 129, 300])('has all %i elements', (length) => {
    const { made, expected } = both(upTo(length));
    expect(show(made)).toBe(show(expected));
    expect(made).toHaveLength((expected as unknown[]).length);
  });

  test('has holes where the native has them', () => {
    for (const hole of [0, 7, 127, 128, 129]) {
      const list = upTo(200);
      delete list[hole];
      const { made, expected } = both(list);
      expect(show(made)).toBe(show(expected));
    }
  });

  test('has elements of its own where a prototype has a setter', () => {
    for (const at of [100, 127, 128, 150]) {
      const list = upTo(200);
      const refuse = { get: () => 'inherited', set: () => expect(at).toBe('never set'), configurable: true };
      // oxlint-disable-next-line no-extend-native -- taken out below
      Object.defineProperty(Array.prototype, at, refuse);
      try {
        const { made, expected } = both(list);
        delete Array.prototype[at];
        expect(made).toEqual(expected);
        const own = Object.getOwnPropertyDescriptor(made, at - 1);
        expect(own).toEqual({ value: expect.anything(), writable: true, enumerable: true, configurable: true });
      } finally {
        delete Array.prototype[at];
      }
    }
  });
});

test('sort with a comparison that changes the list and does not wait writes over it, as the native does', () => {
  fc.assert(
    fc.property(items, fc.array(act, { maxLength: 6 }), (parts, acts) => {
      const run = (mode: Mode): string => {
        const list = listOf(parts) as unknown as Methods;
        return observe(mode, acts, list, (callback) => pausingMethod('it', list['sort'], list, callback));
      };
      expect(run('never waits')).toBe(run('plain'));
    }),
  );
});

test('a list that changes while its sort waits is left as it is, with an error', () => {
  const stage = new Stage();
  const list = [3, 1, 2];
  const compare = $thread(function* (a: number, b: number): Generator<unknown, number> {
    yield waitFrames(1);
    return a - b;
  } as never);
  let error: unknown;
  stage.play(
    stage.script('main', function* () {
      try {
        yield pausingMethod('it', list.sort, list, compare);
      } catch (caught) {
        error = caught;
      }
    }),
  );
  stage.pulse();
  list[0] = 9;
  stage.finish();
  expect(error).toMatchObject({ code: 'SPN513' });
  expect(list).toEqual([9, 1, 2]);
});

describe('Array.from', () => {
  class Stack extends Array<unknown> {}
  function Odd(this: object, ...args: unknown[]): void {
    Object.assign(this, { made: args.length });
  }
  const sources: Record<string, () => unknown> = {
    'a list': () => [1, , 3],
    'a text': () => 'a😀b',
    'something like a list': () => ({ length: 3, 1: 'x' }),
    'a set': () => new Set([1, 2, 1]),
    nothing: () => null,
  };
  test.each(Object.keys(sources))('of %s is the native', (name) => {
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 4 }),
        fc.constantFrom(Array, Stack, Odd, undefined),
        (acts, constructor) => {
          const quiet = acts.map((one) => ({ ...one, change: 'none' as const }));
          same(quiet, sources[name]!, (source, callback) =>
            pausingMethod('it', Array.from, constructor, source, callback, 'self'),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test('closes the iterator when the callback throws after a wait', () => {
    const log: string[] = [];
    const source = {
      *[Symbol.iterator]() {
        try {
          yield 1;
          yield 2;
        } finally {
          log.push('closed');
        }
      },
    };
    const acts: Act[] = [{ change: 'none', at: 0, gives: 0, throws: true }];
    same(
      acts,
      () => source,
      (list, callback) => pausingMethod('it', Array.from, Array, list, callback),
    );
    expect(log).toEqual(['closed', 'closed', 'closed']);
  });
});

test('forEach of maps and sets visits what is added meanwhile', () => {
  for (const make of [
    () =>
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    () => new Set(['a', 'b']),
  ]) {
    const run = (mode: Mode): string => {
      const all = make() as Map<string, number>;
      return observe(mode, [], all, (callback) => {
        return pausingMethod('it', all.forEach, all, callback, 'self');
      });
    };
    expect(run('never waits')).toBe(run('plain'));
    expect(run('always waits')).toBe(run('plain'));
  }
});

test('forEach of a set that grows and shrinks under a callback that waits', () => {
  const stage = new Stage();
  const all = new Set(['a', 'b', 'c']);
  const seen: string[] = [];
  const callback = $thread(function* (item: string): Generator {
    yield waitFrames(1);
    seen.push(item);
    if (item === 'a') all.delete('b');
    if (item === 'c') all.add('d');
  } as never);
  stage.play(
    stage.script('main', function* () {
      yield pausingMethod('it', all.forEach, all, callback);
    }),
  );
  stage.finish();
  expect(seen).toEqual(['a', 'c', 'd']);
});

describe('replace and replaceAll', () => {
  const patterns: (() => unknown)[] = [
    () => 'a',
    () => '',
    () => /a/,
    () => /a/g,
    () => /(?<first>[ab])(c)?/g,
    () => /(b)|(a)/gi,
    () => /\b/g,
    () => /a/y,
    () => /(?:)/gu,
    () => 7,
  ];
  test.each(['replace', 'replaceAll'])('%s is the native', (name) => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', ' ', 'A', '7', '😀'), { maxLength: 8 }),
        fc.constantFrom(...patterns),
        fc.array(act, { maxLength: 4 }),
        (letters, pattern, acts) => {
          const text = letters.join('');
          const quiet = acts.map((one) => ({ ...one, change: 'none' as const }));
          const method = (String.prototype as unknown as Methods)[name]!;
          same(
            quiet,
            () => 'nobody',
            (_, callback) => pausingMethod('it', method, text, pattern(), callback),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  test('a pattern with a replacing of its own gets the callback itself', () => {
    const callback = $thread(function* () {});
    const pattern = { [Symbol.replace]: (text: string, given: unknown) => [text, given] };
    expect(pausingMethod('it', 'abc'.replace, 'abc', pattern, callback)).toEqual(['abc', callback]);
  });
});

describe('what is not the native of the realm', () => {
  const waits = (): Function =>
    $thread(function* () {
      yield waitFrames(1);
      return true;
    });

  test('is called as it is, with its receiver', () => {
    const store = {
      map(this: unknown, ...args: unknown[]) {
        return [this, ...args];
      },
    };
    const callback: unknown = waits();
    expect(pausingMethod('it', store.map, store, callback, 2)).toEqual([store, callback, 2]);
  });

  test('cannot pause if it is another native', () => {
    const stage = new Stage();
    let error: unknown;
    const numbers = new Uint8Array([1, 2]);
    stage.play(
      stage.script('main', function* () {
        try {
          yield pausingMethod('it', numbers.map, numbers, waits());
        } catch (caught) {
          error = caught;
        }
      }),
    );
    expect((error as Error).message).toContain('waitFrames(1) cannot pause in a callback of map');
  });

  test('nothing to call is a TypeError', () => {
    const none = (): unknown => pausingMethod('list.map', undefined, {}, waits());
    expect(none).toThrow(TypeError);
    expect(none).toThrow('list.map is not a function');
    expect(() => pausing({ name: 'crate' }, 'map', waits())).toThrow(new TypeError('map is not a function of crate'));
    expect(() => pausing(undefined, 'map', waits())).toThrow(TypeError);
  });
});

test('the `Array` of another realm is no species', () => {
  const list: unknown[] = [1, 2];
  list.constructor = runInNewContext('Array') as Function;
  const twice = $thread(function* (n: number) {
    return 2 * n;
  }, 'twice(1) 1:0:a');
  const given = pausingMethod('it', list.map, list, twice);
  expect(given).toEqual([2, 4]);
  expect(Object.getPrototypeOf(given)).toBe(Array.prototype);
});

test('a species is asked for once, and what it makes is filled', () => {
  class Team extends Array<unknown> {}
  const acts: Act[] = [{ change: 'none', at: 0, gives: [1], throws: false }];
  for (const name of ['map', 'filter', 'flatMap'])
    same(
      acts,
      () => Team.from([1, 2, 3]),
      (list: Methods, callback) => {
        const kind = (given: unknown): unknown => given;
        return kind(pausingMethod('it', list[name], list, callback));
      },
    );
});
