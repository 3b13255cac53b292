/** A scripted room on a real server of Colyseus, in one process without Redis. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOSED } from '@spindle/rooms';
import { ScriptedRoom } from '@spindle/colyseus';
import { join, leave, Process, until } from './fleet.js';
import { Links } from './node_modules/@spindle/colyseus/dist/links.js';
import { RoomGame } from './node_modules/@spindle/colyseus/dist/room-game.js';
import { Tally } from './tally.js';

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

test('what a room sends is as it was then; of what has no text it is told, and nobody gets it', async (t) => {
  const server = await Process.start();
  t.after(() => server.end('SIGKILL'));
  const { room, heard } = await join(server.port, {}, { name: 'faulty' });
  const lists = [];
  room.onMessage('list', (list) => lists.push(list));
  for (const type of ['loop', 'list', 'clap']) room.send(type);
  await until(() => heard.length > 0, 'what was sent last');
  assert.deepEqual(lists, [[1, null]]);
  assert.ok(server.messages.some(({ kind, text }) => kind === 'uncaught' && text.includes('circular')));
  await room.leave();
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

test('fields that start anew in a move are not why a room cannot be saved', () => {
  const room = Object.assign(new Tally(), { roomId: 'inn', _listing: {} });
  const game = new RoomGame({ roomId: 'inn', room, stepMs: 50, onPulsed() {} });
  assert.deepEqual(game.whyNot(), []);
});

const CLOSING = { kind: 'closed', epoch: 1, code: CLOSED.ended };
const said = (link) => ({
  link,
  message: { epoch: 0, seen: 0, sure: 0, acked: 0, entries: 0, isIn: false, again: false, inputs: [] },
});

test('of the links of a client the last one is kept, until its connection is gone or another one has it', () => {
  const links = new Links();
  const room = Object.assign(new ScriptedRoom(), { roomId: 'inn' });
  const told = [];
  const client = (name) => ({
    sessionId: 'ann',
    ref: {},
    auth: null,
    leave() {},
    send: (_, { link }) => link && told.push([name, link]),
  });
  const [first, second] = ['first', 'second'].map(client);
  for (const one of [first, second]) links.join(room, one, {});
  const tell = () => {
    told.length = 0;
    for (const link of ['a', 'b']) links.tell(`inn ann ${link}`, { kind: 'outputs' }, []);
    return told;
  };
  assert.equal(links.hear(room, first, said('a')).link, 'inn ann a');
  links.hear(room, first, said('b'));
  assert.deepEqual(tell(), [['first', 'b']]);
  links.hear(room, second, said('b'));
  assert.deepEqual(tell(), [['second', 'b']]);
  assert.equal(links.forget(first), null);
  assert.equal(links.forget(second), 'inn ann b');
  assert.deepEqual(tell(), []);
});

test('who has left is told so when it comes back, but for a thousand who have left behind it and have not come', () => {
  const links = new Links();
  const leaves = (client) => links.tell(links.askLeft({ roomId: 'inn' }, client).link, CLOSING, []);
  for (let i = 0; i <= 1000; i++) leaves(`c${i}`);
  assert.throws(() => links.askLeft({ roomId: 'inn' }, 'c1'), /The client has left/);
  assert.equal(links.askLeft({ roomId: 'inn' }, 'c0').link, 'inn c0 left');
});
