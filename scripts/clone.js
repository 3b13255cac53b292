/**
 * Whether what is promised of a fresh clone is true. It clones HEAD into a temporary folder and starts the playground, the
 * site and each game there, each from a clone where nothing is installed. Each has to answer with its page. What is not
 * committed is not in the clone.
 *
 *   node scripts/clone.js         all
 *   node scripts/clone.js site    one of play, site, adventure, boss, guards
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '..');
const LONGEST_MS = 600_000;
const [only] = process.argv.slice(2);

const games = readdirSync(path.join(root, 'games'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, words: ['games', '--', name], wanted: { '/': titleIn(`games/${name}/index.html`) } }));
const all = [
  { name: 'play', words: ['play', '--'], wanted: { '/': titleIn('play/index.html') } },
  // The page itself is made in the browser, of such modules.
  { name: 'site', words: ['site', '--'], wanted: { '/': 'id="app"', '/errors/SPN601.md': 'Mend' } },
  ...games,
];

const folder = mkdtempSync(path.join(tmpdir(), 'spindle-clone-'));
try {
  git(root, 'clone', '--quiet', root, folder);
  for (const one of all) if (only === undefined || only === one.name) await check(one);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function check({ words, wanted }) {
  git(folder, 'clean', '-xfdq');
  const startedMs = performance.now();
  const port = await freePort();
  // In a group of its own, so that what it starts ends with it.
  const child = spawn('npm', ['run', ...words, '--port', String(port)], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const missing = [];
  for (const [where, piece] of Object.entries(wanted)) {
    const text = await answerOf(`http://localhost:${port}${where}`, child);
    if (!text?.includes(piece)) missing.push(`${where} has no "${piece}": ${text?.slice(0, 2000)}`);
  }
  await stop(child);
  const isGood = missing.length === 0;
  if (!isGood) console.error([printed, ...missing].join('\n'));
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(`npm run ${words.join(' ')}: ${isGood ? 'serves its page' : 'DOES NOT SERVE ITS PAGE'}, ${seconds} s`);
  if (!isGood) process.exitCode = 1;
}

/** The first answer with status 200; nothing if the process ends before, or if it takes too long. */
async function answerOf(address, child) {
  const endMs = performance.now() + LONGEST_MS;
  while (performance.now() < endMs && child.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return answer.text();
    await setTimeout(500);
  }
  return undefined;
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.on('close', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await closed;
}

/** A port of its own: another server may stand at the usual one. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function titleIn(file) {
  return /<title>([^<]*)<\/title>/.exec(readFileSync(path.join(root, file), 'utf8'))[1];
}

function git(cwd, ...words) {
  execFileSync('git', words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}
