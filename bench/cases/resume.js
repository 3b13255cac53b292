/** (a) One resume for each script in each frame; (c) a signal to many waiters; other libraries at the same. */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { peers } from '../peers.js';

const { walk, Walker, listenTo } = await compileScript('walkers');

const makeActor = () => ({ x: 0, speed: 1 });

/** What everything is compared with: native generators that do the same little work, called one after the other. */
function bare(count) {
  const body = function* (actor) {
    for (;;) {
      actor.x += actor.speed;
      yield;
    }
  };
  const generators = Array.from({ length: count }, () => body(makeActor()));
  return {
    name: 'bare generators',
    run() {
      for (let i = 0; i < generators.length; i++) generators[i].next();
    },
  };
}

/** Our scripts; `start(i)` calls the i-th. */
function spindle(name, count, start, options) {
  const scheduler = new Scheduler(options);
  scheduler.enter(() => {
    for (let i = 0; i < count; i++) start(i, scheduler);
  });
  scheduler.pulse(16);
  return { name, run: () => scheduler.pulse(16) };
}

const ours = (count) => [
  spindle('spindle', count, () => walk(makeActor())),
  spindle('spindle, each with an owner', count, () => new Walker().walk()),
  spindle('spindle, three priorities', count, (i, scheduler) =>
    scheduler.spawn(walk, { args: [makeActor()], priority: i % 3 }),
  ),
];

async function others(count) {
  const started = [];
  for (const { name, start } of peers) {
    const growth = count > 10_000 ? await growthOf(start) : 1;
    if (growth > 4)
      started.push({ name, cannot: `each resume of 10,000 takes ${Math.round(growth)} times as long as one of 1,000` });
    else started.push({ name, run: await start(count) });
  }
  return started;
}

/** How much longer does one of 10,000 take than one of 1,000? */
async function growthOf(start) {
  const ns = [];
  for (const count of [1000, 10_000]) {
    const run = await start(count);
    for (let i = 0; i < 3; i++) await run();
    const startMs = performance.now();
    await run();
    ns.push((performance.now() - startMs) / count);
  }
  return ns[1] / ns[0];
}

const LIMITS = new Map([
  [1000, 1.25],
  [10_000, 1.3],
  [100_000, 1.4],
]);

function signalled(count) {
  const scheduler = new Scheduler();
  scheduler.enter(() => {
    for (let i = 0; i < count; i++) listenTo(makeActor());
  });
  return {
    name: 'spindle',
    run() {
      scheduler.signal('go');
      scheduler.pulse(16);
    },
  };
}

export const rows = [...LIMITS]
  .map(([count, limit]) => ({
    id: `a-${count / 1000}k`,
    title: `one resume a frame, ${count.toLocaleString('en')} scripts`,
    unit: 'resume',
    ops: count,
    targets: { spindle: limit, 'spindle, each with an owner': limit, 'spindle, three priorities': limit },
    contenders: () => [bare(count), ...ours(count)],
  }))
  .concat(
    [...LIMITS.keys()].map((count) => ({
      id: `peers-${count / 1000}k`,
      title: `one resume a frame, ${count.toLocaleString('en')} scripts, other libraries`,
      unit: 'resume',
      ops: count,
      rounds: 11,
      contenders: async () => [bare(count), ours(count)[0], ...(await others(count))],
    })),
    {
      id: 'c-signal',
      title: 'a signal to 100,000 waiters, which then wait again',
      unit: 'waiter',
      ops: 100_000,
      targets: { spindle: 2 },
      contenders: () => [bare(100_000), signalled(100_000)],
    },
  );
