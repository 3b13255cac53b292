/** The unplugin in each bundler: `npm run compat -- bundlers`. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { bundlers, bun } from './bundlers.js';
import { GAME, run, THROWN_AT, UNMARKED, writeGame, WRONG } from './game.js';

const PLAYED = ['turn 0 3', 'turn 1 3'];
/** It needs a newer Node. */
const needsNode22 = new Set(['Rolldown with its Babel plugin']);
const isOld = process.versions.node.startsWith('20.');

/** They look at the text before they call a plugin, and in Rolldown and Vite 8 that is not JavaScript. */
const FILTERS_BY_ITSELF = new Set(['Vite 8', 'Vite 7', 'Rolldown', 'Rollup']);
/** The game, one file that only speaks of a wait, and twenty others. */
const plain = Array.from({ length: 20 }, (_, i) => [`src/plain${i}.ts`, `export const number${i}: number = ${i};\n`]);
const COUNTED = {
  ...GAME,
  ...Object.fromEntries(plain),
  'src/word.ts': `export const word: string = 'no wait(20) here';\n`,
  'src/main.ts': `${plain.map((_, i) => `import { number${i} } from './plain${i}';\n`).join('')}import { word } from './word';
console.log(word, ${plain.map((_, i) => `number${i}`).join(' + ')});
${GAME['src/main.ts']}`,
};
const COUNTED_FILES = new Set(Object.keys(COUNTED).map((file) => path.basename(file)));

for (const [name, build] of Object.entries(bundlers)) {
  describe(name, { skip: isOld && needsNode22.has(name) }, () => {
    test('compiles TypeScript, tells nothing, runs, and maps an error to its line', async () => {
      const { file, told } = await build(writeGame(name, GAME), {});
      assert.deepEqual(told.join('').match(/SPN\d+|directive|warning/gi), null, told.join('\n'));
      const { lines, thrown, stdout, stderr, map } = run(file);
      assert.deepEqual(lines, PLAYED, stdout + stderr);
      assert.equal(thrown.source, 'scene.ts');
      // The bundler of Bun does not read the maps of plugins: its own leads to the compiled code.
      if (name !== 'Bun') assert.equal(thrown.line, THROWN_AT);
      checkIgnored(name, map);
    });

    test('says where the errors are, with the code', async () => {
      await assert.rejects(build(writeGame(`${name} wrong`, WRONG), {}), (error) => {
        const text = [error.message, error.frame, ...(error.errors ?? []).map((one) => one.text)].join('\n');
        assert.match(text, /\[SPN101\]/);
        assert.match(text, /> 13 \| export async function breakDown/);
        return true;
      });
    });

    if (FILTERS_BY_ITSELF.has(name))
      test('hands the plugin only files with a mark, a word that waits or an import of the runtime', async () => {
        const reached = [];
        const count = (plugin) => {
          const { handler, ...rest } = plugin.transform;
          const counted = function (code, id, ...more) {
            reached.push(path.basename(id));
            return handler.call(this, code, id, ...more);
          };
          return { ...plugin, transform: { ...rest, handler: counted } };
        };
        const folder = writeGame(`${name} counted`, COUNTED);
        assert.deepEqual(run((await build(folder, { wrap: count })).file).lines, PLAYED);
        const ofGame = reached.filter((file) => COUNTED_FILES.has(file));
        assert.deepEqual(ofGame.sort(), ['main.ts', 'scene.ts', 'word.ts']);
      });

    if (name !== 'Rolldown with its Babel plugin')
      test('says that a mark is missing, at the build', async () => {
        const { told } = await build(writeGame(`${name} unmarked`, UNMARKED), {});
        assert.match(told.join('\n'), /`wait` waits, and nothing in this file is marked.*\[SPN423\]/);
        assert.match(told.join('\n'), /> +7 \| +wait\(20\)/);
        // esbuild has the place beside the text.
        if (name !== 'esbuild') assert.match(told.join('\n'), /src\/scene\.ts(?::7:5| \(7:4\))/);
      });

    test('says that the plugin is missing, when the game runs with the guard', async () => {
      const main = `import '@spindle/runtime/globals-guard';\n${GAME['src/main.ts']}`;
      const { file } = await build(writeGame(`${name} alone`, { ...GAME, 'src/main.ts': main }), { noPlugin: true });
      const { stdout, stderr } = run(file);
      // A bundler that builds for production takes the runtime without its sentences.
      assert.match(
        stdout + stderr,
        /`wait` is a word of scripts, and this file was not compiled|SPN532 \{"word":"wait"\}: see http/,
      );
    });

    test('compiles nothing twice in two passes', async () => {
      const folder = writeGame(`${name} first`, GAME);
      const { file } = await build(folder, {});
      const { readFileSync } = await import('node:fs');
      const once = readFileSync(file, 'utf8').replace(/\/\/# sourceMappingURL=.*/, '');
      const again = await build(writeGame(`${name} second`, { 'src/main.ts': `// @ts-nocheck\n${once}` }), {});
      assert.deepEqual(run(again.file).lines, PLAYED);
    });
  });
}

/** Their maps have no ignore list, as the README of the unplugin says. */
const WITHOUT_IGNORE_LIST = new Set(['esbuild', 'Farm', 'Bun']);

/** The runtime stands outside of `node_modules` here, by a link. */
function checkIgnored(name, { sources, ignoreList, x_google_ignoreList: older }) {
  const list = ignoreList ?? older;
  const runtime = sources.filter((source) => source.includes('packages/runtime/'));
  if (WITHOUT_IGNORE_LIST.has(name)) {
    assert.equal(list, undefined, 'It has one now: let the README of the unplugin say so.');
    // The path is what a debugger's own rule for `node_modules` needs.
    return assert.equal(runtime.length > 10, name !== 'Farm');
  }
  // The preset of the Babel plugin is no plugin of the bundler, whose own rule for `node_modules` holds.
  if (name === 'Rolldown with its Babel plugin') return;
  const ignored = new Set((list ?? []).map((index) => sources[index]));
  assert.ok(runtime.length > 10);
  assert.deepEqual(
    runtime.filter((source) => !ignored.has(source)),
    [],
  );
  assert.deepEqual(
    [...ignored].filter((source) => source.includes('scene')),
    [],
  );
}

test('Bun is there', () => assert.ok(bun));
