/** The client's helper on a room of the SDK that is made up: what it does with the connection. Nothing that is private in Colyseus is tried here. */
import { joining, moving } from '../src/client.js';
import type { ToRoom } from '../src/wire.js';

// Under native modules it is no global.
const { jest } = import.meta;

type Room = Parameters<typeof moving>[0];

function signal(): { (callback: (...given: unknown[]) => void): void; invoke(...given: unknown[]): void } {
  const callbacks: ((...given: unknown[]) => void)[] = [];
  return Object.assign((callback: (...given: unknown[]) => void) => void callbacks.push(callback), {
    invoke: (...given: unknown[]) => callbacks.forEach((callback) => callback(...given)),
  });
}

/** Keeps what is sent, and where the room connects to. */
function fakeRoom() {
  const sent: ToRoom['message'][] = [];
  const urls: string[] = [];
  const handlers = new Map<string, (message: unknown) => void>();
  const heard: unknown[] = [];
  let link = '';
  const room = {
    roomId: 'r1',
    sessionId: 'ann',
    reconnectionToken: 'r1:token',
    connection: {
      url: 'ws://home:1/game/p1/r1?sessionId=ann',
      isOpen: true,
      events: {} as { onclose?: (event: object) => void },
      transport: { ws: { close() {} } },
      reconnect() {
        urls.push(this.url);
      },
    },
    onError: signal(),
    onLeave: signal(),
    onDrop: signal(),
    onReconnect: signal(),
    onMessage: (type: string, handler: (message: unknown) => void) => void handlers.set(type, handler),
    send(_type: string, said: ToRoom) {
      ({ link } = said);
      sent.push(said.message);
    },
    dispatchMessage: (type: string, message: unknown) => void heard.push([type, message]),
    leave: () => Promise.resolve(0),
  };
  const say = (message: object): void => handlers.get('~spindle')!({ link, message });
  const outputs = (given: object): void =>
    say({
      kind: 'outputs',
      epoch: 1,
      pulse: 1,
      after: 0,
      outputs: [],
      last: 0,
      sure: 0,
      acked: 0,
      entries: 0,
      welcome: null,
      ...given,
    });
  return { room, sent, urls, heard, say, outputs };
}

const welcome = { rewoundTo: null };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the first connection is the one that is there; inputs have numbers and go again until they are durable', () => {
  const { room, sent, urls, outputs } = fakeRoom();
  const moved = moving(room as unknown as Room);
  expect(moved).toBe(room);
  expect([sent.length, urls.length]).toEqual([1, 0]);
  outputs({ welcome });
  moved.send('clap', { how: 'loud' });
  expect(sent.at(-1)!.inputs).toEqual([{ n: 1, name: 'clap', args: [{ how: 'loud' }] }]);
  const count = sent.length;
  jest.advanceTimersByTime(300);
  expect(sent.slice(count).some(({ inputs }) => inputs.length === 1)).toBe(true);
  outputs({ acked: 1 });
  jest.advanceTimersByTime(900);
  expect(sent.at(-1)!.inputs).toEqual([]);
});

test('messages of the room come once and in order, by the handlers of the room', () => {
  const { room, heard, outputs } = fakeRoom();
  moving(room as unknown as Room);
  outputs({ welcome });
  const output = (n: number) => ({ n, pulse: n, to: null, body: ['said', n] });
  outputs({ after: 0, outputs: [output(1), output(2)], last: 2 });
  outputs({ after: 1, outputs: [output(2), output(3)], last: 3 });
  expect(heard).toEqual([
    ['said', 1],
    ['said', 2],
    ['said', 3],
  ]);
});

test.each([
  ['p2@other:2', 'ws://other:2/game/p2/r1?sessionId=ann'],
  ['p2', 'ws://home:1/game/p2/r1?sessionId=ann'],
])('a room that has moved to %s is gone after at %s', (process, url) => {
  const { room, sent, urls, say, outputs } = fakeRoom();
  moving(room as unknown as Room);
  outputs({ welcome });
  say({ kind: 'moved', epoch: 2, process });
  expect(urls).toEqual([url]);
  const count = sent.length;
  jest.advanceTimersByTime(100);
  expect(sent.length).toBe(count);
  room.onReconnect.invoke();
  expect(sent.at(-1)).toMatchObject({ again: true, isIn: true });
});

test('one message holds as many inputs as a transport takes', () => {
  const { room, sent, outputs } = fakeRoom();
  const moved = moving(room as unknown as Room);
  for (let i = 0; i < 80; i++) moved.send('draw', 'x'.repeat(100));
  outputs({ welcome });
  for (const message of sent) expect(JSON.stringify(message).length).toBeLessThan(3500);
  expect(sent.at(-1)!.inputs[0]).toMatchObject({ n: 1 });
});

test('who leaves has left when the room knows it', async () => {
  const { room, sent, outputs } = fakeRoom();
  const moved = moving(room as unknown as Room);
  outputs({ welcome });
  const left = moved.leave();
  expect(sent.at(-1)!.inputs).toEqual([{ n: 1, leave: true }]);
  outputs({ acked: 1 });
  await expect(left).resolves.toBe(4011);
  const count = sent.length;
  jest.advanceTimersByTime(2000);
  expect(sent.length).toBe(count);
});

test('who leaves and is cut off has left when a process that has the room says so, not when others refuse it', async () => {
  const { room, outputs } = fakeRoom();
  const moved = moving(room as unknown as Room);
  const codes: number[] = [];
  outputs({ welcome });
  room.connection.isOpen = false;
  void moved.leave().then((code: number) => codes.push(code));
  for (let i = 0; i < 20; i++) {
    room.onError.invoke(524, 'seat reservation expired.');
    room.connection.events.onclose!({ code: 4003 });
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(codes).toEqual([]);
  room.onError.invoke(4011, 'The client has left.');
  await jest.advanceTimersByTimeAsync(0);
  expect(codes).toEqual([4011]);
});

test('who was away for too long hears so from a process that has the room', () => {
  const { room, outputs } = fakeRoom();
  const moved = moving(room as unknown as Room);
  const codes: number[] = [];
  moved.onLeave((code: number) => codes.push(code));
  outputs({ welcome });
  room.onError.invoke(4011, 'The client has left.');
  expect(codes).toEqual([4012]);
});

test('who joins is in when the room has it, and hears what came at once', async () => {
  const { room, heard, outputs } = fakeRoom();
  const joined = joining(() => Promise.resolve(room as unknown as Room));
  await jest.advanceTimersByTimeAsync(0);
  outputs({ welcome, outputs: [{ n: 1, pulse: 1, to: null, body: ['said', 'hello'] }], last: 1 });
  await expect(joined).resolves.toBe(room);
  expect(heard).toEqual([]);
  await jest.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([['said', 'hello']]);
});

test('a join of which no process knows any more is made again', async () => {
  const rooms = [fakeRoom(), fakeRoom()];
  let joins = 0;
  const joined = joining(() => Promise.resolve(rooms[joins++]!.room as unknown as Room));
  await jest.advanceTimersByTimeAsync(0);
  const [{ room }, next] = rooms as [ReturnType<typeof fakeRoom>, ReturnType<typeof fakeRoom>];
  for (let i = 0; i < 5; i++) room.connection.events.onclose!({ code: 4003, reason: 'seat reservation expired.' });
  await jest.advanceTimersByTimeAsync(100);
  next.outputs({ welcome });
  await expect(joined).resolves.toBe(next.room);
});

describe('where the room is', () => {
  const realFetch = globalThis.fetch;
  const asked: string[] = [];
  afterEach(() => void (globalThis.fetch = realFetch));

  /** A client in `p2`, which was told of both processes. `answer`: what one says, by its address. */
  async function begin(answer: (host: string) => Promise<object>) {
    asked.length = 0;
    globalThis.fetch = ((url: string) => {
      const { host } = new URL(url);
      asked.push(host);
      return answer(host).then((given) => ({ json: () => Promise.resolve(given) }));
    }) as unknown as typeof fetch;
    const made = fakeRoom();
    moving(made.room as unknown as Room, { addresses: ['third:3'] });
    made.outputs({ welcome });
    made.say({ kind: 'moved', epoch: 2, process: 'p2@other:2' });
    made.room.onReconnect.invoke();
    made.outputs({ epoch: 2, welcome });
    const seek = async (ms: number): Promise<string[]> => {
      const from = asked.length;
      await jest.advanceTimersByTimeAsync(ms);
      return asked.slice(from);
    };
    return { ...made, seek };
  }

  const addresses = ['other:2', 'home:1', 'third:3'];
  const isHere = { process: 'p2@other:2', isAside: false, isOver: false, addresses };

  test('who has the room and is silent is asked last, and all others before', async () => {
    const { seek } = await begin((host) =>
      host === 'third:3' ? Promise.resolve({ ...isHere, process: null }) : Promise.reject(new Error('gone')),
    );
    expect((await seek(2500)).slice(0, 4)).toEqual(['home:1', 'third:3', 'other:2', 'third:3']);
  });

  test('nowhere any more, says who has had it last: it is over, also for who was away', async () => {
    const { room, seek } = await begin((host) =>
      Promise.resolve({ ...isHere, process: null, isOver: host === 'third:3' }),
    );
    const left = new Promise((resolve) => room.onLeave(resolve));
    room.connection.events.onclose!({ code: 1006 });
    await seek(500);
    await expect(left).resolves.toBe(4011);
    expect(await seek(2000)).toEqual([]);
  });

  test('who has answered last is asked first the next time', async () => {
    const { room, outputs, seek } = await begin((host) =>
      host === 'third:3' ? Promise.resolve(isHere) : Promise.reject(new Error('gone')),
    );
    expect(await seek(1500)).toEqual(['home:1', 'third:3']);
    room.onReconnect.invoke();
    outputs({ epoch: 2, welcome });
    room.connection.events.onclose!({ code: 1006 });
    expect(asked.at(-1)).toBe('third:3');
  });
});
