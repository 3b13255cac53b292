/** Scripts in components of Vue and Svelte, and in modules that Svelte compiles. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import spindle from '@spindle/unplugin/vite';
import vue from '@vitejs/plugin-vue';
import { createLogger, createServer } from 'vite';
import { writeGame } from './game.js';

const walk = (type = '') => `// @compile
function walk()${type} {
  wait(100);
}
`;

const FILES = {
  'Plain.vue': `<template><p @click="walk">go</p></template>\n<script setup>\n${walk()}</script>\n`,
  'Typed.vue': `<script setup lang="ts">\n${walk(': void')}</script>\n<template><p @click="walk">go</p></template>\n`,
  'Forgotten.vue': `<script setup>\nfunction walk() {\n  wait(100);\n}\n</script>\n<template><p @click="walk">go</p></template>\n`,
  'Forgotten.svelte': `<script>\nfunction walk() {\n  wait(100);\n}\n</script>\n<button onclick={walk}>go</button>\n`,
  'Wrong.vue': `<template><p>go</p></template>\n<script setup>\n// @compile\nasync function walk() {}\n</script>\n`,
  'Quiet.vue': `<script setup>\nimport { walk } from './walk.js';\n</script>\n<template><p @click="walk">go</p></template>\n`,
  'Plain.svelte': `<script>\n${walk()}</script>\n<button onclick={walk}>go</button>\n`,
  'Typed.svelte': `<script lang="ts">\n${walk(': void')}</script>\n<button onclick={walk}>go</button>\n`,
  'Quiet.svelte': `<script>\nimport { walk } from './walk.js';\n</script>\n<button onclick={walk}>go</button>\n`,
  'walk.js': `export ${walk().replace('// @compile\n', '')}`.replace('export', '// @compile\nexport'),
  'state.svelte.js': `export const state = $state({ said: '' });\n${walk()}`,
};

describe('components', () => {
  let server;
  let told;
  before(async () => {
    told = [];
    const root = writeGame('components', FILES);
    symlinkSync(path.join(import.meta.dirname, 'node_modules'), path.join(root, 'node_modules'));
    const note = (text) => told.push(text);
    server = await createServer({
      root,
      configFile: false,
      customLogger: { ...createLogger('silent'), warn: note, warnOnce: note, error: note },
      server: { middlewareMode: true, ws: false },
      plugins: [vue(), svelte(), spindle()],
    });
  });
  after(() => server.close());

  const about = (file) => told.filter((text) => text.includes('SPN423') && text.includes(file));

  for (const [file, line] of [
    ['Plain.vue', 5],
    ['Typed.vue', 4],
    ['Plain.svelte', 4],
    ['Typed.svelte', 4],
    ['state.svelte.js', 4],
  ])
    test(`${file} is compiled where it stands, and the map leads to its line`, async () => {
      const { code, map } = await server.transformRequest(`/${file}`);
      const at = code.split('\n').findIndex((text) => /yield\s*wait\(100\)/.test(text));
      assert.notEqual(at, -1, code);
      const column = code.split('\n')[at].indexOf('wait(');
      assert.equal(originalPositionFor(new TraceMap(map), { line: at + 1, column }).line, line);
      assert.deepEqual(about(file), []);
    });

  for (const file of ['Forgotten.vue', 'Forgotten.svelte'])
    test(`${file}: a forgotten mark is told with its place`, async () => {
      const { code } = await server.transformRequest(`/${file}`);
      assert.doesNotMatch(code, /yield/);
      assert.match(about(file)[0], /nothing in this file is marked[^]*> 3 \| +wait\(100\)/);
    });

  test('an error in a script of a component has its place there', async () => {
    await assert.rejects(server.transformRequest('/Wrong.vue'), ({ message, loc }) => {
      assert.match(message, /SPN101/);
      assert.equal(loc.line, 4);
      return true;
    });
  });

  test('a component without a mark stays as it is, and the script beside it is compiled', async () => {
    for (const file of ['Quiet.vue', 'Quiet.svelte']) {
      await server.transformRequest(`/${file}`);
      assert.deepEqual(about(file), []);
    }
    assert.match((await server.transformRequest('/walk.js')).code, /yield wait\(100\)/);
  });
});
