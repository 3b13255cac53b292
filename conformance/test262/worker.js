/** A process that judges the files that are sent to it, one at a time. */
import { makeCompiler } from './compile.js';
import { readTest } from './corpus.js';
import { judge } from './judge.js';
import { makeRealmMaker } from './realm.js';

const maxBytes = 1_500_000_000;
/** A process becomes slower with each realm that it has made, so it is replaced after this number of files. */
const maxFiles = 400;
let files = 0;
const { corpus, lane, plant } = JSON.parse(process.argv[2]);
const { compile } = await makeCompiler(lane, plant);
const makeRealm = makeRealmMaker(corpus);

// Tests may leave rejected Promises behind.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
process.on('message', async ({ name, modes, died }) => {
  const results = await judge(readTest(corpus, name), { modes, compile, makeRealm, died });
  const isFull = ++files >= maxFiles || process.memoryUsage.rss() > maxBytes;
  process.send({ results, isFull });
});
process.send({ isReady: true });
process.on('disconnect', () => process.exit());
