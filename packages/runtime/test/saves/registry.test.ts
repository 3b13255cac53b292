import { $made, $saves } from '@spindle/runtime/abi';
import { factoryOf, idOfFactory, originOf, savedFiles } from '../../src/saves/registry.js';

const factory = (total: { v: number }) => () => total.v;

test('what a factory makes knows how it was made', () => {
  const total = { v: 1 };
  const made = $made(factory(total), factory, [total]);
  expect(made()).toBe(1);
  expect(originOf(made)).toMatchObject({ factory, captured: [total] });
  expect(originOf(factory(total))).toBeUndefined();
  expect(originOf({})).toBeUndefined();
});

test('a factory is found by its id, and its id by the factory, once its file has run', () => {
  const own = (): object => ({});
  expect(idOfFactory(own)).toBeUndefined();
  $saves('scripts/a.js', { factories: { 'shop>bump:k3f': own } });
  expect(idOfFactory(own)).toBe('scripts/a.js#shop>bump:k3f');
  expect(factoryOf('scripts/a.js#shop>bump:k3f')).toBe(own);
  expect(factoryOf('scripts/a.js#toString')).toBeUndefined();
  expect(factoryOf('scripts/none.js#shop>bump:k3f')).toBeUndefined();
});

test('in development the newest record of a file counts, and older factories keep their ids', () => {
  const [older, newer] = [(): object => ({}), (): object => ({})];
  $saves('scripts/b.js', { factories: { 'f:1': older } });
  $saves('scripts/b.js', { factories: { 'f:1': newer }, variables: { gold: [() => 3] } });
  expect(factoryOf('scripts/b.js#f:1')).toBe(newer);
  expect(idOfFactory(older)).toBe('scripts/b.js#f:1');
  expect(savedFiles().get('scripts/b.js')?.variables?.['gold']?.[0]()).toBe(3);
});
