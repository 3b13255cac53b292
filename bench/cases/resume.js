/** (a) One resume for each script in each frame; (c) a signal to many waiters; the same in other libraries. */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { LIMIT_MS, OverLimit, peers } from '../peers.js';
import { forAll } from '../target.js';

const { walk, Walker, listenTo, pace } = await compileScript('walkers');

const makeActor = () => ({ x: 0, speed: 1 });

/** The first contender: native generators that do the same little work, called one after the other. */
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

/** Collects garbage before a sample, as that of the previous contender would be counted otherwise. */
const swept = (contender) => ({ ...contender, prepare: () => gc({ type: 'minor' }) });

async function others(count) {
  const tried = [];
  for (const peer of peers) tried.push(await tryOut(peer, count));
  return tried;
}

/** Starts a library and runs one frame. If that takes too long, prints how far it came, and the library is not measured. */
async function tryOut({ name, start, slowness }, count) {
  try {
    const run = await within(LIMIT_MS.start, 'its start', () => start(count));
    await within(LIMIT_MS.frame, 'its first frame', run);
    return { name, run };
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return { name, cannot: `cannot finish: ${error.message}${slowness === undefined ? '' : `, as ${slowness}`}` };
  }
}

async function within(limitMs, what, work) {
  const startMs = performance.now();
  const given = await work();
  const tookMs = performance.now() - startMs;
  if (tookMs <= limitMs) return given;
  throw new OverLimit(`${what} took ${(tookMs / 1000).toFixed(1)} s, with ${limitMs / 1000} allowed`);
}

const LIMITS = new Map([
  [1000, 1.25],
  [10_000, 1.3],
  [100_000, 1.4],
]);

function signalled(name, count, start) {
  const scheduler = new Scheduler();
  scheduler.enter(() => {
    for (let i = 0; i < count; i++) start(i, scheduler);
  });
  scheduler.pulse(16);
  return {
    name,
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
    targets: forAll(limit),
    contenders: () => [bare(count), ...ours(count)],
  }))
  .concat(
    [...LIMITS.keys()].map((count) => ({
      id: `peers-${count / 1000}k`,
      title: `one resume a frame, ${count.toLocaleString('en')} scripts, other libraries`,
      unit: 'resume',
      ops: count,
      rounds: 11,
      contenders: async () => [bare(count), ours(count)[0], ...(await others(count))].map(swept),
    })),
    [10_000, 100_000].map((count) => ({
      id: `a-wait-${count / 1000}k`,
      title: `wait(16) in each frame of 16 ms, ${count.toLocaleString('en')} scripts`,
      unit: 'resume',
      ops: count,
      contenders: () => [bare(count), spindle('spindle', count, () => pace(makeActor()))],
    })),
    {
      id: 'c-signal',
      title: 'a signal to 100,000 waiters, which then wait again',
      unit: 'waiter',
      ops: 100_000,
      targets: forAll(2),
      contenders: () => [
        bare(100_000),
        signalled('spindle', 100_000, () => listenTo(makeActor())),
        signalled('spindle, each with an owner', 100_000, () => new Walker().listen()),
        signalled('spindle, three priorities', 100_000, (i, scheduler) =>
          scheduler.spawn(listenTo, { args: [makeActor()], priority: i % 3 }),
        ),
      ],
    },
  );
