/**
 * (a) One resume for each script in each frame; (c) a signal to many waiters; the same in other libraries.
 *
 * `wait(16)` in each frame took 2.1 to 2.5 times the bare loop up to 93c62d20, where threads that were due at the same moment had one timer, and takes 5.5
 * since then, measured side by side; the bare loop has not changed. Why each has a timer of its own stands in time/wheel.ts of the runtime. Self times in
 * %: `goOn` 19, `stepGenerator` 13, the script 13, `begin` of the timer 11, `wakeWaiting` 10, `isPromise` 6.
 *
 * One frame protocol for generators and frames (8b087565), by the version of Node: the ratio of now to before, `node bench/pair.js` with 5, 6 and 3 pairs at a
 * load of 8. Generators may cost 1.1, frames 1.05. On Node 20 it was measured when it came: 1.05 with generators, 0.90 with frames (as 095ba162 has it).
 *
 *                                        Node 22.23    Node 24.21
 *   a-1k                                       0.92          1.00
 *   a-1k, each with an owner                   1.03          1.11
 *   a-1k, three priorities                     1.06          0.99
 *   frames-1k, and with owners           1.06, 1.02    0.93, 0.94
 */
import { inspect } from '@spindle/inspector';
import { Clock } from '@spindle/runtime';
import { observe } from '@spindle/runtime/observe';
import { compileScript } from '../compile.js';
import { bare, makeActor, signalled, spindle } from '../contenders.js';
import { LIMIT_MS, OverLimit, peers } from '../peers.js';
import { forOurs } from '../target.js';

const { walk, walkOn, Walker, listenTo, pace } = await compileScript('walkers');

/** The same, with somebody who is told what each thread does. */
function observed(name, count) {
  let events = 0;
  return spindle(name, count, (i, scheduler) => {
    if (i === 0) observe(scheduler, { waits: () => events++, goesOn: () => events++ });
    walk(makeActor());
  });
}

/** The same, with an inspector that counts what happens. */
function inspected(name, count) {
  let frames = 0;
  return spindle(name, count, (i, scheduler) => {
    if (i === 0) inspect(scheduler).subscribe(({ frame }) => (frames += frame));
    walk(makeActor());
  });
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

/** The targets by the number of scripts: the ratio for all, and that for scripts with an owner. */
const LIMITS = new Map([
  [1000, { limit: 1.3, owners: 1.4 }],
  [10_000, { limit: 1.5, owners: 1.8 }],
  [100_000, { limit: 1.8, owners: 2.5 }],
]);
const WAIT_LIMITS = new Map([
  [10_000, 3],
  [100_000, 8],
]);

const PAUSED = 'spindle, the clock is paused';

/** Scripts with a clock of their own. */
function onClock(name, count, isPaused) {
  let clock;
  const contender = spindle(name, count, (_i, scheduler) => {
    clock ??= new Clock(scheduler.clock);
    walkOn(clock, makeActor());
  });
  if (isPaused) clock.pause();
  return contender;
}

export const rows = [...LIMITS]
  .map(([count, { limit, owners }]) => ({
    id: `a-${count / 1000}k`,
    title: `one resume a frame, ${count.toLocaleString('en')} scripts`,
    unit: 'resume',
    ops: count,
    targets: forOurs(limit, { owners }),
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
    [...WAIT_LIMITS].map(([count, limit]) => ({
      id: `a-wait-${count / 1000}k`,
      title: `wait(16) in each frame of 16 ms, ${count.toLocaleString('en')} scripts`,
      unit: 'resume',
      ops: count,
      targets: forOurs(limit),
      contenders: () => [
        bare(count),
        spindle('spindle', count, () => pace(makeActor())),
        spindle('spindle, each with an owner', count, () => new Walker().pace()),
        spindle('spindle, three priorities', count, (i, scheduler) =>
          scheduler.spawn(pace, { args: [makeActor()], priority: i % 3 }),
        ),
      ],
    })),
    {
      id: 'a-paused',
      title: 'a pulse of 10,000 scripts on a clock, while it runs and while it is paused',
      unit: 'script',
      ops: 10_000,
      targets: { [PAUSED]: 1 },
      contenders: () => [onClock('spindle, the clock runs', 10_000, false), onClock(PAUSED, 10_000, true)],
    },
    // In a process of its own: while one scheduler is observed, all are slower. Unobserved it is the row a-1k.
    {
      id: 'observed-1k',
      title: 'one resume a frame, 1,000 scripts, observed',
      unit: 'resume',
      ops: 1000,
      contenders: () => [bare(1000), observed('spindle, observed', 1000)],
    },
    {
      id: 'inspected-10k',
      title: 'one resume a frame, 10,000 scripts, with an inspector',
      unit: 'resume',
      ops: 10_000,
      contenders: () => [bare(10_000), inspected('spindle, inspected', 10_000)],
    },
    {
      id: 'c-signal',
      title: 'a signal to 100,000 waiters, which then wait again',
      unit: 'waiter',
      ops: 100_000,
      targets: forOurs(3, { owners: 4.5 }),
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
