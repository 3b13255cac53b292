/** The storage on Redis does what the one in memory does. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { MemoryStore } from '@spindle/rooms';
import { RedisStore } from '@spindle/rooms/redis';
import { RedisPresence } from '@spindle/rooms/ws';
import { CASES, commit, due, histories, playCase, put } from '../../packages/rooms/test/store-contract.js';
import { CLIENTS, CLUSTER_CLIENTS } from './clients.js';
import { startCluster } from './redis-cluster.js';
import { findRedis, RedisServer } from './redis-server.js';

const { ROOM_HISTORIES = '500', ROOM_SEED } = process.env;
const RUNS = { numRuns: Number(ROOM_HISTORIES), ...(ROOM_SEED !== undefined && { seed: Number(ROOM_SEED) }) };
const DAY_MS = 86_400_000;
const redis = findRedis();
let storages = 0;

/** An empty storage of its own beside all others. */
const emptyStore = (send, options) => new RedisStore(send, { prefix: `test${(storages += 1)}`, ...options });
/** Which of the rooms that are due come first is free. */
const sorted = (answer) =>
  answer.kind === 'due' ? { ...answer, rooms: answer.rooms.toSorted((a, b) => (a.room < b.room ? -1 : 1)) } : answer;

async function checkHistories(send, options) {
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      let nowMs = 1;
      let memory;
      let store;
      const begin = async () => {
        memory = Object.assign(new MemoryStore(), { sinceMs: nowMs });
        store = emptyStore(send, options);
        await store.answer(due, nowMs);
      };
      await begin();
      const askBoth = async (call) => {
        const wanted = structuredClone(memory.answer(call, nowMs));
        assert.deepEqual(sorted(await store.answer(call, nowMs)), sorted(wanted));
      };
      for (const { laterMs, room, callFor, times, isEmptied } of steps) {
        nowMs += laterMs;
        if (isEmptied) await begin();
        const call = callFor(memory.rows.get(room));
        for (let i = 0; i < times; i++) await askBoth(call);
        await askBoth({ kind: 'read', room });
      }
      await askBoth({ kind: 'due', limit: 9 });
    }),
    RUNS,
  );
}

for (const [name, connect] of Object.entries(CLIENTS)) {
  describe(name, () => {
    const server = new RedisServer(redis);
    let client;
    before(async () => {
      await server.start();
      client = await connect(server);
    });
    after(async () => {
      client.close();
      await server.stop();
    });
    const keysNow = () => client.send(['KEYS', '*']);

    for (const given of CASES) {
      test(given.title, async () => {
        const store = emptyStore(client.send);
        const { answers, wanted } = await playCase((call, nowMs) => store.answer(call, nowMs), given);
        assert.deepEqual(answers, wanted);
      });
    }

    test('whatever two owners call, memory and Redis answer the same', async () => checkHistories(client.send));

    for (const more of [['+info'], []])
      test(`a user with the rights that docs/rooms.md names is enough, ${more[0] ?? 'also without +info'}`, async () => {
        const rights = ['~{game*', '-@all', '+@read', '+@write', '+eval', '+evalsha', '+time', ...more];
        await client.send(['ACL', 'SETUSER', 'game', 'reset', 'on', '>secret', ...rights]);
        const limited = await connect(server);
        try {
          await limited.send(['AUTH', 'game', 'secret']);
          for (const given of CASES) {
            const store = new RedisStore(limited.send, { prefix: `game${(storages += 1)}` });
            const { answers, wanted } = await playCase((call, nowMs) => store.answer(call, nowMs), given);
            assert.deepEqual(answers, wanted);
          }
          const entry = { name: 'a', url: 'ws://a', key: 'k', rooms: 0, isStopping: false };
          assert.deepEqual(await new RedisPresence(limited.send, { prefix: 'game' }).beat('a', entry), [entry]);
          await assert.rejects(limited.send(['SET', 'other', '1']), /NOPERM/);
        } finally {
          limited.close();
        }
      });

    test('an empty storage has lost the row', async () => {
      assert.deepEqual(await emptyStore(client.send).answer(commit()), { kind: 'lost' });
    });

    test('a room that ends leaves its epoch, for a minute', async () => {
      await client.send(['FLUSHALL']);
      const store = emptyStore(client.send);
      await store.answer(put({ log: [{ pulse: 1, entries: [], hash: 0 }] }));
      assert.equal((await keysNow()).length, 4);
      await store.answer({ kind: 'end', room: 'inn', owner: 'a', epoch: 1 });
      const [ended, ...others] = await keysNow();
      assert.match(ended, /:ended:inn$/);
      assert.deepEqual(others, []);
      assert.ok((await client.send(['PTTL', ended])) <= 60_000);
    });

    test('each key has a time to live: a day from its last write on', async () => {
      await client.send(['FLUSHALL']);
      const store = emptyStore(client.send);
      const records = [{ pulse: 1, entries: [], hash: 0 }];
      await store.answer(put({ log: records }));
      for (const key of await keysNow()) await client.send(['PEXPIRE', key, '9999']);
      await store.answer(commit({ records }));
      for (const key of await keysNow()) {
        const ttlMs = await client.send(['PTTL', key]);
        assert.ok(ttlMs > DAY_MS - 5000 && ttlMs <= DAY_MS + 600, `${key}: ${ttlMs} ms`);
      }
    });

    test('how old the storage is counts from its first call; whoever took the place of another Redis is young', async () => {
      await client.send(['FLUSHALL']);
      const store = emptyStore(client.send);
      const ask = async (room, nowMs) => (await store.answer(put({ room, epoch: 0 }), nowMs)).kind;
      assert.deepEqual([await ask('a', 1), await ask('a', 3200), await ask('a', 3201)], ['young', 'young', 'kept']);
      const epochs = (await keysNow()).find((key) => key.endsWith(':epochs'));
      const written = await client.send(['HGET', epochs, '']);
      const [, runId] = /run_id:(\w+)/.exec(await client.send(['INFO', 'server']));
      assert.equal(written, `run_id:${runId} 1`);
      await client.send(['HSET', epochs, '', `run_id:${'0'.repeat(40)} 1`]);
      assert.deepEqual(
        [await ask('b', 9000), await ask('b', 12_199), await ask('b', 12_200)],
        ['young', 'young', 'kept'],
      );
    });

    test('a room whose row is gone leaves the list of those that are due: by a claim, or after a day', async () => {
      const namesNow = async () => (await keysNow()).map((key) => key.replace(/^.*\}:/, '')).toSorted();
      for (const leave of [
        { kind: 'claim', room: 'inn', by: 'b', epoch: 1, leaseMs: 600 },
        { kind: 'due', limit: 9 },
      ]) {
        await client.send(['FLUSHALL']);
        const store = emptyStore(client.send);
        await store.answer(put(), 1);
        const [row] = (await keysNow()).filter((key) => key.endsWith(':row:inn'));
        await client.send(['DEL', row]);
        assert.deepEqual(await namesNow(), ['due', 'epochs']);
        await store.answer(leave, DAY_MS + 602);
        // Since when there is the storage.
        assert.deepEqual(await namesNow(), leave.kind === 'due' ? ['epochs'] : []);
      }
    });

    test('calls of one moment go as one script, in their order; one that fails spoils no other', async () => {
      const sent = [];
      const store = emptyStore((command) => {
        sent.push(command);
        return client.send(command);
      });
      await store.answer(put({ room: 'spoilt' }));
      const row = sent.at(-1).find((text) => text.endsWith(':row:spoilt'));
      await client.send(['DEL', row]);
      await client.send(['SET', row, 'no hash']);
      sent.length = 0;
      const rooms = ['a', 'spoilt', 'b', 'half \ud800'];
      const answers = await Promise.allSettled([
        ...rooms.flatMap((room) => [store.answer(put({ room }), 1), store.answer(commit({ room }), 1)]),
        store.answer({ kind: 'due', limit: 9 }, 602),
      ]);
      assert.equal(sent.length, 1);
      assert.deepEqual(
        answers.map(({ value, reason }) => value?.kind ?? /WRONGTYPE/.test(reason)),
        ['kept', 'kept', true, true, 'kept', 'kept', 'kept', 'kept', 'due'],
      );
      assert.deepEqual(
        answers
          .at(-1)
          .value.rooms.map(({ room }) => room)
          .toSorted(),
        ['a', 'b', 'half \ufffd'],
      );
    });

    test('more calls than a hundred go as several scripts', async () => {
      let scripts = 0;
      const store = emptyStore((command) => {
        scripts++;
        return client.send(command);
      });
      const rooms = Array.from({ length: 250 }, (_, at) => `room ${at}`);
      const answers = await Promise.all(rooms.map((room) => store.answer(put({ room }))));
      assert.ok(answers.every(({ kind }) => kind === 'kept'));
      assert.equal(scripts, 3);
    });

    test('a hundred rooms that renew their leases are six commands of Redis for each, and a few for all', async () => {
      const store = emptyStore(client.send);
      const rooms = Array.from({ length: 100 }, (_, at) => `room ${at}`);
      const renew = async (call) => Promise.all(rooms.map((room) => store.answer(call({ room }))));
      await renew(put);
      await client.send(['CONFIG', 'RESETSTAT']);
      await renew(commit);
      const stats = await client.send(['INFO', 'commandstats']);
      const counts = [...stats.matchAll(/calls=(\d+)/g)].map(([, count]) => Number(count));
      const sum = counts.reduce((all, count) => all + count, 0);
      assert.ok(sum <= 610, `${sum} commands`);
    });

    test('the time is that of Redis', async () => {
      const store = emptyStore(client.send);
      await store.answer(put());
      const [seconds] = await client.send(['TIME']);
      const { row } = await store.answer({ kind: 'read', room: 'inn' });
      assert.ok(Math.abs(row.leaseUntilMs - 600 - seconds * 1000) < 2000);
    });
  });
}

describe('a cluster of two nodes', () => {
  let cluster;
  const ends = [];
  before(async () => {
    cluster = await startCluster({ after: (end) => void ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  for (const [name, connect] of Object.entries(CLUSTER_CLIENTS)) {
    test(`${name}: rooms lie on both nodes, and what is due comes from all`, async (t) => {
      const client = await connect(cluster.ports[0]);
      t.after(() => client.close());
      const store = emptyStore(client.send, { shards: 16 });
      const rooms = Array.from({ length: 64 }, (_, at) => `room ${at} {x}`);
      for (const room of rooms) assert.equal((await store.answer(put({ room }), 1)).kind, 'kept');
      const { rooms: found } = await store.answer({ kind: 'due', limit: 99 }, 602);
      assert.deepEqual(found.map(({ room }) => room).toSorted(), rooms.toSorted());
      assert.equal((await store.answer({ kind: 'due', limit: 9 }, 602)).rooms.length, 9);
      for (const node of cluster.nodes) {
        const { send, close } = await CLIENTS.ioredis(node);
        assert.ok((await send(['DBSIZE'])) > 20);
        close();
      }
    });

    test(`${name}: whatever two owners call, memory and the cluster answer the same`, async (t) => {
      const client = await connect(cluster.ports[0]);
      t.after(() => client.close());
      await checkHistories(client.send);
    });
  }
});
