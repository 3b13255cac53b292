/** Hot updates of webpack and Rspack in a real page: who waits goes on in the new text, and what cannot stands on the page with its reason. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { findChromium, HOW_TO_GET_IT } from '../../e2e/harness/chromium.js';
import { serve } from '../../e2e/harness/server.js';
import { watch } from './watch.js';

const FILES = {
  'package.json': '{}',
  'src/main.js': `import { scheduler } from '@spindle/runtime';
import { Guard, patrol } from './scene.js';
window.game = { guard: new Guard(), patrol, scheduler, update: () => import.meta.webpackHot.check(true) };
`,
  'src/scene.js': `// @compile
export class Guard {
  said = [];
  rounds = 0;
  walk(word) {
    const before = 'from ' + word;
    wait(30);
    this.said.push('old ' + before);
  }
}
// @compile
export function patrol(guard, word) {
  guard.walk(word);
  guard.rounds++;
}
`,
};

const executablePath = findChromium();
if (executablePath === undefined) console.error(HOW_TO_GET_IT);

const PAGE = '<!doctype html><meta charset="utf-8" /><script src="/out.js"></script>';
const answers = {
  '/index.html': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
};

for (const bundler of ['webpack', 'rspack'])
  describe(bundler, { skip: executablePath === undefined }, () => {
    test('an edited script that waits goes on in its new lines; one whose wait is gone stands on the page', async (t) => {
      const { folder, edit, close } = await watch(bundler, 'page', FILES, { target: 'frames', where: 'web' });
      const server = await serve({ '/': folder }, answers);
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      t.after(async () => {
        await browser.close();
        await server.close();
        await close();
      });
      const page = await browser.newPage();
      const told = [];
      page.on('console', (message) => told.push(message.text()));
      page.on('pageerror', (error) => told.push(String(error)));
      await page.goto(server.origin);
      const update = async (change) => {
        assert.equal(await edit('src/scene.js', change), '');
        await page.evaluate(() => window.game.update());
      };
      const play = (words) =>
        page.evaluate((all) => {
          for (const word of all) window.game.patrol(window.game.guard, word);
          window.game.scheduler.pulse(10);
        }, words);
      const end = () =>
        page.evaluate(() => {
          for (let i = 0; i < 10; i++) window.game.scheduler.pulse(10);
          return [window.game.guard.said, window.game.guard.rounds];
        });
      await play(['the gate']);
      await update((code) => code.replace("'old '", "'new '"));
      assert.deepEqual(await end(), [['new from the gate'], 1], told.join('\n'));
      await play(['the tower']);
      await update((code) => code.replace('    wait(30);\n', ''));
      const note = page.getByText(/old code to its end/);
      await note.waitFor();
      assert.match(
        await note.innerText(),
        /`walk` \(thread #\d+\): it waited in .*scene\.js#Guard\.walk at `wait\(30\);`, and there is no such statement/,
      );
      const shots = process.env.HOT_SHOTS;
      if (shots) await page.screenshot({ path: path.join(shots, `${bundler}.png`) });
      assert.deepEqual(await end(), [['new from the gate', 'new from the tower'], 2], told.join('\n'));
    });
  });
