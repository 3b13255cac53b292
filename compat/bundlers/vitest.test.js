/** Vitest with one line in its configuration. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { GAME, THROWN_AT, UNMARKED, writeGame } from './game.js';

const config = `import spindle from '@spindle/unplugin/vite';
export default { plugins: [spindle()] };
`;

const scene = `import { expect, test } from 'vitest';
import { scheduler, start } from '@spindle/runtime';
import { runToEnd } from '@spindle/runtime/testing';
import { breakDown, opening } from './scene';

test('the opening ends', () => {
  const thread = start(() => opening(2));
  runToEnd(scheduler);
  expect(thread.status).toBe('done');
});

test('what breaks is told by its line', async () => {
  const thread = start(() => breakDown({ name: 'Mira' }));
  const told = thread.then(() => '', (error: Error) => error.stack);
  runToEnd(scheduler);
  console.log(await told);
});
`;

function runVitest(name, files) {
  const folder = writeGame(name, { ...files, 'vitest.config.js': config, 'src/scene.test.ts': scene });
  const vitest = path.join(import.meta.dirname, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, NODE_PATH: path.join(import.meta.dirname, 'node_modules'), NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    encoding: 'utf8',
    env,
  });
  return { status, text: stdout + stderr };
}

test('scripts are compiled, and errors lead to their lines', () => {
  const { status, text } = runVitest('Vitest', GAME);
  assert.equal(status, 0, text);
  assert.match(text, new RegExp(`scene\\.ts:${THROWN_AT}:\\d+`));
  assert.doesNotMatch(text, /SPN\d+/);
});

test('a mark that is missing is told', () => {
  const { status, text } = runVitest('Vitest unmarked', UNMARKED);
  assert.notEqual(status, 0);
  assert.match(
    text,
    /scene\\.ts.*\`wait\` waits, and nothing in this file is marked|\`wait\` waits, and nothing in this file is marked/,
  );
  assert.match(text, /> +7 \| +wait\(20\)/);
});
