/** `RoomServer` with its storage on a real Redis. Both servers are in this process: what two processes do is not seen here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RoomServer } from '@spindle/rooms';
import { RedisStore } from '@spindle/rooms/redis';
import { CLIENTS } from './clients.js';
import { findRedis, RedisServer } from './redis-server.js';

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

  constructor(name, send) {
    this.#store = new RedisStore(send);
    this.#server = new RoomServer({
      process: name,
      game: countingGame,
      random: Math.random,
      stepMs: 20,
      checkpointMs: 200,
      endsWhenEmpty: false,
      onPulse: (_room, pulse, epoch) => this.pulses.push({ pulse, epoch, atMs: performance.now() }),
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

  async reported(kind) {
    for (let i = 0; i < 500; i++) {
      const report = this.reports.find((each) => each.kind === kind);
      if (report !== undefined) return report;
      await sleep(10);
    }
    throw new Error(`\`${kind}\` was not reported, but ${JSON.stringify(this.reports)}.`);
  }
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
      await sleep(500);
      await server.kill();
      await sleep(300);
      await server.start();
      await first.reported('written anew');
      await sleep(300);
      assert.deepEqual(
        first.pulses.map(({ pulse }) => pulse),
        first.pulses.map((_, at) => at + 1),
      );
      const gapsMs = first.pulses.slice(1).map(({ atMs }, at) => atMs - first.pulses[at].atMs);
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
      console.log(
        `${name}: the longest gap between two pulses of 20 ms while Redis was away: ${Math.round(Math.max(...gapsMs))} ms`,
      );
    });
  });
}
