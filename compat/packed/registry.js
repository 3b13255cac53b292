/** A registry of npm on this machine: our packages from tarballs, all others from the one that npm uses. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const OURS = ['@spindle/*', 'babel-plugin-threads', 'create-spindle'];

/** Packs all packages, and serves them. Gives the environment of a person who uses it, and a function that ends it. */
export async function startRegistry() {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-registry-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = path.join(folder, 'config.yaml');
  writeFileSync(config, JSON.stringify(configOf(folder)));
  const bin = createRequire(import.meta.url).resolve('verdaccio/bin/verdaccio');
  const server = spawn(process.execPath, [bin, '--config', config, '--listen', url], { stdio: 'ignore', cwd: folder });
  const close = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  await untilServed(url);
  const env = environment(folder, url);
  for (const tarball of pack(folder)) await run('npm', ['publish', tarball, '--access', 'public'], { env });
  return { env, close };
}

/** JSON is YAML. */
const configOf = (folder) => ({
  storage: path.join(folder, 'storage'),
  uplinks: {
    npm: { url: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(), timeout: '120s' },
  },
  packages: {
    ...Object.fromEntries(OURS.map((name) => [name, { access: '$all', publish: '$all' }])),
    '**': { access: '$all', proxy: 'npm' },
  },
  max_body_size: '50mb',
  log: { type: 'stdout', level: 'fatal' },
});

/** A port of this machine that nobody uses. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function untilServed(url) {
  for (let i = 0; i < 120; i++) {
    const answers = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await setTimeout(250);
  }
  throw new Error('The registry has not begun to serve within 30 seconds.');
}

/** npm of a person who has only this registry, and nothing in its cache. */
function environment(folder, url) {
  const config = path.join(folder, 'npmrc');
  // npm asks for a token before it publishes; the registry takes any.
  writeFileSync(config, `registry=${url}\n//${new URL(url).host}/:_authToken=none\nfund=false\naudit=false\n`);
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    npm_config_userconfig: config,
    npm_config_cache: path.join(folder, 'cache'),
    NEXT_TELEMETRY_DISABLED: '1',
  };
}

/** All that npm would publish. */
function pack(folder) {
  const target = path.join(folder, 'tarballs');
  mkdirSync(target);
  const isPublic = (one) => !JSON.parse(readFileSync(path.join(root, one, 'package.json'), 'utf8')).private;
  const workspaces = readdirSync(path.join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter(isPublic)
    .flatMap((one) => ['--workspace', one]);
  execFileSync('npm', ['pack', ...workspaces, '--pack-destination', target], { cwd: root, stdio: 'ignore' });
  return readdirSync(target).map((name) => path.join(target, name));
}

/** Runs a command. Gives what it prints; throws with that if it fails, unless it may. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let said = '';
  const hear = (text) => {
    said += stripVTControlCharacters(String(text));
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (status !== 0 && !options.mayFail) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${said}`);
  return said;
}
