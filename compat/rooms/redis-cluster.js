import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENTS } from './clients.js';
import { findPort, findRedis, RedisServer } from './redis-server.js';

/** A cluster of two nodes, each with half of the slots; they end with the test, or when what `after` gets is called. `rowsOf(at)`: the rooms that a node has. */
export async function startCluster(t) {
  const redis = findRedis();
  const ports = [await findPort(), await findPort()];
  const buses = [await findPort(), await findPort()];
  const nodes = [];
  const clients = [];
  for (const [at, port] of ports.entries()) {
    const args = ['--port', `${port}`, '--cluster-enabled', 'yes', '--cluster-port', `${buses[at]}`];
    const others = ['--cluster-require-full-coverage', 'no', '--cluster-node-timeout', '500'];
    const node = new RedisServer(redis, ...args, ...others);
    await node.start();
    const client = await CLIENTS.ioredis(node);
    t.after(async () => {
      client.close();
      await node.stop();
    });
    nodes.push(node);
    clients.push(client);
  }
  await clients[0].send(['CLUSTER', 'ADDSLOTSRANGE', '0', '8191']);
  await clients[1].send(['CLUSTER', 'ADDSLOTSRANGE', '8192', '16383']);
  await clients[0].send(['CLUSTER', 'MEET', '127.0.0.1', `${ports[1]}`, `${buses[1]}`]);
  for (const { send } of clients)
    while (!/cluster_state:ok[^]*cluster_known_nodes:2/.test(await send(['CLUSTER', 'INFO']))) await sleep(20);
  return { ports, nodes, rowsOf: (at) => clients[at].send(['KEYS', '*:row:*']) };
}
