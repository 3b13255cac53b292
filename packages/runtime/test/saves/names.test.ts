import * as errorClasses from '../../src/messages/error-classes.js';
import { Names } from '../../src/saves/names.js';
import { $saves } from '../../src/saves/registry.js';

const GIVEN = { functions: {}, classes: {}, clocks: {}, modules: true, saves: {} };

test('each error of the runtime that a script may hold has a name', () => {
  const names = new Names(GIVEN);
  const thrown = Object.values(errorClasses as Readonly<Record<string, unknown>>).filter(
    (one): one is Function => typeof one === 'function' && one.name.endsWith('Error'),
  );
  expect(thrown.length).toBeGreaterThan(8);
  expect(thrown.filter((one) => names.of(one)?.[0] !== 'runtime').map(({ name }) => name)).toEqual([]);
});

test('what has a name is read again when a file has made more of it', () => {
  const bag = { inner: { coins: 3 } };
  const [before, after, late, method] = [() => 1, () => 2, () => 3, () => 4];
  const file: { ink: unknown; late?: unknown; table?: object } = { ink: before };
  $saves('bag.js', {
    functions: { late: () => file.late },
    variables: { bag: [() => bag], table: [() => file.table, () => {}] },
    imports: { './pen.js#ink': () => file.ink },
  });
  const namesOf = (...all: unknown[]): unknown[] => all.map((one) => new Names(GIVEN).of(one)?.join(' '));
  expect(namesOf(before, after, late, method, bag, bag.inner)).toEqual([
    'import bag.js ./pen.js#ink',
    undefined,
    undefined,
    undefined,
    'variable bag.js#bag',
    undefined,
  ]);
  file.ink = after;
  expect(namesOf(before, after)).toEqual([undefined, 'import bag.js ./pen.js#ink']);
  file.late = late;
  expect(namesOf(late)).toEqual(['function bag.js#late']);
  file.table = { method };
  expect(namesOf(method)).toEqual(['function bag.js#table.method']);
  Object.freeze(bag);
  expect(namesOf(bag.inner)).toEqual(['variable bag.js#bag.inner']);
  const other = (): void => {};
  $saves('other.js', { functions: { other: () => other } });
  expect(namesOf(other)).toEqual(['function other.js#other']);
});

test('what the game has given has its name, but for functions and classes of compiled files', () => {
  const [walk, held] = [() => 1, () => 2];
  $saves('given.js', { functions: { walk: () => walk }, imports: { './pen.js#held': () => held } });
  const names = new Names({ ...GIVEN, functions: { go: walk, hold: held } });
  expect([names.of(walk), names.of(held)]).toEqual([
    ['function', 'given.js#walk'],
    ['own', 'hold'],
  ]);
  expect(['go', 'hold'].map((name) => names.find('own', name))).toEqual([walk, held]);
  expect(new Names(GIVEN).of(held)).toEqual(['import', 'given.js ./pen.js#held']);
});
