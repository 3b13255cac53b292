/**
 * The rows of `target: "frames"`. Each is measured in a process of its own, and has one kind of script only: an engine that has seen the steps of
 * others inlines none. Pages of browsers measure some of them with both targets.
 */
import {
  BATCH,
  bare,
  bareAtOnce,
  bareOf,
  bareStarts,
  bareStartsOfFrames,
  batch,
  makeActor,
  oneByOne,
  signalled,
  spindle,
} from './contenders.js';

const thousands = (count) => count.toLocaleString('en');

/** One resume in each frame: the limit of scripts without an owner, and of those with one. */
const RESUMES = [
  { count: 1000, limit: 0.4, owners: 0.5 },
  { count: 10_000, limit: 0.7, owners: 0.85 },
  { count: 100_000, limit: 1, owners: 2 },
];

const resumeRows = RESUMES.flatMap(({ count, limit, owners }) => [
  {
    id: `frames-${count / 1000}k`,
    title: `one resume a frame, ${thousands(count)} scripts`,
    unit: 'resume',
    ops: count,
    limit,
    scripts: 'walkers',
    contenders: ({ walk }, name) => [bare(count), spindle(name, count, () => walk(makeActor()))],
  },
  {
    id: `frames-${count / 1000}k-owners`,
    title: `one resume a frame, ${thousands(count)} scripts, each with an owner`,
    unit: 'resume',
    ops: count,
    limit: owners,
    scripts: 'walkers',
    contenders: ({ Walker }, name) => [bare(count), spindle(name, count, () => new Walker().walk())],
  },
]);

/** What the scripts of scripts/four.js do, as native generators. */
export const FOUR_BODIES = [
  function* (actor) {
    for (;;) {
      actor.x += actor.speed;
      yield;
    }
  },
  function* (actor) {
    let angle = 0;
    for (;;) {
      angle = angle >= 359 ? 0 : angle + 1;
      actor.x = angle;
      yield;
    }
  },
  function* (actor) {
    let frames = 0;
    for (;;) {
      if ((++frames & 15) === 0) actor.speed = -actor.speed;
      yield;
    }
  },
  function* (actor) {
    let aim = 100;
    for (;;) {
      actor.x += (aim - actor.x) * 0.1;
      if (actor.x > aim - 1) aim = -aim;
      yield;
    }
  },
];

const fourRow = {
  id: 'frames-four',
  title: 'one resume a frame, 1,000 scripts, four scripts of one file in turns',
  unit: 'resume',
  ops: 1000,
  limit: 0.7,
  scripts: 'four',
  contenders({ walk, circle, blink, follow }, name) {
    const starts = [walk, circle, blink, follow];
    return [bareOf(FOUR_BODIES, 1000), spindle(name, 1000, (i) => starts[i & 3](makeActor()))];
  },
};

/** The first contender waits at the bottom of one call. */
const deepRows = [
  { what: 'call', id: 'frames-deep', start: ({ dive }, depth) => dive(makeActor(), depth) },
  { what: 'method', id: 'frames-deep-owners', start: ({ Walker }, depth) => new Walker().dive(depth) },
].map(({ what, id, start }) => ({
  id,
  title: `resume at the bottom of nested ${what}s, 1,000 scripts`,
  unit: 'resume',
  ops: 1000,
  targets: (name) => ({ [`${name}, 10 ${what}s deep`]: 1.2, [`${name}, 1,000 ${what}s deep`]: 1.2 }),
  scripts: 'walkers',
  contenders: (scripts, name) => [
    ...[1, 10, 1000].map((depth) =>
      spindle(`${name}, ${thousands(depth)} ${what}${depth > 1 ? 's' : ''} deep`, 1000, () => start(scripts, depth)),
    ),
    bare(1000),
  ],
}));

const LEVELS = 10;
const TIMES = 1000;
const CALLS = 10_000;

/** The others are compared with the same file, not compiled. */
const callRows = [
  {
    id: 'frames-calls',
    title: 'a call that does not wait, ten levels',
    ops: LEVELS * TIMES,
    call: ({ levels }) => levels(LEVELS, TIMES),
  },
  {
    id: 'frames-calls-owners',
    title: 'a call of an own method that does not wait, ten levels',
    ops: LEVELS * TIMES,
    prepare: ({ Stairs }) => new Stairs(),
    call: (_scripts, stairs) => stairs.levels(LEVELS, TIMES),
  },
  {
    id: 'frames-calls-short',
    title: 'a call of a short own method that does not wait, two in each turn of a loop',
    ops: 2 * CALLS,
    prepare: ({ Stairs }) => new Stairs(),
    call: (_scripts, stairs) => stairs.climb(CALLS),
  },
  {
    id: 'frames-calls-native',
    title: 'a call of a function that is not compiled and may wait for all that is known',
    ops: CALLS,
    prepare: () => (value) => value & 7,
    call: ({ callNative }, native) => callNative(native, CALLS),
  },
].map(({ call, prepare, ...row }) => ({
  ...row,
  unit: 'call',
  limitNs: 3,
  scripts: 'levels',
  contenders: (scripts, name, source) => [
    plain('plain JavaScript', prepared(source, prepare, call)),
    oneByOne(name, prepared(scripts, prepare, call)),
  ],
}));

function plain(name, run) {
  return { name, run: () => void run() };
}

function prepared(scripts, prepare, call) {
  const given = prepare?.(scripts);
  return () => call(scripts, given);
}

const SPAWNED = [
  { id: 'frames-start-spawned', title: 'start and end a script that does not wait, by `spawn`', fn: 'atOnce' },
  { id: 'frames-next-spawned', title: 'start and end a script with one frame between, by `spawn`', fn: 'nextFrame' },
];

const startRows = [
  {
    id: 'frames-start',
    title: 'start and end a script that does not wait',
    limit: 1,
    contenders: ({ atOnce }, name) => [bareStarts(), batch(name, () => atOnce(ACTOR))],
  },
  {
    id: 'frames-start-owners',
    title: 'start and end a script that does not wait, each with an owner',
    limit: 1,
    contenders({ Door }, name) {
      const doors = doorsOf(Door);
      return [bareStarts(), batch(name, (i) => doors[i].knock())];
    },
  },
  {
    id: 'frames-next',
    title: 'start and end a script with one frame between',
    contenders: ({ nextFrame }, name) => [bareStartsOfFrames(), batch(name, () => nextFrame(ACTOR))],
  },
  {
    id: 'frames-next-owners',
    title: 'start and end a script with one frame between, each with an owner',
    contenders({ Door }, name) {
      const doors = doorsOf(Door);
      return [bareStartsOfFrames(), batch(name, (i) => doors[i].nextFrame())];
    },
  },
  // Spawned threads have their first turn in the next pulse.
  ...SPAWNED.map(({ id, title, fn }, more) => ({
    id,
    title,
    ...(more === 0 && { limit: 1 }),
    contenders: (scripts, name) => [
      more === 0 ? bareStarts() : bareStartsOfFrames(),
      batch(name, (_i, scheduler) => scheduler.spawn(scripts[fn], { args: [ACTOR] }), 1 + more),
    ],
  })),
  {
    id: 'frames-owners',
    title: 'call a method of another owner that does not wait',
    ops: TIMES,
    contenders({ Door, knockAtAll }, name) {
      const doors = doorsOf(Door).slice(0, TIMES);
      return [
        {
          name: 'bare generators',
          run() {
            for (const door of doors) bareAtOnce(door).next();
          },
        },
        oneByOne(name, () => knockAtAll(doors)),
      ];
    },
  },
].map((row) => ({ unit: 'script', ops: BATCH, scripts: 'short', ...row }));

const ACTOR = makeActor();

function doorsOf(Door) {
  return Array.from({ length: BATCH }, () => new Door());
}

/** The limits are those of generators. */
const waitRows = [
  { count: 10_000, limit: 3 },
  { count: 100_000, limit: 8 },
].flatMap(({ count, limit }) => [
  {
    id: `frames-wait-${count / 1000}k`,
    title: `wait(16) in each frame of 16 ms, ${thousands(count)} scripts`,
    limit,
    ops: count,
    contenders: ({ pace }, name) => [bare(count), spindle(name, count, () => pace(makeActor()))],
  },
  {
    id: `frames-wait-${count / 1000}k-owners`,
    title: `wait(16) in each frame of 16 ms, ${thousands(count)} scripts, each with an owner`,
    limit,
    ops: count,
    contenders: ({ Walker }, name) => [bare(count), spindle(name, count, () => new Walker().pace())],
  },
]);

const signalRows = [
  {
    id: 'frames-signal',
    title: 'a signal to 100,000 waiters, which then wait again',
    limit: 3,
    contenders: ({ listenTo }, name) => [bare(100_000), signalled(name, 100_000, () => listenTo(makeActor()))],
  },
  {
    id: 'frames-signal-owners',
    title: 'a signal to 100,000 waiters, which then wait again, each with an owner',
    limit: 4.5,
    contenders: ({ Walker }, name) => [bare(100_000), signalled(name, 100_000, () => new Walker().listen())],
  },
];

const WIDTH = 200;
const TURNS = 40_000;

const computeRows = [
  {
    id: 'frames-compute',
    title: 'a turn of a loop that computes, and waits once in 10,000 turns',
    call: ({ mix }) => mix(TURNS, 10_000),
  },
  {
    id: 'frames-compute-nested',
    title: 'a turn of two nested loops that compute, and wait once in 10,000 turns',
    prepare: () => new Uint8Array(TURNS),
    call: ({ paint }, cells) => paint(cells, WIDTH, 10_000),
  },
  {
    id: 'frames-compute-inner',
    title: 'a turn of an inner loop that computes; the outer one waits once in 10,000 turns of the inner one',
    prepare: () => new Uint8Array(TURNS),
    call: ({ sweep }, cells) => sweep(cells, WIDTH, 50),
  },
].map(({ call, prepare, ...row }) => ({
  ...row,
  unit: 'turn',
  ops: TURNS,
  limit: 1.1,
  scripts: 'compute',
  contenders(scripts, name, source) {
    // Scripts that are not compiled ask for a global one.
    globalThis.wait = () => {};
    return [
      plain('plain JavaScript', prepared(source, prepare, call)),
      oneByOne(name, prepared(scripts, prepare, call)),
    ];
  },
}));

const ROOMS = [1, 2, 3, 4, 5, 6, 7, 8];

const MADE_ANEW = 'is made anew each time';
const MADE_ONCE = 'was made once';

const callbackRows = [
  { id: 'frames-map', what: 'map', made: MADE_ANEW, call: ({ mapEach }) => mapEach(ROOMS, TIMES) },
  { id: 'frames-for-each', what: 'forEach', made: MADE_ANEW, call: ({ forEachOf }) => forEachOf(ROOMS, TIMES) },
  { id: 'frames-by-one-map', what: 'map', made: MADE_ONCE, call: ({ mapByOne }) => mapByOne(ROOMS, TIMES) },
  {
    id: 'frames-by-one-for-each',
    what: 'forEach',
    made: MADE_ONCE,
    call: ({ forEachByOne }) => forEachByOne(ROOMS, TIMES),
  },
].map(({ id, what, made, call }) => ({
  id,
  title: `${what} over eight elements, with a callback that may wait, does not, and ${made}`,
  unit: what,
  ops: TIMES,
  limit: 3,
  scripts: 'callbacks',
  contenders: (scripts, name, source) => [
    plain('plain JavaScript', () => call(source)),
    oneByOne(name, () => call(scripts)),
  ],
}));

/**
 * `scripts` names the file whose module the contenders are made of: compiled, and as it stands. `limit` is the target as a ratio to the first of them,
 * `limitNs` as a difference.
 */
export const targetRows = [
  ...resumeRows,
  fourRow,
  ...deepRows,
  ...callRows,
  ...startRows,
  ...waitRows.map((row) => ({ unit: 'resume', scripts: 'walkers', ...row })),
  ...signalRows.map((row) => ({ unit: 'waiter', ops: 100_000, scripts: 'walkers', ...row })),
  ...computeRows,
  ...callbackRows,
];
