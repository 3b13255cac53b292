/** Real processes, real clients: a way to Redis is cut, a replica takes its place, a node of a cluster dies. `server.test.js` does more of it in one process. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeGaps, Rest } from './bounds.js';
import { CLIENTS } from './clients.js';
import { until } from './fleet.js';
import { begin, clap, gapsSince, judgeAll, takenFrom, TOKENS } from './play.js';
import { startCluster } from './redis-cluster.js';
import { findPort, findRedis, RedisServer } from './redis-server.js';
import { Way } from './way.js';

/** A fleet in which each process has a way of its own. */
async function beginApart(t, given) {
  const ways = [];
  const linkOf = async ({ redis }, at) =>
    (ways[at] = await Way.make(t, path.join(redis.folder, `way-${at}.sock`), redis.socket));
  const fleet = await begin(t, { ...given, linkOf });
  return { fleet, ways };
}

const playOn = (fleet, sinceMs) =>
  until(() => fleet.players.every(({ beats }) => beats.at(-1).atMs > sinceMs), 20_000, 'all play on');

/** How a process does not reach Redis, and does again. */
const PARTITIONS = {
  'its connections are cut': [(way) => way.lead(null), (way, { redis }) => way.lead(redis.socket)],
  'nothing gets through, then all of it comes late': [(way) => way.silence(), (way) => way.speak({ isLost: false })],
  'nothing gets through, and its connections stay silent': [
    (way) => way.silence(),
    (way) => way.speak({ isLost: true }),
  ],
};
for (const [how, [part, join]] of Object.entries(PARTITIONS))
  test(`a partition, ${how}: six play on with who does not reach Redis, and go back when it does: another one has the room`, async (t) => {
    const { fleet, ways } = await beginApart(t, { processes: 3 });
    const end = clap(fleet);
    const still = new Rest();
    await still.take(fleet.players, 1000);
    const owner = fleet.ownerOf('inn');
    const way = ways[fleet.members.indexOf(owner)];
    const partedMs = performance.now();
    part(way);
    const claimed = () => fleet.reported('here').find(({ how: why, from }) => why === 'claimed' && from !== owner);
    await until(claimed, 10_000, 'another one claims it');
    await sleep(700);
    const gaps = gapsSince(fleet, partedMs);
    judgeGaps(`one process does not reach Redis: ${how}`, { gaps, still, bounds: { worst: 250 } });
    assert.equal(fleet.ownerOf('inn'), owner);
    assert.deepEqual(takenFrom(fleet), []);
    // Nothing is acknowledged that another one does not have.
    assert.ok(fleet.players.some(({ connection }) => connection.unacknowledged > 0));
    join(way, fleet);
    await until(() => fleet.reported('fenced').some(({ from }) => from === owner), 10_000, 'it lets the room go');
    await until(() => fleet.ownerOf('inn') === claimed().from, 10_000, 'all are there');
    await end();
    for (const { news } of fleet.players) assert.ok(news.includes('rewound') && !news.includes('missed'));
    console.log(judgeAll(fleet));
  });

test('a replica that lags takes the place of Redis: all play on, nothing is lost, also if the owner dies later', async (t) => {
  const port = await findPort();
  const redisArgs = ['--port', `${port}`, '--repl-diskless-sync-delay', '0'];
  const rooms = ['inn', 'mill'];
  const { fleet, ways } = await beginApart(t, { rooms, tokens: TOKENS.slice(0, 3), options: { redisArgs } });
  const replica = new RedisServer(findRedis());
  await replica.start();
  t.after(() => replica.stop());
  const { send, close } = await CLIENTS.ioredis(replica);
  t.after(close);
  const end = clap(fleet);
  await send(['REPLICAOF', '127.0.0.1', `${port}`]);
  while ((await send(['KEYS', '*:row:*'])).length < rooms.length) await sleep(20);
  await send(['REPLICAOF', 'NO', 'ONE']);
  const still = new Rest();
  await still.take(fleet.players, 1000);
  // A test that fails asks again, when nobody can connect any more.
  assert.equal((await fleet.readRow('inn')).status, 'held');
  const atMs = performance.now();
  await fleet.redis.kill();
  // No replica is put in its place sooner.
  await sleep(1000);
  for (const way of ways) way.lead(replica.socket);
  await until(() => fleet.reported('written anew').length >= rooms.length, 10_000, 'all are written anew');
  await playOn(fleet, performance.now() + 500);
  judgeGaps('a replica takes the place of Redis', { gaps: gapsSince(fleet, atMs), still, bounds: { worst: 250 } });
  await sleep(1000);
  await fleet.kill(fleet.ownerOf('inn'));
  await until(() => rooms.every((room) => fleet.ownerOf(room)?.isRunning), 10_000, 'another one has them');
  await playOn(fleet, performance.now() + 500);
  await end();
  assert.deepEqual(takenFrom(fleet), []);
  assert.equal(fleet.reported('inputs lost').length, 0);
  console.log(judgeAll(fleet));
});

test('a cluster: one node dies and comes back empty while all play; then the owner of all rooms dies', async (t) => {
  const { ports, nodes, rowsOf } = await startCluster(t);
  const rooms = Array.from({ length: 6 }, (_, at) => `room ${at}`);
  const linkOf = () => ({ cluster: ports[0] });
  const fleet = await begin(t, { rooms, tokens: TOKENS.slice(0, 2), linkOf });
  const end = clap(fleet);
  const onSecond = (await rowsOf(1)).length;
  assert.ok(onSecond > 0 && onSecond < rooms.length, `${onSecond} rooms on the second node`);
  const still = new Rest();
  await still.take(fleet.players, 1000);
  const atMs = performance.now();
  await nodes[1].comeBackEmpty(1500);
  await until(() => fleet.reported('written anew').length >= onSecond, 10_000, 'its rooms are written anew');
  await playOn(fleet, performance.now() + 500);
  judgeGaps('a node of a cluster dies', { gaps: gapsSince(fleet, atMs), still, bounds: { worst: 250 } });
  await sleep(1000);
  await fleet.kill(fleet.ownerOf(rooms[0]));
  await until(() => rooms.every((room) => fleet.ownerOf(room)?.isRunning), 15_000, 'another one has them');
  await playOn(fleet, performance.now() + 500);
  await end();
  assert.deepEqual(takenFrom(fleet), []);
  console.log(judgeAll(fleet));
});
