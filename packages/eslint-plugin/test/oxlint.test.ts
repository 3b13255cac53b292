/** Oxlint of this repository runs the built plugin, as a project would. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cases } from './cases.js';

const root = path.join(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'spindle-oxlint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All files here have the same settings: none. */
const plain = cases.filter(({ settings }) => settings === undefined);

interface Report {
  diagnostics: {
    message: string;
    code: string;
    filename: string;
    labels: { span: { line: number; column: number } }[];
  }[];
}

/** `src/name:line:column rule`, for what is found of our rules and of `no-undef`. */
function lint(files: Record<string, string>): string[] {
  rmSync(path.join(folder, 'src'), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, 'src', name)), { recursive: true });
    writeFileSync(path.join(folder, 'src', name), text);
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', 'src'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  return (JSON.parse(stdout) as Report).diagnostics
    .filter(({ code }) => /^spindle|no-undef/.test(code))
    .map(({ code, filename, labels: [label] }) => {
      const { line, column } = label!.span;
      return `${path.relative('src', filename)}:${line}:${column} ${code}`;
    })
    .sort();
}

beforeAll(() => {
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const config = {
    extends: ['./node_modules/@spindle/eslint-plugin/oxlint.json'],
    rules: { 'no-undef': 'error', 'spindle/no-order-between-waits': 'warn', 'spindle/no-shared-variable': 'warn' },
    env: { browser: true },
    globals: { log: 'readonly' },
  };
  writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config));
});

test('it reports what the rules report, at the same place', () => {
  const files = Object.fromEntries(
    plain.flatMap(({ valid, invalid }, i) => [
      [`valid-${i}.js`, valid],
      [`invalid-${i}.js`, invalid],
    ]),
  );
  const expected = plain.map(
    ({ rule, place }, i) => `invalid-${i}.js:${place.line}:${place.column + 1} spindle(${rule})`,
  );
  expect(lint(files).filter((line) => line.includes('spindle'))).toEqual(expected.sort());
});

test('words are globals, comments that disable a rule hold, and a mistake is found', () => {
  const found = lint({
    'guard.ts': `// @compile
export class Guard extends Executor {
  walk(far: number): void {
    all(wait(far), this.wait(1));
    // eslint-disable-next-line spindle/no-nondeterministic-call
    log(Math.random());
    // oxlint-disable-next-line spindle/no-nondeterministic-call
    log(Math.random());
    log(Math.random()); // @allow SPN603
  }
}
`,
    'nap.js': 'export const nap = () => {\n  wiat(100);\n  wait(100);\n};\n',
  });
  expect(found).toEqual(['nap.js:2:3 eslint(no-undef)', 'nap.js:3:3 spindle(no-wait-outside-script)']);
});
