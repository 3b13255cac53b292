/** Processes that end, die and freeze. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, clap, goesOn, join, leave, move, ownerOf, until } from './fleet.js';

const rowOf = (process, roomId) => process.ask('row', { roomId });

test('a process ends: its rooms go to the other, unlocked, and the exit code is 0', async (t) => {
  const stage = await begin(t);
  const { clients, roomId, owner, other } = stage;
  assert.equal(await owner.end('SIGTERM'), 0);
  await goesOn(stage);
  const row = await until(async () => {
    const found = await other.ask('row', { roomId });
    return found?.processId === other.id && found;
  }, 'its row');
  assert.equal(row.locked, false);
  assert.equal(
    owner.messages.some(({ kind }) => kind === 'onDispose'),
    false,
  );
  assert.deepEqual(
    clients.flatMap(({ news }) => news),
    [],
  );
  await leave(clients);
});

test('all processes end before a new one starts: the room waits', async (t) => {
  const stage = await begin(t, { processes: 1, env: { ROOM_OPTIONS: '{"peersMs":200}' } });
  const { clients, owner, add } = stage;
  assert.equal(await owner.end('SIGTERM'), 0);
  await sleep(500);
  const next = await add();
  // They know only the address of the process that is gone: a balancer in front of the processes leads to the next one.
  for (const { tell } of clients) tell(`127.0.0.1:${next.port}`);
  await goesOn(stage);
  assert.deepEqual(
    next.reports('here').map(({ how }) => how),
    ['claimed'],
  );
  await leave(clients);
});

test('a process dies: the other takes the room, and nothing is lost', async (t) => {
  const stage = await begin(t);
  const { clients, owner, other } = stage;
  for (const { room: one } of clients) one.send('boo');
  await owner.end('SIGKILL');
  await goesOn(stage);
  assert.deepEqual(
    other.reports('here').map(({ how }) => how),
    ['claimed'],
  );
  assert.deepEqual(other.reports('untrue'), []);
  await until(async () => (await other.ask('stats')).ccu === 3, 'the count');
  await leave(clients);
});

test('who took the room of a process that died dies before its first checkpoint: nothing is lost', async (t) => {
  const stage = await begin(t, { processes: 3, env: { ROOM_OPTIONS: '{"checkpointMs":60000}' } });
  const { processes, clients, room, roomId, owner } = stage;
  const end = clap(clients);
  await owner.end('SIGKILL');
  const { round } = room.state;
  // What is made from then on has ids that nothing of before had.
  await until(() => room.state.round > round + 1, 'two rounds');
  const second = await ownerOf(processes, roomId);
  assert.notEqual(second, owner);
  await second.end('SIGKILL');
  end();
  await goesOn(stage);
  for (const one of processes) assert.deepEqual(one.reports('untrue'), []);
  assert.deepEqual(
    clients.flatMap(({ news }) => news),
    [],
  );
  await leave(clients);
});

test('a message that three processes die of: the room is set aside, and its clients are told', async (t) => {
  const { processes, clients } = await begin(t, { processes: 4 });
  clients[0].room.send('poison');
  await until(() => clients.every(({ news }) => news.length > 0), 'all to be told', 60_000);
  for (const { news } of clients) assert.deepEqual(news, [{ kind: 'left', code: 4013 }]);
  const [last, ...others] = processes.filter(({ isAlive }) => isAlive);
  assert.deepEqual([last.reports('aside').length, others], [1, []]);
});

test('a process freezes, loses its room, and wakes', async (t) => {
  const stage = await begin(t);
  const { clients, owner } = stage;
  owner.freeze(true);
  await sleep(2500);
  owner.freeze(false);
  await goesOn(stage);
  await until(() => owner.reports('fenced').length === 1, 'it to be fenced');
  await until(async () => (await owner.ask('stats')).roomCount === 0, 'its room to go');
  await leave(clients);
});

for (const { who, does } of [
  { who: 'owner', does: 'changes' },
  { who: 'other', does: 'takes' },
])
  test(`a process freezes as it writes the row of a room that it ${does}: that of who has it by then stays`, async (t) => {
    const stage = await begin(t);
    const { clients, roomId, owner, other } = stage;
    const frozen = stage[who];
    const next = who === 'owner' ? other : owner;
    await frozen.ask('arm', { room: roomId, step: 'writes its row', action: 'freezes', ms: 2500 });
    const asked = next.reports('here').length;
    if (who === 'other') await move(owner, other, roomId);
    else void owner.ask('set', { roomId, updates: { metadata: { secret: 'old' } } });
    await until(() => next.reports('here').length > asked, 'the other to take it');
    await until(async () => (await rowOf(next, roomId))?.processId === next.id, 'its row');
    await next.ask('set', { roomId, updates: { metadata: { secret: 'new' } } });
    assert.equal(frozen.reports('fenced').length, 0);
    const seen = [];
    for (let sinceMs = Infinity; performance.now() - sinceMs < 500;) {
      seen.push(await rowOf(next, roomId));
      if (sinceMs === Infinity && frozen.reports('fenced').length === 1) sinceMs = performance.now();
    }
    for (const { processId, metadata } of seen) assert.deepEqual([processId, metadata.secret], [next.id, 'new']);
    await goesOn(stage);
    assert.equal((await rowOf(next, roomId)).clients, 3);
    await leave(clients);
  });

for (const step of ['writes its row', 'opens its channel'])
  test(`a process takes a room, and what it sends to Redis as the room ${step} is lost: its clients get in all the same`, async (t) => {
    const stage = await begin(t);
    const { clients, roomId, owner, other } = stage;
    await other.ask('arm', { room: roomId, step, action: 'loses what goes' });
    await move(owner, other, roomId);
    await other.told(({ kind }) => kind === 'sprung');
    await goesOn(stage);
    await until(async () => (await rowOf(other, roomId))?.processId === other.id, 'its row');
    assert.equal((await rowOf(other, roomId)).clients, 3);
    assert.deepEqual(await other.ask('stats'), { roomCount: 1, ccu: 3 });
    await leave(clients);
  });

test('a process freezes, another one takes its room and ends it, and it wakes: the matchmaker has no row of it', async (t) => {
  const { clients, roomId, owner, other } = await begin(t);
  owner.freeze(true);
  await until(() => other.reports('here').length === 1, 'the other to take it');
  await leave(clients);
  await until(() => other.messages.some(({ kind }) => kind === 'onDispose'), 'the end of the room');
  await until(async () => (await rowOf(other, roomId)) === null, 'its row to go');
  owner.freeze(false);
  await until(() => owner.reports('fenced').length === 1, 'it to be fenced');
  await sleep(500);
  assert.equal(await rowOf(other, roomId), null);
  const late = await join(other.port, { name: 'late' });
  assert.notEqual(late.room.roomId, roomId);
  await leave([late]);
});

test('Redis dies, and comes back with nothing in it: the room goes on, and who joins finds it', async (t) => {
  const stage = await begin(t);
  const { clients, server, roomId, owner, other } = stage;
  const { round } = clients[0].room.state;
  await server.kill();
  await until(() => clients[0].room.state.round > round, 'a round without Redis');
  await server.start();
  await until(() => owner.reports('written anew').length > 0, 'the room to be written anew');
  await until(async () => (await other.ask('row', { roomId }))?.processId === owner.id, 'its row');
  await until(async () => (await other.ask('peers')).length === 1, 'processes to know each other');
  const late = await join(other.port, { name: 'late' }, { method: 'joinById', name: roomId });
  await move(owner, other, roomId);
  await goesOn({ ...stage, clients: [...clients, late] });
  await leave([...clients, late]);
});
