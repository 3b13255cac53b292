/** The clients of Redis that are tested, as a user gives them to `RedisStore`. None keeps commands while Redis is away. */
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';

const RETRY_MS = 20;

/** Each connects, and gives `{ send, close }`. `cut`: as if the connection were lost. */
export const CLIENTS = {
  async ioredis({ socket }) {
    const redis = new Redis({
      path: socket,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      socketTimeout: 1000,
      retryStrategy: () => RETRY_MS,
      lazyConnect: true,
    });
    redis.on('error', () => {});
    // Where Redis is away it goes on trying.
    await redis.connect().catch(() => new Promise((resolve) => redis.once('ready', resolve)));
    return {
      send: ([name, ...args]) => redis.call(name, ...args),
      close: () => redis.disconnect(),
      cut: () => redis.stream.destroy(),
    };
  },

  async 'node-redis'({ socket }) {
    const client = createClient({ socket: { path: socket, reconnectStrategy: RETRY_MS }, disableOfflineQueue: true });
    client.on('error', () => {});
    await client.connect();
    const reconnect = () => {
      client.destroy();
      client.connect().catch(() => {});
    };
    // Its `socketTimeout` counts what is sent, too: where rooms ask again it never ends.
    const send = async (command) => {
      const timer = setTimeout(reconnect, 1000);
      return client.sendCommand(command).finally(() => clearTimeout(timer));
    };
    return { send, close: () => client.destroy() };
  },
};

export const CLUSTER_CLIENTS = {
  async ioredis(port) {
    const redis = new Cluster([{ host: '127.0.0.1', port }], { lazyConnect: true });
    await redis.connect();
    return { send: ([name, ...args]) => redis.call(name, ...args), close: () => redis.disconnect() };
  },

  async 'node-redis'(port) {
    const cluster = createCluster({ rootNodes: [{ socket: { host: '127.0.0.1', port } }] });
    await cluster.connect();
    return { send: (command) => cluster.sendCommand(command[3], false, command), close: () => cluster.destroy() };
  },
};
