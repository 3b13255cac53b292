/** Starts a Chromium and opens pages in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium, HOW_TO_GET_IT } from './chromium.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * What a test waits for comes within this time, also on a busy machine. No test may depend on how long it takes: what
 * takes time in a page is measured by `own-time.js` or `cpu-time.js`.
 */
export const LIMIT_MS = 60_000;

/**
 * Starts a Chromium with a new, empty profile. `options` are those of Playwright, such as `hasTouch`.
 * Gives its context, and a function that closes it and removes the profile.
 */
export async function launch(options = {}) {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(HOW_TO_GET_IT);
  const profile = mkdtempSync(path.join(tmpdir(), 'spindle-e2e-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: FLAGS,
    viewport: { width: 900, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(LIMIT_MS);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Opens a page and records what it prints and throws from the start. `prepare(page)` is called before it is loaded.
 * @returns the page; `lines`, the lines of its console as `type: text`; `errors`, its uncaught errors.
 */
export async function openPage(context, url, prepare = async () => undefined) {
  const page = await context.newPage();
  const lines = [];
  const errors = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => errors.push(error));
  await prepare(page);
  await page.goto(url);
  return { page, lines, errors };
}
