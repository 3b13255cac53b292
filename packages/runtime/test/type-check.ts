/** Type-checks a script as its author would. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** What `tsc` says of a script, or an empty text. `entry`, `others`: where it finds the types of the runtime and of its other entries. */
export function typeCheck(
  script: string,
  { entry, others }: { entry: string; others: string } = { entry: 'src/index.ts', others: 'src/*.ts' },
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-types-'));
  const runtime = path.join(root, 'packages/runtime');
  const paths = {
    '@spindle/runtime': [path.join(runtime, entry)],
    '@spindle/runtime/*': [path.join(runtime, others)],
  };
  const compilerOptions = { strict: true, noEmit: true, target: 'es2023', module: 'nodenext', types: [], paths };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['script.ts'] }));
  writeFileSync(path.join(folder, 'script.ts'), script);
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout;
}
