import { after, drive } from '../../src/host.js';
import { $thread } from '../../src/abi.js';
import { Scheduler, wait } from '../../src/index.js';

/** The platform's time and timers, as a test moves them. */
class FakePlatform {
  nowMs = 1000;
  timers = new Map<number, { fn: () => void; ms: number }>();
  frames = new Map<number, () => void>();
  #last = 0;
  readonly #real = new Map<string, PropertyDescriptor | undefined>();

  install(): void {
    const doubles = {
      performance: { now: () => this.nowMs },
      setInterval: (fn: () => void, ms: number) => (this.timers.set(++this.#last, { fn, ms }), this.#last),
      clearInterval: (timer: number) => this.timers.delete(timer),
      requestAnimationFrame: (fn: () => void) => (this.frames.set(++this.#last, fn), this.#last),
      cancelAnimationFrame: (handle: number) => this.frames.delete(handle),
    };
    for (const [name, value] of Object.entries(doubles)) {
      this.#real.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  }

  restore(): void {
    for (const [name, property] of this.#real) {
      if (property === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, property);
    }
  }

  /** Time passes, then the timers and the animation frames that are asked for come once. */
  pass(ms: number): void {
    this.nowMs += ms;
    for (const { fn } of this.timers.values()) fn();
    const frames = [...this.frames.values()];
    this.frames.clear();
    for (const fn of frames) fn();
  }
}

const platform = new FakePlatform();
beforeEach(() => platform.install());
afterEach(() => {
  platform.restore();
  platform.timers.clear();
  platform.frames.clear();
});

/** A scheduler that notes the ms of each pulse. */
function noting(): { scheduler: Scheduler; pulses: number[] } {
  // Some of these pulses are shorter than 1 ms on purpose.
  const scheduler = new Scheduler({ warnings: false });
  const pulses: number[] = [];
  const pulse = scheduler.pulse.bind(scheduler);
  scheduler.pulse = (ms) => {
    pulses.push(ms);
    pulse(ms);
  };
  return { scheduler, pulses };
}

describe('the interval driver', () => {
  test('makes a pulse of exactly its interval for each such stretch of real time', () => {
    const { scheduler, pulses } = noting();
    const stop = drive(scheduler, { driver: 'interval', intervalMs: 10 });
    for (const ms of [10, 9, 2, 9, 25]) platform.pass(ms);
    expect(pulses).toEqual([10, 10, 10, 10, 10]);
    expect(scheduler.clock.now).toBe(50);
    stop();
  });

  test('of 2.5 ms makes 400 pulses a second, however coarse the platform is', () => {
    const { scheduler, pulses } = noting();
    drive(scheduler, { driver: 'interval', intervalMs: 2.5 });
    for (let ms = 0; ms < 1000; ms += 4) platform.pass(4);
    expect(pulses).toEqual(Array.from({ length: 400 }, () => 2.5));
    expect(scheduler.clock.now).toBe(1000);
  });

  test('is asked of the platform as often as the interval says, 16 ms if it says nothing', () => {
    drive(new Scheduler(), { driver: 'interval' });
    drive(new Scheduler(), { driver: 'interval', intervalMs: 2.5 });
    expect([...platform.timers.values()].map(({ ms }) => ms)).toEqual([16, 2.5]);
  });

  test('makes up for a stop in pulses of the usual length, for 250 ms, and drops the rest', () => {
    const { scheduler, pulses } = noting();
    drive(scheduler, { driver: 'interval', intervalMs: 20 });
    platform.pass(60_000);
    expect(pulses).toEqual(Array.from({ length: 12 }, () => 20));
    platform.pass(20);
    expect(pulses).toHaveLength(13);
  });

  test('makes 1,000 pulses at once at the most, however short its interval is', () => {
    const { scheduler, pulses } = noting();
    drive(scheduler, { driver: 'interval', intervalMs: 0.125 });
    platform.pass(300);
    expect(pulses).toHaveLength(1000);
  });

  test('makes at least one pulse, also where its interval is longer than what is made up for', () => {
    const { scheduler, pulses } = noting();
    drive(scheduler, { driver: 'interval', intervalMs: 1000, catchUpMs: 0 });
    for (let i = 0; i < 4; i++) platform.pass(500);
    expect(pulses).toEqual([1000, 1000]);
  });
});

describe('the animation frame driver', () => {
  test('makes a pulse for each frame, with the time that has passed', () => {
    const { scheduler, pulses } = noting();
    const stop = drive(scheduler, { driver: 'animationFrame' });
    for (const ms of [16.7, 0, 33]) platform.pass(ms);
    expect(pulses.map((ms) => Math.round(ms * 10) / 10)).toEqual([16.7, 0, 33]);
    stop();
    platform.pass(16);
    expect(pulses).toHaveLength(3);
    expect(platform.frames.size).toBe(0);
  });

  test('makes up for a gap in pulses of at most 50 ms', () => {
    const { scheduler, pulses } = noting();
    drive(scheduler, { driver: 'animationFrame', catchUpMs: 120 });
    platform.pass(70);
    platform.pass(3_600_000);
    expect(pulses).toEqual([50, 20, 50, 50, 20]);
  });

  test('is refused where there is none', () => {
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
    expect(() => drive(new Scheduler(), { driver: 'animationFrame' })).toThrow('No requestAnimationFrame here');
  });

  test('bears a clock that goes back', () => {
    const { scheduler, pulses } = noting();
    drive(scheduler, { driver: 'animationFrame' });
    platform.pass(-500);
    platform.pass(10);
    expect(pulses).toEqual([0, 10]);
  });
});

describe.each(['interval', 'animationFrame'] as const)('a driver (%s)', (driver) => {
  test('that is stopped inside a pulse makes no more, also of those it owes; twice is once', () => {
    const { scheduler, pulses } = noting();
    const stop = drive(scheduler, { driver });
    after(scheduler, 0, () => {
      stop();
      stop();
    });
    platform.pass(250);
    platform.pass(250);
    expect(pulses).toHaveLength(1);
    expect(platform.timers.size + platform.frames.size).toBe(0);
  });

  test('goes on after a pulse that throws, and does not make that one again', () => {
    const { scheduler, pulses } = noting();
    drive(scheduler, { driver });
    after(scheduler, 0, () => {
      throw new Error('broken');
    });
    expect(() => platform.pass(20)).toThrow('broken');
    if (driver === 'animationFrame') platform.pass(20);
    else platform.pass(12);
    expect(pulses).toEqual(driver === 'interval' ? [16, 16] : [20, 20]);
  });

  test('is the only one of its scheduler until it is stopped', () => {
    const { scheduler, pulses } = noting();
    const stop = drive(scheduler, { driver });
    expect(() => drive(scheduler, { driver: 'interval' })).toThrow('The scheduler has a driver');
    platform.pass(16);
    expect(pulses).toEqual([16]);
    stop();
    const stopNext = drive(scheduler, { driver });
    stop();
    expect(() => drive(scheduler, { driver })).toThrow('The scheduler has a driver');
    platform.pass(16);
    expect(pulses).toEqual([16, 16]);
    stopNext();
  });

  test('serves one scheduler of several that run side by side', () => {
    const rooms = [noting(), noting(), noting()];
    const stops = rooms.map(({ scheduler }) => drive(scheduler, { driver }));
    platform.pass(16);
    stops[1]?.();
    platform.pass(16);
    expect(rooms.map(({ pulses }) => pulses)).toEqual([[16, 16], [16], [16, 16]]);
  });
});

test.each([
  [undefined, 'drive expected a driver, got undefined.'],
  [{}, 'drive expected driver: "animationFrame" or "interval", got undefined.'],
  [{ driver: 'timeout' }, 'drive expected driver: "animationFrame" or "interval", got "timeout" (string).'],
  [{ driver: 'interval', intervalMS: 5 }, 'options among driver, intervalMs, catchUpMs, got "intervalMS" (string).'],
  [{ driver: 'animationFrame', intervalMs: 5 }, 'options among driver, catchUpMs, got "intervalMs" (string).'],
  [{ driver: 'interval', intervalMs: 0 }, 'drive expected intervalMs between 0 and 2^31, got 0 (number).'],
  [{ driver: 'interval', intervalMs: '5' }, 'drive expected intervalMs between 0 and 2^31, got "5" (string).'],
  [{ driver: 'interval', catchUpMs: -1 }, 'drive expected catchUpMs ≥ 0, got -1 (number).'],
])('drive refuses %j', (options, message) => {
  expect(() => drive(new Scheduler(), options as never)).toThrow(message);
  expect(platform.timers.size + platform.frames.size).toBe(0);
});

describe('a driver of a scheduler that is closed', () => {
  const nap = $thread(function* (): any {
    try {
      yield wait(1000);
    } finally {
      yield wait(32);
    }
  }, 'nap(0)');

  test('goes on until all threads have ended', () => {
    const { scheduler } = noting();
    drive(scheduler, { driver: 'interval' });
    scheduler.enter(() => nap());
    scheduler.close();
    expect(platform.timers.size).toBe(1);
    for (let frame = 0; frame < 3; frame++) platform.pass(16);
    expect([scheduler.threads, platform.timers.size]).toEqual([[], 0]);
  });

  test('stops at once where none lives', () => {
    const { scheduler } = noting();
    const stop = drive(scheduler, { driver: 'animationFrame' });
    scheduler.close();
    expect(platform.frames.size).toBe(0);
    stop();
  });
});
