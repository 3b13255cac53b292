/**
 * A process with rooms. Alone it keeps them for as long as it lives; with `REDIS_URL` it shares them with all others on this Redis: they move, and outlive it.
 *
 * - `PORT`: default 8081.
 * - `PUBLIC_URL`: where browsers reach this process and no other; default `ws://localhost:PORT`.
 * - `PEER_URL`: where the other processes reach it; default `PUBLIC_URL`.
 */
import { createServer } from 'node:http';
import { RedisStore } from '@spindle/rooms/redis';
import { RedisPresence, RoomHost } from '@spindle/rooms/ws';
import { Redis } from 'ioredis';
import sirv from 'sirv';
import { WebSocket, WebSocketServer } from 'ws';
import { makeInn } from './game';

const { PORT = '8081', PUBLIC_URL = `ws://localhost:${PORT}`, PEER_URL = PUBLIC_URL, REDIS_URL } = process.env;

/** No command is kept while Redis is away: the rooms go on, and ask again. A connection that has gone silent is made anew. */
function connectToRedis(url: string) {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    socketTimeout: 1000,
  });
  redis.on('error', () => {});
  const send = ([name, ...args]: [string, ...string[]]) => redis.call(name, ...args);
  return { store: new RedisStore(send), presence: new RedisPresence(send) };
}

const host = new RoomHost({
  url: PUBLIC_URL,
  peerUrl: PEER_URL,
  game: makeInn,
  mayCreate: (room) => /^[\w-]{1,20}$/.test(room),
  WebSocket,
  onReport: (report) => console.log(PORT, JSON.stringify(report)),
  ...(REDIS_URL !== undefined && connectToRedis(REDIS_URL)),
});

// In development Vite has the page, and this folder may not be there.
const page = sirv('dist/page', { dev: process.env.NODE_ENV !== 'production' });
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname !== '/move') return page(request, response, () => void response.writeHead(404).end());
  // Whoever sees the button may press it: a game of your own asks who it is.
  void host.move(searchParams.get('room') ?? '').then((reason) => {
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end(reason ?? '');
  });
});
// What a client may send at once.
new WebSocketServer({ server, maxPayload: 100_000 }).on('connection', (socket) => host.accept(socket));
server.listen(Number(PORT));

/** Its rooms go to the other processes, or wait in Redis for the next one. */
async function stop(): Promise<void> {
  if (REDIS_URL !== undefined) await host.stop();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
