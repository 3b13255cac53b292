/**
 * What rooms cost a process of Colyseus: real rooms without clients, on Redis, with a log and checkpoints, beside rooms of Colyseus whose scripts are `async` functions on
 * timers, and such without scripts. See `../load.js`.
 *
 *   npm run rooms -- load
 */
import { defineRoom, defineServer, matchMaker, Room } from '@colyseus/core';
import { RedisDriver } from '@colyseus/redis-driver';
import { RedisPresence } from '@colyseus/redis-presence';
import { defineTypes, Schema } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { moving, ScriptedRoom, spindleDriver } from '@spindle/colyseus';
import { Redis } from 'ioredis';
import { live, Load, measure, namesOf, SCRIPTS } from '../load-rows.js';
import { findPort } from '../redis-server.js';
import { LIVES, loadScene } from '../scene.js';

/** CPU and heap, times `async`; these only fall. */
const MOST_TIMES = { spindle: [2.1, 2.1] };
/** Heap of a room more, times `async`. */
const MOST_EACH = 1.5;

// Compiled before anything is measured, as a server gets its scripts.
const { live: script } = await loadScene(LIVES);
/** What counts the turns of scripts. */
let guards;
const makeGuards = () => {
  const own = Array.from({ length: SCRIPTS }, () => ({ turns: 0 }));
  guards.push(...own);
  return own;
};

class State extends Schema {}
defineTypes(State, { round: 'number' });

class Empty extends Room {
  state = new State();
  autoDispose = false;
}

class Async extends Empty {
  onCreate() {
    for (const guard of makeGuards()) void live(guard);
  }
}

class Spindle extends ScriptedRoom {
  state = new State();
  scripts() {
    for (const guard of makeGuards()) this.scheduler.spawn(script, { args: [guard] });
  }
}

const WAYS = { empty: Empty, async: Async, spindle: Spindle };
const TOLD = {
  async: 'of Colyseus with async functions on timers',
  empty: 'of Colyseus without scripts',
  spindle: 'of Colyseus with scripts',
};

/** A server with rooms of one kind. Gives the reports of who has them. */
async function serve(way, socket) {
  const reports = [];
  const transport = new WebSocketTransport();
  const driver = spindleDriver(new RedisDriver({ path: socket }));
  const presence = new RedisPresence({ path: socket });
  const server = defineServer({ greet: false, transport, driver, presence, rooms: { inn: defineRoom(WAYS[way]) } });
  if (way === 'spindle')
    moving(server, {
      redis: new Redis({ path: socket, maxRetriesPerRequest: null }),
      endsWhenEmpty: false,
      onReport: (report) => reports.push(report),
    });
  await server.listen(await findPort());
  return reports;
}

const [way, count, socket] = process.argv.slice(2);
if (way === 'rival') await serve('spindle', socket);
else if (way in WAYS) {
  const reports = await serve(way, socket);
  const begin = async (list) => {
    guards = list;
    for (const name of namesOf(Number(count))) await matchMaker.handleCreateRoom('inn', {}, undefined, name);
    return reports;
  };
  process.send(await measure(Number(count), begin), () => process.exit());
} else {
  console.log(`Node ${process.version}: rooms of ${SCRIPTS} scripts, part of a core, heap of a room`);
  const load = new Load(import.meta.filename, { told: TOLD, mostTimes: MOST_TIMES });
  if (way === 'whole') await measureWhole(load);
  else await load.judgeTarget('spindle', 'async', MOST_EACH);
  load.end();
}

async function measureWhole(load) {
  for (const rooms of [200, 400]) {
    const rival = await load.row('async', rooms);
    // The target is that of 200.
    const isJudged = rooms === 200;
    if (isJudged) await load.row('empty', rooms, { rival });
    await load.row('spindle', rooms, { rival, isJudged });
  }
  load.judgeEach('spindle', 'async', MOST_EACH);
}
