/** A process that judges the files which it is sent, one by one. */
import { makeCompiler } from './compile.js';
import { readTest } from './corpus.js';
import { judge } from './judge.js';
import { makeRealmMaker } from './realm.js';

const maxBytes = 1_500_000_000;
/** A process gets slower with the realms that it has made. */
const maxFiles = 400;
let files = 0;
const { corpus, lane, plant } = JSON.parse(process.argv[2]);
const { compile } = await makeCompiler(lane, plant);
const makeRealm = makeRealmMaker(corpus);

// What a test leaves rejected is its own affair.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
process.on('message', async ({ name, modes, died }) => {
  const results = await judge(readTest(corpus, name), { modes, compile, makeRealm, died });
  const isFull = ++files >= maxFiles || process.memoryUsage.rss() > maxBytes;
  process.send({ results, isFull });
});
process.send({ isReady: true });
process.on('disconnect', () => process.exit());
