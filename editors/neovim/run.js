/**
 * The language server in a real Neovim, without a screen: `npm run compat -- neovim`, where `nvim` is installed
 * (`apt-get install neovim`). Written for Neovim 0.7, which shows no inlay hints.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** What a user of a Neovim before 0.11 has (docs/editor.md), with the server of this repository. */
function settingsForUsers() {
  const text = readFileSync(path.join(import.meta.dirname, 'before-0.11.lua'), 'utf8');
  const command = "'npx', 'spindle-language-server', '--stdio'";
  assert.ok(text.includes(command));
  return text.replace(command, [process.execPath, SERVER, '--stdio'].map((one) => JSON.stringify(one)).join(', '));
}

const folder = mkdtempSync(path.join(tmpdir(), 'spindle-neovim-'));
try {
  const file = path.join(folder, 'guard.js');
  writeFileSync(file, SCRIPT);
  const session = path.join(import.meta.dirname, 'session.lua');
  const settings = path.join(folder, 'init.lua');
  writeFileSync(settings, settingsForUsers());
  const commands = [
    'filetype on',
    `luafile ${settings}`,
    `edit ${file}`,
    `luafile ${session.replaceAll(' ', String.raw`\ `)}`,
  ];
  const { stdout, stderr, error } = spawnSync(
    'nvim',
    ['--headless', '--clean', ...commands.flatMap((command) => ['-c', command])],
    { env: { ...process.env, HOME: folder }, encoding: 'utf8', timeout: 60_000 },
  );
  if (error?.code === 'ENOENT') throw new Error('There is no `nvim`: apt-get install neovim.');
  const [, found] = /^SEEN (.*)$/m.exec(stdout) ?? [];
  if (found === undefined) throw new Error(`Neovim said: ${stdout}${stderr}`);
  const seen = JSON.parse(found);
  assert.equal(seen.failure, undefined, `${seen.failure}\n${stderr}`);
  // The calls of session.lua have other names in later ones, and docs/editor.md says which one was tried.
  assert.equal(seen.version, '0.7');
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
