/** Hot updates in webpack and Rspack: a bundle that runs here, and is built again while it does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { watch } from './watch.js';

const FILES = {
  'package.json': '{}',
  'src/main.js': `import { scheduler } from '@spindle/runtime';
import { Guard, patrol } from './scene.js';
import './names.js';
export const guard = new Guard();
export { patrol, scheduler };
export const update = () => import.meta.webpackHot?.check(true);
`,
  'src/scene.js': `// @compile
export class Guard {
  said = [];
  say(word) {
    this.said.push('old ' + word);
    wait(30);
    this.said.push('old end');
  }
}
// @compile
export function patrol(guard) {
  guard.say('patrol');
}
`,
  'src/names.js': `// @compile
export function name() {
  return 'Robin';
}
`,
};

/** A bundle that runs here. */
async function run(bundler, name, options) {
  const watched = await watch(bundler, name, FILES, options);
  const file = path.join(watched.folder, 'out.js');
  return { ...watched, file, game: createRequire(import.meta.url)(file) };
}

for (const bundler of ['webpack', 'rspack'])
  describe(bundler, () => {
    let hot;
    let told;
    const { info, error } = console;
    before(async () => {
      told = [];
      console.info = console.error = (text) => told.push(String(text));
      hot = await run(bundler, 'updates');
    });
    after(() => {
      Object.assign(console, { info, error });
      return hot.close();
    });
    const pulse = (count) => {
      for (let frame = 0; frame < count; frame++) hot.game.scheduler.pulse(16);
    };

    test('who waits goes on in the old code, and the next call runs the new one, methods of live objects included', async () => {
      const { game } = hot;
      game.patrol(game.guard);
      assert.equal(await hot.edit('src/scene.js', (code) => code.replaceAll('old ', 'new ')), '');
      assert.deepEqual(
        (await game.update()).filter((id) => /src/.test(id)),
        ['./src/scene.js'],
      );
      game.patrol(game.guard);
      game.guard.say('hey');
      pulse(4);
      assert.deepEqual(game.guard.said, ['old patrol', 'new patrol', 'new hey', 'old end', 'new end', 'new end']);
      assert.match(
        told.join('\n'),
        /new code of .*src\/scene\.js\. These threads go on in the old code to its end:\n {2}Thread #\d+ say of Guard/,
      );
    });

    test('a second update reaches what came from the first version', async () => {
      const { game } = hot;
      game.guard.said.length = 0;
      await hot.edit('src/scene.js', (code) => code.replaceAll('new ', 'newer '));
      await game.update();
      game.patrol(game.guard);
      assert.deepEqual(game.guard.said, ['newer patrol']);
      pulse(4);
    });

    test('after an error the game goes on with the code that it has, and the next version arrives', async () => {
      const { game } = hot;
      game.guard.said.length = 0;
      assert.match(await hot.edit('src/scene.js', (code) => code.replace('say(', 'say((')), /SPN422/);
      await game.update();
      assert.match(told.join('\n'), /Module parse failed/);
      game.patrol(game.guard);
      pulse(4);
      assert.equal(
        await hot.edit('src/scene.js', (code) => code.replace('say((', 'say(').replaceAll('newer', 'mended')),
        '',
      );
      await game.update();
      game.patrol(game.guard);
      pulse(4);
      assert.deepEqual(game.guard.said, ['newer patrol', 'newer end', 'mended patrol', 'mended end']);
    });

    test('with frames, who waits goes on in the new code, and what cannot is told with its reason', async () => {
      const { game, edit, close } = await run(bundler, 'frames', { target: 'frames' });
      game.patrol(game.guard);
      await edit('src/scene.js', (code) => code.replaceAll('old ', 'new '));
      await game.update();
      told.length = 0;
      game.scheduler.pulse(16);
      game.scheduler.pulse(16);
      game.patrol(game.guard);
      await edit('src/scene.js', (code) => code.replace('wait(30);', '').replace('new end', 'newer end'));
      await game.update();
      game.scheduler.pulse(100);
      assert.deepEqual(game.guard.said, ['old patrol', 'new end', 'new patrol', 'new end']);
      assert.match(
        told.join('\n'),
        /old code to its end:\n {2}`say` \(thread #\d+\): it waited in .*src\/scene\.js#Guard\.say at `wait\(30\);`, and there is no such statement/,
      );
      await close();
    });

    for (const [what, file, change] of [
      ['whose mark is removed', 'src/names.js', (code) => code.replace('// @compile', '')],
      ['that gets state', 'src/scene.js', (code) => `${code}let count = 0;\n`],
      ['of which a field changes', 'src/scene.js', (code) => code.replace('said = [];', 'said = [1];')],
    ])
      test(`a module ${what} is not updated: webpack says so, and its client loads the page anew`, async () => {
        const other = await run(bundler, what);
        assert.equal(await other.edit(file, change), '');
        await assert.rejects(other.game.update(), /Aborted because .* is not accepted/);
        await other.close();
      });

    test('without the plugin for hot updates the bundle has nothing of them', async () => {
      const other = await run(bundler, 'no updates', { isHot: false });
      assert.doesNotMatch(readFileSync(other.file, 'utf8'), /runtime\/dist\/hot\.js/);
      await other.close();
    });
  });
