/** The new game of the template `rooms`, played as its README says it: in one process, and in two on Redis. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPort, findRedis, RedisServer } from '../rooms/redis-server.js';
import { withServer } from './browser.js';
import { openOn } from './screens.js';

/** A player comes, is served, chooses, and sees which process has the room. */
export async function playInn({ url, browser, screen, shoot }) {
  const { page, says, close } = await openOn(screen, { url, browser });
  const click = (name) => page.getByRole('button', { name }).click();
  await says(/is at ws:\/\/localhost:8081, process [0-9a-f]{8}/);
  await says('A song, or a tale?');
  await click('A tale!');
  await click('Soup, please');
  await says('Here is your soup');
  await says('Once there was an inn');
  await click('Move this room');
  await says('It stays: no other process takes rooms.');
  await shoot(page);
  await close();
}

const EDITED = 'In the middle of a word it went from one to the other.';
const EDIT = 'Nobody saw it go.';

/** The room moves in the middle of a song, and its script is edited while the bard asks: each line comes once and in order, and of the edited one the new text. */
export async function playInTwoProcesses({ cwd, env, browser, shoot }) {
  const found = findRedis();
  if (found === undefined) return 'NOT PLAYED IN TWO PROCESSES, WITHOUT REDIS';
  const port = await findPort();
  const redis = new RedisServer(found, '--port', String(port));
  await redis.start();
  const options = { cwd, env: { ...env, REDIS_URL: `redis://127.0.0.1:${port}` } };
  try {
    await withServer(['npm', 'run', 'dev:two'], options, (url) => playEvening({ url, cwd, browser, shoot }));
  } finally {
    await redis.stop();
  }
  return undefined;
}

async function playEvening({ url, cwd, browser, shoot }) {
  const { page, says, close } = await openOn('desktop', { url, browser, inPage: noteCaptions });
  const click = (name) => page.getByRole('button', { name }).click();
  const shownProcess = () => page.locator('#process').textContent();
  await says('A song, or a tale?');
  await click('A song!');
  await says('The road goes up');
  const first = await shownProcess();
  await click('Move this room');
  await says('It has moved.');
  await shoot(page);
  await says('What shall it be now?');
  const second = await shownProcess();
  await click('A tale!');
  const file = path.join(cwd, 'server/inn.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace(EDITED, EDIT));
  await says('noticed nothing');
  const processes = [first, second, await shownProcess()];
  const captions = await page.evaluate(() => globalThis.captions);
  await close();
  if (new Set(processes).size < processes.length) throw new Error(`The room has not moved:\n${processes.join('\n')}`);
  const said = captions.filter((one) => !one.endsWith(': A song!') && !one.endsWith(': A tale!'));
  if (said.join('\n') !== EVENING.join('\n')) throw new Error(`The guest has read:\n${said.join('\n')}`);
}

const EVENING = [
  'Innkeeper: Welcome! Sit down, all of you.',
  'Bard: Good evening! A song, or a tale?',
  'Bard: ♪ The road goes up, the road goes down,',
  'Bard: ♪ from every town to every town,',
  'Bard: ♪ and while we sing, the house may move:',
  'Bard: ♪ nobody spills a drop, to prove!',
  'Bard: What shall it be now? A song, or a tale?',
  'Bard: Once there was an inn that stood on two hills at once.',
  `Bard: ${EDIT}`,
  'Bard: And its only guest noticed nothing.',
];

/** In the page. */
function noteCaptions() {
  globalThis.captions = [];
  addEventListener('DOMContentLoaded', () => {
    const caption = document.querySelector('#caption');
    new MutationObserver(() => globalThis.captions.push(caption.textContent)).observe(caption, { childList: true });
  });
}
