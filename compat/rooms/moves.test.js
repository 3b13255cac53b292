/** Real processes, real sockets, a real Redis: rooms move while six play, and processes end and die. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addedGaps, judgeGaps, Rest } from './bounds.js';
import { until } from './fleet.js';
import { begin, clap, gapsSince, judgeAll, takenFrom, TOKENS } from './play.js';

const MOVES = Number(process.env.ROOM_REAL_MOVES ?? 1000);
const ROOMS = Number(process.env.ROOM_COUNT ?? 100);

const LEASE_MS = 600;
const BEAT_MS = 150;
/** Without a log. */
const CHECKPOINT_MS = 2000;

/** Each owner in turn is killed, and another one goes on. Gives the gaps, and those before. */
async function killOwners(fleet, { times, restMs }) {
  const [gaps, still] = [[], new Rest()];
  for (let i = 0; i < times; i++) {
    await still.take(fleet.players, restMs);
    const atMs = performance.now();
    await fleet.kill(fleet.ownerOf('inn'));
    await until(() => fleet.players.every(({ beats }) => beats.at(-1).atMs > atMs + 300), 30_000, 'it goes on');
    await sleep(500);
    gaps.push(...gapsSince(fleet, atMs));
    await fleet.start();
  }
  return { gaps, still };
}

describe('rooms in real processes', () => {
  test(`${MOVES} moves of four rooms between two processes, six clients in each`, async (t) => {
    const rooms = ['inn', 'mill', 'barn', 'hall'];
    const fleet = await begin(t, { rooms });
    const end = clap(fleet, { everyMs: 20 });
    const [moving, back, still, first] = [[], [], new Rest(), []];
    const warm = new Set();
    // One after the other: a room that moves meanwhile would be in the gaps of this one.
    for (let i = 0; i < MOVES; i++) {
      if (i % 50 === 0) await still.take(fleet.players, 1000);
      const room = fleet.pick(rooms);
      const players = fleet.players.filter((one) => one.room === room);
      const from = fleet.ownerOf(room);
      const to = fleet.members.find((one) => one !== from);
      const atMs = performance.now();
      assert.equal(await fleet.move(room, from, to), null);
      await until(() => fleet.ownerOf(room) === to, 20_000, 'all have followed');
      await until(() => players.every(({ beats, movedMs }) => beats.at(-1).atMs > movedMs), 20_000, 'it goes on');
      (warm.has(to) ? moving : first).push(...addedGaps(players, atMs));
      warm.add(to);
      // Every seventh goes back at once.
      if (i % 7 < 6) continue;
      const backMs = performance.now();
      assert.equal(await fleet.move(room, to, from), null);
      await until(() => fleet.ownerOf(room) === from, 20_000, 'all are back');
      await sleep(50);
      back.push(...addedGaps(players, backMs));
    }
    await end();
    console.log(judgeAll(fleet));
    judgeGaps('a move', { gaps: moving, still, bounds: { p50: 30, p99: 100, worst: 200 } });
    judgeGaps('a move back at once', { gaps: back, still, bounds: { worst: 200 } });
    judgeGaps('the first move into a process', { gaps: first, still, bounds: { worst: 250 } });
    console.log(`  ${fleet.refusals} moves were asked for again: a process did not answer in time`);
    assert.deepEqual(takenFrom(fleet), []);
  });

  test('SIGTERM: each process in turn, one room', async (t) => {
    const fleet = await begin(t);
    const end = clap(fleet);
    const [gaps, still] = [[], new Rest()];
    for (let i = 0; i < 4; i++) {
      const old = fleet.ownerOf('inn');
      await fleet.start();
      await still.take(fleet.players, 700);
      const atMs = performance.now();
      assert.equal(await fleet.stop(old), 0);
      assert.deepEqual(old.waiting, []);
      await sleep(700);
      gaps.push(...gapsSince(fleet, atMs));
    }
    await end();
    assert.deepEqual(takenFrom(fleet), []);
    console.log(judgeAll(fleet));
    judgeGaps('SIGTERM, one room', { gaps, still, bounds: { worst: 250 } });
  });

  test(`SIGTERM of a process with ${ROOMS} rooms, three clients in each: one room after the other`, async (t) => {
    const rooms = Array.from({ length: ROOMS }, (_, at) => `room ${at}`);
    const fleet = await begin(t, { processes: 1, rooms, tokens: TOKENS.slice(0, 3) });
    const [old] = fleet.members;
    await fleet.start();
    await sleep(1000);
    const end = clap(fleet);
    const still = new Rest();
    await still.take(fleet.players, 3000);
    const atMs = performance.now();
    assert.equal(await fleet.stop(old), 0);
    const tookMs = performance.now() - atMs;
    await sleep(1500);
    const gaps = gapsSince(fleet, atMs);
    await end();
    assert.deepEqual(old.waiting, []);
    assert.ok(fleet.players.every(({ moves }) => moves >= 2));
    assert.deepEqual(takenFrom(fleet), []);
    console.log(`${judgeAll(fleet)}; ${ROOMS} rooms moved in ${(tookMs / 1000).toFixed(1)} s`);
    judgeGaps(`SIGTERM, ${ROOMS} rooms`, { gaps, still, bounds: { p99: 300, worst: 800 } });
    assert.ok(tookMs <= 10_000, `${tookMs} ms`);
  });

  test('kill -9 of the owner, with a log: nothing is lost', async (t) => {
    const fleet = await begin(t, { processes: 3 });
    const end = clap(fleet);
    const { gaps, still } = await killOwners(fleet, { times: 4, restMs: 1000 });
    await end();
    assert.deepEqual(takenFrom(fleet), []);
    console.log(judgeAll(fleet));
    judgeGaps('kill -9', { gaps, still, bounds: { worst: LEASE_MS + 500 }, surelyMs: LEASE_MS });
  });

  test('kill -9 of the owner, without a log: back to the checkpoint, each client is told, and inputs are not lost', async (t) => {
    const fleet = await begin(t, { processes: 3, options: { log: false, checkpointMs: CHECKPOINT_MS } });
    const end = clap(fleet);
    const { gaps, still } = await killOwners(fleet, { times: 3, restMs: 2500 });
    await end();
    // Who dies right behind a checkpoint takes nothing back. Whoever is not told of what is taken back has other outputs than the referee.
    const told = fleet.players.map(({ news }) => news.filter((kind) => kind === 'rewound').length);
    assert.equal(new Set(told).size, 1, `${told}`);
    assert.ok(told[0] > 0 && told[0] <= 3, `${told}`);
    const backMs = fleet.players.flatMap((player) => player.rewoundMs);
    console.log(judgeAll(fleet));
    // A snapshot goes with the next beat, and is there a moment later: by then there is another pulse.
    const bounds = { worst: CHECKPOINT_MS + BEAT_MS + 50 };
    judgeGaps('play that was taken back', { gaps: backMs, still, bounds, surelyMs: CHECKPOINT_MS });
    // It is play, and not time of the machine, but for a beat that is late.
    assert.ok(Math.max(...backMs) <= CHECKPOINT_MS + 500, `${backMs}`);
    judgeGaps('kill -9 without a log', { gaps, still, bounds: { worst: LEASE_MS + 500 }, surelyMs: LEASE_MS });
  });
});
