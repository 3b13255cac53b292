import { inspect } from 'node:util';
import { $method, $methods, $thread } from '../../src/abi.js';
import {
  Clock,
  clock,
  Executor,
  executorOf,
  listen,
  Scheduler,
  start,
  type Thread,
  traceOf,
  wait,
  waitFor,
  waitForEvent,
} from '../../src/index.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

let stage: Stage;
beforeEach(() => (stage = new Stage()));

/** An object of the game that tells when its name is asked for; as those of Pixi do. */
class Container extends EventTarget {
  asked = 0;
  get name(): string {
    this.asked++;
    return 'box';
  }
}

describe('no getter of the game is read before somebody asks for a label', () => {
  test('of the source of an event', () => {
    const box = new Container();
    const thread = stage.play(
      stage.script('script', function* () {
        yield waitForEvent(box, 'press');
        const queue = listen(box, 'press');
        yield waitForEvent(box, 'press', { timeout: 100 });
        yield queue.next();
        yield queue.next();
      }),
    ) as Thread;
    for (let i = 0; i < 2; i++) {
      box.dispatchEvent(new Event('press'));
      stage.pulse();
    }
    expect([box.asked, thread.status]).toEqual([0, 'waiting']);
    expect(thread.waitingFor).toBe('the next of box, press, since frame 2');
    expect(box.asked).toBe(1);
  });

  test('of an argument or an owner, also when an error goes through', () => {
    const box = new Container();
    const scheduler = new Scheduler({ onError: (error) => stage.uncaught.push(error) });
    const fails = $thread(function* () {
      yield wait(10);
      throw new Error('boom');
    }, 'Container.fails(1)');
    const catches = $thread(function* (this: unknown, what: Container) {
      try {
        yield fails.call(box, what as never);
      } catch {}
      yield fails.call(box, what as never);
    }, 'catches(1)');
    scheduler.enter(() => catches.call(box, box as never));
    for (let i = 0; i < 4; i++) scheduler.pulse(10);
    expect([stage.uncaught.length, box.asked]).toEqual([1, 0]);
    expect(traceOf(stage.uncaught[0])).toBe('fails(box) -> catches(box)');
  });
});

describe('nor for an error that a game meets in its normal course', () => {
  test('such as a wait for an event that runs out of its time', () => {
    const box = new Container();
    const thread = stage.play(
      stage.script('script', function* () {
        try {
          yield waitForEvent(box, 'press', { timeout: 5 });
        } catch (error) {
          stage.log((error as Error).message);
        }
        yield wait(10);
      }),
    ) as Thread;
    stage.pulse();
    expect(stage.lines).toEqual([
      '1 waitForEvent(Container, press) timed out after 5 ms. Give it more time, or catch TimeoutError.',
    ]);
    expect([box.asked, thread.status]).toEqual([0, 'sleeping']);
  });

  test('or a call on an owner that is gone; a name that is no getter is told', () => {
    const nap = $method(
      function* (): Generator {
        yield wait(10);
      } as never,
      'nap(1)',
    ) as (this: object, what?: unknown) => unknown;
    const box = new Container();
    executorOf(box).close();
    expect(() => stage.play(() => nap.call(box, box))).toThrow(
      '`Container` is closed, so `nap(Container)` cannot run on it.',
    );
    expect(box.asked).toBe(0);
    const hero = Object.create({ name: 'hero' }) as object;
    executorOf(hero).close();
    expect(() => stage.play(() => nap.call(hero))).toThrow('`hero` is closed');
  });

  describe('or of a warning', () => {
    const said = recordWarnings();

    test('that a call runs on another scheduler', () => {
      const box = new Container();
      const nap = $method(
        function* (): Generator {
          yield wait(10);
        } as never,
        'nap(0)',
      ) as (this: object) => unknown;
      stage.play(() => nap.call(box));
      new Scheduler().enter(() => nap.call(box));
      expect([box.asked, said.length]).toEqual([0, 1]);
      expect(said[0]).toContain('its owner `Container` has threads on another scheduler.');
    });
  });
});

describe('the name of a class is that of its source', () => {
  /** As a minifier leaves a class: its name is gone, the ids of its methods are not. */
  function minified(ids: Record<string, string>): { patrol(): Thread } {
    const So = class {
      *patrol(): any {
        yield new Promise(() => {});
      }
      *chase(): any {}
    };
    $methods(So.prototype, ids);
    return new So();
  }

  test('in dump(), traces and messages', () => {
    const guard = minified({ patrol: 'make>Guard.patrol(0)' });
    stage.play(() => guard.patrol());
    stage.play(() =>
      stage.script('other', function* () {
        yield (guard as never as { patrol(what: unknown): unknown }).patrol(guard);
      })(),
    );
    const holder = 'a Promise, since frame 0';
    const blocked = `blocked: patrol(Guard) needs Guard, held by patrol, since frame 0; patrol: ${holder}`;
    expect(stage.scheduler.dump().split('\n')).toEqual([
      `#1 patrol of Guard, priority 0, waiting: ${holder}`,
      `#2 other, priority 0, waiting: the value of patrol, since frame 0; patrol: ${blocked}`,
      `#3 patrol of Guard, priority 0, ${blocked}`,
    ]);
    expect(() => start(guard as never)).toThrow('start expected a function, got Guard (object).');
    executorOf(guard).close();
    expect(() => guard.patrol()).toThrow('`Guard` is closed');
  });

  test('is not that of a borrowed method, where the class has its own name', () => {
    class Hero {
      *chase(): any {}
      *walk(): any {
        yield wait(1000);
      }
    }
    $methods(Hero.prototype, { chase: 'Guard.chase(0)', walk: 'Hero.walk(0)' });
    stage.play(() => new Hero().walk());
    expect(stage.scheduler.dump()).toContain('#1 walk of Hero,');
  });

  test('is as it is where no method tells it', () => {
    for (const id of ['class.patrol(0)', 'default.patrol(0)', 'patrol(0)', 'Guard.prototype.patrol(0)']) {
      const guard = minified({ patrol: id });
      stage.play(() => guard.patrol());
    }
    expect(stage.scheduler.dump().match(/of \w+/g)).toEqual(['of So', 'of So', 'of So', 'of Guard']);
  });
});

describe('a thread, a clock and a scheduler are one line', () => {
  test.each([
    ['String', String],
    ['the console of Node', (value: unknown) => inspect(value)],
    ['JSON', (value: unknown) => JSON.parse(JSON.stringify(value)) as string],
  ])('in %s', (_where, print) => {
    const hero = stage.actor('hero');
    const thread = stage.play(() => hero.walk(2)) as Thread;
    expect(print(thread)).toBe('Thread #1 walk of hero, priority 0, sleeping: frame 1, since frame 0');
    stage.finish();
    expect(print(thread)).toBe('Thread #1 walk of hero, priority 0, done');
    const slow = new Clock(stage.scheduler.clock);
    slow.scale = 0.5;
    slow.pause();
    expect(print(slow)).toBe('Clock at 0 ms in frame 2, scale 0.5, paused');
    expect(print(stage.scheduler)).toBe('Scheduler with 0 live threads, Clock at 20 ms in frame 2');
    // The word of scripts, which is none of the class.
    expect(stage.play(() => print(clock))).toBe('Clock at 20 ms in frame 2');
  });

  test('and stand so in what holds them', () => {
    const thread = stage.scheduler.spawn(function idle() {});
    expect(JSON.stringify({ thread })).toBe('{"thread":"Thread #1 idle, priority 0, ready"}');
    expect(inspect([thread])).toBe('[ Thread #1 idle, priority 0, ready ]');
  });
});

test('what is waited for says which function it is only when it is asked', () => {
  const ring = stage.script('ring', function* () {});
  const thread = stage.play(
    stage.script('script', function* () {
      yield waitFor(ring);
    }),
  ) as Thread;
  expect(thread.waitingFor).toBe('waitFor(ring), since frame 0');
});

describe('an uncaught error', () => {
  const platform = globalThis as { reportError?: (error: unknown) => void };
  const { error: print } = console;
  const { reportError: own } = platform;
  const printed: unknown[][] = [];
  const reported: unknown[] = [];
  beforeEach(() => {
    printed.length = reported.length = 0;
    console.error = (...values: unknown[]): void => void printed.push(values);
  });
  afterEach(() => {
    console.error = print;
    if (own === undefined) delete platform.reportError;
    else platform.reportError = own;
  });

  test.each([
    ['wait is not defined', true],
    ['Executor is not defined', true],
    ["Can't find variable: waitUntil", true],
    ['waiter is not defined', false],
    ['player is not defined', false],
    ["Cannot access 'wait' before initialization", false],
  ])('names the plugin where it is about a word: %s', (message, isWord) => {
    delete platform.reportError;
    fail(new Scheduler(), new ReferenceError(message));
    fail(new Scheduler(), new Error(message));
    const told = 'Uncaught in the thread outer: inner() -> outer()';
    const mend = '. A file was not compiled: is the plugin in the configuration of your bundler? [SPN532]';
    expect(printed.map(([said]) => said)).toEqual([told + (isWord ? mend : ''), told]);
  });

  const boom = new Error('boom');
  function fail(scheduler: Scheduler, error: Error = boom): void {
    const inner = stage.script('inner', function* () {
      yield wait(10);
      throw error;
    });
    const outer = stage.script('outer', function* () {
      yield inner();
    });
    scheduler.enter(outer);
    for (let i = 0; i < 2; i++) scheduler.pulse(10);
  }

  test('is printed with its thread and its trace where there is no reportError', () => {
    delete platform.reportError;
    fail(new Scheduler());
    expect(printed).toEqual([['Uncaught in the thread outer: inner() -> outer()', boom]]);
  });

  test('is printed so in a browser too, and its window gets the error itself', () => {
    platform.reportError = (error) => reported.push(error);
    fail(new Scheduler());
    expect(printed).toEqual([['Uncaught in the thread outer: inner() -> outer()']]);
    expect(reported).toEqual([boom]);
    expect(reported[0]).toBe(boom);
  });

  test('goes to an onError that was set later', () => {
    const scheduler = new Scheduler();
    const { onError: before } = scheduler;
    scheduler.onError = (error, thread) => stage.log(`${(error as Error).message} of ${thread.name}`);
    fail(scheduler);
    expect([stage.lines, printed]).toEqual([['0 boom of outer'], []]);
    scheduler.onError = before;
    fail(scheduler);
    expect(printed).toHaveLength(1);
    for (const wrong of [undefined, null, 'log']) {
      expect(() => (scheduler.onError = wrong as never)).toThrow('onError expected a function, got ');
    }
  });
});

describe('characters that a terminal acts on, or that turn a text around', () => {
  const odd = 'a\u001b[2J\u0007\n\u009b\u202e\u2066b';
  const shown = 'a\\u001b[2J\\u0007\\u000a\\u009b\\u202e\\u2066b';
  // oxlint-disable-next-line no-control-regex -- none of them may be there
  const raw = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

  test('of the name of a thread are shown, and not printed', () => {
    const scheduler = new Scheduler({ onError: () => {} });
    const thread = scheduler.spawn(() => {}, { name: odd });
    expect(String(thread)).toContain(shown);
    expect(scheduler.dump()).toContain(shown);
    expect(JSON.stringify(thread)).toContain(JSON.stringify(shown).slice(1, -1));
  });

  test('of a function, an owner and an argument are shown in traces, in what a thread waits for and in errors', () => {
    class Guard extends Executor {
      readonly name = odd;
    }
    const nap = $method(
      function* (): any {
        yield wait(1);
      },
      `${encodeURIComponent(odd)}(1)`,
    ) as (this: unknown, ...args: unknown[]) => any;
    const guard = new Guard();
    const scheduler = new Scheduler({ onError: () => {} });
    const [one, other] = scheduler.enter(() => [nap.call(guard, 1), nap.call(guard, odd)]);
    one.cancel(odd);
    const texts = [one.trace(), other.trace(), other.waitingFor, String(other), scheduler.dump(), other.name];
    expect(texts.slice(0, -1).filter((text) => raw.test(text as string))).toEqual([]);
    expect(other.name).toBe(odd);
  });

  test('are shown in the report of an uncaught error, in the errors of a cancelled thread, and of wrong arguments', () => {
    const texts: unknown[] = [];
    const { error: usual } = console;
    console.error = (text: unknown) => void texts.push(text);
    const scheduler = new Scheduler();
    const [failing, cancelled, late] = scheduler.enter(() => [
      scheduler.spawn(
        () => {
          throw 'boom';
        },
        { name: odd },
      ),
      scheduler.spawn(
        $thread(() => wait(1), 'nap(0)'),
        { name: odd },
      ),
      scheduler.spawn($thread(() => wait(1), 'rest(0)')),
    ]);
    cancelled.cancel(new Error(odd));
    late.cancel(odd);
    scheduler.pulse(1);
    console.error = usual;
    expect(failing.ended).toBe(true);
    const throwing = [
      () => wait(odd as never),
      () => scheduler.spawn(odd as never),
      () => new Scheduler({ [odd]: 1 } as never),
      () => waitFor(Object.defineProperty(() => {}, 'name', { value: odd })),
    ];
    const messageOf = (call: () => unknown): unknown => {
      try {
        return call();
      } catch (error) {
        return (error as Error).message;
      }
    };
    texts.push((cancelled.value as Error).message, (late.value as Error).message);
    texts.push(...throwing.map((call) => scheduler.enter(() => messageOf(call))));
    expect(texts.join('')).toContain(`Uncaught in the thread ${shown}: `);
    expect(texts.filter((text) => raw.test(String(text)))).toEqual([]);
  });
});
