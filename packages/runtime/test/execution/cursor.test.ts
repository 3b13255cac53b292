/** `$cursor` and `$keysOf` do what `for…of` and `for…in` do, whatever they go through and however they are left. */
import fc from 'fast-check';
import { $cancel, $cursor, $keysOf } from '../../src/abi.js';

type Log = (text: string) => void;

/** What the body of the loop does in its turn: how it leaves the loop, or what it does to what the loop goes through. */
const turnOf = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('goOn', 'push', 'pop', 'shift', 'set', 'delete', 'clear', 'grow'),
      at: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('break', 'return', 'throw', 'cancel'), at: fc.nat(5) }) },
);
type Turn = typeof turnOf extends fc.Arbitrary<infer T> ? T : never;

const returning = fc.constantFrom(
  'none',
  'undefined',
  'null',
  'object',
  'function',
  'primitive',
  'throws',
  'noFunction',
  'getter',
);
const custom = fc.record({
  kind: fc.constant('custom' as const),
  values: fc.array(fc.nat(9), { maxLength: 4 }),
  end: fc.constantFrom('done', 'doneTruthy', 'throws', 'primitive', 'doneThrows', 'valueThrows', 'function'),
  returns: returning,
  iterator: fc.constantFrom(
    'object',
    'object',
    'object',
    'primitive',
    'throws',
    'nextMissing',
    'nextThrows',
    'function',
  ),
});
const source = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'array' as const,
      'map' as const,
      'set' as const,
      'proxy' as const,
      'sub' as const,
      'typed' as const,
    ),
    values: fc.array(fc.nat(9), { maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('sparse' as const), values: fc.constant([1, 2, 3]) }),
  fc.record({ kind: fc.constant('string' as const), values: fc.constantFrom('', 'abc', 'a\u{1F600}b', '\ud83d!') }),
  fc.record({ kind: fc.constant('generator' as const), values: fc.array(fc.nat(9), { maxLength: 4 }) }),
  fc.record({
    kind: fc.constant('other' as const),
    values: fc.constantFrom<unknown>(
      null,
      undefined,
      1,
      true,
      {},
      { [Symbol.iterator]: null },
      { [Symbol.iterator]: 3 },
    ),
  }),
  custom,
);
type Source = typeof source extends fc.Arbitrary<infer T> ? T : never;

class Sub extends Array<unknown> {}

function makeSource(from: Source, log: Log): any {
  switch (from.kind) {
    case 'array':
      return [...from.values];
    case 'sparse':
      // oxlint-disable-next-line no-sparse-arrays -- a hole is undefined
      return [1, , 3];
    case 'sub':
      return Sub.from(from.values);
    case 'typed':
      return Uint8Array.from(from.values);
    case 'map':
      return new Map(from.values.map((value) => [value, -value]));
    case 'set':
      return new Set(from.values);
    case 'proxy':
      return new Proxy([...from.values], {
        get(target, key) {
          log(`get ${String(key)}`);
          return Reflect.get(target, key) as unknown;
        },
      });
    case 'generator':
      return (function* () {
        try {
          yield* from.values;
        } finally {
          log('finally');
        }
      })();
    case 'custom':
      return makeIterable(from, log);
    default:
      return from.values;
  }
}

function makeIterable(
  { values, end, returns, iterator: form }: typeof custom extends fc.Arbitrary<infer T> ? T : never,
  log: Log,
): unknown {
  let at = 0;
  const ends: Record<string, () => unknown> = {
    done: () => ({ done: true, value: 'unseen' }),
    doneTruthy: () => ({ done: 'yes' }),
    throws: () => {
      throw new Error('of next');
    },
    primitive: () => 7,
    doneThrows: () => ({
      get done() {
        throw new Error('of done');
      },
    }),
    valueThrows: () => ({
      get value() {
        throw new Error('of value');
      },
    }),
    function: () => Object.assign(() => undefined, { done: true }),
  };
  const base: Record<string, unknown> = form === 'function' ? (function () {} as never) : {};
  const iterator = Object.assign(base, {
    next(this: unknown, ...args: unknown[]) {
      log(`next ${this === iterator} ${args.length}`);
      if (at < values.length) return { value: values[at++], done: at > 9 };
      return ends[end]?.();
    },
  });
  const back: Record<string, unknown> = {
    undefined,
    null: null,
    noFunction: 5,
    object: () => ({}),
    function: () => () => undefined,
    primitive: () => 1,
    throws: () => {
      throw new Error('of return');
    },
  };
  if (returns === 'getter')
    Object.defineProperty(iterator, 'return', {
      get() {
        throw new Error('of getting return');
      },
    });
  else if (returns !== 'none') {
    const given = back[returns];
    (iterator as Record<string, unknown>)['return'] =
      typeof given === 'function'
        ? function (this: unknown, ...args: unknown[]) {
            log(`return ${this === iterator} ${args.length}`);
            return (given as () => unknown)();
          }
        : given;
  }
  if (form === 'nextMissing') Reflect.deleteProperty(iterator, 'next');
  if (form === 'nextThrows')
    Object.defineProperty(iterator, 'next', {
      get() {
        throw new Error('of getting next');
      },
    });
  return {
    [Symbol.iterator]() {
      log('iterator');
      if (form === 'throws') throw new Error('of the iterator');
      return form === 'primitive' ? 3 : iterator;
    },
  };
}

/** Changes what the loop goes through, if it can be changed in this way. */
function change(through: any, { do: how, at }: Turn): void {
  if (Array.isArray(through)) {
    if (how === 'push') through.push(`new ${at}`);
    else if (how === 'pop') through.pop();
    else if (how === 'shift') through.shift();
    else if (how === 'set') through[at] = 'set';
    else if (how === 'delete') Reflect.deleteProperty(through, at);
    else if (how === 'clear') through.length = 0;
    else if (how === 'grow') through.length += 1;
  } else if (through instanceof Map || through instanceof Set) {
    const put = (key: unknown): unknown => (through instanceof Map ? through.set(key, 'put') : through.add(key));
    if (how === 'push' && through.size < 9) put(10 + at);
    else if (how === 'delete') through.delete(at);
    else if (how === 'clear') through.clear();
    else if (how === 'set' && through.delete(at)) put(at);
  } else if (through instanceof Uint8Array && how === 'set') through[at] = 99;
}

/** The loop as it is written, in a generator that can be unwound at a turn. */
function* written(through: any, turns: readonly Turn[], log: Log): Generator<Turn, unknown, undefined> {
  let at = 0;
  for (const value of through) {
    log(`value ${String(value)}`);
    const turn = turns[at++] ?? { do: 'break', at: 0 };
    if (turn.do === 'break') break;
    if (turn.do === 'return') return 'returned';
    if (turn.do === 'throw') throw new Error('of the body');
    if (turn.do === 'cancel') yield turn;
    change(through, turn);
  }
  return 'after';
}

/** The same as a step has it. */
function lowered(through: any, turns: readonly Turn[], log: Log): unknown {
  let at = 0;
  const cursor = $cursor(through);
  try {
    while (cursor.more()) {
      const { value } = cursor;
      log(`value ${String(value)}`);
      const turn = turns[at++] ?? { do: 'break', at: 0 };
      if (turn.do === 'break') {
        cursor.close();
        break;
      }
      if (turn.do === 'return') {
        cursor.close();
        return 'returned';
      }
      if (turn.do === 'throw') throw new Error('of the body');
      if (turn.do === 'cancel') throw $cancel;
      change(through, turn);
    }
  } catch (error) {
    cursor.fail(error);
    throw error;
  }
  return 'after';
}

function outcome(run: (log: Log) => unknown): string[] {
  const lines: string[] = [];
  const log: Log = (text) => lines.push(text);
  try {
    log(`gives ${String(run(log))}`);
  } catch (error) {
    const isOurs = error instanceof Error && error.message.startsWith('of ');
    log(
      error === $cancel ? 'gives undefined' : `throws ${isOurs ? error.message : (error as object).constructor.name}`,
    );
  }
  return lines;
}

test('a cursor does what `for…of` does', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(source, fc.array(turnOf, { maxLength: 6 }), (from, turns) => {
      const expected = outcome((log) => {
        const body = written(makeSource(from, log), turns, log);
        const step = body.next();
        return step.done === true ? step.value : body.return(undefined).value;
      });
      expect(outcome((log) => lowered(makeSource(from, log), turns, log))).toEqual(expected);
      seen.add(`${from.kind}: ${expected.at(-1)}`);
    }),
    { numRuns: 3000, seed: 20261124 },
  );
  for (const end of ['of next', 'of done', 'of value', 'of return', 'of getting return', 'of the body', 'TypeError'])
    expect(seen).toContain(`custom: throws ${end}`);
});

test('what somebody has put on the iterators of arrays is used', () => {
  const iterators = Object.getPrototypeOf([].values()) as Record<string, unknown>;
  const calls: string[] = [];
  iterators['return'] = function (this: Iterator<unknown>) {
    calls.push(`return of ${Object.prototype.toString.call(this)}`);
    return {};
  };
  try {
    expect(outcome((log) => lowered([1, 2], [{ do: 'break', at: 0 }], log))).toEqual(['value 1', 'gives after']);
  } finally {
    Reflect.deleteProperty(iterators, 'return');
  }
  const { next } = iterators as { next: () => unknown };
  iterators['next'] = function (this: unknown) {
    calls.push('next');
    return Reflect.apply(next, this, []);
  };
  try {
    expect(lowered([], [], () => undefined)).toBe('after');
  } finally {
    iterators['next'] = next;
  }
  // What runs the tests goes through arrays, too.
  expect(calls.slice(0, 2)).toEqual(['return of [object Array Iterator]', 'next']);
});

test('an array goes by an iterator of its own', () => {
  const list = Object.assign([1, 2], { [Symbol.iterator]: () => [7].values() });
  const cursor = $cursor(list);
  expect([cursor.more(), cursor.value, cursor.more()]).toEqual([true, 7, false]);
});

test('an array that has ended stays so, as a pattern asks for more than there is', () => {
  const list = [1];
  const cursor = $cursor(list);
  expect([cursor.more(), cursor.more()]).toEqual([true, false]);
  list.push(2);
  expect(cursor.more()).toBe(false);
});

test('the keys of `for…in` are those that were there, without those that are gone', () => {
  const changing = fc.record({
    do: fc.constantFrom('none', 'delete', 'add'),
    key: fc.constantFrom('a', 'b', 'c', '1', '2'),
  });
  const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '1', '2'));
  fc.assert(
    fc.property(keys, keys, fc.array(changing), (own, inherited, changes) => {
      const make = (): Record<string, unknown> => {
        const made = Object.create(Object.fromEntries(inherited.map((key) => [key, 0]))) as Record<string, unknown>;
        for (const key of own)
          Object.defineProperty(made, key, { value: 1, configurable: true, writable: true, enumerable: key !== 'c' });
        return made;
      };
      const alter = (object: Record<string, unknown>, at: number): void => {
        const one = changes[at];
        if (one?.do === 'delete') Reflect.deleteProperty(object, one.key);
        // What is added may be gone through or not.
        else if (one?.do === 'add' && one.key in object) object[one.key] = 2;
      };
      const expected: string[] = [];
      const first = make();
      // oxlint-disable-next-line guard-for-in -- all of them
      for (const key in first) alter(first, expected.push(key) - 1);
      const got: string[] = [];
      const second = make();
      const cursor = $keysOf(second);
      while (cursor.more()) alter(second, got.push(cursor.value as string) - 1);
      expect(got).toEqual(expected);
    }),
    { seed: 20261124, numRuns: 1000 },
  );
  for (const nothing of [null, undefined, 5, {}]) expect($keysOf(nothing).more()).toBe(false);
  const text = $keysOf('ab');
  expect([text.more(), text.value, text.more(), text.value, text.more()]).toEqual([true, '0', true, '1', false]);
});
