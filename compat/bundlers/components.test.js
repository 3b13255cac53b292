/** Scripts in components of Vue and Svelte: they are not compiled, and that is told. Scripts beside them are. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
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
  'Caller.vue': `<script setup>\nimport { walk } from './walk.js';\n// @compile\nfunction go(hero) {\n  hero.walk();\n  walk();\n}\n</script>\n<template><p @click="go">go</p></template>\n`,
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
    test(`${file}: the word that waits is named once, with its code frame`, async () => {
      const { code } = await server.transformRequest(`/${file}`);
      assert.doesNotMatch(code, /yield/);
      await server.transformRequest(`/${file}`, { ssr: true });
      const [text, ...others] = about(file);
      const type = /\.\w+(?:\.js)?$/.exec(file)[0];
      assert.match(text, new RegExp(`Scripts are not compiled in a \`${type.replaceAll('.', '\\.')}\` file\\.`));
      assert.match(text, new RegExp(`> ${line} \\| +wait\\(100\\)`));
      assert.deepEqual(others, []);
    });

  test('a marked function without a word that waits is told too', async () => {
    await server.transformRequest('/Caller.vue');
    assert.equal(about('Caller.vue').length, 1);
    assert.match(about('Caller.vue')[0], /Caller\.vue:4/);
  });

  test('a component that imports its scripts is told nothing, and they are compiled', async () => {
    for (const file of ['Quiet.vue', 'Quiet.svelte']) {
      await server.transformRequest(`/${file}`);
      assert.deepEqual(about(file), []);
    }
    assert.match((await server.transformRequest('/walk.js')).code, /yield wait\(100\)/);
  });
});
