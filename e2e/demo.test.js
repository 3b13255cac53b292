import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { giveOwnTime } from './harness/own-time.js';
import { built, openStage, root } from './harness/stage.js';

const timeline = readFileSync(path.join(root, 'examples/timeline.txt'), 'utf8');

/** What the timeline has of a scene: up to the title of the next one, which stands above a table. */
function sceneOf(title) {
  const text = timeline.slice(timeline.indexOf(title));
  const next = /\n\n[^\n]+\n\nframe /.exec(text.slice(title.length));
  return next === null ? text : text.slice(0, title.length + next.index);
}

let stage;
test.beforeAll(async () => (stage = await openStage()));
test.afterAll(() => stage.close());

test('the scenes of the demo have the same timeline in a page as in Node', async () => {
  const { page, lines, errors } = await stage.open('demo.html');
  const printed = await page.evaluate(() => window.playAll());
  await page.screenshot({ path: path.join(built, 'demo.png'), fullPage: true });
  assert.equal(printed, timeline);
  assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
});

test('a scene that the frames of the page drive takes the time that it says', async () => {
  const { page, lines, errors } = await stage.open('demo.html', giveOwnTime);
  const { text, tookMs } = await page.evaluate(() => window.playLive(2));
  assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
  assert.deepEqual(doings(text), doings(sceneOf('Two buttons')));
  const [, seconds] = /([\d.]+) s of game time/.exec(text);
  assert.ok(Number(seconds) >= 1 && Number(seconds) < 3, `${seconds} s of game time`);
  assert.ok(Math.abs(tookMs - seconds * 1000) < 60, `${seconds} s of game time took ${tookMs} ms`);
});

/** The log without frames and times: those of the page are not as long as those of the timeline. */
function doings(text) {
  return [...text.matchAll(/^ +\d+ +\d+ {2}(.+)$/gm)].map(([, doing]) => doing);
}
