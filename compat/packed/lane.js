/** What the lanes with packed packages share: a registry, a folder, a browser, a line for each job, and the summary. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOW_TO_GET_IT } from '../../e2e/harness/chromium.js';
import { openBrowser } from './browser.js';
import { startRegistry } from './registry.js';

/** `wanted`: parts of names that choose some of the jobs; all if there is none. */
export async function openLane(name, wanted) {
  const { env, close } = await startRegistry();
  const folder = mkdtempSync(path.join(tmpdir(), `spindle-${name}-`));
  const browser = await openBrowser();
  const failed = [];
  return {
    env,
    folder,
    browser,
    isWanted: (job) => wanted.length === 0 || wanted.some((part) => job.toLowerCase().includes(part.toLowerCase())),
    /** Runs a job, and prints a line on it. */
    async report(job, work) {
      const begun = performance.now();
      try {
        const note = await work();
        console.log(`✓ ${job} (${Math.round((performance.now() - begun) / 1000)} s)${note ? `: ${note}` : ''}`);
      } catch (error) {
        failed.push(job);
        console.log(`✗ ${job}\n${String(error.message).replaceAll(/^/gm, '    ')}`);
      }
    },
    /** Prints the summary, and ends the process. `unseen` is what was not seen without a browser. */
    async finish({ well, unseen }) {
      await browser?.close();
      close();
      rmSync(folder, { recursive: true, force: true });
      const lack = browser ? '' : `${HOW_TO_GET_IT.replaceAll('npm run e2e', `npm run compat -- ${name}`)}\n`;
      const said = failed.length > 0 ? `${failed.length} failed: ${failed.join(', ')}` : browser ? well : unseen;
      console.log(`\n${lack}${said}`);
      process.exit(failed.length === 0 ? 0 : 1);
    },
  };
}

export function expectIn(said, part) {
  if (!said.includes(part)) throw new Error(`It does not print "${part}":\n${said}`);
}

export function write(cwd, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(cwd, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
