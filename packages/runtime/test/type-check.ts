/** Type-checks a script as its author would. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

interface Types {
  /** Where the types of the runtime are, and those of its other entries. */
  readonly entry: string;
  readonly others: string;
}

const ofSources: Types = { entry: 'src/index.ts', others: 'src/*.ts' };

/** What `tsc` says of a script, or an empty text. */
export const typeCheck = (script: string): string => typeCheckAll([script], ofSources)[0]!;

/**
 * The same for several scripts, which are one program: the start of `tsc` and the types of the runtime take most of the
 * time.
 */
export function typeCheckAll(scripts: readonly string[], { entry, others }: Types): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-types-'));
  const runtime = path.join(root, 'packages/runtime');
  const names = scripts.map((_, i) => `script${i}.ts`);
  const paths = {
    '@spindle/runtime': [path.join(runtime, entry)],
    '@spindle/runtime/*': [path.join(runtime, others)],
  };
  const compilerOptions = { strict: true, noEmit: true, target: 'es2023', module: 'nodenext', types: [], paths };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
  scripts.forEach((script, i) => writeFileSync(path.join(folder, names[i]!), script));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // An error in the types themselves is one of each script.
  const isOf = (text: string, name: string): boolean =>
    text.startsWith(name) || !names.some((each) => text.startsWith(each));
  const texts = stdout.split(/^(?=\S)/m);
  return names.map((name) => texts.filter((text) => isOf(text, name)).join(''));
}
