import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { parse } from '@babel/parser';
import { Project } from '../project.js';

const ownPackage = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(ownPackage) as { version: string };

let project = new Project({});
const start = (files: Record<string, string>): Project =>
  (project = new Project({ 'package.json': '{\n  "name": "game"\n}\n', ...files }));
afterEach(() => project.remove());

const init = (...args: string[]) => project.spindle(['init', ...args]);

/** At a terminal, where a key is pressed at each question. Gives what stands on the screen, too. */
async function initAt(key: string): Promise<{ code: number; seen: string }> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80, rows: 24 });
  let seen = '';
  stdout.on('data', (text: string) => {
    seen += stripVTControlCharacters(text);
    if (text.includes('◆')) setImmediate(() => stdin.write(key));
  });
  const { code } = await project.spindle(['init'], {}, { stdin, stdout });
  return { code, seen };
}

/** Changes the project, checks that the file is still code, and that a second run finds nothing to do. */
async function changed(file: string): Promise<string> {
  expect(await init('--yes')).toMatchObject({ code: 0, text: '' });
  const text = project.read(file);
  if (/\.[cm]?[jt]s$/.test(file)) parse(text, { sourceType: 'unambiguous', plugins: ['typescript'] });
  expect((await init('--yes')).out).toContain('Nothing has to be changed.\n');
  return text;
}

/** Lists on one line. */
const joined = (text: string): string =>
  text.replaceAll(/([[(,])\s+/g, (_all, mark: string) => (mark === ',' ? ', ' : mark)).replaceAll(/\s+([\])])/g, '$1');

const vite = `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Our game.
export default defineConfig({
  plugins: [react()],
  server: { port: 3000 }, // as before
});
`;

test('the change is shown as a diff, and made if it is wanted', async () => {
  start({ 'vite.config.ts': vite });
  const { code, out } = await init('--yes');
  expect(code).toBe(0);
  expect(out).toBe(`Found: Vite (vite.config.ts).

--- vite.config.ts
+++ vite.config.ts
@@ -1,8 +1,9 @@
 import react from '@vitejs/plugin-react';
 import { defineConfig } from 'vite';
+import spindle from '@spindle/unplugin/vite';

 // Our game.
 export default defineConfig({
-  plugins: [react()],
+  plugins: [spindle(), react()],
   server: { port: 3000 }, // as before
 });

--- package.json
+++ package.json
@@ -1,3 +1,9 @@
 {
-  "name": "game"
+  "name": "game",
+  "dependencies": {
+    "@spindle/runtime": "^${version}"
+  },
+  "devDependencies": {
+    "@spindle/unplugin": "^${version}"
+  }
 }

2 files changed.

Next:
1. \`npm install\`
2. \`npx @spindle/cli init\` once more: it lets your tools compile a marked file, and says whether they do.
3. Time passes where the game calls \`scheduler.pulse(ms)\`, once in each frame.
4. Write \`import '@spindle/runtime/globals-guard'\` where the game starts: then a word in a file that was not compiled says so.
5. Put \`// @compile\` above a function that waits.
`);
});

test('it is asked at a terminal, and Enter makes the change', async () => {
  start({ 'vite.config.ts': vite });
  const { code, seen } = await initAt('\r');
  expect(code).toBe(0);
  expect(seen).toMatch(/Change 2 files\?[^]*2 files changed\./);
  expect(project.read('vite.config.ts')).toContain('spindle()');
});

test('nothing is changed if it is not wanted, or if nobody can be asked', async () => {
  start({ 'vite.config.ts': vite });
  const before = project.list().map((name) => project.read(name));
  for (const no of ['n', '\u0003'])
    expect(await initAt(no)).toMatchObject({ code: 0, seen: expect.stringMatching(/\nNothing was written\.\n$/) });
  const alone = await init();
  expect(alone).toMatchObject({
    code: 1,
    out: expect.stringMatching(/\nNothing was written\. `npx @spindle\/cli init --yes` makes this change\.\n$/),
  });
  expect(project.list().map((name) => project.read(name))).toEqual(before);
});

const list = 'plugins: [spindle()';

test.each([
  ['vite.config.js', 'export default { base: "/" };\n', list],
  ['vite.config.mts', 'export default defineConfig(({ mode }) => ({ plugins: [] }));\n', list],
  ['vite.config.ts', 'const config: UserConfig = {\n  plugins: [a()],\n};\nexport default config;\n', `${list}, a()]`],
  ['vite.config.ts', 'export default { plugins: [a()] } satisfies UserConfig;\n', `${list}, a()]`],
  [
    'vite.config.js',
    'export default defineConfig(() => {\n  return { plugins: [a(), b()] };\n});\n',
    `${list}, a(), b()]`,
  ],
  ['webpack.config.js', "const path = require('path');\n\nmodule.exports = {\n  entry: './a.js',\n};\n", list],
  ['webpack.config.mjs', 'export default { plugins: makePlugins() };\n', `${list}, ...makePlugins()]`],
  ['webpack.config.cjs', 'module.exports = (env) => ({ plugins: [new A()] });\n', `${list}, new A()]`],
  ['rspack.config.js', 'module.exports = { plugins: [] };\n', list],
  ['rollup.config.js', 'export default [{ input: 1, plugins: [a()] }, { input: 2 }];\n', `${list}, a()]`],
  ['rolldown.config.ts', 'export default defineConfig({});\n', list],
  ['farm.config.ts', 'export default defineConfig({ plugins: ["a"] });\n', `${list}, "a"]`],
  ['vitest.config.ts', 'export default defineConfig({ test: {} });\n', list],
])('the plugin comes first: %s %#', async (file, source, expected) => {
  start({ [file]: source });
  const text = await changed(file);
  expect(text).toContain(expected);
  const tool = file.split('.', 1)[0]!.replace('vitest', 'vite');
  expect(text).toContain(
    source.includes('module.exports')
      ? `const { default: spindle } = require('@spindle/unplugin/${tool}');`
      : /from ['"]@spindle\/unplugin\//.exec(text)![0] + tool,
  );
  expect(project.read('package.json')).toContain('"@spindle/unplugin"');
});

test('each configuration of a list gets the plugin', async () => {
  start({ 'rollup.config.js': 'export default [{ plugins: [a()] }, { input: 2 }];\n' });
  expect((await changed('rollup.config.js')).match(/spindle\(\)/g)).toHaveLength(2);
});

test('all that is not changed stays as it is written', async () => {
  start({
    'vite.config.ts': `#!/usr/bin/env node
import vue from "@vitejs/plugin-vue"

export default defineConfig({
  // first
  plugins: [
    vue(), // and last
  ],
})
`,
    'eslint.config.js': `export default [
  a,
  { rules: { b: 'off' } }, // b, c
];
`,
    'webpack.config.js': `#!/usr/bin/env node
module.exports = {
  entry: './a.js' // no comma
};
`,
  });
  expect(await changed('vite.config.ts')).toBe(`#!/usr/bin/env node
import vue from "@vitejs/plugin-vue"
import spindle from "@spindle/unplugin/vite"

export default defineConfig({
  // first
  plugins: [
    spindle(),
    vue(), // and last
  ],
})
`);
  expect(project.read('eslint.config.js')).toBe(`import spindle from '@spindle/eslint-plugin';

export default [
  a,
  { rules: { b: 'off' } }, // b, c
  spindle.configs.recommended,
];
`);
  expect(project.read('webpack.config.js')).toBe(`#!/usr/bin/env node
const { default: spindle } = require('@spindle/unplugin/webpack');

module.exports = {
  entry: './a.js', // no comma
  plugins: [spindle()]
};
`);
});

test.each([
  ['vite.config.mjs', '{ "devDependencies": { "vite": "8" } }', 'vite'],
  ['vite.config.js', '{ "type": "module", "devDependencies": { "vite": "8" } }', 'vite'],
  ['vite.config.ts', '{ "type": "module", "devDependencies": { "vite": "8" }, "ts": 1 }', 'vite'],
  ['vite.config.mjs', '{ "devDependencies": { "vitest": "4" } }', 'vitest/config'],
])('Vite needs no configuration, and gets one: %s', async (file, manifest, from) => {
  start({ 'package.json': `${manifest}\n`, ...(manifest.includes('"ts"') ? { 'tsconfig.json': '{}' } : {}) });
  expect(await changed(file)).toBe(`import { defineConfig } from '${from}';
import spindle from '@spindle/unplugin/vite';

export default defineConfig({
  plugins: [spindle()],
});
`);
  expect(project.read('package.json')).toContain('"@spindle/unplugin"');
  expect(project.read('package.json')).not.toContain('precompile');
});

test.each([
  ['webpack', 'webpack', "`import spindle from '@spindle/unplugin/webpack'`, and spindle() first in `plugins`."],
  ['@rspack/core', 'Rspack', "`import spindle from '@spindle/unplugin/rspack'`"],
  ['expo', 'Expo', 'tools.md#tools-with-a-babel-configuration-babel-plugin-threads'],
])('a tool without a configuration is told of, to be done by hand: %s', async (name, title, told) => {
  start({ 'package.json': `{ "dependencies": { "${name}": "1" } }\n` });
  const { out } = await init('--yes');
  expect(out).toContain(`Found: ${title}.\n`);
  expect(out).toMatch(/ changed\.\n\nNot done, .* By hand:\n- /);
  expect(out).toContain(told);
  expect(project.read('package.json')).not.toContain('precompile');
});

test.each([
  [
    'next.config.ts',
    "import type { NextConfig } from 'next';\n\nconst config: NextConfig = {};\n\nexport default config;\n",
    'export default spindle(config);\n',
  ],
  ['next.config.mjs', 'export default async (phase) => ({});\n', 'export default spindle(async (phase) => ({}));\n'],
  ['next.config.js', 'module.exports = withMDX({ a: 1 });\n', 'module.exports = spindle(withMDX({ a: 1 }));\n'],
])('what Next is configured with is handed to the plugin: %s', async (file, source, expected) => {
  start({ [file]: source });
  const text = await changed(file);
  expect(text).toContain(expected);
  expect(text).toMatch(/@spindle\/unplugin\/next/);
  expect(project.read('package.json')).toContain('"@spindle/unplugin"');
});

test('Next needs no configuration, and gets one', async () => {
  start({ 'package.json': '{ "dependencies": { "next": "16" } }\n' });
  expect(await changed('next.config.mjs')).toBe(
    "import spindle from '@spindle/unplugin/next';\n\nexport default spindle();\n",
  );
});

test('a list on one line stays there, and Oxlint gets the rules', async () => {
  start({
    'tsconfig.json': '{\n  "compilerOptions": {\n    "types": ["vite/client"],\n    /* on */ "strict": true\n  }\n}\n',
    '.oxlintrc.json': '{\n  "$schema": "x",\n  "plugins": ["react", "oxc"]\n}\n',
  });
  expect(await changed('tsconfig.json')).toContain('"types": ["vite/client", "@spindle/runtime/globals"],\n');
  const config = JSON.parse(project.read('.oxlintrc.json')) as object;
  expect(config).toEqual({
    $schema: 'x',
    plugins: ['react', 'oxc'],
    extends: ['./node_modules/@spindle/eslint-plugin/oxlint.json'],
  });
  expect(project.read('.oxlintrc.json')).toContain('"plugins": ["react", "oxc"]\n');
  expect(project.read('package.json')).toContain('"@spindle/eslint-plugin"');
});

test('a line of CommonJS stands below the others, or first', async () => {
  start({
    'webpack.config.js': "const path = require('path');\nconst a = 1;\nmodule.exports = { entry: path.join(a) };\n",
  });
  expect(await changed('webpack.config.js')).toBe(
    "const path = require('path');\nconst { default: spindle } = require('@spindle/unplugin/webpack');\nconst a = 1;\nmodule.exports = { entry: path.join(a), plugins: [spindle()] };\n",
  );
  start({ 'webpack.config.js': 'module.exports = { plugins: [] };\n' });
  expect(await changed('webpack.config.js')).toMatch(
    /^const \{ default: spindle \} = require\('@spindle\/unplugin\/webpack'\);\n\nmodule\.exports = /,
  );
});

test('esbuild gets it where it is called', async () => {
  start({
    'package.json': '{ "devDependencies": { "esbuild": "0.28.2" } }\n',
    'scripts/build.mjs': "import * as esbuild from 'esbuild';\n\nawait esbuild.build({ entryPoints: ['a.js'] });\n",
  });
  const text = await changed('scripts/build.mjs');
  expect(text).toContain("from '@spindle/unplugin/esbuild'");
  expect(text).toContain('plugins: [spindle()]');
});

test('what is written in an unknown way is told, to be done by hand', async () => {
  start({
    'vite.config.js': "import { config } from './shared.js';\nexport default config;\n",
    'package.json': '{ "devDependencies": { "esbuild": "0.28.2" } }\n',
  });
  const { code, out } = await init('--yes');
  expect(code).toBe(0);
  expect(out).toContain(
    "By hand:\n- In `vite.config.js`: `import spindle from '@spindle/unplugin/vite'`, and spindle() first in `plugins`.\n",
  );
  start({ 'package.json': '{ "dependencies": { "esbuild": "0.28.2" } }\n' });
  expect((await init('--yes')).out).toContain(
    "By hand:\n- Where esbuild is called: `import spindle from '@spindle/unplugin/esbuild'`",
  );
});

test.each([
  ['babel.config.js', "module.exports = { presets: ['a'] };\n", "plugins: ['babel-plugin-threads']"],
  ['babel.config.mjs', "export default { plugins: ['b'] };\n", "plugins: ['babel-plugin-threads', 'b']"],
  ['babel.config.json', '{\n  // for tests\n  "plugins": ["b"]\n}\n', '"plugins": ["babel-plugin-threads", "b"]'],
  ['.babelrc', '{\n  "presets": []\n}\n', '"plugins": ["babel-plugin-threads"]'],
  ['package.json', '{\n  "babel": {}\n}\n', '"plugins": ["babel-plugin-threads"]'],
])('without a bundler, Babel compiles: %s', async (file, source, expected) => {
  start({ [file]: source });
  expect(joined(await changed(file))).toContain(expected);
  expect(project.read('package.json')).toContain(`"babel-plugin-threads": "^${version}"`);
});

test('without either, the command compiles', async () => {
  start({ 'src/a.js': '' });
  expect((await init('-y')).out).toMatch(/^Found no bundler and no Babel: `spindle precompile` compiles\.\n/);
  expect(JSON.parse(project.read('package.json'))).toEqual({
    name: 'game',
    dependencies: { '@spindle/runtime': `^${version}` },
    devDependencies: { '@spindle/cli': `^${version}` },
    scripts: { compile: 'spindle precompile "src/**/*.{js,ts}" --out-dir dist --source-maps' },
  });
});

test.each([
  [
    'a list',
    'import js from "@eslint/js";\n\nexport default [js.configs.recommended];\n',
    '[js.configs.recommended, spindle.configs.recommended]',
  ],
  ['defineConfig', 'export default defineConfig([a, b]);\n', '[a, b, spindle.configs.recommended]'],
  ['arguments', 'export default tseslint.config(a, b);\n', '(a, b, spindle.configs.recommended)'],
  ['a name', 'const list = [a];\nexport default list;\n', '[a, spindle.configs.recommended]'],
  ['lines', 'export default [\n  a,\n  b\n];\n', '[a, b, spindle.configs.recommended]'],
  ['CommonJS', 'module.exports = [a];\n', '[a, spindle.configs.recommended]'],
])('ESLint gets the recommended rules last: %s', async (_how, source, expected) => {
  start({ 'eslint.config.js': source });
  expect(joined(await changed('eslint.config.js'))).toContain(expected);
  expect(project.read('package.json')).toContain('"@spindle/eslint-plugin"');
});

describe('types', () => {
  test('are one more in a list of types', async () => {
    start({
      'tsconfig.json': '{\n  "compilerOptions": {\n    // of the bundler\n    "types": ["vite/client"]\n  }\n}\n',
    });
    const text = await changed('tsconfig.json');
    expect(text).toContain('// of the bundler\n');
    expect(text.replaceAll(/\s+/g, '')).toContain('"types":["vite/client","@spindle/runtime/globals"]');
  });

  test('are imported by a file where there is no list', async () => {
    start({ 'tsconfig.json': '{ "include": ["src"] }\n' });
    mkdirSync(path.join(project.folder, 'src'));
    expect(await changed('src/spindle-env.d.ts')).toContain("\nimport '@spindle/runtime/globals';\n");
    expect(project.read('tsconfig.json')).toBe('{ "include": ["src"] }\n');
  });
});

describe('configurations elsewhere', () => {
  const config = "import { defineConfig } from 'vite';\n\nexport default defineConfig({\n  base: './',\n});\n";

  test('those that the scripts of package.json name get the plugin, and no new one is made', async () => {
    start({
      'package.json':
        '{ "scripts": { "dev": "node log.js dev & vite --config vite/config.dev.mjs", "build": "vite build --config=./vite/config.prod.mjs" }, "devDependencies": { "vite": "6" } }\n',
      'vite/config.dev.mjs': config,
      'vite/config.prod.mjs': config.replace('base', 'plugins: [say()],\n  base'),
    });
    expect(await changed('vite/config.dev.mjs')).toContain('plugins: [spindle()]');
    expect(project.read('vite/config.prod.mjs')).toContain('plugins: [spindle(), say()]');
    expect(project.list().filter((name) => name.includes('vite.config'))).toEqual([]);
  });

  test.each([
    ['webpack', 'webpack -c build/dev.js', 'build/dev.js', 'module.exports = {};\n'],
    ['rollup', 'rollup -c rollup/all.mjs', 'rollup/all.mjs', 'export default {};\n'],
    ['vitest', 'vitest run --config "test/unit.ts"', 'test/unit.ts', 'export default {};\n'],
  ])('of %s, too', async (_tool, script, file, text) => {
    start({ 'package.json': `${JSON.stringify({ scripts: { build: script } })}\n`, [file]: text });
    expect(await changed(file)).toContain('plugins: [spindle()]');
  });

  test('those that no script names are found by their names', async () => {
    start({
      'package.json': '{ "scripts": { "dev": "node tools/dev.js" }, "devDependencies": { "vite": "6" } }\n',
      'tools/vite.config.mjs': config,
      'vite/config.prod.mjs': config,
      'node_modules/x/vite/config.mjs': config,
    });
    expect(await changed('tools/vite.config.mjs')).toContain('spindle()');
    expect(project.read('vite/config.prod.mjs')).toContain('spindle()');
    expect(project.read('node_modules/x/vite/config.mjs')).toBe(config);
  });

  test('one that is named and not there is told', async () => {
    start({ 'package.json': '{ "scripts": { "dev": "vite --config made.mjs" } }\n' });
    expect((await init('--yes')).out).toContain(
      'By hand:\n- package.json names `made.mjs` as a configuration of Vite, and there is no such file.',
    );
  });
});

test('a tool that is not asked whether it compiles is named', async () => {
  start({ 'webpack.config.js': 'module.exports = {};\n' });
  expect((await init('--yes')).out).toMatch(/^\d\. Build the game with webpack once: /m);
});

test('Parcel gets a configuration of Babel', async () => {
  start({ 'package.json': '{ "devDependencies": { "parcel": "2" } }\n' });
  expect(JSON.parse(await changed('.babelrc'))).toEqual({ plugins: ['babel-plugin-threads'] });
});

test('an engine gets its adapter, and what connects it is said', async () => {
  start({ 'package.json': '{ "dependencies": { "phaser": "4" } }\n', 'vite.config.js': vite });
  const { out } = await init('--yes');
  expect(out).toMatch(/^Found: Vite \(vite\.config\.js\), Phaser\.\n/);
  expect(out).toContain(
    "Phaser makes time pass: `import { attachSpindle } from '@spindle/engines/phaser'`, and `attachSpindle(this)` in `create()` of each scene",
  );
  expect(out).not.toContain('scheduler.pulse');
  expect(project.read('package.json')).toContain(`"@spindle/engines": "^${version}"`);
});

test('the first file of the page imports the guard', async () => {
  start({
    'vite.config.js': vite,
    'index.html': '<body><script type="module" src="/src/main.ts"></script></body>',
    'src/main.ts': "// The game.\nimport { Game } from './game';\n\nnew Game();\n",
  });
  expect(await changed('src/main.ts')).toBe(
    "// The game.\nimport '@spindle/runtime/globals-guard';\nimport { Game } from './game';\n\nnew Game();\n",
  );
});

describe('when the packages are there, the tools are asked to compile a marked file', () => {
  const packages = new URL('../../../', import.meta.url);
  const babel = fileURLToPath(new URL('../node_modules/@babel/core', packages));

  test('what does is said to', async () => {
    start({ 'babel.config.json': '{ "plugins": ["babel-plugin-threads"] }' });
    project.link('@babel/core', babel);
    project.link('@spindle/runtime', fileURLToPath(new URL('runtime', packages)));
    project.link('babel-plugin-threads', fileURLToPath(new URL('babel-plugin-threads', packages)));
    const { code, out } = await init('--yes');
    expect(out).toContain('Checked: Babel compiles a marked file.\n');
    expect(code).toBe(0);
  }, 60_000);

  test('what does not is said not to, with exit code 1', async () => {
    start({ 'babel.config.js': 'module.exports = { only: ["other"], plugins: ["babel-plugin-threads"] };\n' });
    project.link('@babel/core', babel);
    project.link('@spindle/runtime', fileURLToPath(new URL('runtime', packages)));
    const { code, out } = await init('--yes');
    expect(out).not.toContain('Checked');
    expect(code).toBe(0);
    project.link('babel-plugin-threads', fileURLToPath(new URL('babel-plugin-threads', packages)));
    const again = await init('--yes');
    expect(again.out).toMatch(/^Babel does NOT compile a marked file: /m);
    expect(again.code).toBe(1);
  }, 60_000);
});

test('a folder without package.json is said to have none', async () => {
  project = new Project({});
  const { code, text } = await init('--yes');
  expect([code, text]).toEqual([
    1,
    expect.stringContaining('has no package.json. Run the command in the folder of a project'),
  ]);
});

test('what cannot be written is named', async () => {
  start({ src: 'a file', 'tsconfig.json': '{}' });
  mkdirSync(path.join(project.folder, 'spindle-env.d.ts'));
  const { code, text } = await init('--yes');
  expect([code, text]).toEqual([1, expect.stringContaining('`spindle-env.d.ts` cannot be written: ')]);
});
