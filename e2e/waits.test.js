import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { giveOwnTime } from './harness/own-time.js';
import { openStage } from './harness/stage.js';

/** The answers of the local server: a greeting, and a response that never comes. */
const answers = {
  '/greeting': (_request, response) => {
    response.setHeader('content-type', 'application/json');
    setTimeout(() => response.end('{ "greeting": "Good evening" }'), 20);
  },
  '/never': () => undefined,
  '/frame.html': (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<script>later = (ms) => new Promise((resolve) => setTimeout(resolve, ms, "from the frame"))</script>',
    );
  },
};

let stage;
test.beforeAll(async () => (stage = await openStage(answers)));
test.afterAll(() => stage.close());

/** A page whose animation frames drive the default scheduler. `play(name, ...args)` starts a script and stores its thread in `window.thread`. */
async function open() {
  const opened = await stage.open('empty.html', giveOwnTime);
  await opened.page.evaluate(async () => {
    window.scripts = await import('/scripts/waits.js');
    window.runtime = { ...(await import('@spindle/runtime')), ...(await import('@spindle/runtime/host')) };
    window.runtime.drive(window.runtime.scheduler, { driver: 'animationFrame' });
    window.$ = (selector) => document.querySelector(selector);
    window.log = [];
    window.play = (name, ...args) => void (window.thread = window.scripts[name](...args));
  });
  return opened;
}

/** The result of the thread in `window.thread`. */
const outcome = (page) => page.evaluate(async () => await window.thread);

function isQuiet({ lines, errors }) {
  assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
}

test('waitForEvent hears the clicks of a real pointer', async () => {
  const opened = await open();
  const { page } = opened;
  await page.evaluate(() => window.play('openDoor', window.$('button'), window.log));
  await page.click('button');
  await page.waitForFunction(() => window.log.length === 3);
  await page.click('button');
  assert.equal(await outcome(page), 'open');
  assert.deepEqual(await page.evaluate(() => window.log), ['closed', 'click on Open', 'closed', 'click on Open']);
  isQuiet(opened);
});

test('listen misses no key, however fast they come', async () => {
  const opened = await open();
  const { page } = opened;
  await page.evaluate(() => window.play('readName', window.$('input')));
  await page.type('input', 'glitch');
  await page.press('input', 'Enter');
  assert.equal(await outcome(page), 'glitch');
  assert.equal(await page.inputValue('input'), 'glitch');
  isQuiet(opened);
});

test('a filter takes the key that is wanted from all of the window', async () => {
  const opened = await open();
  const { page } = opened;
  await page.evaluate(() => window.play('confirm', window));
  for (const key of ['a', 'Escape', 'y']) await page.keyboard.press(key);
  assert.equal(await outcome(page), 'y');
  isQuiet(opened);
});

test('a script follows a pointer from down to up', async () => {
  const opened = await open();
  const { page } = opened;
  await page.evaluate(() => window.play('drag', window.$('#pad')));
  const { x, y } = await page.locator('#pad').boundingBox();
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.waitForFunction(() => window.runtime.scheduler.dump().includes('pointerup'));
  await page.mouse.move(x + 60, y + 30, { steps: 5 });
  await page.mouse.up();
  assert.deepEqual(await outcome(page), { x: 50, y: 20, moves: 5 });
  isQuiet(opened);
});

test('an event that does not come in time is a TimeoutError', async () => {
  const opened = await open();
  await opened.page.evaluate(() => window.play('giveUp', window.$('button')));
  assert.equal(await outcome(opened.page), 'TimeoutError');
  isQuiet(opened);
});

const doors = {
  setTimeout: () => setTimeout(() => window.scripts.onTick(window.log), 20),
  addEventListener: () => {
    addEventListener('ping', () => window.scripts.onTick(window.log));
    dispatchEvent(new Event('ping'));
  },
  requestAnimationFrame: () => requestAnimationFrame(() => window.scripts.onTick(window.log)),
  queueMicrotask: () => queueMicrotask(() => window.scripts.onTick(window.log)),
};

for (const [name, call] of Object.entries(doors)) {
  test(`a compiled function that ${name} calls is a thread of its own`, async () => {
    const opened = await open();
    await opened.page.evaluate(call);
    await opened.page.waitForFunction(() => window.log.length === 2);
    assert.deepEqual(await opened.page.evaluate(() => [...window.log, window.runtime.scheduler.threads.length]), [
      'called',
      'done',
      0,
    ]);
    isQuiet(opened);
  });
}

test('the answer of a server is waited for like any call', async () => {
  const opened = await open();
  await opened.page.evaluate(() => window.play('ask', '/greeting'));
  assert.equal(await outcome(opened.page), 'Good evening');
  isQuiet(opened);
});

test('a Promise of a frame, which is none of ours, is waited for', async () => {
  const opened = await open();
  const { page } = opened;
  await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = '/frame.html';
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve));
    window.play('waitForFrame', frame);
  });
  assert.deepEqual(await outcome(page), { value: 'from the frame', waited: true });
  isQuiet(opened);
});

test('a download that takes too long is aborted by the finally of its script', async () => {
  const opened = await open();
  const { page } = opened;
  const [failed] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.evaluate(() => {
      window.controller = new AbortController();
      window.play('download', '/never', window.controller);
      window.thread.then(null, (error) => (window.ended = error.name));
    }),
  ]);
  await page.waitForFunction(() => window.ended !== undefined);
  assert.deepEqual(await page.evaluate(() => [window.ended, window.controller.signal.aborted]), ['TimeoutError', true]);
  assert.match(failed.failure().errorText, /ABORTED/);
  assert.deepEqual(opened.errors, []);
});

test('the abort of an AbortSignal is an event', async () => {
  const opened = await open();
  await opened.page.evaluate(() => {
    const controller = new AbortController();
    window.play('waitForAbort', controller.signal);
    setTimeout(() => controller.abort(), 20);
  });
  assert.equal(await outcome(opened.page), 'aborted');
  isQuiet(opened);
});

test('a signal that was aborted before is not waited for', async () => {
  const opened = await open();
  await opened.page.evaluate(() => window.play('waitForAbort', AbortSignal.abort()));
  const ended = await opened.page.evaluate(() =>
    Promise.race([window.thread, window.passFrames(30).then(() => 'still waiting')]),
  );
  assert.equal(ended, 'aborted');
  isQuiet(opened);
});

test('wait takes the time of the page, in whole frames', async () => {
  const opened = await open();
  await opened.page.evaluate(() => window.play('sleep', 300));
  const ms = await outcome(opened.page);
  assert.ok(ms >= 300 && ms < 335, `wait(300) took ${ms} ms`);
  isQuiet(opened);
});

test('waiting for an event of a Pixi container reads none of its properties that Pixi warns of', async () => {
  const opened = await open();
  const name = await opened.page.evaluate(async () => {
    const { Container } = await import('/pixi/pixi.mjs');
    const container = new Container({ label: 'guard' });
    const thread = window.scripts.waitForTap(container);
    container.emit('pointerdown', { type: 'pointerdown' });
    return await thread;
  });
  assert.equal(name, 'pointerdown');
  isQuiet(opened);
});
