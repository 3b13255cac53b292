/** The natives whose versions are frame objects, beside the native ones and those that are generators. */
/* oxlint-disable jest/expect-expect -- `same` expects */
import fc from 'fast-check';
import { $forEach, $map, $pausing, $pausingMethod, $sync, $thread } from '../../src/abi.js';
import { RunawayError, Scheduler } from '../../src/index.js';
import { pausing } from '../../src/natives.js';
import { verify } from '../../src/testing.js';
import { Stage } from '../stage.js';
import {
  act,
  arrowOf,
  bareStepOf,
  type Behave,
  behaviour,
  items,
  listOf,
  type Methods,
  outcomeOf,
  same,
  show,
} from './native-runs.js';

const forms = fc.constantFrom('generator' as const, 'step' as const, 'bare step' as const);
const acts = fc.array(act, { maxLength: 6 });
const quiet = acts.map((all) => all.map((one) => ({ ...one, change: 'none' as const })));

test('methods of arrays are the native ones, whatever the callback does to the list', () => {
  const names = 'filter some every find findIndex findLast findLastIndex flatMap reduce reduceRight';
  const name = fc.constantFrom(...names.split(' '));
  const property = fc.property(name, items, acts, forms, (method, parts, all, form) => {
    const call = (list: Methods, callback: Function): unknown => $pausing(list, method, callback);
    same(all, () => listOf(parts), call, form === 'bare step' ? 'step' : form);
  });
  fc.assert(property, { numRuns: 100 });
});

test('so are sort, Array.from, forEach of a set, and replace', () => {
  const property = fc.property(
    items,
    quiet,
    fc.constantFrom('generator' as const, 'step' as const),
    (parts, all, form) => {
      const make = (): unknown[] => listOf(parts);
      same(all, make, (list: Methods, callback) => $pausing(list, 'toSorted', callback), form);
      same(all, make, (list: Methods, callback) => $pausingMethod('it', list['sort'], list, callback), form);
      same(all, make, (list, callback) => $pausing(Array, 'from', list, callback, 'self'), form);
      same(
        all,
        () => new Set(parts.filter((one) => typeof one !== 'symbol')),
        (set, callback) => $pausing(set, 'forEach', callback),
        form,
      );
      same(
        all,
        () => 'nobody',
        (_, callback) => $pausing('a b a', 'replace', /[ab]/g, callback),
        form,
      );
    },
  );
  fc.assert(property, { numRuns: 30 });
});

describe.each([
  ['forEach', $forEach],
  ['map', $map],
])('%s, which has a loop of its own', (name, native) => {
  test('is the native with a function for callback', () => {
    const property = fc.property(items, acts, forms, fc.boolean(), (parts, all, form, hasThis) => {
      const call = (list: unknown, callback: Function): unknown =>
        hasThis ? native(list, callback, 'self') : native(list, callback);
      same(all, () => listOf(parts), call, form);
    });
    fc.assert(property, { numRuns: 150 });
  });

  test('is the native with a step for callback, and tells of errors as the generators do', () => {
    const waits = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 });
    const property = fc.property(items, acts, waits, (parts, all, waiting) => {
      const run = (call: (list: unknown[], isWaiting: () => boolean, behave: Behave) => unknown): string => {
        const list = listOf(parts);
        const seen: string[] = [];
        let calls = 0;
        const isWaiting = (): boolean => waiting[calls++ % waiting.length] as boolean;
        const { outcome, frames } = outcomeOf(() => call(list, isWaiting, behaviour(seen, all, list)));
        return [outcome, frames, show(list), ...seen].join('\n');
      };
      const steps = run((list, ...callback) => native(list, bareStepOf(...callback), undefined, META));
      expect(steps).toBe(run((list, ...callback) => pausing(list, name, arrowOf(...callback))));
    });
    fc.assert(property, { numRuns: 150 });
  });

  test.each([1, 3])('shows what it waits in as the generators do, with %i parameters', (count) => {
    const tracesOf = (call: () => unknown): string[] => {
      const stage = new Stage();
      const main = stage.script('main', function* () {
        yield call();
      });
      const thread = stage.scheduler.spawn(main);
      stage.pulse();
      return [1, 2, 3].map(() => {
        verify(stage.scheduler);
        const trace = thread.trace();
        stage.pulse();
        return trace;
      });
    };
    const meta = `arrow~here(${count}) name= frames bare`;
    const traces = tracesOf(() => native([1, 2], bareStepOf(isTrue, nothing), undefined, meta));
    expect(traces).toEqual(tracesOf(() => pausing([1, 2], name, arrowOf(isTrue, nothing))));
    expect(traces[0]).toContain(name);
  });

  test('tells an error of the list from one of the callback', () => {
    const list = Object.defineProperty([1, 2], 1, {
      get() {
        throw new Error('of the list');
      },
    });
    const { outcome } = outcomeOf(() => native(list, bareStepOf(isFalse, nothing), undefined, META));
    expect(outcome).toBe(outcomeOf(() => pausing(list, name, arrowOf(isFalse, nothing))).outcome);
    expect(outcome).toContain(`of the list in ${name}(`);
  });

  test('is in a getter what nothing may wait in', () => {
    const { outcome } = outcomeOf(() =>
      $sync('a getter', () => native([1, 2], bareStepOf(isTrue, nothing), undefined, META)),
    );
    const expected = outcomeOf(() => $sync('a getter', () => pausing([1, 2], name, arrowOf(isTrue, nothing))));
    expect(outcome).toBe(expected.outcome);
    expect(outcome).toContain('CannotPauseError');
  });

  test('is any other method of that name, with the function of the step', () => {
    const given: unknown[] = [];
    const object = { [name]: (...args: unknown[]) => given.push(...args) };
    const { outcome } = outcomeOf(() =>
      native(
        object,
        bareStepOf(
          () => false,
          (_, args) => args.length,
        ),
        'own',
        META,
      ),
    );
    expect(outcome).toBe('gives 1');
    expect((given[0] as () => unknown).length).toBe(3);
    expect(() => native({}, null)).toThrow(`${name} is not a function of Object`);
    expect(() => native(null, null)).toThrow(`Cannot read properties of null (reading '${name}')`);
  });

  test('runs a Promise that a callback gives, and what plain code calls', async () => {
    const stage = new Stage();
    let given: unknown;
    const step = bareStepOf(
      () => false,
      (_, [item]) => (item === 2 ? Promise.resolve('later') : item),
    );
    stage.play(
      stage.script('main', function* () {
        given = yield native([1, 2, 3], step, undefined, META);
      }),
    );
    await Promise.resolve();
    await Promise.resolve();
    stage.finish();
    expect(given).toEqual(name === 'map' ? [1, 'later', 3] : undefined);
    expect(
      native(
        [1, 2],
        bareStepOf(
          () => false,
          (_, [item]) => item,
        ),
        undefined,
        META,
      ),
    ).toEqual(name === 'map' ? [1, 2] : undefined);
  });
});

// The last test: from then on each call of this turn is looked at.
test.each([$forEach, $map])('a turn that goes through endless lists is stopped', (native) => {
  const told: unknown[] = [];
  const scheduler = new Scheduler({ maxStepsPerTurn: 1000, onError: (error) => void told.push(error) });
  const list = Array.from({ length: 400 }, () => 0);
  let turns = 0;
  const main = $thread(function* () {
    while (turns++ < 100) yield native(list, bareStepOf(isFalse, nothing), undefined, META);
  });
  scheduler.spawn(main);
  scheduler.pulse(1);
  expect(told).toEqual([expect.any(RunawayError)]);
  expect(turns).toBeLessThan(5);
});

const META = 'arrow~here(3) name= frames bare';
const isTrue = (): boolean => true;
const isFalse = (): boolean => false;
const nothing: Behave = () => 0;
