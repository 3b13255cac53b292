/** The Phaser game of `games/adventure`, played by a script that presses keys, and by a finger. */
import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { comparePicture } from './harness/pictures.js';
import { openGame, tabTo } from './harness/play-game.js';
import { nextAdventure } from './harness/next-adventure.js';
import { keys, WINS } from './harness/players.js';

test.describe('adventure', () => {
  // Each begins where the one before has ended.
  test.describe.configure({ mode: 'serial' });
  let browser;
  let game;
  test.beforeAll(async () => (browser = await openGame('adventure')));
  test.afterAll(() => browser.close());

  const open = async (size) => (game = await browser.open(size));

  test('the lamp is lit in 600 frames, and the ship is saved', async () => {
    await open();
    const end = await game.play(600, { decide: keys, plan: WINS });
    assert.equal(end.outcome, 'won');
    await game.picture('won');
    await game.isAccessible();
    game.isQuiet();
  });

  test('it begins anew, without the title', async () => {
    await game.page.click('#again');
    const begun = await game.play(5);
    assert.deepEqual({ scene: begun.scene, outcome: begun.outcome }, { scene: 'cutscene', outcome: null });
    assert.equal((await game.play(600, { decide: keys, plan: WINS })).outcome, 'won');
    game.isQuiet();
    await game.page.close();
  });

  test('nobody lights the lamp, and the ship is lost', async () => {
    await open();
    const end = await game.play(600, { ms: 120, decide: keys, plan: ['Wake the keeper'] });
    assert.equal(end.outcome, 'lost');
    // The ship takes a minute; the cutscenes before and after it are skipped.
    const overAtMs = await game.page.evaluate(() => window.overAtMs);
    assert.ok(overAtMs >= 60_000 && overAtMs < 70_000, `over after ${overAtMs} ms`);
    await game.picture('lost');
    game.isQuiet();
    await game.page.close();
  });

  test('who says the wrong thing has to ring again', async () => {
    await open();
    const plan = ['Ring the bell', 'Speak to him', '1', 'Wake the keeper', 'Ring the bell', 'Speak to him', '2'];
    const { isAwake } = await game.play(600, { decide: keys, plan });
    assert.equal(isAwake, true);
    game.isQuiet();
    await game.page.close();
  });

  test('the cutscene is skipped by a finger that stays, and a tap shows the next line', async () => {
    await open({ width: 390, height: 844 });
    await game.picture('title');
    await game.isAccessible();
    await game.page.tap('#begin');
    const { page } = game;
    assert.equal((await game.play(2)).scene, 'cutscene');
    await page.mouse.move(200, 300);
    await page.mouse.down();
    assert.equal((await game.play(8)).scene, 'cutscene');
    assert.equal((await game.play(8)).scene, 'explore');
    await page.mouse.up();
    // She stands where the cutscene would have left her.
    assert.equal((await game.play(1)).x, 480);
    game.isQuiet();
  });

  test('a tap leads her to the bell, and the button rings it', async () => {
    const { page } = game;
    const [x, y] = await page.evaluate(() => window.game.onScreen('Ring the bell'));
    await page.touchscreen.tap(x, y);
    // She goes there, and rings; the keeper hears it.
    const { hasHeard } = await game.play(30);
    assert.equal(hasHeard, true);
    await game.play(30);
    await game.picture('phone');
    await page.tap('#use');
    assert.equal((await game.play(2)).offer, null);
    game.isQuiet();
  });

  test('a choice is made by a tap', async () => {
    const { page } = game;
    // He is not on the screen yet: she goes to its edge, and then to him.
    await game.play(20);
    await page.touchscreen.tap(5, 400);
    await game.play(30);
    const [x, y] = await page.evaluate(() => window.game.onScreen('Speak to him'));
    await page.touchscreen.tap(x, y);
    await game.play(20);
    await page.touchscreen.tap(200, 300);
    await game.play(30);
    await page.touchscreen.tap(200, 300);
    assert.equal((await game.play(1)).isChoosing, true);
    await comparePicture(game.page, 'adventure', { clip: { x: 0, y: 660, width: 390, height: 184 } });
    await game.isAccessible();
    await page.tap('#choices button:nth-child(2)');
    assert.equal((await game.play(5)).isAwake, true);
    game.isQuiet();
    await page.close();
  });

  test('it is begun by the keyboard, and a click of the mouse leads her to the bell', async () => {
    await open();
    const { page } = game;
    await tabTo(page, 'begin');
    await page.keyboard.press('Enter');
    assert.equal((await game.play(2)).scene, 'cutscene');
    await page.keyboard.press('Escape');
    const { scene, x: before } = await game.play(5);
    assert.equal(scene, 'explore');
    const [x, y] = await page.evaluate(() => window.game.onScreen('Ring the bell'));
    await page.mouse.click(x, y);
    assert.notEqual((await game.play(5)).x, before);
    assert.equal((await game.play(40)).hasHeard, true);
    game.isQuiet();
    await page.close();
  });

  test('F9 opens the inspector, and closes it', async () => {
    await open();
    await game.play(100, { decide: keys, plan: [] });
    await game.page.keyboard.press('F9');
    await game.play(2);
    const view = game.page.locator('spindle-inspector');
    await view.getByText('Ship', { exact: true }).first().waitFor();
    await game.isAccessible('spindle-inspector');
    await game.picture('inspector');
    await game.page.keyboard.press('F9');
    assert.equal(await view.count(), 0);
    game.isQuiet();
    await game.page.close();
  });

  test('sound is off, until its button is pressed', async () => {
    await open();
    const button = game.page.locator('#sound');
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    game.isQuiet();
    await game.page.close();
  });

  /** The page is loaded anew, as after a visit to another one. */
  const reload = async () => {
    await game.page.reload();
    await game.isReady();
  };

  const press = (key) => game.page.keyboard.press(key);

  /** Begins, and plays until Mira is in the middle of her first sentence. */
  const playIntoSentence = async () => {
    await game.page.click('#begin');
    return game.play(140);
  };

  test.describe('saved games', () => {
    test('a quick save in the middle of a sentence survives a reload of the page, and the sentence is finished', async () => {
      await open();
      const before = await playIntoSentence();
      assert.match(before.caption, /^MiraA ship!/);
      await press('k');
      const straight = [await game.play(20), await game.play(20), await game.play(60)];
      assert.match(straight[0].told, /^Saved\./);
      await reload();
      assert.equal((await game.play(1)).scene, 'title');
      await press('l');
      const { scene, caption, x } = await game.play(0);
      assert.deepEqual({ scene, caption, x }, { scene: 'cutscene', caption: before.caption, x: before.x });
      const again = [await game.play(20), await game.play(20), await game.play(60)];
      await game.picture('loaded');
      const seen = (states) => states.map((state) => ({ ...state, told: null }));
      assert.deepEqual(seen(again), seen(straight));
      game.isQuiet();
      await game.page.close();
    });

    test('a new build of the game goes on in a sentence that was edited meanwhile', async () => {
      await open();
      const before = await playIntoSentence();
      await press('k');
      const text = await game.page.evaluate(() => localStorage.getItem('the lamp: quick'));
      await game.page.close();
      const nextBrowser = await openGame('adventure', nextAdventure);
      game = await nextBrowser.open();
      await game.page.evaluate((save) => localStorage.setItem('the lamp: quick', save), text);
      await press('l');
      const { scene, caption, told } = await game.play(1);
      assert.deepEqual({ scene, caption, told }, { scene: 'cutscene', caption: before.caption, told: 'Loaded.' });
      const { caption: last } = await game.play(45);
      assert.equal(last, 'MiraShe will not see the rocks. Father has to light it!');
      const { caption: added } = await game.play(69);
      assert.equal(added, 'MiraRun!');
      game.isQuiet();
      await nextBrowser.close();
    });

    test('the game saves by itself, and the title offers to continue', async () => {
      await open();
      await game.play(100, { decide: keys, plan: ['Take the oil'] });
      const plan = ['Take the oil'];
      const played = await game.play(200, { decide: keys, plan });
      assert.equal(played.scene, 'explore');
      await reload();
      await game.play(1);
      await game.picture('continue');
      await game.page.click('#continue');
      const { scene, offer } = await game.play(2);
      assert.deepEqual({ scene, offer }, { scene: 'explore', offer: null });
      assert.equal(await game.page.evaluate(() => window.game.hasOil()), true);
      game.isQuiet();
      await game.page.close();
    });

    test('many games can be kept, loaded and deleted', async () => {
      await open();
      const { page } = game;
      await playIntoSentence();
      const rows = () => page.locator('#slots li').allTextContents();
      const saveNow = async () => {
        const count = (await rows()).length;
        await page.click('#add-save');
        await page.waitForFunction((before) => document.querySelectorAll('#slots li').length > before, count);
      };
      // A dialog tells a moment later that it is closed, and the engine resumes a scene in its next step.
      const goesOn = () => page.waitForFunction(() => (window.game.step(0, false), !window.game.isPaused()));
      const close = async () => {
        await page.click('#close-saves');
        await goesOn();
      };
      await page.click('#open-saves');
      await page.locator('#saves[open]').waitFor();
      await saveNow();
      await close();
      const later = await game.play(60);
      await page.click('#open-saves');
      await page.locator('#slots li').first().waitFor();
      await saveNow();
      await game.isAccessible();
      await game.picture('slots');
      const names = await rows();
      assert.equal(names.filter((name) => name.startsWith('Saved game')).length, 2);
      await page.getByRole('button', { name: /^Load: Saved game: Night 1/ }).click();
      await goesOn();
      const loaded = await game.play(1);
      assert.match(loaded.caption, /^MiraA ship!/);
      assert.notEqual(loaded.caption, later.caption);
      await page.click('#open-saves');
      await page.getByRole('button', { name: /^Delete: Saved game: Night 1/ }).click();
      await page
        .getByRole('button', { name: /Night 1/ })
        .first()
        .waitFor({ state: 'detached' });
      await close();
      assert.equal((await game.play(1)).scene, 'cutscene');
      game.isQuiet();
      await page.close();
    });

    test('a full browser, a damaged game and one of a newer version are told in words, and nothing changes', async () => {
      await open();
      const { page } = game;
      const before = await playIntoSentence();
      const told = async (key) => {
        await press(key);
        const state = await game.play(0);
        assert.equal(state.caption, before.caption);
        return state.told;
      };
      const change = (how) =>
        page.evaluate((given) => {
          const name = 'the lamp: quick';
          // oxlint-disable-next-line typescript/no-implied-eval -- a function of the test
          localStorage.setItem(name, new Function(`return ${given}`)()(localStorage.getItem(name)));
        }, how.toString());
      await told('k');
      await change((text) => text.slice(0, -20));
      assert.equal(await told('l'), 'This saved game is damaged. Choose another one.');
      await game.picture('damaged');
      await told('k');
      await change((text) => text.replace('"build":1', '"build":2'));
      assert.match(await told('l'), /^This saved game is of a newer version of The Lamp\./);
      await told('k');
      await change((text) => text.replace('["spindle save",1', '["spindle save",99'));
      assert.match(await told('l'), /^This saved game is of a newer version of The Lamp\./);
      await page.evaluate(() => {
        localStorage.removeItem('the lamp: quick');
        for (let size = 2 ** 22; size >= 1; size /= 2)
          for (let part = 0; ; part++)
            try {
              localStorage.setItem(`${size} ${part}`, 'x'.repeat(size));
            } catch {
              break;
            }
      });
      assert.equal(await told('k'), 'Your browser has no more room for saved games. Delete one, and save again.');
      await page.evaluate(() => localStorage.clear());
      game.isQuiet();
      await page.close();
    });
  });
});
