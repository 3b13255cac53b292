/** A folder with the type tests and the packed runtime, as a game has it: the declarations are those of the tarball. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unpack } from '../tarballs.js';

const root = path.join(import.meta.dirname, '../..');

/**
 * Makes the folder: packages/runtime/type-tests, and each example of docs/typescript.md as a file of its own. `modules` are
 * installed packages that its files import; `more` are folders with further type tests. Returns its path, and `remove`, which
 * removes it.
 */
export function makeProject({ modules, more = [] }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-types-'));
  const runtime = path.join(folder, 'node_modules/@spindle/runtime');
  unpack('@spindle/runtime', runtime);
  for (const source of [path.join(root, 'packages/runtime/type-tests'), ...more])
    cpSync(source, folder, { recursive: true });
  examples().forEach(({ code, language }, i) => writeFileSync(path.join(folder, `example-${i + 1}.${language}`), code));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  mkdirSync(path.join(folder, 'node_modules/@types'));
  for (const [name, at] of Object.entries(modules)) symlinkSync(at, path.join(folder, 'node_modules', name));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

function examples() {
  const text = readFileSync(path.join(root, 'docs/typescript.md'), 'utf8');
  return [...text.matchAll(/```([tj]s)\n([^]*?)```/g)].map(([, language, code]) => ({ language, code }));
}

/** What the `tsc` of a TypeScript package says of the folder; nothing if all its types hold. */
export function check(folder, typescript) {
  const tsc = path.join(typescript, 'bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}
