/** Logs come out of files: what is not whole is found, and told by its place. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import { Scheduler, start, wait } from '../../src/index.js';
import { type Log, recorder, replay, ReplayError } from '../../src/replay.js';
import { decode, encode } from '../../src/replay/codec.js';
import { limitMs, playAgain, record, run } from './replay-run.js';
import { recordWarnings } from '../warnings.js';

// What is told in development is not what these tests are about.
recordWarnings();

const walk = $thread(function* (): any {
  yield wait(20);
}, 'walk(0)');
const program = (scheduler: Scheduler): void => {
  scheduler.enter(() => walk());
  scheduler.pulse(16);
  scheduler.input('keys', () => 'up');
  scheduler.signal('go', 1);
};
const recorded = (): Log => {
  const scheduler = new Scheduler({ inbox: recorder() });
  program(scheduler);
  return JSON.parse(JSON.stringify(scheduler.record())) as Log;
};
/** A log whose record `at` has other fields, or is something else. */
function withRecord(at: number, change: object | null): Log {
  const log = recorded();
  const records = log.records.map((one, i) => (i === at ? change && { ...one, ...change } : one));
  return { ...log, records } as unknown as Log;
}
const told = (log: unknown): string => {
  try {
    replay(log as Log, program);
    return 'the same';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};
const got = (what: string): string =>
  `TypeError: replay expected a log that \`scheduler.record()\` gave, got ${what}. ` +
  `Parse the text of a file, and pass all of it.`;

describe('a log that is not whole', () => {
  test.each([
    [
      JSON.stringify(recorded()),
      `"{\\"version\\":1,\\"seed\\":1,\\"maxStepsPerTurn\\":500000,\\"records\\":[{\\"frame\\":0… (string)`,
    ],
    [[], 'Array (object)'],
    [{ ...recorded(), version: 2 }, 'one whose `version` is 2 (number), not 1'],
    [{ ...recorded(), seed: '7' }, 'one whose `seed` is "7" (string), not a finite number'],
    [{ ...recorded(), end: [1] }, 'one whose `end` is Array (object), not three whole numbers'],
    [withRecord(2, null), 'one whose record 2 is null'],
    [
      withRecord(0, { args: undefined }),
      'one whose record 0 has a wrong field: `args` is undefined, not an array of JSON',
    ],
    [
      withRecord(0, { args: [{ $: ['bigint', 'x'] }] }),
      'one whose record 0 has a wrong field: `args` is Array (object), not an array of JSON',
    ],
    [
      withRecord(1, { state: 5 }),
      'one whose record 1 has a wrong field: `state` is 5 (number), not three whole numbers or nothing',
    ],
    [
      withRecord(1, { args: ['16'] }),
      'one whose record 1 has a wrong field: `args` is Array (object), not one number of ms ≥ 0',
    ],
    [withRecord(2, { args: null }), 'one whose record 2 has a wrong field: `args` is null, not an array of JSON'],
    [
      withRecord(2, { args: [5] }),
      'one whose record 2 has a wrong field: `args` is Array (object), not "value" or "error", and one more',
    ],
    [
      withRecord(2, { kind: 'event' }),
      'one whose record 2 has a wrong field: `link` is undefined, not a whole number ≥ 1',
    ],
    [withRecord(2, { seq: 1 }), 'one whose record 2 is number 1 of frame 1, behind number 1 of frame 0'],
    [{ ...recorded(), records: recorded().records.slice(0, -1) }, 'one with 3 records of 4'],
  ])('is refused before anything runs, by its place', (log, what) => {
    expect(told(log)).toBe(got(what));
  });

  test('is refused where it cannot be read at all', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(told(proxy)).toContain('got an object that cannot be read (object)');
    const round: { args: unknown[] } = { args: [] };
    round.args.push(round.args);
    expect(told(withRecord(0, round))).toContain('which cannot be read');
  });

  test('of an older runtime, which did not count its records, is played', () => {
    const { count, ...older } = recorded();
    expect([count, told(older)]).toEqual([4, 'the same']);
  });

  test('whose records are of another frame than the run is found when they come', () => {
    const later = recorded();
    const records = later.records.map((one, i) => (i < 2 ? one : { ...one, frame: 5 }));
    expect(told({ ...later, records })).toBe(
      'ReplayError: The run differs from its log at frame 5, record 0: the log has `input keys`, the run `input keys` at frame 1. ' +
        'Run the same program with the same calls.',
    );
  });

  const values = [null, true, '', 'x', -1, 0, 1.5, 5, {}, [], [null], [[]], [1, 2, 3], [1, 2, '3'], { $: [] }];
  const fields = ['frame', 'seq', 'kind', 'name', 'args', 'state', 'link'];

  test.each(fields)('plays as it was, or says what is wrong, whatever the field %s of any record is', (field) => {
    const isOurs = /^(?:the same$|ReplayError: |TypeError: replay expected a log that )/;
    const foreign = recorded().records.flatMap((_, at) =>
      values
        .map((value) => `record ${at}, ${JSON.stringify(value)}: ${told(withRecord(at, { [field]: value }))}`)
        .filter((text) => !isOurs.test(text.slice(text.indexOf(': ') + 2))),
    );
    expect(foreign).toEqual([]);
  });

  test('whose call has a state that is none is refused', () => {
    const change = { state: 5, kind: 'call', name: 'other', args: [] };
    const what = '`state` is 5 (number), not three whole numbers or nothing';
    expect(told(withRecord(0, change))).toBe(got(`one whose record 0 has a wrong field: ${what}`));
  });

  test(
    'never plays something else in silence, and never ends in an error that is not ours',
    async () => {
      const other = fc.constantFrom<unknown>(null, undefined, true, 'x', '', 5, -1, 1.5, {}, [], [null], [[]]);
      const change = fc.oneof(
        fc.record({ what: fc.constant('drop' as const), at: fc.nat() }),
        fc.record({ what: fc.constant('double' as const), at: fc.nat() }),
        fc.record({ what: fc.constant('swap' as const), at: fc.nat(), with: fc.nat() }),
        fc.record({ what: fc.constant('field' as const), at: fc.nat(), field: fc.nat(), other }),
        fc.record({ what: fc.constant('head' as const), field: fc.nat(), other }),
      );
      const found = { same: 0, refused: 0, differs: 0 };
      await fc.assert(
        fc.asyncProperty(run, change, async ({ seed, steps }, tampering) => {
          const { log, lines } = await record(seed, steps);
          const tampered = tamper(log, tampering);
          fc.pre(tampered !== null);
          let played: string[];
          try {
            played = playAgain(tampered as Log, steps);
          } catch (error) {
            const isRefused = error instanceof TypeError && error.message.startsWith('replay expected a log that');
            if (!isRefused && !(error instanceof ReplayError)) throw error;
            found[isRefused ? 'refused' : 'differs']++;
            return;
          }
          expect(played).toEqual(lines);
          found.same++;
        }),
        { numRuns: Number(process.env['REPLAY_RUNS'] ?? 300) },
      );
      // What cannot matter may be changed: an order of fields, a step limit.
      expect(found.refused).toBeGreaterThan(found.same);
    },
    limitMs,
  );
});

interface Change {
  readonly what: 'drop' | 'double' | 'swap' | 'field' | 'head';
  readonly at?: number;
  readonly with?: number;
  readonly field?: number;
  readonly other?: unknown;
}

/** Changes a log; null where there is nothing to change, or where the data of the outside would be another. */
function tamper(log: Log, { what, at = 0, with: second = 0, field = 0, other }: Change): unknown {
  const records = [...log.records] as unknown[];
  if (what === 'head') {
    const names = Object.keys(log).filter((name) => name !== 'count');
    const name = names[field % names.length] as string;
    return isDeepStrictEqual(typeof (log as any)[name], typeof other) ? null : { ...log, [name]: other };
  }
  if (records.length === 0) return null;
  const place = at % records.length;
  const one = records[place] as Record<string, unknown>;
  if (what === 'drop') records.splice(place, 1);
  else if (what === 'double') records.splice(place, 0, one);
  else if (what === 'swap') {
    const otherPlace = second % records.length;
    [records[place], records[otherPlace]] = [records[otherPlace], one];
  } else {
    const names = Object.keys(one);
    const name = names[field % names.length] as string;
    // Arguments are data, and so is which of the sources spoke.
    const isData = name === 'args' ? Array.isArray(other) : name === 'link' && typeof other === 'number';
    if (isData || isDeepStrictEqual(one[name], other)) return null;
    records[place] = { ...one, [name]: other };
  }
  return { ...log, records };
}

describe('values of a log', () => {
  const there = (value: unknown): unknown => decode(JSON.parse(JSON.stringify(encode(value))));

  /** With holes at its end. */
  function withLength(array: unknown[], length: number): unknown[] {
    array.length = length;
    return array;
  }

  test('come back with the holes of an array, with fields of its own, and without a prototype', () => {
    const values = [
      withLength([1], 2),
      withLength([], 2),
      Object.assign(withLength([], 1), { 3: 'x' }),
      Array.from({ length: 3 }),
      Object.assign(Object.create(null), { a: [{}] }),
      'abc'.match(/b/),
    ];
    values.forEach((value) => expect(isDeepStrictEqual(there(value), value)).toBe(true));
    const endless = withLength([], 2 ** 32 - 1);
    expect((there(endless) as unknown[]).length).toBe(2 ** 32 - 1);
  });

  test('come back with the errors of an AggregateError, and a field named as the prototype harms nobody', () => {
    const errors = [new TypeError('a'), 'b'];
    const again = there(new AggregateError(errors, 'both')) as AggregateError;
    expect([again instanceof AggregateError, again.message, again.errors]).toEqual([true, 'both', errors]);
    const hostile = JSON.parse('{"$":["error","Error","x",{"__proto__":{"polluted":1}}]}') as unknown;
    expect((decode(hostile) as { polluted?: number }).polluted).toBe(undefined);
  });

  test('are only named where they cannot be read, and where they stand too deep for the native stack', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(encode([proxy])).toEqual([{ $: ['opaque', 'object'] }]);
    let deep: unknown = 'end';
    for (let i = 0; i < 9000; i++) deep = { deep };
    expect(JSON.stringify(encode(deep))).toContain('{"$":["opaque","Object"]}');
  });

  test('come back as they were, whatever they are', () => {
    const value = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      maxDepth: 4,
    });
    fc.assert(
      fc.property(value, (one) => {
        // Node finds no date equal to another that is no time.
        fc.pre(!JSON.stringify(encode(one)).includes('["date",{'));
        expect(isDeepStrictEqual(there(one), one)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

test('a script that was given a revoked proxy is recorded and played', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const play = (scheduler: Scheduler): void => {
    scheduler.signal('odd', proxy);
    scheduler.enter(() => start(() => proxy));
    scheduler.pulse(1);
  };
  const scheduler = new Scheduler({ inbox: recorder() });
  play(scheduler);
  replay(scheduler.record(), play);
  expect(scheduler.clock.frame).toBe(1);
});
