/**
 * Tests with a real browser and real bundlers: `npm run e2e`. They are not part of `npm test`, as they need a Chromium.
 *
 *   npm run e2e                 all of it
 *   npm run e2e -- bundlers     the test files with this word in their name
 *   npm run e2e -- bench        no test: measures both targets in Chromium and Firefox
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installSteps } from '../scripts/install.js';
import { runSteps, TEST_OPTIONS } from '../scripts/steps.js';
import { findChromium, HOW_TO_GET_IT } from './harness/chromium.js';

const here = import.meta.dirname;
process.chdir(path.join(here, '..'));

/** Each of `games/` is built for the test of its name, and for that of both targets. */
const GAMES = ['adventure', 'guards', 'boss'];

const [word = ''] = process.argv.slice(2);
const tests = readdirSync(here).filter((name) => name.endsWith('.test.js') && name.includes(word));
if (word === 'bench') await measure();
else if (tests.length === 0) refuse(`e2e: no test file has "${word}" in its name.`);
else if (findChromium() === undefined) refuse(HOW_TO_GET_IT);
else await runAll();

/** More arguments are those of bench/run.js. */
async function measure() {
  if (findChromium() === undefined) return refuse(HOW_TO_GET_IT);
  await runSteps([
    ...installSteps(['e2e']),
    { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
    { name: 'measure', run: ['node', 'bench/run.js', 'browsers', ...process.argv.slice(3)] },
  ]);
}

function refuse(text) {
  console.error(text);
  process.exitCode = 1;
}

async function runAll() {
  rmSync('build/e2e', { recursive: true, force: true });
  const spindle = (scripts, out, ...options) => {
    const command = ['node', 'packages/cli/bin/spindle.js', 'precompile', scripts];
    return [...command, '--out-dir', `build/e2e/${out}`, '--source-maps', ...options];
  };
  const engines = ['engines', 'engines-oldest'].filter((name) => tests.includes(`${name}.test.js`));
  const bothTargets = tests.includes('targets.test.js');
  const games = GAMES.filter((name) => bothTargets || tests.includes(`${name}.test.js`));
  await runSteps([
    ...installSteps([
      'e2e',
      ...engines.map((folder) => `e2e/${folder}`),
      ...(tests.includes('site.test.js') ? ['site'] : []),
      ...games.map((name) => `games/${name}`),
    ]),
    { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
    { name: 'compile the examples', run: spindle('examples/**/*.js', 'examples') },
    { name: 'compile the modules', run: spindle('e2e/scripts/**/*.js', 'scripts') },
    { name: 'compile one with frames', run: spindle('e2e/scripts/steps.js', 'scripts-frames', '--target', 'frames') },
    ...games.map((name) => ({
      name: `build ${name}`,
      run: ['npm', 'run', '--silent', 'build', '--prefix', `games/${name}`],
    })),
    ...(tests.includes('adventure.test.js')
      ? [{ name: 'build the next adventure', run: ['node', 'e2e/harness/next-adventure.js'] }]
      : []),
    ...(bothTargets
      ? [{ name: 'build the games with the other target', run: ['node', 'e2e/harness/target-game.js', ...games] }]
      : []),
    ...engines.map((folder) => ({ name: `types of ${folder}`, run: ['npx', 'tsc', '-p', `e2e/${folder}`] })),
    { name: 'compile for a page', run: spindle('e2e/pages/page/*.js', 'page', '--page') },
    {
      name: 'compile for an import map',
      run: spindle('e2e/pages/page/*.mjs', 'page-modules', '--config', 'e2e/pages/page/import-map.config.json'),
    },
    { name: 'compile the games', run: spindle('e2e/engines/games/*.js', 'games') },
    {
      name: 'compile the games for saves',
      run: spindle('e2e/engines/games/*.js', 'games-saves', '--config', 'e2e/engines/saves.config.json'),
    },
    {
      name: 'compile the classic scripts',
      run: spindle('e2e/classic/**/*.cjs', 'classic', '--runtime-global', 'CK.code'),
    },
    ...(tests.includes('site.test.js') ? [{ name: 'build the site', run: ['node', 'site/run.js', '--build'] }] : []),
    ...(tests.includes('play.test.js')
      ? [
          { name: 'build the playground', run: ['node', 'scripts/play.js', '--build'] },
          { name: 'types of the playground', run: ['npx', 'tsc', '-p', 'play'] },
        ]
      : []),
    {
      name: 'browser and bundlers',
      run: ['node', '--test', ...TEST_OPTIONS, ...tests.map((name) => `e2e/${name}`)],
    },
  ]);
}
