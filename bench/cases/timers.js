/**
 * (b) Timers of 1 to 600 s. First a million timers each in a binary heap (tinyqueue), in our wheel alone, whose nodes exist before as those of the heap do,
 * and in Node. Then 100,000 whole scripts that sleep in `wait(ms)`, compared with the two queues. The aims of November 2026 were 15 for the start of such a wait, 2 for its
 * end and 1 for its cancel: they take 40, 2.1 and 1.7.
 *
 * Self times of a cancel in % (20,000 scripts, November 2026): `cancel` 17, `runOn` 11, the collector 10, the wheel's `#close` 7, making the cold fields 7, noting
 * the cancel 7, `cancelThreads` 6, `undoCancelled` 5, `unwindsLater` 4: each of them returns a generator, which the queues have not.
 */
import { Scheduler } from '@spindle/runtime';
import TinyQueue from 'tinyqueue';
import { ThreadList } from '../../packages/runtime/dist/collections/thread-list.js';
import { Wheel } from '../../packages/runtime/dist/time/wheel.js';
import { compileScript } from '../compile.js';

const { sleep, Door } = await compileScript('short');

const COUNT = 1_000_000;
const SCRIPTS = 100_000;
const FRAME_MS = 16;

/** Delays of 1 to 600 s, the same in every run. */
const delays = new Float64Array(COUNT);
let state = 1;
for (let i = 0; i < COUNT; i++) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  delays[i] = 1000 + Math.floor((state / 2 ** 32) * 599_000);
}

const makeTimer = () => ({ deadlineMs: 0, list: null, slot: 0, isCancelled: false, ring });
function ring() {}
/** All contenders of a row use the same objects and create no others, so that only the queue is measured. */
let timers = [];
const makeTimers = (count) => (timers = Array.from({ length: count }, makeTimer));

let wheel;
let queue;
let handles = [];

const fillWheel = () => {
  wheel = new Wheel();
  for (let i = 0; i < timers.length; i++) wheel.insert(timers[i], delays[i]);
};

const fillQueue = () => {
  queue = new TinyQueue([], (a, b) => a.deadlineMs - b.deadlineMs);
  for (let i = 0; i < timers.length; i++) {
    const timer = timers[i];
    timer.deadlineMs = delays[i];
    timer.isCancelled = false;
    queue.push(timer);
  }
};

const fillNode = () => {
  handles = [];
  for (let i = 0; i < timers.length; i++) handles.push(setTimeout(() => {}, delays[i]));
};
const clearNode = () => {
  for (const handle of handles) clearTimeout(handle);
  handles = [];
};

/** Runs frames of 16 ms until all timers are due. */
function expireWheel() {
  const due = [];
  for (let nowMs = 0; wheel.count > 0; nowMs += FRAME_MS) {
    wheel.advance(nowMs, due);
    for (const list of due) list.ring();
    due.length = 0;
  }
}

function expireQueue() {
  for (let nowMs = 0; queue.length > 0; nowMs += FRAME_MS) {
    while (queue.length > 0 && queue.peek().deadlineMs <= nowMs) queue.pop();
  }
}

function cancelWheel() {
  for (let i = 0; i < timers.length; i++) ThreadList.leave(timers[i]);
}

/** A heap cannot remove an element from its middle, so a cancelled timer is marked, and dropped when it comes to the top. */
function cancelQueue() {
  for (let i = 0; i < timers.length; i++) timers[i].isCancelled = true;
  while (queue.length > 0 && queue.peek().isCancelled) queue.pop();
}

/** Collects the garbage of the previous contender outside the measured time. */
const sweep = () => globalThis.gc({ type: 'minor' });

/** Scripts in `wait(ms)`. Each `fill` starts new ones; `makeStart` gives the function that starts the i-th. */
function sleepers(makeStart) {
  let scheduler;
  let start;
  let threads = [];
  return {
    /** The sleepers of the previous round are dropped first. */
    clear() {
      scheduler = new Scheduler();
      start = makeStart(scheduler);
      threads = [];
      sweep();
    },
    fill() {
      scheduler.enter(() => {
        for (let i = 0; i < SCRIPTS; i++) threads.push(start(i));
      });
      // Scripts that `spawn` has started have their first turn in the next pulse.
      scheduler.pulse(0);
      if (scheduler.live.size < SCRIPTS) throw new Error('not all of them wait');
    },
    expire() {
      for (let i = 0; i < 600_000 / FRAME_MS; i++) scheduler.pulse(FRAME_MS);
      if (scheduler.live.size > 0) throw new Error('not all of them have ended');
    },
    cancel() {
      for (const thread of threads) thread.cancel();
      if (scheduler.live.size > 0) throw new Error('not all of them are cancelled');
    },
  };
}

/** Owners are created in advance, for each scheduler, as an owner stays with the scheduler of its first thread. */
function startAtDoors() {
  const doors = Array.from({ length: SCRIPTS }, () => new Door());
  return (i) => doors[i].sleep(delays[i]);
}

function spawnAsleep(scheduler, actor) {
  return (i) => scheduler.spawn(sleep, { args: [actor, delays[i]], priority: i % 3 });
}

const WHEEL = 'spindle’s wheel alone';
const SCRIPT = 'spindle, scripts in wait(ms)';
const OWNED = 'spindle, each with an owner';
const RANKED = 'spindle, three priorities';

const row = (id, title, limit, contenders) => ({
  id: `b-${id}`,
  title: `timers: ${title}, a million of 1–600 s`,
  unit: 'timer',
  ops: COUNT,
  rounds: 11,
  repeats: 1,
  targets: { [WHEEL]: limit },
  contenders() {
    makeTimers(COUNT);
    return contenders;
  },
});

/** The two queues contain as many timers as there are scripts. */
const scriptRow = (id, title, limit, stepOf) => ({
  id: `b-scripts-${id}`,
  title: `scripts in wait(ms): ${title}, 100,000 of 1–600 s`,
  unit: 'script',
  ops: SCRIPTS,
  rounds: 11,
  repeats: 1,
  targets: { [SCRIPT]: limit, [OWNED]: limit, [RANKED]: limit },
  contenders() {
    makeTimers(SCRIPTS);
    const actor = { x: 0, speed: 1 };
    return [
      { name: 'tinyqueue', ...stepOf(QUEUE_STEPS) },
      { name: WHEEL, ...stepOf(WHEEL_STEPS) },
      { name: SCRIPT, ...stepOf(sleepers(() => (i) => sleep(actor, delays[i]))) },
      { name: OWNED, ...stepOf(sleepers(startAtDoors)) },
      { name: RANKED, ...stepOf(sleepers((scheduler) => spawnAsleep(scheduler, actor))) },
    ];
  },
});

const QUEUE_STEPS = { clear: sweep, fill: fillQueue, expire: expireQueue, cancel: cancelQueue };
const WHEEL_STEPS = { clear: sweep, fill: fillWheel, expire: expireWheel, cancel: cancelWheel };

/** The part of a round that is measured: adding the timers, or what follows. */
const filling = ({ clear, fill }) => ({ prepare: clear, run: fill });
const after = (step) => (steps) => ({
  prepare() {
    steps.clear();
    steps.fill();
    // In reality, sleepers are old objects. An object survives one collection in the young generation, so it takes two to make it old.
    sweep();
    sweep();
  },
  run: () => steps[step](),
});

export const rows = [
  row('insert', 'insert', 1.1, [
    { name: 'tinyqueue', run: fillQueue },
    { name: WHEEL, run: fillWheel },
    { name: 'setTimeout', isSlow: true, prepare: () => clearNode(), run: fillNode },
  ]),
  row('expire', 'expire in frames of 16 ms', 0.45, [
    { name: 'tinyqueue', prepare: fillQueue, run: expireQueue },
    { name: WHEEL, prepare: fillWheel, run: expireWheel },
    { name: 'setTimeout', cannot: 'it knows only real time: this would take ten minutes a round' },
  ]),
  row('cancel', 'cancel all', 0.25, [
    { name: 'tinyqueue', prepare: fillQueue, run: cancelQueue },
    { name: WHEEL, prepare: fillWheel, run: cancelWheel },
    { name: 'setTimeout', isSlow: true, prepare: fillNode, run: clearNode },
  ]),
  scriptRow('insert', 'start and wait', 8, filling),
  scriptRow('expire', 'wake and end in frames of 16 ms', 1, after('expire')),
  scriptRow('cancel', 'cancel all', 0.5, after('cancel')),
];
