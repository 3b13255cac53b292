/** A process with rooms, as `fleet.js` starts it. */
import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import { RedisStore } from '@spindle/rooms/redis';
import { RedisPresence, RoomHost } from '@spindle/rooms/ws';
import { noteCalls, nowMs } from './calls.js';
import { CLIENTS, CLUSTER_CLIENTS } from './clients.js';
import { Trap } from './trap.js';

const { kit, scene, port, socket, cluster, history, calls, mostDeaths, options } = JSON.parse(process.argv[2]);
const { loadGame } = await import(kit);
const game = await loadGame(scene);
const redis = await (cluster ? CLUSTER_CLIENTS.ioredis(cluster) : CLIENTS.ioredis({ socket }));
const trap = new Trap(redis, (sprung) => process.send({ sprung }));
const sockets = new WebSocketServer({ port, host: '127.0.0.1', maxPayload: 100_000 });
await once(sockets, 'listening');
// Nothing is waited for from here on: whoever comes is heard.
const host = new RoomHost({
  url: `ws://127.0.0.1:${sockets.address().port}`,
  game,
  store: trap.store(noteCalls(new RedisStore(trap.send, { mostDeaths, ...(cluster && { shards: 16 }) }), calls)),
  presence: new RedisPresence(trap.send),
  WebSocket: trap.WebSocket,
  // A write behind the effects would be missing after `kill -9`.
  onPulse: (...pulse) => history !== null && appendFileSync(history, `${JSON.stringify([...pulse, nowMs()])}\n`),
  onReport: (report) => process.send({ report }),
  ...options,
});
sockets.on('connection', (opened) => {
  trap.accept(opened);
  host.accept(opened);
});
process.once('SIGTERM', async () => {
  const waiting = await host.stop();
  process.send({ waiting }, () => process.exit(0));
});
process.on('message', ({ id, move, to, armed }) => {
  if (armed !== undefined) trap.arm(armed);
  if (move === undefined) return process.send({ id });
  return host.move(move, to).then((answer) => process.send({ id, answer }));
});
process.on('disconnect', () => process.exit());
process.send({ name: host.process });
