/**
 * What rooms cost a process: so many rooms of twenty scripts each, beside the same scripts as `async` functions on timers, which nobody can move. Those are timers of two durations,
 * and Node keeps all timers of one duration in one list. A turn of a script is three waits and a race in 0.3 s. CPU time of the process: others on the machine change it less than milliseconds.
 * The heap is the mean over a turn, with what a process has once, as a client of Redis. What a room takes beside that is the difference between many rooms and few.
 * Another process on this Redis takes rooms whose lease is over: as nobody dies, each that it takes was a false claim. Ends with 1 for those, for snapshots that are too large,
 * and where rooms cost more than they have cost before. Only what has a target, or with `whole` all, last rooms with six clients each, beside plain sockets with such functions.
 *
 *   npm run rooms -- load
 */
import { scriptedGame } from '@spindle/rooms';
import { RedisStore } from '@spindle/rooms/redis';
import { RoomHost } from '@spindle/rooms/ws';
import { Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { WebSocket } from 'ws';
import { CLIENTS } from './clients.js';
import { letIn, openDoor, relay } from './load-clients.js';
import { live, Load, measure, namesOf, SCRIPTS } from './load-rows.js';
import { LIVES, loadScene } from './scene.js';

/** So many have clients. */
const PLAYED = 50;
/** By row, at 200 rooms, or where there are clients: CPU and heap, times `async`. 1.5 each is wanted without clients; these only fall. */
const MOST_TIMES = { bare: [1.5, 2.4], spindle: [1.7, 2.6], played: [2.4, 2.8] };
/** Heap of a room more, times `async`: 1.5 is wanted; it only falls. */
const MOST_EACH = 1.7;

const onRedis = async (socket) => ({ store: new RedisStore((await CLIENTS.ioredis({ socket })).send) });

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

const [way, count, socket] = process.argv.slice(2);
if (way === 'rival') await WAYS.spindle(0, socket, []);
else if (way in WAYS) {
  const begin = (guards) => WAYS[way](Number(count), socket, guards);
  process.send(await measure(Number(count), begin), () => process.exit());
} else {
  console.log(`Node ${process.version}: rooms of ${SCRIPTS} scripts, part of a core, heap of a room`);
  console.log('  Each has a log and a checkpoint each 10 s, where the row says nothing else.');
  const load = new Load(import.meta.filename, { told: TOLD, mostTimes: MOST_TIMES });
  if (way === 'whole') await measureWhole(load);
  else await load.judgeTarget('spindle', 'async', MOST_EACH);
  load.end();
}

async function measureWhole(load) {
  for (const rooms of [100, 200, 400]) {
    const rival = await load.row('async', rooms);
    // The target is that of 200.
    const isJudged = rooms === 200;
    for (const name of [...(isJudged ? ['bare'] : []), 'memory', 'empty', 'spindle'])
      await load.row(name, rooms, { rival, isJudged });
  }
  load.judgeEach('spindle', 'async', MOST_EACH);
  const relayed = await load.row('relayed', PLAYED);
  await load.row('played', PLAYED, { rival: relayed, isJudged: true });
  await load.row('spindle', 200, { processes: 2 });
}
