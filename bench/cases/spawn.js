/**
 * (d) Scripts that start and end: at once, or with one frame between. The aim of November 2026 was 2.5 times a bare start and end, 3.5 with an owner, and 8 for `spawn`: they
 * take 4.2, 5.7 and 20.6 (frames 2.3, 3.7 and 9.0).
 *
 * Self times in % (November 2026). At once: `runBorrowed` 34, the loop of the case 16, `execute` 13, `callFromPlainCode` 9, the script 8, the collector 5; by
 * `spawn` the collector 14, `runReady` 12, `finish` 9, `Thread` 6. With one frame between: the collector 14, `runBorrowed` 8, `run` of the queues 8, `suspend` 5,
 * the script 5; with an owner the collector 20, `callFromPlainCode` 11, the entry 7, `runBorrowed` 7, `conclude` 7.
 */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { BATCH, bareAtOnce, bareStarts, bareStartsOfFrames, batch } from '../contenders.js';
import { peersThatEnd } from '../peers-short.js';
import { forOurs } from '../target.js';

const { atOnce, nextFrame, Door, knockAtAll } = await compileScript('short');

const actor = { x: 0, speed: 1 };
const doors = Array.from({ length: BATCH }, () => new Door());

/** Only `spawn` takes a priority. Its threads have their first turn in the next pulse, so they end one pulse later. */
const withPriorities = (fn, pulses) =>
  batch('spindle, three priorities', (i, scheduler) => scheduler.spawn(fn, { args: [actor], priority: i % 3 }), pulses);

/** The other libraries start fewer at a time, as some of them take long. */
const FEW = 1000;
const NATIVE = 'native async';

function fewOfOurs() {
  const scheduler = new Scheduler();
  return {
    name: 'spindle',
    run: () =>
      scheduler.enter(() => {
        for (let i = 0; i < FEW; i++) atOnce(actor);
      }),
  };
}

/** Collects garbage before a sample, as that of the previous contender would be counted otherwise. */
const swept = (contender) => ({ ...contender, prepare: () => gc({ type: 'minor' }) });

export const rows = [
  {
    id: 'd-at-once',
    title: 'start and end a script that does not wait',
    unit: 'script',
    ops: BATCH,
    targets: forOurs(2, { owners: 3, spawned: 6 }),
    contenders() {
      return [
        bareStarts(),
        batch('spindle', () => atOnce(actor)),
        batch('spindle, each with an owner', (i) => doors[i].knock()),
        withPriorities(atOnce, 1),
        {
          name: NATIVE,
          async run() {
            for (let i = 0; i < BATCH; i++) void (async () => (actor.x += actor.speed))();
          },
        },
      ];
    },
  },
  {
    id: 'peers-short',
    title: 'start and end a script that does not wait, other libraries',
    unit: 'script',
    ops: FEW,
    rounds: 11,
    targetsBelow: { spindle: { except: [NATIVE] } },
    async contenders() {
      const others = [];
      for (const { name, start } of peersThatEnd) others.push({ name, run: await start(FEW) });
      return [bareStarts(FEW), fewOfOurs(), ...others].map(swept);
    },
  },
  {
    id: 'd-owners',
    title: 'call a method of another owner that does not wait',
    unit: 'call',
    ops: 1000,
    contenders() {
      const scheduler = new Scheduler();
      const thousand = doors.slice(0, 1000);
      return [
        {
          name: 'bare generators',
          run() {
            for (const door of thousand) bareAtOnce(door).next();
          },
        },
        { name: 'spindle', run: () => scheduler.enter(() => knockAtAll(thousand)) },
      ];
    },
  },
  {
    id: 'd-next-frame',
    title: 'start and end a script with one frame between',
    unit: 'script',
    ops: BATCH,
    targets: forOurs(4, { owners: 6, spawned: 6 }),
    contenders() {
      return [
        bareStartsOfFrames(),
        batch('spindle', () => nextFrame(actor)),
        batch('spindle, each with an owner', (i) => doors[i].nextFrame()),
        withPriorities(nextFrame, 2),
      ];
    },
  },
];
