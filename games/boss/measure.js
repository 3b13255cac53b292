/** The time of a pulse and the frames per second with many bullets, in a Chromium without a graphics card: `node measure.js`. */
import path from 'node:path';
import { launch, openPage } from '../../e2e/harness/browser.js';
import { serve } from '../../e2e/harness/server.js';

const SECONDS = 5;

const server = await serve({ '/': path.join(import.meta.dirname, 'dist') });
const browser = await launch();
console.log('| bullets | a pulse, median | 99 of 100 take less | frames a second |');
console.log('| ------: | --------------: | ------------------: | --------------: |');
for (const count of [1000, 3000]) console.log(await measure(count));
await browser.close();
await server.close();

async function measure(count) {
  const { page } = await openPage(browser.context, `${server.origin}/?by-hand&bullets=${count}`);
  await page.waitForFunction(() => globalThis.boss !== undefined);
  // The pulses alone, one after the other.
  const pulses = await page.evaluate(() => {
    globalThis.boss.frames(600);
    return globalThis.boss.timesOfPulses(600);
  });
  await page.goto(`${server.origin}/?bullets=${count}`);
  // In real time, from the moment when they are all there.
  await page.waitForFunction(
    (many) => Number.parseInt(document.getElementById('figures').textContent, 10) >= many,
    count * 0.97,
    { timeout: 120_000 },
  );
  const rate = await page.evaluate(framesPerSecond, SECONDS);
  await page.close();
  pulses.sort((a, b) => a - b);
  const at = (share) => `${pulses[Math.floor(share * pulses.length)].toFixed(2)} ms`;
  return `| ${count} | ${at(0.5)} | ${at(0.99)} | ${Math.round(rate)} |`;
}

/** Runs in the page. */
function framesPerSecond(seconds) {
  return new Promise((resolve) => {
    const begin = performance.now();
    let frames = 0;
    const countOne = () => {
      frames++;
      const ms = performance.now() - begin;
      if (ms < seconds * 1000) requestAnimationFrame(countOne);
      else resolve((frames * 1000) / ms);
    };
    requestAnimationFrame(countOne);
  });
}
