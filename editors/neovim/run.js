/**
 * The language server in a real Neovim, without a screen: `npm run test:neovim`, where `nvim` is installed
 * (`apt-get install neovim`). Written for Neovim 0.7, which shows no inlay hints.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SERVER = path.join(import.meta.dirname, '../../packages/language-server/bin/spindle-language-server.js');
const SCRIPT = `// @compile
export function patrol() {
  while (true) {
    this.walk(3);
    wait(200);
    this.angle = Math.random();
  }
}
`;

const folder = mkdtempSync(path.join(tmpdir(), 'spindle-neovim-'));
try {
  const file = path.join(folder, 'guard.js');
  writeFileSync(file, SCRIPT);
  const session = path.join(import.meta.dirname, 'session.lua');
  const { stdout, stderr, error } = spawnSync(
    'nvim',
    ['--headless', '--clean', file, '-c', `luafile ${session.replaceAll(' ', String.raw`\ `)}`],
    { env: { ...process.env, NODE: process.execPath, SERVER, HOME: folder }, encoding: 'utf8', timeout: 60_000 },
  );
  if (error?.code === 'ENOENT') throw new Error('There is no `nvim`: apt-get install neovim.');
  const [, found] = /^SEEN (.*)$/m.exec(stdout) ?? [];
  if (found === undefined) throw new Error(`Neovim said: ${stdout}${stderr}`);
  const seen = JSON.parse(found);
  assert.equal(seen.failure, undefined, `${seen.failure}\n${stderr}`);
  assert.deepEqual(seen.first, [{ code: 'SPN603', line: 6 }]);
  assert.match(seen.hover, /^\*\*waits\*\*: It waits: `wait`\./);
  assert.deepEqual(seen.actions, ['Write `random()`', 'Allow it here: `// @allow SPN603`']);
  assert.equal(seen.line, '    this.angle = random();');
  assert.deepEqual(seen.typed, [{ code: 'SPN605', line: 1 }]);
  assert.equal(seen.items.length, 12);
  assert.equal(seen.sync, 2, 'changes are sent by their ranges');
  console.log(
    `Neovim ${seen.version}: diagnostics, hover, quick fix, a change by its range, completion and the end, all as they should be.`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
