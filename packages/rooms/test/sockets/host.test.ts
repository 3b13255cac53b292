/** Processes and clients on sockets, on timers of the test. */
import type { ClientNews } from '../../src/client.js';
import type { Game, RoomEvent } from '../../src/entries.js';
import { MemoryStore } from '../../src/index.js';
import type { Report } from '../../src/messages.js';
import type { StoreAnswer, StoreCall } from '../../src/store/calls.js';
import { RoomHost, type RoomHostOptions } from '../../src/sockets/host.js';
import { RoomConnection } from '../../src/sockets/connection.js';
import { urlOf } from '../../src/sockets/wire.js';
import { FakeSocket, MemoryPresence, Network } from './network.js';

const ROOM = 'inn';

const { jest: timers } = import.meta as unknown as { readonly jest: typeof jest };

beforeEach(() => void timers.useFakeTimers());
afterEach(() => {
  for (const { close } of closing.splice(0)) close();
  timers.useRealTimers();
});

const closing: { close: () => void }[] = [];
const play = async (ms: number): Promise<void> => timers.advanceTimersByTimeAsync(ms);

/** It tells all of each pulse and of each event. */
function echo(): Game {
  let pulse = 0;
  return {
    pulse: (events) => [
      { to: null, body: `pulse ${(pulse += 1)}` },
      ...events.map((event) => ({ to: null, body: words(event) })),
    ],
    save: () => String(pulse),
    load: (text) => void (pulse = Number(text)),
    whyNot: () => [],
    hash: () => String(pulse),
  };
}

const words = (event: RoomEvent): string =>
  event.kind === 'input' ? `${event.name} ${event.args.join(' ')}` : event.kind;

class World {
  readonly network = new Network();
  readonly presence = new MemoryPresence();
  store = new MemoryStore();
  isAway = false;
  readonly reports: (Report & { at: string })[] = [];
  #hosts = 0;

  start(given: Partial<RoomHostOptions> = {}): RoomHost {
    const url = `ws://${'abcdef'[this.#hosts++]}`;
    const host = new RoomHost({
      url,
      game: echo,
      store: {
        answer: async (call) => {
          if (this.isAway) throw new Error('away');
          return this.store.answer(call, performance.now());
        },
      },
      presence: this.presence,
      WebSocket: this.network.WebSocket,
      onReport: (report) => this.reports.push({ ...report, at: url }),
      ...given,
    });
    this.network.hosts.set(url, (socket) => host.accept(socket));
    closing.push({ close: () => host.close() });
    return host;
  }

  /** As a process that is killed. */
  kill(host: RoomHost): void {
    this.network.hosts.delete(urlOf(host.process));
    this.presence.entries.delete(host.process);
    host.close();
  }

  join(token: string, url: string | string[] = 'ws://a'): Player {
    return new Player(this.network, token, url);
  }

  reported(kind: Report['kind']): string[] {
    return this.reports.filter((one) => one.kind === kind).map(({ at }) => at);
  }
}

class Player {
  readonly news: ClientNews[] = [];
  readonly processes: string[] = [];
  readonly connection: RoomConnection;

  constructor({ WebSocket }: Network, token: string, url: string | string[]) {
    this.connection = new RoomConnection({
      url,
      room: ROOM,
      data: token,
      on: (news) => this.news.push(news),
      onProcess: (process) => this.processes.push(urlOf(process)),
      WebSocket,
    });
    closing.push({ close: () => this.connection.close() });
  }

  get bodies(): string[] {
    return this.news.flatMap((one) => (one.kind === 'output' ? [one.output.body as string] : []));
  }

  /** Throws if an output is missing or doubled. */
  get pulses(): number {
    const pulses = this.bodies.flatMap((body) => (body.startsWith('pulse ') ? [Number(body.slice(6))] : []));
    const wrong = pulses.find((pulse, at) => pulse !== pulses[0]! + at);
    if (wrong !== undefined) throw new Error(`Pulse ${wrong} is missing or doubled: ${pulses.join(' ')}`);
    return pulses.length;
  }
}

test('a client makes the room that it asks for, and its inputs come once', async () => {
  const world = new World();
  world.start();
  const ann = world.join('ann');
  await play(1000);
  ann.connection.input('clap', 1, 2);
  await play(1000);
  expect(world.reported('here')).toEqual(['ws://a']);
  expect(ann.bodies.filter((body) => !body.startsWith('pulse'))).toEqual(['join', 'clap 1 2']);
  expect(ann.pulses).toBeGreaterThan(30);
  expect(ann.connection.unacknowledged).toBe(0);
  expect(ann.connection.isIn).toBe(true);
});

test('on a machine that is slow a client waits longer at each attempt, and gets in', async () => {
  const world = new World();
  world.start();
  world.network.delayMs = 450;
  const ann = world.join('ann');
  await play(15_000);
  expect(ann.connection.isIn).toBe(true);
  expect(ann.pulses).toBeGreaterThan(100);
});

test('a room moves: its clients follow, with each output once', async () => {
  const world = new World();
  const [a, b] = [world.start(), world.start()];
  await play(400);
  const players = ['ann', 'ben'].map((token) => world.join(token));
  await play(1000);
  const moved = a.move(ROOM);
  expect(await a.move(ROOM)).toBe('it moves already');
  for (const { connection } of players) connection.input('clap');
  await play(1000);
  expect(await moved).toBeNull();
  expect([[...a.rooms], [...b.rooms]]).toEqual([[], [ROOM]]);
  for (const { processes, pulses, bodies, connection } of players) {
    expect(processes).toEqual(['ws://a', 'ws://b']);
    expect(pulses).toBeGreaterThan(30);
    expect(bodies.filter((body) => body.startsWith('clap'))).toHaveLength(2);
    expect(urlOf(connection.process!)).toBe('ws://b');
  }
});

test('a client that was told of the dead process of an address knows who has begun there in its place', async () => {
  const world = new World();
  const old = world.start();
  old.create(ROOM);
  await play(500);
  const before = world.store.answer({ kind: 'read', room: ROOM }, performance.now());
  world.kill(old);
  const next = world.start({ url: 'ws://a' });
  world.network.hosts.set('ws://a', (socket) => next.accept(socket));
  await play(3000);
  expect([...next.rooms]).toEqual([ROOM]);
  world.start({ store: { answer: () => before } });
  const { connection } = world.join('ann', 'ws://c');
  await play(500);
  expect([connection.isIn, connection.process]).toEqual([true, next.process]);
});

test('a move that cannot be says why', async () => {
  const world = new World();
  const a = world.start();
  expect(await a.move(ROOM)).toBe('no other process takes rooms');
  world.start();
  await play(1000);
  expect(await a.move(ROOM)).toBe('it is not here');
});

test('where the process with the fewest rooms refuses, the next one is asked', async () => {
  const world = new World();
  const refuses = () => ({
    ...echo(),
    load() {
      throw new Error('no such line');
    },
  });
  const [a, b, c] = [world.start(), world.start({ game: refuses }), world.start()];
  c.create('other');
  await play(2000);
  world.join('ann');
  await play(1000);
  const moved = a.move(ROOM);
  await play(1000);
  expect([await moved, [...b.rooms], [...c.rooms]]).toEqual([null, [], ['other', ROOM]]);
  const back = c.move(ROOM, b.process);
  await play(1000);
  expect(await back).toBe('no such line');
});

test('what a load has done is told with the room that has come', async () => {
  const world = new World();
  const report = { mapped: ['`intro` was edited'], restarted: [], dropped: [], missing: [], notSaved: [] };
  const told = () => ({ ...echo(), load: () => report });
  const [a] = [world.start(), world.start({ game: told })];
  await play(400);
  world.join('ann');
  await play(1000);
  const moved = a.move(ROOM);
  await play(1000);
  expect(await moved).toBeNull();
  const here = world.reports.filter(({ kind }) => kind === 'here');
  expect(here).toMatchObject([
    { at: 'ws://a', how: 'made', loaded: null },
    { at: 'ws://b', how: 'moved', loaded: report },
  ]);
});

test('any process tells where a room is, and whether it is over is heard once', async () => {
  const world = new World();
  world.start();
  world.start();
  await play(400);
  const ann = world.join('ann');
  await play(500);
  const ben = world.join('ben', 'ws://b');
  await play(500);
  expect(ben.processes).toEqual(['ws://a']);
  // What was open to ask is closed.
  expect(world.network.opened.filter(({ readyState }) => readyState === 1)).toHaveLength(2);
  ann.connection.leave();
  ben.connection.leave();
  await play(2000);
  expect([ann, ben].map(({ news }) => news.filter(({ kind }) => kind === 'left'))).toEqual(
    Array.from({ length: 2 }, () => [{ kind: 'left', code: 4011 }]),
  );
  expect(world.reported('ended')).toEqual(['ws://a']);
  expect(world.store.rows.size).toBe(0);
});

test('a process that stops gives its rooms away, then tells that nothing is left', async () => {
  const world = new World();
  const a = world.start();
  const b = world.start();
  await play(400);
  const ann = world.join('ann');
  await play(500);
  const waiting = a.stop();
  await play(1000);
  expect(await waiting).toEqual([]);
  await play(500);
  expect([...b.rooms]).toEqual([ROOM]);
  expect([...world.presence.entries.keys()]).toEqual([b.process]);
  expect(ann.pulses).toBeGreaterThan(20);
});

test('the last process that stops leaves its rooms to the next one', async () => {
  const world = new World();
  const a = world.start();
  const ann = world.join('ann', ['ws://a', 'ws://b']);
  await play(500);
  const waiting = a.stop();
  await play(5000);
  expect(await waiting).toEqual([ROOM]);
  const b = world.start();
  await play(1000);
  expect([...b.rooms]).toEqual([ROOM]);
  expect(ann.pulses).toBeGreaterThan(15);
  expect(ann.news.map(({ kind }) => kind)).not.toContain('rewound');
});

test('a process dies: another one goes on with the room, and clients find it though they were told of one address only', async () => {
  const world = new World();
  const a = world.start();
  const b = world.start();
  await play(400);
  const ann = world.join('ann');
  await play(1000);
  ann.connection.input('clap');
  world.kill(a);
  await play(3000);
  expect([...b.rooms]).toEqual([ROOM]);
  expect(ann.processes).toEqual(['ws://a', 'ws://b']);
  expect(ann.pulses).toBeGreaterThan(30);
  expect(ann.bodies.filter((body) => body.startsWith('clap'))).toHaveLength(1);
});

test('a process dies: clients play on a moment after another one has the room, also if most addresses that they know are gone', async () => {
  const world = new World();
  const a = world.start();
  world.start();
  await play(400);
  const gone = Array.from({ length: 6 }, (_, n) => `ws://gone${n}`);
  const players = ['ann', 'ben', 'cat'].map((token) => world.join(token, ['ws://a', ...gone]));
  await play(1000);
  world.kill(a);
  while (world.reported('here').length < 2) await play(5);
  const before = players.map(({ pulses }) => pulses);
  await play(160);
  for (const [at, { pulses }] of players.entries()) expect(pulses).toBeGreaterThan(before[at]!);
});

test('a client finds the room when none of the processes is left that it was told of when it came', async () => {
  const world = new World();
  const hosts = [world.start()];
  await play(400);
  const ann = world.join('ann');
  await play(500);
  for (let i = 0; i < 3; i++) {
    hosts.push(world.start());
    await play(700);
    void hosts[i]!.stop();
    await play(700);
    world.network.hosts.delete(urlOf(hosts[i]!.process));
  }
  hosts.push(world.start());
  await play(700);
  world.kill(hosts[3]!);
  await play(3000);
  expect(ann.processes.at(-1)).toBe('ws://e');
  expect(ann.pulses).toBeGreaterThan(100);
});

test('a connection that is cut is opened again, and nothing is lost', async () => {
  const world = new World();
  world.start();
  const ann = world.join('ann');
  await play(500);
  world.network.opened.at(-1)!.close();
  ann.connection.input('clap');
  await play(1000);
  expect(ann.pulses).toBeGreaterThan(20);
  expect(ann.bodies.filter((body) => !body.startsWith('pulse'))).toEqual(['join', 'drop', 'back', 'clap ']);
});

test('a socket on which nothing comes is left for a new one', async () => {
  const world = new World();
  const a = world.start();
  world.start();
  await play(400);
  const ann = world.join('ann', ['ws://a', 'ws://b']);
  await play(500);
  // As one that is frozen: its sockets stay open.
  const socket = world.network.opened.at(-1)!;
  socket.other!.isCut = true;
  world.presence.entries.delete(a.process);
  await play(2000);
  expect(ann.connection.isIn).toBe(true);
  expect(world.network.opened.at(-1)).not.toBe(socket);
});

/** What it asks of the storage is lost, and what it is asked. */
function hanging(world: World): { readonly host: RoomHost; readonly hang: () => void } {
  let hangs = false;
  const answer = async (call: StoreCall): Promise<StoreAnswer> => {
    if (hangs) throw new Error('it hangs');
    return world.store.answer(call, performance.now());
  };
  const host = world.start({ store: { answer } });
  const hang = (): void => {
    hangs = true;
    world.network.opened.at(-1)!.other!.isCut = true;
    world.network.hosts.set(urlOf(host.process), () => {});
  };
  return { host, hang };
}

test('a process hangs: its clients ask another one first', async () => {
  const world = new World();
  const { host: a, hang } = hanging(world);
  const b = world.start();
  a.create(ROOM);
  await play(400);
  const ann = world.join('ann', ['ws://b', 'ws://a']);
  await play(500);
  hang();
  await play(1150);
  expect([ann.connection.process, ann.connection.isIn]).toEqual([b.process, true]);
});

test('likewise where it is told of others than it was before', async () => {
  const world = new World();
  const a = world.start();
  const b = world.start();
  const { host: c, hang } = hanging(world);
  await play(400);
  const ann = world.join('ann');
  await play(500);
  const moved = a.move(ROOM, c.process);
  await play(500);
  expect([await moved, ann.connection.process]).toEqual([null, c.process]);
  world.kill(a);
  await play(400);
  hang();
  await play(1150);
  expect([ann.connection.process, ann.connection.isIn]).toEqual([b.process, true]);
});

test('two that are asked for a room at the same time make one', async () => {
  const world = new World();
  world.start();
  world.start();
  await play(400);
  const players = [world.join('ann', 'ws://a'), world.join('ben', 'ws://b')];
  await play(1500);
  expect(world.reported('here').length).toBe(1);
  expect(new Set(players.flatMap(({ connection }) => connection.process)).size).toBe(1);
  for (const { bodies } of players) expect(bodies).toContain('join');
});

test.each([
  ['that has come back empty, as a shard of several may', false, 500],
  ['that has come back empty after a long time', false, 30_000],
  ['whose place a replica has taken that has not heard of the last rooms', true, 1500],
])('in a storage %s nobody makes a room that somebody has', async (_what, isReplica, awayMs) => {
  const world = new World();
  const a = world.start();
  const b = world.start();
  a.create('mill');
  await play(400);
  const past = new Map(world.store.rows);
  const ann = world.join('ann');
  await play(500);
  world.isAway = true;
  await play(awayMs);
  world.store = Object.assign(new MemoryStore(), { sinceMs: performance.now() });
  if (isReplica) for (const [room, row] of past) world.store.rows.set(room, row);
  world.isAway = false;
  const players = [world.join('ben', 'ws://b'), world.join('cat', 'ws://b')];
  b.create(ROOM);
  await play(2200);
  expect(world.reported('here')).toEqual(['ws://a', 'ws://a']);
  expect(world.reported('written anew')).toEqual(['ws://a', 'ws://a']);
  expect([...a.rooms]).toEqual(['mill', ROOM]);
  for (const { processes } of players) expect(processes).toEqual(['ws://a']);
  expect(ann.pulses).toBeGreaterThan(40);
});

test('a storage that has begun anew takes a new room after a while, once', async () => {
  const world = new World();
  world.store = Object.assign(new MemoryStore(), { sinceMs: performance.now() });
  world.start();
  const ann = world.join('ann');
  await play(3000);
  expect(world.reported('here')).toEqual([]);
  await play(1000);
  expect(world.reported('here')).toEqual(['ws://a']);
  expect(ann.connection.isIn).toBe(true);
  expect(ann.bodies.filter((body) => body === 'join')).toHaveLength(1);
});

test('while the storage is away, the process that has the room believes itself', async () => {
  const world = new World();
  world.start();
  const ann = world.join('ann');
  await play(500);
  world.isAway = true;
  const ben = world.join('ben');
  await play(1000);
  expect(ben.connection.isIn).toBe(true);
  expect(ann.pulses).toBeGreaterThan(20);
});

test('while the storage is away there is one pause, of no more than 200 ms', async () => {
  const world = new World();
  world.start();
  const ann = world.join('ann');
  await play(500);
  world.isAway = true;
  const pausesMs = [0];
  for (let [ms, seen] = [0, ann.pulses]; ms < 2000; ms += 10) {
    if (ms % 40 === 0) ann.connection.input('clap');
    await play(10);
    if (ann.pulses > seen) pausesMs.push(0);
    else pausesMs.push(pausesMs.pop()! + 10);
    seen = ann.pulses;
  }
  expect(pausesMs.filter((pauseMs) => pauseMs > 60)).toHaveLength(1);
  expect(Math.max(...pausesMs) - 50).toBeLessThanOrEqual(200);
});

test('without a storage of its own a process that begins anew has higher epochs than the one before', async () => {
  const world = new World();
  const host = new RoomHost({ url: 'ws://a', game: echo });
  closing.push({ close: () => host.close() });
  world.network.hosts.set('ws://a', (socket) => host.accept(socket));
  world.join('ann');
  await play(500);
  const epochs: number[] = [];
  for (const socket of world.network.opened)
    socket.addEventListener('message', ({ data }) =>
      epochs.push((JSON.parse(String(data)) as { epoch: number }).epoch),
    );
  await play(500);
  expect(epochs.length).toBeGreaterThan(0);
  expect(Math.min(...epochs)).toBeGreaterThan(performance.timeOrigin);
});

test('only rooms that may be made are made', async () => {
  const world = new World();
  world.start({ mayCreate: (room) => room !== ROOM });
  const ann = world.join('ann');
  await play(1000);
  expect(world.store.rows.size).toBe(0);
  expect(ann.connection.process).toBeNull();
});

describe('what a stranger sends', () => {
  function open(world: World): { socket: FakeSocket; said: unknown[] } {
    const socket = new world.network.WebSocket('ws://a') as FakeSocket;
    const said: unknown[] = [];
    socket.addEventListener('message', ({ data }) => said.push(JSON.parse(data as string)));
    return { socket, said };
  }

  const good = {
    client: 'eve',
    epoch: 0,
    seen: 0,
    sure: 0,
    acked: 0,
    entries: 0,
    inputs: [],
    again: true,
    isIn: false,
    data: 1,
  };

  test.each([
    ['no JSON', '{'],
    ['no text', new Uint8Array(3)],
    ['no object', '7'],
    ['an unknown kind', '{"kind":"stop"}'],
    ['a room without a name', '{"kind":"where","room":""}'],
    ['a long name', JSON.stringify({ kind: 'where', room: 'x'.repeat(201) })],
    ...[
      { client: 7 },
      { epoch: -1 },
      { seen: 1.5 },
      { inputs: {} },
      { inputs: [{ n: 1, name: 'clap' }] },
      { inputs: [{ n: 'x', leave: true }] },
      { inputs: [null] },
      { inputs: Array.from({ length: 101 }, (_, n) => ({ n: n + 1, name: 'clap', args: [] })) },
      { again: 1 },
      { isIn: null },
    ].map((wrong): [string, string] => [
      JSON.stringify(wrong).slice(0, 40),
      JSON.stringify({ kind: 'say', room: ROOM, message: { ...good, ...wrong } }),
    ]),
  ])('%s closes its socket', async (_what, text) => {
    const world = new World();
    world.start();
    const { socket } = open(world);
    await play(10);
    socket.send(text as string);
    await play(10);
    expect(socket.closedWith).toBe(1008);
  });

  test('without the key of the process it is no process', async () => {
    const world = new World();
    world.start();
    const b = world.start();
    const { socket, said } = open(world);
    await play(500);
    socket.send(JSON.stringify({ kind: 'process', from: b.process, key: 'x', message: { kind: 'warm', room: ROOM } }));
    await play(10);
    expect([socket.closedWith, said.filter((one) => (one as { kind: string }).kind !== 'processes')]).toEqual([
      1008,
      [],
    ]);
  });

  test('a name that it has seen gives it no seat: a client is known by what nobody sees', async () => {
    const world = new World();
    const names = new Set<string>();
    world.start({
      onPulse: (_room, _pulse, _epoch, entries) => entries.forEach(({ client }) => names.add(client)),
    });
    world.join('ann');
    await play(500);
    const [ann] = names;
    expect(ann).toMatch(/^[\w-]{16}$/);
    const { socket } = open(world);
    await play(10);
    socket.send(JSON.stringify({ kind: 'say', room: ROOM, message: { ...good, client: ann } }));
    await play(200);
    expect(names.size).toBe(2);
    socket.send(JSON.stringify({ kind: 'say', room: ROOM, message: { ...good, client: 'another' } }));
    await play(10);
    expect(socket.closedWith).toBe(1008);
  });

  test('who is not admitted does not come in; the game gets what the host makes of what a client gives', async () => {
    const world = new World();
    const given: unknown[] = [];
    world.start({
      async admit(data, room) {
        if (data !== 'good' || room !== ROOM) throw new Error('no');
        return { name: 'Ann' };
      },
      onPulse: (_room, _pulse, _epoch, entries) =>
        entries.forEach((entry) => entry.kind === 'join' && given.push(entry.data)),
    });
    const [ann, eve] = [world.join('good'), world.join('bad')];
    await play(1000);
    expect(ann.connection.isIn).toBe(true);
    expect(eve.news).toEqual([{ kind: 'left', code: 4015 }]);
    expect(given).toEqual([{ name: 'Ann' }]);
  });

  test('who was in and is not admitted, as the logins are away, tries again', async () => {
    const world = new World();
    let isAway = false;
    world.start({
      async admit(data) {
        if (isAway) throw new Error('no');
        return data;
      },
    });
    const ann = world.join('ann');
    await play(1000);
    isAway = true;
    world.network.opened.at(-1)!.close();
    await play(1000);
    expect(ann.connection.isIn).toBe(false);
    isAway = false;
    await play(1000);
    expect(ann.connection.isIn).toBe(true);
    expect(ann.pulses).toBeGreaterThan(40);
  });

  test('a socket that says nothing is closed, and one that takes nothing', async () => {
    const world = new World();
    world.start();
    const { socket } = open(world);
    await play(10_000);
    expect(socket.readyState).toBe(1);
    await play(10_000);
    expect(socket.readyState).toBe(3);
    const ann = world.join('ann');
    await play(500);
    const first = world.network.opened.at(-1)!;
    first.other!.bufferedAmount = 2_000_000;
    await play(2000);
    expect(first.closedWith).toBe(1013);
    expect(ann.pulses).toBeGreaterThan(30);
  });
});

test('without a WebSocket of the platform, and none given, it says so', () => {
  const { WebSocket } = globalThis as { WebSocket?: unknown };
  delete (globalThis as { WebSocket?: unknown }).WebSocket;
  expect(() => new RoomConnection({ url: 'ws://a', room: ROOM, on: () => {} })).toThrow(
    'There is no `WebSocket`. Give that of `ws` as option `WebSocket`.',
  );
  if (WebSocket !== undefined) Object.assign(globalThis, { WebSocket });
});
