/** The game of games/boss, as it is built: each frame is called for by the test, so a run is the same each time. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from '@playwright/test';
import { launch, openPage } from './harness/browser.js';
import { comparePicture } from './harness/pictures.js';
import { serve } from './harness/server.js';
import { root } from './harness/stage.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SECOND = 60;

let browser;
let server;
test.beforeAll(async () => {
  server = await serve({ '/': path.join(root, 'games/boss/dist') });
  browser = await launch();
});
test.afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The game before its first frame. `state` plays frames, and gives what one sees then. */
async function open() {
  const opened = await openPage(browser.context, `${server.origin}/?by-hand`);
  const { page, lines, errors } = opened;
  await page.waitForFunction(() => globalThis.boss !== undefined);
  return {
    page,
    state: (frames) => page.evaluate(lookAt, frames),
    isQuiet: () =>
      assert.deepEqual(
        { lines: lines.filter((line) => !/GL Driver Message/.test(line)), errors },
        { lines: [], errors: [] },
      ),
  };
}

/** Runs in the page. */
function lookAt(frames) {
  const { boss, document } = globalThis;
  boss.frames(frames);
  const { field, light, spinner } = boss;
  return {
    screen: document.body.dataset.screen,
    title: document.getElementById('title').textContent,
    phase: document.getElementById('phase').textContent,
    speech: document.getElementById('speech').textContent,
    hearts: light.hearts,
    strength: spinner.strength,
    light: [light.x, light.y],
    bullets: field.bullets.map(({ x, y }) => [x, y]),
    scripts: boss.scheduler.threads.length,
  };
}

/** Plays until the fight is over, a second at a time. Gives all that was seen. */
async function playToEnd({ state }) {
  const seen = [await state(1)];
  while (seen.at(-1).screen === 'fight') {
    assert.ok(seen.length < 120, 'the fight does not end');
    seen.push(await state(SECOND));
  }
  return seen;
}

test('the figures of the frames go on behind the inspector, and while it pauses the game', async () => {
  const game = await open();
  const figuresAfter = async () => {
    await game.state(SECOND);
    return game.page.textContent('#figures');
  };
  assert.match(await figuresAfter(), /^\d+ bullets · \d+\.\d ms a pulse · 60 fps$/);
  await game.page.keyboard.press('F9');
  const pause = game.page.locator('spindle-inspector').getByRole('button', { name: 'Pause' });
  await pause.click();
  await game.page.locator('spindle-inspector').getByRole('button', { name: 'Resume' }).waitFor();
  assert.match(await figuresAfter(), /^\d+ bullets · no pulse · 0 fps$/);
  await game.page.keyboard.press('F9');
  assert.match(await figuresAfter(), /^\d+ bullets · \d+\.\d ms a pulse · 60 fps$/);
  game.isQuiet();
  await game.page.close();
});

test('the player who plays by himself goes through all phases and wins', async () => {
  const game = await open();
  assert.equal((await game.state(1)).screen, 'title');
  await game.page.click('#watch');
  const seen = await playToEnd(game);
  const phases = [...new Set(seen.map(({ phase }) => phase))];
  assert.deepEqual(phases, ['The Spinner', 'I · Petals', 'II · Threads', 'III · The loom']);
  const end = seen.at(-1);
  assert.equal(end.screen, 'won');
  assert.ok(end.hearts > 0);
  assert.ok(seen.length > 40 && seen.length < 90, `it lasted ${seen.length} seconds`);
  const most = Math.max(...seen.map(({ bullets }) => bullets.length));
  assert.ok(most > 2000, `at most ${most} bullets`);
  assert.ok(
    seen.every(({ bullets, scripts }) => scripts >= bullets.length),
    'each bullet is a script',
  );
  game.isQuiet();
  await game.page.close();
});

test('a player who stands still loses, and can try again', async () => {
  const game = await open();
  await game.page.click('#begin');
  const seen = await playToEnd(game);
  const end = seen.at(-1);
  assert.deepEqual([end.screen, end.hearts, end.title], ['lost', 0, 'Good night']);
  await game.page.click('#begin');
  const again = await game.state(2);
  assert.deepEqual([again.screen, again.hearts, again.strength], ['fight', 5, 1]);
  game.isQuiet();
  await game.page.close();
});

test('600 frames are the same in each run, and look as they did', async () => {
  const play = async () => {
    const game = await open();
    await game.page.click('#watch');
    const end = await game.state(600);
    await game.page.setViewportSize({ width: 300, height: 480 });
    await comparePicture(game.page, 'boss', { mask: [game.page.locator('#figures')] });
    game.isQuiet();
    await game.page.close();
    return end;
  };
  const [first, second] = [await play(), await play()];
  assert.ok(first.bullets.length > 150);
  assert.deepEqual(second, first);
});

test('arrow keys, the mouse and a finger move the light', async () => {
  const game = await open();
  const { page, state } = game;
  await page.click('#begin');
  const [startX, startY] = (await state(2)).light;
  await page.keyboard.down('ArrowLeft');
  const [leftX, leftY] = (await state(12)).light;
  await page.keyboard.up('ArrowLeft');
  assert.ok(leftX < startX - 40 && leftY === startY);

  const box = await page.locator('#field').boundingBox();
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.8);
  const [mouseX, mouseY] = (await state(90)).light;
  assert.deepEqual([Math.round((mouseX / 450) * 100), Math.round((mouseY / 720) * 100)], [75, 80]);

  await page.keyboard.press('ArrowUp');
  const [beforeX, beforeY] = (await state(1)).light;
  await page.evaluate(touch, { fromX: 200, fromY: 400, toX: 160, toY: 340 });
  const [dragX, dragY] = (await state(1)).light;
  assert.ok(dragX < beforeX - 20 && dragY < beforeY - 30, `${dragX}, ${dragY}`);
  game.isQuiet();
  await page.close();
});

/** Runs in the page: a finger on the field. */
function touch({ fromX, fromY, toX, toY }) {
  const field = globalThis.document.getElementById('field');
  const send = (type, clientX, clientY) =>
    field.dispatchEvent(
      new PointerEvent(type, { clientX, clientY, pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true }),
    );
  const { x, y } = field.getBoundingClientRect();
  send('pointerdown', x + fromX, y + fromY);
  send('pointermove', x + toX, y + toY);
  send('pointerup', x + toX, y + toY);
}

test('the spinner talks until somebody wants no more of it', async () => {
  const game = await open();
  await game.page.click('#begin');
  assert.equal((await game.state(100)).speech, 'A light? In my night?');
  await game.page.keyboard.press('Space');
  assert.equal((await game.state(2)).speech, '');
  await game.page.close();
});

test('P stops everything, and nothing is lost; R begins again', async () => {
  const game = await open();
  const { page, state } = game;
  await page.click('#watch');
  const atPause = await state(500);
  await page.keyboard.press('p');
  assert.equal(await page.locator('#pause').textContent(), 'Go on');
  const paused = await state(120);
  assert.deepEqual([paused.bullets, paused.light], [atPause.bullets, atPause.light]);
  await page.click('#pause');
  const resumed = await state(5);
  assert.notDeepEqual(resumed.bullets, atPause.bullets);
  assert.ok(resumed.bullets.length > 100);
  await page.keyboard.press('r');
  const again = await state(2);
  assert.deepEqual([again.bullets.length < 5, again.strength, again.hearts], [true, 1, 5]);
  game.isQuiet();
  await page.close();
});

test('it is silent until sound is wanted', async () => {
  const game = await open();
  const sound = game.page.locator('#sound');
  assert.equal(await sound.getAttribute('aria-pressed'), 'false');
  await sound.click();
  assert.equal(await sound.getAttribute('aria-pressed'), 'true');
  await game.page.keyboard.press('m');
  assert.equal(await sound.getAttribute('aria-pressed'), 'false');
  game.isQuiet();
  await game.page.close();
});

test('F9 and a button open the inspector, which knows for what the fight waits', async () => {
  const game = await open();
  const { page, state } = game;
  await page.click('#watch');
  await state(300);
  const inspector = page.locator('spindle-inspector');
  await page.keyboard.press('F9');
  await state(2);
  await inspector.getByText('race(won, lost)').first().waitFor();
  await page.evaluate(axe);
  await isAccessible(page);
  await page.keyboard.press('F9');
  assert.equal(await inspector.count(), 0);
  await page.click('#inspect');
  assert.equal(await inspector.count(), 1);
  game.isQuiet();
  await page.close();
});

async function isAccessible(page) {
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  );
}

for (const [size, viewport] of Object.entries({
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`on a ${size} all is on the page, and axe-core has no complaint`, async () => {
    const game = await open();
    const { page, state } = game;
    await page.setViewportSize(viewport);
    await page.evaluate(axe);
    const check = async () => {
      await isAccessible(page);
      const { right, bottom } = await page.evaluate(() => {
        const boxes = [...globalThis.document.querySelectorAll('main, main *')].map((one) =>
          one.getBoundingClientRect(),
        );
        return {
          right: Math.max(...boxes.map((one) => one.right)),
          bottom: Math.max(...boxes.map((one) => one.bottom)),
        };
      });
      assert.ok(right <= viewport.width && bottom <= viewport.height, `${right}, ${bottom}`);
    };
    await state(2);
    await check();
    await page.click('#watch');
    await state(400);
    await page.keyboard.press('p');
    await check();
    await page.close();
  });
}
