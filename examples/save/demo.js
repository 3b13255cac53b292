/** `npm run demo -- save`: a cutscene is saved in the middle of a sentence, its process ends, and another process finishes it. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** From the root of the repository. */
const SCRIPTS = path.resolve('examples/save');
const BUILD = path.resolve('build/save');
const SLOT = 'build/save/slot.save';
const SPINDLE = path.resolve('packages/cli/bin/spindle.js');

/** Plays it in two processes. Gives whether both went well. */
export function demo() {
  rmSync(BUILD, { recursive: true, force: true });
  console.log('\nA cutscene is saved in the middle of a sentence');
  if (!compile(SCRIPTS)) return false;
  console.log('\nThe first process plays it from the beginning.\n');
  if (!play('new')) return false;
  console.log('  The process has ended: nothing of it is left but the save.');
  console.log('\nAnother process, which has never played it:\n');
  return play('load');
}

/** With the options of its `spindle.config.js`: saves need `target: 'frames'` and `saves: true`. */
function compile(folder) {
  return run(folder, SPINDLE, 'precompile', '*.js', '--out-dir', BUILD, '--quiet');
}

const play = (how) => run('.', `${BUILD}/play.js`, how, SLOT);

function run(cwd, ...args) {
  return spawnSync(process.execPath, args, { cwd, stdio: 'inherit' }).status === 0;
}
