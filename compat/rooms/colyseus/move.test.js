/** Rooms that move between processes with servers of Colyseus, over Redis. All that clients hear and see is compared with a room that never moved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RedisStore } from '@spindle/rooms/redis';
import { CLIENTS } from '../clients.js';
import { begin, countsOf, join, judge, leave, move, ownerOf, start, until } from './fleet.js';

const rowOf = async (process, roomId) => {
  const {
    processId,
    clients,
    maxClients,
    metadata,
    locked,
    private: isPrivate,
    unlisted,
  } = await process.ask('row', { roomId });
  return { processId, clients, maxClients, metadata, locked, isPrivate, unlisted };
};

test('clients that are there before the matchmaker has the room are counted once', async (t) => {
  const { processes, clients, roomId, owner, other } = await begin(t, { env: { SUBSCRIBE_MS: '300' } });
  await move(owner, other, roomId);
  await until(() => other.messages.some(({ kind }) => kind === 'onMoved'), 'its coming');
  await sleep(500);
  await judge(processes, clients);
  assert.deepEqual(await other.ask('stats'), { roomCount: 1, ccu: 3 });
  await leave(clients);
  await until(() => other.messages.some(({ kind }) => kind === 'onDispose'), 'the end of the room');
  assert.deepEqual(await other.ask('stats'), { roomCount: 0, ccu: 0 });
});

test('of two that move a room at once the first is answered when it has moved, and the other is refused', async (t) => {
  const { processes, clients, roomId, owner, other } = await begin(t, { count: 2 });
  const ask = () => owner.ask('move', { roomId, to: other.id });
  const [first, second] = await until(async () => {
    const answers = await Promise.allSettled([ask(), ask()]);
    return !/does not answer/.test(answers[0].reason?.message) && answers;
  }, 'a move');
  assert.equal(first.status, 'fulfilled', first.reason?.message);
  assert.match(second.reason.message, /moves already/);
  await until(async () => (await ownerOf(processes, roomId)) === other, 'its coming');
  await judge(processes, clients);
  await leave(clients);
});

test('what the matchmaker says of a room goes along', async (t) => {
  const { clients, roomId, owner, other } = await begin(t, { count: 2 });
  const updates = { metadata: { secret: 'new' }, maxClients: 7, private: true, unlisted: true };
  await owner.ask('set', { roomId, updates });
  await owner.ask('lock', { roomId });
  await move(owner, other, roomId);
  await until(
    async () => (await rowOf(other, roomId)).locked && (await rowOf(other, roomId)).processId === other.id,
    'the lock',
  );
  assert.deepEqual(await rowOf(owner, roomId), {
    processId: other.id,
    clients: 2,
    maxClients: 7,
    metadata: { secret: 'new' },
    locked: true,
    isPrivate: true,
    unlisted: true,
  });
  await leave(clients);
});

test('Redis has a row of the room at each moment of twenty moves, and then the right counts', async (t) => {
  const { processes, add, clients, roomId, owner, other } = await begin(t, { count: 2 });
  const reader = await add();
  const seen = [];
  let isOver = false;
  const poll = async () => {
    while (!isOver) seen.push((await reader.ask('row', { roomId }))?.processId ?? null);
  };
  const polling = poll();
  for (let i = 0; i < 20; i++) await (i % 2 === 0 ? move(owner, other, roomId) : move(other, owner, roomId));
  isOver = true;
  await polling;
  assert.deepEqual([...new Set(seen)].sort(), [owner.id, other.id].sort());
  const is = async (process, roomCount, ccu) => isDeepStrictEqual(await countsOf(process, reader), { roomCount, ccu });
  await until(() => is(owner, 1, 2), 'the counts of who has the room');
  await until(() => is(other, 0, 0), 'the counts of the other');
  await judge(processes, clients);
  console.log(`${seen.length} looks at the row`);
  await leave(clients);
});

test('`auth` and `userData` of players go along, to scripts and to the clients of the matchmaker', async (t) => {
  const { processes, clients, roomId, owner, other } = await begin(t, { count: 2 });
  await move(owner, other, roomId);
  for (const { room } of clients) room.send('who');
  const said = (i) => JSON.stringify([{ login: `login of c${i}` }, { joined: `c${i}` }]);
  await until(() => clients.every((_, i) => clients[0].heard.includes(said(i))), 'who they are');
  const known = clients.map(({ room: { sessionId } }, i) => ({
    sessionId,
    auth: { login: `login of c${i}` },
    userData: { joined: `c${i}` },
  }));
  const byId = (one, two) => (one.sessionId < two.sessionId ? -1 : 1);
  const isKnown = async () =>
    isDeepStrictEqual((await other.ask('known', { roomId })).sort(byId), known.toSorted(byId));
  await until(isKnown, 'the clients of the matchmaker');
  await judge(processes, clients);
  await leave(clients);
});

test('a script holds a player who has left, and a card that is in the state no more', async (t) => {
  const { processes, clients, roomId, owner, other } = await begin(t);
  const [first, ...rest] = clients;
  first.room.send('remember');
  const words = `${first.room.sessionId} is remembered`;
  await until(() => rest[0].heard.includes(words), 'the script to begin');
  await first.room.leave();
  await until(() => !rest[0].room.state.hands.has(first.room.sessionId), 'its card to go');
  await move(owner, other, roomId);
  await sleep(200);
  await move(other, owner, roomId);
  rest[0].room.send('recall');
  const isTold = (text) => text.startsWith('c0 (login of c0) had the ');
  await until(() => rest.every(({ heard }) => heard.some(isTold)), 'what it tells');
  await judge(processes, rest);
  await leave(rest);
});

test('a room whose class, state and script stand in one compiled file moves, and nothing of it is said not to be saved', async (t) => {
  const { processes } = await start(t);
  const { room, heard } = await join(processes[0].port, {}, { name: 'whole' });
  const { roomId, sessionId } = room;
  const guest = await until(() => room.state.round > 0 && room.state.guests.get(sessionId), 'the first round');
  const { round } = room.state;
  const before = round - guest.drinks;
  const owner = await ownerOf(processes, roomId);
  const other = processes.find((one) => one !== owner);
  await move(owner, other, roomId);
  const { report } = await other.told(({ kind }) => kind === 'onMoved');
  assert.deepEqual(report, { mapped: [], restarted: [], dropped: [], missing: [], notSaved: [] });
  room.send('clap');
  await until(() => heard.some((words) => words.endsWith(': clap')) && room.state.round > round + 1, 'two rounds');
  assert.equal(room.state.guests.get(sessionId), guest);
  assert.equal(room.state.round - guest.drinks, before);
  const rounds = heard.map((words) => Number.parseInt(words.slice('round '.length)));
  assert.deepEqual(
    rounds,
    rounds.map((_, at) => rounds[0] + at),
  );
  assert.equal((await other.ask('row', { roomId })).maxClients, 4);
  await room.leave();
});

test('fields start anew in a move where the class of a room is not compiled, which is told once; else they go along', async (t) => {
  const { processes, add } = await start(t, 1, { ROOM_OPTIONS: '{"checkpointMs":60000}' });
  const [from] = processes;
  const enter = (name) => join(from.port, {}, { method: 'create', name });
  const all = await Promise.all(['keptTally', 'tally', 'tally', 'inn'].map(enter));
  const [kept, lost, , inn] = all;
  const clap = async ({ room, heard }, words) => {
    room.send('clap');
    await until(() => heard.at(-1) === words, words);
  };
  for (const one of [kept, lost]) await clap(one, 'begins: 1');
  await until(() => from.reports('cannot move').length > 0 && inn.room.state.round > 1, 'a report, and a round');
  assert.deepEqual(
    from.reports('cannot move').map(({ why }) => why),
    [
      [
        '`claps`, `log` of `Tally` start anew in a move: of fields only those go along that a compiled class declares. Put them into the state, or a function with `// @compile` into the file of the class.',
      ],
    ],
  );
  const to = await add();
  await until(async () => (await from.ask('peers')).length === 1, 'processes to know each other');
  for (const { room } of [kept, lost]) await move(from, to, room.roomId);
  await clap(kept, 'begins: 2');
  await clap(lost, ': 1');
  await leave(all);
});

test('in production nothing is told of fields that start anew in a move', async (t) => {
  const { processes } = await start(t, 1, { NODE_ENV: 'production', ROOM_OPTIONS: '{"checkpointMs":200}' });
  const [process] = processes;
  const { room } = await join(process.port, {}, { name: 'tally' });
  await sleep(2500);
  assert.deepEqual(process.reports('cannot move'), []);
  await room.leave();
});

test('scripts that wait in what they tell or add move', async (t) => {
  const { processes, clients, roomId, owner, other } = await begin(t);
  const [first, second] = clients;
  first.room.send('tellLater');
  await sleep(300);
  await move(owner, other, roomId);
  first.room.send('tell', 7);
  const isTold = ({ heard }, ...wanted) => wanted.every((words) => heard.includes(words));
  await until(() => isTold(first, 'all: 7', 'one: 7', 'shouted: 7'), 'what they tell');
  await until(() => isTold(second, 'all: 7', 'shouted: 7') && !isTold(second, 'one: 7'), 'what they tell others');
  await judge(processes, clients);
  await leave(clients);
});

test('who joins and leaves while it moves is in and out, and counted', async (t) => {
  const { processes, clients, roomId, owner, other } = await begin(t, { count: 2 });
  const here = [...clients];
  for (let i = 0; i < 30; i++) {
    const [from, to] = i % 2 === 0 ? [owner, other] : [other, owner];
    const [, joined] = await Promise.all([
      move(from, to, roomId),
      sleep((i % 10) * 4).then(() => join(from.port, { name: `late ${i}` }, { method: 'joinById', name: roomId })),
      i < 2 ? undefined : here.splice(0, 1)[0].room.leave(),
    ]);
    here.push(joined);
    await sleep(100);
  }
  const process = await ownerOf(processes, roomId);
  const ids = here.map(({ room: one }) => one.sessionId).sort();
  await until(async () => (await process.ask('seats', { roomId })).sort().join() === ids.join(), `${ids} to be in`);
  await until(async () => (await rowOf(process, roomId)).clients === here.length, 'the count of the row');
  await until(async () => (await process.ask('stats')).ccu === here.length, 'the count of the process');
  await judge(processes, here);
  await leave(here);
});

test('a client that is away loses its seat in a room that has come, before the matchmaker has it: it is counted no more', async (t) => {
  const env = { ROOM_OPTIONS: '{"seatSeconds":2}' };
  const { clients, roomId, owner, add } = await begin(t, { count: 2, processes: 1, env });
  const other = await add({ SUBSCRIBE_MS: '3000' });
  await until(async () => (await owner.ask('peers')).length === 1, 'the process to be known');
  const away = await join(owner.port, {}, { method: 'joinById', name: roomId, seatMs: 3000 });
  const isTold = (what) => clients[0].heard.includes(`${away.room.sessionId} ${what}`);
  away.away(true);
  await until(() => isTold('is away'), 'it to be away');
  await move(owner, other, roomId);
  await until(() => isTold('leaves'), 'its seat to end');
  assert.ok(!other.messages.some(({ kind }) => kind === 'onMoved'));
  await other.told(({ kind }) => kind === 'onMoved');
  await until(async () => (await rowOf(other, roomId)).clients === 2, 'the count of the row');
  await until(async () => (await other.ask('stats')).ccu === 2, 'the count of the process');
  await leave(clients);
});

for (const { when, env, is } of [
  { when: 'when it has come', env: {}, is: ({ kind }) => kind === 'onMoved' },
  {
    when: 'before Redis has answered that its process listens for it',
    env: { SUBSCRIBE_MS: '500' },
    is: ({ report }) => report?.kind === 'here',
  },
])
  test(`a room is ended for all ${when}, one of them away since before it has moved: nobody is counted any more`, async (t) => {
    const { clients, roomId, owner, other } = await begin(t, { count: 2, env });
    const away = await join(owner.port, {}, { method: 'joinById', name: roomId, seatMs: 3000 });
    away.away(true);
    await until(() => clients[0].heard.includes(`${away.room.sessionId} is away`), 'it to be away');
    await move(owner, other, roomId);
    await other.told(is);
    const end = () =>
      other.ask('disconnect', { roomId }).then(
        () => true,
        () => false,
      );
    await until(end, 'its end');
    await until(() => [...clients, away].every(({ news }) => news.length === 1), 'all to be told');
    await other.told(({ kind }) => kind === 'onDispose');
    await until(async () => (await other.ask('row', { roomId })) === null, 'its row to go');
    const isNobody = async () => isDeepStrictEqual(await other.ask('stats'), { roomCount: 0, ccu: 0 });
    await until(isNobody, 'nobody to be counted');
  });

/** Gives what `moveTo` says. */
const tryToMove = (from, to, roomId) =>
  from.ask('move', { roomId, to: to.id }).then(
    () => 'it has moved',
    ({ message }) => message,
  );

const MAY_SAY =
  /^it has moved|^its process is dead|stays here: (?:it moves already|the process stops|it is not here)$|is not here\.$/;

test('a room is moved as its process is told to end: it goes, or `moveTo` says why not, and no room stays behind', async (t) => {
  const { processes, add } = await start(t, 1);
  const clients = [];
  for (let i = 0; i < 4; i++) {
    const first = await join(processes[0].port, {}, { method: 'create' });
    clients.push(first, await join(processes[0].port, {}, { method: 'joinById', name: first.room.roomId }));
  }
  const answers = [];
  for (let i = 0; i < 6; i++) {
    const old = processes.at(-1);
    const next = await add();
    await until(async () => (await old.ask('peers')).length === 1, 'processes to know each other');
    const { roomId } = clients[i].room;
    const first = i % 2 === 0 ? tryToMove(old, next, roomId) : null;
    await sleep(i);
    const ended = old.end('SIGTERM');
    answers.push(await (first ?? sleep(i * 3).then(() => tryToMove(old, next, roomId))));
    assert.equal(await ended, 0);
    const isThere = ({ room, processId }) => room.connection.isOpen && processId === next.id;
    await until(() => clients.every(isThere), 'all to follow');
  }
  for (const answer of answers) assert.match(answer, MAY_SAY);
  const told = processes.flatMap(({ messages }) => messages);
  assert.ok(!told.some(({ kind, report }) => kind === 'onDispose' || report?.how === 'claimed'));
  assert.deepEqual(
    clients.flatMap(({ news }) => news),
    [],
  );
  for (let i = 0; i < clients.length; i += 2) await judge(processes, clients.slice(i, i + 2));
  await leave(clients);
  await until(async () => isDeepStrictEqual(await processes.at(-1).ask('stats'), { roomCount: 0, ccu: 0 }), 'no room');
});

for (const [where, env] of [
  ['', {}],
  [', and Redis takes long for its row', { ROW_MS: '150' }],
])
  test(`the last client leaves during a move${where}: it is told so, \`onDispose\` is called once, and nothing is left of the room`, async (t) => {
    const { processes, server } = await start(t, 2, env);
    const redis = await CLIENTS.ioredis(server);
    t.after(() => redis.close());
    const store = new RedisStore(redis.send);
    const enter = async (_, i) => {
      const { room } = await join(processes[0].port, {}, { method: 'create' });
      const { roomId } = room;
      const from = await ownerOf(processes, roomId);
      const to = processes.find((one) => one !== from);
      const moved = tryToMove(from, to, roomId);
      await sleep(i * 12);
      const left = Promise.race([room.leave(), sleep(10_000, 'no answer', { ref: false })]);
      return { roomId, answer: await moved, code: await left };
    };
    const rooms = await Promise.all(Array.from({ length: 10 }, enter));
    const ids = rooms.map(({ roomId }) => roomId);
    assert.deepEqual(
      rooms.map(({ code }) => code),
      ids.map(() => 4011),
    );
    for (const { answer } of rooms) assert.match(answer, MAY_SAY);
    const disposed = () =>
      processes.flatMap(({ messages }) => messages).flatMap(({ kind, roomId }) => (kind === 'onDispose' ? roomId : []));
    await until(() => disposed().length >= ids.length, 'the end of all rooms');
    await sleep(1000);
    assert.deepEqual(disposed().sort(), ids.toSorted());
    for (const one of processes) assert.deepEqual(await one.ask('stats'), { roomCount: 0, ccu: 0 });
    for (const roomId of ids) {
      assert.equal(await processes[0].ask('row', { roomId }), null);
      assert.equal((await store.answer({ kind: 'read', room: roomId })).row, undefined);
    }
  });
