/**
 * The page, and the processes with the rooms: `npm run dev` starts one, `npm run dev:two` two on Redis. After an edit of a script they end and begin anew with it,
 * one after the other: what is played goes on, if there are two.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { build, createServer } from 'vite';

// Before Vite builds: it takes `production` for granted, where nothing is told.
process.env.NODE_ENV ??= 'development';

const ports = Array.from({ length: Number(process.argv[2] ?? 1) }, (_, at) => 8081 + at);
const { REDIS_URL = ports.length > 1 ? await findRedis() : undefined } = process.env;
process.env.VITE_ROOMS = ports.map((port) => `ws://localhost:${port}`).join();

const children = new Map();
let rolling = Promise.resolve();
const watcher = await build({
  build: { ssr: 'server/main.ts', outDir: 'dist/server', watch: {} },
  logLevel: 'warn',
});
await new Promise((resolve) => {
  watcher.on('event', ({ code, error }) => {
    if (code === 'ERROR') console.error(error.message);
    if (code === 'END') rolling = rolling.then(roll).then(resolve);
  });
});

const page = await createServer();
await page.listen();
page.printUrls();

async function roll() {
  for (const port of ports) {
    await stop(port);
    begin(port);
    await isListening(port, 100);
    // Until the others know of it.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function begin(port) {
  const env = { ...process.env, PORT: String(port), ...(REDIS_URL !== undefined && { REDIS_URL }) };
  const child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: 'inherit' });
  children.set(port, child);
  console.log(`localhost:${port} is process ${child.pid}`);
  // Try `kill -9`: the other process takes the rooms, and another one begins in its place.
  child.once('exit', (_, signal) => signal === 'SIGKILL' && begin(port));
}

async function stop(port) {
  const child = children.get(port);
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function isListening(port, times = 1) {
  for (let i = 0; i < times; i++) {
    const socket = connect(port, 'localhost');
    const isThere = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    if (isThere) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** The one of this machine, or one that is started for now and keeps nothing. */
async function findRedis() {
  if (!(await isListening(6379))) {
    const redis = spawn('redis-server', ['--port', '6379', '--save', ''], { stdio: 'ignore' });
    redis.on('error', () => {
      console.error(
        'Two processes need Redis. Install it, or name one: REDIS_URL=redis://localhost:6379 npm run dev:two',
      );
      process.exit(1);
    });
    process.on('exit', () => redis.kill());
    await isListening(6379, 100);
  }
  return 'redis://localhost:6379';
}

process.on('SIGINT', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
// At once, as by Ctrl+C: without Redis they would wait for it, and keep their ports.
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
