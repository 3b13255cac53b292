/** Pieces whose other side is a server: it answers late, not at all, or to somebody who has left. */
import { executorOf, Scheduler, type Thread } from '@spindle/runtime';
import { after } from '@spindle/runtime/host';
import { loadPiece, momentsOf, type Target, targets } from './disturb.js';
import { expectNothingLeft, type Inputs, pulseWithPromises } from './frames.js';

type Answers = Record<string, [ms: number, answer: unknown][]>;

/** Answers after the next of `delays` of a question, and never if there is none. An `Error` is its answer if it stands there. */
class Server {
  open = 0;
  readonly scheduler: Scheduler;
  readonly answers: Answers;

  constructor(scheduler: Scheduler, answers: Answers) {
    this.scheduler = scheduler;
    this.answers = answers;
  }

  ask(what: string, signal?: AbortSignal): Promise<unknown> {
    const [ms, answer] = this.answers[what]!.shift() ?? [1e6, null];
    this.open++;
    return new Promise((done, fail) => {
      const undo = after(this.scheduler, ms, () => {
        this.open--;
        if (answer instanceof Error) fail(answer);
        else done(answer);
      });
      signal?.addEventListener('abort', () => {
        undo();
        this.open--;
        fail(signal.reason as Error);
      });
    });
  }
}

const goods = [
  { name: 'axe', price: 5 },
  { name: 'rope', price: 5 },
  { name: 'map', price: 5 },
  { name: 'ship', price: 500 },
];

function openShop(target: Target) {
  const scheduler = new Scheduler();
  const answers: Answers = {
    goods: [
      [500, goods],
      [50, goods],
      [50, goods],
    ],
    'buy rope': [[100, 'ok']],
    'buy axe': [],
    'buy map': [[250, 'ok']],
  };
  const server = new Server(scheduler, answers);
  const { Shop } = loadPiece('shop', target);
  const shop = new Shop(server, 20);
  const inputs: Inputs = {
    60: () => scheduler.signal('buy', 'rope'),
    80: () => scheduler.signal('buy', 'axe'),
    150: () => scheduler.signal('buy', 'map'),
    155: () => scheduler.signal('cancel'),
    170: () => scheduler.signal('buy', 'ship'),
    180: () => scheduler.signal('leave'),
  };
  const visit = scheduler.enter(() => scheduler.spawn(() => shop.visit())) as Thread;
  return { scheduler, server, shop, inputs, visit };
}

describe.each(targets)('a shop with server calls, %s', (target) => {
  test('shows its goods at the second try; a silent server and a cancelled purchase cost nothing', async () => {
    const { scheduler, server, shop, inputs, visit } = openShop(target);
    await pulseWithPromises(scheduler, 61, inputs);
    expect([shop.state, shop.gold, shop.goods]).toEqual(['buying', 15, goods]);
    await pulseWithPromises(scheduler, 70, inputs);
    expect([shop.state, shop.gold, shop.message]).toEqual(['open', 15, 'The server does not answer.']);
    await pulseWithPromises(scheduler, 30, inputs);
    expect([shop.state, shop.gold, shop.message]).toEqual(['open', 15, 'As you like.']);
    await pulseWithPromises(scheduler, 30, inputs);
    expect([shop.state, shop.gold, shop.bag, visit.status, server.open]).toEqual(['closed', 15, ['rope'], 'done', 0]);
    expectNothingLeft(scheduler);
  });

  test.each<[string, (shop: object, visit: Thread) => void]>([
    ['his visit is cancelled', (_shop, visit) => visit.cancel('gone')],
    ['the shop ends all that it does', (shop) => executorOf(shop).cancelAll('gone')],
    ['the shop is closed for good', (shop) => executorOf(shop).close('gone')],
  ])('takes its request back and gives the gold back when %s', async (_title, act) => {
    for (const frame of momentsOf('shop', 178)) {
      const { scheduler, server, shop, inputs, visit } = openShop(target);
      await pulseWithPromises(scheduler, frame, inputs);
      act(shop, visit);
      await pulseWithPromises(scheduler, 5, inputs);
      expect([frame, shop.state, shop.gold, server.open]).toEqual([frame, 'closed', 20 - 5 * shop.bag.length, 0]);
      expectNothingLeft(scheduler);
    }
  });
});

function openRooms(target: Target): any[] {
  const { Room } = loadPiece('rooms', target);
  const rooms = [new Room('a', ['Ann', 'Bo']), new Room('b', ['Cy', 'Di']), new Room('c', ['Ed', 'Flo'])];
  for (const room of rooms) room.open();
  return rooms;
}

/** The players roll as soon as they are asked. */
function pulseRooms(rooms: any[], frames: number): void {
  for (let n = 0; n < frames; n++)
    for (const { scheduler, players } of rooms) {
      if (n % 10 === 0) for (const { name } of players) scheduler.signal(`roll of ${name}`);
      scheduler.pulse(16);
    }
}

const points = (room: any): number[] => room.players.map((player: any) => player.points);

describe.each(targets)('three rooms on a server, %s', (target) => {
  test('each has its winner and saves its points, and nobody waits for a player who has left', () => {
    const rooms = openRooms(target);
    pulseRooms(rooms, 20);
    rooms[0].leave('Bo');
    pulseRooms(rooms, 500);
    for (const room of rooms) {
      expect(Math.max(...points(room))).toBe(3);
      expect(room.log.at(-1)).toBe(`The winner: ${room.winner}`);
      expect(room.savedPoints).toContain(`${room.winner} 3`);
      expectNothingLeft(room.scheduler);
    }
    expect(rooms[0].winner).toBe('Ann');
  });

  test('a player who leaves, at any moment, never wins, and the others play on', () => {
    for (const frame of momentsOf('rooms', 250)) {
      const rooms = openRooms(target);
      pulseRooms(rooms, frame);
      const wasOver = rooms[1].winner !== null;
      rooms[1].leave('Cy');
      const then = points(rooms[1]);
      pulseRooms(rooms, 500);
      const [cy] = points(rooms[1]);
      expect(cy).toBe(then[0]);
      if (!wasOver) expect(rooms[1].winner).toBe('Di');
      for (const { scheduler, savedPoints } of rooms) {
        expect(savedPoints).not.toBeNull();
        expectNothingLeft(scheduler);
      }
    }
  });

  test('a room that closes, at any moment, saves its points, and the others play on', () => {
    for (const frame of momentsOf('a room closes', 250)) {
      const rooms = openRooms(target);
      pulseRooms(rooms, frame);
      const then = points(rooms[2]);
      rooms[2].close('the server restarts');
      pulseRooms(rooms, 4);
      expect(points(rooms[2])).toEqual(then);
      expect(rooms[2].savedPoints).toBe(`Ed ${then[0]}, Flo ${then[1]}`);
      expectNothingLeft(rooms[2].scheduler);
      pulseRooms(rooms.slice(0, 2), 500);
      for (const { winner } of rooms.slice(0, 2)) expect(winner).not.toBeNull();
    }
  });
});

const names = ['map', 'hero', 'music', 'sounds'];

function openLoader(target: Target) {
  const scheduler = new Scheduler();
  const answers: Answers = Object.fromEntries(
    names.map((name) => [name, [120, 160, 200].map((ms): [number, string] => [ms, `the ${name}`])]),
  );
  answers.music!.unshift([200, new Error('404')]);
  const server = new Server(scheduler, answers);
  const { Loader } = loadPiece('loader', target);
  const loader = new Loader((name: string) => server.ask(name));
  const load = (): Thread => scheduler.enter(() => scheduler.spawn(() => loader.load(names))) as Thread;
  return { scheduler, loader, load, inputs: { 60: () => scheduler.signal('again') } as Inputs };
}

const level = Object.fromEntries(names.map((name) => [name, `the ${name}`]));

describe.each(targets)('a loader of a level, %s', (target) => {
  test('goes dark, shows how far it is, asks after an error, and is light again with the level', async () => {
    const { scheduler, loader, load, inputs } = openLoader(target);
    const loading = load();
    await pulseWithPromises(scheduler, 25, inputs);
    expect([loader.dark, loader.bar, loader.error]).toEqual([1, 0.75, null]);
    await pulseWithPromises(scheduler, 20, inputs);
    expect([loader.dark, loader.bar, loader.error]).toEqual([1, 0.75, '404']);
    await pulseWithPromises(scheduler, 80, inputs);
    expect([loader.dark, loader.bar, loader.error, loader.level]).toEqual([0, null, null, level]);
    expect(loading.result).toEqual(level);
    expectNothingLeft(scheduler);
  });

  test('the player goes back after an error: it is light again, without a level', async () => {
    const { scheduler, loader, load } = openLoader(target);
    const loading = load();
    await pulseWithPromises(scheduler, 80, { 60: () => scheduler.signal('back') });
    expect([loader.dark, loader.bar, loader.error, loading.result]).toEqual([0, null, null, null]);
    expectNothingLeft(scheduler);
  });

  test('a load that is cancelled at any moment leaves the screen light, and the next one loads all', async () => {
    for (const frame of momentsOf('loader', 85)) {
      const { scheduler, loader, load, inputs } = openLoader(target);
      const loading = load();
      await pulseWithPromises(scheduler, frame, inputs);
      loading.cancel('the player leaves');
      await pulseWithPromises(scheduler, 30);
      expect([frame, loader.dark, loader.bar, loader.error]).toEqual([frame, 0, null, null]);
      expectNothingLeft(scheduler);
      load();
      await pulseWithPromises(scheduler, 100, { [scheduler.clock.frame + 50]: () => scheduler.signal('again') });
      expect([frame, loader.dark, loader.level]).toEqual([frame, 0, level]);
      expectNothingLeft(scheduler);
    }
  });
});
