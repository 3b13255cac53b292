/** Play that is taken back, or shown no more: clients are told, and see what the room is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { asSeen, begin, leave, ownerOf, until } from './fleet.js';

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
