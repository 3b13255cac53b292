/** New games, made and tried as the README says it: their tests, ESLint, types and build; and the game in a browser. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withServer } from './browser.js';
import { run } from './registry.js';

const TEMPLATES = ['canvas', 'phaser', 'excalibur', 'pixi', 'three', 'page', 'rooms'];

/** From the empty folder to the end of the second scene. The README promises it. */
const LIMIT_MS = 5 * 60_000;

/** What is waited for in the page comes within this time, also on a busy machine. */
const PAGE_MS = 120_000;

const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Without a browser the games are not looked at. */
export async function createAll({ folder, env, browser, report, isWanted }) {
  const home = path.join(folder, 'games');
  mkdirSync(home, { recursive: true });
  for (const template of TEMPLATES) {
    const name = `npm create spindle, ${template}`;
    if (isWanted(name)) await report(name, () => tryTemplate({ template, home, env, browser }));
  }
}

async function tryTemplate({ template, home, env, browser }) {
  const begun = performance.now();
  const signal = AbortSignal.timeout(LIMIT_MS);
  const cwd = path.join(home, template);
  const words = ['create', '--yes', 'spindle@latest', template, '--', '--template', template, '--yes', '--install'];
  const isPage = template === 'page';
  try {
    await run('npm', words, { cwd: home, env, signal });
    for (const script of isPage ? [] : ['test', 'lint', 'build'])
      await run('npm', ['run', script], { cwd, env, signal });
  } catch (error) {
    if (signal.aborted) throw new Error(tooLong());
    throw error;
  }
  if (browser === undefined) return 'NOT SEEN IN A BROWSER';
  const play = async (url) => {
    const playIt = template === 'rooms' ? playRoom : playGame;
    await playIt({ url, browser, template, screen: 'desktop' });
    if (performance.now() - begun > LIMIT_MS) throw new Error(tooLong());
    await playIt({ url, browser, template, screen: 'phone' });
  };
  if (isPage) await play(pathToFileURL(path.join(cwd, 'index.html')).href);
  // The dev server, as a person starts it.
  else if (template === 'rooms') await withServer(['npm', 'run', 'dev'], { cwd, env }, play);
  else await withServer(['npx', 'vite', '--port', '0', '--host', '127.0.0.1'], { cwd, env }, play);
  return undefined;
}

const tooLong = () => `It took more than ${LIMIT_MS / 60_000} minutes.`;

/** Both scenes, with the keys or a finger: the bell sounds, the second scene comes, it is played again, and the console has no error. */
async function playGame({ url, browser, template, screen }) {
  const context = await browser.newContext(SCREENS[screen]);
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_MS);
  const problems = listenForProblems(page);
  await page.addInitScript(countTones);
  await page.goto(url);
  const stage = page.locator('canvas');
  const says = (words) => page.getByText(words).waitFor();
  const shoot = (what) => {
    const shots = process.env.PACKED_SHOTS;
    return shots && page.screenshot({ path: path.join(shots, `${template}-${screen}-${what}.png`) });
  };
  await says('ring the bell');
  const stop = screen === 'phone' ? await touch(page, await stage.boundingBox()) : await press(page);
  await says('Welcome!');
  await stop();
  await shoot('gate');
  await says('Who rang?');
  await shoot('hall');
  await says('The end.');
  const { tones, isTooWide } = await page.evaluate(() => ({
    tones: globalThis.tones,
    isTooWide: document.documentElement.scrollWidth > innerWidth,
  }));
  await page.getByRole('button').click();
  await says('Good morning!');
  await context.close();
  if (problems.length > 0) throw new Error(`The console says (${screen}):\n${problems.join('\n')}`);
  if (tones !== 3) throw new Error(`The bell sounds ${tones} times, and not three (${screen}).`);
  if (isTooWide) throw new Error(`The page is wider than the screen (${screen}).`);
}

/** A player comes, is served, chooses, and sees which process has the room; the console has no error. Two processes are played by `npm run rooms`. */
async function playRoom({ url, browser, template, screen }) {
  const context = await browser.newContext(SCREENS[screen]);
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_MS);
  const problems = listenForProblems(page);
  await page.goto(url);
  const says = (words) => page.getByText(words).waitFor();
  await says(/is at ws:\/\/localhost:8081, process [0-9a-f]{8}/);
  await says('A song, or a tale?');
  await page.getByRole('button', { name: 'A tale!' }).click();
  await page.getByRole('button', { name: 'Soup, please' }).click();
  await says('Here is your soup');
  await says('Once there was an inn');
  await page.getByRole('button', { name: 'Move this room' }).click();
  await says('It stays: no other process takes rooms.');
  const shots = process.env.PACKED_SHOTS;
  if (shots) await page.screenshot({ path: path.join(shots, `${template}-${screen}.png`) });
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await context.close();
  if (problems.length > 0) throw new Error(`The console says (${screen}):\n${problems.join('\n')}`);
  if (isTooWide) throw new Error(`The page is wider than the screen (${screen}).`);
}

function listenForProblems(page) {
  const problems = [];
  // Headless Chromium draws with software, and says so.
  const note = (text) => /GPU stall|GL Driver Message|favicon|swiftshader/i.test(text) || problems.push(text);
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
  return problems;
}

/** In the page. */
function countTones() {
  globalThis.tones = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...args) {
    globalThis.tones++;
    return start.apply(this, args);
  };
}

async function press({ keyboard }) {
  await keyboard.down('ArrowRight');
  return () => keyboard.up('ArrowRight');
}

/** A finger at the bell. */
async function touch(page, { x, y, width, height }) {
  const session = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x: x + (width * 330) / 640, y: y + height / 2 }]);
  return () => send('touchEnd', []);
}
