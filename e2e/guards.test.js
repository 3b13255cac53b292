/** The Excalibur game of `games/guards`, played by a careful script, by a careless one, and by a finger. */
import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { comparePicture } from './harness/pictures.js';
import { openGame, tabTo } from './harness/play-game.js';
import { careful } from './harness/players.js';

/** Runs to the key, whoever sees him. */
function careless(game) {
  const { level } = game;
  if (!document.getElementById('title').hidden) document.getElementById('begin').click();
  else if (level.ui.plays) level.thief.follow({ to: level.guards[0].pos.clone() });
}

test.describe('guards', () => {
  // Each begins where the one before has ended.
  test.describe.configure({ mode: 'serial' });
  let browser;
  let game;
  test.beforeAll(async () => (browser = await openGame('guards')));
  test.afterAll(() => browser.close());

  const open = async (size) => (game = await browser.open(size));

  test('a careful thief is out in 600 frames', async () => {
    await open();
    const end = await game.play(600, { ms: 100, decide: careful });
    assert.equal(end.outcome, 'won', JSON.stringify(end));
    const overAtMs = await game.page.evaluate(() => window.overAtMs);
    assert.ok(overAtMs > 15_000 && overAtMs <= 60_000, `over after ${overAtMs} ms`);
    await game.picture('won');
    await game.isAccessible();
    game.isQuiet();
  });

  test('it begins anew; who runs to a guard is caught', async () => {
    await game.page.click('#again');
    const begun = await game.play(3);
    assert.deepEqual([begun.outcome, begun.task, begun.plays], [null, 'Take the key', true]);
    assert.equal((await game.play(600, { ms: 50, decide: careless })).outcome, 'lost');
    await game.picture('lost');
    game.isQuiet();
    await game.page.close();
  });

  test('a guard who hears the whistle comes to look, and goes back to his round', async () => {
    await open({ width: 390, height: 844 });
    await comparePicture(game.page, 'guards', { clip: { x: 45, y: 290, width: 300, height: 90 } });
    await game.isAccessible();
    await game.page.tap('#begin');
    await game.play(10);
    const moods = async () => (await game.play(1)).guards.map(({ mood }) => mood);
    assert.deepEqual(await moods(), ['calm', 'calm', 'calm', 'calm']);
    await game.page.tap('#whistle');
    await game.play(4);
    assert.deepEqual(await moods(), ['seeks', 'calm', 'calm', 'calm']);
    await game.picture('phone');
    game.isQuiet();
  });

  test('a tap leads the thief', async () => {
    const { page } = game;
    const [x, y] = await page.evaluate(() => window.game.onScreen(window.game.at(2, 2)));
    await page.touchscreen.tap(x, y);
    const { thief } = await game.play(40);
    assert.deepEqual(thief, await page.evaluate(() => window.game.at(2, 2)));
    game.isQuiet();
    await page.close();
  });

  test('keys lead him, along the walls', async () => {
    await open();
    const { page } = game;
    await page.click('#begin');
    await game.play(2);
    await page.keyboard.down('ArrowUp');
    await page.keyboard.down('ArrowRight');
    const { thief } = await game.play(20);
    assert.ok(thief.x > 150 && thief.y > 55 && thief.y < 72, JSON.stringify(thief));
    await page.keyboard.up('ArrowUp');
    await page.keyboard.up('ArrowRight');
    const { thief: there } = await game.play(3);
    assert.deepEqual((await game.play(10)).thief, there);
    game.isQuiet();
  });

  test('it is begun by the keyboard, Space whistles, and a click of the mouse leads him', async () => {
    const other = await browser.open();
    const { page } = other;
    await tabTo(page, 'begin');
    await page.keyboard.press('Enter');
    assert.equal((await other.play(10)).plays, true);
    assert.equal((await other.play(1)).guards[0].mood, 'calm');
    await page.keyboard.press('Space');
    assert.equal((await other.play(4)).guards[0].mood, 'seeks');
    const [x, y] = await page.evaluate(() => window.game.onScreen(window.game.at(2, 2)));
    await page.mouse.click(x, y);
    assert.deepEqual((await other.play(40)).thief, await page.evaluate(() => window.game.at(2, 2)));
    other.isQuiet();
    await page.close();
  });

  test('a guard chases whom he sees, and gives up when he is gone', async () => {
    const { page } = game;
    const moodOf = (state) => state.guards.find(({ name }) => name === 'Otto').mood;
    // The thief stands before him, and then far away.
    await page.evaluate(() => {
      const { thief, guards } = window.game.level;
      const { pos, rotation } = guards[0];
      thief.pos = pos.clone();
      thief.pos.x += Math.cos(rotation) * 60;
      thief.pos.y += Math.sin(rotation) * 60;
    });
    assert.equal(moodOf(await game.play(3)), 'chases');
    await game.picture('chase');
    await page.evaluate(() => {
      const { thief } = window.game.level;
      thief.pos = Object.assign(thief.pos.clone(), window.game.at(1, 1));
    });
    assert.equal(moodOf(await game.play(40)), 'chases');
    assert.equal(moodOf(await game.play(30)), 'seeks');
    assert.equal(moodOf(await game.play(40)), 'calm');
    game.isQuiet();
  });

  test('K saves in the middle of a chase; L goes back there, also after a reload', async () => {
    const other = await browser.open();
    const { page } = other;
    const press = async (key) => {
      await page.keyboard.press(key);
      return page.textContent('#tell');
    };
    assert.equal(await press('l'), 'Nothing is saved yet. K saves.');
    let state = await other.play(1);
    for (let n = 0; n < 300 && !state.guards.some(({ mood }) => mood === 'chases'); n++)
      state = await other.play(2, { decide: careless });
    assert.equal(await press('k'), 'Saved. L leads back here.');
    const watched = await other.play(60);
    await press('l');
    assert.deepEqual(
      (await other.play(1)).guards.map(({ mood }) => mood),
      state.guards.map(({ mood }) => mood),
    );
    await other.picture('loaded');
    await other.play(10);
    await press('l');
    assert.deepEqual(await other.play(60), watched);
    await page.reload();
    await other.isReady();
    await other.play(2);
    await press('l');
    assert.deepEqual(await other.play(60), watched);
    other.isQuiet();
    await page.evaluate(() => localStorage.setItem('soft shoes: quick', 'x'));
    assert.equal(await press('l'), 'What was saved is damaged.');
    assert.deepEqual(await other.play(0), watched);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  });

  test('R plays backwards while it is held, also past the beginning of a game, and the game goes on from there', async () => {
    const other = await browser.open();
    const { page } = other;
    /** What is to be seen after each frame. None is drawn. */
    const record = (frames, decide = () => undefined) =>
      page.evaluate(
        ([count, text]) => {
          // oxlint-disable-next-line typescript/no-implied-eval -- a function of the test
          const act = new Function(`return ${text}`)();
          return Array.from({ length: count }, () => {
            act(window.game);
            window.game.step(50, false);
            const rings = window.game.level.actors.filter((one) => 'radius' in one && one.isActive);
            return { ...window.game.state(), rings: rings.length };
          });
        },
        [frames, decide.toString()],
      );
    const caught = await record(150, careless);
    assert.equal(caught.at(-1).outcome, 'lost');
    await page.click('#again');
    const seen = [...caught, ...(await record(20))];
    await other.play(1);
    await page.keyboard.down('r');
    const back = await record(seen.length - 4);
    await other.play(1);
    const isSeen = () => window.game.level.actors.every((one) => one.graphics.isVisible === one.isActive);
    assert.ok(await page.evaluate(isSeen));
    await other.picture('rewind');
    await page.keyboard.up('r');
    const kept = seen.slice(4).toReversed();
    assert.deepEqual(back, kept);
    assert.ok(kept.some(({ rings }) => rings > 0));
    // The same player does the same again.
    assert.deepEqual(await record(120, careless), seen.slice(4, 124));
    other.isQuiet();
    await page.close();
  });

  test('F9 opens the inspector, and closes it', async () => {
    const { page } = game;
    await page.keyboard.press('F9');
    await game.play(20);
    const view = page.locator('spindle-inspector');
    await view.getByPlaceholder('Filter').fill('Otto');
    await view.getByText('Otto', { exact: true }).first().waitFor();
    await game.isAccessible('spindle-inspector');
    await game.picture('inspector');
    await page.keyboard.press('F9');
    assert.equal(await view.count(), 0);
    game.isQuiet();
  });

  test('sound is off, until its button is pressed', async () => {
    const button = game.page.locator('#sound');
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    game.isQuiet();
  });
});
