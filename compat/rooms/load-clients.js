/** Six clients for each room, in a process of their own: each does something once a second, and all of its room hear it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { RoomConnection } from '@spindle/rooms/ws-client';
import { WebSocket, WebSocketServer } from 'ws';

const CLIENTS = 6;
const EACH_MS = 1000;

/** A server for them, on a port of its own. */
export async function openDoor() {
  const door = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(door, 'listening');
  return { door, url: `ws://127.0.0.1:${door.address().port}` };
}

/** Returns when all are in. `kind`: what they are clients of. */
export async function letIn(kind, rooms, url) {
  const child = fork(import.meta.filename, [kind, JSON.stringify(rooms), url], { execArgv: [] });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The process of the clients has died.')));
  await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
}

/** Rooms on plain sockets: what one says goes to all. */
export function relay(door) {
  const rooms = new Map();
  door.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { room, name } = JSON.parse(String(data));
      if (!rooms.has(room)) rooms.set(room, new Set());
      const players = rooms.get(room).add(socket);
      if (name === undefined) return socket.send('{"kind":"joined"}');
      const text = JSON.stringify({ kind: 'output', body: name });
      for (const one of players) one.send(text);
    }),
  );
}

const KINDS = {
  room(url, room, hear) {
    const connection = new RoomConnection({ url, room, WebSocket, on: ({ kind }) => hear(kind) });
    return (name) => connection.input(name);
  },
  relay(url, room, hear) {
    const socket = new WebSocket(url);
    socket.on('open', () => socket.send(JSON.stringify({ room })));
    socket.on('message', (data) => hear(JSON.parse(String(data)).kind));
    return (name) => socket.send(JSON.stringify({ room, name }));
  },
};

async function join(kind, url, room) {
  let say;
  await new Promise((resolve) => (say = KINDS[kind](url, room, (heard) => heard === 'joined' && resolve())));
  setTimeout(() => setInterval(() => say('clap'), EACH_MS), Math.random() * EACH_MS);
}

if (process.argv[1] === import.meta.filename) {
  const [kind, rooms, url] = process.argv.slice(2);
  process.on('disconnect', () => process.exit());
  for (const room of JSON.parse(rooms)) {
    await Promise.all(Array.from({ length: CLIENTS }, () => join(kind, url, room)));
    // A hundred rooms that let six in at once are busy with nothing else.
    await sleep(10);
  }
  process.send('in');
}
