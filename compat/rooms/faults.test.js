/** What goes wrong with Redis and on the way to it. Each call is made again until it is answered, as `RoomServer` does. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisStore } from '@spindle/rooms/redis';
import { commit, put } from '../../packages/rooms/test/store-contract.js';
import { CLIENTS } from './clients.js';
import { findRedis, RedisServer } from './redis-server.js';
import { Way } from './way.js';

const redis = findRedis();
const record = (pulse) => ({ pulse, entries: [], hash: 0 });
const read = { kind: 'read', room: 'inn' };
const pulsesOf = ({ row }) => row.log.map(({ pulse }) => pulse);

/** Makes a call until it is answered. Gives the answer, and how often it failed. */
async function insist(store, call, onFailed = () => {}) {
  for (let failures = 0; ; failures++) {
    try {
      return { answer: await store.answer(call), failures };
    } catch (error) {
      assert.ok(failures < 500, error);
      onFailed();
      await sleep(10);
    }
  }
}

for (const [name, connect] of Object.entries(CLIENTS)) {
  describe(name, () => {
    let server;
    let client;
    let store;
    beforeEach(async () => {
      server = new RedisServer(redis);
      await server.start();
      client = await connect(server);
      store = new RedisStore(client.send);
    });
    afterEach(async () => {
      client.close();
      await server.stop();
    });

    test('Redis is killed and comes back empty: its rooms are written anew, and go on', async () => {
      await store.answer(put());
      await store.answer(put({ room: 'mill' }));
      await store.answer(commit({ records: [record(1)] }));
      await server.kill();
      await assert.rejects(store.answer(commit({ seq: 3 })));
      await server.start();
      const { answer } = await insist(store, commit({ seq: 3, records: [record(2)] }));
      assert.deepEqual(answer, { kind: 'lost' });
      const whole = put({ seq: 3, log: [record(1), record(2)] });
      assert.deepEqual(await store.answer(whole), { kind: 'kept', epoch: 1 });
      assert.deepEqual(pulsesOf(await store.answer(read)), [1, 2]);
      assert.equal((await store.answer(commit({ seq: 4 }))).kind, 'kept');
      assert.deepEqual(await store.answer(commit({ room: 'mill' })), { kind: 'lost' });
    });

    test('an owner of before, in a lower epoch, does not get the room back from an empty Redis', async () => {
      await store.answer(put());
      await server.kill();
      await server.start();
      await insist(store, put({ owner: 'b', epoch: 2 }));
      assert.equal((await store.answer(commit())).kind, 'fenced');
      assert.equal((await store.answer(put({ seq: 9 }))).kind, 'fenced');
      assert.equal((await store.answer(read)).row.owner, 'b');
    });

    test('the owner of the higher epoch writes over one of before that came first', async () => {
      await insist(store, put());
      assert.equal((await store.answer(commit({ owner: 'b', epoch: 2 }))).kind, 'older');
      assert.equal((await store.answer(put({ owner: 'b', epoch: 2 }))).kind, 'kept');
      assert.equal((await store.answer(commit())).kind, 'fenced');
    });

    test('Redis is slow: a call that is made again meanwhile is written once', async (t) => {
      await store.answer(put());
      const other = await connect(server);
      t.after(() => other.close());
      await other.send(['CLIENT', 'PAUSE', '600', 'ALL']);
      const call = commit({ records: [record(1)] });
      const startedMs = performance.now();
      const answers = [store.answer(call)];
      for (let i = 0; i < 2; i++) {
        await sleep(250);
        answers.push(store.answer(call));
      }
      assert.deepEqual(new Set((await Promise.all(answers)).map(({ kind }) => kind)), new Set(['kept']));
      assert.ok(performance.now() - startedMs > 550);
      assert.deepEqual(pulsesOf(await store.answer(read)), [1]);
    });

    test('an answer is lost with the connection: each call is made again, is answered, and was done once', async (t) => {
      const way = await Way.make(t, path.join(server.folder, 'way.sock'), server.socket);
      const cutOff = await connect(way);
      t.after(() => cutOff.close());
      const through = new RedisStore(cutOff.send);
      const told = async (call) => {
        // The script is there, so that it is its answer that is lost and not NOSCRIPT.
        await insist(through, { ...call, room: 'another' });
        way.losesAnswer = true;
        const { answer, failures } = await insist(through, call);
        assert.ok(failures > 0 && !way.losesAnswer);
        return answer;
      };
      assert.equal((await told(put({ log: [record(1)] }))).kind, 'kept');
      assert.equal((await told(commit({ records: [record(2)] }))).kind, 'kept');
      assert.deepEqual(pulsesOf(await store.answer(read)), [1, 2]);
      assert.equal((await told(commit({ seq: 3, next: { to: null, isExact: true } }))).kind, 'kept');
      const { kind, row } = await told({ kind: 'claim', room: 'inn', by: 'b', epoch: 2, leaseMs: 600 });
      const { epoch } = row;
      assert.deepEqual([kind, row.owner, epoch > 2, row.deaths], ['row', 'b', true, []]);
      assert.equal((await told({ kind: 'read', room: 'inn' })).row.epoch, epoch);
      assert.equal((await told({ kind: 'end', room: 'inn', owner: 'b', epoch })).kind, 'kept');
      assert.equal((await store.answer(read)).kind, 'none');
    });

    test('a connection goes silent: it is given up, and the next one answers', async (t) => {
      const way = await Way.make(t, path.join(server.folder, 'silent.sock'), server.socket);
      const far = await connect(way);
      t.after(() => far.close());
      const there = new RedisStore(far.send);
      await there.answer(put());
      way.silence();
      const silentMs = performance.now();
      // Others wait for nothing, as the beats of rooms do.
      const beats = setInterval(() => there.answer(read).catch(() => {}), 150);
      t.after(() => clearInterval(beats));
      const { failures } = await Promise.race([
        insist(there, commit({ records: [record(1)] }), () => way.speak({ isLost: true })),
        sleep(5000, {}, { ref: false }),
      ]);
      assert.ok(failures > 0);
      assert.ok(performance.now() - silentMs < 3000);
    });

    test('scripts that Redis has forgotten are sent again', async () => {
      await store.answer(put());
      await client.send(['SCRIPT', 'FLUSH']);
      assert.equal((await store.answer(put({ seq: 2 }))).kind, 'kept');
    });

    test('many calls at once from many connections: one of them has the room', async () => {
      await store.answer(put({ leaseMs: 0 }));
      await sleep(5);
      const clients = await Promise.all(Array.from({ length: 8 }, () => connect(server)));
      const answers = await Promise.all(
        clients.map(({ send }, at) =>
          new RedisStore(send).answer({ kind: 'claim', room: 'inn', by: `p${at}`, epoch: 1, leaseMs: 600 }),
        ),
      );
      assert.equal(answers.filter(({ kind }) => kind === 'row').length, 1);
      assert.equal(answers.filter(({ kind }) => kind === 'refused').length, 7);
      for (const { close } of clients) close();
    });
  });
}
