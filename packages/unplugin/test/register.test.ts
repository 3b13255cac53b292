/** Node itself, as it is started by hand: `node --import @spindle/unplugin/register`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { registerSpindle } from '@spindle/unplugin/node';
import { bundleRuntime } from '../../../scripts/bundle-runtime.js';

const root = path.join(import.meta.dirname, '../../..');
// The nightly run names a newer Node, whose hooks are others.
const node = process.env.REGISTER_NODE ?? process.execPath;
let folder = '';

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'spindle-register-')));
  mkdirSync(path.join(folder, 'node_modules/@spindle'), { recursive: true });
  symlinkSync(bundleRuntime(), path.join(folder, 'node_modules/@spindle/runtime'));
  writeFileSync(path.join(folder, 'package.json'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const register = path.join(root, 'packages/unplugin/dist/register.js');

function run(files: Record<string, string>, start = Object.keys(files)[0]!, first = register) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { stdout, stderr } = spawnSync(node, ['--import', first, path.join(folder, start)], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'development' },
  });
  return { stdout, stderr: stderr.replaceAll(folder, '') };
}

const scene = 'wait(30);\n  console.log("at", clock.now);';
const pulses = 'for (let i = 0; i < 4; i++) scheduler.pulse(16);';

test('modules are compiled as they are imported', () => {
  const { stdout, stderr } = run({
    'main.mjs': `import { scheduler } from '@spindle/runtime';\nimport { scene } from './scene.mjs';\nscene();\n${pulses}`,
    'scene.mjs': `// @compile\nexport function scene() {\n  ${scene}\n}`,
  });
  expect([stdout, stderr]).toEqual(['at 32\n', '']);
});

test('scripts are compiled as they are required', () => {
  const { stdout, stderr } = run({
    'main.cjs': `const { scheduler } = require('@spindle/runtime');\nconst { scene } = require('./scene.cjs');\nscene();\n${pulses}`,
    'scene.cjs': `// @compile\nexports.scene = function () {\n  ${scene}\n};`,
    'any.mjs': `import { scheduler } from '@spindle/runtime';\nimport one from './scene.cjs';\none.scene();\n${pulses}`,
  });
  expect([stdout, stderr]).toEqual(['at 32\n', '']);
  // From a module, too.
  expect(run({}, 'any.mjs')).toEqual({ stdout: 'at 32\n', stderr: '' });
});

/** What a game requires, in a package that says nothing of its type, and in one of modules. */
const script = `// @compile\nexports.scene = function () {\n  ${scene}\n};`;
const asModule = `// @compile\nexport function scene() {\n  ${scene}\n}`;
test('scripts and modules without a type, and modules by their name or by their package, are compiled as they are required', () => {
  const files = {
    'script.js': script,
    'module.js': asModule,
    'module.mjs': asModule,
    'modules/module.js': asModule,
  };
  const requires = Object.keys(files).map(
    (name) => `console.log('${name}');\nrequire('./${name}').scene();\n${pulses}`,
  );
  const { stdout, stderr } = run({
    'requires.cjs': `const { scheduler } = require('@spindle/runtime');\n${requires.join('\n')}`,
    ...files,
    'modules/package.json': '{ "type": "module" }',
  });
  expect([stdout, stderr.replaceAll(/.*ExperimentalWarning.*\n.*--trace-warnings.*\n/g, '')]).toEqual([
    'script.js\nat 32\nmodule.js\nat 96\nmodule.mjs\nat 160\nmodules/module.js\nat 224\n',
    '',
  ]);
});

const { stdout: features } = spawnSync(node, ['-p', 'process.features.typescript'], { encoding: 'utf8' });
const readsTypes = /strip|transform/.test(features);
const typed = (text: string): string => text.replace('()', '(say: string): void');

test.each([
  [
    'imported',
    'scene.mts',
    asModule,
    'mjs',
    "import { scheduler } from '@spindle/runtime';\nimport { scene } from './scene.mts';",
  ],
  [
    'required',
    'scene.cts',
    script,
    'cjs',
    "const { scheduler } = require('@spindle/runtime');\nconst { scene } = require('./scene.cts');",
  ],
  [
    'required without a type',
    'scene.ts',
    script,
    'cjs',
    "const { scheduler } = require('@spindle/runtime');\nconst { scene } = require('./scene.ts');",
  ],
])('TypeScript is compiled where Node reads it, and elsewhere that is said: %s', (_how, name, text, kind, imports) => {
  const main = `types.${kind}`;
  const { stdout, stderr } = run({ [main]: `${imports}\nscene('hello');\n${pulses}`, [name]: typed(text) });
  if (readsTypes) expect([stdout, stderr]).toEqual(['at 32\n', '']);
  else
    expect(stderr).toMatch(
      new RegExp(
        `Error: \`${name}\` is TypeScript, which Node [\\d.]+ does not run\\. Use Node 22\\.18 or newer, or compile your scripts first: \`npx @spindle/cli precompile\`\\.\n`,
      ),
    );
});

test.each(['mjs', 'cjs'])('an error names the line of the source: .%s', (kind) => {
  const isModule = kind === 'mjs';
  const { stderr } = run({
    [`wrong.${kind}`]: `${isModule ? "import { scheduler } from '@spindle/runtime';" : "const { scheduler } = require('@spindle/runtime');"}
// @compile
function walk() {
  for (const step of [1]) {
    wait(20);
    throw new Error('a wall at ' + step);
  }
}
walk();
${pulses}`,
  });
  expect(stderr).toContain('a wall at 1');
  expect(stderr).toMatch(new RegExp(`wrong\\.${kind}:6:11`));
});

test('what cannot be compiled, what is doubtful and what has no mark is told with its place', () => {
  const wrong = run({ 'wrong.mjs': '// @compile\nasync function f() {}' });
  expect(wrong.stderr).toContain('wrong.mjs:2:1: A compiled thread cannot be async.');
  const warned = run({
    'both.mjs': "import './doubtful.mjs';\nimport './forgotten.mjs';",
    'doubtful.mjs': '// @compile\nfunction f() {\n  Math.random();\n}',
    'forgotten.mjs': 'export function f() {\n  wait(1);\n}',
  });
  expect(warned.stderr).toMatch(/^\/?doubtful\.mjs:3:3: .*\[SPN603\]\n/m);
  expect(warned.stderr).toMatch(/^\/?forgotten\.mjs:2:3: .*\[SPN423\]\n/m);
});

test('packages stay as they are', () => {
  const { stdout } = run({
    'packages.mjs': "import { g } from './pack/node_modules/p/index.mjs';\nconsole.log(String(g));",
    'pack/node_modules/p/index.mjs': '// @compile\nexport function g() { wait(1); }',
  });
  expect(stdout).toBe('function g() { wait(1); }\n');
});

test("options are given in a file of one's own, and checked", () => {
  const own = path.join(folder, 'register.mjs');
  const start = (options: string) =>
    run(
      {
        'register.mjs': `import { registerSpindle } from ${JSON.stringify(path.join(root, 'packages/unplugin/dist/node.js'))};\nregisterSpindle(${options});`,
        'random.mjs': '// @compile\nfunction f() {\n  Math.random();\n}',
      },
      'random.mjs',
      own,
    ).stderr;
  expect(start("{ diagnostics: 'off' }")).toBe('');
  expect(start("{ diagnostics: 'error' }")).toMatch(/CompileError\]?: \/?random\.mjs:3:3: /);
  expect(() => registerSpindle({ plian: [] } as object)).toThrow('Did you mean `plain`?');
});

test('a word that has another name is told where no mark is, too', () => {
  const { stderr } = run(
    {
      'register.mjs': `import { registerSpindle } from ${JSON.stringify(path.join(root, 'packages/unplugin/dist/node.js'))};\nregisterSpindle({ words: { wait: 'warte' } });`,
      'forgotten.mjs': 'export function f() {\n  warte(1);\n}',
    },
    'forgotten.mjs',
    path.join(folder, 'register.mjs'),
  );
  expect(stderr).toMatch(/^\/?forgotten\.mjs:2:3: .*\[SPN423\]\n/m);
});
