import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch } from './harness/browser.js';
import { built, serveSite } from './harness/site.js';

/** One of each kind. */
const KINDS = {
  home: '/',
  guide: '/guide/1-your-first-scene',
  'guide with a picture': '/guide/3-one-thing-at-a-time',
  cookbook: '/guide/cookbook/guard',
  'text of the repository': '/tools',
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

const PHONE = { width: 390, height: 844 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site;
let browser;
before(async () => {
  site = await serveSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens a page and waits until it can be used. Gives what it prints and throws from the start, too. */
async function open(path, { colorScheme = 'light', viewport = { width: 1280, height: 900 } } = {}) {
  const page = await browser.context.newPage();
  const [lines, errors] = [[], []];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => errors.push(error));
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${site.origin}${path}`);
  await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__ !== undefined);
  return { page, lines, errors };
}

for (const [kind, path] of Object.entries(KINDS)) {
  test(`${kind}: opens without an error`, async () => {
    const { page, lines, errors } = await open(path);
    assert.ok(await page.locator('h1').first().isVisible());
    const expected = kind === 'not there' ? lines.filter((line) => line.includes('404')) : [];
    assert.deepEqual({ lines, errors }, { lines: expected, errors: [] });
    await page.close();
  });

  test(`${kind}: nothing is cut off or scrolled sideways on a phone`, async () => {
    const { page } = await open(path, { viewport: PHONE });
    const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
    assert.ok(width <= PHONE.width, `${path} is ${width} px wide`);
    await page.close();
  });

  for (const colorScheme of ['light', 'dark'])
    test(`${kind}, ${colorScheme}: axe finds no violation`, async () => {
      const { page } = await open(path, { colorScheme });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document));
      assert.deepEqual(
        violations.map(({ id, nodes }) => ({ id, html: nodes.map((one) => one.html).slice(0, 3) })),
        [],
      );
      await page.close();
    });
}

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

test('an example of the guide runs where it stands, and prints what stands below it', async () => {
  const { page, errors } = await open('/guide/1-your-first-scene');
  const printed = await page.locator('.scene + .prints pre').first().innerText();
  await page.locator('button.run').first().click();
  const playground = page.locator('spindle-playground');
  const lines = printed.trim().split('\n');
  for (const line of lines) {
    const words = line.trim().split(/\s+/).at(-1);
    await playground.getByRole('tabpanel').getByText(words).first().waitFor();
  }
  assert.deepEqual(errors, []);
  await page.close();
});

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

test('every link inside the site leads to a page and to a heading that are there, and every page is linked to', async () => {
  const pages = await crawl();
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(valuesOf(html, 'id'))]));
  const dead = [...pages].flatMap(([path, html]) =>
    linksIn(html, path)
      .filter(
        ({ pathname, hash }) => !ids.has(pathname) || (hash !== '' && !ids.get(pathname).has(decodeURI(hash.slice(1)))),
      )
      .map(({ pathname, hash }) => `${path}: ${pathname}${hash}`),
  );
  assert.deepEqual(dead, []);
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const known = new Set([...pages.keys()].map((path) => (path.endsWith('/') ? `${path}index` : path)));
  assert.deepEqual(
    names.filter((name) => name !== '404.html' && !name.startsWith('play/') && !known.has(`/${name.slice(0, -5)}`)),
    [],
  );
});

/** The text of all pages that can be reached from the first one. */
async function crawl() {
  const pages = new Map();
  const queue = ['/'];
  for (const path of queue) {
    const answer = await fetch(`${site.origin}${path}`);
    if (answer.status !== 200) continue;
    const html = await answer.text();
    pages.set(path, html);
    for (const { pathname } of linksIn(html, path)) if (!queue.includes(pathname)) queue.push(pathname);
  }
  return pages;
}

/** Those to pages of the site: what has an extension is a file. */
const linksIn = (html, path) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)]
    .map(([, href]) => new URL(href.replaceAll('&amp;', '&'), `${site.origin}${path}`))
    .filter(({ origin, pathname }) => origin === site.origin && !/\.\w+$/.test(pathname));

const valuesOf = (html, name) => [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value);
