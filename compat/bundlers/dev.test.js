/** The dev server of Vite: what a page gets, and what is told where. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import spindle from '@spindle/unplugin/vite';
import { GAME, UNMARKED, writeGame, WRONG } from './game.js';

const servers = [];
after(() => Promise.all(servers.map((server) => server.close())));

async function serve(vite, name, files) {
  const { createLogger, createServer } = await import(vite);
  const told = [];
  const note = (text) => told.push(text);
  const root = writeGame(`${vite} serves ${name}`, {
    ...files,
    'index.html': '<script type="module" src="/src/main.ts"></script>',
  });
  const server = await createServer({
    root,
    configFile: false,
    customLogger: { ...createLogger('silent'), warn: note, warnOnce: note, error: note },
    server: { middlewareMode: true, ws: false, hmr: { port: 0 } },
    plugins: [spindle()],
  });
  servers.push(server);
  return { server, root, told };
}

for (const vite of ['vite', 'vite7']) {
  describe(vite, () => {
    test('serves compiled code with its source map, and has prepared the runtime', async () => {
      const { server, told } = await serve(vite, 'a game', GAME);
      const { code, map } = await server.transformRequest('/src/scene.ts');
      const line = code.split('\n').findIndex((text) => text.includes('yield wait(20)')) + 1;
      const column = code.split('\n')[line - 1].indexOf('wait(20)');
      const { source, line: original } = originalPositionFor(new TraceMap(map), { line, column });
      assert.deepEqual([path.basename(source), original], ['scene.ts', 7]);
      assert.match(code, /from "\/[^"]*\/deps\/@spindle_runtime\.js\?v=/);
      assert.match(code, /from "\/[^"]*\/deps\/@spindle_runtime_abi\.js\?v=/);
      assert.equal(code.includes('console.warn'), false);
      assert.deepEqual(told, []);
      const ignores = server.config.server.sourcemapIgnoreList;
      const runtime = path.join(import.meta.dirname, '../../packages/runtime/dist/index.js');
      assert.deepEqual(
        [ignores(runtime, '/a/b.js.map'), ignores('/game/src/scene.ts', '/game/src/scene.ts')],
        [true, false],
      );
    });

    test('an error has its place, code frame and file, for the overlay', async () => {
      const { server } = await serve(vite, 'what is wrong', WRONG);
      await assert.rejects(server.transformRequest('/src/scene.ts'), (error) => {
        assert.match(error.message, /\[SPN101\]/);
        assert.match(error.frame, /> 13 \| export async function breakDown/);
        assert.deepEqual([path.basename(error.loc.file), error.loc.line], ['scene.ts', 13]);
        assert.equal(path.basename(error.id), 'scene.ts');
        assert.equal(error.plugin, 'spindle');
        return true;
      });
    });

    test('a file without a mark is told on the terminal and, before its own code, in the console of the page', async () => {
      const { server, told } = await serve(vite, 'an unmarked game', UNMARKED);
      const { code } = await server.transformRequest('/src/scene.ts');
      assert.match(told.join('\n'), /`wait` waits, and nothing in this file is marked.*\[SPN423\]/);
      assert.match(told.join('\n'), /> +7 \| +wait\(20\)/);
      assert.equal(told.join('\n').match(/> +7 \|/g).length, 1);
      const [statement] = /console\.warn\((".*?[^\\]")\)/.exec(code);
      assert.ok(code.indexOf(statement) < code.indexOf('function opening'));
      assert.match(statement, /^console\.warn\("\[spindle\] .*scene\.ts:7:5: `wait` waits/);
    });

    test('the mark is set, and the page gets the compiled module', async () => {
      const { server, root } = await serve(vite, 'an edit', UNMARKED);
      assert.doesNotMatch((await server.transformRequest('/src/scene.ts')).code, /yield wait/);
      const file = path.join(root, 'src/scene.ts');
      writeFileSync(file, GAME['src/scene.ts']);
      server.moduleGraph.onFileChange(file);
      const { code } = await server.transformRequest('/src/scene.ts');
      assert.match(code, /yield wait\(20\)/);
      assert.doesNotMatch(code, /SPN423/);
    });

    test('a module of scripts alone is updated while the game runs, but in Node it is not', async () => {
      const { server } = await serve(vite, 'an update', GAME);
      const { code } = await server.transformRequest('/src/scene.ts');
      assert.match(code, /import\.meta\.hot\.accept\(\)/);
      assert.match(code, /deps\/@spindle_runtime_hot\.js/);
      const inNode = await server.transformRequest('/src/scene.ts', { ssr: true });
      assert.match(inNode.code, /yield/);
      assert.doesNotMatch(inNode.code, /acceptHotUpdate/);
    });

    test('the text of a script stays as it is: `?raw`', async () => {
      const { server } = await serve(vite, 'a text', GAME);
      assert.doesNotMatch((await server.transformRequest('/src/scene.ts?raw')).code, /yield/);
    });
  });
}
