/**
 * A long life of two hundred scripts with each kind of wait, cancels and throws, compiled for both targets: `npm run nightly -- soak`. The counts of what
 * happened are the same, the runtime's invariants hold, and the heap does not grow.
 * It needs `--expose-gc`. `SOAK_FRAMES` says how long it is, `SOAK_SEED` which random values.
 */
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { transformSync } from '@babel/core';
import { Scheduler } from '@spindle/runtime';
import { verify } from '@spindle/runtime/testing';
import threads from 'babel-plugin-threads';

const frames = Number(process.env.SOAK_FRAMES ?? 40_000);
const seed = Number(process.env.SOAK_SEED ?? 1);
const VILLAGERS = 200;
const FRAME_MS = 16;
const CHECKED_EACH = 500;
/** The heap of the second half of a run is at most so much of that of the first. */
const MOST_GROWTH = 1.05;

const source = path.join(import.meta.dirname, 'town.js');
const lives = [];
for (const target of ['generators', 'frames']) {
  const life = play(await compiled(target));
  lives.push(life);
  const heap = life.heapsMb.map((megabytes) => megabytes.toFixed(1));
  console.log(`${target}: ${JSON.stringify(life.counts)}, heap ${heap[0]} to ${heap.at(-1)} MB`);
  if (growthOf(life.heapsMb) > MOST_GROWTH) fail(`the heap grows with target ${target}: ${heap.join(', ')} MB`);
}
if (!isDeepStrictEqual(lives[0].counts, lives[1].counts)) fail('the targets differ');

function fail(text) {
  console.error(text);
  process.exitCode = 1;
}

async function compiled(target) {
  const { code } = transformSync(readFileSync(source, 'utf8'), {
    filename: source,
    babelrc: false,
    configFile: false,
    plugins: [[threads, { target }]],
  });
  const output = path.join(import.meta.dirname, `../../build/soak/${target}.mjs`);
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, code);
  return import(pathToFileURL(output));
}

function play({ Villager, lives: livesOf, watches }) {
  const counts = {};
  const scheduler = new Scheduler({ seed, warnings: false, onError: ({ name }) => tally(`uncaught ${name}`) });
  const tally = (what) => (counts[what] = (counts[what] ?? 0) + 1);
  const town = { tally, gate: new EventEmitter().setMaxListeners(0), villagers: [], lives: [] };
  town.villagers = Array.from({ length: VILLAGERS }, () => new Villager(town));
  for (const [at, villager] of town.villagers.entries()) villager.friend = town.villagers[(at + 1) % VILLAGERS];
  town.lives = town.villagers.map((villager) => scheduler.spawn(livesOf, { args: [villager] }));
  scheduler.spawn(watches, { args: [town] });
  const heapsMb = [];
  for (let frame = 1; frame <= frames; frame++) {
    scheduler.pulse(FRAME_MS);
    if (frame % CHECKED_EACH !== 0) continue;
    verify(scheduler);
    globalThis.gc();
    heapsMb.push(process.memoryUsage().heapUsed / 1e6);
  }
  return { counts, heapsMb };
}

function growthOf(heapsMb) {
  const middle = heapsMb.length / 2;
  return Math.max(...heapsMb.slice(middle)) / Math.max(...heapsMb.slice(0, middle));
}
