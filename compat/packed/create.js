/** New games, made and tried as the README says it: their tests, ESLint, types and build; and the game in a browser. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withServer } from './browser.js';
import { playInn, playInTwoProcesses } from './inn.js';
import { run } from './registry.js';
import { openOn } from './screens.js';

const TEMPLATES = ['canvas', 'phaser', 'excalibur', 'pixi', 'three', 'page', 'rooms'];

/** From the empty folder to the end of the second scene. The README promises it. */
const LIMIT_MS = 5 * 60_000;

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
  const npm = async (words, folder = cwd) => {
    try {
      await run('npm', words, { cwd: folder, env, signal });
    } catch (error) {
      throw signal.aborted ? new Error(tooLong()) : error;
    }
  };
  await npm(['create', '--yes', 'spindle@latest', template, '--', '--template', template, '--yes', '--install'], home);
  const hasScripts = template !== 'page';
  if (hasScripts) for (const script of ['test', 'lint']) await npm(['run', script]);
  // Nobody builds a game before it was played: what only a build makes is not there.
  const note = browser === undefined ? 'NOT SEEN IN A BROWSER' : await see({ template, cwd, env, browser, begun });
  if (hasScripts) await npm(['run', 'build']);
  return note;
}

async function see({ template, cwd, env, browser, begun }) {
  const shoot = (page, what) => {
    const shots = process.env.PACKED_SHOTS;
    return shots && page.screenshot({ path: path.join(shots, `${template}-${what}.png`) });
  };
  const play = async (url) => {
    for (const screen of ['desktop', 'phone']) {
      if (performance.now() - begun > LIMIT_MS) throw new Error(tooLong());
      const playIt = template === 'rooms' ? playInn : playGame;
      await playIt({ url, browser, screen, shoot: (page, what = 'inn') => shoot(page, `${screen}-${what}`) });
    }
  };
  if (template === 'page') await play(pathToFileURL(path.join(cwd, 'index.html')).href);
  // The dev server, as a person starts it.
  else if (template !== 'rooms')
    await withServer(['npx', 'vite', '--port', '0', '--host', '127.0.0.1'], { cwd, env }, play);
  else {
    await withServer(['npm', 'run', 'dev'], { cwd, env }, play);
    return playInTwoProcesses({ cwd, env, browser, shoot: (page) => shoot(page, 'two-processes') });
  }
  return undefined;
}

const tooLong = () => `It took more than ${LIMIT_MS / 60_000} minutes.`;

/** Both scenes, with the keys or a finger: the bell sounds, the second scene comes, it is played again, and the console has no error. */
async function playGame({ url, browser, screen, shoot }) {
  const { page, says, close } = await openOn(screen, { url, browser, inPage: countTones });
  const stage = page.locator('canvas');
  await says('ring the bell');
  const stop = screen === 'phone' ? await touch(page, await stage.boundingBox()) : await press(page);
  await says('Welcome!');
  await stop();
  await shoot(page, 'gate');
  await says('Who rang?');
  await shoot(page, 'hall');
  await says('The end.');
  const tones = await page.evaluate(() => globalThis.tones);
  await page.getByRole('button').click();
  await says('Good morning!');
  await close();
  if (tones !== 3) throw new Error(`The bell sounds ${tones} times, and not three (${screen}).`);
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
