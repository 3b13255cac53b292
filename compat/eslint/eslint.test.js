/** The rules in ESLint 9 and 10, with its own parser and that of typescript-eslint: `npm run compat -- eslint`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it, test } from 'node:test';
import typescript from '@typescript-eslint/parser';
import * as eslint10 from 'eslint';
import * as eslint9 from 'eslint9';
import spindle from '../../packages/eslint-plugin/dist/index.js';
import { cases } from '../../packages/eslint-plugin/test/cases.js';

const require = createRequire(import.meta.url);
const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

for (const [name, { RuleTester, ESLint }] of Object.entries({ eslint9, eslint10 })) {
  assert.equal(ESLint.version.split('.')[0], name.slice('eslint'.length));

  for (const [parser, languageOptions] of Object.entries({ espree: {}, typescript: { parser: typescript } }))
    describe(`${name}, ${parser}`, () => {
      RuleTester.describe = describe;
      RuleTester.it = it;
      const tester = new RuleTester({ languageOptions });
      for (const [rule, definition] of Object.entries(spindle.rules)) {
        const own = cases.filter((one) => one.rule === rule);
        tester.run(rule, definition, {
          valid: own.map(({ filename, settings, valid }) => ({
            filename,
            settings: { spindle: settings },
            code: valid,
          })),
          invalid: own.map(({ filename, settings, invalid, code, message = code ?? '@native', place }) => {
            // ESLint counts columns from 1.
            const { line, column, endLine, endColumn } = place;
            const at = { line, column: column + 1, endLine, endColumn: endColumn + 1 };
            return {
              filename,
              settings: { spindle: settings },
              code: invalid,
              errors: [{ message: new RegExp(message), ...at }],
            };
          }),
        });
      }
    });

  describe(`${name}, a project`, () => {
    test('words are globals, and nothing is said of good scripts', () => {
      assert.deepEqual(lint(name, { 'src/guard.js': GUARD, 'src/guard.ts': TYPED, 'data.json': '{ "a": 1 }' }), []);
    });

    test('without the plugin each word is unknown', () => {
      const found = lint(name, { 'src/guard.js': GUARD }, CONFIG.replace('spindle.configs.recommended,', ''));
      assert.equal(found.filter(({ ruleId }) => ruleId === 'no-undef').length, 15);
    });

    test('what is found has its rule, and comments turn a rule off', () => {
      const found = lint(name, { 'src/a.ts': WRONG, 'src/b.js': 'export const nap = () => {\n  wait(100);\n};\n' });
      assert.deepEqual(
        found.map(({ ruleId, severity, line, column }) => [ruleId, severity, line, column]),
        [
          ['spindle/no-nondeterministic-call', 1, 4, 15],
          ['spindle/no-wait-outside-script', 1, 2, 3],
        ],
      );
    });

    test('a directive that turns off what nobody reports is told as usual', () => {
      const text =
        '// @compile\nexport function go() {\n  // eslint-disable-next-line spindle/no-lost-update\n  wait(1);\n}\n';
      const [one] = lint(name, { 'src/a.js': text });
      assert.match(one.message, /Unused eslint-disable directive/);
    });

    test('the configuration does not make ESLint read files that it would not read', () => {
      const plain = "import spindle from '@spindle/eslint-plugin';\nexport default [spindle.configs.recommended];\n";
      assert.deepEqual(lint(name, { 'src/a.ts': 'let a: number = ;', 'src/b.js': GUARD }, plain), []);
    });

    test('the settings are options of the compiler, and a wrong one is told', () => {
      const settings = (given) => CONFIG.replace('\n];', `\n  { settings: { spindle: ${given} } },\n];`);
      const text = '// @compile\nexport function go() {\n  globalThis.goal = wait(1);\n  goal();\n}\n';
      const files = { 'src/a.js': `/* global goal */\n${text}` };
      assert.deepEqual(
        lint(name, files, settings('{ strictGlobals: true }')).map(({ ruleId }) => ruleId),
        ['spindle/compile'],
      );
      assert.deepEqual(lint(name, files, settings('{ strictGlobals: true, globals: { goal: true } }')), []);
      assert.throws(
        () => lint(name, files, settings('{ globlas: {} }')),
        /`globlas` is not known. Did you mean `globals`\?/,
      );
    });
  });
}

test('the types fit those of ESLint', () => {
  const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', import.meta.dirname], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

const CONFIG = `import js from '@eslint/js';
import json from '@eslint/json';
import typescript from '@typescript-eslint/parser';
import spindle from '@spindle/eslint-plugin';

export default [
  { files: ['**/*.{js,ts}'], ...js.configs.recommended },
  { files: ['**/*.json'], plugins: { json }, language: 'json/json', rules: { 'json/no-empty-keys': 'error' } },
  { files: ['**/*.ts'], languageOptions: { parser: typescript } },
  spindle.configs.recommended,
];
`;

const GUARD = `import { start as begin } from '@spindle/runtime';

// @compile
export class Guard extends Executor {
  patrol() {
    while (true) {
      race(wait(clock.delta), waitSignal('alarm'), waitForEvent(this, 'click'));
      this.hold(() => tween(100, (t) => (this.x = t)));
      if (random() < 0.5) attach(scope(() => every(500)));
      begin(() => this.wait(1));
    }
  }
}

export const lamp = asExecutor({});
export const books = asLibrary({ busy: () => executorOf(lamp).busy, me: () => currentThread() });
`;

const TYPED = `// @compile
export function open(door: { x: number }, far = 3 as number): void {
  while (door.x < far!) door.x++;
  wait(far);
}
`;

const WRONG = `// @compile
export function roll(faces: number): number {
  wait(1);
  const one = Math.random() * faces;
  // eslint-disable-next-line spindle/no-nondeterministic-call
  const two = Math.random() * faces;
  const six = Math.random() * faces; // @allow SPN603
  return one + two + six;
}
`;

/** \`eslint .\` in a folder with these files: all messages, in the order of the files. */
function lint(name, files, config = CONFIG) {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-eslint-'));
  folders.push(folder);
  mkdirSync(path.join(folder, 'node_modules/@spindle'), { recursive: true });
  const link = (to, from) => symlinkSync(path.join(import.meta.dirname, from), path.join(folder, 'node_modules', to));
  link('@spindle/eslint-plugin', '../../packages/eslint-plugin');
  for (const scope of ['@eslint', '@typescript-eslint']) link(scope, `node_modules/${scope}`);
  const all = { ...files, 'eslint.config.js': config, 'package.json': '{ "type": "module" }' };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const command = path.join(
    path.dirname(require.resolve(`${name === 'eslint10' ? 'eslint' : name}/package.json`)),
    'bin/eslint.js',
  );
  const run = spawnSync(process.execPath, [command, '-f', 'json', '.'], { cwd: folder, encoding: 'utf8' });
  if (run.status === 2) throw new Error(run.stdout + run.stderr);
  return JSON.parse(run.stdout).flatMap(({ messages }) => messages);
}
