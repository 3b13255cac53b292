import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from '@playwright/test';
import { launch, LIMIT_MS } from './harness/browser.js';
import { comparePicture } from './harness/pictures.js';
import { serve } from './harness/server.js';
import { root } from './harness/stage.js';

const built = path.join(root, 'site/.vitepress/dist');

/** One of each kind, for axe. */
const KINDS = {
  home: '/',
  guide: '/guide/1-your-first-scene',
  'guide with a picture': '/guide/3-one-thing-at-a-time',
  cookbook: '/guide/cookbook/guard',
  'text of the repository': '/tools',
  'an example without a button': '/guide/cookbook/own-language',
  'rules with examples': '/ownership',
  performance: '/performance',
  'errors, all': '/errors/',
  'errors, one': '/errors/SPN601',
  package: '/packages/runtime',
  'API, all': '/api/',
  'API, a function': '/api/runtime/functions/wait',
  'API, a class': '/api/runtime/classes/Executor',
  'recipe of a bundler': '/recipes/webpack',
  'recipe of an engine': '/recipes/phaser',
  comparison: '/comparison',
  changes: '/changes/',
  'not there': '/no-such-page',
};

const SCREENS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site;
let browser;
test.beforeAll(async () => {
  site = await serve({ '/': built }, {}, { notFound: readFileSync(path.join(built, '404.html')) });
  browser = await launch();
});
test.afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens a page and waits until it can be used. Gives what it prints and throws from the start, too. */
async function open(address, { colorScheme = 'light', viewport = SCREENS.desktop } = {}) {
  const page = await browser.context.newPage();
  const [lines, errors] = [[], []];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => errors.push(error));
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${site.origin}${address}`);
  await page.waitForFunction(isAlive);
  return { page, lines, errors };
}

/** Runs in the page. */
const isAlive = () => document.querySelector('#app')?.__vue_app__ !== undefined;

test('a page that is not there says so', async () => {
  const { page, errors } = await open('/no-such-page');
  assert.ok(await page.locator('h1').first().isVisible());
  assert.deepEqual(errors, []);
  await page.close();
});

for (const [kind, address] of Object.entries(KINDS)) {
  for (const colorScheme of ['light', 'dark'])
    test(`${kind}, ${colorScheme}: axe finds no violation`, async () => {
      const { page } = await open(address, { colorScheme });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document));
      assert.deepEqual(
        violations.map(({ id, nodes }) => ({ id, html: nodes.map((one) => one.html).slice(0, 3) })),
        [],
      );
      await page.close();
    });
}

const LOOKS = {
  'site-home': { address: '/', viewport: { width: 900, height: 340 } },
  'site-guide': { address: '/guide/3-one-thing-at-a-time', colorScheme: 'dark', viewport: { width: 390, height: 200 } },
};

for (const [name, { address, ...look }] of Object.entries(LOOKS))
  test(`${name} looks as it did`, async () => {
    const { page } = await open(address, look);
    await comparePicture(page, name);
    await page.close();
  });

for (const [words, wanted] of [
  ['SPN601', '/errors/SPN601'],
  ['wait', '/api/runtime/functions/wait'],
])
  test(`the search finds ${words}`, async () => {
    const { page, errors } = await open('/');
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').fill(words);
    const results = page.locator('#localsearch-list a');
    await results.first().waitFor();
    const hrefs = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.ok(
      hrefs.slice(0, 5).some((href) => href.startsWith(wanted)),
      hrefs.slice(0, 5).join(' '),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/');
    assert.ok(await page.locator('h1').first().isVisible());
    assert.deepEqual(errors, []);
    await page.close();
  });

const EXAMPLES = [
  'ownership.md',
  ...readdirSync(path.join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `guide/${name}`)
    .toSorted(),
].map((file) => ({ file, scenes: scenesIn(file) }));

/** The scenes of a page: all of the guide, and those of docs/ownership.md that stand above a trace. */
function scenesIn(file) {
  const text = readFileSync(path.join(root, 'docs', file), 'utf8');
  return text.match(file.startsWith('guide/') ? /^```js$/gm : /^<!-- fixture \S+: input trace -->$/gm)?.length ?? 0;
}

test('the examples are found', () => {
  assert.ok(EXAMPLES.reduce((sum, { scenes }) => sum + scenes, 0) > 40);
});

for (const { file, scenes } of EXAMPLES.filter((one) => one.scenes > 0))
  test(`${file}: each example runs where it stands and prints what stands below it, or says why it has no button`, async () => {
    const { page, lines, errors } = await open(`/${file.replace('.md', '')}`);
    const runnable = page.locator('.scene');
    const count = await runnable.count();
    assert.equal(count + (await page.locator('.not-here').count()), scenes);
    const told = [];
    for (let i = 0; i < count; i++) told.push(...(await runAndCompare(runnable.nth(i), `example ${i + 1} of ${file}`)));
    assert.deepEqual(told, []);
    assert.deepEqual({ lines, errors }, { lines: [], errors: [] });
    await page.close();
  });

/** Gives the codes of the runtime's warnings that do not stand below the example. */
async function runAndCompare(scene, name) {
  const below = scene.locator('xpath=following-sibling::*[1][contains(@class, "prints")]//pre');
  const printed = (await below.count()) === 0 ? '' : (await below.textContent()).trimEnd();
  await scene.locator('button.run').click();
  const playground = scene.locator('spindle-playground');
  await playground.locator('.stage[data-state=running]').waitFor({ state: 'attached' });
  // What it writes comes with a message of its own.
  const entries = playground.locator('#panel-console .entry');
  if (printed !== '') await entries.first().waitFor({ state: 'attached' });
  let [written, codes] = [];
  for (const end = Date.now() + LIMIT_MS; Date.now() < end && written !== printed;) {
    ({ written, codes } = await entries.evaluateAll(readConsole, printed));
    // A browser has no other way to be told that a text has become another.
    if (written !== printed) await scene.page().evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.deepEqual([name, written], [name, printed]);
  await playground.locator('[data-name=stop]').click();
  return codes;
}

/** What is written, as a terminal has it: warnings and errors come last. Those of the runtime which are not expected are given by their codes. */
function readConsole(entries, printed) {
  const textOf = (entry) => (entry.querySelector('.text') ?? entry).textContent;
  const codeOf = (entry) => /\[(SPN7\d\d)\]/.exec(printed.includes(textOf(entry)) ? '' : textOf(entry))?.[1];
  const isTold = (entry) => entry.matches('.warn, .error');
  const expected = entries.filter((entry) => codeOf(entry) === undefined);
  const inOrder = [...expected.filter((entry) => !isTold(entry)), ...expected.filter(isTold)];
  return {
    written: inOrder.map(textOf).join('\n').trimEnd(),
    codes: entries.map(codeOf).filter((code) => code !== undefined),
  };
}

test('the scene of the home page runs', async () => {
  const page = await browser.context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${site.origin}/`);
  await page.locator('spindle-playground iframe').waitFor();
  await page
    .locator('spindle-playground')
    .getByRole('tabpanel')
    .getByText(/since frame/)
    .first()
    .waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test('every page opens without an error; on a desktop and a phone nothing is scrolled sideways, and no text is cut off', async () => {
  const { page, lines, errors } = await open('/');
  const wrong = [];
  let seen = 0;
  for (const address of (await crawl()).keys()) {
    // The playground has tests of its own.
    if (address.startsWith('/play/')) continue;
    seen++;
    [lines.length, errors.length] = [0, 0];
    await page.goto(`${site.origin}${address}`);
    await page.waitForFunction(isAlive);
    if (!(await page.locator('h1').first().isVisible())) wrong.push(`${address} has no heading`);
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      await page.setViewportSize(viewport);
      wrong.push(...(await page.evaluate(findCut)).map((what) => `${address}, ${screen}: ${what}`));
    }
    wrong.push(...[...lines, ...errors.map(String)].map((what) => `${address}: ${what}`));
  }
  assert.deepEqual(wrong, []);
  assert.ok(seen > 200, `${seen} pages`);
  await page.close();
});

/** Runs in the page. What can be scrolled by itself is not cut off, nor what is for screen readers alone. */
function findCut() {
  const { scrollWidth } = document.scrollingElement;
  const isCut = (element) => {
    const { clip, display, overflowX, overflowY } = getComputedStyle(element);
    if (clip !== 'auto' || display === 'inline') return false;
    const { clientHeight, clientWidth } = element;
    return (
      (/hidden|clip/.test(overflowX) && clientWidth > 1 && element.scrollWidth > clientWidth + 1) ||
      (/hidden|clip/.test(overflowY) && clientHeight > 1 && element.scrollHeight > clientHeight + 2)
    );
  };
  const cut = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility() && element.textContent.trim() !== '' && isCut(element),
  );
  return [
    ...(scrollWidth > innerWidth ? [`it is ${scrollWidth} px wide`] : []),
    ...cut.map(
      ({ localName, className, textContent }) =>
        `<${localName} class="${className}"> is cut off: ${textContent.trim().slice(0, 60)}`,
    ),
  ];
}

test('a text that is cut off is found, and a page that is too wide', async () => {
  const { page } = await open('/tools');
  assert.deepEqual(await page.evaluate(findCut), []);
  await page.addStyleTag({ content: 'h1 { width: 20px; overflow: hidden } footer { width: 2000px }' });
  const [wide, cut, ...others] = await page.evaluate(findCut);
  assert.match(wide, /^it is 2\d{3} px wide$/);
  assert.match(cut, /^<h1 .*is cut off: Spindle in your tools/);
  assert.deepEqual(others, []);
  await page.close();
});

test('every link inside the site leads to a page and to a heading that are there, and every page is linked to', async () => {
  const pages = await crawl();
  const ids = new Map([...pages].map(([address, html]) => [address, new Set(valuesOf(html, 'id'))]));
  const dead = [...pages].flatMap(([address, html]) =>
    linksIn(html, address)
      .filter(
        ({ pathname, hash }) => !ids.has(pathname) || (hash !== '' && !ids.get(pathname).has(decodeURI(hash.slice(1)))),
      )
      .map(({ pathname, hash }) => `${address}: ${pathname}${hash}`),
  );
  assert.deepEqual(dead, []);
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const known = new Set([...pages.keys()].map((address) => (address.endsWith('/') ? `${address}index` : address)));
  assert.deepEqual(
    names.filter((name) => name !== '404.html' && !name.startsWith('play/') && !known.has(`/${name.slice(0, -5)}`)),
    [],
  );
});

/** The text of all pages that can be reached from the first one. */
async function crawl() {
  const pages = new Map();
  const queue = ['/'];
  for (const address of queue) {
    const answer = await fetch(`${site.origin}${address}`);
    if (answer.status !== 200) continue;
    const html = await answer.text();
    pages.set(address, html);
    for (const { pathname } of linksIn(html, address)) if (!queue.includes(pathname)) queue.push(pathname);
  }
  return pages;
}

/** Those to pages of the site: what has an extension is a file. */
const linksIn = (html, address) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)]
    .map(([, href]) => new URL(href.replaceAll('&amp;', '&'), `${site.origin}${address}`))
    .filter(({ origin, pathname }) => origin === site.origin && !/\.\w+$/.test(pathname));

const valuesOf = (html, name) => [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value);
