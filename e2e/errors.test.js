import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from '@playwright/test';
import { built, openStage } from './harness/stage.js';

let stage;
test.beforeAll(async () => (stage = await openStage()));
test.afterAll(() => stage.close());

/** Makes a thread of the default scheduler fail. Gives what `window.onerror` received. */
const failUnheard = () =>
  new Promise((resolve) => {
    addEventListener('error', ({ error, message }) => {
      resolve({ class: error.constructor.name, isWall: error instanceof window.errors.Wall, message });
    });
    window.runtime.scheduler.enter(window.errors.outer);
    for (let frame = 0; frame < 3; frame++) window.runtime.scheduler.pulse(16);
  });

async function open() {
  const opened = await stage.open('empty.html');
  await opened.page.evaluate(async () => {
    window.runtime = await import('@spindle/runtime');
    window.errors = await import('/scripts/errors.js');
  });
  return opened;
}

test('an error that nobody waits for arrives at the window as it was thrown', async () => {
  const { page, errors } = await open();
  assert.deepEqual(await page.evaluate(failUnheard), {
    class: 'Wall',
    isWall: true,
    message: 'Uncaught Error: a wall after 3 steps',
  });
  assert.deepEqual(
    errors.map(({ message }) => message),
    ['a wall after 3 steps'],
  );
});

test('an error that nobody waits for stands in the console with its thread and its trace', async () => {
  const { page, lines } = await open();
  await page.evaluate(failUnheard);
  const said = lines.filter((line) => line.includes('inner(3) -> outer()'));
  assert.equal(said.length, 1, `The console says:\n${lines.join('\n')}`);
  assert.match(said[0], /^error: Uncaught in the thread outer: inner\(3\) -> outer\(\)/);
});

/** As a game that is driven by `drive`, whose pulses come by hand. */
const drivenFailure = async (page) => {
  await page.evaluate(async () => {
    const { drive } = await import('@spindle/runtime/host');
    drive(window.runtime.scheduler, { driver: 'interval', intervalMs: 1e6 });
    window.runtime.scheduler.enter(window.errors.guard);
  });
  await page.evaluate(failUnheard);
};

test('in development it stands on the page: its line in the source, its calls, the other threads', async () => {
  const { page } = await open();
  await drivenFailure(page);
  const panel = page.locator('spindle-errors section');
  assert.match(
    (await panel.innerText()).replaceAll(/\n+/g, '\n'),
    /errors\.js, line 12\nError: a wall after 3 steps\n[^]*> 12 \| +throw new Wall\([^]*In the call: inner\(3\) -> outer\(\)\nThreads that are there:\n#1 guard, .*waitSignal\(bell\), since frame 0/,
  );
  await page.screenshot({ path: path.join(built, 'errors-thrown.png') });
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('spindle-errors').count(), 0);
});

test('`hideErrors` keeps the page free of it', async () => {
  const { page } = await open();
  await page.evaluate(async () => (await import('@spindle/runtime/overlay')).hideErrors());
  await drivenFailure(page);
  // What would be read before it is shown.
  await page.evaluate(async () => {
    for (const file of ['errors.js', 'errors.js.map']) await fetch(`/scripts/${file}`);
  });
  assert.equal(await page.locator('spindle-errors').count(), 0);
});

test('stackOf gives the lines of the scripts across waits, and none of the runtime', async () => {
  const { page } = await open();
  const stack = await page.evaluate(async () => {
    const { noteStacks, stackOf } = await import('@spindle/runtime/stacks');
    noteStacks();
    let error;
    const scheduler = new window.runtime.Scheduler({ onError: (thrown) => (error = thrown) });
    scheduler.enter(window.errors.outer);
    for (let frame = 0; frame < 3; frame++) scheduler.pulse(16);
    return stackOf(error);
  });
  const calls = stack.split('\n').slice(1);
  assert.match(calls[0], /at inner .*\/scripts\/errors\.js:\d+:\d+/);
  assert.match(calls[1], /at outer\(\) .*\/scripts\/errors\.js:\d+:\d+/);
  assert.ok(!stack.includes('/runtime/'), stack);
});
