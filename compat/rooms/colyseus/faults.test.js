/** Processes that end, die and freeze, and clients that are away. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { asSeen, begin, clap, goesOn, join, leave, move, ownerOf, until } from './fleet.js';

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

test('a process dies, and the state had something by luck: the room goes back to its checkpoint, and says so', async (t) => {
  const { clients, room, owner, other } = await begin(t, { env: { ROOM_OPTIONS: '{"checkpointMs":60000}' } });
  const [first, second] = clients;
  first.room.send('luck');
  await until(() => room.state.heroes.has('luck'), 'luck');
  second.room.send('clap', 'after');
  await until(() => first.heard.some((words) => words.endsWith('claps after')), 'a pulse with an input behind it');
  await owner.end('SIGKILL');
  await until(() => other.reports('untrue').length === 1, 'it to be noticed');
  await until(() => clients.every(({ news }) => news.some(({ kind }) => kind === 'rewound')), 'all to be told');
  await leave(clients);
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
  await until(async () => (await rowOf(other, roomId)).clients === 2, 'the count of the row');
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

/** Until it sees what the room is. */
async function seesTruth(process, room) {
  const { roomId, sessionId } = room;
  let seen = '';
  const isSame = async () => {
    const truth = JSON.parse(asSeen(JSON.stringify(await process.ask('state', { roomId })), sessionId));
    seen = `${JSON.stringify(room.state)} in place of ${JSON.stringify(truth)}`;
    // Keys of a map keep the order in which they were seen first.
    return isDeepStrictEqual(truth, JSON.parse(JSON.stringify(room.state)));
  };
  await until(isSame, 'the state').catch((error) => assert.fail(`${error.message} ${sessionId} sees ${seen}`));
}

for (const { how, dies, options } of [
  { how: 'without its log', dies: false, options: { log: false } },
  { how: 'by its log, by who took it from a process that died', dies: true, options: { outputs: 'early' } },
])
  test(`a room that cannot be saved is handed over ${how}: a client that was away knows nothing as something else`, async (t) => {
    const ROOM_OPTIONS = JSON.stringify({ checkpointMs: 500, savableMs: 200, ...options });
    const stage = await begin(t, { processes: dies ? 3 : 2, env: { ROOM_OPTIONS } });
    const { processes, clients, room, roomId, owner } = stage;
    await sleep(700);
    clients[1].room.send('clutch');
    await until(() => owner.reports('unsaved').length > 0, 'it to be kept no more');
    // What is shown from here on is lost.
    if (dies) await owner.ask('cutOff', { ms: 10_000 });
    for (let i = 0; i < 20; i++) room.send('deal', `card ${i}`);
    await until(() => room.state.hands.has('card 19'), 'the cards');
    clients[0].away(true);
    await owner.end(dies ? 'SIGKILL' : 'SIGTERM');
    let last = await until(async () => {
      const found = await ownerOf(processes, roomId);
      return found !== owner && found;
    }, 'another one to have it');
    if (dies) {
      await last.end('SIGTERM');
      last = processes.find(({ isAlive }) => isAlive);
    }
    await until(() => last.reports('here').length === 1, 'its coming');
    const { round } = await last.ask('state', { roomId });
    await until(async () => (await last.ask('state', { roomId })).round > round + 2, 'two rounds');
    clients[0].away(false);
    for (const one of clients) await seesTruth(last, one.room);
    await leave(clients);
  });

for (const rounds of [1, 3])
  test(`a process dies after ${rounds} rounds that keeps no log: clients are told, and see what the room is now`, async (t) => {
    const stage = await begin(t, { env: { ROOM_OPTIONS: '{"log":false,"checkpointMs":700}' } });
    const { clients, room, roomId, owner, other } = stage;
    await until(() => room.state.round >= rounds, 'the rounds');
    await owner.end('SIGKILL');
    await other.told(({ kind }) => kind === 'onMoved');
    for (const { room: one } of clients) {
      await seesTruth(other, one);
      one.send('clap', 'again');
    }
    const claps = (one) => clients[0].heard.filter((words) => words === `${one.sessionId} claps again`).length;
    await until(() => clients.every(({ room: one }) => claps(one) === 1), 'all claps');
    // Before its first checkpoint the room goes back to a time when nobody was in it: all join again. Right behind one, nothing is taken back.
    for (const { news } of clients) {
      assert.ok(news.every(({ kind }) => kind !== 'left'));
      assert.ok(news.length === 0 || news[0].kind === 'rewound', JSON.stringify(news));
    }
    await leave(clients);
  });
