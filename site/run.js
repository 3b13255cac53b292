/**
 * The documentation site.
 *
 *   npm run site                        installs, writes the pages, serves them, and writes them again when a text changes
 *   npm run site -- --build             makes site/.vitepress/dist
 *   npm run site -- --build --base /spindle/   … for an address with a path
 */
import { cpSync, watch } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, createServer } from 'vitepress';
import { writeApi } from './pages/api.js';
import { OUT, root } from './pages/sources.js';
import { writePages } from './pages/write.js';

const { values } = parseArgs({
  options: { build: { type: 'boolean' }, base: { type: 'string' }, port: { type: 'string' } },
});

const here = path.join(root, 'site');
const api = await writeApi();
const pages = writePages(api);
cpSync(path.join(here, 'assets'), path.join(OUT, 'public'), { recursive: true });
console.log(`${pages} pages are written, and those of the API.`);

const options = values.base === undefined ? {} : { base: values.base };
if (values.build) await build(here, options);
else await serve();

async function serve() {
  const server = await createServer(here, { ...options, port: Number(values.port ?? 5173) });
  await server.listen();
  server.printUrls();
  let timer;
  const onChange = (_event, name) => {
    if (!name?.endsWith('.md')) return;
    clearTimeout(timer);
    timer = setTimeout(() => writePages(api), 100);
  };
  for (const folder of ['docs', 'packages']) watch(path.join(root, folder), { recursive: true }, onChange);
}
