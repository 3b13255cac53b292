/** Serves the built documentation site as a host of static pages does: `/tools` is `tools.html`, and what is not there is `404.html`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { root } from './stage.js';

export const built = path.join(root, 'site/.vitepress/dist');

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
};

/** Gives the origin, and a function that closes the server. */
export async function serveSite() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = fileOf(path.normalize(decodeURIComponent(pathname)));
    const type = TYPES[path.extname(file ?? '404.html')] ?? 'application/octet-stream';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    response.end(readFileSync(file ?? path.join(built, '404.html')));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function fileOf(pathname) {
  const names = pathname.endsWith('/') ? [`${pathname}index.html`] : [pathname, `${pathname}.html`];
  return names.map((name) => path.join(built, name)).find((file) => existsSync(file) && statSync(file).isFile());
}
