/** Servers of the projects, and a Chromium that loads their pages. */
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../../e2e/harness/chromium.js';
import { throughMaps } from './source-maps.js';

/** A dev server builds and sends a page within this time, also on a busy machine. */
const LIMIT_MS = 120_000;

/** Undefined if there is no Chromium here. */
export async function openBrowser() {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/**
 * Starts a server as a person does, and ends it when `use(url, told)` has ended. It has printed its address by then; `told()` is all that
 * it has printed.
 */
export async function withServer([command, ...args], { cwd, env }, use) {
  // In a group of its own, as `npx` starts others and does not always end them.
  const server = spawn(command, args, { cwd, env, detached: true });
  let said = '';
  try {
    const url = await new Promise((resolve, reject) => {
      const listen = (text) => {
        said += stripVTControlCharacters(String(text));
        const [, address] = /(http:\/\/(?:[\d.]+|localhost):\d+\/?)\s/.exec(said) ?? [];
        if (address) resolve(address);
      };
      server.stdout.on('data', listen);
      server.stderr.on('data', listen);
      server.on('error', reject);
      server.on('close', () => reject(new Error(`The server ended:\n${said}`)));
    });
    return await use(url, () => said);
  } finally {
    endGroup(server);
  }
}

function endGroup({ pid }) {
  try {
    process.kill(-pid);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Loads a page, and waits until its script has thrown, or the console has said `until`. Gives what the console and the server have printed, with the places of a stack as
 * the browser's own debugger shows them: through the source maps that the page gets.
 */
export async function seePage({ serve, cwd, env, browser, until = /Error: |SPN\d/ }) {
  return withServer(serve, { cwd, env }, async (url, told) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const texts = [];
    page.on('console', (message) => texts.push(message.text()));
    page.on('pageerror', (error) => texts.push(error.stack ?? error.message));
    await page.goto(url);
    const lastMs = performance.now() + LIMIT_MS;
    while (!until.test(texts.join('\n')) && performance.now() < lastMs) await setTimeout(100);
    // The error and the line that names its thread come one after the other.
    await setTimeout(500);
    await page.close();
    return `${await throughMaps(texts.join('\n'))}\n${told()}`;
  });
}
