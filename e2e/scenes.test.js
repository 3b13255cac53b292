/** The scenes of the playground, drawn in a real canvas. What happens in them is tested in Node: play/scenes/test. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { comparePicture } from './harness/pictures.js';
import { bundleStage, compiledScene } from './harness/scenes.js';
import { built, openStage, root } from './harness/stage.js';

const folder = path.join(root, 'play/scenes');
const ids = readdirSync(folder).flatMap((name) => (name.endsWith('.js') ? [path.basename(name, '.js')] : []));
const pictures = path.join(built, 'scenes');

/** Those that are compared with a picture. */
const PICTURED = new Set(['buttons', 'cutscene', 'guard', 'tower']);

let stage;
test.beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  await bundleStage();
  stage = await openStage();
});
test.afterAll(() => stage.close());

/** Opens a scene and gives what plays it; `picture` is a screenshot. */
async function openScene(id, { width, dark = false }) {
  const height = Math.round((width * 9.7) / 16.7);
  const { page, lines, errors } = await stage.open('scenes.html');
  await page.setViewportSize({ width, height });
  await page.waitForFunction('window.openScene');
  await page.evaluate(([code, look]) => window.openScene(code, look), [compiledScene(id), { width, height, dark }]);
  return {
    page,
    play: (frames) => page.evaluate((count) => window.scene.frames(count), frames),
    picture: (name) => page.screenshot({ path: path.join(pictures, `${id}-${name}.png`) }),
    said: async () => ({ page: [...lines, ...errors], scene: await page.evaluate(() => window.scene.errors) }),
  };
}

for (const id of ids) {
  test(`${id} is drawn, moves in the first second, and plays 600 frames with no error`, async () => {
    const scene = await openScene(id, { width: 960 });
    await scene.play(1);
    const first = await scene.picture('first');
    await scene.play(39);
    const second = await scene.picture('light');
    assert.notDeepEqual(second, first);
    await scene.play(560);
    await scene.picture('600');
    assert.deepEqual(await scene.said(), { page: [], scene: [] });
    await scene.page.close();
  });

  test(`${id} is drawn on a dark page, as wide as a phone`, async () => {
    const scene = await openScene(id, { width: 390, dark: true });
    await scene.play(40);
    if (PICTURED.has(id)) await comparePicture(scene.page, `scene-${id}`);
    const [red, green, blue] = await scene.page.evaluate(() => window.scene.pixel(2, 2));
    assert.ok(Math.max(red, green, blue) < 60, `the corner is ${red}, ${green}, ${blue}`);
    await scene.page.close();
  });
}

test('a tap presses the button that is drawn there', async () => {
  const scene = await openScene('buttons', { width: 960 });
  await scene.play(400);
  const orders = () => scene.page.evaluate(() => window.scene.stage.globals.player.threads.length);
  assert.equal(await orders(), 0);
  const { x, y } = await scene.page.evaluate(() => window.scene.tap(window.scene.stage.globals.ButtonA));
  assert.equal(await orders(), 1, `nothing is pressed at ${x}, ${y}`);
  await scene.page.close();
});
