/**
 * Measures `spindle precompile` on many small scripts: `node bench/command.js [files]`, 10,000 by default. Each figure
 * is the CPU time of a process. The results are in docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../packages/cli/bin/spindle.js', import.meta.url));
const count = Number(process.argv[2] ?? 10_000);
/** The process prints its CPU time, in microseconds, when it ends. */
const cpuReport = `data:text/javascript,import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system)); });`;
const folder = mkdtempSync(path.join(tmpdir(), 'spindle-bench-'));
try {
  writeScripts();
  const first = measure('first run');
  const second = measure('second run, nothing has changed');
  console.log(`ratio: ${(first / second).toFixed(1)}`);
  measure('--check, nothing has changed', '--check');
} finally {
  rmSync(folder, { recursive: true });
}

function writeScripts() {
  // The cache is in the nearest folder with a node_modules.
  mkdirSync(path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  for (let n = 0; n < count; n++) {
    const file = path.join(folder, 'scripts', String(n % 100), `guard${n}.js`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, scriptOf(n));
  }
}

function measure(name, ...options) {
  const args = ['--import', cpuReport, bin, 'precompile', 'scripts/**/*.js', '--source-maps', ...options];
  const startMs = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const wallMs = performance.now() - startMs;
  if (status !== 0) throw new Error(stderr);
  const cpuMs = Number(stdout) / 1000;
  console.log(`${name}: ${(cpuMs / 1000).toFixed(2)} s of CPU time, ${(wallMs / 1000).toFixed(2)} s by the clock`);
  return cpuMs;
}

function scriptOf(n) {
  return `import { far } from './far.js';

// @compile
export class Guard${n} {
  walk(steps) {
    for (let step = 0; step < steps; step++) {
      this.step(step);
      wait(${16 + (n % 900)});
    }
  }

  step(n) {
    const distance = far(n);
    this.x += distance;
    if (this.x > ${n}) this.turn();
  }

  turn() {
    this.dx = -this.dx;
    wait(100);
  }
}

// @compile
export function patrol(guard, posts) {
  while (guard.isAlive()) {
    for (const post of posts) guard.walk(post.distance);
    waitFor(guard.rest());
  }
}
`;
}
