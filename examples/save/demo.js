/**
 * `npm run demo -- save`: a cutscene is saved in the middle of a sentence and its process ends; its script is edited; another process goes on.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** From the root of the repository. */
const SCRIPTS = path.resolve('examples/save');
const BUILD = path.resolve('build/save');
const EDITED = path.join(BUILD, 'edited');
const SLOT = 'build/save/slot.save';
const SPINDLE = path.resolve('packages/cli/bin/spindle.js');

/** What is done to the script while nobody plays it: each line is followed by what stands in its place then. */
const EDITS = [
  ['  waitFor(mira.walkTo(8));', "  page.tell('A night in autumn.');\n  waitFor(mira.walkTo(8));"],
  [
    "  waitFor(mira.say('The last ferry should be here by now, and I see no light on the water.'));",
    "  waitFor(mira.say('The ferry is late, and it is dark on the water.'));",
  ],
  [
    "  waitFor(keeper.say('Then we light the lamp.'));",
    "  waitFor(keeper.say('Then we light the lamp, Mira. Quick!'));",
  ],
];

/** Plays it in two processes. Gives whether both went well. */
export function demo() {
  rmSync(BUILD, { recursive: true, force: true });
  console.log('\nA cutscene is saved in the middle of a sentence');
  if (!compile(SCRIPTS)) return false;
  console.log('\nThe first process plays it from the beginning.\n');
  if (!play('new')) return false;
  console.log('  The process has ended: nothing of it is left but the save.');
  console.log('\nIts script is edited meanwhile: a line above, the sentence itself, and the one after it.\n');
  editScript();
  if (!compile(EDITED)) return false;
  console.log('\nAnother process, which has never played it, with the edited script:\n');
  return play('load');
}

/** With the options of its `spindle.config.js`: saves need `target: 'frames'` and `saves: true`. */
function compile(folder) {
  return run(folder, SPINDLE, 'precompile', '*.js', '--out-dir', BUILD, '--quiet');
}

function editScript() {
  cpSync(SCRIPTS, EDITED, { recursive: true });
  const file = path.join(EDITED, 'cutscene.js');
  let text = readFileSync(file, 'utf8');
  for (const [before, after] of EDITS) {
    text = text.replace(before, after);
    const lines = after.split('\n');
    if (!lines.includes(before)) console.log(`  - ${before.trim()}`);
    for (const line of lines) if (line !== before) console.log(`  + ${line.trim()}`);
  }
  writeFileSync(file, text);
}

const play = (how) => run('.', `${BUILD}/play.js`, how, SLOT);

function run(cwd, ...args) {
  return spawnSync(process.execPath, args, { cwd, stdio: 'inherit' }).status === 0;
}
