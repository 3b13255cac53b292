import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** What `tsc` says of a script, or an empty text. */
function typeCheck(script: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-types-'));
  const paths = {
    '@spindle/runtime': [path.join(root, 'packages/runtime/src/index.ts')],
    '@spindle/runtime/*': [path.join(root, 'packages/runtime/src/*.ts')],
  };
  const compilerOptions = { strict: true, noEmit: true, target: 'es2023', module: 'nodenext', types: [], paths };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['script.ts'] }));
  writeFileSync(path.join(folder, 'script.ts'), script);
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout;
}

const script = `import "@spindle/runtime/globals";
// @compile
export class Glitch extends Executor {
  walk(steps: number): number {
    while (steps-- > 0) this.wait(16);
    const [turn, hit] = [every(10), waitSignal("hit")];
    all(this.walk(1), wait(20));
    start(this.walk(2));
    return turn + hit + random() + clock.frame;
  }
}
export const follow = (glitch: Glitch): Glitch => asExecutor(glitch);
`;

test('a script that imports the globals type-checks as it is written', () => {
  expect(typeCheck(script)).toBe('');
}, 60_000);

test('wrong arguments of the vocabulary are type errors, and so is the vocabulary without the import', () => {
  const wrong = typeCheck(script.replace('every(10)', 'every("10")'));
  expect(wrong).toContain("Argument of type 'string' is not assignable");
  expect(typeCheck(script.replace(/import .*/, ''))).toContain("Cannot find name 'wait'");
}, 60_000);
