/**
 * The games of `games/` in a real Chromium: `npm run bench -- games`. Each is built with both targets and played by a
 * script. It measures which share of a frame its scripts take, and writes the medians to docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { tracePlay } from '../../e2e/harness/trace-play.js';
import { installSteps } from '../../scripts/install.js';

const root = path.join(import.meta.dirname, '../..');
const GAMES = ['adventure', 'guards', 'boss'];
const TARGETS = ['generators', 'frames'];
const ROUNDS = 7;
const FRAME_MS = 1000 / 60;

/** For each game the share of both targets in percent, and the load of the machine meanwhile. */
export async function measureGames() {
  build();
  const rows = [];
  for (const game of GAMES) {
    const shares = { generators: [], frames: [] };
    let load = 0;
    // In turns, so that what else runs on the machine concerns both.
    for (let round = 0; round < ROUNDS; round++)
      for (const target of round % 2 === 0 ? TARGETS : TARGETS.toReversed()) {
        const { pulses, pulseMs } = await tracePlay(game, target, { isTimed: true });
        shares[target].push((100 * pulseMs) / pulses / FRAME_MS);
        load = Math.max(load, os.loadavg()[0]);
      }
    rows.push({ game, ...Object.fromEntries(TARGETS.map((target) => [target, summary(shares[target])])), load });
  }
  return rows;
}

function build() {
  const folders = GAMES.map((game) => `games/${game}`);
  const steps = [
    ...installSteps(['e2e', ...folders]).map(({ run: command }) => command),
    ...folders.map((folder) => ['npm', 'run', '--silent', 'build', '--prefix', folder]),
    ['node', 'e2e/harness/target-game.js', ...GAMES],
  ];
  for (const [command, ...args] of steps) {
    const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`bench: ${command} ${args.join(' ')} failed`);
  }
}

function summary(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)];
  return { median: at(0.5), least: at(0), most: at(1) };
}
