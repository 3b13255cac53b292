/** A static file server for this machine only. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.cjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
};

/**
 * Serves folders by the beginning of the path, `{ '/runtime/': folder, '/': folder }`: the first that matches is used.
 * `answers` are functions that answer requests for other paths. The port is any free one if none is named, and each file
 * comes with the `headers`. Gives the origin, and a function that closes the server.
 */
export async function serve(folders, answers = {}, { port = 0, headers = {} } = {}) {
  const server = createServer((request, response) => {
    const { pathname: asked } = new URL(request.url, 'http://localhost');
    const pathname = asked.replace(/\/$/, '/index.html');
    if (pathname in answers) answers[pathname](request, response);
    else if (pathname === '/favicon.ico') response.writeHead(204).end();
    else void sendFile(pathname, response);
  });
  const sendFile = async (pathname, response) => {
    const [prefix, folder] = Object.entries(folders).find(([start]) => pathname.startsWith(start)) ?? [];
    const file = prefix && path.join(folder, path.normalize(`/${decodeURIComponent(pathname.slice(prefix.length))}`));
    try {
      const body = await readFile(file);
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end(`${pathname} is not there`);
    }
  };
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
