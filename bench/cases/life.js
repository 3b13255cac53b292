/**
 * (l) What a script does besides waiting for its next frame: it waits some time, races, calls, orders. A thousand of them, compared with native `async`
 * functions on a virtual clock of the same kind (native-async.js). Each target has rows of its own, as those of cases/frames.js.
 *
 * Where the time of the missed goals goes, and what was tried (November 2026):
 *  - It is spread over eighty functions, none above 5 %. Two bare threads and a join take 0.29 of the native race and 0.56 of `all`.
 *  - A row of data for an arm that is one wait, made a thread when somebody asks: `all` 0.81 of before, race 0.87, 0.5 kB more with `race`. The rules take the
 *    time: without them a row takes 0.46, a thread 0.58. Not kept.
 *  - A join in place of the cold fields: 0.95 to 0.97, an order 1.08. A record of arms that settles its join itself: 0.97. Their first turns in a loop of their
 *    own: 0.99. Names of arms read only when asked: `all` 0.9, a race of calls 1.23. None was kept.
 *  - Three orders on three owners, a thread each (R3), take 2.8 times the native queue; queueing (R5) makes that 1.6 to 1.8 times again.
 *
 * A sample takes 60 ms. A run takes 1 to 6 and makes megabytes of garbage, and the two ways run in turns. In samples of one run a collection fell always
 * into those of the same way: so an order took 0.58 times the native one in one process and 1.9 times in the next, and now 1.1 to 1.5. No function is
 * deoptimized twice there (`--trace-deopt`). By samples of 60 ms and of one run (frames, November 2026): queue
 * 3.5 and 3.9, used 1.5 and 2.0, order 1.2 and 1.1, spawn 1.6 and 1.8, `all` 0.94 and 1.7, race 0.79 and 1.4, room 0.59 and 0.95. The collector takes half
 * of the time of the native functions in them, a sixth of ours: it makes a good part of their promises old (`--trace-gc`).
 *
 * Self times in % (target frames, `node --cpu-prof`), the collector's as `gc`, and bytes that a turn allocates, the native one's behind the stroke:
 *  - spawn: `spawn` 17, `finish` 12, gc 7, options 7, `Thread` 5, `goOn` 4, list of the ready 4, `makeThread` 4; 396 / 595
 *  - room: `waitSimply` 10, gc 9, `runReady` 7, `runTurn` 7, `begin` 4, the script 4, `tellJoiner` 3, `ring` 3
 *  - queue: gc 19, `beside` 7, `waitForAny` 3, `finish` 3, `callBeside` 3, sixty more below 3; 2,179 / 1,645
 *  - used: `runReady` 8, the script 7, `runBorrowed` 7, gc 6, `tellJoiner` 5, `finish` 4, `conclude` 4; 673 / 797
 *  - `all`: gc 14, `runTurn` 9, `waitSimply` 7, `goOn` 6, `finish` of arms 6, names of arms 5, `onlyGoesOn` 5; 1,526 / 1,414
 *  - race: gc 10, `runTurn` 9, names of arms 7, `cancelLosers` 6, the script 5, `runReady` 5, `waitSimply` 4, `makeThread` 4
 *  - order: `runBorrowed` 11, `runReady` 7, `conclude` 5, `stayWith` 5, the script 5, the entry 5, `ring` 4, gc 4; 364 / 1,317
 * With generators, where frames meet the goal:
 *  - signal (0.88 stored, 0.69 to 0.83 in four processes): the script 26, `runReady` 21, the broadcast 12, `stepGenerator` 10, `driveGenerator` 8; the last two are
 *    what a generator costs beside a frame
 * Not profiled: `wait(50)` with frames, 0.64 (0.6), and `tween` with generators, 1.07 (1).
 * Heap, bytes of a script in a snapshot, with the guard (native behind the stroke):
 *  - queue 3,024, with frames 2,796 / 1,322: the script, the call that runs and one that queues are threads (504); two lists of three, for which an engine makes
 *    room for seventeen (280); cold fields, join and places in the queue 380. The native one has Promises, reactions and closures for 560
 *  - used 1,957, with frames, which meet the goal, 1,723 / 1,476: two threads 336, two generators with their frames 500, cold fields and join 250
 * Asking less of a thread that plain code has started: spawn 0.93. Options read in a loop, not by `includes`: nothing more. To ask each arm for its name
 * is a call out of the engine's optimized code (`callOf` in words/start.ts): with no name read, race takes 0.85 and `all` 0.92 (seven pairs), but then
 * a named function has no name in traces. To read names when they are asked for would keep each function, with what it captures, as long as its Thread, also
 * when that has ended. Production is faster than development in a queue (0.87), and else not.
 */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { AsyncWorld, runMicrotasks } from '../native-async.js';

const COUNT = 1000;
const FRAME_MS = 16;
const MIN_SAMPLE_MS = 60;
/** In a run. What waits 10, 30 or 50 ms comes 36, 18 or 9 times in it, and the signal 12 times. */
const FRAMES = 36;

/**
 * `turns`: how many a script makes in a run. `limits`: the targets for generators and for frames. `turn`: the same, of an `async` function. `rooms`: so
 * many have a clock and a scheduler of their own each.
 */
const LIVES = [
  {
    id: 'wait',
    title: 'wait(50)',
    script: 'waits',
    turns: 9,
    limits: [1, 0.6],
    turn: ({ world }) => world.wait(50),
  },
  {
    id: 'signal',
    title: "waitSignal('go'), sent in each third frame",
    script: 'hears',
    turns: 12,
    limits: [0.7, 0.7],
    turn: ({ world }) => world.signalled('go'),
  },
  {
    id: 'call',
    title: 'a call of a function that waits 30 ms',
    script: 'calls',
    turns: 18,
    limits: [1, 1],
    turn: ({ world }) => walk(world, 30),
  },
  {
    id: 'race-waits',
    title: "race(wait(30), waitSignal('never'))",
    script: 'racesWaits',
    turns: 18,
    limits: [0.7, 0.7],
    turn: ({ world }) => world.signalledWithin(30, 'never'),
  },
  {
    id: 'race-calls',
    title: 'race(walk(30), walk(60)); the loser of the native one walks on to its end',
    script: 'racesCalls',
    turns: 18,
    limits: [1, 1],
    turn: ({ world }) => Promise.race([walk(world, 30), walk(world, 60)]),
  },
  {
    id: 'race-limit',
    title: 'race(walk(30), wait(60)); the timer of the native one stays in its heap',
    script: 'racesLimit',
    turns: 18,
    limits: [1, 1],
    turn: ({ world }) => Promise.race([walk(world, 30), world.wait(60)]),
  },
  {
    id: 'all',
    title: 'all(wait(30), wait(30))',
    script: 'awaitsAll',
    turns: 18,
    limits: [0.7, 0.7],
    turn: ({ world }) => Promise.all([world.wait(30), world.wait(30)]),
  },
  {
    id: 'timeout',
    title: 'withTimeout(60, wait(30)); the timer of the native one stays in its heap',
    script: 'limits',
    turns: 18,
    limits: [1, 1],
    turn: ({ world }) => Promise.race([world.wait(30), world.wait(60)]),
  },
  {
    id: 'used',
    title: 'waitFor(guard.act()), which waits 30 ms, each on its own owner',
    script: 'uses',
    turns: 18,
    limits: [1, 1],
    turn: ({ guard }) => guard.act(),
  },
  {
    id: 'order',
    title: 'guard.act(), which waits 30 ms, as an order, then wait(50)',
    script: 'orders',
    turns: 9,
    limits: [1, 1],
    turn: ({ world, guard }) => {
      void guard.act();
      return world.wait(50);
    },
  },
  {
    id: 'queue',
    title: 'three calls that wait 10 ms, one behind the other on an owner',
    script: 'queues',
    turns: 12,
    limits: [1, 1],
    turn: ({ guard }) => {
      void guard.step();
      void guard.step();
      return guard.step();
    },
  },
  {
    id: 'tween',
    title: 'tween(64, …)',
    script: 'tweens',
    turns: 9,
    limits: [1, 1],
    turn: async ({ world, guard }) => {
      const startMs = world.nowMs;
      for (let t = 0; t < 1;) {
        await world.wait(FRAME_MS);
        t = Math.min(1, (world.nowMs - startMs) / 64);
        guard.x = t;
      }
    },
  },
  {
    id: 'room',
    title: 'three waits and a race in turns, 50 rooms of twenty scripts, each with a clock of its own',
    script: 'lives',
    turns: 4,
    rooms: 50,
    limits: [0.8, 0.8],
    turn: async ({ world }) => {
      await world.wait(30);
      await world.wait(50);
      await world.signalledWithin(30, 'never');
      await world.wait(10);
    },
  },
];

async function walk(world, ms) {
  await world.wait(ms);
}

/** An owner as it is written by hand: a step waits for those before it. */
class AsyncGuard {
  turns = 0;
  x = 0;
  world;
  #last = Promise.resolve();

  constructor(world) {
    this.world = world;
  }

  async act() {
    await this.world.wait(30);
  }

  step() {
    return (this.#last = this.#last.then(() => this.world.wait(10)));
  }
}

async function live(turn, guard) {
  const { world } = guard;
  for (;;) {
    guard.turns++;
    await turn({ world, guard });
  }
}

const NATIVE = 'native async';

/** How scripts run, and how the functions that are compared with them do. */
const ours = ({ Guard }, script) => ({
  makeWorld: () => new Scheduler(),
  start(scheduler) {
    const guard = new Guard();
    scheduler.enter(() => script(guard));
    return guard;
  },
  showFrame(scheduler, isThird) {
    if (isThird) scheduler.signal('go');
    scheduler.pulse(FRAME_MS);
  },
});

const native = (turn) => ({
  makeWorld: () => new AsyncWorld(),
  start(world) {
    const guard = new AsyncGuard(world);
    void live(turn, guard);
    return guard;
  },
  showFrame(world, isThird) {
    if (isThird) world.signal('go');
    world.advance(FRAME_MS);
  },
  end: runMicrotasks,
});

/** Scripts, or functions, each with a guard of its own. */
function fill({ makeWorld, start, showFrame, end }, { rooms = 1, count = COUNT, frames = FRAMES }) {
  const worlds = Array.from({ length: rooms }, makeWorld);
  const guards = worlds.flatMap((world) => Array.from({ length: count / rooms }, () => start(world)));
  const showAll = (frame) => worlds.forEach((world) => showFrame(world, frame % 3 === 0));
  const run = () => void Array.from({ length: frames }, (_, frame) => showAll(frame));
  const runAwaiting = async () => {
    for (let frame = 0; frame < frames; frame++) {
      showAll(frame);
      await end();
    }
  };
  return { guards, run: end === undefined ? run : runAwaiting };
}

/** Refuses to compare what does not do the same. */
async function filled(name, way, { turns, ...room }) {
  const { guards, run } = fill(way, room);
  const sum = () => guards.reduce((all, guard) => all + guard.turns, 0);
  await run();
  const before = sum();
  await run();
  const made = (sum() - before) / COUNT;
  if (made !== turns) throw new Error(`${name} makes ${made} turns in a run, not ${turns}`);
  return { name, run };
}

const lifeRow = ({ id, title, script, turns, rooms, limits, turn }, target) => ({
  id: `life-${id}${target.suffix}`,
  title: `${title}${target.words}`,
  unit: 'turn',
  ops: COUNT * turns,
  minSampleMs: MIN_SAMPLE_MS,
  targets: { [target.name]: limits[target.at] },
  async contenders() {
    const scripts = await compileScript('life', target.options);
    return Promise.all([
      filled(NATIVE, native(turn), { turns, rooms }),
      filled(target.name, ours(scripts, scripts[script]), { turns, rooms }),
    ]);
  },
});

/** Started by `spawn`, a script has its first turn in the next pulse. */
const spawnRow = (target) => ({
  id: `life-spawn${target.suffix}`,
  title: `start a script for the next frame, which ends then${target.words}`,
  unit: 'script',
  ops: COUNT,
  minSampleMs: MIN_SAMPLE_MS,
  targets: { [target.name]: 1.5 },
  async contenders() {
    const { start, Guard } = await compileScript('life', target.options);
    const scheduler = new Scheduler();
    const world = new AsyncWorld();
    const [guard, other] = [new Guard(), new AsyncGuard(world)];
    return [
      {
        name: NATIVE,
        async run() {
          for (let i = 0; i < COUNT; i++) void startNative(other);
          world.advance(FRAME_MS);
          await runMicrotasks();
        },
      },
      {
        name: target.name,
        run() {
          for (let i = 0; i < COUNT; i++) scheduler.spawn(start, { args: [guard] });
          scheduler.pulse(FRAME_MS);
        },
      },
    ];
  },
});

async function startNative(guard) {
  await guard.world.wait(0);
  guard.turns++;
}

/** So many scripts, after so many frames. */
const HEAVY = { count: 5000, frames: 8 };

/** Guards and what belongs to the world are counted for both. */
async function bytesOf(way) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const { guards, run } = fill(way, HEAVY);
  await run();
  globalThis.gc();
  const bytes = (process.memoryUsage().heapUsed - before) / HEAVY.count;
  return guards.length > 0 ? bytes : 0;
}

const heapRow = (target) => ({
  id: `life-heap${target.suffix}`,
  title: `heap of a waiting script${target.words}`,
  unit: `× that of an \`async\` function`,
  targets: Object.fromEntries(LIVES.map(({ title }) => [`spindle, ${title}`, 1.2])),
  async measure() {
    const scripts = await compileScript('life', target.options);
    const results = [];
    for (const { title, script, turn } of LIVES) {
      const value = (await bytesOf(ours(scripts, scripts[script]))) / (await bytesOf(native(turn)));
      results.push({ name: `spindle, ${title}`, value });
    }
    return results;
  },
});

const TARGETS = [
  { at: 0, suffix: '', words: '', name: 'spindle', options: {} },
  { at: 1, suffix: '-frames', words: ', target frames', name: 'spindle, target frames', options: { target: 'frames' } },
];

export const rows = TARGETS.flatMap((target) => [
  ...LIVES.map((life) => lifeRow(life, target)),
  spawnRow(target),
  heapRow(target),
]);
