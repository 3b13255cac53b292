/** In development it is told what would make a replay untrue. */
import { Scheduler, wait, waitFor, waitSignal } from '@spindle/runtime';
import { setLater } from '../../runtime/src/time/drivers.js';
import { cutscene } from './cutscene.js';
import { tellUntrue } from '../src/development.js';
import type { Game, RoomEvent } from '../src/entries.js';

/** What is told of pulses that do this. */
function toldOf(does: () => unknown, pulses = 1): string[] {
  const told: string[] = [];
  const plain: Game = { pulse: () => (does(), []), save: () => '', load() {}, whyNot: () => [], hash: () => '' };
  const game = tellUntrue(plain, (text) => told.push(text));
  for (let n = 0; n < pulses; n++) game.pulse([]);
  return told;
}

test.each<readonly [string, () => unknown]>([
  ['Math.random', () => Math.random()],
  ['Date.now', () => Date.now()],
  ['performance.now', () => performance.now()],
  ['crypto.randomUUID', () => crypto.randomUUID()],
  ['crypto.getRandomValues', () => crypto.getRandomValues(new Uint8Array(1))],
  ['setTimeout', () => clearTimeout(setTimeout(() => {}, 9))],
  ['setInterval', () => clearInterval(setInterval(() => {}, 9))],
  ['then of a Promise', () => Promise.resolve(3).then(() => {})],
])('%s in a pulse is told, once, with its place', (name, does) => {
  expect(toldOf(does, 3)).toEqual([
    expect.stringMatching(new RegExp(`^A pulse calls \`${name}\` at .*development.test`)),
  ]);
});

test('outside of pulses all is as it was, also if a pulse throws', () => {
  const now = (): unknown =>
    [Math, Date, performance, crypto, globalThis, Promise.prototype].map(Object.getOwnPropertyDescriptors);
  const before = now();
  expect(() => toldOf(() => JSON.parse('no'))).toThrow('JSON');
  expect(now()).toEqual(before);
});

test('what they give stays as it is', () => {
  let given: unknown;
  expect(toldOf(() => (given = Math.random() < 1 && Date.now() > 0))).toHaveLength(2);
  expect(given).toBe(true);
});

test('nothing is told of scripts that use each kind of wait', () => {
  const told: string[] = [];
  const game = tellUntrue(cutscene(), (text) => told.push(text));
  const input = (name: string, n: number): RoomEvent => ({ kind: 'input', client: 'ann', n, name, args: [] });
  game.pulse([{ kind: 'join', client: 'ann', data: null, after: 0 }]);
  for (let n = 0; n < 100; n++) game.pulse(n % 9 === 0 ? [input('clap', n)] : []);
  expect(told).toEqual([]);
});

/** What is told where this is done between two pulses, in a process that has told nothing yet. */
async function toldBetween(does: (game: Game, scheduler: Scheduler) => unknown): Promise<string[]> {
  import.meta.jest.resetModules();
  const fresh = await import('../src/development.js');
  const told: string[] = [];
  const scheduler = new Scheduler({ warnings: false });
  scheduler.spawn(() => waitSignal('bell'));
  const game: Game = {
    pulse: () => (scheduler.pulse(10), []),
    save: () => '',
    load: () => void (gold += 100),
    whyNot: () => [],
    hash: () => JSON.stringify([gold, scheduler.threads.map(({ status }) => status)]),
  };
  const watched = fresh.tellUntrue(game, (text) => told.push(text));
  watched.pulse([]);
  for (let n = 0; n < 3; n++) {
    does(watched, scheduler);
    watched.pulse([]);
  }
  return told;
}
let gold = 0;

test.each<readonly [string, (game: Game, scheduler: Scheduler) => unknown]>([
  ['the state', () => gold++],
  ['a script that begins', (_, scheduler) => scheduler.spawn(() => wait(100))],
  ['a signal', (_, scheduler) => scheduler.signal('bell')],
])('what changes between two pulses is told, once: %s', async (_, does) => {
  expect(await toldBetween(does)).toEqual([expect.stringMatching(/^Plain code has changed .* between two pulses/)]);
});

test('a load between two pulses is no change', async () => {
  expect(await toldBetween((game) => game.load(''))).toEqual([]);
  expect(await toldBetween(() => {})).toEqual([]);
});

test('in production the game stays as it is', () => {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    expect(toldOf(() => Math.random() + 1)).toEqual([]);
  } finally {
    process.env['NODE_ENV'] = NODE_ENV;
  }
});

test('timers by which the runtime warns are none of the game', () => {
  const later = setLater(() => {});
  setLater(later);
  expect(toldOf(() => later(() => {}, 1, true))).toEqual([]);
});

test('a Promise that a script waits for is', () => {
  const scheduler = new Scheduler({ warnings: false });
  scheduler.spawn(() => waitFor(new Promise(() => {})));
  expect(toldOf(() => scheduler.pulse(10))).toEqual([expect.stringMatching(/^A pulse calls `then of a Promise`/)]);
});
