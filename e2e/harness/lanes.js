import { readdirSync } from 'node:fs';
import path from 'node:path';

const END = '.test.js';
const files = readdirSync(path.join(import.meta.dirname, '..')).filter((name) => name.endsWith(END));

/** What runs by itself: each test file, and that of the engines once more with the oldest that the peers of `@spindle/engines` allow. Each has its settings of Playwright. */
export const LANES = {
  ...Object.fromEntries(files.map((file) => [file.slice(0, -END.length), { testMatch: file }])),
  'engines-oldest': { testMatch: `engines${END}`, use: { engines: 'engines-oldest' } },
};
