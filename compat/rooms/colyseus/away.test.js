/** Clients that are away, and that leave or have to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, goesOn, leave, move, until } from './fleet.js';

test('a client that is away while the room moves comes back, and hears what it has missed', async (t) => {
  const stage = await begin(t);
  const { clients, roomId, owner, other } = stage;
  const [first, second] = clients;
  first.away(true);
  await until(() => second.heard.includes(`${first.room.sessionId} is away`), 'it to be away');
  await move(owner, other, roomId);
  await sleep(800);
  first.away(false);
  await until(() => second.heard.includes(`${first.room.sessionId} is back`), 'it to come back');
  await goesOn(stage);
  assert.deepEqual(first.news, []);
  assert.deepEqual(await other.ask('stats'), { roomCount: 1, ccu: 3 });
  await leave(clients);
});

test('what a client sends while it is away, and the room moves, comes once and in order, however much it is', async (t) => {
  const stage = await begin(t);
  const { clients, roomId, owner, other } = stage;
  const [first, second] = clients;
  first.away(true);
  await until(() => second.heard.includes(`${first.room.sessionId} is away`), 'it to be away');
  for (let i = 0; i < 25; i++) first.room.send('clap', i);
  await move(owner, other, roomId);
  for (let i = 25; i < 50; i++) first.room.send('clap', i);
  await sleep(300);
  first.away(false);
  const claps = () => second.heard.filter((words) => words.startsWith(`${first.room.sessionId} claps `));
  await until(() => claps().length >= 50, 'all claps');
  assert.deepEqual(
    claps(),
    Array.from({ length: 50 }, (_, i) => `${first.room.sessionId} claps ${i}`),
  );
  await goesOn(stage);
  await leave(clients);
});

test('a client that stays away loses its seat in the room that has moved, and is counted no more', async (t) => {
  const stage = await begin(t, { env: { ROOM_OPTIONS: '{"seatSeconds":2}' } });
  const { clients, roomId, owner, other } = stage;
  const [first, second] = clients;
  first.away(true);
  await until(() => second.heard.includes(`${first.room.sessionId} is away`), 'it to be away');
  await move(owner, other, roomId);
  await until(() => second.heard.includes(`${first.room.sessionId} leaves`), 'its seat to end');
  first.away(false);
  await until(() => first.news.length > 0, 'it to be told');
  assert.deepEqual(first.news, [{ kind: 'left', code: 4012 }]);
  await until(async () => (await other.ask('row', { roomId })).clients === 2, 'the count of the row');
  await until(async () => (await other.ask('stats')).ccu === 2, 'the count of the process');
  await leave(clients.slice(1));
});

test('a client leaves, and is cut off before it hears so: it hears so when it is back, also from another process', async (t) => {
  const { clients, roomId, owner, other } = await begin(t);
  const [first, second] = clients;
  const left = first.room.leave();
  first.away(true);
  await until(() => second.heard.includes(`${first.room.sessionId} leaves`), 'it to leave');
  await move(owner, other, roomId);
  const backMs = performance.now();
  first.away(false);
  assert.equal(await left, 4011);
  assert.ok(performance.now() - backMs < 5000);
  await until(async () => (await other.ask('stats')).ccu === 2, 'the count of the process');
  await until(async () => (await other.ask('row', { roomId })).clients === 2, 'the count of the row');
  assert.deepEqual(
    await other.ask('seats', { roomId }),
    clients.slice(1).map(({ room }) => room.sessionId),
  );
  await leave(clients.slice(1));
});

test('a client leaves, and is cut off before anybody hears so: it has left when the room knows it, however long it is refused before', async (t) => {
  const { clients, roomId, owner, add } = await begin(t, { processes: 1 });
  const other = await add({ ROW_MS: '3000' });
  await until(async () => (await owner.ask('peers')).length === 1, 'the process to be known');
  const [first, second] = clients;
  first.away(true);
  const left = first.room.leave();
  await move(owner, other, roomId);
  first.away(false);
  assert.equal(await left, 4011);
  assert.deepEqual(
    await other.ask('seats', { roomId }),
    clients.slice(1).map(({ room }) => room.sessionId),
  );
  await until(() => second.heard.includes(`${first.room.sessionId} leaves`), 'it to leave');
  await leave(clients.slice(1));
});

test('a player has to leave', async (t) => {
  const { clients, owner, roomId } = await begin(t);
  const [first, second] = clients;
  first.room.send('go');
  await until(() => first.news.length > 0, 'it to be told');
  assert.deepEqual(first.news, [{ kind: 'left', code: 4011 }]);
  assert.ok(second.heard.includes(`${first.room.sessionId} leaves`));
  await until(async () => (await owner.ask('stats')).ccu === 2, 'the count');
  assert.equal((await owner.ask('row', { roomId })).clients, 2);
  await leave(clients.slice(1));
});

test('a player has to leave in a room that has come, while Redis has not answered that its process listens for it', async (t) => {
  const { clients, owner, roomId, add } = await begin(t, { processes: 1 });
  const other = await add({ SUBSCRIBE_MS: '1500' });
  await until(async () => (await owner.ask('peers')).length === 1, 'the process to be known');
  const [first, second] = clients;
  await move(owner, other, roomId);
  first.room.send('go');
  await until(() => first.news.length > 0, 'it to be told');
  assert.deepEqual(first.news, [{ kind: 'left', code: 4011 }]);
  assert.ok(second.heard.includes(`${first.room.sessionId} leaves`));
  await other.told(({ kind }) => kind === 'onMoved');
  assert.deepEqual(await other.ask('stats'), { roomCount: 1, ccu: 2 });
  await until(async () => (await other.ask('row', { roomId })).clients === 2, 'the count of the row');
  await leave(clients.slice(1));
});

test('a player has to leave, and the process dies before the next pulse: it leaves where the room goes on', async (t) => {
  const { clients, owner } = await begin(t, { env: { ROOM_OPTIONS: '{"stepMs":600,"leaseMs":2400}' } });
  const [first, second] = clients;
  for (const type of ['go', 'clap']) first.room.send(type, 'last');
  await until(() => second.heard.includes(`${first.room.sessionId} claps last`), 'the pulse');
  await owner.end('SIGKILL');
  assert.ok(!second.heard.includes(`${first.room.sessionId} leaves`));
  await until(() => first.news.length > 0, 'it to be told');
  await leave(clients.slice(1));
});

test('nobody comes back as somebody else', async (t) => {
  const { clients, owner, roomId } = await begin(t, { count: 2 });
  const [{ room }, { room: victim }] = clients;
  const url = new URL(room.connection.url);
  url.searchParams.set('sessionId', victim.sessionId);
  url.searchParams.set('reconnectionToken', room.reconnectionToken.split(':')[1]);
  const socket = new WebSocket(url);
  const closed = await new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  assert.notEqual(closed, 1000);
  assert.equal(await owner.ask('clients', { roomId }), 2);
  await leave(clients);
});
