/** A browser and a server for the tests of one file. The pages contain what `tsc -b` and `spindle precompile` built. */
import path from 'node:path';
import { launch, openPage } from './browser.js';
import { serve } from './server.js';

export const root = path.join(import.meta.dirname, '../..');
export const built = path.join(root, 'build/e2e');

const folders = {
  '/runtime/': path.join(root, 'packages/runtime/dist'),
  '/inspector/': path.join(root, 'packages/inspector/dist'),
  '/chrome/': path.join(root, 'packages/inspector/chrome'),
  '/modules/': path.join(root, 'node_modules'),
  '/examples/': path.join(built, 'examples'),
  '/scripts/': path.join(built, 'scripts'),
  '/scripts-frames/': path.join(built, 'scripts-frames'),
  '/classic/': path.join(built, 'classic'),
  '/pixi/': path.join(root, 'e2e/node_modules/pixi.js/dist'),
  '/packages/page/': path.join(root, 'packages/page'),
  '/build/e2e/': built,
  '/engines/': path.join(root, 'packages/engines/dist'),
  '/games/': path.join(built, 'games'),
  '/games-saves/': path.join(built, 'games-saves'),
  '/saved/': path.join(built, 'saved'),
  '/stage/': path.join(built, 'stage'),
  '/': path.join(root, 'e2e/pages'),
};

/** Starts a browser and a server. `open(page)` loads a page of `e2e/pages`, which stand at `origin`, after `prepare(page)`. The game engines are those of the folder `engines`. */
export async function openStage(answers, { engines = 'engines' } = {}) {
  const installed = { '/engine/': path.join(root, 'e2e', engines, 'node_modules') };
  const [browser, server] = await Promise.all([launch(), serve({ ...installed, ...folders }, answers)]);
  return {
    origin: server.origin,
    open: (name, prepare) => openPage(browser.context, `${server.origin}/${name}`, prepare),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
