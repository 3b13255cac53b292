/** Real processes, real sockets, a real Redis: all that has a room ends, or dies of it. Nothing of it is timed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { printQuantiles } from './bounds.js';
import { until } from './fleet.js';
import { gameOf, loadScene, POISON } from './scene.js';
import { begin, clap, goesOn, judgeAll, takenFrom, TOKENS } from './play.js';

/** Is a call of a process made while another one of it is not answered yet? */
const isDuring = (one, { at, atMs, told }) =>
  one.at === at && one.atMs >= atMs && one.atMs < atMs + Number(/ ([\d.]+) ms later/.exec(told)[1]) - 0.1;
const poison = gameOf(await loadScene(POISON));

test('Redis is killed and comes back empty, and the owner dies with it: who was in is told, and may join the room that is made anew', async (t) => {
  const fleet = await begin(t);
  await Promise.all([fleet.kill(fleet.ownerOf('inn')), fleet.redis.comeBackEmpty(300)]);
  await until(() => fleet.players.every(({ code }) => code === 4012), 20_000, 'all are told');
  const again = fleet.join('inn', 'inn ann');
  await until(() => again.beats.length > 10, 10_000, 'she plays again');
  assert.deepEqual([again.news[0], again.doubled, again.bodies.includes('beat 1')], ['joined', 0, true]);
  fleet.hasPassed = true;
});

test('all processes end before new ones begin: the rooms wait in Redis, and are claimed one after the other', async (t) => {
  const rooms = ['inn', ...Array.from({ length: 7 }, (_, at) => `room ${at}`)];
  const fleet = await begin(t, { rooms, tokens: TOKENS.slice(0, 2) });
  const end = clap(fleet);
  const codes = await Promise.all(fleet.members.map((one) => fleet.stop(one)));
  assert.deepEqual(codes, [0, 0]);
  assert.deepEqual(fleet.members.flatMap(({ waiting }) => waiting).toSorted(), rooms.toSorted());
  await sleep(1500);
  for (const { port } of fleet.members.slice()) await fleet.start({ port });
  const atMs = performance.now();
  await goesOn(fleet, atMs + 300);
  await end();
  assert.deepEqual(
    fleet
      .reported('here')
      .filter(({ how, from }) => how === 'claimed' && from.isRunning)
      .map(({ room }) => room)
      .toSorted(),
    rooms.toSorted(),
  );
  const claims = rooms.flatMap((room) => fleet.readCalls(room)).filter(({ told }) => told.startsWith('claim'));
  for (const one of claims)
    assert.ok(
      claims.every((other) => other === one || other.at !== one.at || !isDuring(other, one)),
      one.told,
    );
  assert.deepEqual(takenFrom(fleet), []);
  console.log(judgeAll(fleet));
});

for (const [name, what] of [
  ['bomb', 'an input ends its process'],
  ['fuse', 'its snapshot ends the process that loads it'],
])
  test(`${what}: the room is set aside, and those that were with it go on`, async (t) => {
    const options = { mostDeaths: 3, checkpointMs: 500 };
    const fleet = await begin(t, { rooms: ['inn', 'mill', 'barn'], tokens: ['ann', 'ben'], options, scene: POISON });
    const replace = async (member) => {
      await member.exited;
      // All of its rooms go to the other one.
      await sleep(1500);
      if (!fleet.isClosed) void replace(await fleet.start({ scene: POISON, port: member.port }));
    };
    for (const member of fleet.members) void replace(member);
    const [poisoned, innocent] = [true, false].map((is) => fleet.players.filter(({ room }) => (room === 'inn') === is));
    const end = clap(fleet);
    poisoned[0].input(name);
    await until(() => poisoned.every(({ code }) => code === 4013), 60_000, 'all are told');
    const atMs = performance.now();
    await until(() => innocent.every(({ beats }) => beats.at(-1).atMs > atMs), 60_000, 'the others go on');
    await end();
    const asides = fleet.reported('aside').map(({ room }) => room);
    const gaps = innocent.map((player) => player.longestGapMs(0) - 50);
    console.log(
      `${judgeAll(fleet, ['mill', 'barn'], poison)}; added gap ${printQuantiles(gaps)} ms, ${fleet.members.length - 2} processes died`,
    );
    assert.deepEqual([asides, innocent.map(({ code }) => code)], [['inn'], innocent.map(() => null)]);
  });
