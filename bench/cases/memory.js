/** (e) The memory of a waiting script, and the time to end very many. */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { processorMs, quantile } from '../measure.js';
import { forOurs } from '../target.js';

const walkers = await compileScript('walkers');
const emitted = await compileScript('walkers', { target: 'frames' });
const { untilSignal, Door } = await compileScript('short');

const COUNT = 100_000;
const actor = { x: 0, speed: 1 };

function* bare(it) {
  for (;;) {
    it.x += it.speed;
    yield;
  }
}

/** Bytes of heap per script after a garbage collection. */
function weigh(make) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const kept = make();
  globalThis.gc();
  const bytes = (process.memoryUsage().heapUsed - before) / COUNT;
  return { bytes, kept };
}

const fill = (call) => {
  const scheduler = new Scheduler();
  scheduler.enter(() => {
    for (let i = 0; i < COUNT; i++) call(i, scheduler);
  });
  scheduler.pulse(16);
  scheduler.pulse(16);
  return scheduler;
};

function weighBare() {
  const generators = [];
  for (let i = 0; i < COUNT; i++) {
    const generator = bare(actor);
    generator.next();
    generators.push(generator);
  }
  return generators;
}

/** Owners are created before the first measurement, as their own fields are not memory of the runtime. What the runtime stores for an owner is counted. */
const owners = (Class) => Array.from({ length: COUNT }, () => new Class());

function weighAll({ walk, Walker }) {
  fill(() => walk(actor));
  const all = owners(Walker);
  return [
    { name: 'bare generators', value: weigh(weighBare).bytes },
    ...[
      { name: 'spindle', start: () => walk(actor) },
      { name: 'spindle, each with an owner', start: (i) => all[i].walk() },
      {
        name: 'spindle, three priorities',
        start: (i, scheduler) => scheduler.spawn(walk, { args: [actor], priority: i % 3 }),
      },
    ].map(({ name, start }) => ({ name, value: weigh(() => fill(start)).bytes })),
  ];
}

const ENDING = [
  { name: 'spindle', start: () => () => untilSignal(actor) },
  {
    name: 'spindle, each with an owner',
    start() {
      const doors = owners(Door);
      return (i) => doors[i].untilSignal();
    },
  },
  {
    name: 'spindle, three priorities',
    start: () => (i, scheduler) => scheduler.spawn(untilSignal, { args: [actor], priority: i % 3 }),
  },
];

function endAll({ start }) {
  const scheduler = fill(start());
  scheduler.signal('end');
  globalThis.gc();
  const startMs = processorMs();
  scheduler.pulse(16);
  const ms = processorMs() - startMs;
  if (scheduler.live.size > 0) throw new Error('not all have ended');
  return ms;
}

export const rows = [
  {
    id: 'e-memory',
    title: 'heap for each waiting script',
    unit: 'bytes',
    targets: forOurs(330, { owners: 420 }),
    measure: () => weighAll(walkers),
  },
  {
    id: 'frames-memory',
    title: 'heap for each waiting script, target frames',
    unit: 'bytes',
    targets: forOurs(220),
    measure: () => weighAll(emitted),
  },
  {
    id: 'e-end',
    title: '100,000 scripts that end in one pulse',
    unit: 'ms',
    targets: forOurs(15),
    measure() {
      const rounds = Array.from({ length: 11 }, () => ENDING.map(endAll));
      return ENDING.map(({ name }, i) => ({
        name,
        value: quantile(
          rounds.map((ms) => ms[i]),
          0.5,
        ),
      }));
    },
  },
];
