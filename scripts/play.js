/**
 * The playground, also from a fresh clone: `npm run play` serves it, `npm run play -- --build` writes static files to
 * play/dist, which work from any path. `--port 5180` and the other options go to Vite.
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { runSteps } from './steps.js';

process.chdir(path.join(import.meta.dirname, '..'));
const given = process.argv.slice(2);
const isBuild = given.includes('--build');
const vite = ['node', 'play/node_modules/vite/bin/vite.js'];
const options = ['--config', 'play/vite.config.ts', ...given.filter((one) => one !== '--build')];

await runSteps([
  ...install('.', ['npm', 'ci']),
  ...install('play', ['npm', 'ci', '--prefix', 'play']),
  { name: 'build the packages', run: ['npm', 'run', '--silent', 'build'] },
  isBuild
    ? { name: 'build the playground', run: [...vite, 'build', 'play', ...options] }
    : { name: 'playground', run: [...vite, 'play', ...options] },
]);

/** Nothing to do if the packages were installed after the last change of the lock file. */
function install(folder, command) {
  const mark = path.join(folder, 'node_modules/.package-lock.json');
  const isDone = existsSync(mark) && statSync(mark).mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs;
  const run = [...command, '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  return isDone ? [] : [{ name: `install ${folder === '.' ? 'the tools' : folder}`, run }];
}
