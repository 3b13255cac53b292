import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { openStage } from './harness/stage.js';

let stage;
test.beforeAll(async () => (stage = await openStage()));
test.afterAll(() => stage.close());

test('two classic scripts of one page that have computed method keys both load and run', async () => {
  const { page, lines, errors } = await stage.open('classic.html');
  const opened = await page.evaluate(async () => {
    window.CK.code.drive(window.CK.code.scheduler, { driver: 'animationFrame' });
    const [first, second] = window.doors;
    return [await first.openFirst(), await second?.openSecond()];
  });
  assert.deepEqual({ opened, lines, errors }, { opened: ['first', 'second'], lines: [], errors: [] });
});
