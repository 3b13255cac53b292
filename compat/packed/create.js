/** New games, made and tried as the README says it: their tests, ESLint, types and build; and the game in a browser. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withServer } from './browser.js';
import { run } from './registry.js';

const TEMPLATES = ['canvas', 'phaser', 'excalibur', 'pixi', 'three'];

/** From the empty folder to the sprite that moves. The README promises it. */
const LIMIT_MS = 5 * 60_000;

/** What is waited for in the page comes within this time, also on a busy machine. */
const PAGE_MS = 120_000;

/** Without a browser the games are not looked at. */
export async function createAll({ folder, env, browser, report }) {
  const home = path.join(folder, 'games');
  mkdirSync(home, { recursive: true });
  for (const template of TEMPLATES)
    await report(`npm create spindle, ${template}`, () => tryTemplate({ template, home, env, browser }));
}

async function tryTemplate({ template, home, env, browser }) {
  const begun = performance.now();
  const signal = AbortSignal.timeout(LIMIT_MS);
  const cwd = path.join(home, template);
  const words = ['create', '--yes', 'spindle@latest', template, '--', '--template', template, '--yes', '--install'];
  try {
    await run('npm', words, { cwd: home, env, signal });
    for (const script of ['test', 'lint', 'build']) await run('npm', ['run', script], { cwd, env, signal });
  } catch (error) {
    if (signal.aborted) throw new Error(tooLong());
    throw error;
  }
  if (browser !== undefined) await playInBrowser({ cwd, env, browser, template });
  if (performance.now() - begun > LIMIT_MS) throw new Error(tooLong());
  return browser === undefined ? 'NOT SEEN IN A BROWSER' : undefined;
}

const tooLong = () => `It took more than ${LIMIT_MS / 60_000} minutes.`;

/** The dev server, as a person starts it: the figures move and talk, and the console has no error. */
async function playInBrowser({ cwd, env, browser, template }) {
  const serve = ['npx', 'vite', '--port', '0', '--host', '127.0.0.1'];
  await withServer(serve, { cwd, env }, async (url) => {
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
    page.setDefaultTimeout(PAGE_MS);
    await page.goto(url);
    await page.waitForSelector('canvas');
    // Vite loads the page anew once, when it has seen what the game imports.
    await page.waitForTimeout(1000);
    const before = await page.screenshot();
    let after = before;
    for (const endMs = performance.now() + PAGE_MS; before.equals(after) && performance.now() < endMs;)
      after = await page.screenshot();
    const shots = process.env.PACKED_SHOTS;
    if (shots) writeFileSync(path.join(shots, `${template}.png`), after);
    await page.close();
    // Headless Chromium draws with software, and says so.
    const serious = problems.filter((text) => !/GPU stall|GL Driver Message|favicon|swiftshader/i.test(text));
    if (serious.length > 0) throw new Error(`The console says:\n${serious.join('\n')}`);
    if (before.equals(after)) throw new Error('Nothing moves on the page.');
  });
}
