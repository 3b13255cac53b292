/** `waitForEvent` and `listen`. Long, as each kind of source is tried with both. */
import { resume } from '../../src/host.js';
import { EventEmitter } from 'node:events';
import { $thread } from '../../src/abi.js';
import {
  eventSource,
  listen,
  type Queue,
  race,
  Scheduler,
  signal,
  start,
  type Thread,
  TimeoutError,
  wait,
  waitForEvent,
  withTimeout,
} from '../../src/index.js';
import { recorder, replay } from '../../src/replay.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** An emitter with `on` and `off` only. */
class Bus {
  readonly listeners = new Map<string, ((...args: unknown[]) => void)[]>();
  on(type: string, listener: (...args: unknown[]) => void): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  off(type: string, listener: (...args: unknown[]) => void): void {
    this.listeners.set(
      type,
      (this.listeners.get(type) ?? []).filter((other) => other !== listener),
    );
  }
  emit(type: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(type) ?? []) listener(...args);
  }
  count(type: string): number {
    return (this.listeners.get(type) ?? []).length;
  }
}

const waits = (source: object, options = {}): Thread =>
  stage.play(
    stage.script('main', function* () {
      try {
        stage.log(`got ${JSON.stringify(yield waitForEvent(source as EventTarget, 'key', options))}`);
      } catch (error) {
        stage.log((error as Error).message);
      }
    }),
  );

describe('waitForEvent', () => {
  test('an EventTarget', () => {
    const target = new EventTarget();
    stage.play(
      stage.script('main', function* () {
        stage.log(((yield waitForEvent(target, 'key')) as Event).type);
      }),
    );
    target.dispatchEvent(new Event('key'));
    stage.pulse();
    expect(stage.lines).toEqual(['1 key']);
  });

  test('an EventEmitter of Node, which keeps no listener', () => {
    const emitter = new EventEmitter();
    waits(emitter);
    expect(emitter.listenerCount('key')).toBe(1);
    emitter.emit('key', 'a', 'b');
    stage.pulse();
    expect(stage.lines).toEqual(['1 got ["a","b"]']);
    expect(emitter.listenerCount('key')).toBe(0);
  });

  test('an emitter with on and off, and a filter', () => {
    const bus = new Bus();
    waits(bus, { filter: (key: string) => key === 'Enter' });
    bus.emit('key', 'Escape');
    stage.pulse();
    bus.emit('key', 'Enter');
    stage.pulse();
    expect(stage.lines).toEqual(['2 got "Enter"']);
    expect(bus.count('key')).toBe(0);
  });

  test('an error in the filter comes out at the wait', () => {
    const bus = new Bus();
    waits(bus, {
      filter: () => {
        throw new Error('broken filter');
      },
    });
    bus.emit('key');
    stage.pulse();
    expect([stage.lines, bus.count('key')]).toEqual([['1 broken filter'], 0]);
  });

  test('an error in the filter stops the timeout', () => {
    const bus = new Bus();
    waits(bus, {
      timeout: 20,
      filter: () => {
        throw new Error('broken filter');
      },
    });
    bus.emit('key');
    stage.pulse(4);
    expect([stage.lines, stage.scheduler.threads]).toEqual([['1 broken filter'], []]);
  });

  test('a filter that cancels its own thread wakes nobody', () => {
    const bus = new Bus();
    let thread: Thread | undefined;
    thread = waits(bus, { filter: () => thread?.cancel() === undefined });
    bus.emit('key');
    stage.pulse();
    expect([thread.status, bus.count('key')]).toEqual(['cancelled', 0]);
  });

  test('nothing is lost between waits whose filters are written in place', () => {
    const bus = new Bus();
    stage.play(
      stage.script('main', function* () {
        for (let i = 0; i < 3; i++) {
          stage.log(`got ${yield waitForEvent(bus, 'key', { filter: (key: number) => key > i })}`);
        }
      }),
    );
    for (const key of [1, 1, 2, 3]) bus.emit('key', key);
    stage.finish();
    expect([stage.lines, bus.count('key')]).toEqual([['1 got 1', '1 got 2', '1 got 3'], 0]);
  });

  test('what was kept stays, where the next wait is that of another event and a cancel refuses it', () => {
    const [here, there] = [new EventEmitter(), new EventEmitter()];
    const thread: any = stage.play(
      stage.script('waits', function* () {
        try {
          stage.log(`${yield waitForEvent(here, 'x')}`);
          thread.cancel();
          yield waitForEvent(there, 'x');
        } finally {
          stage.log(`${yield waitForEvent(here, 'x')}`);
        }
      }),
    );
    for (const number of [1, 2]) here.emit('x', number);
    stage.pulse(2);
    expect([stage.lines, thread.status]).toEqual([['1 1', '1 2'], 'cancelled']);
    expect([here, there].map((source) => source.listenerCount('x'))).toEqual([0, 0]);
  });

  test('an event in the pulse in which the time ran out is kept for the next wait', () => {
    const bus = new Bus();
    stage.play(
      stage.script('first', function* () {
        yield wait(20);
        bus.emit('key', 1);
      }),
    );
    stage.play(
      stage.script('main', function* () {
        try {
          yield waitForEvent(bus, 'key', { timeout: 20 });
        } catch {
          stage.log(`late: ${yield waitForEvent(bus, 'key', { timeout: 20 })}`);
        }
      }),
    );
    stage.finish();
    expect([stage.lines, bus.count('key')]).toEqual([['2 late: 1'], 0]);
  });

  test.each(['waitForEvent', 'listen'])('who began to wait first goes on first: %s', (how) => {
    const bus = new Bus();
    const waiter = (name: string, ms: number): (() => unknown) =>
      stage.script(name, function* () {
        const queue = how === 'listen' ? listen(bus, 'key') : null;
        const next = (): unknown => queue?.next() ?? waitForEvent(bus, 'key');
        stage.log(`${name} got ${yield next()}`);
        yield wait(ms);
        stage.log(`${name} got ${yield next()}`);
      });
    stage.play(waiter('first', 20));
    stage.play(waiter('second', 10));
    bus.emit('key', 1);
    stage.pulse(4);
    bus.emit('key', 2);
    stage.pulse();
    expect(stage.lines).toEqual(['1 first got 1', '1 second got 1', '5 second got 2', '5 first got 2']);
    expect(bus.count('key')).toBe(0);
  });

  test('all who wait for one event share a listener', () => {
    const emitter = new EventEmitter();
    const threads = [waits(emitter), waits(emitter), waits(emitter)];
    expect(emitter.listenerCount('key')).toBe(1);
    threads[0]?.cancel();
    emitter.emit('key', 1);
    stage.pulse();
    expect([stage.lines, emitter.listenerCount('key')]).toEqual([['1 got 1', '1 got 1'], 0]);
  });

  test('an emitter that refuses a listener refuses it each time', () => {
    const bus = {
      on: () => {
        throw new Error('no more listeners');
      },
      off: () => {},
    };
    waits(bus);
    waits(bus);
    stage.pulse();
    expect(stage.lines).toEqual(['1 no more listeners', '1 no more listeners']);
  });

  test('an emitter that throws when the listener is taken off keeps no thread from ending', () => {
    const bus = new Bus();
    bus.off = () => {
      throw new Error('no such listener');
    };
    const hero = stage.actor('hero');
    const thread = stage.play(() =>
      hero.act(function* () {
        try {
          yield this.waitForEvent(bus, 'key');
        } finally {
          stage.log('finally');
        }
      }),
    ) as Thread;
    stage.play(() => hero.walk(1));
    thread.cancel();
    expect([stage.lines, thread.status]).toEqual([['0 finally'], 'cancelled']);
    expect(() => stage.pulse()).toThrow('no such listener');
    stage.finish();
    expect(stage.lines).toEqual(['0 finally', '1 hero step 1']);
  });

  test.each([
    [null, 'waitForEvent expected options among filter, timeout, got null.'],
    [{ timeout: '5' }, 'waitForEvent expected a timeout in ms ≥ 0, got "5" (string).'],
    [{ timeout: -1 }, 'waitForEvent expected a timeout in ms ≥ 0, got -1 (number).'],
    [{ filter: 5 }, 'waitForEvent expected a function as filter, got 5 (number).'],
  ])('wrong options are named: %j', (options, message) => {
    const bus = new Bus();
    waits(bus, options as object);
    expect([stage.lines, bus.count('key')]).toEqual([[`0 ${message}`], 0]);
  });

  test('an emitter that emits while the listener is put on is heard', () => {
    const bus = { on: (_type: string, listener: (key: string) => void) => listener('now'), off: () => {} };
    waits(bus, { timeout: 20 });
    stage.pulse(3);
    expect(stage.lines).toEqual(['1 got "now"']);
  });

  test('a timeout, after which nobody listens', () => {
    const bus = new Bus();
    waits(bus, { timeout: 20 });
    stage.pulse(2);
    expect(stage.lines).toEqual([
      '2 waitForEvent(Bus, key) timed out after 20 ms. Give it more time, or catch TimeoutError.',
    ]);
    expect(bus.count('key')).toBe(0);
  });

  test('an event in time stops the timeout', () => {
    const bus = new Bus();
    waits(bus, { timeout: 20 });
    bus.emit('key', 1);
    stage.pulse(5);
    expect([stage.lines, stage.uncaught]).toEqual([['1 got 1'], []]);
  });

  test('cancelling takes the listener off', () => {
    const bus = new Bus();
    const thread = waits(bus);
    thread.cancel();
    expect(bus.count('key')).toBe(0);
  });

  test('nothing is lost between a wake and the next wait for the same', () => {
    const bus = new Bus();
    stage.play(
      stage.script('main', function* () {
        for (let i = 0; i < 3; i++) stage.log(`got ${yield waitForEvent(bus, 'key')}`);
      }),
    );
    for (const key of [1, 2, 3]) bus.emit('key', key);
    stage.finish();
    expect([stage.lines, bus.count('key')]).toEqual([['1 got 1', '1 got 2', '1 got 3'], 0]);
  });

  test('a source without a way to listen is named', () => {
    waits({});
    expect(stage.lines).toEqual([
      '0 waitForEvent expected a source with addEventListener, on, addListener or subscribe, got Object (object).',
    ]);
    expect(new TimeoutError('', {}, '')).toBeInstanceOf(Error);
  });
});

describe('an emitter that gives what unsubscribes', () => {
  /** With one method to subscribe, which gives so. */
  function emitterThat(method: string, gives: (undo: () => void) => unknown): { emit(): void; size: () => number } {
    const listeners = new Set<(event: unknown) => void>();
    return {
      [method]: (type: string, listener: (event: unknown) => void) => {
        listeners.add(listener);
        return gives(() => listeners.delete(listener));
      },
      emit: () => listeners.forEach((listener) => listener('a')),
      size: () => listeners.size,
    };
  }

  test.each<[string, string, (undo: () => void) => unknown]>([
    ['on', 'a function', (undo) => undo],
    ['subscribe', 'a function', (undo) => undo],
    ['on', 'an object with cancel', (cancel) => ({ cancel })],
    ['subscribe', 'an object with unsubscribe', (unsubscribe) => ({ unsubscribe })],
    ['on', 'an object with dispose', (dispose) => ({ dispose })],
  ])('%s: %s', (method, _, gives) => {
    const emitter = emitterThat(method, gives);
    const [, other] = [waits(emitter), waits(emitter)];
    expect(emitter.size()).toBe(1);
    other.cancel();
    emitter.emit();
    stage.pulse();
    expect([stage.lines, emitter.size()]).toEqual([['1 got "a"'], 0]);
  });

  test('with listen', () => {
    const emitter = emitterThat('on', (undo) => undo);
    stage.play(
      stage.script('main', function* () {
        const queue = listen(emitter as unknown as EventTarget, 'key');
        yield wait(10);
        stage.log(`has ${queue.size}`);
      }),
    );
    emitter.emit();
    emitter.emit();
    stage.pulse();
    expect([stage.lines, emitter.size()]).toEqual([['1 has 2'], 0]);
  });

  test('one that gives nothing is named', () => {
    waits(emitterThat('on', () => undefined));
    stage.pulse();
    expect(stage.lines).toEqual([
      '1 waitForEvent expected a source with a method off, or whose on returns a function that unsubscribes, or an object with cancel, unsubscribe or dispose, got undefined.',
    ]);
  });

  test('is left where its `on` ends who waits', () => {
    let size = 0;
    const thread = waits({
      on: () => {
        size++;
        stage.scheduler.threads[0]?.cancel();
        return () => void size--;
      },
    });
    expect([thread.status, size]).toEqual(['cancelled', 0]);
  });
});

describe('eventSource', () => {
  test('takes how listeners are added and removed', () => {
    const said: string[] = [];
    let call: ((...args: unknown[]) => void) | undefined;
    const source = eventSource({
      on: (type, listener) => {
        said.push(`on ${type}`);
        call = listener;
      },
      off: (type, listener) => said.push(`off ${type} ${listener === call}`),
    });
    waits(source);
    call?.('a', 'b');
    stage.pulse();
    expect([said, stage.lines]).toEqual([['on key', 'off key true'], ['1 got ["a","b"]']]);
  });

  test('needs no off where on gives what unsubscribes', () => {
    let size = 0;
    const thread = waits(eventSource({ on: () => (size++, () => void size--) }));
    expect(size).toBe(1);
    thread.cancel();
    expect(size).toBe(0);
  });

  test('its functions cannot wait', () => {
    waits(eventSource({ on: () => wait(5), off: () => {} }));
    stage.pulse();
    expect(stage.lines).toEqual([expect.stringContaining('wait(5) cannot pause in `on` of an eventSource')]);
  });
});

describe('an AbortSignal that is aborted already', () => {
  const waitsFor = (abort: object, options = {}): (() => Thread) =>
    stage.script('main', function* () {
      const { type, target } = (yield waitForEvent(abort as AbortSignal, 'abort', options)) as Event;
      stage.log(`${type} ${target === abort}`);
    });

  test('lets who waits for its abort go on at once', () => {
    const controller = new AbortController();
    stage.play(waitsFor(controller.signal));
    controller.abort();
    stage.pulse();
    stage.play(waitsFor(controller.signal));
    stage.play(waitsFor(controller.signal, { filter: ({ type }: Event) => type === 'abort' }));
    expect(stage.lines).toEqual(['1 abort true', '1 abort true', '1 abort true']);
    const filtered = stage.play(waitsFor(controller.signal, { filter: () => false }));
    expect(filtered.status).toBe('waiting');
  });

  test('is the first of a queue', () => {
    stage.play(
      stage.script('main', function* () {
        const aborts = listen(AbortSignal.abort(), 'abort');
        stage.log(`${aborts.size} ${((yield aborts.next()) as Event).type}`);
      }),
    );
    expect(stage.lines).toEqual(['0 1 abort']);
  });

  test('is so in a replay, too, whatever it is by then', () => {
    const play = (abort: AbortSignal) => (): void =>
      void stage.script('main', function* () {
        yield waitForEvent(abort, 'abort');
        stage.log('aborted');
      })();
    const recorded = new Scheduler({ inbox: recorder() });
    recorded.enter(play(AbortSignal.abort()));
    recorded.pulse(10);
    replay(recorded.record(), play(new AbortController().signal));
    expect(stage.lines).toEqual(['0 aborted', '0 aborted']);
  });
});

describe('listen', () => {
  test('a queue of signals loses nothing and closes with its thread', () => {
    const queues: Queue[] = [];
    const thread = stage.play(
      stage.script('main', function* () {
        const hits = listen('hit');
        queues.push(hits);
        yield wait(20);
        stage.log(`${hits.size} kept`);
        for (let i = 0; i < 3; i++) stage.log(`hit ${yield hits.next()}`);
      }),
    ) as Thread;
    stage.play(() => signal('hit', 1));
    stage.play(() => signal('hit', 2));
    stage.pulse(3);
    stage.play(() => signal('hit', 3));
    stage.finish();
    expect(stage.lines).toEqual(['2 2 kept', '2 hit 1', '2 hit 2', '4 hit 3']);
    stage.play(() => signal('hit', 4));
    expect([thread.status, queues[0]?.size]).toEqual(['done', 0]);
  });

  test('a queue of calls on a receiver, and of events', () => {
    const [a, b] = [stage.actor('a'), stage.actor('b')];
    const bus = new Bus();
    stage.play(
      stage.script('main', function* () {
        // oxlint-disable-next-line typescript/unbound-method -- as the plugin hands it over
        const walks = listen(a.walk, b);
        const keys = listen(bus, 'key');
        yield wait(10);
        stage.log(`${yield walks.next()} ${yield keys.next()} ${walks.size}`);
        walks.clear();
        keys.close();
        stage.log(String(yield keys.next()));
      }),
    );
    stage.play(() => {
      a.walk(1);
      b.walk(2);
      b.walk(3);
    });
    bus.emit('key', 'Enter');
    stage.pulse();
    expect(stage.lines.filter((line) => !line.includes('step'))).toEqual(['1 2 Enter 1', '1 undefined']);
    expect(bus.count('key')).toBe(0);
  });

  test('a queue belongs to the thread that made it', () => {
    const shared: Queue[] = [];
    stage.play(
      stage.script('owner', function* () {
        shared.push(listen('hit'));
        yield wait(10);
      }),
    );
    const other = $thread(function* () {
      yield shared[0]?.next();
    }, 'other(0)');
    expect(() => stage.play(other)).toThrow('listen(waitSignal(hit)) belongs to another thread.');
  });

  describe('may be asked by the threads that its thread has started', () => {
    const hit = (value: number): void => stage.play(() => signal('hit', value));

    test('so it can time out, and race', () => {
      stage.play(
        stage.script('main', function* () {
          const hits = listen('hit');
          stage.log(`${yield withTimeout(100, () => hits.next())} ${yield race(() => hits.next(), wait)}`);
          try {
            yield withTimeout(20, () => hits.next());
          } catch (error) {
            stage.log((error as Error).message.slice(0, 33));
          }
        }),
      );
      hit(1);
      hit(2);
      stage.finish();
      expect(stage.lines).toEqual(['1 1 2', '3 withTimeout timed out after 20 ms']);
    });

    test('and nothing is lost with one that is cancelled before its turn', () => {
      stage.play(
        stage.script('main', function* () {
          const hits = listen('hit');
          const slow = function* (): Generator {
            yield wait(20);
            signal('hit', 1);
          };
          start(stage.script('slow', slow), { priority: -1 });
          for (let i = 0; i < 2; i++) {
            const got = yield race(
              () => hits.next(),
              () => wait(20),
            );
            stage.log(`${got}, ${hits.size} left`);
          }
        }),
      );
      stage.finish();
      expect(stage.lines).toEqual(['2 undefined, 1 left', '2 1, 0 left']);
    });

    test('each value is taken by one of them, in its turn, and nobody is passed over', () => {
      const asks = (name: string, hits: Queue) =>
        start(
          stage.script(name, function* () {
            for (;;) stage.log(`${name} ${yield hits.next()}`);
          }),
        );
      stage.play(
        stage.script('main', function* () {
          const hits = listen('hit');
          for (const name of ['a', 'b', 'c']) asks(name, hits);
          yield wait(50);
          stage.log('main is over');
        }),
      );
      for (let i = 1; i < 5; i++) hit(i);
      stage.pulse();
      hit(5);
      stage.pulse();
      expect(stage.lines).toEqual(['1 a 1', '1 a 2', '1 b 3', '1 c 4', '2 a 5']);
      stage.scheduler.cancelAll();
    });

    describe('of two who wait', () => {
      /** `a` and `b` wait for the next one; something happens then. */
      function whileTwoWait(happens: (a: Thread, hits: Queue) => void): string[] {
        stage.play(
          stage.script('main', function* () {
            const hits = listen('hit');
            const [a] = ['a', 'b'].map((name) =>
              start(
                stage.script(name, function* () {
                  stage.log(`${name} ${yield hits.next()}`);
                }),
              ),
            );
            yield wait(5);
            happens(a as Thread, hits);
            yield wait(30);
          }),
        );
        stage.pulse(3);
        stage.scheduler.cancelAll();
        return stage.lines;
      }

      test('the second gets what was kept for the first, when that is cancelled before its turn', () => {
        const lines = whileTwoWait((a) => {
          signal('hit', 1);
          a.cancel();
        });
        expect(lines).toEqual(['2 b 1']);
      });

      test('each waits on, when what was kept for it is forgotten', () => {
        const lines = whileTwoWait((_, hits) => {
          signal('hit', 1);
          hits.clear();
          signal('hit', 2);
        });
        expect(lines).toEqual(['2 a 2']);
      });
    });

    test('who waits for one that is closed gets undefined', () => {
      stage.play(
        stage.script('main', function* () {
          const hits = listen('hit');
          for (const name of ['a', 'b'])
            start(
              stage.script(name, function* () {
                stage.log(`${name} ${yield hits.next()}`);
              }),
            );
          yield wait(10);
        }),
      );
      stage.finish();
      expect(stage.lines).toEqual(['2 a undefined', '2 b undefined']);
    });
  });

  test('`next()` may be ended from outside, with a value', () => {
    const main = stage.play(
      stage.script('main', function* () {
        stage.log(`${yield listen('hit').next()}`);
      }),
    ) as Thread;
    expect(main.waitingFor).toBe('the next of waitSignal(hit), since frame 0');
    expect(resume(stage.scheduler, main.id, 'a message')).toBe(true);
    stage.finish();
    expect(stage.lines).toEqual(['1 a message']);
  });
});

test.each([[[]], [[null]], [[7]]])('a source may call its listener as it is added, with %j', (args) => {
  const source = {
    on(_type: string, listener: (...given: unknown[]) => void): () => void {
      listener(...args);
      return () => stage.log('taken off');
    },
  };
  stage.play(
    stage.script('guest', function* () {
      const came: unknown = yield waitForEvent(source, 'open');
      stage.log(String(came));
    }),
  );
  stage.finish();
  expect(stage.lines).toEqual(['0 taken off', `1 ${String(args[0])}`]);
});

test('a thread that waits for an event has its source, its type and its filter as data', () => {
  const source = new EventEmitter();
  const filter = (): boolean => true;
  const thread = stage.play(
    stage.script('guest', function* () {
      yield waitForEvent(source, 'open', { filter, timeout: 50 });
    }),
  );
  expect(thread.subscription.channel).toMatchObject({ source, type: 'open', filter, timeoutMs: 50 });
});
