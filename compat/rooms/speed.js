/** How long a call takes on one connection, one after the other, and how many go through it at once. Redis, this process and whoever else share the machine. */
import { RedisStore } from '@spindle/rooms/redis';
import { commit, put } from '../../packages/rooms/test/store-contract.js';
import { CLIENTS } from './clients.js';
import { findRedis, RedisServer } from './redis-server.js';

const CALLS = 5000;
const AT_ONCE = 64;
const entries = [{ kind: 'input', client: 'c1', number: 7, name: 'clap', data: { x: 1, y: 2 } }];
const rowsOfCalls = {
  'a record': () => ({ records: [{ pulse: 1, entries, hash: 1234567890 }] }),
  'no record': () => ({}),
  'a snapshot of 20 kB': () => ({ snapshot: 'x'.repeat(20_000) }),
};

const redis = findRedis();
console.log(`Redis ${redis.version}, Node ${process.version}: commits on one connection`);
for (const [name, connect] of Object.entries(CLIENTS)) {
  for (const [what, given] of Object.entries(rowsOfCalls)) await measure(name, connect, what, given);
}

async function measure(name, connect, what, given) {
  const server = new RedisServer(redis);
  await server.start();
  const client = await connect(server);
  const store = new RedisStore(client.send);
  let seq = 1;
  // A checkpoint each forty writes, as a room has: else the log is all that is measured.
  const next = () => commit({ seq: (seq += 1), ...given(), ...(seq % 40 === 0 && { snapshot: 'first' }) });
  await store.answer(put());
  for (let i = 0; i < 500; i++) await store.answer(next());

  const tookMs = [];
  for (let i = 0; i < CALLS; i++) {
    const startedMs = performance.now();
    await keptBy(store, next());
    tookMs.push(performance.now() - startedMs);
  }
  tookMs.sort((a, b) => a - b);
  const at = (part) => tookMs[Math.floor(part * CALLS)].toFixed(2);

  await client.send(['CONFIG', 'RESETSTAT']);
  const startedMs = performance.now();
  for (let i = 0; i < CALLS; i += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => keptBy(store, next())));
  }
  const perSecond = Math.round((Math.ceil(CALLS / AT_ONCE) * AT_ONCE * 1000) / (performance.now() - startedMs));
  const stats = await client.send(['INFO', 'commandstats']);
  const [, usec] = /cmdstat_evalsha:.*usec_per_call=([\d.]+)/.exec(stats);
  console.log(
    `  ${name}, ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${perSecond} calls/s with ${AT_ONCE} at once; ${usec} µs each in Redis`,
  );
  client.close();
  await server.stop();
}

async function keptBy(store, call) {
  const { kind } = await store.answer(call);
  if (kind !== 'kept') throw new Error(`A commit was answered \`${kind}\`.`);
}
