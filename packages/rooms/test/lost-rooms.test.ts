/** The storage comes back empty, and the owner of a room dies: before it has written it anew nobody has the room, and its clients are told. */
import { CLOSED } from '../src/index.js';
import { cutscene } from './cutscene.js';
import { judge } from './referee.js';
import { type Client, World } from './world.js';

const SEEDS = Array.from({ length: 16 }, (_, at) => at + 1);
/** `seatMs` of the clients. */
const SEAT_MS = 60_000;

interface Stage {
  readonly world: World;
  /** Those whose owner dies. */
  readonly players: readonly Client[];
  /** One whose owner lives. */
  readonly other: Client;
  /** Has no process the room, and no row tells of it? */
  readonly isLost: boolean;
}

/** In any order, in the middle of a move or not. */
function killOwnerAndEmpty(seed: number): Stage {
  const world = new World({ seed, game: () => cutscene(), mostDeaths: Infinity });
  const [owner, target, another] = [world.start(), world.start(), world.start()];
  world.feed(owner, { kind: 'create', room: 'inn' });
  world.feed(another, { kind: 'create', room: 'mill' });
  world.run(20);
  const players = [world.join('inn'), world.join('inn')];
  const other = world.join('mill');
  for (let at = 0; at < 20; at++) {
    world.run(50 + world.random() * 100);
    for (const one of [...players, other]) if (world.random() < 0.5) world.input(one, 'clap');
  }
  if (world.random() < 0.5) world.feed(owner, { kind: 'move', room: 'inn', to: target.id });
  world.later(world.random() * 600, () => world.kill(owner));
  world.later(world.random() * 300, () => world.empty(world.random() * 200));
  world.run(600);
  // What is under way comes.
  world.run(10);
  for (const one of [...players, other]) world.input(one, 'boo');
  const isLost = !world.store.rows.has('inn') && target.server.gameOf('inn') === undefined;
  return { world, players, other, isLost };
}

/** All goes on, and nothing is lost. */
function checkRoom(world: World, room: string): void {
  const clients = world.clients.filter((one) => one.room === room);
  world.until(() => clients.every(({ link }) => link.unacknowledged === 0), 10_000, `all inputs of \`${room}\` came`);
  world.run(1000);
  const { applied } = judge(world, room);
  for (const { id, inputs, broken } of clients) expect([applied.get(id), broken]).toEqual([inputs, []]);
}

test('a room without an owner and a row is over for its clients, after the time of a seat; one with either goes on', () => {
  const stages = SEEDS.map((seed) => {
    const { world, players, other, isLost } = killOwnerAndEmpty(seed);
    const isOver = (): boolean => players.every(({ code }) => code !== null);
    if (isLost) world.until(isOver, SEAT_MS + 2000, `seed ${seed}: all are told`);
    else checkRoom(world, 'inn');
    expect(players.map(({ code }) => code)).toEqual(players.map(() => (isLost ? CLOSED.notFound : null)));
    checkRoom(world, 'mill');
    expect([world.reported('inputs lost'), other.news.filter(({ kind }) => kind === 'rewound')]).toEqual([[], []]);
    return isLost;
  });
  expect(new Set(stages)).toEqual(new Set([true, false]));
});

test('where it is made anew, who was in it is told to join as somebody new, and does', () => {
  const stages = SEEDS.map((seed) => {
    const { world, players, isLost } = killOwnerAndEmpty(seed);
    // As a host does for a client that asks for the room.
    for (let ms = 0; ms < 10_000; ms += 250)
      world.later(ms, () => world.feed(world.alive[0]!, { kind: 'create', room: 'inn' }));
    world.run(10_000);
    expect(players.map(({ code }) => code)).toEqual(players.map(() => (isLost ? CLOSED.expired : null)));
    const late = world.join('inn');
    world.run(1000);
    world.input(late, 'clap');
    world.run(1000);
    expect([late.link.phase, late.link.unacknowledged, late.outputs.size > 10]).toEqual(['in', 0, true]);
    return isLost;
  });
  expect(new Set(stages)).toEqual(new Set([true, false]));
});
