/** Real processes, real sockets, a real Redis: ten rooms move, and in each move something goes wrong at a step of it. What is red does not keep the next ones from being tried. */
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEED } from './dice.js';
import { until } from './fleet.js';
import { begin, clap, judgeAll, sum } from './play.js';
import { Storm } from './storm.js';

const MOVES = Number(process.env.ROOM_FAULTY_MOVES ?? 60);
/** Moves of the same processes: a referee runs all of a room again. */
const EACH = 250;
const ROOMS = Array.from({ length: 10 }, (_, at) => `room ${at}`);

for (let done = 0; done < MOVES; done += EACH) {
  const [seed, moves] = [SEED + done, Math.min(EACH, MOVES - done)];
  const what = `ROOM_SEED=${seed} ROOM_FAULTY_MOVES=${moves}`;
  test(`${moves} moves of ${ROOMS.length} rooms, a fault in each (${what})`, async (t) => {
    const startedMs = performance.now();
    const seconds = () => `${Math.round((performance.now() - startedMs) / 1000)} s`;
    const fleet = await begin(t, { processes: 4, rooms: ROOMS, seed });
    const storm = new Storm(fleet);
    try {
      console.log(await play(storm, seed, moves));
    } catch (error) {
      fleet.suspect = error.room ?? /room \d+/.exec(error.message)?.[0] ?? null;
      console.log(`${what}: red after ${seconds()}, ${fleet.suspect ?? 'no room'}: ${error.message}`);
      throw error;
    }
    console.table(storm.table());
    const told = (kind) => sum(fleet.players.map(({ news }) => news.filter((one) => one === kind).length));
    const claims = fleet.reported('here').filter(({ how }) => how === 'claimed').length;
    console.log(
      `${what}: ${seconds()}, ${fleet.members.length} processes, ${claims} claims, rewound ${told('rewound')}, missed ${told('missed')}`,
    );
  });
}

/** Gives what the referee says. */
async function play(storm, seed, moves) {
  const { fleet } = storm;
  const end = clap(fleet, { everyMs: 8 });
  await storm.move(ROOMS, moves, seed);
  await end();
  await until(() => fleet.players.every(({ isLeaving, code }) => !isLeaving || code !== null), 20_000, 'all have left');
  storm.checkAll();
  // That has taken a while, in which no client has heard anything.
  await sleep(500);
  return judgeAll(fleet);
}
