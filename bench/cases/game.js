/**
 * (h) What a game knows: the share of a frame that its scripts take, and the garbage that they make.
 *
 * Self times of a bullet in % (target frames, November 2026). Without calls: `runDue`, with the body in it, 69, its place in the list when it is fired again 10.
 * With two calls: `runHot` 20, `isDirect` 20 (it reads the thread and its lock, which a hot turn does not), `isInside` 8, `executeOther` 7, the collector
 * 5, `execute` 4. A question (`isInside`) ran in a closure, and now in none: 0.72 and 0.82 of before (medians of five pairs).
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTask } from 'node:timers/promises';
import { inspect } from '@spindle/inspector';
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';
import { processorMs, quantile } from '../measure.js';

const withGenerators = { ...(await compileScript('walkers')), ...(await compileScript('game')) };
const { walk, Walker, pace, Bullet } = withGenerators;

/** The same scripts with the other target. They come only into processes that measure them, as what is loaded decides how the engine optimizes. */
async function compileFrames() {
  const target = 'frames';
  return { ...(await compileScript('walkers', { target })), ...(await compileScript('game', { target })) };
}

const FRAME_MS = 1000 / 60;
const SECOND = 60;
const makeActor = () => ({ x: 0, speed: 1 });

/** In each frame one of the signals is sent, so that each waiter goes on three times a second. */
const SIGNALS = Array.from({ length: 20 }, (_, i) => `signal ${i}`);

/** 10,000 scripts of four kinds. */
function fillGame(scripts = withGenerators) {
  const { walk: goOn, blink, react, Guard } = scripts;
  const scheduler = new Scheduler();
  scheduler.enter(() => {
    for (let i = 0; i < 4000; i++) goOn(makeActor());
    for (let i = 0; i < 3000; i++) blink(makeActor(), 200 + ((i * 37) % 2800));
    for (let i = 0; i < 2000; i++) react(makeActor(), SIGNALS[i % SIGNALS.length]);
    for (let i = 0; i < 1000; i++) new Guard().patrol();
  });
  return scheduler;
}

/** The time of each pulse of some seconds, after as many in which the engine optimizes the code, at most 10. */
function timePulses(scheduler, seconds = 60) {
  timeSeconds(scheduler, Math.min(seconds, 10));
  return timeSeconds(scheduler, seconds);
}

function timeSeconds(scheduler, seconds) {
  return Array.from({ length: seconds * SECOND }, (_, frame) => {
    const startMs = processorMs();
    scheduler.signal(SIGNALS[frame % SIGNALS.length]);
    scheduler.pulse(FRAME_MS);
    return processorMs() - startMs;
  });
}

function playGame() {
  const times = timePulses(fillGame());
  return [
    { name: 'spindle, median', value: shareOf(quantile(times, 0.5)) },
    { name: 'spindle, 99 of 100 take less', value: shareOf(quantile(times, 0.99)) },
    { name: 'spindle, the worst of 3,600', value: shareOf(Math.max(...times)) },
  ];
}

/** A second of each target in turns, so that what else runs on the machine concerns both. */
async function playBothTargets() {
  const games = [withGenerators, await compileFrames()].map((scripts) => fillGame(scripts));
  for (const scheduler of games) timeSeconds(scheduler, 10);
  const times = games.map(() => []);
  for (let second = 0; second < 20; second++)
    for (const [i, scheduler] of games.entries()) times[i].push(...timeSeconds(scheduler, 1));
  return ['spindle', 'spindle, target frames'].flatMap((name, i) => [
    { name: `${name}, median`, value: shareOf(quantile(times[i], 0.5)) },
    { name: `${name}, 99 of 100 take less`, value: shareOf(quantile(times[i], 0.99)) },
  ]);
}

/** The same game as it is, with an inspector, and with one that writes each event as a line. */
function playInspected() {
  const looks = {
    spindle: () => {},
    'spindle, inspected': (scheduler) => {
      let frames = 0;
      inspect(scheduler).subscribe(({ frame }) => (frames += frame));
    },
    'spindle, each event as a line of JSON': (scheduler) => {
      let characters = 0;
      inspect(scheduler).subscribe((event) => (characters += JSON.stringify(event).length));
    },
  };
  return Object.entries(looks).map(([name, look]) => {
    const scheduler = fillGame();
    look(scheduler);
    const value = shareOf(quantile(timePulses(scheduler, 6), 0.5));
    scheduler.close();
    return { name, value };
  });
}

function shareOf(ms) {
  return (100 * ms) / FRAME_MS;
}

const BULLETS = 3000;

/** A frame of 3,000 bullets, which live for 240 frames: so 12 or 13 of them leave the field in it, and as many are fired. */
function shootBare() {
  const bullets = Array.from({ length: BULLETS }, (_, i) => ({ y: (i * 720) / BULLETS, speed: 3 }));
  const fly = function* (bullet) {
    while (bullet.y < 720) {
      bullet.y += bullet.speed;
      yield;
    }
  };
  const flights = bullets.map((bullet) => fly(bullet));
  return () => {
    for (let i = 0; i < flights.length; i++) {
      if (flights[i].next().done !== true) continue;
      bullets[i].y = 0;
      flights[i] = fly(bullets[i]);
    }
  };
}

function shoot(fly, OneBullet = Bullet) {
  const scheduler = new Scheduler();
  const spare = [];
  const fire = (bullet) => scheduler.enter(() => fly(bullet));
  for (let i = 0; i < BULLETS; i++) fire(Object.assign(new OneBullet(spare), { y: (i * 720) / BULLETS }));
  return () => {
    scheduler.pulse(FRAME_MS);
    for (const bullet of spare.splice(0)) {
      bullet.y = 0;
      fire(bullet);
    }
  };
}

const WALKERS = 1000;
/** As many as the young generation has room for after a collection. */
const FRAMES = 8;
const SAMPLES = 9;

function bareWalkers() {
  const body = function* (actor) {
    for (;;) {
      actor.x += actor.speed;
      yield;
    }
  };
  const generators = Array.from({ length: WALKERS }, () => body(makeActor()));
  return () => {
    for (let i = 0; i < generators.length; i++) generators[i].next();
  };
}

function ourScripts(start, count = WALKERS) {
  const scheduler = new Scheduler();
  scheduler.enter(() => {
    for (let i = 0; i < count; i++) start(i, scheduler);
  });
  return () => scheduler.pulse(16);
}

const WEIGHED = [
  { name: 'bare generators', make: bareWalkers },
  { name: 'spindle', make: () => ourScripts(() => walk(makeActor())) },
  { name: 'spindle, each with an owner', make: () => ourScripts(() => new Walker().walk()) },
  {
    name: 'spindle, three priorities',
    make: () => ourScripts((i, scheduler) => scheduler.spawn(walk, { args: [makeActor()], priority: i % 3 })),
  },
  { name: 'spindle, no scripts', make: () => ourScripts(walk, 0) },
  { name: 'spindle, each in wait(16)', make: () => ourScripts(() => pace(makeActor())) },
];

async function weighGarbage() {
  const results = [];
  for (const { name, make } of WEIGHED) results.push({ name, value: await bytesAllocated(make()) });
  return results;
}

/**
 * Bytes for each frame: the used heap grows by what is allocated, as long as nothing is collected. What the look at the heap itself
 * allocates is taken off. Samples in which there was a collection do not count.
 */
async function bytesAllocated(run) {
  for (let frame = 0; frame < 3000; frame++) run();
  const own = await growths(() => {});
  const all = await growths(() => {
    for (let frame = 0; frame < FRAMES; frame++) run();
  });
  return (quantile(all, 0.5) - quantile(own, 0.5)) / FRAMES;
}

async function growths(run) {
  const collections = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const samples = [];
  for (let tried = 0; samples.length < SAMPLES; tried++) {
    if (tried > 20 * SAMPLES) throw new Error('the young generation is too small for this row');
    globalThis.gc();
    const startMs = performance.now();
    const before = process.memoryUsage().heapUsed;
    run();
    const bytes = process.memoryUsage().heapUsed - before;
    const endMs = performance.now();
    // The observer gets its entries in later tasks.
    await nextTask();
    await nextTask();
    if (!collections.some((one) => one.startTime >= startMs && one.startTime <= endMs)) samples.push(bytes);
  }
  observer.disconnect();
  return samples;
}

export const rows = [
  {
    id: 'h-pulse',
    title: 'a pulse of 10,000 scripts of a game: 4,000 walk, 3,000 sleep, 2,000 wait for signals, 1,000 guards patrol',
    unit: '% of 16.7 ms',
    measure: playGame,
  },
  {
    id: 'h-frames',
    title: 'the same pulse with both targets, a second of each in turns',
    unit: '% of 16.7 ms',
    measure: playBothTargets,
  },
  {
    id: 'h-inspected',
    title: 'the same pulse with an inspector',
    unit: '% of 16.7 ms',
    targetsMore: { 'spindle, inspected': 10 },
    measure: playInspected,
  },
  {
    id: 'h-bullets',
    title:
      'a bullet in a frame, of 3,000 that each fly by a script on an object of its own, leave the field and are fired again',
    unit: 'bullet',
    ops: BULLETS,
    contenders: () => [
      { name: 'bare generators', run: shootBare() },
      { name: 'spindle', run: shoot((bullet) => bullet.dash()) },
      { name: 'spindle, two calls of own methods in each frame', run: shoot((bullet) => bullet.fly()) },
    ],
  },
  {
    id: 'h-bullets-frames',
    title: 'the same bullets, target frames',
    unit: 'bullet',
    ops: BULLETS,
    targets: {
      'spindle, target frames': 1.5,
      'spindle, target frames, two calls of own methods in each frame': 4,
    },
    contenders: async () => {
      const frames = await compileFrames();
      return [
        { name: 'bare generators', run: shootBare() },
        { name: 'spindle, target frames', run: shoot((bullet) => bullet.dash(), frames.Bullet) },
        {
          name: 'spindle, target frames, two calls of own methods in each frame',
          run: shoot((bullet) => bullet.fly(), frames.Bullet),
        },
      ];
    },
  },
  {
    id: 'h-garbage',
    title: 'bytes allocated in a frame, 1,000 scripts',
    unit: 'bytes',
    targetsMore: {
      spindle: 0,
      'spindle, each with an owner': 0,
      'spindle, three priorities': 0,
    },
    measure: weighGarbage,
  },
];
