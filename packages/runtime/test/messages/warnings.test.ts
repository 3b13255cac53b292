import { drive } from '../../src/host.js';
import { type Later, setLater } from '../../src/time/drivers.js';
import { $plain, $thread, beside } from '../../src/abi.js';
import {
  Clock,
  clock,
  Executor,
  Scheduler,
  scheduler as standard,
  start,
  type Thread,
  wait,
  waitUntil,
  withClock,
} from '../../src/index.js';
import { withScheduler } from '../../src/testing.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

const said = recordWarnings();
const { env } = process;
afterEach(() => {
  process.env = env;
});

function pulses(scheduler: Scheduler, lengths: readonly number[]): void {
  lengths.forEach((dtMs) => scheduler.pulse(dtMs));
}
const times = (count: number, dtMs: number): number[] => Array.from({ length: count }, () => dtMs);

describe('pulses that look like seconds', () => {
  test('are told once, at the sixtieth in a row', () => {
    const scheduler = new Scheduler();
    pulses(scheduler, times(59, 0.016));
    expect(said).toEqual([]);
    pulses(scheduler, times(200, 0.016));
    expect(said).toEqual([
      '`pulse` got less than 1 ms sixty times in a row: are these seconds? Write `scheduler.pulse(seconds * 1000)`. [SPN701]',
    ]);
  });

  test('are told once for all schedulers', () => {
    for (let room = 0; room < 3; room++) pulses(new Scheduler(), times(60, 0.016));
    expect(said).toHaveLength(1);
  });

  test('are not told where a longer one comes between, nor where time stands still', () => {
    const scheduler = new Scheduler();
    pulses(scheduler, [...times(59, 0.016), 16, ...times(59, 0.016)]);
    pulses(new Scheduler(), times(200, 0));
    expect(said).toEqual([]);
  });
});

test('`warnings: false` says nothing, and so does production', () => {
  pulses(new Scheduler({ warnings: false }), times(60, 0.016));
  process.env = { ...env, NODE_ENV: 'production' };
  pulses(new Scheduler(), times(60, 0.016));
  expect(said).toEqual([]);
  process.env = { ...env, NODE_ENV: 'development' };
  pulses(new Scheduler(), times(60, 0.016));
  expect(said).toHaveLength(1);
});

test('`warnings` is true or false', () => {
  expect(() => new Scheduler({ warnings: 'yes' as never })).toThrow(
    'new Scheduler expected warnings: true or false, got "yes" (string).',
  );
});

describe('a thread that waits where nobody pulses', () => {
  /** The timers that were set, in ms. */
  const asked: number[] = [];
  let due: (() => void)[] = [];
  const fake: Later = (fn, ms) => {
    asked.push(ms);
    due.push(fn);
  };
  const twoSecondsLater = (): void => due.splice(0).forEach((fn) => fn());
  const patrol = new Stage().script('patrol', function* () {
    yield wait(100);
  });
  let own: Later;

  beforeEach(() => {
    asked.length = 0;
    due = [];
    own = setLater(fake);
  });
  afterEach(() => {
    setLater(own);
    standard.cancelAll();
  });

  const ways: [string, (room: Scheduler) => unknown][] = [
    ['called', (room) => room.enter(patrol)],
    ['started', (room) => room.enter(() => start(patrol))],
    ['spawned', (room) => room.spawn(patrol)],
  ];
  test.each(ways)('is told after two seconds: %s', (_, begin) => {
    const room = new Scheduler();
    begin(room);
    begin(room);
    expect([asked, said]).toEqual([[2000], []]);
    twoSecondsLater();
    expect(said).toEqual([
      '`patrol` has waited for 2 s on a scheduler, which nobody pulses. Call its `pulse(ms)` in each frame, ' +
        'or start the script on another: `room.enter(() => …)`. In a test, use `scriptTest`. [SPN702]',
    ]);
  });

  test('the default scheduler is named', () => {
    patrol();
    twoSecondsLater();
    expect(said[0]).toMatch('on the default scheduler, which');
  });

  test('is not told of one that is pulsed, that has a driver, or on which all have ended', () => {
    const pulsed = new Scheduler();
    const driven = new Scheduler();
    const over = new Scheduler();
    for (const room of [pulsed, driven, over]) room.enter(patrol);
    pulsed.pulse(16);
    const stop = drive(driven, { driver: 'interval', intervalMs: 1_000_000 });
    over.cancelAll();
    twoSecondsLater();
    stop();
    pulsed.enter(patrol);
    expect([said, asked]).toEqual([[], [2000, 2000, 2000]]);
  });

  test('another two seconds are given to one that began to wait later', () => {
    const room = new Scheduler();
    room.enter(patrol);
    room.cancelAll();
    room.enter(patrol);
    twoSecondsLater();
    expect([said, asked]).toEqual([[], [2000, 2000]]);
    twoSecondsLater();
    expect(said).toHaveLength(1);
  });

  test('nothing is asked for where nobody is to be warned, nor in tests', async () => {
    new Scheduler({ warnings: false }).enter(patrol);
    await withScheduler(new Scheduler(), () => void patrol());
    expect(asked).toEqual([]);
  });

  test('the timer of the platform keeps no process alive, and none is set under a test runner', () => {
    const { setTimeout: ofHost } = globalThis;
    const unrefs: string[] = [];
    globalThis.setTimeout = ((_: unknown, ms: number) => ({ unref: () => unrefs.push(`${ms}`) })) as never;
    try {
      setLater(own);
      new Scheduler().enter(patrol);
      expect(unrefs).toEqual([]);
      // But for a test that gives its thread to the runner, which awaits it.
      const give = (): Promise<void> => patrol();
      void new Scheduler().enter(give).then(undefined, () => {});
      expect(unrefs).toEqual([]);
      for (let i = 0; i < 2; i++) void give().then(undefined, () => {});
      expect(unrefs.splice(0)).toEqual(['2000']);
      process.env = { ...env, NODE_ENV: 'development' };
      new Scheduler().enter(patrol);
      expect(unrefs).toEqual(['2000']);
    } finally {
      globalThis.setTimeout = ofHost;
    }
  });
});

describe('calls that have queued for long', () => {
  const patrol = $thread(function* (): any {
    for (;;) {
      const { frame } = clock;
      yield waitUntil(frame + 1);
    }
  }, 'Guard.patrol(0)');
  const jump = $thread(function* (): any {
    yield wait(1);
  }, 'Guard.jump(0)');
  const sees = $plain(function (this: unknown) {
    return this instanceof Executor;
  }, 'Guard.sees(0) question');

  test('are told once, with who is in the way', () => {
    const room = new Scheduler({ queuedWarningMs: 1000 });
    const guard = new Executor();
    room.enter(() => [patrol.call(guard), jump.call(guard), jump.call(guard)]);
    pulses(room, times(9, 100));
    expect(said).toEqual([]);
    pulses(room, times(60, 100));
    expect(said).toEqual([
      '`Guard.jump` has queued for 1 seconds behind `patrol`, which loops. Mark it `// @instant` if it does not wait, `// @beside` if it may run beside what its owner does, `// @interrupt` if it comes first; or end what is in its way. [SPN715]',
    ]);
  });

  test('so is a question behind a call of its own script', () => {
    const room = new Scheduler();
    const guard = new Executor();
    const main = $thread(function* (): any {
      yield beside(patrol.call(guard));
      yield sees.call(guard);
    }, 'main(0)');
    room.enter(() => main());

    pulses(room, times(80, 100));
    expect(said).toEqual([
      'The question `Guard.sees` has waited for 5 seconds behind `patrol`, which loops: called first by the same script. Begin what does not end with `start(() => …)`. [SPN716]',
    ]);
  });

  test('not a question that is answered in time', () => {
    const room = new Scheduler();
    const guard = new Executor();
    const walk = $thread(function* (this: any): any {
      yield this.wait(4000);
    }, 'Guard.walk(0)');
    const main = $thread(function* (): any {
      for (let i = 0; i < 3; i++) {
        yield beside(walk.call(guard));
        yield sees.call(guard);
      }
    }, 'main(0)');
    const thread = room.enter(() => main()) as Thread;
    pulses(room, times(200, 100));
    expect([thread.status, said]).toEqual(['done', []]);
  });

  test('behind what is paused, with what lets that go on', () => {
    const room = new Scheduler();
    const npc = new Executor();
    const walk = $thread(function* (this: any): any {
      yield this.wait(1000);
    }, 'Npc.walk(0)');
    const world = new Clock(room.clock);
    room.enter(() => start(() => withClock(world, () => walk.call(npc))));
    pulses(room, times(2, 100));
    world.pause();
    room.enter(() => jump.call(npc));
    pulses(room, times(60, 100));
    expect(said).toEqual([
      '`Guard.jump` has queued for 5 seconds behind `walk`, which is paused. Let that go on with `resume()`; or mark `Guard.jump` `// @instant` if it does not wait, `// @beside` if it may run beside what its owner does, `// @interrupt` if it comes first. [SPN715]',
    ]);
  });

  test('behind what neither loops nor is paused, if the queue does not move', () => {
    const room = new Scheduler();
    const guard = new Executor();
    const speak = $thread(function* (this: any, ms: number): any {
      yield this.wait(ms);
    }, 'Guard.speak(1)');
    room.enter(() => [3000, 2000, 7000].map((ms) => (speak as any).call(guard, ms)));
    room.enter(() => jump.call(guard));
    pulses(room, times(98, 100));
    expect(said).toEqual([]);
    pulses(room, times(13, 100));
    expect(said).toEqual([
      '`Guard.jump` has queued for 5 seconds behind `speak`. Mark it `// @instant` if it does not wait, `// @beside` if it may run beside what its owner does, `// @interrupt` if it comes first; or end what is in its way. [SPN715]',
    ]);
  });

  test('each wait counts from its own beginning', () => {
    const room = new Scheduler({ queuedWarningMs: 1000 });
    const guard = new Executor();
    const looks = $thread(function* (this: any): any {
      for (;;) {
        yield wait(10);
        yield this.wait(10);
      }
    }, 'Guard.looks(0)');
    const leaps = $thread(function* (this: any): any {
      yield this.wait(150);
    }, 'Guard.leaps(0)');
    room.enter(() => looks.call(guard));
    pulses(room, times(18, 10));
    for (let i = 0; i < 20; i++) {
      room.enter(() => leaps.call(guard));
      pulses(room, times(20, 10));
    }
    expect(said).toEqual([]);
  });

  test('each wait counts from its own beginning, also behind the same call', () => {
    const room = new Scheduler({ queuedWarningMs: 1000 });
    const guard = new Executor();
    const sits = (keptMs: number, freeMs: number): any =>
      $thread(function* (this: any): any {
        for (;;) {
          yield this.wait(keptMs);
          yield wait(freeMs);
        }
      }, 'Guard.sits(0)');
    room.enter(() => [sits(180, 10).call(guard), sits(10, 5).call(guard)]);
    pulses(room, times(400, 10));
    expect(said).toEqual([]);
  });

  test('not where warnings are off, nor a call whose turn comes', () => {
    const guard = new Executor();
    const room = new Scheduler({ warnings: false });
    room.enter(() => [patrol.call(guard), jump.call(guard)]);
    pulses(room, times(80, 100));
    const other = new Scheduler();
    const hero = new Executor();
    other.enter(() => [jump.call(hero), jump.call(hero)]);
    pulses(other, times(80, 100));
    expect(said).toEqual([]);
  });
});
