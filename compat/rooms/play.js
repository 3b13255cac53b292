/** What all tests with real processes do: begin, clap, and ask the referee. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addedGaps } from './bounds.js';
import { SEED } from './dice.js';
import { Fleet, until } from './fleet.js';
import { findRedis } from './redis-server.js';
import { judge } from './referee.js';
import { gameOf, loadScene, SCENE } from './scene.js';

const redis = findRedis();
const game = gameOf(await loadScene(SCENE));
export const TOKENS = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay'];

/** A room in the middle of its scene, with six in it. `linkOf(fleet, at)`: how a process reaches Redis. */
export async function begin(
  t,
  { processes = 2, options = {}, rooms = ['inn'], tokens = TOKENS, scene = SCENE, seed = SEED, linkOf } = {},
) {
  const fleet = new Fleet(redis, { seed, ...options });
  t.after(async () => {
    if (!fleet.hasPassed) {
      console.log(`ROOM_SEED=${seed}: ${t.name}`);
      await fleet.tell(rooms[0]).catch(console.error);
    }
    await fleet.close();
  });
  await fleet.redis.start();
  for (let i = 0; i < processes; i++) await fleet.start({ scene, ...(await linkOf?.(fleet, i)) });
  for (const room of rooms) for (const token of tokens) fleet.join(room, `${room} ${token}`);
  await until(() => fleet.players.every(({ beats }) => beats.length > 10), 90_000, 'all play');
  return fleet;
}

/** All clap and boo, one of them so often, until it is told to end. */
export function clap(fleet, { everyMs = 40 } = {}) {
  const timer = setInterval(() => {
    const players = fleet.players.filter(({ code }) => code === null);
    fleet.pick(players)?.input(fleet.dice() < 0.7 ? 'clap' : 'boo');
  }, everyMs);
  // A test that fails does not end it.
  timer.unref();
  return async () => {
    clearInterval(timer);
    await until(
      () => fleet.players.every(({ code, connection }) => code !== null || connection.unacknowledged === 0),
      60_000,
      'all is heard',
    );
    await sleep(500);
  };
}

/** All who are still in hear something later than then. */
export const goesOn = (fleet, sinceMs, mostMs = 30_000) =>
  until(
    () => fleet.players.every(({ beats, code }) => code !== null || beats.at(-1)?.atMs > sinceMs),
    mostMs,
    'it goes on',
  );

/** What clients were told that they had lost. */
export const takenFrom = (fleet) =>
  fleet.players.flatMap(({ news }) => news.filter((kind) => kind === 'missed' || kind === 'rewound'));

export const gapsSince = (fleet, sinceMs) => addedGaps(fleet.players, sinceMs);
export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** What the referee says of all rooms. */
export function judgeAll(fleet, rooms = [...new Set(fleet.players.map(({ room }) => room))], makeGame = game) {
  // All at once: rooms go on while the first ones are judged.
  const histories = fleet.readHistories();
  const verdicts = rooms.map((room) => {
    try {
      return judge(fleet, room, histories.get(room), makeGame);
    } catch (error) {
      throw Object.assign(error, { room });
    }
  });
  const [outputs, inputs, pulses] = ['outputs', 'inputs', 'pulses'].map((what) =>
    sum(verdicts.map((one) => one[what])),
  );
  fleet.hasPassed = true;
  return `${outputs} outputs as in a room that never moved, ${inputs} inputs once, ${pulses} pulses`;
}

/** Each output came once, none is missing: where no referee can tell, as the script is another one now. */
export function checkBeats(fleet) {
  for (const { token, outputs, doubled } of fleet.players) {
    const beats = [...outputs.entries()]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([, { body }]) => (body.startsWith('beat') ? [Number(body.slice(5))] : []));
    const wrong = beats.findIndex((beat, at) => beat !== beats[0] + at);
    if (wrong !== -1 || doubled > 0)
      throw new Error(`${token}: behind beat ${beats[wrong - 1]} comes ${beats[wrong]}.`);
  }
  fleet.hasPassed = true;
}
