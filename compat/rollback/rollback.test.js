/**
 * Two peers fight a duel in Rapier over a bad network, and go back when keys come late: `npm run compat -- rollback`.
 * `ROLLBACK_FRAMES=100000 ROLLBACK_SEED=7` plays more, and the same as another time.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { RapierWorld } from './rapier-world.js';

const root = path.join(import.meta.dirname, '../..');
const out = path.join(root, 'build/examples/duel');
const frames = Number(process.env.ROLLBACK_FRAMES ?? 5000);
const seed = Number(process.env.ROLLBACK_SEED ?? Date.now() % 2 ** 31);

test(`${frames} frames of a duel in Rapier, seed ${seed}: no peer sees another game`, async () => {
  const spindle = path.join(root, 'packages/cli/bin/spindle.js');
  execFileSync(process.execPath, [spindle, 'precompile', '*.js', '--out-dir', out], {
    cwd: path.join(root, 'examples/duel'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { playMatch } = await import(pathToFileURL(path.join(out, 'match.js')).href);
  const startMs = performance.now();
  const { rollbacks, again, stalls } = playMatch({ frames, seed, makeWorld: () => new RapierWorld() });
  const ms = ((performance.now() - startMs) / frames).toFixed(2);
  console.log(
    `${rollbacks} times back, ${again} frames played again, ${stalls} waited for; ${ms} ms a frame of three games`,
  );
});
