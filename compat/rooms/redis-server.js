/** The `redis-server` of PATH, or else Debian's: unpacked into `build/redis`, without root. It is started, killed and started again. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../e2e/harness/executables.js';

const FOLDER = path.join(import.meta.dirname, '../../build/redis');
const UNPACKED = path.join(FOLDER, 'usr/bin/redis-server');

export const HOW_TO_GET_IT = `
  NO redis-server WAS FOUND, AND apt-get CANNOT DOWNLOAD ONE: nothing was checked on Redis.

  Get one, and run this again:
    Debian, Ubuntu     apt-get install redis-server
    Mac                brew install redis
    elsewhere          https://redis.io/docs/latest/operate/oss_and_stack/install/
  Or name one that you have:
    REDIS_SERVER=/path/to/redis-server npm run rooms
`;

/** `{ file, env, version }`; undefined if there is none. */
export function findRedis() {
  const named = process.env.REDIS_SERVER;
  const found = findProgram({ named, names: ['redis-server'], places: [UNPACKED] });
  const file = found ?? (named === undefined ? unpackDebians() : undefined);
  if (file === undefined) return;
  const libraries = path.join(FOLDER, 'usr/lib');
  const folders = existsSync(libraries) ? readdirSync(libraries).map((name) => path.join(libraries, name)) : [];
  const env = file === UNPACKED ? { ...process.env, LD_LIBRARY_PATH: folders.join(':') } : process.env;
  const { stdout, status } = spawnSync(file, ['--version'], { env, encoding: 'utf8' });
  return status === 0 ? { file, env, version: /v=(\S+)/.exec(stdout)?.[1] ?? stdout.trim() } : undefined;
}

/** What is downloaded is written down in `build/redis/packages.txt`. */
function unpackDebians() {
  const run = (command, ...args) => spawnSync(command, args, { cwd: FOLDER, encoding: 'utf8' });
  mkdirSync(FOLDER, { recursive: true });
  const needed = [...(run('apt-cache', 'depends', 'redis-tools').stdout ?? '').matchAll(/^ {2}Depends: ([\w.+-]+)$/gm)];
  const names = needed.map(([, name]) => name).filter((name) => name !== 'adduser' && name !== 'libc6');
  if (run('apt-get', 'download', 'redis-server', 'redis-tools', ...names).status !== 0) return;
  const packages = readdirSync(FOLDER).filter((name) => name.endsWith('.deb'));
  writeFileSync(path.join(FOLDER, 'packages.txt'), `${packages.join('\n')}\n`);
  const isGood = packages.every((name) => run('dpkg-deb', '-x', name, '.').status === 0);
  return isGood && existsSync(UNPACKED) ? UNPACKED : undefined;
}

/** Its own process id is that of the program; when the pipe to who has started it is closed, it is killed. */
const ENDS_WITH_US = 'exec 3<&0; (cat <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&-';

/** A Redis of its own that keeps nothing on a disk. */
export class RedisServer {
  #redis;
  #args;
  #child;
  folder = mkdtempSync(path.join(tmpdir(), 'spindle-redis-'));
  socket = path.join(this.folder, 'redis.sock');

  constructor(redis, ...args) {
    this.#redis = redis;
    this.#args = ['--dir', this.folder, '--save', '', '--appendonly', 'no', '--unixsocket', this.socket, ...args];
  }

  async start() {
    rmSync(this.socket, { force: true });
    const args = this.#args.includes('--port') ? this.#args : [...this.#args, '--port', '0'];
    this.#child = spawn('sh', ['-c', ENDS_WITH_US, 'sh', this.#redis.file, ...args], {
      env: this.#redis.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let printed = '';
    for await (const data of this.#child.stdout.iterator({ destroyOnReturn: false })) {
      printed += data;
      if (/ready to accept connections/i.test(printed)) return;
    }
    throw new Error(`redis-server has not started:\n${printed}`);
  }

  /** At once, as a crash: SIGKILL. */
  async kill() {
    if (this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Is away, and begins again with nothing in it. */
  async comeBackEmpty(awayMs) {
    await this.kill();
    await sleep(awayMs);
    await this.start();
  }

  async stop() {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }
}

export async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
