/**
 * A game of `games/` with the other target: `node e2e/harness/target-game.js boss` builds a copy of it in
 * `build/e2e/frames`, in whose configuration one word is another.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built, root } from './stage.js';

/** The configurations of the bundlers. */
const CONFIGS = ['vite.config.ts', 'webpack.config.js', 'build.js'];

/** The built game: with generators as it stands in `games/`, with frames a copy. */
export const folderOf = (name, target) =>
  target === 'frames' ? path.join(built, 'frames', name) : path.join(root, 'games', name);

function build(name) {
  const from = folderOf(name, 'generators');
  const copy = folderOf(name, 'frames');
  rmSync(copy, { recursive: true, force: true });
  const isOurs = (file) => !['node_modules', 'dist'].includes(path.basename(file));
  cpSync(from, copy, { recursive: true, filter: isOurs });
  symlinkSync(path.join(from, 'node_modules'), path.join(copy, 'node_modules'));
  const config = path.join(
    copy,
    CONFIGS.find((one) => readdirSync(copy).includes(one)),
  );
  const text = readFileSync(config, 'utf8');
  if (!text.includes('[spindle()]')) throw new Error(`${config} does not use the plugin as it is expected here`);
  writeFileSync(config, text.replace('[spindle()]', "[spindle({ target: 'frames' })]"));
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

if (import.meta.filename === process.argv[1]) for (const name of process.argv.slice(2)) build(name);
