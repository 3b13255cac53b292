/** (m) Saves: how long a save takes, and a load, a mark and a rewind, how long a save is, and what the option `saves` costs where nothing is saved. */
import { gzipSync } from 'node:zlib';
import { Scheduler } from '@spindle/runtime';
import { marks, saves } from '@spindle/runtime/saves';
import { bundleScripts, compileScript } from '../compile.js';
import { processorMs, quantile } from '../measure.js';

const FRAMES = { target: 'frames' };
const SAVES = { ...FRAMES, saves: true };
const FRAME_MS = 16;
const ROOM = 20;
const NAME = 'spindle, target frames';

/** So many guards, or scouts, after some frames. */
export async function world(count, name = 'Guard') {
  const { Room, ...actors } = await compileScript('saves', SAVES);
  const scheduler = new Scheduler();
  const game = saves(scheduler);
  let room;
  for (let i = 0; i < count; i++) {
    if (i % ROOM === 0) room = new Room([{ distance: 3 }, { distance: (i / ROOM) % 7 }, { distance: 5 }]);
    const actor = new actors[name](room);
    scheduler.enter(() => actor.patrol());
  }
  for (let frame = 0; frame < 20; frame++) scheduler.pulse(FRAME_MS);
  const text = game.save();
  return { game, scheduler, text, tree: JSON.parse(text.slice(text.indexOf('\n') + 1)) };
}

const thousands = (count) => count.toLocaleString('en');

const timeRows = [1000, 10_000].flatMap((count) => [
  {
    id: `saves-save-${count / 1000}k`,
    title: `save ${thousands(count)} scripts`,
    unit: 'script',
    ops: count,
    targets: { [NAME]: 2 },
    async contenders() {
      const { game, tree } = await world(count);
      return [
        { name: 'JSON.stringify of the same text', run: () => void JSON.stringify(tree) },
        { name: NAME, run: () => void game.save() },
      ];
    },
  },
  {
    id: `saves-load-${count / 1000}k`,
    title: `load ${thousands(count)} scripts`,
    unit: 'script',
    ops: count,
    targets: { [NAME]: 1.5 },
    async contenders() {
      const { game, text } = await world(count);
      const rest = text.slice(text.indexOf('\n') + 1);
      return [
        { name: 'JSON.parse of the same text', run: () => void JSON.parse(rest) },
        { name: NAME, run: () => void game.load(text) },
      ];
    },
  },
]);

/** How many values a mark has of such a script: of its thread, two frames, its executor, its loop and its timer. */
const FIELDS = [15, 6, 6, 3, 3, 3];

/**
 * As many values of as many objects, which lead to each other as those of scripts do: each copied into a list that is used again, and back, by functions that name
 * the fields of their class, as one writes it by hand.
 */
function flatCopy(count) {
  /* oxlint-disable typescript/no-implied-eval -- functions that name the fields of one class each, as written by hand */
  const classes = FIELDS.map((size) => {
    const names = Array.from({ length: size }, (_, at) => `field${at}`);
    const lines = (line) => names.map((name, at) => line(name, at)).join('\n');
    const Own = new Function(
      'value',
      lines((name, at) => `this.${name} = ${at % 3 === 0 ? at : 'value'};`),
    );
    const read = new Function(
      'of',
      'to',
      'at',
      lines((name, at) => `to[at + ${at}] = of.${name};`),
    );
    const write = new Function(
      'of',
      'from',
      'at',
      lines((name, at) => `of.${name} = from[at + ${at}];`),
    );
    return { Own, size, read, write, objects: [], values: [] };
  });
  /* oxlint-enable typescript/no-implied-eval */
  for (let at = 0; at < count; at++) {
    let last = null;
    for (const { Own, objects } of classes) objects.push((last = new Own(last)));
  }
  return () => {
    for (const { objects, size, read, values } of classes)
      for (let at = 0; at < objects.length; at++) read(objects[at], values, at * size);
    for (const { objects, size, write, values } of classes)
      for (let at = 0; at < objects.length; at++) write(objects[at], values, at * size);
  };
}

/** What scripts hold is left to the game. */
const markRows = [1000, 10_000].flatMap((count) => {
  const row = (what, target, pick) => ({
    id: `marks-${what}-${count / 1000}k`,
    title: `${what} ${thousands(count)} scripts, two calls deep`,
    unit: 'script',
    ops: count,
    targets: { [NAME]: target },
    async contenders() {
      const past = marks((await world(count, 'Scout')).game, { contents: false, size: 4 });
      const mark = past.mark();
      return [
        { name: 'a flat copy of as many values, there and back', run: flatCopy(count) },
        { name: NAME, run: pick(past, mark) },
      ];
    },
  });
  return [
    row('mark', 0.8, (past) => () => void past.mark()),
    row('rewind', 0.6, (past, mark) => () => void past.rewind(mark)),
  ];
});

const BACK = 8;

/** A late key of another player: 8 frames back, and again, with a mark of each. There is no world. */
const rollbackRow = {
  id: 'marks-rollback',
  title: `go back ${BACK} frames of 1,000 scripts, two calls deep, and play them again`,
  unit: '% of 16.7 ms',
  async measure() {
    const { game, scheduler } = await world(1000, 'Scout');
    const past = marks(game, { contents: false, size: BACK });
    const play = () => {
      const mark = past.mark();
      scheduler.pulse(FRAME_MS);
      return mark;
    };
    const once = () => {
      const [first] = Array.from({ length: BACK }, play);
      const startMs = processorMs();
      past.rewind(first);
      for (let frame = 0; frame < BACK; frame++) play();
      return processorMs() - startMs;
    };
    for (let i = 0; i < 300; i++) once();
    const times = Array.from({ length: 600 }, once);
    return [
      ['median', 0.5],
      ['99 of 100 take less', 0.99],
    ].map(([name, part]) => ({ name: `${NAME}, ${name}`, value: (100 * quantile(times, part)) / (1000 / 60) }));
  },
};

const bytesRow = {
  id: 'saves-bytes',
  title: 'a script in a save',
  unit: 'bytes',
  isExact: true,
  targets: { [NAME]: 400, 'spindle, target frames, gzipped': 40 },
  async measure() {
    const count = 1000;
    const { text } = await world(count);
    return [
      { name: NAME, value: text.length / count },
      { name: 'spindle, target frames, gzipped', value: gzipSync(text).length / count },
    ];
  },
};

const madeRow = (id, title, script) => ({
  id: `saves-${id}`,
  title,
  unit: 'function',
  ops: 1000,
  targets: { 'spindle, target frames, saves': 1.2 },
  async contenders() {
    const [off, on] = [await compileScript('saves', FRAMES), await compileScript('saves', SAVES)];
    const scheduler = new Scheduler();
    const contender = (name, made) => ({ name, run: () => void scheduler.enter(() => made[script](1000)) });
    return [contender('spindle, target frames', off), contender('spindle, target frames, saves', on)];
  },
});

/** Scripts of four kinds, which nobody saves. */
const FOUR_KINDS = ['walkers', 'game'];
const unsaved = async (options) =>
  pulsing({
    Scheduler,
    ...Object.assign({}, ...(await Promise.all(FOUR_KINDS.map((name) => compileScript(name, options))))),
  });

/** The same with a runtime of their own, so one process has two of them: of which one has the entry of saves. */
const bundled = async (name, entry) =>
  pulsing(
    await bundleScripts(name, FOUR_KINDS, {
      options: FRAMES,
      exports: ["export { Scheduler } from '@spindle/runtime'", ...entry],
    }),
  );

function pulsing({ Scheduler: OwnScheduler, walk, blink, react, Guard }) {
  const scheduler = new OwnScheduler();
  const makeActor = () => ({ x: 0, speed: 1 });
  scheduler.enter(() => {
    for (let i = 0; i < 400; i++) walk(makeActor());
    for (let i = 0; i < 300; i++) blink(makeActor(), 200 + ((i * 37) % 2800));
    for (let i = 0; i < 200; i++) react(makeActor(), `signal ${i % ROOM}`);
    for (let i = 0; i < 100; i++) new Guard().patrol();
  });
  let frame = 0;
  return () => {
    scheduler.signal(`signal ${frame++ % ROOM}`);
    scheduler.pulse(FRAME_MS);
  };
}

const PULSES = { unit: 'script', ops: 1000, warmUpMs: 2000, minSampleMs: 10, rounds: 31 };

/** The entry is in the bundle and is never called. `saves` of the runtime before there were any is compared by pair.js with a checkout of 89c07590. */
const offRow = {
  ...PULSES,
  id: 'saves-off',
  title: 'a pulse of 1,000 scripts, compiled without `saves`, where the bundle has their entry',
  targets: { 'spindle, target frames, with the entry': 1.03 },
  async contenders() {
    return [
      { name: 'spindle, target frames', run: await bundled('without-entry', []) },
      {
        name: 'spindle, target frames, with the entry',
        run: await bundled('with-entry', ["export { saves } from '@spindle/runtime/saves'"]),
      },
    ];
  },
};

const unsavedRow = {
  ...PULSES,
  id: 'saves-none',
  title: 'a pulse of 1,000 scripts that are never saved, compiled for saves',
  targets: { 'spindle, target frames, saves': 1.05 },
  async contenders() {
    return [
      { name: 'spindle, target frames', run: await unsaved(FRAMES) },
      { name: 'spindle, target frames, saves', run: await unsaved(SAVES) },
    ];
  },
};

export const rows = [
  ...timeRows,
  ...markRows,
  rollbackRow,
  bytesRow,
  offRow,
  unsavedRow,
  madeRow('made-plain', 'make a plain function and call it, with saves', 'makePlain'),
  madeRow('made', 'make a plain function for another one, with saves', 'makeAnew'),
  madeRow('made-steps', 'make a function that may wait and call it, with saves', 'makeSteps'),
];
