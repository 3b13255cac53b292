/** A static file server for this machine only. */
import { createServer } from 'node:http';
import sirv from 'sirv';

/**
 * Serves folders by the beginning of the path, `{ '/runtime/': folder, '/': folder }`: the first that matches is used. As at a host of static pages, `/tools` is
 * `tools.html`. `answers` are functions that answer requests for other paths. The port is any free one if none is named, each file comes with the `headers`, and
 * `notFound` is the page for all that is not there. Gives the origin, and a function that closes the server.
 */
export async function serve(folders, answers = {}, { port = 0, headers = {}, notFound } = {}) {
  const setHeaders = (response) => Object.entries(headers).forEach((header) => response.setHeader(...header));
  // With `dev` a file is looked for at each request: some are written while the server runs.
  const files = Object.entries(folders).map(([start, folder]) => [start, sirv(folder, { dev: true, setHeaders })]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const notThere = () =>
      response.writeHead(404, { 'content-type': 'text/html' }).end(notFound ?? `${pathname} is not there`);
    const [start, send] = files.find(([beginning]) => pathname.startsWith(beginning)) ?? ['/', notThere];
    const answer = answers[pathname.replace(/\/$/, '/index.html')];
    if (answer) answer(request, response);
    else if (pathname === '/favicon.ico') response.writeHead(204).end();
    else send(Object.assign(request, { url: pathname.slice(start.length - 1) }), response, notThere);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
