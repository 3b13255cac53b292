/**
 * A game of `games`, also from a fresh clone: `npm run games -- boss` builds it, serves it, and prints the address.
 * `npm run games -- boss --build` only builds it, into games/boss/dist.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { serve } from '../e2e/harness/server.js';
import { runSteps } from '../scripts/steps.js';

process.chdir(path.join(import.meta.dirname, '..'));
const given = process.argv.slice(2);
const name = given.find((one) => !one.startsWith('--'));
const names = readdirSync('games').filter((one) => existsSync(`games/${one}/package.json`));

if (name === undefined || !names.includes(name)) {
  console.error(`Which game? ${names.map((one) => `\`npm run games -- ${one}\``).join(', ')}`);
  process.exitCode = 1;
} else await run(`games/${name}`);

async function run(folder) {
  await runSteps([
    ...install('.', ['npm', 'ci']),
    ...install(folder, ['npm', 'ci', '--prefix', folder]),
    { name: 'build the packages', run: ['npm', 'run', '--silent', 'build'] },
    { name: `build ${folder}`, run: ['npm', 'run', '--silent', 'build', '--prefix', folder] },
  ]);
  if (given.includes('--build') || process.exitCode === 1) return;
  const { origin } = await serve({ '/': `${folder}/dist` });
  console.log(`\n  ${origin}/\n\n  Ctrl+C ends it. \`npm start\` in ${folder} builds it again after each change.`);
}

/** Nothing to do if the packages were installed after the last change of the lock file. */
function install(folder, command) {
  const mark = path.join(folder, 'node_modules/.package-lock.json');
  const isDone = existsSync(mark) && statSync(mark).mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs;
  const options = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  return isDone ? [] : [{ name: `install ${folder === '.' ? 'the tools' : folder}`, run: [...command, ...options] }];
}
