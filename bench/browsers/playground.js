/**
 * The playground in a real Chromium: `npm run bench -- play`. It measures how soon the first scene is drawn, and how soon
 * the compiled code follows a key, and writes the medians to docs/performance.md. Nothing is asserted.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { launch } from '../../e2e/harness/browser.js';
import { serve } from '../../e2e/harness/server.js';

const root = path.join(import.meta.dirname, '../..');
const ROUNDS = 9;
const KEYS = 40;

/** Prints the figures, and gives them as lines of a table. */
export async function measurePlayground() {
  const { status } = spawnSync('node', ['scripts/play.js', '--build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The playground was not built.');
  const server = await serve({ '/': path.join(root, 'play/dist') });
  const first = [];
  const again = [];
  const typed = [];
  for (let round = 0; round < ROUNDS; round++) {
    const browser = await launch();
    try {
      first.push(await timeOfLoad(browser.context, server.origin));
      again.push(await timeOfLoad(browser.context, server.origin));
      if (round === 0) typed.push(...(await timesOfKeys(browser.context, server.origin)));
    } finally {
      await browser.close();
    }
  }
  await server.close();
  return [
    { what: 'first picture, first visit', aim: 300, ...summary(first) },
    { what: 'first picture, again', aim: 300, ...summary(again) },
    { what: 'from a key to the compiled code', aim: 100, ...summary(typed) },
  ];
}

/** Milliseconds from the beginning of the load to the first picture of the scene. */
async function timeOfLoad(context, origin) {
  const page = await context.newPage();
  await page.goto(origin);
  const handle = await page.waitForFunction(() => performance.getEntriesByName('spindle:drawn')[0]?.startTime);
  const time = await handle.jsonValue();
  await page.close();
  return time;
}

/** Milliseconds from each key to the compiled code on the screen, with a pause between two keys. */
async function timesOfKeys(context, origin) {
  const page = await context.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => performance.getEntriesByName('spindle:output').length > 0);
  await page.click('#tab-output');
  await page.click('.editor .cm-line >> nth=0');
  await page.keyboard.press('End');
  const times = [];
  for (let key = 0; key < KEYS; key++) {
    const time = await page.evaluate(() => {
      performance.clearMarks('spindle:output');
      addEventListener('keydown', (event) => (window.keyTime = event.timeStamp), { once: true, capture: true });
    });
    void time;
    await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace');
    const handle = await page.waitForFunction(() => {
      const [mark] = performance.getEntriesByName('spindle:output');
      return mark && mark.startTime - window.keyTime;
    });
    times.push(await handle.jsonValue());
  }
  await page.close();
  // The compiler is not warm at the first ones.
  return times.slice(5);
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => Math.round(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)]);
  return { median: at(0.5), least: at(0), most: at(1) };
}
