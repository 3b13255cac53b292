/** The new game of the template `rooms`, played as its README says it: in one process, and in two on Redis. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
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

/**
 * Two guests. In the middle of a song the room moves, and then its process is killed; its script is edited while the bard asks: each line comes once and in order, and of the
 * edited one the new text.
 */
export async function playInTwoProcesses({ cwd, env, browser, shoot }) {
  const found = findRedis();
  if (found === undefined) return 'NOT PLAYED IN TWO PROCESSES, WITHOUT REDIS';
  const port = await findPort();
  const redis = new RedisServer(found, '--port', String(port));
  await redis.start();
  const options = { cwd, env: { ...env, REDIS_URL: `redis://127.0.0.1:${port}` } };
  try {
    await withServer(['npm', 'run', 'dev:two'], options, async (url, told) => {
      await playEvening({ url, told, cwd, browser, shoot });
      await redis.kill();
      await expectNobodyIsLeft(told());
    });
  } finally {
    await redis.stop();
  }
  return undefined;
}

async function playEvening({ url, told, cwd, browser, shoot }) {
  const guests = [await enter({ url, browser }), await enter({ url, browser })];
  const [ann, ben] = guests;
  await ann.says('A song, or a tale?');
  for (const guest of guests) await guest.click('A song!');
  await ben.says('The road goes up');
  const processes = [await ann.shownProcess()];
  const noteMove = async () => {
    for (const guest of guests) await guest.isElsewhere(processes.at(-1));
    processes.push(await ann.shownProcess());
  };
  await moveRoom(ann);
  await ann.says('It has moved.');
  await noteMove();
  await shoot(ann.page);
  await ben.says('and while we sing');
  kill(processes.at(-1), told());
  await noteMove();
  await ben.says('What shall it be now?');
  // When the one that was killed has begun again.
  await moveRoom(ben);
  await noteMove();
  await ben.click('A tale!');
  edit(path.join(cwd, 'server/inn.ts'));
  await ben.says('noticed');
  await noteMove();
  expectMoves(processes);
  await Promise.all(guests.map(expectEvening));
  for (const { close } of guests) await close();
  expectLuckAlone(told());
}

/** The other process may not be there yet, or be busy. */
async function moveRoom({ page, click }) {
  for (let i = 0; i < 40; i++) {
    const [answer] = await Promise.all([page.waitForResponse(/\/move\?/), click('Move this room')]);
    if ((await answer.text()) === '') return;
    await page.waitForTimeout(500);
  }
}

async function enter({ url, browser }) {
  // One process is killed.
  const isExpected = (text) => /WebSocket connection to 'ws:\/\/localhost:808\d\/' failed/.test(text);
  const guest = await openOn('desktop', { url, browser, inPage: noteCaptions, isExpected });
  const { page } = guest;
  return {
    ...guest,
    click: (name) => page.getByRole('button', { name }).click(),
    shownProcess: () => page.locator('#process').textContent(),
    isElsewhere: (before) =>
      page.waitForFunction((text) => document.querySelector('#process').textContent !== text, before),
  };
}

/** What is told in development, of the edit: nothing else in the game is untrue. */
function expectLuckAlone(told) {
  const warnings = told.match(/^(?:A pulse calls|Plain code) .*/gm) ?? [];
  const isRight = warnings.length > 0 && warnings.every((one) => one.startsWith('A pulse calls `Math.random`'));
  if (!isRight) throw new Error(`In development it is told:\n${warnings.join('\n')}`);
}

/** `shown`: what the page says of the process. */
function kill(shown, told) {
  const [, port] = /localhost:(\d+)/.exec(shown);
  const all = [...told.matchAll(/localhost:(\d+) is process (\d+)/g)].filter(([, one]) => one === port);
  process.kill(Number(all.at(-1)[2]), 'SIGKILL');
}

/** Ends what has started the processes, and that alone. Redis is away, so that they would wait for it. */
async function expectNobodyIsLeft(told) {
  const all = [...told.matchAll(/ is process (\d+)/g)].map(([, one]) => Number(one));
  const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(all.at(-1))], { encoding: 'utf8' });
  process.kill(Number(parent), 'SIGTERM');
  for (let i = 0; i < 100 && all.some(isAlive); i++) await setTimeout(100);
  const left = all.filter(isAlive);
  for (const one of left) process.kill(one, 'SIGKILL');
  if (left.length > 0) throw new Error(`Of the processes of \`dev:two\` these are left: ${left.join(', ')}`);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const EDIT = 'Nobody saw it go.';

function edit(file) {
  const text = readFileSync(file, 'utf8')
    .replace('In the middle of a word it went from one to the other.', EDIT)
    .replace('walkTo(440)', 'walkTo(Math.random() < 2 ? 440 : 0)');
  writeFileSync(file, text);
}

/** It was moved, claimed by the first, moved to a new one at the old address, and rolled out. */
function expectMoves([first, moved, claimed, again, edited]) {
  const [old, begun] = [moved, again].map((one) => one.split(', process'));
  const isRight = claimed === first && begun[0] === old[0] && new Set([first, moved, again, edited]).size === 4;
  if (!isRight) throw new Error(`The room was at:\n${[first, moved, claimed, again, edited].join('\n')}`);
}

async function expectEvening({ page }) {
  const captions = await page.evaluate(() => globalThis.captions);
  const said = captions.filter((one) => !one.endsWith(': A song!') && !one.endsWith(': A tale!'));
  // Who comes second may not hear the first words.
  const heard = said.slice(said.indexOf(EVENING[0]));
  if (heard.join('\n') !== EVENING.join('\n')) throw new Error(`A guest has read:\n${said.join('\n')}`);
}

const EVENING = [
  'Bard: ♪ The road goes up, the road goes down,',
  'Bard: ♪ from every town to every town,',
  'Bard: ♪ and while we sing, the house may move:',
  'Bard: ♪ nobody spills a drop, to prove!',
  'Bard: What shall it be now? A song, or a tale?',
  'Bard: Once there was an inn that stood on two hills at once.',
  `Bard: ${EDIT}`,
  'Bard: And none of its 2 guests noticed.',
];

/** In the page. */
function noteCaptions() {
  globalThis.captions = [];
  addEventListener('DOMContentLoaded', () => {
    const caption = document.querySelector('#caption');
    new MutationObserver(() => globalThis.captions.push(caption.textContent)).observe(caption, { childList: true });
  });
}
