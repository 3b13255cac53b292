/**
 * A game of `games/` with the other target: `node e2e/harness/target-game.js boss` builds a copy of it in
 * `build/e2e/other-target`, whose configuration has other options of the plugin.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built, root } from './stage.js';

/** The configurations of the bundlers. */
const CONFIGS = ['vite.config.ts', 'webpack.config.js', 'build.js'];

const ofGame = (name) => path.join(root, 'games', name);

function configIn(folder) {
  const names = readdirSync(folder);
  return path.join(
    folder,
    CONFIGS.find((one) => names.includes(one)),
  );
}

/** That of the game as it stands in `games/`. */
const targetOf = (name) =>
  readFileSync(configIn(ofGame(name)), 'utf8').includes("target: 'frames'") ? 'frames' : 'generators';

/** The built game: as it stands in `games/`, or a copy. */
export const folderOf = (name, target) =>
  target === targetOf(name) ? ofGame(name) : path.join(built, 'other-target', name);

function build(name) {
  const target = targetOf(name) === 'frames' ? 'generators' : 'frames';
  const from = ofGame(name);
  const copy = folderOf(name, target);
  rmSync(copy, { recursive: true, force: true });
  const isOurs = (file) => !['node_modules', 'dist'].includes(path.basename(file));
  cpSync(from, copy, { recursive: true, filter: isOurs });
  symlinkSync(path.join(from, 'node_modules'), path.join(copy, 'node_modules'));
  const config = configIn(copy);
  const text = readFileSync(config, 'utf8');
  const options = /\[spindle\(.*?\)\]/;
  if (!options.test(text)) throw new Error(`${config} does not use the plugin as it is expected here`);
  writeFileSync(config, text.replace(options, target === 'frames' ? "[spindle({ target: 'frames' })]" : '[spindle()]'));
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

if (import.meta.filename === process.argv[1]) for (const name of process.argv.slice(2)) build(name);
