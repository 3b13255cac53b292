/** Servers of the projects, and a Chromium that loads their pages. */
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { findChromium } from '../../e2e/harness/chromium.js';

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
        // oxlint-disable-next-line no-control-regex -- colours
        said += String(text).replaceAll(/\u001B\[[\d;]*m/g, '');
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
