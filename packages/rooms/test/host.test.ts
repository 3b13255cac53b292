/** What a host asks of the rooms of its process. */
import { cutscene } from './cutscene.js';
import { Stage, ROOM } from './stage.js';

const shownTo = ({ clients }: Stage): number => Math.max(...clients[0]!.outputs.keys());

test('a client that is kicked leaves as if by itself, once, and the room goes on without it', () => {
  const stage = new Stage();
  const { world, owner, clients } = stage;
  const [first] = clients;
  for (let i = 0; i < 2; i++) world.feed(owner, { kind: 'kick', room: ROOM, client: first!.id });
  world.input(first!, 'clap');
  stage.play(500);
  expect(first!.code).toBe(4011);
  expect(owner.server.clientsOf(ROOM)).toEqual(['c2', 'c3']);
  const left = [...clients[1]!.outputs.values()].filter(({ body }) => body === 'c1: leave');
  expect(left.length).toBe(1);
});

test('who is not there is not kicked', () => {
  const stage = new Stage();
  stage.world.feed(stage.owner, { kind: 'kick', room: ROOM, client: 'nobody' });
  expect(stage.play(300).judge().inputs).toBe(6);
});

test('a room that its host ends is over for all, and nothing of it stays', () => {
  const stage = new Stage();
  const { world, owner, clients } = stage;
  world.until(
    () => {
      world.feed(owner, { kind: 'end', room: ROOM });
      return stage.last('ended') !== undefined;
    },
    1000,
    'it ends',
  );
  world.run(100);
  expect(clients.map(({ code }) => code)).toEqual([4011, 4011, 4011]);
  expect(world.store.rows.size).toBe(0);
});

test('a state is shown as far as outputs are', () => {
  const stage = new Stage();
  const { server } = stage.owner;
  const pulseOf = (n: number): number => stage.clients[0]!.outputs.get(n)!.pulse;
  expect(server.shownPulse(ROOM)).toBeGreaterThanOrEqual(pulseOf(shownTo(stage)));
  const before = server.shownPulse(ROOM);
  stage.world.storeAwayUntilMs = stage.world.nowMs + 250;
  stage.world.run(250);
  const wall = server.shownPulse(ROOM);
  // As far as was promised before, and no further.
  expect(wall - before).toBeLessThan(10);
  stage.world.run(1000);
  expect(server.shownPulse(ROOM)).toBeGreaterThan(wall);
  expect(server.shownPulse('another')).toBe(0);
  expect(server.gameOf(ROOM)).toBeDefined();
  expect(server.gameOf('another')).toBeUndefined();
});

test('who has left is told so, also if something that it said before comes late', () => {
  const stage = new Stage();
  const { world, owner, clients } = stage;
  const [first] = clients;
  const link = first!.at.link;
  const message = {
    client: 'c1',
    epoch: 1,
    seen: 0,
    sure: 0,
    acked: 0,
    entries: 3,
    inputs: [],
    isIn: true,
    data: null,
  };
  world.weather.delayMs = 100;
  world.leave(first!);
  world.until(() => !owner.server.clientsOf(ROOM).includes('c1'), 500, 'its seat is gone');
  for (const again of [false, true])
    world.feed(owner, { kind: 'client', room: ROOM, link, message: { ...message, again } });
  world.run(500);
  expect(first!.code).toBe(4011);
});

test('a room that cannot be saved is not made: that is told, and the others go on', () => {
  const game = (room: string) => {
    if (room === 'nowhere') throw new Error('no such map');
    const whole = cutscene();
    const save = (): string => {
      throw new Error('it holds a Promise');
    };
    return room === ROOM ? whole : { ...whole, save };
  };
  const stage = new Stage({ game });
  for (const room of ['mill', 'nowhere']) stage.world.feed(stage.owner, { kind: 'create', room });
  stage.play(500);
  expect(stage.owner.reports.filter(({ kind }) => kind === 'not made')).toEqual([
    { kind: 'not made', room: 'mill', why: new Error('it holds a Promise') },
    { kind: 'not made', room: 'nowhere', why: new Error('no such map') },
  ]);
  expect([...stage.world.store.rows.keys()]).toEqual([ROOM]);
  stage.judge();
});

test('a storage that has begun anew takes a room whose name was drawn at once, unless it is asked twice', () => {
  const stage = new Stage();
  const { world, owner } = stage;
  const isMade = (room: string): boolean => world.store.rows.has(room);
  world.store.sinceMs = world.nowMs;
  world.feed(owner, { kind: 'create', room: 'inn-1', isFresh: true });
  world.feed(owner, { kind: 'create', room: 'mill' });
  world.run(500);
  expect([isMade('inn-1'), isMade('mill')]).toEqual([true, false]);
  world.storeAwayUntilMs = world.nowMs + 500;
  world.feed(owner, { kind: 'create', room: 'inn-2', isFresh: true });
  world.run(1500);
  expect(isMade('inn-2')).toBe(false);
  world.run(3000);
  expect([isMade('inn-2'), isMade('mill')]).toEqual([true, true]);
});

test('a room that nobody enters for as long as a seat is kept is over', () => {
  const stage = new Stage({ room: { seatSeconds: 5 } });
  const { world, owner } = stage;
  world.feed(owner, { kind: 'create', room: 'mill' });
  world.run(4500);
  expect([...world.store.rows.keys()]).toEqual([ROOM, 'mill']);
  world.run(1500);
  expect(world.reported('ended')).toMatchObject([{ room: 'mill' }]);
  expect([...world.store.rows.keys()]).toEqual([ROOM]);
});

test.each([350, 700])(
  'a process that stands still for %d ms again and again says so, and in between it plays',
  (ms) => {
    const stage = new Stage({ processes: 1 });
    const { world, owner } = stage;
    stage.play(1000);
    const pulseNow = (): number => Math.max(...world.history.get(ROOM)!.keys());
    const pulse = pulseNow();
    for (let i = 0; i < 20; i++) {
      world.freeze(owner, ms);
      world.run(ms + 30);
    }
    // One each time.
    expect(pulseNow() - pulse).toBeGreaterThanOrEqual(20);
    expect(owner.reports.filter(({ kind }) => kind === 'too slow').at(-1)).toMatchObject({
      silentMs: expect.any(Number),
    });
    stage.play(1000).judge();
  },
);
