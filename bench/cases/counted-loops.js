/** What it costs that the iterations of loops that may never end are counted (`countTurns`). */
import { Scheduler } from '@spindle/runtime';
import { compileText, readScript } from '../compile.js';

const text = readScript('counted-loops');
const counted = await compileText('counted-loops', text);
const bare = await compileText('bare-loops', text, { countTurns: false });

const TURNS = 100_000;
const rooms = Array.from({ length: 1000 }, (_, i) => ({ size: i }));

/** Only what runs in a thread is counted. */
const inThread = (name, run) => ({
  name,
  run: () => {
    const scheduler = new Scheduler();
    scheduler.spawn(run);
    scheduler.pulse(16);
  },
});

const row = (id, title, run) => ({
  id: `loop-${id}`,
  title,
  unit: 'iteration',
  ops: TURNS,
  contenders: () => [inThread('not counted', () => run(bare)), inThread('counted', () => run(counted))],
});

export const rows = [
  row('empty', 'an iteration that does nothing', ({ count }) => count(TURNS)),
  row('list', 'an iteration that adds a property of an object in a list', ({ add }) => add(rooms, TURNS)),
  row('text', 'an iteration that makes a text', ({ write }) => write(TURNS)),
];
