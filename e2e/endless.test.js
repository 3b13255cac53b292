/** A page for children, who write loops that never end: the page goes on, and says which line it is. */
import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { transform } from '@spindle/compiler';
import { cpuClockOf } from './harness/cpu-time.js';
import { openStage } from './harness/stage.js';

/** The page may work so long for a program that never ends. */
const LIMIT_MS = 200;

let stage;
test.beforeAll(async () => (stage = await openStage()));
test.afterAll(() => stage.close());

/** Runs a compiled program in the page for a while. The page draws frames meanwhile. */
const play = async ({ code, budget }) => {
  const { Scheduler } = await import('@spindle/runtime');
  const { drive } = await import('@spindle/runtime/host');
  const { program } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  window.say = (text) => document.body.append(`${text} `);
  const errors = [];
  const scheduler = new Scheduler({
    ...budget,
    onError: ({ code: of, lines }) => errors.push({ of, lines }),
  });
  const thread = scheduler.spawn(program);
  drive(scheduler, { driver: 'animationFrame' });
  for (let frame = 0; frame < 10; frame++) {
    // oxlint-disable-next-line no-await-in-loop -- one frame after the other
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const { status } = thread;
  thread.cancel('STOP');
  return { errors, status, stopped: thread.status };
};

for (const target of ['generators', 'frames'])
  test.describe(`a program, with ${target}`, () => {
    const playIn = async (body, budget = { maxStepsPerTurn: 20_000 }) => {
      const { code } = transform(`// @compile\nexport function program() {\n${body}\n}`, { target });
      const { page } = await stage.open('empty.html');
      await page.evaluate(() => import('@spindle/runtime/host').then(() => undefined));
      const workedMs = await cpuClockOf(page);
      const begunMs = await workedMs();
      const played = await page.evaluate(play, { code, budget });
      const tookMs = (await workedMs()) - begunMs;
      await page.close();
      return { ...played, tookMs };
    };

    for (const body of ['for (let i = 0; i < 10; i--) {}', 'for (let i = 0; i < 10; i--) say(i);'])
      test(`${body} ends within 200 ms, with its line`, async () => {
        const { errors, status, tookMs } = await playIn(body);
        assert.deepEqual({ errors, status }, { errors: [{ of: 'SPN508', lines: [3] }], status: 'failed' });
        assert.ok(tookMs < LIMIT_MS, `the page has worked for ${tookMs} ms`);
      });

    test('for (let i = 0; i < 10; i--) {} ends within 200 ms by default, too', async () => {
      const { errors, status, tookMs } = await playIn('for (let i = 0; i < 10; i--) {}', {});
      assert.deepEqual({ errors, status }, { errors: [{ of: 'SPN508', lines: [3] }], status: 'failed' });
      assert.ok(tookMs < LIMIT_MS, `the page has worked for ${tookMs} ms`);
    });

    test('while (true) {} takes frames, until STOP', async () => {
      const { errors, status, stopped, tookMs } = await playIn('while (true) {}');
      assert.deepEqual({ errors, status, stopped }, { errors: [], status: 'sleeping', stopped: 'cancelled' });
      assert.ok(tookMs < LIMIT_MS, `the page has worked for ${tookMs} ms`);
    });
  });
