/** Long runs on servers of Colyseus: how long players wait while rooms move, and that nothing is lost in any of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addedGaps, judgeGaps, Rest } from '../bounds.js';
import { begin, clap, join, judge, leave, move, ownerOf, start, until } from './fleet.js';

/** So many moves, and so many rooms in a process that ends; more of them in a long run. */
const { ROOM_COLYSEUS_MOVES: MOVES = 100, ROOM_COLYSEUS_COUNT: COUNT = 30 } = process.env;
/** Of a hundred moves the last hundredth is one move. */
const WARM = { p50: 30, worst: 200, ...(MOVES >= 300 && { p99: 100 }) };

/** What is told in development takes time in each pulse. */
const env = { NODE_ENV: 'production' };

/** Moves a room when nothing has happened for a while, and waits until all play on there. Gives the gaps of each client. */
async function moveAndFollow({ clients, roomId }, from, to) {
  const atMs = performance.now();
  await move(from, to, roomId);
  await until(() => clients.every(({ processId }) => processId === to.id), 'all to follow');
  const hereMs = performance.now();
  await until(() => clients.every(({ beats }) => beats.at(-1).atMs > hereMs), 'all to play on');
  return addedGaps(clients, atMs);
}

test(`${MOVES} moves between two processes, six clients: all goes on as in a room that never moved`, async (t) => {
  const stage = await begin(t, { count: 6, env });
  const { processes, clients, room, roomId } = stage;
  const anna = room.state.heroes.get('anna');
  const still = new Rest();
  const [gaps, first] = [[], []];
  const end = clap(clients);
  for (let i = 0; i < MOVES; i++) {
    await still.take(clients, 50 + Math.random() * 200);
    const from = await ownerOf(processes, roomId);
    const to = processes.find((one) => one !== from);
    (i < 2 ? first : gaps).push(...(await moveAndFollow(stage, from, to)));
  }
  end();
  assert.equal(room.state.heroes.get('anna'), anna);
  assert.ok([anna, room.state.heroes.get('ben')].includes(room.state.leader));
  console.log(await judge(processes, clients));
  assert.deepEqual(
    clients.flatMap(({ news }) => news),
    [],
  );
  const told = processes.flatMap(({ messages }) => messages);
  assert.equal(told.filter(({ kind }) => kind === 'onDispose').length, 0);
  const moved = told.filter(({ kind }) => kind === 'onMoved');
  // A process that did nothing for a whole lease is taken for dead.
  const claims = processes.flatMap((one) => one.reports('here')).filter(({ how }) => how === 'claimed').length;
  if (claims > 0) console.log(`${claims} times a process was taken for dead`);
  assert.equal(moved.length, Number(MOVES) + claims);
  for (const { report } of moved) assert.deepEqual([report.mapped, report.restarted, report.dropped], [[], [], []]);
  const last = await ownerOf(processes, roomId);
  const gone = processes.find((one) => one !== last);
  assert.deepEqual(await last.ask('stats'), { roomCount: 1, ccu: 6 });
  assert.deepEqual(await gone.ask('stats'), { roomCount: 0, ccu: 0 });
  await leave(clients);
  await until(() => last.messages.some(({ kind }) => kind === 'onDispose'), 'the end of the room');
  assert.equal(await gone.ask('row', { roomId }), null);
  assert.deepEqual(await last.ask('stats'), { roomCount: 0, ccu: 0 });
  judgeGaps('the first move to each process', { gaps: first, still, bounds: { worst: 250 } });
  judgeGaps(`${MOVES} moves`, { gaps, still, bounds: WARM });
});

test('it moves back at once, many times', async (t) => {
  const { processes, clients, room, roomId, owner, other } = await begin(t, { env });
  const [back, gaps] = [[], []];
  const still = new Rest();
  for (let i = 0; i < 24; i++) {
    const comes = (process) =>
      until(() => process.messages.filter(({ kind }) => kind === 'onMoved')[i], 'its coming').then(
        ({ heardMs }) => heardMs,
      );
    await still.take(clients, 100);
    const atMs = performance.now();
    await move(owner, other, roomId);
    const hereMs = await comes(other);
    await move(other, owner, roomId);
    back.push((await comes(owner)) - hereMs);
    await until(() => clients.every(({ processId }) => processId === owner.id), 'all to follow');
    await sleep(100);
    gaps.push(...addedGaps(clients, atMs));
  }
  assert.equal((await ownerOf(processes, roomId)).id, owner.id);
  const { round } = room.state;
  await until(() => room.state.round > round + 1, 'two rounds');
  await judge(processes, clients);
  // The room is found by who joins.
  const late = await join(other.port, { name: 'late' }, { method: 'join' });
  assert.equal(late.room.roomId, roomId);
  assert.deepEqual(await owner.ask('stats'), { roomCount: 1, ccu: 4 });
  assert.deepEqual(await other.ask('stats'), { roomCount: 0, ccu: 0 });
  await leave([...clients, late]);
  judgeGaps('there and back', { gaps, still, bounds: { worst: 250 } });
  judgeGaps('from its coming to its coming back', { gaps: back, still, bounds: { p95: 100, worst: 250 } });
});

test(`a process with ${COUNT} rooms ends, three clients in each: all go, one after the other`, async (t) => {
  const { processes, add } = await start(t, 1, env);
  const [old] = processes;
  const rooms = [];
  const fill = async () => {
    const first = await join(old.port, { name: 'c0' }, { method: 'create' });
    const joinIt = (name) => join(old.port, { name }, { method: 'joinById', name: first.room.roomId });
    rooms.push([first, ...(await Promise.all([joinIt('c1'), joinIt('c2')]))]);
  };
  while (rooms.length < COUNT)
    await Promise.all(Array.from({ length: Math.min(5, COUNT - rooms.length) }, () => fill()));
  const clients = rooms.flat();
  const next = await add();
  await until(async () => (await old.ask('peers')).length === 1, 'processes to know each other');
  const end = clap(clients);
  const still = new Rest();
  await still.take(clients, 2000);
  const atMs = performance.now();
  assert.equal(await old.end('SIGTERM'), 0);
  const tookMs = performance.now() - atMs;
  await until(() => clients.every(({ processId }) => processId === next.id), 'all to follow');
  await sleep(500);
  const gaps = addedGaps(clients, atMs);
  await still.take(clients, 2000);
  end();
  assert.equal(next.messages.filter(({ kind }) => kind === 'onMoved').length, Number(COUNT));
  assert.deepEqual(
    clients.flatMap(({ news }) => news),
    [],
  );
  assert.equal(old.messages.filter(({ kind }) => kind === 'onDispose').length, 0);
  const found = { outputs: 0, inputs: 0, pulses: 0 };
  for (const room of rooms) {
    const one = await judge(processes, room);
    for (const what of Object.keys(found)) found[what] += one[what];
  }
  console.log(found);
  await until(async () => (await next.ask('stats')).ccu === clients.length, 'the count');
  await leave(clients);
  judgeGaps('until the process has ended', { gaps: [tookMs], still, bounds: { worst: 10_000 } });
  judgeGaps(`${COUNT} rooms of a process that ends`, { gaps, still, bounds: { p99: 300, worst: 800 } });
});
