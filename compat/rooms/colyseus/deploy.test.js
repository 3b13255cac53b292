/** An edited script on real servers of Colyseus: a room goes on in the new text and back, or stays where the old one is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, judge, move, ownerOf, start, until } from './fleet.js';

async function begin(t) {
  const { processes, add } = await start(t, 1);
  const clients = [];
  for (let i = 0; i < 2; i++) clients.push(await join(processes[0].port, { name: `c${i}` }));
  const [{ room }] = clients;
  await until(() => room.state.round >= 1, 'the first round');
  return { processes, add, clients, roomId: room.roomId, old: processes[0] };
}

const leave = (clients) => Promise.all(clients.map(({ room }) => room.leave()));

test('a line and a wait more, another text: the room goes on in it, and back', async (t) => {
  const { add, clients, roomId, old } = await begin(t);
  const edited = await add({ SCENE: 'edited' });
  let claps = 0;
  const hears = async (words) => {
    const from = clients.map(({ heard }) => heard.length);
    for (const { room } of clients) room.send('clap', claps);
    claps++;
    const has = ({ heard }, i) => heard.slice(from[i]).some((one) => words.test(one));
    await until(() => clients.every(has), String(words));
  };
  await hears(/^end of round \d+$/);
  for (const [from, to, words] of [
    [old, edited, /^round \d+ is over$/],
    [edited, old, /^end of round \d+$/],
  ]) {
    await until(async () => (await from.ask('peers')).length === 1, 'processes to know each other');
    await move(from, to, roomId);
    await until(() => to.messages.some(({ kind }) => kind === 'onMoved'), 'its coming');
    const { report } = to.messages.findLast(({ kind }) => kind === 'onMoved');
    assert.notEqual(report.mapped.length, 0);
    assert.deepEqual([report.restarted, report.dropped], [[], []]);
    console.log(report.mapped);
    await hears(words);
    await hears(words);
  }
  assert.ok(clients.every(({ heard }) => heard.includes('a pause')));
  const { heard } = clients[0];
  for (const { room, news } of clients) {
    const mine = heard.filter((one) => one.startsWith(`${room.sessionId} claps `));
    assert.deepEqual(
      mine,
      Array.from({ length: claps }, (_, i) => `${room.sessionId} claps ${i}`),
    );
    assert.deepEqual(news, []);
  }
  await leave(clients);
});

test('none of the statements is left at which a script waits: the room stays, says why, and goes on', async (t) => {
  const { processes, add, clients, roomId, old } = await begin(t);
  const gone = await add({ SCENE: 'gone' });
  await until(async () => (await old.ask('peers')).length === 1, 'processes to know each other');
  const why = await until(async () => {
    const error = await old.ask('move', { roomId, to: gone.id }).catch((one) => one);
    return !/does not answer/.test(error?.message) && String(error?.message);
  }, 'an answer');
  assert.match(why, /stays here: /);
  assert.match(why, /intro/);
  console.log(why);
  const { round } = clients[0].room.state;
  await until(() => clients[0].room.state.round > round + 1, 'two rounds');
  assert.equal(await ownerOf([old, gone], roomId), old);
  assert.equal(gone.reports('here').length, 0);
  console.log(await judge(processes.slice(0, 1), clients));
  await leave(clients);
});
