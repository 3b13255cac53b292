/** Starts a Chromium and opens pages in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
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

/** Starts a Chromium with an empty profile of its own; gives its context, and how it is closed and cleaned up after. */
export async function launch() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(HOW_TO_GET_IT);
  const profile = mkdtempSync(path.join(tmpdir(), 'spindle-e2e-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: FLAGS,
    viewport: { width: 900, height: 900 },
  });
  context.setDefaultTimeout(15_000);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Opens a page and notes what it prints and throws, from its first line on.
 * @returns the page; `lines`, what stands in its console as `type: text`; `errors`, what nobody caught in it.
 */
export async function openPage(context, url) {
  const page = await context.newPage();
  const lines = [];
  const errors = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(url);
  return { page, lines, errors };
}
