/** (d) Scripts that start and end: at once, or with one frame between. */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { peersThatEnd } from '../peers-short.js';
import { forOurs } from '../target.js';

const { atOnce, nextFrame, Door, knockAtAll } = await compileScript('short');

/** A million scripts in batches, so that samples are short. All scripts of a batch are alive at the same time. */
const BATCH = 10_000;
const actor = { x: 0, speed: 1 };
const doors = Array.from({ length: BATCH }, () => new Door());

/** A batch of scripts that start at the same time and have ended after this number of pulses. */
function batch(name, start, pulses = 1) {
  const scheduler = new Scheduler();
  return {
    name,
    run() {
      scheduler.enter(() => {
        for (let i = 0; i < BATCH; i++) start(i, scheduler);
      });
      for (let i = 0; i < pulses; i++) scheduler.pulse(16);
      if (scheduler.live.size > 0) throw new Error('not all have ended');
    },
  };
}

/** Only `spawn` takes a priority. Its threads have their first turn in the next pulse, so they end one pulse later. */
const withPriorities = (fn, pulses) =>
  batch('spindle, three priorities', (i, scheduler) => scheduler.spawn(fn, { args: [actor], priority: i % 3 }), pulses);

function* bareAtOnce(it) {
  it.x += it.speed;
}
function* bareNextFrame(it) {
  it.x += it.speed;
  yield;
  it.x += it.speed;
}

const live = [];

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
        {
          name: 'bare generators',
          run() {
            for (let i = 0; i < BATCH; i++) bareAtOnce(actor).next();
          },
        },
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
      return [
        {
          name: 'bare generators',
          run() {
            for (let i = 0; i < FEW; i++) bareAtOnce(actor).next();
          },
        },
        fewOfOurs(),
        ...others,
      ].map(swept);
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
        {
          name: 'bare generators',
          run() {
            for (let i = 0; i < BATCH; i++) {
              const generator = bareNextFrame(actor);
              generator.next();
              live.push(generator);
            }
            for (let i = 0; i < BATCH; i++) live[i].next();
            live.length = 0;
          },
        },
        batch('spindle', () => nextFrame(actor)),
        batch('spindle, each with an owner', (i) => doors[i].nextFrame()),
        withPriorities(nextFrame, 2),
      ];
    },
  },
];
