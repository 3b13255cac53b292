import { after } from '../../src/host.js';
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import {
  Clock,
  currentThread,
  start,
  type Thread,
  wait,
  waitFrames,
  waitSignal,
  waitUntil,
  withClock,
} from '../../src/index.js';
import { Stage } from '../stage.js';

/** A script that says its name in each of `frames` frames. */
const walker = (stage: Stage, name: string, frames: number): (() => Thread) =>
  stage.script(name, function* () {
    for (let i = 0; i < frames; i++) {
      const { frame } = stage.scheduler.clock;
      stage.log(name);
      yield waitUntil(frame + 1);
    }
  });

describe('threads that wait for a frame', () => {
  test('go on in the order in which they began to wait', () => {
    const stage = new Stage();
    const nested = walker(stage, 'nested', 2);
    stage.play(() => {
      walker(stage, 'a', 4)();
      stage.script('b', function* () {
        yield waitUntil(1);
        stage.log('b');
        start(nested);
        yield waitUntil(2);
        stage.log('b');
        yield waitUntil(4);
        stage.log('b');
      })();
      walker(stage, 'c', 3)();
    });
    stage.finish();
    expect(stage.lines).toEqual([
      '0 a',
      '0 c',
      '1 a',
      '1 b',
      '1 nested',
      '1 c',
      '2 a',
      '2 nested',
      '2 b',
      '2 c',
      // Who has waited for two frames began before all who have waited for one.
      '3 a',
      '4 b',
    ]);
  });

  test('stand behind those who began to wait in the same pulse before them', () => {
    const stage = new Stage();
    stage.play(() => {
      walker(stage, 'a', 3)();
      stage.script('woken', function* () {
        yield waitSignal('go');
        stage.log('woken');
        yield waitUntil(2);
        stage.log('woken');
      })();
    });
    stage.scheduler.signal('go');
    stage.finish();
    expect(stage.lines).toEqual(['0 a', '1 woken', '1 a', '2 woken', '2 a']);
  });

  test('go on by priority, lower first, whatever their number', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    for (const priority of [2, 0, 1, 0, 2]) {
      scheduler.spawn(walker(stage, `p${priority}`, 2), { priority });
    }
    stage.finish();
    const order = ['p0', 'p0', 'p1', 'p2', 'p2'];
    expect(stage.lines).toEqual([1, 2].flatMap((frame) => order.map((name) => `${frame} ${name}`)));
  });

  test('are ready, for a predicate, from the moment that they are due', () => {
    const stage = new Stage();
    const seen: unknown[] = [];
    stage.play(() => {
      const a = walker(stage, 'a', 2)();
      stage.script('watcher', function* () {
        yield waitUntil(() => seen.push([a.status, a.waitingFor]) > 2);
      })();
      expect([a.status, a.waitingFor]).toEqual(['sleeping', 'frame 1, since frame 0']);
    });
    stage.finish();
    expect(seen).toEqual([
      ['sleeping', 'frame 1, since frame 0'],
      ['ready', ''],
      ['ready', ''],
    ]);
  });

  test('leave when they are cancelled, also by one that goes on before them', () => {
    const stage = new Stage();
    const threads: Thread[] = [];
    stage.play(() => {
      stage.script('killer', function* () {
        yield waitUntil(2);
        threads[1]?.cancel();
        threads[0]?.cancel();
        yield waitUntil(3);
        stage.log('killer');
      })();
      for (const name of ['a', 'b', 'c']) threads.push(walker(stage, name, 3)());
    });
    stage.finish();
    expect(stage.lines).toEqual(['0 a', '0 b', '0 c', '1 a', '1 b', '1 c', '2 c', '3 killer']);
    expect(threads.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'done']);
  });

  test('stand still from the moment at which their clock is paused, also in a pulse that has begun', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    const menu = new Clock(scheduler.clock);
    stage.play(() => {
      stage.script('pauser', function* () {
        yield waitUntil(1);
        menu.pause();
      })();
      stage.script('paused', function* () {
        yield withClock(menu, walker(stage, 'a', 3));
      })();
      walker(stage, 'b', 4)();
    });
    stage.pulse(2);
    expect(stage.lines).toEqual(['0 a', '0 b', '1 b', '2 b']);
    menu.resume();
    stage.finish();
    expect(stage.lines.slice(4)).toEqual(['3 a', '3 b', '4 a']);
  });

  test('go on in the order in which they became ready, also those that a paused clock held up', () => {
    const waits = (first: number, second: number, isFirstPaused: boolean): string[] => {
      const stage = new Stage();
      const menu = new Clock(stage.scheduler.clock);
      const waiter = (name: string, frames: number, isPaused: boolean) =>
        stage.script(name, function* () {
          yield isPaused ? withClock(menu, () => waitFrames(frames)) : waitFrames(frames);
          stage.log(name);
        })();
      stage.play(() => {
        waiter('first', first, isFirstPaused);
        waiter('second', second, !isFirstPaused);
      });
      menu.pause();
      stage.pulse(2);
      menu.resume();
      stage.pulse();
      return stage.lines;
    };
    expect(waits(1, 3, true)).toEqual(['3 first', '3 second']);
    expect(waits(2, 3, true)).toEqual(['3 first', '3 second']);
    expect(waits(3, 1, false)).toEqual(['3 second', '3 first']);
    expect(waits(3, 2, false)).toEqual(['3 second', '3 first']);
  });

  test('go on in the call that waited last, also after a loop whose clock was paused', () => {
    const stage = new Stage();
    const { clock } = stage.scheduler;
    const rest = stage.script('rest', function* () {
      yield wait();
      stage.log('rested');
      return 'fresh';
    });
    const thread = stage.play(
      stage.script('walk', function* () {
        yield waitUntil(clock.frame + 1);
        stage.log('stepped');
        yield waitUntil(clock.frame + 3);
        stage.log(String(yield rest()));
        yield waitUntil(clock.frame + 1);
        return 'there';
      }),
    );
    stage.pulse();
    expect(thread.waitingFor).toBe('frame 4, since frame 1');
    clock.pause();
    stage.pulse(4);
    clock.resume();
    stage.finish();
    expect(stage.lines).toEqual(['1 stepped', '7 rested', '7 fresh']);
    expect(thread.result).toBe('there');
  });

  test('go on in the loop of the caller when the loop of the call has ended', () => {
    const stage = new Stage();
    const { clock } = stage.scheduler;
    const turns = (name: string, count: number) =>
      stage.script(name, function* () {
        for (let i = 0; i < count; i++) {
          const frame = clock.frame;
          stage.log(`${name} ${i}`);
          yield waitUntil(frame + 1);
        }
        return name;
      });
    const inner = turns('inner', 2);
    const outer = stage.script('outer', function* () {
      stage.log(String(yield inner()));
      for (let i = 0; i < 3; i++) {
        const frame = clock.frame;
        stage.log(`outer ${i}`);
        yield waitUntil(frame + 1);
      }
      return 'over';
    });
    const thread = stage.play(outer);
    stage.finish();
    expect(stage.lines).toEqual(['0 inner 0', '1 inner 1', '2 inner', '2 outer 0', '3 outer 1', '4 outer 2']);
    expect(thread.result).toBe('over');
  });

  test('in any number, on two clocks, with pauses and cancels, go on in the order in which they began', () => {
    const script = fc.record({
      startsIn: fc.integer({ min: 1, max: 3 }),
      amongTimers: fc.boolean(),
      onMenu: fc.boolean(),
      waits: fc.array(fc.record({ frames: fc.integer({ min: 1, max: 4 }), cancels: fc.option(fc.nat()) }), {
        minLength: 1,
        maxLength: 6,
      }),
    });
    const pauses = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(script, { minLength: 2, maxLength: 12 }), pauses, (scripts, paused) => {
        const stage = new Stage();
        const { scheduler } = stage;
        const { clock } = scheduler;
        const menu = new Clock(clock);
        const threads: Thread[] = [];
        let begun = 0;
        let last = { frame: 0, place: 0 };
        const begins = scripts.map(({ onMenu, waits }, i) => {
          const isHalted = (frame: number): boolean => onMenu && paused[frame] === true;
          const body = stage.script(`script ${i}`, function* () {
            threads.push(currentThread() as Thread);
            for (const { frames, cancels } of waits) {
              if (cancels !== null) threads[cancels % scripts.length]?.cancel();
              const order = ++begun;
              let due = clock.frame + frames;
              while (isHalted(due)) due++;
              // Who was held up comes first, in the order in which his turn had come.
              const [planned, latest] = [clock.frame + frames, 1000];
              const place = 1000 * (due > planned ? planned : latest) + order;
              yield waitUntil(planned);
              expect(clock.frame).toBe(due);
              if (last.frame === clock.frame) expect(place).toBeGreaterThan(last.place);
              last = { frame: clock.frame, place };
            }
          });
          return onMenu ? () => withClock(menu, body) : body;
        });
        for (let frame = 1; frame <= 40; frame++) {
          begins.forEach((begin, i) => {
            const { startsIn, amongTimers } = scripts[i] as (typeof scripts)[0];
            if (startsIn !== frame) return;
            if (amongTimers) after(scheduler, 0, begin);
            else stage.play(begin);
          });
          if (paused[frame] === true) menu.pause();
          else menu.resume();
          stage.pulse();
        }
        expect(stage.uncaught).toEqual([]);
        expect(scheduler.threads).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('wait for a fraction of a frame until the next whole one', () => {
    const stage = new Stage();
    stage.play(
      stage.script('a', function* () {
        yield waitUntil(1.5);
        stage.log('a');
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['2 a']);
  });

  test('may wait in other ways between', () => {
    const stage = new Stage();
    stage.play(
      stage.script('a', function* () {
        yield waitUntil(1);
        stage.log('frame');
        yield wait();
        stage.log('wait');
        yield wait(10);
        stage.log('timer');
        yield waitFrames(2);
        stage.log('two');
        yield waitUntil(6);
        stage.log((currentThread() as Thread).status);
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['1 frame', '2 wait', '3 timer', '5 two', '6 running']);
  });
});

test('a body that another tool has made a plain function runs all the same', () => {
  const stage = new Stage();
  const body = function () {
    let step = 0;
    const iterator = {
      next: (value: unknown) => {
        if (step++ === 0) return { done: false, value: waitFrames(1) };
        return { done: true, value };
      },
      throw: (error: unknown) => {
        throw error;
      },
      return: (value: unknown) => ({ done: true, value }),
    };
    return iterator;
  };
  const thread = stage.play(() => $thread(body as never, 'body(0)').call(undefined)) as Thread;
  stage.finish();
  expect(thread.status).toBe('done');
});
