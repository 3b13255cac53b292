/** The Phaser game of `games/adventure`, played by a script that presses keys, and by a finger. */
import assert from 'node:assert/strict';
import { after, before as beforeAll, describe, test } from 'node:test';
import { openGame, tabTo } from './harness/play-game.js';
import { keys, WINS } from './harness/players.js';

describe('adventure', () => {
  let browser;
  let game;
  beforeAll(async () => (browser = await openGame('adventure')));
  after(() => browser.close());

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
    await game.picture('choice');
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
    await game.isAccessible();
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
});
