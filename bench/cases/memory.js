/** (e) What a waiting script weighs, and how long the end of very many takes. */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { processorMs } from '../measure.js';

const { walk } = await compileScript('walkers');
const { untilSignal } = await compileScript('short');

const COUNT = 100_000;
const actor = { x: 0, speed: 1 };

function* bare(it) {
  for (;;) {
    it.x += it.speed;
    yield;
  }
}

/** Bytes of heap for each, once nothing else is left. */
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
    for (let i = 0; i < COUNT; i++) call();
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

export const rows = [
  {
    id: 'e-memory',
    title: 'heap for each waiting script',
    unit: 'bytes',
    targets: { spindle: 350 },
    measure() {
      fill(() => walk(actor));
      return [
        { name: 'bare generators', value: weigh(weighBare).bytes },
        { name: 'spindle', value: weigh(() => fill(() => walk(actor))).bytes },
      ];
    },
  },
  {
    id: 'e-end',
    title: '100,000 scripts that end in one pulse',
    unit: 'ms',
    targets: { spindle: 15 },
    measure() {
      const ms = [];
      for (let round = 0; round < 15; round++) {
        const scheduler = fill(() => untilSignal(actor));
        scheduler.signal('end');
        globalThis.gc();
        const startMs = processorMs();
        scheduler.pulse(16);
        ms.push(processorMs() - startMs);
        if (scheduler.live.size > 0) throw new Error('not all have ended');
      }
      return [{ name: 'spindle', value: ms.sort((a, b) => a - b)[7] }];
    },
  },
];
