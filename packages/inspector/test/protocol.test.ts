import { MessageChannel } from 'node:worker_threads';
import { wait } from '@spindle/runtime';
import { breakAt, connect, controlOf, serve, type Wire } from '../src/index.js';
import { lineOf, Stage } from './stage.js';

const FILE = 'protocol.test.ts';

/** Two ends of which each gets, soon after, what the other sends, as a WebSocket does. */
function wires(): { game: Wire; view: Wire; lines: string[] } {
  const lines: string[] = [];
  const listeners: Record<string, Set<(event: unknown) => void>> = { game: new Set(), view: new Set() };
  const end = (own: string, other: string): Wire => ({
    send(text) {
      lines.push(
        ...text
          .split('\n')
          .filter(Boolean)
          .map((line) => `${own}: ${line}`),
      );
      void Promise.resolve().then(() => listeners[other]?.forEach((tell) => tell({ data: text })));
    },
    addEventListener: (_type, listener) => listeners[own]?.add(listener),
    removeEventListener: (_type, listener) => listeners[own]?.delete(listener),
  });
  return { game: end('game', 'view'), view: end('view', 'game'), lines };
}

function guarded(): Stage {
  const stage = new Stage();
  const guard = stage.script(`guard(0) ${lineOf(FILE, 'here')}:0:x`, function* () {
    for (;;) yield wait(20); // here
  });
  stage.play(guard);
  return stage;
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

test('a view looks, watches, steps and sets breakpoints', async () => {
  const { game, view: wire, lines } = wires();
  const stage = guarded();
  const end = serve(stage.scheduler, game, { sourceOf: () => null });
  const seen: unknown[] = [];
  const view = connect(wire, {
    connected: (frame) => seen.push(frame),
    event: ({ event, frame }) => seen.push(`${event} ${frame}`),
    paused: (frame, at) => seen.push(`paused ${frame} ${at?.name}`),
    error: (message) => seen.push(message),
  });
  expect(await view.ask('snapshot')).toMatchObject({ frame: 0, threads: [{ name: 'guard', state: 'sleeping' }] });
  expect((await view.ask('explain')).threads[0]).toMatchObject({ name: 'guard', source: null });
  expect(await view.ask('pause')).toBeNull();
  stage.pulse(5);
  expect(stage.scheduler.clock.frame).toBe(0);
  await view.ask('step');
  expect(stage.scheduler.clock.frame).toBe(1);
  await view.ask('watch');
  expect(await view.ask('stepThread', { id: 1 })).toBe(true);
  await view.ask('unwatch');
  await view.ask('break', { file: FILE, line: lineOf(FILE, 'here') });
  await view.ask('break', { file: FILE, line: lineOf(FILE, 'here') });
  await view.ask('slowMotion', { factor: 0.5 });
  await view.ask('resume');
  stage.pulse(20);
  expect(stage.scheduler.clock.frame).toBe(4);
  expect(await view.ask('unbreak', { file: FILE, line: lineOf(FILE, 'here') })).toBe(true);
  expect(await view.ask('unbreak', { file: FILE, line: 1 })).toBe(false);
  await view.ask('runTo', { file: FILE, line: lineOf(FILE, 'here') });
  stage.pulse(20);
  expect(stage.scheduler.clock.frame).toBe(6);
  await settled();
  expect(seen).toEqual([0, 'paused 0 undefined', 'goesOn 2', 'waits 2', 'paused 4 guard', 'paused 6 guard']);
  expect(lines.slice(0, 2)).toEqual([
    'game: {"spindle":1,"type":"hello","frame":0}',
    'view: {"spindle":1,"type":"hello"}',
  ]);
  end();
  stage.pulse();
  expect(stage.scheduler.clock.frame).toBe(7);
  const rest = view.ask('step');
  view.close();
  await expect(rest).rejects.toThrow('The view was closed.');
});

test('a bad line gets an error that says what is wrong, and changes nothing', async () => {
  const { game, view, lines } = wires();
  const stage = guarded();
  serve(stage.scheduler, game);
  await settled();
  const say = async (text: string): Promise<unknown> => {
    view.send?.(text);
    await settled();
    const last = lines.findLast((line) => line.startsWith('game: ')) as string;
    return (JSON.parse(last.slice('game: '.length)) as { message?: string }).message;
  };
  expect(await say('{"command":"pause"}')).toBe('The first line has to be {"spindle":1}.');
  expect(await say('{"spindle":2}')).toBe('This end speaks version 1 of the protocol, and the other one 2.');
  await say('{"spindle":1}');
  expect(await say('pause')).toMatch(/^A line is no JSON: /);
  expect(await say('[1]')).toBe('A line has to be an object of JSON, got [1].');
  expect(await say('{"command":"toString"}')).toMatch(/^No command is called "toString"\. There are: snapshot, /);
  expect(await say('{}')).toMatch(/^No command is called undefined\./);
  expect(await say('{"command":"break","file":"a.js","line":"12"}')).toBe(
    'The command break expected `line`: a line from 1, got "12".',
  );
  expect(await say('{"command":"slowMotion","factor":0}')).toMatch(/expected `factor`/);
  expect(await say('{"command":"stepThread"}')).toMatch(/expected `id`: the id of a thread, got undefined/);
  expect(await say('{"command":"break","file":"","line":1}')).toMatch(/expected `file`/);
  expect(Object.hasOwn(stage.scheduler, 'pulse')).toBe(false);
  stage.pulse();
  expect(stage.scheduler.clock.frame).toBe(1);
});

test('a view says what it cannot read, and rejects what the game refuses', async () => {
  const { game, view: wire } = wires();
  const messages: string[] = [];
  const view = connect(wire, { error: (message) => messages.push(message) });
  game.send?.('{"spindle":7,"type":"hello"}\nno json\n');
  await settled();
  game.send?.('{"spindle":1,"type":"hello","frame":0}\n{"type":"new kind"}\n{"type":"error","message":"by itself"}\n');
  await settled();
  const asked = view.ask('step');
  game.send?.('{"type":"error","re":1,"message":"not now"}\n');
  await expect(asked).rejects.toThrow('not now');
  expect(messages).toEqual([
    'This view speaks version 1 of the protocol. The first line of the game was {"spindle":7,"type":"hello"}.',
    expect.stringMatching(/^A line is no JSON: /),
    'by itself',
  ]);
});

test('it runs over a MessageChannel, an emitter with bytes, and `onmessage`; what is no wire is refused', async () => {
  const stage = guarded();
  const { port1, port2 } = new MessageChannel();
  const end = serve(stage.scheduler, port1);
  const view = connect(port2);
  expect(await view.ask('snapshot')).toMatchObject({ frame: 0 });
  end();
  view.close();
  port1.close();

  const sent: string[] = [];
  let tell: (data: unknown) => void = () => {};
  let wasTakenOff = false;
  const off = (): void => void (wasTakenOff = true);
  const close = serve(stage.scheduler, {
    send: (text) => sent.push(text),
    on: (_type, listen) => (tell = listen),
    off,
  });
  tell(new TextEncoder().encode('{"spindle":1}\n{"command":"step","re":5}'));
  tell(null);
  tell({ data: 5 });
  await settled();
  expect(sent.join('')).toMatch(/"type":"answer","re":5,"value":null/);
  close();
  expect(wasTakenOff).toBe(true);

  const door: Wire & { onmessage?: ((event: unknown) => void) | null } = { postMessage: (text) => sent.push(text) };
  const shut = serve(stage.scheduler, door);
  door.onmessage?.({ data: 'x' });
  await settled();
  expect(sent.at(-1)).toMatch(/A line has|no JSON/);
  shut();
  expect(door.onmessage).toBeNull();
  for (const bad of [null, {}, { send: 1 }]) expect(() => serve(stage.scheduler, bad as never)).toThrow(TypeError);
});

test('a WebSocket gets nothing before it is open, and nothing when it closes', async () => {
  const sent: string[] = [];
  let open = (): void => {};
  const socket = {
    readyState: 0,
    send(text: string) {
      if (this.readyState !== 1) throw new Error(`sent in state ${this.readyState}: ${text}`);
      sent.push(text);
    },
    addEventListener(type: string, listener: (event?: unknown) => void) {
      if (type === 'open') open = listener;
    },
    removeEventListener() {},
  };
  const view = connect(socket);
  void view.ask('snapshot').catch(() => {});
  await settled();
  expect(sent).toEqual([]);
  socket.readyState = 1;
  open();
  await settled();
  expect(sent.map((text) => text.split('\n').length)).toEqual([3]);
  expect(sent[0]).toMatch(/^{"spindle":1,"type":"hello"}\n{"command":"snapshot","re":1}\n$/);
  for (const state of [2, 3]) {
    socket.readyState = state;
    void view.ask('step').catch(() => {});
    await settled();
  }
  expect(sent).toHaveLength(1);
  view.close();
});

test('the end of a view takes away what it asked for, and leaves the breakpoints of the game', async () => {
  const { game, view: wire } = wires();
  const stage = guarded();
  breakAt(stage.scheduler, FILE, lineOf(FILE, 'here'));
  const end = serve(stage.scheduler, game);
  const view = connect(wire);
  await view.ask('slowMotion', { factor: 0.5 });
  await view.ask('pause');
  end();
  stage.pulse(2);
  expect([stage.scheduler.clock.frame, controlOf(stage.scheduler).paused]).toEqual([2, true]);
  controlOf(stage.scheduler).stop();
});
