import * as errorClasses from '../../src/messages/error-classes.js';
import { Names } from '../../src/saves/names.js';

test('each error of the runtime that a script may hold has a name', () => {
  const names = new Names({ functions: {}, classes: {}, clocks: {}, modules: true } as never);
  const thrown = Object.values(errorClasses as Readonly<Record<string, unknown>>).filter(
    (one): one is Function => typeof one === 'function' && one.name.endsWith('Error'),
  );
  expect(thrown.length).toBeGreaterThan(8);
  expect(thrown.filter((one) => names.of(one)?.[0] !== 'runtime').map(({ name }) => name)).toEqual([]);
});
