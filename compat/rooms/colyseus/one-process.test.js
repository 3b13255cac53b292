/** A scripted room on a real server of Colyseus, in one process without Redis. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, Process, until } from './fleet.js';

test('a script waits and says, its state comes by schema, inputs come once', async (t) => {
  const server = await Process.start();
  t.after(() => server.end('SIGKILL'));
  const { room, heard } = await join(server.port, { name: 'ann', secret: 'door' });
  for (let i = 0; i < 50; i++) room.send('clap', i);
  await until(() => room.state.round >= 3, 'three rounds');
  const claps = heard.filter((words) => words.startsWith(`${room.sessionId} claps`));
  assert.deepEqual(
    claps,
    Array.from({ length: 50 }, (_, i) => `${room.sessionId} claps ${i}`),
  );
  assert.ok(heard.includes(`only for ${room.sessionId} in round 1`));
  assert.equal(heard[0], `${room.sessionId} joins as ann`);
  assert.deepEqual(await server.ask('whyNot', { roomId: room.roomId }), []);
  assert.deepEqual((await server.ask('row', { roomId: room.roomId })).metadata, { secret: 'door' });
  assert.equal(await room.leave(), 4011);
  await until(() => server.messages.some(({ kind }) => kind === 'onDispose'), 'the end of the room');
  assert.equal(await server.ask('row', { roomId: room.roomId }), null);
  assert.deepEqual(await server.ask('stats'), { roomCount: 0, ccu: 0 });
});
