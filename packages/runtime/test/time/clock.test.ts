import { after } from '../../src/host.js';
import fc from 'fast-check';
import { $thread, beside } from '../../src/abi.js';
import {
  clock as ownClock,
  Clock,
  every,
  Scheduler,
  start,
  type Thread,
  wait,
  waitUntil,
  withClock,
  withTimeout,
} from '../../src/index.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

// What is told in development is not what these tests are about.
recordWarnings();

/** A script that waits `ms` and says so; the pulses of a stage are 10 ms. */
const napper = (stage: Stage, name: string, ms: number): (() => Thread) =>
  stage.script(name, function* () {
    yield wait(ms);
    stage.log(`${name} up`);
  });

describe('a clock', () => {
  test('runs at its scale and stands still while it or its parent is paused', () => {
    const { scheduler } = new Stage();
    const slow = new Clock(scheduler.clock);
    const inner = new Clock(slow);
    slow.scale = 0.5;
    inner.scale = 4;
    scheduler.pulse(10);
    expect([scheduler.clock.now, slow.now, inner.now]).toEqual([10, 5, 20]);
    inner.pause();
    scheduler.pulse(10);
    expect([slow.now, inner.now, slow.paused, inner.paused]).toEqual([10, 20, false, true]);
    inner.resume();
    slow.pause();
    scheduler.pulse(10);
    expect([slow.now, inner.now, slow.paused, inner.paused]).toEqual([10, 20, true, true]);
    slow.resume();
    scheduler.pulse(10);
    expect([slow.now, inner.now, inner.frame]).toEqual([15, 40, 4]);
  });

  test('keeps its time when its scale changes, and 0 stops it', () => {
    const { scheduler } = new Stage();
    const clock = new Clock(scheduler.clock);
    scheduler.pulse(10);
    clock.scale = 3;
    expect(clock.now).toBe(10);
    scheduler.pulse(10);
    clock.scale = 0;
    scheduler.pulse(10);
    expect([clock.now, clock.paused]).toEqual([40, false]);
  });

  test('knows what the last pulse added to it, whatever is changed after it', () => {
    const { scheduler } = new Stage();
    const slow = new Clock(scheduler.clock);
    const inner = new Clock(slow);
    const deltas = (): number[] => [scheduler.clock, slow, inner].map(({ delta }) => delta);
    slow.scale = 0.5;
    inner.scale = 4;
    expect(deltas()).toEqual([0, 0, 0]);
    scheduler.pulse(10);
    expect(deltas()).toEqual([10, 5, 20]);
    slow.scale = 2;
    slow.pause();
    inner.pause();
    scheduler.clock.scale = 3;
    expect(deltas()).toEqual([10, 5, 20]);
    scheduler.pulse(10);
    expect(deltas()).toEqual([30, 0, 0]);
    slow.resume();
    inner.resume();
    expect([...deltas(), new Clock(slow).delta]).toEqual([30, 0, 0, 0]);
    scheduler.pulse(10);
    expect(deltas()).toEqual([30, 60, 240]);
    scheduler.clock.pause();
    expect(deltas()).toEqual([30, 60, 240]);
    scheduler.pulse(10);
    expect([...deltas(), new Clock(slow).delta]).toEqual([0, 0, 0, 0]);
  });

  test('one that a script makes has nothing of this pulse, and the word `clock` is that of its thread', () => {
    const stage = new Stage();
    const slow = new Clock(stage.scheduler.clock);
    slow.scale = 0.5;
    stage.play(
      stage.script('main', function* () {
        yield wait();
        const late = new Clock(ownClock);
        stage.log(`${ownClock.delta} ${late.delta}`);
        yield withClock(
          slow,
          $thread(function* () {
            stage.log(`slow ${ownClock.delta}`);
            yield wait();
            stage.log(`slow ${ownClock.delta}, late ${late.delta}`);
          }),
        );
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['1 10 0', '1 slow 5', '2 slow 5, late 10']);
  });

  test('stops a timer of 0 ms too while it is paused', () => {
    const stage = new Stage();
    const clock = new Clock(stage.scheduler.clock);
    clock.pause();
    stage.play(() => withClock(clock, napper(stage, 'nap', 0)));
    stage.pulse(3);
    clock.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['4 nap up']);
  });

  test('stops a function of `after` too that is due in 0 ms', () => {
    const stage = new Stage();
    const clock = new Clock(stage.scheduler.clock);
    const rings = (): unknown => {
      clock.pause();
      return after(stage.scheduler, 0, () => stage.log('rings'));
    };
    stage.play(() => withClock(clock, rings));
    stage.pulse(3);
    clock.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['4 rings']);
  });

  test('paused twice is paused once', () => {
    const { scheduler } = new Stage();
    const clock = new Clock(scheduler.clock);
    clock.pause();
    clock.pause();
    scheduler.pulse(10);
    clock.resume();
    scheduler.pulse(10);
    expect(clock.now).toBe(10);
  });

  test('needs a clock to hang on and a scale that is a number ≥ 0', () => {
    expect(() => new Clock({} as Clock)).toThrow('new Clock expected a clock to hang on, got Object (object).');
    const clock = new Clock(new Scheduler().clock);
    for (const scale of [-1, NaN, Infinity]) {
      expect(() => (clock.scale = scale)).toThrow(RangeError);
    }
  });

  test('hangs on that of its thread, if a script makes it of the word clock', () => {
    const stage = new Stage();
    const menu = new Clock(stage.scheduler.clock);
    const made: Clock[] = [];
    const makes = stage.script('makes', function* () {
      made.push(new Clock(ownClock));
      yield withClock(ownClock, () => void made.push(new Clock(ownClock)));
    });
    stage.play(() => withClock(menu, makes));
    stage.play(() => made.push(new Clock(ownClock)));
    expect(made.map(({ parent }) => parent)).toEqual([menu, menu, stage.scheduler.clock]);
  });

  test.each([
    ['plain code', (call: () => unknown) => call()],
    ['a thread of its own', (call: () => unknown) => start(call)],
  ])('stops a call in withClock of %s, which nobody waits for once it is cancelled', (_who, play) => {
    const stage = new Stage();
    const world = new Clock(stage.scheduler.clock);
    const hero = stage.actor('hero');
    const thread = stage.play(() => play(() => withClock(world, () => hero.walk(4)))) as Thread;
    expect([thread.clock, hero.threads[0]?.clock]).toEqual([stage.scheduler.clock, world]);
    stage.pulse();
    world.pause();
    stage.pulse(3);
    expect(stage.lines).toEqual(['0 hero step 1', '1 hero step 2']);
    hero.cancelAll('over');
    stage.pulse();
    expect([thread.status, stage.scheduler.live.size, stage.uncaught]).toEqual(['cancelled', 0, []]);
  });

  test('is that of the waits in `withClock`, also where they are all of its function', () => {
    const stage = new Stage();
    const world = new Clock(stage.scheduler.clock);
    world.scale = 0.5;
    const hero = stage.actor('hero');
    const scene = stage.script('scene', function* () {
      yield withClock(world, () => wait(10));
      stage.log('a wait');
    });
    const timedOut = stage.script('timedOut', function* () {
      try {
        yield withClock(world, () => withTimeout(10, () => hero.walk(9)));
      } catch {
        stage.log('a time limit');
      }
    });
    stage.play(scene);
    stage.play(timedOut);
    stage.pulse(2);
    expect(stage.lines.filter((line) => line.includes(' a '))).toEqual(['2 a wait', '2 a time limit']);
  });

  test('that is idle is held by nobody: its scheduler lists only clocks with timers', () => {
    const stage = new Stage();
    const { clock } = stage.scheduler;
    const menu = new Clock(clock);
    expect(clock.active).toEqual([clock]);
    stage.play(() => withClock(menu, napper(stage, 'nap', 15)));
    expect(clock.active).toEqual([clock, menu]);
    stage.pulse(2);
    expect(clock.active).toEqual([clock]);
    expect(stage.lines).toEqual(['2 nap up']);
  });
});

describe('a clock comes to no end', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
  });
  const scaled = (parent: Clock, scale: number): Clock => Object.assign(new Clock(parent), { scale });

  test('by its scale: one with which it would is refused, also together with those that it hangs on', () => {
    const { clock } = stage.scheduler;
    const tooFast = 'clock.scale expected a number from 0 to 1000000000 times the speed of its scheduler';
    expect(() => scaled(clock, 1e308)).toThrow(RangeError);
    expect(() => (clock.scale = 1e308)).toThrow(tooFast);
    expect(() => scaled(scaled(clock, 1e5), 1e5)).toThrow(tooFast);
    const fast = scaled(scaled(clock, 1e4), 1e5);
    stage.pulse();
    expect([clock.scale, fast.now]).toEqual([1, 1e10]);
  });

  test('by the scales of its parents, raised after its own: it stands still before', () => {
    const clocks = [scaled(stage.scheduler.clock, 1)];
    for (let i = 0; i < 40; i++) clocks.push(scaled(clocks.at(-1) as Clock, 1));
    for (const one of clocks.toReversed()) one.scale = 1e9;
    stage.pulse(3);
    expect(clocks.at(-1)?.now).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('in a pulse, while something waits on it: that one is refused and changes nothing', () => {
    const { scheduler } = stage;
    const clock = scaled(scheduler.clock, 1e9);
    const naps = stage.play(
      stage.script('naps', function* () {
        yield withClock(clock, () => wait(1e10));
      }),
    ) as Thread;
    expect(() => scheduler.pulse(1e10)).toThrow(
      'pulse(10000000000) would take a clock of scale 1000000000 beyond 2^53 ms. Set a smaller scale.',
    );
    expect([clock.now, clock.frame, naps.status]).toEqual([0, 0, 'sleeping']);
    clock.pause();
    scheduler.pulse(1e10);
    clock.resume();
    stage.pulse();
    expect([clock.now, naps.status]).toEqual([1e10, 'done']);
  });
});

describe('timers of several clocks', () => {
  test('come clock by clock in the order in which the clocks were made, not in which they were used', () => {
    const stage = new Stage();
    const first = new Clock(stage.scheduler.clock);
    const second = new Clock(stage.scheduler.clock);
    stage.play(() => {
      withClock(second, napper(stage, 'second', 5));
      withClock(first, napper(stage, 'first', 9));
      napper(stage, 'root', 10)();
    });
    stage.pulse();
    expect(stage.lines).toEqual(['1 root up', '1 first up', '1 second up']);
  });

  test('of a paused clock wait; those of its parent go on', () => {
    const stage = new Stage();
    const menu = new Clock(stage.scheduler.clock);
    menu.pause();
    stage.play(() => {
      withClock(menu, napper(stage, 'menu', 10));
      napper(stage, 'game', 10)();
    });
    stage.pulse(3);
    menu.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['1 game up', '4 menu up']);
  });

  test('of 1,000 clocks at 1,000 scales come when each clock says so', () => {
    const stage = new Stage();
    stage.play(() => {
      for (let i = 1; i <= 1000; i++) {
        const clock = new Clock(stage.scheduler.clock);
        clock.scale = i / 100;
        withClock(clock, napper(stage, String(i), 100));
      }
    });
    stage.finish();
    const frames = stage.lines.map((line) => line.split(' ').map(parseFloat) as [number, number]);
    expect(frames).toHaveLength(1000);
    for (const [frame, i] of frames) expect([i, frame]).toEqual([i, Math.ceil(1000 / i - 1e-9)]);
  });
});

describe('withClock', () => {
  test('gives what its function gives and puts the thread back on its clock', () => {
    const stage = new Stage();
    const fast = new Clock(stage.scheduler.clock);
    fast.scale = 10;
    const script = stage.script('script', function* () {
      const got = yield withClock(
        fast,
        stage.script('inner', function* () {
          yield wait(100);
          return 'there';
        }),
      );
      stage.log(got);
      yield wait(20);
      stage.log('back');
    });
    stage.play(script);
    stage.finish();
    expect(stage.lines).toEqual(['1 there', '3 back']);
  });

  test('puts the thread back when its function throws and when it is cancelled', () => {
    const stage = new Stage();
    const menu = new Clock(stage.scheduler.clock);
    const clocks: (Clock | undefined)[] = [];
    const failing = stage.script('failing', function* () {
      yield wait();
      throw new Error('no');
    });
    const script = stage.script('script', function* () {
      try {
        yield withClock(menu, failing);
      } catch {
        clocks.push(thread.clock);
      }
      try {
        yield withClock(menu, napper(stage, 'nap', 1000));
      } finally {
        clocks.push(thread.clock);
      }
    });
    const thread = stage.play(script) as Thread;
    stage.pulse(2);
    expect(thread.clock).toBe(menu);
    thread.cancel();
    expect(clocks).toEqual([stage.scheduler.clock, stage.scheduler.clock]);
    expect(menu.wheel?.count).toBe(0);
  });

  test('hands the clock on to the threads that are started meanwhile, for their whole life', () => {
    const stage = new Stage();
    const slow = new Clock(stage.scheduler.clock);
    slow.scale = 0.5;
    const hero = stage.actor('hero');
    const script = stage.script('script', function* () {
      yield withClock(
        slow,
        stage.script('inner', function* () {
          yield beside(hero.jump());
        }),
      );
      stage.log('on');
    });
    stage.play(script);
    expect(hero.owned[0]?.clock).toBe(slow);
    stage.finish();
    expect(stage.lines).toEqual(['0 hero jump', '0 on', '4 hero land']);
  });

  test('makes a paused clock stop frame-waits too, while a scale does not slow them', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const menu = new Clock(stage.scheduler.clock);
    menu.scale = 0.01;
    stage.play(() => withClock(menu, () => hero.walk(4)));
    stage.pulse();
    menu.pause();
    stage.pulse(5);
    menu.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['0 hero step 1', '1 hero step 2', '7 hero step 3']);
    expect(hero.owned[0]?.waitingFor).toBe('frame 8, since frame 7');
    menu.pause();
    expect(hero.owned[0]?.waitingFor).toBe('frame 8, since frame 7, on a paused clock');
  });

  test('lets every begin a new rhythm on the new clock', () => {
    const stage = new Stage();
    const fast = new Clock(stage.scheduler.clock);
    fast.scale = 2;
    const script = stage.script('script', function* () {
      stage.log(`turn ${yield every(20)}`);
      stage.log(`turn ${yield withClock(fast, () => every(20))}`);
      stage.log(`turn ${yield every(20)}`);
    });
    stage.play(script);
    stage.finish();
    expect(stage.lines).toEqual(['2 turn 1', '3 turn 1', '5 turn 1']);
  });

  test('refuses what is no clock, no function, or a clock of another scheduler', () => {
    const stage = new Stage();
    const { clock } = stage.scheduler;
    const run = (...args: unknown[]) => stage.play(() => (withClock as Function)(...args));
    expect(() => run({ now: 1 }, () => 1)).toThrow('withClock expected a clock and a function, got Object (object).');
    expect(() => run(clock, 3)).toThrow('withClock expected a clock and a function, got 3 (number).');
    expect(() => run(new Clock(new Scheduler().clock), () => 1)).toThrow(
      '`withClock` got a clock of another scheduler.',
    );
    expect(run(clock, () => 7)).toBe(7);
  });
});

test('a predicate is asked while the clock of its thread is paused, and its thread goes on after that', () => {
  const stage = new Stage();
  const menu = new Clock(stage.scheduler.clock);
  menu.pause();
  let open = false;
  const script = stage.script('script', function* () {
    yield waitUntil(() => open);
    stage.log('open');
  });
  stage.play(() => withClock(menu, script));
  stage.pulse();
  open = true;
  stage.pulse();
  open = false;
  stage.pulse();
  expect(stage.lines).toEqual([]);
  menu.resume();
  stage.pulse();
  expect(stage.lines).toEqual(['4 open']);
});

test('threads are numbered by their scheduler, from 1', () => {
  const script = $thread(function* () {
    yield wait();
  }, 'script(0)');
  const ids = [new Scheduler(), new Scheduler()].map((room) =>
    [1, 2, 3].map(() => room.enter(() => script() as Thread).id),
  );
  expect(ids).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

/** The same as a clock, as the design says it: each pulse every clock goes on by its parent's step times its scale. */
class PlainClock {
  now = 0;
  stepMs = 0;
  scale = 1;
  isPaused = false;
  readonly parent: PlainClock | null;
  constructor(parent: PlainClock | null) {
    this.parent = parent;
  }
  advance(dtMs: number): void {
    this.stepMs = this.isPaused ? 0 : (this.parent?.stepMs ?? dtMs) * this.scale;
    this.now += this.stepMs;
  }
}

test('any tree of clocks shows the times of clocks that are moved on one by one', () => {
  const action = fc.oneof(
    fc.record({ pulse: fc.constantFrom(0, 1, 16, 16.5, 1000) }),
    fc.record({ make: fc.nat() }),
    fc.record({ at: fc.nat(), scale: fc.constantFrom(0, 0.25, 1, 2, 10) }),
    fc.record({ at: fc.nat(), pause: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const scheduler = new Scheduler();
      const clocks = [scheduler.clock];
      const plain = [new PlainClock(null)];
      for (const one of actions) {
        if ('pulse' in one) {
          scheduler.pulse(one.pulse);
          for (const clock of plain) clock.advance(one.pulse);
        } else if ('make' in one) {
          const at = one.make % clocks.length;
          clocks.push(new Clock(clocks[at] as Clock));
          plain.push(new PlainClock(plain[at] as PlainClock));
        } else {
          const at = one.at % clocks.length;
          const [clock, other] = [clocks[at] as Clock, plain[at] as PlainClock];
          if ('scale' in one) clock.scale = other.scale = one.scale;
          else if (one.pause) clock.pause();
          else clock.resume();
          if ('pause' in one) other.isPaused = one.pause;
        }
        clocks.forEach((clock, i) => expect(clock.now).toBeCloseTo((plain[i] as PlainClock).now, 6));
      }
    }),
    { numRuns: 200 },
  );
});
