/** (i) `target: "frames"`: the rows of target-rows.js, and scripts out of forty files. */
import { compileScript, compileText, readScript } from '../compile.js';
import { bareOf, makeActor, spindle } from '../contenders.js';
import { FOUR_BODIES, targetRows } from '../target-rows.js';

const TARGET = { target: 'frames' };
const NAME = 'spindle, target frames';

function rowOf({ limit, limitNs, targets, scripts, contenders, ...row }) {
  return {
    ...row,
    title: `${row.title}, target frames`,
    ...(limit !== undefined && { targets: { [NAME]: limit } }),
    ...(limitNs !== undefined && { targetsNs: { [NAME]: limitNs } }),
    ...(targets !== undefined && { targets: targets(NAME) }),
    contenders: async () =>
      contenders(await compileScript(scripts, TARGET), NAME, await import(`../scripts/${scripts}.js`)),
  };
}

const FILES = 40;

/** Each of the files has one of the four scripts of scripts/four.js. */
async function fortyFiles() {
  const bodies = readScript('four')
    .split(/^(?=\/\/ @compile$)/m)
    .slice(1);
  const modules = [];
  for (let i = 0; i < FILES; i++) {
    const code = bodies[i % bodies.length].replace(/export function \w+/, 'export function script');
    modules.push(await compileText(`forty-${i}`, code, TARGET));
  }
  return modules.map(({ script }) => script);
}

const fortyRow = {
  id: 'frames-forty',
  title: 'one resume a frame, 1,000 scripts, forty files in turns, target frames',
  unit: 'resume',
  ops: 1000,
  targets: { [NAME]: 0.85 },
  async contenders() {
    const starts = await fortyFiles();
    return [bareOf(FOUR_BODIES, 1000), spindle(NAME, 1000, (i) => starts[i % FILES](makeActor()))];
  },
};

export const rows = [...targetRows.map(rowOf), fortyRow];
