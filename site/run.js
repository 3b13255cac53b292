/**
 * The documentation site.
 *
 *   npm run site                        installs (scripts/site.js), writes the pages, serves them, and writes them again when a text changes
 *   npm run site -- --build             makes site/.vitepress/dist
 *   npm run site -- --build --base /spindle/   … for an address with a path
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, watch } from 'node:fs';
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
const pages = await writePages(api);
takePlayground();
cpSync(path.join(here, 'assets'), path.join(OUT, 'public'), { recursive: true });
console.log(`${pages} pages are written, and those of the API.`);

process.env.SITE_BASE = values.base ?? '/';
if (values.build) await build(here);
else await serve();

/** The playground is built by its own tools, and lies beside the pages. */
function takePlayground() {
  const { status } = spawnSync(process.execPath, ['scripts/play.js', '--build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('site: the playground could not be built.');
  const folder = path.join(OUT, 'public/play');
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.join(root, 'play/dist'), folder, { recursive: true });
}

async function serve() {
  const server = await createServer(here, { port: Number(values.port ?? 5173) });
  await server.listen();
  server.printUrls();
  let timer;
  const onChange = (_event, name) => {
    if (!name?.endsWith('.md')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void writePages(api), 100);
  };
  for (const folder of ['docs', 'packages']) watch(path.join(root, folder), { recursive: true }, onChange);
}
