/** Where clients are told that a room is. */
import type { StoreAnswer } from '@spindle/rooms';
import { Places } from '../src/places.js';

const NOBODY = { process: null, addresses: [] };
const NONE: StoreAnswer = { kind: 'none' };

function placesWith(answer: () => StoreAnswer) {
  const clock = { nowMs: 0 };
  const places = new Places({ answer: async () => answer() }, () => clock.nowMs);
  return { clock, places, isOver: async () => (await places.find('inn', NOBODY)).isOver };
}

test('a room that has ended here is over for a minute, and then only unknown', async () => {
  const { clock, places, isOver } = placesWith(() => NONE);
  expect(await isOver()).toBe(false);
  places.end('inn');
  expect(await isOver()).toBe(true);
  clock.nowMs = 61_000;
  expect(await isOver()).toBe(false);
});

test('a room that was made again elsewhere is not over, also where the storage is empty by then', async () => {
  let answer: StoreAnswer = { kind: 'row', row: { owner: 'b', status: 'held' } } as unknown as StoreAnswer;
  const { places, isOver } = placesWith(() => answer);
  places.end('inn');
  expect(await isOver()).toBe(false);
  answer = NONE;
  expect(await isOver()).toBe(false);
});

test('while the storage does not answer nothing is over', async () => {
  const { places, isOver } = placesWith(() => {
    throw new Error('away');
  });
  places.end('inn');
  expect(await isOver()).toBe(false);
});
