/**
 * Rooms on a real Redis: the storage against the one in memory, Redis killed, slow and cut off, a room that lives through it, and what a call costs.
 *
 *   npm run rooms
 *   ROOM_HISTORIES=20000 ROOM_SEED=7 npm run rooms    more random histories, and the same as another time
 */
import { findRedis, HOW_TO_GET_IT } from '../compat/rooms/redis-server.js';
import { installSteps } from './install.js';
import { runSteps, TEST_OPTIONS } from './steps.js';

const FOLDER = 'compat/rooms';
const TESTS = ['store', 'faults', 'server'].map((name) => `${FOLDER}/${name}.test.js`);
const redis = findRedis();
if (redis === undefined) console.error(HOW_TO_GET_IT);
else {
  console.log(`Redis ${redis.version}: ${redis.file}`);
  await runSteps([
    ...installSteps([FOLDER]),
    { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
    { name: 'tests', run: ['node', '--test', ...TEST_OPTIONS, ...TESTS] },
    { name: 'speed', run: ['node', `${FOLDER}/speed.js`] },
  ]);
}
