/** Lets the rooms of a server move. */
import { createEndpoint, createRouter, type Router, type Server } from '@colyseus/core';
import { RedisStore, type RedisSend } from '@spindle/rooms/redis';
import { Host, type HostOptions } from './host.js';
import { setHost } from './scripted-room.js';
import { wherePath } from './wire.js';

/** A client of Redis: ioredis, node-redis, or what sends it a command. */
export type RedisClient =
  | RedisSend
  | { call(name: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(command: string[]): Promise<unknown> };

export interface MovingOptions extends HostOptions {
  /** Where rooms are kept, so that other processes can take them; without one, in this process. */
  readonly redis?: RedisClient;
  /** What the keys in Redis begin with; default `spindle`. */
  readonly prefix?: string;
}

/**
 * Call it straight behind `defineServer`. Rooms that extend `ScriptedRoom` are then kept in Redis, move by `room.moveTo(processId)`, go to other processes when this one
 * ends, and are taken over from one that has died.
 */
export function moving(server: Server, { redis, prefix, ...options }: MovingOptions = {}): Host {
  const store = redis === undefined ? undefined : new RedisStore(sendOf(redis), prefix === undefined ? {} : { prefix });
  const host = new Host({ ...options, ...(store && { store }) });
  setHost(host, options.log !== false);
  const where = createEndpoint(wherePath(':roomId'), { method: 'GET' }, ({ params }) => host.where(params.roomId!));
  const endpoints = { spindleWhere: where };
  const router = server.router as Router | undefined;
  server.router = router === undefined ? createRouter(endpoints) : router.extend(endpoints);
  stopWith(server, host);
  return host;
}

/** Before Colyseus locks and ends its rooms. */
function stopWith(server: Server, host: Host): void {
  let own: () => unknown = () => {};
  server.onBeforeShutdown(async () => {
    await own();
    await host.stop();
  });
  server.onBeforeShutdown = (callback) => {
    own = callback;
  };
}

function sendOf(redis: RedisClient): RedisSend {
  if (typeof redis === 'function') return redis;
  if ('call' in redis) return ([name, ...args]) => redis.call(name, ...args);
  return (command) => redis.sendCommand([...command]);
}
