/** A game of `games/`, built, in a page. Its `window.game` stops the engine's own loop, so that a test makes the frames. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { launch, openPage } from './browser.js';
import { serve } from './server.js';
import { built, root } from './stage.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The browser says how fast a page draws in software. */
const isOfGame = (line) => !/GL Driver Message/.test(line);

/** Starts a browser with touch, and a server of the game as it is built in `folder`. `open({ width, height })` loads the game and stops it. */
export async function openGame(name, folder = path.join(root, 'games', name)) {
  const [browser, server] = await Promise.all([launch({ hasTouch: true }), serve({ '/': path.join(folder, 'dist') })]);
  return {
    async open(size = { width: 1280, height: 720 }) {
      const opened = await openPage(browser.context, 'about:blank');
      await opened.page.setViewportSize(size);
      await opened.page.goto(`${server.origin}/`);
      const opening = player(name, opened);
      await opening.isReady();
      return opening;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Tab, until the element with that id has the focus. */
export async function tabTo(page, id) {
  const focused = () => page.evaluate(() => document.activeElement.id);
  for (let times = 0; times < 10 && (await focused()) !== id; times++) await page.keyboard.press('Tab');
  assert.equal(await focused(), id);
}

function player(name, { page, lines, errors }) {
  return {
    page,
    /** The game has begun, and its own loop stands still. */
    async isReady() {
      await page.waitForFunction(() => window.game?.isReady === true);
      await page.evaluate(() => window.game.stop());
    },
    /** Plays frames of `ms` milliseconds. Only the last is drawn. Before each, `decide(game, memory)` runs in the page. Gives what `game.state()` says at the end. */
    play: (frames, { ms = 50, decide = () => undefined, plan = null } = {}) =>
      page.evaluate(
        ([count, step, text, given]) => {
          // oxlint-disable-next-line typescript/no-implied-eval -- a function of the test
          const act = new Function(`return ${text}`)();
          const memory = { plan: given };
          for (let i = 0; i < count; i++) {
            act(window.game, memory);
            window.game.step(step, i === count - 1);
          }
          return window.game.state();
        },
        [frames, ms, decide.toString(), plan],
      ),
    /** No error, and nothing on the console. */
    isQuiet: () => assert.deepEqual({ lines: lines.filter(isOfGame), errors }, { lines: [], errors: [] }),
    /**
     * What axe-core finds, in all of the page or in a part of it: beside the inspector it no longer takes the picture of the game for a dialog, and a game that
     * is played has no heading.
     */
    async isAccessible(part = 'html') {
      await page.evaluate(axe);
      const { violations } = await page.evaluate((selector) => window.axe.run(selector), part);
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      assert.deepEqual(found, []);
    },
    async picture(part) {
      mkdirSync(built, { recursive: true });
      await page.screenshot({ animations: 'disabled', path: path.join(built, `${name}-${part}.png`) });
    },
  };
}
