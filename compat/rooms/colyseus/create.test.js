/** Rooms are made in a Redis that has just begun, on any process. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@colyseus/sdk';
import { join, leave, start, until } from './fleet.js';

/** Of each process the rooms, as soon as all are counted. */
const roomsOf = (processes) => Promise.all(processes.map(async (one) => (await one.ask('stats')).roomCount));

test('those who join at once, as the processes have begun, are in one room, at once', async (t) => {
  const { processes } = await start(t, 2);
  const sinceMs = performance.now();
  // As the SDK does it by itself.
  const joins = processes.flatMap(({ port }) =>
    [1, 2].map(() => new Client(`ws://127.0.0.1:${port}`).joinOrCreate('inn')),
  );
  const rooms = await Promise.all(joins);
  const tookMs = performance.now() - sinceMs;
  assert.equal(new Set(rooms.map(({ roomId }) => roomId)).size, 1);
  assert.ok(tookMs < 2000, `${tookMs} ms`);
  assert.deepEqual((await roomsOf(processes)).toSorted(), [0, 1]);
  console.log(`${Math.round(tookMs)} ms`);
  for (const room of rooms) await room.leave();
});

test('who makes rooms, as the processes have begun, has each once', async (t) => {
  const { processes } = await start(t, 2);
  const clients = await Promise.all(
    processes.flatMap(({ port }) => [1, 2, 3].map(() => join(port, {}, { method: 'create' }))),
  );
  assert.equal(new Set(clients.map(({ room }) => room.roomId)).size, 6);
  const [first, second] = await roomsOf(processes);
  assert.equal(first + second, 6);
  await leave(clients);
});

test('a room with a name of its own may be elsewhere: it is made when the others have had time to write theirs', async (t) => {
  const { processes } = await start(t, 2);
  const sinceMs = performance.now();
  const clients = await Promise.all(processes.flatMap(({ port }) => [1, 2].map(() => join(port, { roomId: 'lobby' }))));
  console.log(`${Math.round(performance.now() - sinceMs)} ms`);
  assert.deepEqual([...new Set(clients.map(({ room }) => room.roomId))], ['lobby']);
  await until(async () => (await roomsOf(processes)).toSorted().join() === '0,1', 'one room');
  await leave(clients);
});
