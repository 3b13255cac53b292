/**
 * A game of `games/` with the other target: `node e2e/harness/target-game.js boss` builds a copy of it in
 * `build/e2e/other-target`, whose configuration has other options of the plugin.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildCopy, ofGame } from './copy-of-game.js';
import { built } from './stage.js';

/** The configurations of the bundlers. */
const CONFIGS = ['vite.config.ts', 'webpack.config.js', 'build.js'];

function configOf(name) {
  const names = readdirSync(ofGame(name));
  return CONFIGS.find((one) => names.includes(one));
}

/** That of the game as it stands in `games/`. */
const targetOf = (name) =>
  readFileSync(path.join(ofGame(name), configOf(name)), 'utf8').includes("target: 'frames'") ? 'frames' : 'generators';

/** The built game: as it stands in `games/`, or a copy. */
export const folderOf = (name, target) =>
  target === targetOf(name) ? ofGame(name) : path.join(built, 'other-target', name);

function build(name) {
  const target = targetOf(name) === 'frames' ? 'generators' : 'frames';
  const options = target === 'frames' ? "{ target: 'frames' }" : '';
  buildCopy(name, folderOf(name, target), [[configOf(name), /\[spindle\(.*?\)\]/, `[spindle(${options})]`]]);
}

if (import.meta.filename === process.argv[1]) for (const name of process.argv.slice(2)) build(name);
