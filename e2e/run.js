/**
 * Tests with a real browser and real bundlers: `npm run e2e`. They are not part of `npm test`, as they need a Chromium.
 *
 *   npm run e2e                 all of it
 *   npm run e2e -- bundlers     the lanes with this word in their name; a lane is a test file, and `engines-oldest` another run of one
 *   npm run e2e -- site --update-snapshots   writes its pictures in e2e/pictures anew: what follows the word is for Playwright
 *   npm run e2e -- bench        no test: measures both targets in Chromium and Firefox
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { installSteps } from '../scripts/install.js';
import { runSteps } from '../scripts/steps.js';
import { findChromium, HOW_TO_GET_IT } from './harness/chromium.js';
import { LANES } from './harness/lanes.js';

process.chdir(path.join(import.meta.dirname, '..'));

/** Each of `games/` is built for the test of its name, and for that of both targets. */
const GAMES = ['adventure', 'guards', 'boss'];

const PLAYWRIGHT = ['node', 'e2e/node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.js'];

const compile = (name, scripts, out, ...options) => {
  const command = ['node', 'packages/cli/bin/spindle.js', 'precompile', scripts];
  return { name: `compile ${name}`, run: [...command, '--out-dir', `build/e2e/${out}`, '--source-maps', ...options] };
};

const COMPILE = [
  compile('the examples', 'examples/**/*.js', 'examples'),
  compile('the modules', 'e2e/scripts/**/*.js', 'scripts'),
  compile('one with frames', 'e2e/scripts/steps.js', 'scripts-frames', '--target', 'frames'),
  compile('for a page', 'e2e/pages/page/*.js', 'page', '--page'),
  compile(
    'for an import map',
    'e2e/pages/page/*.mjs',
    'page-modules',
    '--config',
    'e2e/pages/page/import-map.config.json',
  ),
  compile('the town for saves', 'e2e/scripts/town.js', 'scripts-saves', '--config', 'e2e/engines/saves.config.json'),
  compile('the games', 'e2e/engines/games/*.js', 'games'),
  compile('the games for saves', 'e2e/engines/games/*.js', 'games-saves', '--config', 'e2e/engines/saves.config.json'),
  compile('the scenes for saves', 'e2e/engines/saves/*.js', 'saved', '--config', 'e2e/engines/saves.config.json'),
  compile('the classic scripts', 'e2e/classic/**/*.cjs', 'classic', '--runtime-global', 'CK.code'),
];

const [word = '', ...more] = process.argv.slice(2);
const lanes = Object.keys(LANES).filter((name) => name.includes(word));
if (word === 'bench') await measure();
else if (lanes.length === 0) refuse(`e2e: no lane has "${word}" in its name.`);
else if (findChromium() === undefined) refuse(HOW_TO_GET_IT);
else await runAll();

/** More arguments are those of bench/run.js. */
async function measure() {
  if (findChromium() === undefined) return refuse(HOW_TO_GET_IT);
  await runSteps([
    ...installSteps(['e2e']),
    { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
    { name: 'measure', run: ['node', 'bench/run.js', 'browsers', ...more] },
  ]);
}

function refuse(text) {
  console.error(text);
  process.exitCode = 1;
}

async function runAll() {
  rmSync('build/e2e', { recursive: true, force: true });
  const has = (lane) => lanes.includes(lane);
  const engines = ['engines', 'engines-oldest'].filter(has);
  const games = GAMES.filter((name) => has('targets') || has(name));
  await runSteps([
    ...installSteps([
      'e2e',
      ...engines.map((folder) => `e2e/${folder}`),
      ...(has('site') ? ['site'] : []),
      ...games.map((name) => `games/${name}`),
    ]),
    { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
    ...COMPILE,
    ...games.map((name) => ({
      name: `build ${name}`,
      run: ['npm', 'run', '--silent', 'build', '--prefix', `games/${name}`],
    })),
    ...(has('adventure') ? [{ name: 'build the next adventure', run: ['node', 'e2e/harness/next-adventure.js'] }] : []),
    ...(has('targets')
      ? [{ name: 'build the games with the other target', run: ['node', 'e2e/harness/target-game.js', ...games] }]
      : []),
    ...engines.map((folder) => ({ name: `types of ${folder}`, run: ['npx', 'tsc', '-p', `e2e/${folder}`] })),
    ...(has('site') ? [{ name: 'build the site', run: ['node', 'site/run.js', '--build'] }] : []),
    ...(has('play')
      ? [
          { name: 'build the playground', run: ['node', 'scripts/play.js', '--build'] },
          { name: 'types of the playground', run: ['npx', 'tsc', '-p', 'play'] },
        ]
      : []),
    { name: 'browser and bundlers', run: [...PLAYWRIGHT, ...lanes.map((name) => `--project=${name}`), ...more] },
  ]);
}
