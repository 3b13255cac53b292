/** `RoomServer` with its storage on a real Redis. Both servers are in this process: what two processes do is not seen here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RoomServer } from '@spindle/rooms';
import { RedisStore } from '@spindle/rooms/redis';
import { judgeGaps, Rest } from './bounds.js';
import { CLIENTS, CLUSTER_CLIENTS } from './clients.js';
import { startCluster } from './redis-cluster.js';
import { findPort, findRedis, RedisServer } from './redis-server.js';

const redis = findRedis();

/** It counts its pulses. */
function countingGame() {
  let count = 0;
  return {
    pulse: () => [{ to: null, body: (count += 1) }],
    save: () => String(count),
    load: (text) => (count = Number(text)),
    whyNot: () => [],
    hash: () => String(count),
  };
}

/** Runs a server: each call of the storage goes to Redis, and what fails is left to the server, which asks again. */
class Host {
  reports = [];
  pulses = [];
  #timer;
  #server;
  #store;

  constructor(name, send, options) {
    this.#store = new RedisStore(send, options);
    this.#server = new RoomServer({
      process: name,
      game: countingGame,
      random: Math.random,
      stepMs: 20,
      checkpointMs: 200,
      endsWhenEmpty: false,
      onPulse: (room, pulse, epoch) => this.pulses.push({ room, pulse, epoch, atMs: performance.now() }),
    });
    this.#timer = setInterval(() => this.take({ kind: 'tick' }), 10);
  }

  take(event) {
    for (const effect of this.#server.take(event, performance.now())) {
      if (effect.to === 'host') this.reports.push(effect.report);
      if (effect.to === 'store') this.#ask(effect);
    }
  }

  async #ask({ id, call }) {
    const answer = await this.#store.answer(call).catch(() => undefined);
    if (answer !== undefined && this.#timer !== undefined) this.take({ kind: 'answer', id, answer });
  }

  /** As a process that is killed. */
  die() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The first report of this kind; `times`: until there are so many. */
  async reported(kind, times = 1) {
    for (let i = 0; i < 1000; i++) {
      const reports = this.reports.filter((each) => each.kind === kind);
      if (reports.length >= times) return reports[0];
      await sleep(10);
    }
    throw new Error(`\`${kind}\` was not reported, but ${JSON.stringify(this.reports)}.`);
  }

  pulsesOf(room) {
    return this.pulses.filter((one) => one.room === room).map(({ pulse }) => pulse);
  }
}

/** Each pulse of a room once, in order, from the first on. */
function checkPulses(pulses) {
  assert.deepEqual(
    pulses,
    pulses.map((_, at) => pulses[0] + at),
  );
}

function hostsOf(t, sends, options) {
  const hosts = sends.map((send, at) => new Host('ab'[at], send, options));
  t.after(() => hosts.forEach((host) => host.die()));
  return hosts;
}

/** A way to Redis that can be cut, and lead to another one. */
class Way {
  constructor(client) {
    this.client = client;
  }

  send = async (command) => {
    if (this.client === null) throw new Error('no way to Redis');
    return this.client.send(command);
  };
}

test('what a host throws as it hears of the storage ends its process', async () => {
  const text = `
    import { RoomHost } from '@spindle/rooms/ws';
    const game = () => ({ pulse: () => [], save: () => '', load() {}, whyNot: () => [], hash: () => '' });
    const onReport = () => { throw new Error('my own fault'); };
    new RoomHost({ url: 'ws://127.0.0.1:1', game, onReport }).create('inn');
    setTimeout(() => process.exit(0), 5000);`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /my own fault/);
});

for (const [name, connect] of Object.entries(CLIENTS)) {
  describe(name, () => {
    test('Redis dies and comes back empty: the room goes on; its process dies: another one takes it', async (t) => {
      const server = new RedisServer(redis);
      await server.start();
      const clients = [await connect(server), await connect(server)];
      const first = new Host('a', clients[0].send);
      const second = new Host('b', clients[1].send);
      t.after(async () => {
        first.die();
        second.die();
        for (const { close } of clients) close();
        await server.stop();
      });
      first.take({ kind: 'create', room: 'inn' });
      const made = await first.reported('here');
      assert.deepEqual([made.how, made.replayed], ['made', 0]);
      const still = new Rest();
      await still.take([], 1000);
      const killedMs = performance.now();
      await server.comeBackEmpty(300);
      await first.reported('written anew');
      await sleep(300);
      assert.deepEqual(
        first.pulses.map(({ pulse }) => pulse),
        first.pulses.map((_, at) => at + 1),
      );
      const gapsOf = (pulses) => pulses.slice(1).map(({ atMs }, at) => atMs - pulses[at].atMs - 20);
      const at = first.pulses.findLastIndex(({ atMs }) => atMs < killedMs);
      still.gaps.push(...gapsOf(first.pulses.slice(0, at + 1)));
      const gaps = gapsOf(first.pulses.slice(at));
      const last = first.pulses.at(-1).pulse;
      first.die();
      const here = await second.reported('here');
      assert.deepEqual([here.how, here.epoch > made.epoch], ['claimed', true]);
      await sleep(300);
      const after = second.pulses.map(({ pulse }) => pulse);
      assert.ok(after[0] <= last + 1 && after.at(-1) > last, `${last}, then ${after[0]} to ${after.at(-1)}`);
      assert.deepEqual(
        first.reports.map(({ kind }) => kind).filter((kind) => kind !== 'too slow'),
        ['here', 'written anew'],
      );
      judgeGaps(`${name}: pulses while Redis is away and empty`, { gaps, still, bounds: { worst: 200 } });
    });
  });
}

/** Redis servers, and what connects to each; all of it ends with the test. */
async function serversOf(t, ...argsOfEach) {
  const servers = [];
  for (const args of argsOfEach) {
    const server = new RedisServer(redis, ...args);
    await server.start();
    t.after(() => server.stop());
    servers.push(server);
  }
  const clientOf = async (server) => {
    const client = await CLIENTS.ioredis(server);
    t.after(() => client.close());
    return client;
  };
  return { servers, clientOf };
}

test('a partition: who does not reach Redis plays on, another one takes the room, and the first lets it go', async (t) => {
  const { servers, clientOf } = await serversOf(t, []);
  const ways = [new Way(await clientOf(servers[0])), new Way(await clientOf(servers[0]))];
  const [first, second] = hostsOf(
    t,
    ways.map(({ send }) => send),
  );
  first.take({ kind: 'create', room: 'inn' });
  const { epoch } = await first.reported('here');
  await sleep(300);
  const cut = ways[0].client;
  ways[0].client = null;
  const here = await second.reported('here');
  assert.ok(here.epoch > epoch);
  await sleep(300);
  const alone = first.pulses.length;
  await sleep(300);
  assert.ok(first.pulses.length > alone, 'it plays on');
  ways[0].client = cut;
  await first.reported('fenced');
  const last = first.pulses.length;
  await sleep(300);
  assert.equal(first.pulses.length, last);
  for (const host of [first, second]) checkPulses(host.pulsesOf('inn'));
  assert.deepEqual(new Set(first.pulses.map((one) => one.epoch)), new Set([epoch]));
  assert.deepEqual(new Set(second.pulses.map((one) => one.epoch)), new Set([here.epoch]));
});

/** Somebody asks a host for these rooms, as a joiner who finds no row of them: nobody may make them anew. */
async function askFor(host, rooms) {
  for (const room of rooms) host.take({ kind: 'create', room });
  for (const room of rooms)
    while (!host.reports.some((one) => one.kind === 'fenced' && one.room === room)) await sleep(10);
  assert.ok(host.reports.every(({ kind }) => kind === 'too slow' || kind === 'fenced'));
}

/**
 * Two rooms at the first host, and a replica that has not heard of them for half a second, and not at all of a third. `failOver()`: Redis dies, and it takes its place.
 */
async function withReplica(t) {
  const port = await findPort();
  const { servers, clientOf } = await serversOf(t, ['--port', `${port}`, '--repl-diskless-sync-delay', '0'], []);
  const [main, replica] = await Promise.all(servers.map(clientOf));
  await replica.send(['REPLICAOF', '127.0.0.1', `${port}`]);
  const ways = [new Way(main), new Way(main)];
  const [first, second] = hostsOf(
    t,
    ways.map(({ send }) => send),
  );
  for (const room of ['inn', 'mill']) first.take({ kind: 'create', room });
  await first.reported('here', 2);
  while ((await replica.send(['KEYS', '*:row:*'])).length < 2) await sleep(20);
  await replica.send(['REPLICAOF', 'NO', 'ONE']);
  first.take({ kind: 'create', room: 'hall' });
  await first.reported('here', 3);
  await sleep(500);
  const failOver = async () => {
    for (const way of ways) way.client = null;
    await servers[0].kill();
    // No replica is put in its place sooner.
    await sleep(1000);
    for (const way of ways) way.client = replica;
  };
  return { first, second, failOver };
}

test('a replica that lags takes the place of Redis: the owner writes its rooms anew; it dies later: another one goes on', async (t) => {
  const { first, second, failOver } = await withReplica(t);
  await failOver();
  await askFor(second, ['hall']);
  await first.reported('written anew', 3);
  await sleep(300);
  for (const room of ['inn', 'mill', 'hall']) checkPulses(first.pulsesOf(room));
  assert.ok(first.reports.every(({ kind }) => kind !== 'fenced'));
  const last = first.pulsesOf('inn').at(-1);
  first.die();
  await second.reported('here', 3);
  await sleep(300);
  const [next] = second.pulsesOf('inn');
  assert.ok(next <= last + 1 && next > last - 30, `${last}, then ${next}`);
});

test('a replica that lags takes the place of Redis as the owner dies, too: another one goes on from what the replica has', async (t) => {
  const { first, second, failOver } = await withReplica(t);
  const last = first.pulsesOf('inn').at(-1);
  first.die();
  await failOver();
  await second.reported('here', 2);
  await sleep(300);
  checkPulses(second.pulsesOf('inn'));
  assert.ok(second.pulsesOf('inn')[0] < last, 'it has lost what the replica had not heard');
});

test('a cluster: while one node is away all rooms play on; it comes back empty, and its rooms are written anew', async (t) => {
  const { ports, nodes, rowsOf } = await startCluster(t);
  const clients = await Promise.all([0, 1].map(() => CLUSTER_CLIENTS.ioredis(ports[0])));
  t.after(() => clients.forEach(({ close }) => close()));
  const [first, second] = hostsOf(
    t,
    clients.map(({ send }) => send),
    { shards: 16 },
  );
  const rooms = Array.from({ length: 12 }, (_, at) => `room ${at}`);
  for (const room of rooms) first.take({ kind: 'create', room });
  await first.reported('here', rooms.length);
  const rows = await rowsOf(1);
  const onSecond = rows.length;
  assert.ok(onSecond > 0 && onSecond < rooms.length, `${onSecond} rooms on the second node`);
  await nodes[1].kill();
  await sleep(1500);
  const whileAway = rooms.map((room) => first.pulsesOf(room).length);
  await nodes[1].start();
  await askFor(
    second,
    rows.map((key) => key.replace(/^.*:row:/, '')),
  );
  await first.reported('written anew', onSecond);
  await sleep(300);
  rooms.forEach((room, at) => {
    checkPulses(first.pulsesOf(room));
    assert.ok(first.pulsesOf(room).length > whileAway[at]);
  });
  assert.ok(first.reports.every(({ kind }) => kind !== 'fenced'));
  first.die();
  await second.reported('here', rooms.length);
});
