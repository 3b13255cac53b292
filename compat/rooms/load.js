/**
 * What rooms cost a process: so many rooms of twenty scripts each, beside the same scripts as `async` functions on timers, which nobody can move. Those are timers of two durations,
 * and Node keeps all timers of one duration in one list. A turn of a script is three waits and a race in 0.3 s. CPU time of the process, so that others on the machine hardly count.
 * The heap is the mean over a turn, with what a process has once, as a client of Redis. What a room takes beside that is the difference between many rooms and few.
 * Another process on this Redis takes rooms whose lease is over: as nobody dies, each that it takes was a false claim. Ends with 1 for those, for snapshots that are too large,
 * and where rooms cost more than they have cost before. Last, rooms with six clients each, beside plain sockets with such functions.
 *
 *   npm run rooms -- load
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, inflateSync } from 'node:zlib';
import { scriptedGame } from '@spindle/rooms';
import { RedisStore } from '@spindle/rooms/redis';
import { RoomHost } from '@spindle/rooms/ws';
import { Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { WebSocket } from 'ws';
import { CLIENTS } from './clients.js';
import { letIn, openDoor, relay } from './load-clients.js';
import { findRedis, RedisServer } from './redis-server.js';
import { LIVES, loadScene } from './scene.js';

const SCRIPTS = 20;
/** So many have clients. */
const PLAYED = 50;
const WARM_MS = 8000;
const MEASURED_MS = 12_000;
/** The scripts go in step: the heap is looked at so often, each time at another moment of their turn. */
const LOOKS = 12;
const TURN_MS = 300;
/** Bytes of a snapshot for each script. */
const MOST = { bytes: 600, gzipped: 100 };
/** By row, at 200 rooms, or where there are clients: CPU and heap, times `async`. 1.5 each is wanted without clients; these only fall. */
const MOST_TIMES = { bare: [1.5, 2.9], spindle: [1.8, 2.9], played: [2.8, 3.8] };
/** Heap of a room more, times `async`: 1.5 is wanted; it only falls. */
const MOST_EACH = 1.7;

const onRedis = async (socket) => ({ store: new RedisStore((await CLIENTS.ioredis({ socket })).send) });

const namesOf = (count, pid = process.pid) => Array.from({ length: count }, (_, i) => `${pid} ${i}`);

/** Rooms on the host, whose scripts are compiled. Its reports tell of those that it has taken. */
function host(count, begin, options) {
  const reports = [];
  const rooms = new RoomHost({
    url: 'ws://127.0.0.1:1',
    game: begin,
    WebSocket,
    endsWhenEmpty: false,
    onReport: (report) => reports.push(report),
    ...options,
  });
  for (const name of namesOf(count)) rooms.create(name);
  return { reports, rooms };
}

// Compiled before anything is measured, as a server gets its scripts.
const { live: script } = await loadScene(LIVES);

const WAYS = {
  empty: async (count, socket) => host(count, () => EMPTY, await onRedis(socket)).reports,
  spindle: async (count, socket, guards) => host(count, beginGame(guards), await onRedis(socket)).reports,
  memory: (count, _socket, guards) => host(count, beginGame(guards)).reports,
  bare: (count, _socket, guards) => host(count, beginGame(guards), { log: false, checkpointMs: Infinity }).reports,
  async played(count, socket, guards) {
    const { door, url } = await openDoor();
    const { reports, rooms } = host(count, beginGame(guards), { url, ...(await onRedis(socket)) });
    door.on('connection', (opened) => rooms.accept(opened));
    await letIn('room', namesOf(count), url);
    return reports;
  },
  async relayed(count, socket, guards) {
    const { door, url } = await openDoor();
    relay(door);
    await letIn('relay', namesOf(count), url);
    return WAYS.async(count, socket, guards);
  },
  async(count, _socket, guards) {
    for (let i = 0; i < count * SCRIPTS; i++) {
      const guard = { turns: 0 };
      guards.push(guard);
      void live(guard);
    }
    return [];
  },
};
/** What is in each row. */
const TOLD = {
  async: 'of async functions on timers',
  bare: 'of scripts in the memory of the process, without log and checkpoints',
  memory: 'of scripts in the memory of the process',
  spindle: 'of scripts on Redis',
  empty: 'without scripts on Redis',
  relayed: 'of async functions on timers, six clients each on plain sockets',
  played: 'of scripts on Redis, six clients each',
};

const EMPTY = { pulse: () => [], save: () => '', load() {}, whyNot: () => [], hash: () => '' };

const beginGame = (guards) => () => {
  const scheduler = new Scheduler({ seed: 7 });
  const own = Array.from({ length: SCRIPTS }, (_, id) => ({ id, turns: 0 }));
  guards.push(...own);
  for (const guard of own) scheduler.spawn(script, { args: [guard] });
  const saved = saves(scheduler, {
    modules: false,
    objects: { idOf: (one) => (own[one.id] === one ? one.id : undefined), find: (id) => own[id], all: () => own },
  });
  const on = ({ kind, name }) => kind === 'input' && game.send(null, name);
  const game = scriptedGame({ scheduler, saves: saved, on, onError: console.error });
  return game;
};

async function live(guard) {
  for (;;) {
    guard.turns++;
    await sleep(50);
    await sleep(100);
    await Promise.race([sleep(100), new Promise(() => {})]);
    await sleep(50);
  }
}

async function measure(way, count, socket) {
  const guards = [];
  globalThis.gc();
  const heap = process.memoryUsage().heapUsed;
  const reports = await WAYS[way](count, socket, guards);
  await sleep(WARM_MS);
  const turns = () => guards.reduce((sum, one) => sum + one.turns, 0);
  const [before, turnsBefore] = [process.cpuUsage(), turns()];
  const startMs = performance.now();
  await sleep(MEASURED_MS);
  const ms = performance.now() - startMs;
  const { user, system } = process.cpuUsage(before);
  const made = turns() - turnsBefore;
  const bytes = ((await meanHeap()) - heap) / count;
  const told = (wanted) => reports.filter(({ kind }) => kind === wanted).length;
  return {
    cpu: (user + system) / 1000 / ms,
    bytes,
    rate: made / (ms / TURN_MS) / (count * SCRIPTS),
    slow: told('too slow'),
    taken: told('fenced'),
  };
}

async function meanHeap() {
  const beganMs = performance.now();
  let sum = 0;
  for (let look = 0; look < LOOKS; look++) {
    await sleep(beganMs + look * (TURN_MS + TURN_MS / LOOKS) - performance.now());
    globalThis.gc();
    sum += process.memoryUsage().heapUsed;
  }
  return sum / LOOKS;
}

/** What is not as it should be. */
const wrong = [];
const [way, count, socket] = process.argv.slice(2);
if (way === 'rival') await WAYS.spindle(0, socket, []);
else if (way !== undefined) process.send(await measure(way, Number(count), socket), () => process.exit());
else {
  console.log(`Node ${process.version}: rooms of ${SCRIPTS} scripts, part of a core, heap of a room`);
  console.log('  Each has a log and a checkpoint each 10 s, where the row says nothing else.');
  const totals = { async: [], spindle: [] };
  for (const rooms of [100, 200, 400]) {
    const [rival] = await inProcesses('async', rooms);
    print(`${rooms} ${TOLD.async}`, rival);
    totals.async.push(rooms * rival.bytes);
    // The target is that of 200.
    for (const name of [...(rooms === 200 ? ['bare'] : []), 'memory', 'empty', 'spindle']) {
      const [result] = await inProcesses(name, rooms);
      print(`${rooms} ${TOLD[name]}`, result, rival);
      if (rooms === 200) judgeTimes(name, result, rival);
      totals[name]?.push(rooms * result.bytes);
    }
  }
  judgeEach(totals);
  const [relayed] = await inProcesses('relayed', PLAYED);
  print(`${PLAYED} ${TOLD.relayed}`, relayed);
  const [played] = await inProcesses('played', PLAYED);
  print(`${PLAYED} ${TOLD.played}`, played, relayed);
  judgeTimes('played', played, relayed);
  for (const result of await inProcesses('spindle', 200, 2)) print(`200 ${TOLD.spindle}, one of two processes`, result);
  for (const text of wrong) console.error(`  WRONG: ${text}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

/** What a room takes beside what a process has once. */
function judgeEach({ async: [fewAsync, , manyAsync], spindle: [few, , many] }) {
  const times = (many - few) / (manyAsync - fewAsync);
  const [own, rival] = [(many - few) / 300, (manyAsync - fewAsync) / 300].map((bytes) => (bytes / 1000).toFixed(1));
  console.log(`  Each room more: ${own} kB on Redis, ${rival} kB of async functions (${times.toFixed(2)} × async)`);
  if (times > MOST_EACH) wrong.push(`a room more takes ${times.toFixed(2)} × async, at most ${MOST_EACH} before`);
}

function judgeTimes(name, { cpu, bytes }, rival) {
  const found = [cpu / rival.cpu, bytes / rival.bytes];
  const most = MOST_TIMES[name] ?? found;
  if (found.some((times, at) => times > most[at]))
    wrong.push(`rooms ${TOLD[name]} take ${found.map((times) => times.toFixed(2))} × async, at most ${most} before`);
}

function print(what, { cpu, bytes, rate, slow, taken, snapshot }, rival) {
  const times = rival === undefined ? '' : ` (${ratio(cpu, rival.cpu)}, ${ratio(bytes, rival.bytes)} × async)`;
  const kept = rate === 0 ? '' : `; ${Math.round(rate * 100)} % of the turns in time`;
  const told = slow + taken > 0 ? `; ${slow} times too slow, ${taken} rooms taken` : '';
  console.log(`  ${what}: ${(cpu * 100).toFixed(1)} %, ${(bytes / 1000).toFixed(1)} kB${times}${kept}${told}`);
  if (taken > 0) wrong.push(`${what}: ${taken} rooms were taken from a process that lives`);
  if (snapshot === undefined) return;
  console.log(
    `    a snapshot: ${snapshot.bytes} bytes a script, ${snapshot.gzipped} gzipped, ${snapshot.kept} in Redis`,
  );
  for (const [name, most] of Object.entries(MOST))
    if (snapshot[name] > most)
      wrong.push(`${what}: a snapshot has ${snapshot[name]} ${name} a script, at most ${most}`);
}

/** Measured with the runtime that a server has in production. */
async function inProcesses(name, rooms, processes = 1) {
  const server = new RedisServer(findRedis());
  await server.start();
  const rival = begin('rival', 0, server);
  const results = await Promise.all(
    Array.from({ length: processes }, async () => {
      const child = begin(name, rooms, server);
      const [result] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
      if (result === undefined) throw new Error('The process of the rooms has died.');
      return name === 'spindle' ? { ...result, snapshot: await snapshotIn(server, namesOf(rooms, child.pid)) } : result;
    }),
  );
  rival.kill();
  await server.stop();
  return results;
}

function begin(name, rooms, { socket }) {
  return fork(import.meta.filename, [name, rooms, socket], {
    execArgv: ['--expose-gc', '--conditions=production', '--max-semi-space-size=32'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** Of all rooms: a race that is under way takes more than a wait. */
async function snapshotIn(server, rooms) {
  const { send, close } = await CLIENTS.ioredis(server);
  const store = new RedisStore(send);
  const rows = await Promise.all(rooms.map(async (room) => store.answer({ kind: 'read', room })));
  close();
  const missing = rooms.filter((_, at) => rows[at].kind !== 'row');
  if (missing.length > 0) throw new Error(`Redis has no row of ${missing.join(', ')}.`);
  const texts = rows.map(({ row }) => inflateSync(Buffer.from(row.snapshot, 'base64')));
  const each = (things) => Math.round(things.reduce((sum, { length }) => sum + length, 0) / rooms.length / SCRIPTS);
  return {
    bytes: each(texts),
    gzipped: each(texts.map((text) => gzipSync(text))),
    kept: each(rows.map(({ row }) => row.snapshot)),
  };
}

function ratio(one, other) {
  return (one / other).toFixed(1);
}
