/** A copy of a game of `games/` that is not quite the same, built in `build/e2e`. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './stage.js';

export const ofGame = (name) => path.join(root, 'games', name);

/** `edits`: for a file of the game what stands there, a text or a pattern, and what takes its place. */
export function buildCopy(name, copy, edits) {
  const from = ofGame(name);
  rmSync(copy, { recursive: true, force: true });
  const isOurs = (file) => !['node_modules', 'dist'].includes(path.basename(file));
  cpSync(from, copy, { recursive: true, filter: isOurs });
  symlinkSync(path.join(from, 'node_modules'), path.join(copy, 'node_modules'));
  for (const [where, before, after] of edits) {
    const file = path.join(copy, where);
    const text = readFileSync(file, 'utf8');
    const edited = text.replace(before, after);
    if (edited === text) throw new Error(`${file} has not what is expected there: ${before}`);
    writeFileSync(file, edited);
  }
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
