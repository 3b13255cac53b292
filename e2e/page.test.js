import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { pathToFileURL } from 'node:url';
import { launch, openPage } from './harness/browser.js';
import { findFirefox, HOW_TO_GET_FIREFOX, launchFirefox } from './harness/firefox.js';
import { built, openStage, root } from './harness/stage.js';

let stage;
let browser;
test.beforeAll(async () => ([stage, browser] = await Promise.all([openStage(), launch()])));
test.afterAll(() => Promise.all([stage.close(), browser.close()]));

const fileOf = (name) => pathToFileURL(path.join(root, `e2e/pages/page/${name}.html`)).href;
/** Each page over http, and as somebody opens it who has clicked on the file. */
const WAYS = {
  http: (name) => stage.open(`page/${name}.html`),
  file: (name) => openPage(browser.context, fileOf(name)),
};

const textIn = (page, selector = '#list') => page.locator(selector).textContent();
const until = (page, text) =>
  page.waitForFunction((end) => document.querySelector('#list').textContent.endsWith(end), text);
/** With one end of line between the parts. */
const told = async (page) => (await page.locator('spindle-errors section').innerText()).replaceAll(/\n+/g, '\n');

for (const [way, open] of Object.entries(WAYS)) {
  test(`${way}: scripts in the page run side by side, each its lines in turn`, async () => {
    const { page, lines, errors } = await open('inline');
    await until(page, 'end<Ann> ');
    assert.equal(await textIn(page), 'first 10 20 signals end<Ann> ');
    assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
  });

  test(`${way}: what is wrong stands on the page, with its line; the other scripts run`, async () => {
    const { page } = await open('wrong');
    await until(page, 'the others run');
    const text = await told(page);
    await page.screenshot({ path: path.join(built, `page-wrong-${way}.png`) });
    assert.match(text, /unread\.js, line 2\n/);
    assert.match(text, /> 2 \| +wait\(10;\n/);
    assert.match(text, /thrown\.js, line 4\nTypeError: .*door\.open.*\n[^]*> 4 \| +door\.open\(\);/);
    assert.match(text, /In the call: open\(.*\) -> program\(\)/);
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator('spindle-errors').count(), 0);
  });

  test(`${way}: a compiled script needs the small file alone`, async () => {
    const { page, lines, errors } = await open('compiled');
    await until(page, 'done');
    assert.equal(await textIn(page), 'one two three done');
    assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
  });
}

test('http: scripts in files run; of one that is not there the page tells it', async () => {
  const { page } = await stage.open('page/files.html');
  await until(page, 'done');
  assert.match(await told(page), /nowhere\.js\nThe server does not have the file: it answered 404\./);
});

test('file: of scripts in files the page tells why it cannot read them, and what to do', async () => {
  const { page } = await WAYS.file('files');
  const text = await told(page);
  assert.match(text, /count\.js\nThis page was opened as a file, and browsers let such a page read no other file\./);
  assert.match(text, /npx serve[^]*precompile "\*\.js" --page/);
});

test('a strict policy needs no exception for a compiled script', async () => {
  const { page, lines, errors } = await stage.open('page/strict.html');
  await until(page, 'done');
  assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
});

test('an import map of one entry serves compiled modules, by one file', async () => {
  const asked = [];
  const { page, lines, errors } = await stage.open('page/import-map.html', async (one) => {
    one.on('request', (request) => asked.push(new URL(request.url()).pathname));
  });
  await until(page, 'done');
  assert.deepEqual(
    asked.filter((name) => name.startsWith('/packages/')),
    ['/packages/page/spindle.mjs'],
  );
  assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
});

const textOf = (file) => readFileSync(path.join(root, file), 'utf8');

/** An empty place for what a reader makes. */
function emptyPlace(name) {
  const place = path.join(built, name);
  rmSync(place, { recursive: true, force: true });
  return place;
}

test('a new user: the page of the README of the package, with the two files beside it, opened as a file', async () => {
  const place = emptyPlace('page-of-readme');
  mkdirSync(place, { recursive: true });
  for (const name of ['spindle.js', 'compiler.js'])
    copyFileSync(path.join(root, 'packages/page', name), path.join(place, name));
  const file = path.join(place, 'index.html');
  writeFileSync(file, /^```html\n([^]*?)^```$/m.exec(textOf('packages/page/README.md'))[1]);
  const { page, lines, errors } = await openPage(browser.context, pathToFileURL(file).href);
  // The last square of the script.
  await page.waitForFunction(
    () => document.querySelector('#game').getContext('2d').getImageData(294, 24, 1, 1).data[3] === 255,
  );
  // The browser has advice on how this test looks at the picture.
  const printed = lines.filter((line) => !line.includes('willReadFrequently'));
  assert.deepEqual({ lines: printed, errors }, { lines: [], errors: [] });
});

test('a new user: the command of the README makes a game in a page, which opens as a file', async () => {
  const place = emptyPlace('game-of-readme');
  const [, command] = /`npm ci && npm run build && (npx create-spindle \.\.\/my-game [^`]*)`/.exec(textOf('README.md'));
  execSync(command.replace('../my-game', place), { cwd: root });
  const file = path.join(place, 'index.html');
  const { page, lines, errors } = await openPage(browser.context, pathToFileURL(file).href);
  await page.waitForFunction(() => document.querySelector('#caption').textContent.startsWith('Hero: Good morning!'));
  assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
});

const noFirefox = findFirefox() === undefined && HOW_TO_GET_FIREFOX;
if (noFirefox) console.error(noFirefox);

test('Firefox, over http and as a file: scripts in a page run, and what is wrong stands on it', async () => {
  test.skip(Boolean(noFirefox), 'there is no Firefox');
  const firefox = await launchFirefox();
  try {
    const page = await firefox.newPage();
    for (const addressOf of [fileOf, (name) => `${stage.origin}/page/${name}.html`]) {
      for (const [name, end] of [
        ['inline', 'end<Ann> '],
        ['compiled', 'done'],
        ['wrong', 'the others run'],
      ]) {
        await page.goto(addressOf(name));
        await page.waitForFunction((text) => document.querySelector('#list').textContent.endsWith(text), {}, end);
      }
      const text = await page.evaluate(
        () => document.querySelector('spindle-errors').shadowRoot.querySelector('section').innerText,
      );
      assert.match(text, /unread\.js, line 2\n/);
      assert.match(text, /thrown\.js, line 4\n+TypeError: [^]*> 4 \| +door\.open\(\);/);
      await page.goto(addressOf('files'));
      await page.waitForSelector('spindle-errors');
    }
  } finally {
    await firefox.close();
  }
});
