/** A scripted room on a real server of Colyseus, in one process without Redis. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, leave, Process, until } from './fleet.js';

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

const TIMERS = /`room.clock` has timers \(1\), which hold functions. Use `wait` in a script in their place/;

test('a room with timers of its clock says so, and is not moved', async (t) => {
  const server = await Process.start();
  t.after(() => server.end('SIGKILL'));
  const { room } = await join(server.port);
  const { roomId } = room;
  await server.ask('timer', { roomId });
  const [reason, ...others] = await server.ask('whyNot', { roomId });
  assert.match(reason, TIMERS);
  assert.deepEqual(others, []);
  await assert.rejects(server.ask('move', { roomId, to: 'nobody' }), (error) => {
    assert.match(error.message, /stays here: /);
    assert.match(error.message, TIMERS);
    return true;
  });
  await room.leave();
});

test('a room that could not move is not made, and says why', async (t) => {
  const server = await Process.start();
  t.after(() => server.end('SIGKILL'));
  const refused = (name, why) => assert.rejects(server.ask('create', { name }), why);
  await refused('river', /A StreamSchema in the state cannot be moved yet/);
  await refused('typed', /`defineInput` .* is forgotten when the room moves\. Write a handler into `messages`/);
  await refused('quick', /`x` of Bird is `@unreliable`, .*Take the mark away/);
  await refused('ticking', /`setSimulationInterval` .*Write `update`/);
  await refused('stepping', /`setFixedTimestep` .*Write `update`/);
});

test('a room that many rooms are beside ends when it is empty, and takes nothing of the others along', async (t) => {
  const server = await Process.start();
  t.after(() => server.end('SIGKILL'));
  const clients = [];
  for (let i = 0; i < 5; i++) clients.push(await join(server.port, { name: `c${i}` }, { method: 'create' }));
  assert.deepEqual(await server.ask('stats'), { roomCount: 5, ccu: 5 });
  const [first, ...others] = clients;
  await first.room.leave();
  await until(async () => (await server.ask('stats')).roomCount === 4, 'the end of the room');
  await until(() => others.every(({ room }) => room.state.round >= 1), 'a round in each');
  assert.equal(new Set(others.map(({ heard }) => heard.filter((words) => words.includes('joins')).length)).size, 1);
  for (const { room } of others) await room.leave();
});

for (const NODE_ENV of ['development', 'production'])
  test(`a room whose digest throws is told, and plays on, as the room beside it, in ${NODE_ENV}`, async (t) => {
    const server = await Process.start({ NODE_ENV });
    t.after(() => server.end('SIGKILL'));
    const [faulty, inn] = [await join(server.port, {}, { name: 'faulty' }), await join(server.port)];
    for (let i = 0; i < 3; i++) for (const { room } of [faulty, inn]) room.send('clap', i);
    await until(() => faulty.heard.length >= 3 && inn.room.state.round >= 2, 'both to play on');
    assert.deepEqual(faulty.heard, ['a clap', 'a clap', 'a clap']);
    assert.equal(server.messages.find(({ kind }) => kind === 'uncaught').text, 'no digest');
    await leave([faulty, inn]);
    assert.ok(server.isAlive);
  });

const BETWEEN = /^Plain code has changed a room between two pulses/;

for (const [what, ask, text] of [
  ['luck in a pulse', ({ room }) => room.send('luck'), /^A pulse calls `Math.random` at .*inn\.js/],
  ['plain code that changes the state', ({ server, roomId }) => server.ask('change', { roomId }), BETWEEN],
  ['plain code that begins a script', ({ server, roomId }) => server.ask('spawn', { roomId }), BETWEEN],
])
  test(`in development it is told what a run after a crash would do otherwise: ${what}`, async (t) => {
    const server = await Process.start();
    t.after(() => server.end('SIGKILL'));
    const { room } = await join(server.port);
    const warned = () => server.messages.filter(({ kind }) => kind === 'warned').map((one) => one.text);
    room.send('clap', 1);
    await until(() => room.state.round >= 3, 'three rounds');
    assert.deepEqual(warned(), []);
    await ask({ server, room, roomId: room.roomId });
    await until(() => warned().length > 0, 'a warning');
    assert.match(warned()[0], text);
  });
