/** The built playground in a browser, below a path as on a site that has other pages too. */
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { launch } from './browser.js';
import { serve } from './server.js';
import { root } from './stage.js';

const BELOW = '/some/where';

/** `#code=…`, as the button Share makes it. */
export const fragmentOf = (code) => `#code=${deflateRawSync(code).toString('base64url')}`;

export async function openPlaygrounds(answers = {}) {
  const browser = await launch();
  const server = await serve(
    { [`${BELOW}/`]: path.join(root, 'play/dist'), '/': path.join(root, 'e2e/pages') },
    answers,
  );
  const { context } = browser;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  return {
    origin: server.origin,
    address: `${server.origin}${BELOW}/`,
    /** Opens it with a code, or what else stands behind the address. */
    open: (hash = '', options = {}) => openAt(context, `${server.origin}${BELOW}/${hash}`, options),
    openPage: (name, options = {}) => openAt(context, `${server.origin}/${name}`, options),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function openAt(context, url, { width = 1280, height = 800, ...media }) {
  const page = await context.newPage();
  const said = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', ...media });
  await page.setViewportSize({ width, height });
  await page.goto(url);
  await page.locator('.cm-content').first().waitFor();
  return {
    page,
    /** What stands in the browser's console, and errors. */
    said,
    by: (name) => page.locator(`[data-name=${name}]`),
    tab: (name) => page.click(`#tab-${name}`),
    panel: (name) => page.locator(`#panel-${name}`),
    /** Waits until the console of the playground has a text. */
    written: (text) => page.locator('#panel-console').getByText(text).first().waitFor({ state: 'attached' }),
    picture: () => page.locator('.stage').screenshot(),
    /** Puts the cursor behind a text of the source. */
    async putCursor(text) {
      await page.evaluate((wanted) => {
        const { shadowRoot } = document.querySelector('spindle-playground');
        const content = shadowRoot.querySelector('.editor .cm-content');
        const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
        const line = [...content.querySelectorAll('.cm-line')].find((one) => one.textContent.includes(wanted));
        walker.currentNode = line;
        let left = line.textContent.indexOf(wanted) + wanted.length;
        let node;
        while ((node = walker.nextNode()) && node.length < left) left -= node.length;
        content.focus();
        const range = document.createRange();
        range.setStart(node, left);
        document.getSelection().removeAllRanges();
        document.getSelection().addRange(range);
      }, text);
    },
  };
}
