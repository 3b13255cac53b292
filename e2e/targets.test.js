/** Each game of `games/`, built with each target, is played by the same script: what it shows, and what its threads wait for, is the same in each frame. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { tracePlay } from './harness/trace-play.js';
import { folderOf } from './harness/target-game.js';
import { root } from './harness/stage.js';

const names = readdirSync(path.join(root, 'games')).filter((one) =>
  existsSync(path.join(root, 'games', one, 'scripts')),
);

test.describe('games with both targets', () => {
  for (const name of names)
    test(`${name} plays the same`, async () => {
      assert.ok(yieldsOf(name, 'frames') < yieldsOf(name, 'generators') / 2, 'one of them has hardly a generator');
      const [generators, frames] = await bothPlays(name);
      const differs = generators.trace.findIndex((line, frame) => line !== frames.trace[frame]);
      const around = ({ trace }) =>
        trace.slice(Math.max(differs - 1, 0), differs + 1).map((line) => line.slice(0, 2000));
      if (differs !== -1) assert.deepEqual(around(frames), around(generators), `frame ${differs}`);
      assert.equal(frames.trace.length, generators.trace.length);
      assert.equal(generators.outcome, 'won');
      assert.ok(generators.trace.length > 400);
    });
});

/** An engine has a few frames of its own before its loop can be stopped. Plays that begin in different ones are not compared. */
async function bothPlays(name) {
  for (let times = 0; times < 5; times++) {
    const generators = await tracePlay(name, 'generators');
    const frames = await tracePlay(name, 'frames');
    if (frames.firstFrame === generators.firstFrame) return [generators, frames];
  }
  throw new Error(`${name} began in different frames, five times.`);
}

/** How often the built game has the word, as a key word. */
function yieldsOf(name, target) {
  const dist = path.join(folderOf(name, target), 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const code = files.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
  return code.match(/\byield\b/g)?.length ?? 0;
}
