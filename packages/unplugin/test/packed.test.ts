/**
 * What would be published, unpacked into an empty folder. `npm run compat -- packed` tries all tools so, from a registry; these two need no
 * download.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXPECTED, MISSING } from '../../../compat/packed/game.js';
import { projects } from '../../../compat/packed/projects.js';
import { unpack } from '../../../scripts/tarballs.js';

const root = path.join(import.meta.dirname, '../../..');
// Third parties are found above it, our packages in it.
const folder = path.join(root, 'build/packed');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['@spindle/runtime', '@spindle/compiler', '@spindle/unplugin'])
    unpack(name, path.join(folder, 'node_modules', name));
}, 60_000);

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly without?: Readonly<Record<string, string>>;
  readonly build?: readonly string[];
  readonly start: readonly string[];
  readonly startWithout?: readonly string[];
}

test.each(['plain Node', 'esbuild'])('%s, from the tarballs, and without the plugin', (name) => {
  const project = (projects as readonly Project[]).find((one) => one.name === name)!;
  const { files, without, build, start, startWithout } = project;
  write({ 'package.json': '{ "type": "module" }', ...files });
  if (build) expect(call(build)).not.toContain('Error');
  const said = call(start);
  for (const line of EXPECTED.lines) expect(said).toContain(line);
  expect(said).toContain(EXPECTED.error);
  expect(said).toMatch(EXPECTED.place);
  write(without ?? {});
  const lost = (build ? call(build) : '') + call(startWithout ?? start);
  expect(lost).toMatch(MISSING);
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

function call(command: readonly string[]): string {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout, stderr } = spawnSync(process.execPath, command.slice(1), { cwd: folder, encoding: 'utf8', env });
  return stdout + stderr;
}
