/** A debugger steps through the lines of the source, with both targets. */
import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { attach } from './harness/debugger.js';
import { openStage } from './harness/stage.js';

let stage;
test.beforeAll(async () => (stage = await openStage()));
test.afterAll(() => stage.close());

/** The folders of `build/e2e` with e2e/scripts, compiled for each target. */
const FOLDERS = { generators: 'scripts', frames: 'scripts-frames' };

/** A page that is about to run the script, with a debugger that stops at the line. */
async function start(target, line) {
  const folder = FOLDERS[target];
  const { page } = await stage.open('empty.html');
  await page.evaluate(async (from) => {
    window.runtime = await import('@spindle/runtime');
    window.scripts = await import(`/${from}/steps.js`);
  }, folder);
  const debug = await attach(page, `${folder}/steps.js`);
  await debug.breakAt(line);
  await page.addScriptTag({ content: `window.drive = ${drive.toString()};\n//# sourceURL=/driver.js` });
  const ended = page.evaluate(() => window.drive());
  return { debug, ended };
}

/** What a game does, which has its own loop. */
function drive() {
  const scheduler = new window.runtime.Scheduler();
  const log = [];
  scheduler.enter(() => window.scripts.patrol(log));
  for (let frame = 0; frame < 40; frame++) scheduler.pulse(16);
  return log;
}

/** The lines on which it stops until the last one, each once in a row. */
async function linesUntil(last, debug, step) {
  const lines = [];
  for (;;) {
    const { line } = await debug.next();
    if (line !== lines.at(-1)) lines.push(line);
    if (line === last) break;
    await step();
  }
  await debug.goOn();
  return lines;
}

const LOG = ['starts', 'sees the hall', 'sees the tower', 'rests', 3];

test.describe('a debugger', () => {
  test('with generators: it steps over waits', async () => {
    const { debug, ended } = await start('generators', 5);
    const lines = await linesUntil(18, debug, debug.over);
    assert.deepEqual(lines, [5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11, 13, 14, 15, 17, 18]);
    assert.deepEqual(await ended, LOG);
  });

  test('with frames: it steps into waits, and then stops where the function goes on', async () => {
    const { debug, ended } = await start('frames', 5);
    const lines = await linesUntil(18, debug, debug.into);
    // Lines 3 and 22 are the heads of the functions: there they are entered, also when they go on, and left to who called; the loop of line 8 finds the way.
    const visit = [22, 23, 24, 22, 9, 22, 25, 26];
    const round = [8, 9, ...visit, 3, 8, 9, 10, 11, 3, 8, 11];
    assert.deepEqual(lines, [5, 6, 3, 6, 7, ...round, ...round, 8, 13, 14, 15, 3, 13, 17, 18]);
    assert.deepEqual(await ended, LOG);
  });

  for (const target of ['generators', 'frames'])
    test(`with ${target}: breakpoints on all lines stop on them in order`, async () => {
      const { debug, ended } = await start(target, 5);
      for (const line of [6, 7, 9, 10, 11, 14, 15, 17, 18, 23, 24, 25]) await debug.breakAt(line);
      const lines = await linesUntil(18, debug, debug.goOn);
      const round = [9, 23, 24, 25, 10, 11];
      assert.deepEqual(lines, [5, 6, 7, ...round, ...round, 14, 15, 17, 18]);
      assert.deepEqual(await ended, LOG);
    });

  for (const target of ['generators', 'frames'])
    test(`with ${target}: it shows the variables by their names`, async () => {
      const { debug, ended } = await start(target, 25);
      await debug.breakAt(17);
      const first = await (await debug.next()).locals();
      assert.equal(first.room, 'hall');
      assert.equal(first.seen, 'sees the hall');
      await debug.goOn();
      const second = await (await debug.next()).locals();
      assert.equal(second.seen, 'sees the tower');
      await debug.goOn();
      const last = await (await debug.next()).locals();
      assert.equal(last.steps, 3);
      await debug.goOn();
      assert.deepEqual(await ended, LOG);
    });
});
