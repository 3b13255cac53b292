/** Real processes, real sockets, a real Redis: a move, and something that it meets, each time a little later. Nothing of it is timed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './fleet.js';
import { begin, checkBeats, clap, judgeAll, takenFrom, TOKENS } from './play.js';

const ALREADY = 'it moves already';
const inTime = (answer) => Promise.race([answer, sleep(10_000, 'no answer', { ref: false })]);

test('two moves at once: one goes, the other one hears that it does', async (t) => {
  const fleet = await begin(t, { processes: 3 });
  const end = clap(fleet);
  for (let i = 0; i < 6; i++) {
    const from = fleet.ownerOf('inn');
    const others = fleet.members.filter((one) => one !== from);
    const first = fleet.move('inn', from, others[0]);
    await sleep(i % 3);
    const second = fleet.move('inn', from, others[1], { mostTries: 0 });
    const answers = await Promise.all([first, second].map(inTime));
    assert.deepEqual(answers, [null, ALREADY]);
    await until(() => fleet.ownerOf('inn') === others[0], 20_000, 'all have followed');
  }
  await end();
  assert.deepEqual(takenFrom(fleet), []);
  console.log(judgeAll(fleet));
});

test('a move as its process is told to stop: it goes, or hears why not, and no room stays behind', async (t) => {
  const rooms = ['inn', 'mill', 'barn', 'hall'];
  const fleet = await begin(t, { processes: 1, rooms, tokens: TOKENS.slice(0, 2) });
  const end = clap(fleet);
  const answers = [];
  for (let i = 0; i < 4; i++) {
    const old = fleet.ownerOf('inn');
    const next = await fleet.start();
    // By then they know each other.
    await sleep(700);
    const isFirst = i % 2 === 0;
    const moved = isFirst ? fleet.move('barn', old, next, { mostTries: 0 }) : null;
    await sleep(i);
    const stopped = fleet.stop(old);
    answers.push(await (moved ?? sleep(i).then(() => fleet.move('barn', old, next, { mostTries: 0 }))));
    assert.equal(await stopped, 0);
    assert.deepEqual(old.waiting, []);
    await until(() => rooms.every((room) => fleet.ownerOf(room) === next), 20_000, 'all have followed');
  }
  const known = [null, ALREADY, 'the process stops', 'it is not here', 'its process is dead'];
  assert.deepEqual(
    answers.filter((one) => !known.includes(one)),
    [],
  );
  assert.ok(fleet.reported('here').every(({ how }) => how !== 'claimed'));
  await end();
  assert.deepEqual(takenFrom(fleet), []);
  console.log(`${judgeAll(fleet)}; ${answers.join(', ')}`);
});

test('the last client leaves during a move: it is told so, and nothing is left of the room', async (t) => {
  const rooms = Array.from({ length: 12 }, (_, at) => `room ${at}`);
  const fleet = await begin(t, { rooms, tokens: ['ann'] });
  const answers = [];
  for (const [at, player] of fleet.players.entries()) {
    const from = fleet.ownerOf(player.room);
    const moved = fleet.move(
      player.room,
      from,
      fleet.members.find((one) => one !== from),
      { mostTries: 0 },
    );
    await sleep(at);
    player.leave();
    answers.push(await moved);
  }
  await until(() => fleet.players.every(({ code }) => code === 4011), 20_000, 'all are told');
  const ended = () => fleet.reported('ended').map(({ room }) => room);
  await until(() => ended().length >= rooms.length, 20_000, 'all have ended');
  await sleep(500);
  assert.deepEqual(ended().toSorted(), rooms.toSorted());
  assert.deepEqual(
    await Promise.all(rooms.map((room) => fleet.readRow(room))),
    rooms.map(() => null),
  );
  const went = answers.filter((one) => one === null).length;
  assert.ok(went > rooms.length / 2, `${went} went: ${answers.join(', ')}`);
  console.log(`${judgeAll(fleet)}; ${went} of ${rooms.length} moves went`);
});

test('clients come, go and lose their connection while the room moves', async (t) => {
  const fleet = await begin(t, { processes: 3 });
  const end = clap(fleet);
  let [left, stayed] = [0, 0];
  for (let i = 0; i < 25; i++) {
    const owner = fleet.ownerOf('inn');
    const moved = fleet.move('inn', owner, fleet.pick(fleet.members.filter((one) => one !== owner)));
    fleet.join('inn', `guest ${i}`);
    const there = fleet.players.filter(({ code, connection }) => code === null && connection.isIn);
    const guests = there.filter(({ token }) => token.startsWith('guest'));
    if (guests.length > 3) {
      guests[0].leave();
      left += 1;
    }
    fleet.pick(there.filter(({ token }) => !token.startsWith('guest'))).cut();
    if ((await moved) !== null) stayed += 1;
    await until(
      () => fleet.players.every(({ connection, code }) => code !== null || connection.isIn),
      20_000,
      'all are in',
    );
    await sleep(100);
    await until(() => fleet.ownerOf('inn') !== undefined, 20_000, 'all follow');
  }
  await end();
  await sleep(500);
  const codes = fleet.players.flatMap(({ code }) => code ?? []);
  assert.deepEqual(
    codes,
    Array.from({ length: left }, () => 4011),
  );
  assert.equal(fleet.players.filter(({ connection }) => connection.isIn).length, TOKENS.length + 25 - left);
  console.log(`${judgeAll(fleet)}; ${25 - stayed} of 25 moves went`);
  checkBeats(fleet);
  // On a machine that is busy a process does not answer in time: then the room stays.
  assert.ok(stayed < 10, `${stayed} of 25 moves did not go`);
});
