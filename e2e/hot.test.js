/** Hot updates of a new game, in the dev servers of Vite: its files are edited while the figures walk and talk. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { launch } from './harness/browser.js';
import { playNewGame } from './harness/new-game.js';
import { built } from './harness/stage.js';

const FIGURE = 'src/figure.ts';
const OPENING = 'src/opening.ts';

for (const vite of ['vite', 'vite7'])
  test.describe(vite, () => {
    // Each begins where the one before has ended.
    test.describe.configure({ mode: 'serial' });
    let browser;
    let game;
    let page;
    test.beforeAll(async () => {
      browser = await launch();
      game = await playNewGame(browser.context, vite);
      ({ page } = game);
      mkdirSync(path.join(built, 'hot/pictures'), { recursive: true });
    });
    test.afterAll(async () => {
      await browser.close();
      await game.close();
    });

    const picture = (name) =>
      page.screenshot({
        path: path.join(built, `hot/pictures/${vite} ${name}.png`),
      });
    const words = (who) => page.evaluate((name) => window.game[name].words, who);
    /** Plays frames until somebody says something, ten seconds at most. */
    async function says(who, text) {
      const play = async ([name, said]) => {
        for (let left = 600; left > 0 && window.game[name].words !== said; left--) await window.passFrames(1);
        return window.game[name].words;
      };
      assert.equal(await page.evaluate(play, [who, text]), text);
    }
    const mark = () => page.evaluate(() => void (window.isOldPage = true));
    const isOldPage = () => page.evaluate(() => window.isOldPage === true);
    const updates = () => game.lines.filter((line) => line.startsWith('info: Spindle: new calls'));
    /** Edits a file, and waits for the line of the console. */
    async function update(file, from, to) {
      const count = updates().length;
      game.replace(file, from, to);
      return game.until(() => updates()[count]);
    }
    async function reloads(edit) {
      await mark();
      edit();
      // The frames of the page come only when they are asked for.
      await page.waitForFunction(() => window.game !== undefined && window.isOldPage !== true, null, { polling: 20 });
    }

    test('who waits goes on in the old code, and the next call runs the new one, in the same page', async () => {
      await says('hero', 'Good morning!');
      await mark();
      const line = await update(
        FIGURE,
        "words;\n    this.wait(600 + words.length * 40);\n    this.words = ''",
        (text) => text.replace('words;', 'words.toUpperCase();').replace("''", "'…'"),
      );
      // The figure says the old words to the end of the wait, and then nothing, as the old code has it.
      assert.equal(await words('hero'), 'Good morning!');
      await says('guard', 'GOOD MORNING. WHERE TO?');
      assert.equal(await words('hero'), '');
      await says('guard', '…');
      assert.equal(await isOldPage(), true);
      assert.match(
        line,
        /new code of build\/e2e\/hot\/vite7?-generators\/src\/figure\.ts\. These threads go on in the old code to its end:\n +Thread #\d+ say of Figure, priority 0, sleeping: wait\(1120\), since frame \d+$/,
      );
    });

    test('plain code that calls a live object runs the new code too', async () => {
      await update(FIGURE, 'toUpperCase()', "toUpperCase() + '!'");
      await page.evaluate(() => void window.game.guard.say('you'));
      await says('guard', 'YOU!');
    });

    test('an error stands in the overlay with its code frame and code, and goes with it', async () => {
      game.replace(FIGURE, 'toUpperCase()', 'toUpperCase(');
      const overlay = page.locator('vite-error-overlay');
      await overlay.waitFor();
      assert.match(await overlay.locator('.message-body').innerText(), /\[SPN422\]/);
      assert.match(await overlay.locator('.frame').innerText(), /> 23 \| +this\.words = words\.toUpperCase\( \+ '!';/);
      assert.match(await overlay.locator('.file').innerText(), /src\/figure\.ts:23:\d+/);
      await picture('overlay');
      assert.match(game.told.join('\n'), /\[SPN422\][^]*> 23 \| +this\.words = words\.toUpperCase\(/);
      await update(FIGURE, "toUpperCase( + '!'", 'toUpperCase()');
      await overlay.waitFor({ state: 'detached' });
      assert.equal(await isOldPage(), true);
    });

    test('an error of the compiler stands there too', async () => {
      game.replace(FIGURE, '  say(', '  // @compile\n  async say(');
      const overlay = page.locator('vite-error-overlay');
      await overlay.waitFor();
      assert.match(await overlay.locator('.message-body').innerText(), /cannot be async.*\[SPN101\]/);
      assert.match(await overlay.locator('.frame').innerText(), /> 23 \| +async say\(words: string\): void \{/);
      await update(FIGURE, '  // @compile\n  async say(', '  say(');
      await overlay.waitFor({ state: 'detached' });
      assert.equal(await isOldPage(), true);
    });

    test('what a script throws and nothing catches stands there too, with its line and its call', async () => {
      const fault = '    this.words.at(-1)!.door.open();\n';
      await update(FIGURE, '    this.wait(', `${fault}    this.wait(`);
      await page.evaluate(() => void window.game.guard.say('hey'));
      await page.evaluate(() => window.passFrames(400));
      const overlay = page.locator('vite-error-overlay');
      await overlay.waitFor();
      assert.match(
        await overlay.locator('.message-body').innerText(),
        /^TypeError: [^]*reading 'open'[^]*In the call: say\((?:hey|.*")\)/,
      );
      assert.match(await overlay.locator('.frame').innerText(), /> \d+ \| +this\.words\.at\(-1\)!\.door\.open\(\);/);
      assert.match(await overlay.locator('.file').innerText(), /^src\/figure\.ts, line \d+$/);
      assert.doesNotMatch(await overlay.locator('.stack').innerText(), /node_modules/);
      await picture('thrown');
      await page.keyboard.press('Escape');
      await overlay.waitFor({ state: 'detached' });
      assert.match(game.errors.splice(0).join('\n'), /reading 'open'/);
      await update(FIGURE, fault, '');
    });

    test('a warning stands on the terminal and in the console of the page, with its code frame', async () => {
      await update(FIGURE, '    this.words = words.to', '    this.x += Math.random();\n    this.words = words.to');
      const text = /figure\.ts:23:15: [^]*\[SPN603\]\n[^]*> 23 \| +this\.x \+= Math\.random\(\);\n +\| +\^/;
      const said = await game.until(() => game.lines.find((line) => line.startsWith('warning: [spindle]')));
      assert.match(said, text);
      assert.match(game.told.join('\n'), /\[SPN603\][^]*> 23 \| +this\.x \+= Math\.random\(\);/);
      await update(FIGURE, '    this.x += Math.random();\n', '');
    });

    test('a new method is there for live objects, and one that is gone is not', async () => {
      const method = '  shout(words: string): void {\n    this.say(`${words}!!!`);\n  }\n}';
      await update(FIGURE, /\}\s*$/, method);
      await page.evaluate(() => void window.game.hero.shout('hey'));
      await says('hero', 'HEY!!!');
      await update(FIGURE, method, '}');
      assert.equal(await page.evaluate(() => typeof window.game.hero.shout), 'undefined');
      assert.equal(await isOldPage(), true);
    });

    test('several quick edits: the last one holds', async () => {
      let from = 'words.toUpperCase()';
      for (let i = 1; i <= 8; i++) {
        const to = `words + ' ' + ${i}`;
        if (i % 3 === 0) await update(FIGURE, from, to);
        else game.replace(FIGURE, from, to);
        from = to;
      }
      const saysLast = () => {
        const { hero } = window.game;
        hero.cancelAll();
        hero.say('edit');
        return hero.words === 'edit 8';
      };
      await page.waitForFunction(saysLast, null, { polling: 20 });
      assert.equal(await isOldPage(), true);
      assert.deepEqual(game.errors, []);
    });

    test('a scene that is edited while it plays goes on as it was, and plays the new one when it is called again', async () => {
      await reloads(() => game.edit('src/main.ts', (code) => code.replace('{ hero,', '{ opening, hero,')));
      await mark();
      await says('hero', 'Good morning! 8');
      const line = await update(OPENING, "'To the castle.'", "'To the sea.'");
      assert.match(line, /opening\.ts\. These threads go on in the old code to its end:\n {2}Thread #\d+ [^]*opening/);
      await says('hero', 'To the castle. 8');
      await page.evaluate(() => {
        window.game.scheduler.threads.forEach((thread) => thread.cancel());
        const { hero, guard, opening, scheduler } = window.game;
        scheduler.enter(() => opening(hero, guard));
      });
      await says('hero', 'To the sea. 8');
      assert.equal(await isOldPage(), true);
    });

    test('a file that only defines things, and then has state, loads the page anew', async () => {
      await reloads(() => game.edit(FIGURE, (code) => `${code}\nlet count = 0;\nexport const next = () => ++count;\n`));
      await reloads(() => game.replace(FIGURE, /\nlet count[^]*/, ''));
    });

    test('a mark that is removed or put back loads the page anew', async () => {
      await reloads(() => game.replace(OPENING, '// @compile\n', ''));
      assert.match(game.lines.join('\n'), /warning: \[spindle\] .*opening\.ts:\d+:\d+: `wait\w*` waits.*\[SPN423\]/);
      await reloads(() => game.replace(OPENING, 'export function', '// @compile\nexport function'));
      await says('hero', 'Good morning! 8');
    });

    test('a mark on one more function of a file that is updated', async () => {
      const helper = "\nfunction name() {\n  return 'Robin';\n}\n";
      await update(OPENING, /$/, helper);
      await mark();
      await update(OPENING, helper, helper.replace('\n', '\n// @compile\n'));
      assert.equal(await isOldPage(), true);
    });

    test('a constructor that changes loads the page anew', async () => {
      await reloads(() => game.replace(FIGURE, 'this.x = x;', 'this.x = x + 10;'));
      assert.equal(await isOldPage(), false);
    });
  });

for (const vite of ['vite', 'vite7'])
  test(`${vite}: with frames, a guard on patrol that is edited walks on by the new text, or its reason stands on the page`, async () => {
    const browser = await launch();
    const game = await playNewGame(browser.context, vite, 'frames');
    try {
      const { page } = game;
      // The scene waits until the hero stands, and comes to its new line.
      game.replace(OPENING, "'Good morning!'", "'Good evening!'");
      await game.until(() => game.lines.some((line) => line.includes('new code of')));
      const said = await page.evaluate(async () => {
        for (let left = 600; left > 0 && window.game.hero.words === ''; left--) await window.passFrames(1);
        return window.game.hero.words;
      });
      assert.equal(said, 'Good evening!');
      /** Plays frames until the guard has said something new, and gives that and where he stands. */
      const next = () =>
        page.evaluate(async () => {
          const { guard } = window.game;
          const before = guard.words;
          for (let left = 600; left > 0 && guard.words === before; left--) await window.passFrames(1);
          return [guard.words, guard.x];
        });
      const updates = () => game.lines.filter((line) => line.startsWith('info: Spindle: new calls'));
      const update = async (from, to) => {
        const count = updates().length;
        game.replace(FIGURE, from, to);
        return game.until(() => updates()[count]);
      };
      await page.evaluate(() => void (window.isOldPage = true));
      await update(/\}\s*$/, PATROL);
      await page.evaluate(() => {
        const { guard } = window.game;
        guard.cancelAll();
        guard.patrol();
      });
      assert.deepEqual(await next(), ['old 100', 100]);
      const line = await update(
        "    this.words = 'old ' + x;",
        '    const words = `new ${x}`;\n      this.words = words;',
      );
      assert.match(line, /figure\.ts\.$/);
      assert.deepEqual(await next(), ['new 200', 200]);
      const overlay = page.locator('vite-error-overlay');
      assert.equal(await overlay.count(), 0);

      const told = await update('this.wait(500)', "this.say('bored')");
      const reason =
        /These threads go on in the old code to its end:\s+`patrol` \(thread #\d+\): it waited in [^`]*figure\.ts#Figure\.patrol at `this\.wait\(500\);`, and it waited in `this\.wait` and now waits in `this\.say`/;
      assert.match(told, reason);
      await overlay.waitFor();
      assert.match(await overlay.locator('.message-body').innerText(), reason);
      assert.match(await overlay.locator('.file').innerText(), /src\/figure\.ts$/);
      mkdirSync(path.join(built, 'hot/pictures'), { recursive: true });
      await page.screenshot({ path: path.join(built, `hot/pictures/${vite} in place.png`) });
      await page.keyboard.press('Escape');
      assert.deepEqual(
        [await next(), await next()],
        [
          ['new 300', 300],
          ['new 400', 400],
        ],
      );
      assert.equal(await page.evaluate(() => window.isOldPage), true);
      assert.deepEqual(game.errors, []);
    } finally {
      await browser.close();
      await game.close();
    }
  });

const PATROL = `
  patrol(): void {
    for (const x of [100, 200, 300, 400]) {
      this.walkTo(x);
      this.words = 'old ' + x;
      this.wait(500);
    }
  }
}`;
