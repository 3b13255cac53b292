/** Rooms that move between two processes with servers of Colyseus, over Redis. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis, RedisServer } from '../redis-server.js';
import { join, judge, Process, until } from './fleet.js';

const redis = findRedis();

async function start(t, count = 2, env = {}) {
  const server = new RedisServer(redis);
  await server.start();
  const processes = [];
  for (let i = 0; i < count; i++) processes.push(await Process.start({ REDIS_SOCKET: server.socket, ...env }));
  t.after(async () => {
    for (const process of processes) await process.end('SIGKILL');
    await server.stop();
  });
  await until(async () => (await processes[0].ask('peers')).length === count - 1, 'processes to know each other');
  return processes;
}

test('a room moves: the client keeps its objects, and hears all', async (t) => {
  const processes = await start(t);
  const clients = [];
  for (let i = 0; i < 3; i++) clients.push(await join(processes[0].port, { name: `c${i}` }));
  const [{ room }] = clients;
  await until(() => room.state.round >= 1, 'the first round');
  const anna = room.state.heroes.get('anna');
  const owner = await until(async () => {
    for (const one of processes) if (one.reports('here').length > 0) return one;
  }, 'the owner');
  const other = processes.find((one) => one !== owner);
  for (let i = 0; i < 10; i++) {
    const [from, to] = i % 2 === 0 ? [owner, other] : [other, owner];
    for (const { room: one } of clients) one.send('clap', i);
    await from.ask('move', { roomId: room.roomId, to: to.id });
    await sleep(300);
  }
  await until(() => room.state.round >= 5, 'five rounds');
  assert.equal(room.state.heroes.get('anna'), anna);
  assert.ok(room.state.leader === anna || room.state.leader === room.state.heroes.get('ben'));
  console.log(await judge(processes, clients));
  const told = processes.flatMap(({ messages }) => messages.map(({ kind }) => kind));
  assert.ok(!told.includes('onDispose'));
  assert.equal(told.filter((kind) => kind === 'onMoved').length, 10);
  assert.deepEqual(await owner.ask('stats'), { roomCount: 1, ccu: 3 });
  assert.deepEqual(await other.ask('stats'), { roomCount: 0, ccu: 0 });
  const { processId, clients: count, maxClients, metadata, locked } = await other.ask('row', { roomId: room.roomId });
  assert.deepEqual(
    { processId, count, maxClients, metadata, locked },
    {
      processId: owner.id,
      count: 3,
      maxClients: 20,
      metadata: { secret: 'none' },
      locked: false,
    },
  );
  for (const { room: one } of clients) await one.leave();
  await until(() => owner.messages.some(({ kind }) => kind === 'onDispose'), 'the end of the room');
  assert.equal(await other.ask('row', { roomId: room.roomId }), null);
  assert.deepEqual(await owner.ask('stats'), { roomCount: 0, ccu: 0 });
});
