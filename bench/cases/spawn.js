/** (d) Scripts that start and end: at once, or with one frame between. */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';

const { atOnce, nextFrame, Door, knockAtAll } = await compileScript('short');

/** A million in batches, so that a sample is short and all of a batch is live at once. */
const BATCH = 10_000;
const actor = { x: 0, speed: 1 };

function* bareAtOnce(it) {
  it.x += it.speed;
}
function* bareNextFrame(it) {
  it.x += it.speed;
  yield;
  it.x += it.speed;
}

const live = [];

export const rows = [
  {
    id: 'd-at-once',
    title: 'start and end a script that does not wait',
    unit: 'script',
    ops: BATCH,
    targets: { spindle: 1.7 },
    contenders() {
      const scheduler = new Scheduler();
      return [
        {
          name: 'bare generators',
          run() {
            for (let i = 0; i < BATCH; i++) bareAtOnce(actor).next();
          },
        },
        {
          name: 'spindle',
          run: () =>
            scheduler.enter(() => {
              for (let i = 0; i < BATCH; i++) atOnce(actor);
            }),
        },
        {
          name: 'native async',
          async run() {
            for (let i = 0; i < BATCH; i++) void (async () => (actor.x += actor.speed))();
          },
        },
      ];
    },
  },
  {
    id: 'd-owners',
    title: 'call a method of another owner that does not wait',
    unit: 'call',
    ops: 1000,
    contenders() {
      const scheduler = new Scheduler();
      const doors = Array.from({ length: 1000 }, () => new Door());
      return [
        {
          name: 'bare generators',
          run() {
            for (const door of doors) bareAtOnce(door).next();
          },
        },
        { name: 'spindle', run: () => scheduler.enter(() => knockAtAll(doors)) },
      ];
    },
  },
  {
    id: 'd-next-frame',
    title: 'start and end a script with one frame between',
    unit: 'script',
    ops: BATCH,
    targets: { spindle: 6 },
    contenders() {
      const scheduler = new Scheduler();
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
        {
          name: 'spindle',
          run() {
            scheduler.enter(() => {
              for (let i = 0; i < BATCH; i++) nextFrame(actor);
            });
            scheduler.pulse(16);
          },
        },
      ];
    },
  },
];
