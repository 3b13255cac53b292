/**
 * What rooms cost a process: so many rooms of twenty scripts each, with log and checkpoints on a real Redis, beside rooms without scripts and beside the same scripts as
 * `async` functions on timers, which nobody can move. A turn of a script is three waits and a race in 0.3 s. CPU time of the process, so that others on the machine hardly count.
 *
 *   npm run rooms -- load
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { scriptedGame } from '@spindle/rooms';
import { RedisStore } from '@spindle/rooms/redis';
import { RoomHost } from '@spindle/rooms/ws';
import { Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { WebSocket } from 'ws';
import { CLIENTS } from './clients.js';
import { findRedis, RedisServer } from './redis-server.js';
import { LIVES, loadScene } from './scene.js';

const SCRIPTS = 20;
const WARM_MS = 8000;
const MEASURED_MS = 12_000;

/** Rooms on the host, whose scripts are compiled. */
async function host(count, socket, begin) {
  const { send } = await CLIENTS.ioredis({ socket });
  const rooms = new RoomHost({
    url: 'ws://127.0.0.1:1',
    game: begin,
    store: new RedisStore(send),
    WebSocket,
    endsWhenEmpty: false,
  });
  for (let i = 0; i < count; i++) rooms.create(`room ${i}`);
}

// Compiled before anything is measured, as a server gets its scripts.
const { live: script } = await loadScene(LIVES);

const WAYS = {
  async empty(count, socket) {
    await host(count, socket, () => ({ pulse: () => [], save: () => '', load() {}, whyNot: () => [], hash: () => '' }));
  },
  async spindle(count, socket, guards) {
    await host(count, socket, () => {
      const scheduler = new Scheduler({ seed: 7 });
      const own = Array.from({ length: SCRIPTS }, (_, id) => ({ id, turns: 0 }));
      guards.push(...own);
      for (const guard of own) scheduler.spawn(script, { args: [guard] });
      const saved = saves(scheduler, {
        modules: false,
        objects: { idOf: (one) => (own[one.id] === one ? one.id : undefined), find: (id) => own[id], all: () => own },
      });
      return scriptedGame({ scheduler, saves: saved, on() {}, onError: console.error });
    });
  },
  async async(count, _socket, guards) {
    for (let i = 0; i < count * SCRIPTS; i++) {
      const guard = { turns: 0 };
      guards.push(guard);
      void live(guard);
    }
  },
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
  await WAYS[way](count, socket, guards);
  await sleep(WARM_MS);
  const turns = () => guards.reduce((sum, one) => sum + one.turns, 0);
  const [before, turnsBefore] = [process.cpuUsage(), turns()];
  const startMs = performance.now();
  await sleep(MEASURED_MS);
  const ms = performance.now() - startMs;
  const { user, system } = process.cpuUsage(before);
  const made = turns() - turnsBefore;
  globalThis.gc();
  const bytes = (process.memoryUsage().heapUsed - heap) / count;
  return { cpu: (user + system) / 1000 / ms, bytes, rate: made / (ms / 300) / (count * SCRIPTS) };
}

const [way, count, socket] = process.argv.slice(2);
if (way !== undefined) {
  process.send(await measure(way, Number(count), socket), () => process.exit());
} else {
  console.log(`Node ${process.version}: rooms of ${SCRIPTS} scripts in one process, part of a core, heap of a room`);
  for (const rooms of [100, 200, 400]) {
    const results = {};
    for (const name of Object.keys(WAYS)) results[name] = await inProcess(name, rooms);
    const { async: rival } = results;
    for (const [name, { cpu, bytes, rate }] of Object.entries(results)) {
      const times = name === 'spindle' ? ` (${ratio(cpu, rival.cpu)}, ${ratio(bytes, rival.bytes)} × async)` : '';
      const kept = name === 'empty' ? '' : `; ${Math.round(rate * 100)} % of the turns in time`;
      console.log(
        `  ${rooms} rooms, ${name}: ${(cpu * 100).toFixed(1)} %, ${(bytes / 1000).toFixed(1)} kB${times}${kept}`,
      );
    }
    console.log(`  a snapshot: ${results.spindle.snapshot}`);
  }
}

/** Measured with the runtime that a server has in production. */
async function inProcess(name, rooms) {
  const server = new RedisServer(findRedis());
  await server.start();
  const child = fork(import.meta.filename, [name, rooms, server.socket], {
    execArgv: ['--expose-gc', '--conditions=production', '--max-semi-space-size=32'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
  if (result === undefined) throw new Error('The process of the rooms has died.');
  if (name === 'spindle') result.snapshot = await snapshotIn(server);
  await server.stop();
  return result;
}

async function snapshotIn(server) {
  const { send, close } = await CLIENTS.ioredis(server);
  const { row } = await new RedisStore(send).answer({ kind: 'read', room: 'room 0' });
  close();
  const each = (text) => Math.round(text.length / SCRIPTS);
  return `${each(row.snapshot)} bytes a script, ${each(gzipSync(row.snapshot))} gzipped`;
}

function ratio(one, other) {
  return (one / other).toFixed(1);
}
