/** The words that wait for time, frames, predicates and threads. Long, as each has its own section. */
import { runInNewContext } from 'node:vm';
import { $thread, outside } from '../../src/abi.js';
import { isPromise } from '../../src/execution/is-promise.js';
import {
  all,
  attach,
  clearSignal,
  Clock,
  currentThread,
  every,
  Executor,
  hook,
  listen,
  race,
  random,
  Scheduler,
  signal,
  start,
  type Thread,
  TimeoutError,
  tracks,
  wait,
  waitFor,
  waitFrames,
  waitSignal,
  waitUntil,
  waitUntilTime,
  withClock,
  withTimeout,
} from '../../src/index.js';
import { tween } from '../../src/scenes.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** Runs the body as a script and gives the log. */
function run(body: () => Generator): string[] {
  stage.play(stage.script('main', body));
  stage.finish();
  return stage.lines;
}

describe('time', () => {
  test('wait(ms) goes on in the first pulse with the clock at or past the deadline', () => {
    expect(
      run(function* () {
        for (const ms of [0, 10, 11, 1.5]) {
          yield wait(ms);
          stage.log(`${ms}`);
        }
      }),
    ).toEqual(['1 0', '2 10', '4 11', '5 1.5']);
  });

  test('who is due is listed before anyone is woken: who waits 0 ms again is not on that list, who is cancelled leaves it', () => {
    const threads = ['first', 'second', 'third'].map((name) =>
      stage.play(
        stage.script(name, function* () {
          yield wait(10);
          stage.log(name);
          if (name === 'first') threads[1]?.cancel();
          yield wait(0);
          stage.log(`${name} again`);
        }),
      ),
    ) as Thread[];
    stage.finish();
    expect(stage.lines).toEqual(['1 first', '1 third', '2 first again', '2 third again']);
  });

  test('wait() and waitFrames(n) count frames, and 0 frames do not wait', () => {
    expect(
      run(function* () {
        yield wait();
        stage.log('one');
        yield waitFrames(3);
        stage.log('three');
        yield waitFrames(0);
        stage.log('none');
      }),
    ).toEqual(['1 one', '4 three', '4 none']);
  });

  test('waitUntilTime(ms) waits for a time of the clock of its thread, and not for one that has come', () => {
    const slow = new Clock(stage.scheduler.clock);
    slow.scale = 0.5;
    expect(
      run(function* () {
        yield waitUntilTime(0);
        stage.log('at once');
        yield waitUntilTime(25);
        stage.log('25');
        yield waitUntilTime(30);
        stage.log('has come');
        yield withClock(
          slow,
          $thread(function* () {
            yield waitUntilTime(25);
            stage.log('slow 25');
          }),
        );
      }),
    ).toEqual(['0 at once', '3 25', '3 has come', '5 slow 25']);
  });

  test('waitUntilTime(ms) stands still with its clock, and its text says what it waits for', () => {
    const { clock } = stage.scheduler;
    const thread = stage.play(
      stage.script('main', function* () {
        yield waitUntilTime(20);
        stage.log('there');
      }),
    );
    expect([thread.status, thread.waitingFor]).toEqual(['sleeping', 'waitUntilTime(20), since frame 0']);
    stage.pulse();
    clock.pause();
    stage.pulse(3);
    clock.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['5 there']);
  });

  test('a free waitUntilTime lets go of the owner, and this.waitUntilTime keeps it', () => {
    const hero = new Executor();
    const until = (name: string, begin: () => unknown): void =>
      stage.play(() => {
        const script = stage.script(name, function* () {
          yield begin();
          stage.log(name);
        });
        script.call(hero);
      });
    stage.pulse();
    until('free', () => waitUntilTime(40));
    until('held', () => hero.waitUntilTime(30));
    until('has come', () => hero.waitUntilTime(10));
    stage.finish();
    expect(stage.lines).toEqual(['3 held', '3 has come', '4 free']);
  });

  test('tween calls back in each frame, the last time with exactly 1', () => {
    const shown: number[] = [];
    const thread = stage.play(
      stage.script('main', function* () {
        yield tween(25, (t) => shown.push(t));
        stage.log('over');
      }),
    );
    expect([thread.status, thread.waitingFor]).toEqual(['sleeping', 'tween(25), since frame 0']);
    stage.finish();
    expect([shown, stage.lines]).toEqual([[0, 0.4, 0.8, 1], ['3 over']]);
    expect(thread.trace()).toBe('main()');
  });

  test('the ease of a tween changes every number but the last', () => {
    const shown: number[] = [];
    run(function* () {
      yield tween(
        20,
        (t) => shown.push(t),
        (t) => 2 * t + 0.25,
      );
    });
    expect(shown).toEqual([0.25, 1.25, 1]);
  });

  test('a tween of 0 ms calls back once and does not wait', () => {
    expect(
      run(function* () {
        yield tween(0, (t) => stage.log(`at ${t}`));
        stage.log('over');
      }),
    ).toEqual(['0 at 1', '0 over']);
  });

  test('a free tween lets go of the owner, and stands still with its clock', () => {
    const hero = new Executor();
    const fade = stage.script('fade', function* () {
      yield tween(20, (t) => stage.log(`fade ${t}`));
    });
    const jump = stage.script('jump', function* () {
      stage.log('jump');
      yield undefined;
    });
    stage.play(() => fade.call(hero));
    stage.play(() => jump.call(hero));
    stage.pulse();
    stage.scheduler.clock.pause();
    stage.pulse(3);
    stage.scheduler.clock.resume();
    stage.finish();
    expect(stage.lines).toEqual(['0 fade 0', '0 jump', '1 fade 0.5', '5 fade 1']);
  });

  test('a paused tween goes on where it was', () => {
    const thread = stage.play(
      stage.script('main', function* () {
        yield tween(20, (t) => stage.log(`at ${t}`));
      }),
    );
    stage.pulse();
    thread.pause();
    stage.pulse(3);
    thread.resume();
    stage.finish();
    expect(stage.lines).toEqual(['0 at 0', '1 at 0.5', '5 at 1']);
  });

  test('the arms of a word that could not wait end with its thread', () => {
    const told: string[] = [];
    const arm = stage.script('arm', function* () {
      try {
        yield wait(100);
        told.push('went on');
      } finally {
        told.push('ended');
      }
    });
    stage.play(
      stage.script('main', function* () {
        try {
          yield tween(20, () => void race(arm));
        } catch (error) {
          told.push((error as Error).name);
        }
      }),
    );
    stage.pulse(10);
    expect(told).toEqual(['CannotPauseError', 'ended']);
  });

  test('the functions of a tween cannot wait, and their errors come out of it', () => {
    const attempt = (fn: (t: number) => unknown, ease?: (t: number) => number): string | undefined =>
      run(function* () {
        try {
          yield tween(20, fn, ease);
        } catch (error) {
          stage.log((error as Error).message.split(':')[0] as string);
        }
      }).at(-1);
    expect(attempt(() => wait(5))).toBe('0 wait(5) cannot pause in the callback of tween');
    expect(
      attempt(
        () => {},
        () => wait(5) as never,
      ),
    ).toBe('0 wait(5) cannot pause in the ease of tween');
    expect(
      attempt((t) => {
        if (t > 0.4) throw new Error('too far');
      }),
    ).toBe('1 too far');
  });

  test('every(ms) keeps its rhythm whatever the turns take', () => {
    expect(
      run(function* () {
        for (let i = 0; i < 4; i++) {
          // The pulses of 10 ms come 5 ms late for every second deadline: a rhythm that counted from them would drift.
          stage.log(`turn ${yield every(25)}`);
          yield wait(10);
        }
      }),
    ).toEqual(['3 turn 1', '5 turn 2', '8 turn 3', '10 turn 4']);
  });

  test('every(ms) counts the deadlines that have come, so a wait that was cut off does not move its rhythm', () => {
    stage
      .play(
        stage.script('main', function* () {
          try {
            yield every(30);
          } finally {
            stage.log(`turn ${yield every(30)}`);
          }
        }),
      )
      .cancel();
    stage.finish();
    expect(stage.lines).toEqual(['3 turn 1']);
  });

  test('a paused clock stops timers and frame-waits, a scale stretches only timers', () => {
    const { clock } = stage.scheduler;
    clock.scale = 0.5;
    stage.play(
      stage.script('main', function* () {
        yield wait(10);
        stage.log('slow');
        clock.pause();
        yield waitFrames(1);
        stage.log('resumed');
      }),
    );
    stage.pulse(5);
    clock.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['2 slow', '6 resumed']);
  });

  test.each([
    ['wait', () => wait(-5), 'wait expected milliseconds ≥ 0, got -5 (number).'],
    ['wait', () => wait(NaN), 'wait expected milliseconds ≥ 0, got NaN (number).'],
    ['wait', () => wait('5' as never), 'wait expected milliseconds ≥ 0, got "5" (string).'],
    ['waitUntilTime', () => waitUntilTime(-5), 'waitUntilTime expected milliseconds ≥ 0, got -5 (number).'],
    ['waitUntilTime', () => waitUntilTime('5' as never), 'waitUntilTime expected milliseconds ≥ 0, got "5" (string).'],
    ['tween', () => tween(-5, () => {}), 'tween expected milliseconds ≥ 0 and a function, got -5 (number).'],
    ['tween', () => tween(5, 1 as never), 'tween expected milliseconds ≥ 0 and a function, got 1 (number).'],
    ['tween', () => tween(5, () => {}, 'in' as never), 'tween expected a function as ease, got "in" (string).'],
    ['waitFrames', () => waitFrames(1.5), 'waitFrames expected a whole number of frames ≥ 0, got 1.5 (number).'],
    ['waitSignal', () => waitSignal(undefined as never), 'waitSignal expected the name of a signal, got undefined.'],
    ['waitFor', () => waitFor(Math.max), 'Mark `max` with // @compile'],
    ['race', () => (race as () => void)(), 'race expected at least one call, got undefined.'],
    ['all', () => all(5), 'all expected calls, functions, threads or promises, got 5 (number).'],
    ['race', () => race([]), 'race expected at least one call, got Array (object).'],
    ['race', () => race({}), 'race expected at least one call, got Object (object).'],
    ['all', () => all([() => 1, 5]), 'all expected calls, functions, threads or promises, got 5 (number).'],
    ['race', () => race({ a: 5 }), 'race expected calls, functions, threads or promises, got 5 (number).'],
    [
      'all',
      () => all(new Map([[1, () => 1]])),
      'all expected calls, functions, threads or promises, got Map (object).',
    ],
    ['all', () => all([() => 1], () => 2), 'all expected calls, functions, threads or promises, got Array (object).'],
    ['tracks', () => tracks(null as never), 'tracks expected an object of functions, got null.'],
    ['tracks', () => tracks({ a: 5 }), 'tracks expected calls, functions, threads or promises, got 5 (number).'],
    [
      'withTimeout',
      () => withTimeout(-1, () => 1),
      'withTimeout expected milliseconds ≥ 0 and a call, got -1 (number).',
    ],
    [
      'withTimeout',
      () => withTimeout('1' as never, () => 1),
      'withTimeout expected milliseconds ≥ 0 and a call, got "1" (string).',
    ],
    ['waitUntil', () => waitUntil(NaN), 'waitUntil expected a frame number or a predicate, got NaN (number).'],
    ['waitUntil', () => waitUntil('1' as never), 'waitUntil expected a frame number or a predicate, got "1" (string).'],
    ['every', () => every(0), 'every expected milliseconds > 0, got 0 (number).'],
    [
      'start',
      () => start(5),
      'start expected a function, got 5 (number). Outside compiled code write `start(() => call())`.',
    ],
    [
      'withTimeout',
      () => withTimeout((() => 1) as never, 100),
      'withTimeout expected the milliseconds first: `withTimeout(100, call)`.',
    ],
    ['start', () => start(() => 1, { priority: NaN }), 'start expected a priority that is a number, got NaN (number).'],
    ['attach', () => attach(5), 'attach expected a function, got 5 (number).'],
    ['hook', () => hook(5 as never), 'hook expected a function, got 5 (number).'],
    ['listen', () => listen(''), 'listen expected the name of a signal, got "" (string).'],
    ['listen', () => listen(Math.max), 'listen expected a compiled function'],
    [
      'spawn',
      () => stage.scheduler.spawn(() => 1, { priority: '1' as never }),
      'spawn expected a priority that is a number, got "1" (string).',
    ],
  ])('a bad argument of %s is named', (_name, call, message) => {
    run(function* () {
      try {
        yield call();
      } catch (error) {
        stage.log((error as Error).message);
      }
    });
    expect(stage.lines.join()).toContain(message);
  });
});

describe('predicates and frames', () => {
  test('a predicate is tried at once, then once each pulse, and gives its value', () => {
    let asked = 0;
    run(function* () {
      stage.log(yield waitUntil(() => 'at once'));
      stage.log(yield waitUntil(() => ++asked > 2 && 'later'));
    });
    expect(stage.lines).toEqual(['0 at once', '2 later']);
  });

  test('an error in a predicate comes out at its wait and stops no other', () => {
    const asks = (name: string, predicate: () => unknown) =>
      stage.script(name, function* () {
        let tries = 0;
        try {
          yield waitUntil(() => tries++ > 0 && predicate());
          stage.log(`${name} true`);
        } catch (error) {
          stage.log(`${name} ${(error as Error).message}`);
        }
      });
    stage.play(() => {
      asks('a', () => {
        throw new Error('broken');
      })();
      asks('b', () => true)();
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 a broken', '1 b true']);
  });

  test('a wait inside a predicate is an error at the wait', () => {
    run(function* () {
      try {
        yield waitUntil(() => wait(5) as unknown as boolean);
      } catch (error) {
        stage.log((error as Error).message);
      }
    });
    expect(stage.lines).toEqual([
      '0 wait(5) cannot pause in the predicate of waitUntil: it has to run to its end at once. Move the wait out of it, or start(() => …) what waits.',
    ]);
  });
});

describe('signals and calls', () => {
  test('who asks a queue later goes on later', () => {
    stage.play(
      stage.script('queue', function* () {
        const hits = listen('hit');
        yield wait(10);
        stage.log(`queue ${yield hits.next()}`);
      }),
    );
    stage.play(
      stage.script('waiter', function* () {
        stage.log(`waiter ${yield waitSignal('hit')}`);
      }),
    );
    stage.pulse(2);
    stage.play(() => signal('hit', 1));
    stage.finish();
    expect(stage.lines).toEqual(['3 waiter 1', '3 queue 1']);
  });

  test('a join that is over at once suspends nothing, so what was kept stays', () => {
    const other = stage.actor('other');
    expect(
      run(function* () {
        start(
          stage.script('hits', function* () {
            yield wait(10);
            for (const value of [1, 2]) signal('hit', value);
          }),
        );
        stage.log(`hit ${yield waitSignal('hit')}`);
        try {
          yield other.act(function* () {
            (currentThread() as Thread).cancel('enough');
            yield wait(10);
          });
        } catch (error) {
          stage.log((error as Error).name);
        }
        stage.log(`hit ${yield waitSignal('hit')}`);
      }),
    ).toEqual(['2 hit 1', '2 CancelledError', '2 hit 2']);
  });

  test('a signal makes ready who waits for it; nobody runs inside the turn that sends it', () => {
    const waiter = stage.play(
      stage.script('waiter', function* () {
        stage.log(`heard ${yield waitSignal('go')}`);
      }),
    ) as Thread;
    stage.play(
      stage.script('sender', function* () {
        yield wait(10);
        signal('go', 7);
        stage.log(`sent, the waiter is ${waiter.status}`);
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['1 sent, the waiter is ready', '2 heard 7']);
  });

  test('waiters resume in the order in which they began to wait', () => {
    stage.play(() => {
      for (const name of ['a', 'b', 'c']) {
        stage.script(name, function* () {
          if (name === 'a') yield wait(5);
          stage.log(`${name} ${yield waitSignal('go')}`);
        })();
      }
      stage.pulse(2);
      signal('go', 7);
    });
    stage.finish();
    expect(stage.lines).toEqual(['3 b 7', '3 c 7', '3 a 7']);
  });

  test('who waits again later, after a frame of its own loop, goes on later', () => {
    const hears = (name: string, frames: number) =>
      stage.script(name, function* () {
        for (let i = 0; i < 2; i++) {
          stage.log(`${name} ${yield waitSignal('go')}`);
          yield waitUntil(stage.scheduler.clock.frame + frames);
        }
      });
    stage.play(() => {
      hears('slow', 1)();
      hears('quick', 0)();
      signal('go', 1);
      stage.pulse(2);
      signal('go', 2);
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 slow 1', '1 quick 1', '3 quick 2', '3 slow 2']);
  });

  test('what comes between a wake and the next wait for the same is kept', () => {
    stage.play(() => {
      stage.script('counter', function* () {
        for (let i = 0; i < 3; i++) stage.log(`hit ${yield waitSignal('hit')}`);
      })();
      for (const hit of [1, 2, 3]) signal('hit', hit);
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 hit 1', '1 hit 2', '1 hit 3']);
  });

  test('another wait in between ends the keeping', () => {
    stage.play(() => {
      stage.script('counter', function* () {
        stage.log(`hit ${yield waitSignal('hit')}`);
        yield wait(10);
        stage.log(`hit ${yield waitSignal('hit')}`);
      })();
      signal('hit', 1);
      stage.pulse();
      signal('hit', 2);
      stage.pulse(2);
      signal('hit', 3);
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 hit 1', '4 hit 3']);
  });

  test('a sticky signal is there for those who come later, until it is cleared', () => {
    stage.play(() => signal('open', 1, { sticky: true }));
    run(function* () {
      stage.log(yield waitSignal('open'));
      stage.log(yield waitSignal('open'));
      clearSignal('open');
      stage.log(yield withTimeout(20, () => waitSignal('open')));
    });
    expect(stage.lines.slice(0, 2)).toEqual(['0 1', '0 1']);
    expect(stage.uncaught[0]).toBeInstanceOf(TimeoutError);
  });

  test('a kept signal is given before a sticky one', () => {
    stage.play(() => {
      stage.script('waiter', function* () {
        for (let i = 0; i < 3; i++) stage.log(`${yield waitSignal('s')}`);
      })();
      signal('s', 'first');
      signal('s', 'second');
      signal('s', 'stays', { sticky: true });
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 first', '1 second', '1 stays']);
  });

  test('waitFor(fn, receiver) goes on at the call, with its arguments', () => {
    const [a, b] = [stage.actor('a'), stage.actor('b')];
    stage.play(() => {
      stage.script('listener', function* () {
        // oxlint-disable-next-line typescript/unbound-method -- as the plugin hands it over
        stage.log(`walk ${yield waitFor(a.walk, b)}`);
      })();
      a.walk(1);
      stage.pulse();
      b.walk(2);
    });
    stage.finish();
    expect(stage.lines).toEqual(['0 a step 1', '1 b step 1', '2 walk 2', '2 b step 2']);
  });

  test('waitFor(fn) goes on also when the function throws, and each call counts', () => {
    const fails = stage.script('fails', function* () {
      yield 0;
      throw new Error('no');
    });
    stage.play(() => {
      stage.script('listener', function* () {
        for (let i = 0; i < 2; i++) stage.log(`heard ${yield waitFor(fails)}`);
      })();
      for (const value of [1, 2]) expect(() => (fails as Function)(value)).toThrow('no');
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 heard 1', '1 heard 2']);
  });

  test('hook makes a native function observable', () => {
    const add = hook((a: number, b: number) => a + b);
    stage.play(() => {
      stage.script('listener', function* () {
        stage.log(`${yield waitFor(add)}`);
      })();
      expect(add(1, 2)).toBe(3);
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 1,2']);
    expect([add.name, add.length]).toEqual(['', 2]);
  });
});

describe('promises', () => {
  test('a Promise that a call gives is waited for; other thenables and iterables pass through', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- it is what is tested
    const thenable = { then() {} };
    stage.play(
      stage.script('main', function* () {
        stage.log(`${yield Promise.resolve('value')}`);
        stage.log(`${(yield thenable) === thenable} ${yield 'text'}`);
        try {
          yield Promise.reject(new Error('no'));
        } catch (error) {
          stage.log((error as Error).message);
        }
      }),
    );
    await Promise.resolve();
    stage.pulse();
    await Promise.resolve();
    stage.pulse();
    expect(stage.lines).toEqual(['1 value', '1 true text', '2 no']);
  });

  describe('of another realm', () => {
    const value = runInNewContext('Promise.resolve("value")') as Promise<string>;
    const refused = (): Promise<unknown> => runInNewContext('Promise.reject("no")') as Promise<unknown>;

    test('are waited for like those of this one, wherever one may stand', async () => {
      expect(value instanceof Promise).toBe(false);
      const late = function* (): Generator {
        yield wait(10);
        return value;
      };
      stage.play(
        stage.script('main', function* () {
          stage.log(`${yield value} ${yield waitFor(value)} ${yield race(value)} ${yield all(() => value)}`);
          stage.log(`${yield stage.script('late', late)()} ${yield waitFor(start(() => value))}`);
          stage.log(`${isPromise(value)} ${isPromise({})} ${isPromise(Object.create(null))}`);
          try {
            yield refused();
          } catch (error) {
            stage.log(String(error));
          }
        }),
      );
      for (let i = 0; i < 20; i++) {
        stage.pulse();
        await Promise.resolve();
      }
      expect(stage.lines.map((line) => line.replace(/^\d+ /, ''))).toEqual([
        'value value value value',
        'value value',
        'true false false',
        'no',
      ]);
    });

    test('what only looks like one passes through', () => {
      const foreign = runInNewContext(
        '[{ then() {} }, { __proto__: null, then() {} }, Object.create(Promise.prototype), new Proxy(Promise.resolve(1), {}), { get then() { throw 1; } }]',
      ) as unknown[];
      const passed = run(function* () {
        for (const one of foreign) stage.log(`${(yield one) === one}`);
      });
      expect(passed).toEqual(foreign.map(() => '0 true'));
    });
  });

  test('what the `then` of a Promise throws comes out at the wait', () => {
    class Broken extends Promise<unknown> {
      // oxlint-disable-next-line unicorn/no-thenable -- it is what is tested
      override then(): never {
        throw new Error('broken then');
      }
    }
    run(function* () {
      try {
        yield waitFor(Broken.resolve(1));
      } catch (error) {
        stage.log((error as Error).message);
      }
    });
    expect(stage.lines).toEqual(['1 broken then']);
  });

  test('who waits for a Promise again stands behind those who wait for it already', async () => {
    let settle = (_value: string): void => {};
    const promise = new Promise<string>((resolve) => (settle = resolve));
    const waiter = (name: string): (() => Thread) =>
      stage.script(name, function* () {
        try {
          yield promise;
        } finally {
          stage.log(`${name} ${yield promise}`);
        }
      });
    const first = stage.play(waiter('first'));
    stage.play(waiter('second'));
    stage.play(waiter('third')).cancel();
    first.cancel();
    settle('value');
    for (let i = 0; i < 3; i++) {
      await Promise.resolve();
      stage.pulse();
    }
    expect(stage.lines).toEqual(['1 third value', '1 first value', '2 second value']);
  });

  test('a call that has waited may give a Promise too, on its own owner and on another', async () => {
    const other = stage.actor('other');
    const promised = Promise.resolve('value');
    const late = function* (): Generator {
      yield wait(10);
      return promised;
    };
    stage.play(
      stage.script('main', function* () {
        stage.log(`${yield stage.script('late', late)()}`);
        stage.log(`${yield other.act(late)}`);
        const thread = outside(() => other.act(late));
        stage.log(`${yield waitFor(thread)}`);
      }),
    );
    for (let i = 0; i < 10; i++) {
      stage.pulse();
      await Promise.resolve();
    }
    expect(stage.lines).toEqual(['2 value', '4 value', '6 value']);
  });
});

describe('combinators', () => {
  const after = (ms: number, value: string) =>
    stage.script(value, function* () {
      yield wait(ms);
      stage.log(value);
      return value;
    });

  test('all gives the values in order', () => {
    run(function* () {
      stage.log(`${yield all(after(20, 'slow'), after(10, 'fast'))}`);
    });
    expect(stage.lines).toEqual(['1 fast', '2 slow', '2 slow,fast']);
  });

  test('race gives the first and cancels the others', () => {
    run(function* () {
      stage.log(`won: ${yield race(after(20, 'slow'), after(10, 'fast'))}`);
    });
    expect(stage.lines).toEqual(['1 fast', '1 won: fast']);
  });

  test('the first error of all ends the others', () => {
    run(function* () {
      const fails = stage.script('fails', function* () {
        yield wait(10);
        throw new Error('failed');
      });
      try {
        yield all(after(20, 'slow'), fails);
      } catch (error) {
        stage.log((error as Error).message);
      }
    });
    expect(stage.lines).toEqual(['1 failed']);
  });

  test('all and race take one array or one plain object, too', () => {
    run(function* () {
      const empty = [
        yield all([]),
        yield all({}),
        yield (all as () => unknown)(),
        yield all(Object.create(null) as object),
      ];
      stage.log(JSON.stringify(empty));
      stage.log(JSON.stringify(yield all([after(20, 'slow'), after(10, 'fast')])));
      stage.log(JSON.stringify(yield all({ one: after(20, 'slow'), two: start(after(10, 'fast')) })));
      stage.log(JSON.stringify(yield race([after(20, 'slow'), after(10, 'fast')])));
      stage.log(JSON.stringify(yield race({ one: after(20, 'slow'), two: after(10, 'fast') })));
    });
    expect(stage.lines).toEqual([
      '0 [[],{},[],{}]',
      '1 fast',
      '2 slow',
      '2 ["slow","fast"]',
      '3 fast',
      '4 slow',
      '4 {"one":"slow","two":"fast"}',
      '5 fast',
      '5 "fast"',
      '6 fast',
      '6 {"key":"two","value":"fast"}',
    ]);
  });

  describe('what has not begun when the first turn of another decides', () => {
    const says = (value: string) => () => (stage.log(value), value);
    const fails = () => {
      throw new Error('failed');
    };

    test('of a race never begins, and the key is that of the branch', () => {
      run(function* () {
        stage.log(yield race(after(10, 'waits'), says('at once'), says('never')));
        stage.log(JSON.stringify(yield race({ a: after(10, 'waits'), b: says('at once'), c: says('never') })));
      });
      expect(stage.lines).toEqual(['0 at once', '0 at once', '0 at once', '0 {"key":"b","value":"at once"}']);
    });

    test.each(['all', 'tracks'] as const)('of %s never begins after an error, but after a value', (word) => {
      run(function* () {
        const calls = { a: says('a'), b: after(10, 'waits'), c: fails, d: says('never') };
        try {
          yield word === 'all' ? all(calls) : tracks(calls);
        } catch (error) {
          stage.log((error as Error).message);
        }
      });
      expect(stage.lines).toEqual(['0 a', '0 failed']);
    });

    test('counts also if a later branch has ended an earlier one', () => {
      run(function* () {
        const first = start(after(10, 'first'));
        const ends = () => {
          first.cancel('told so');
          return new Promise(() => {});
        };
        try {
          yield all(first, ends, says('never'));
        } catch (error) {
          stage.log((error as Error).name);
        }
      });
      expect(stage.lines).toEqual(['0 CancelledError']);
    });

    test('begins if a branch has only ended what the script has attached', () => {
      run(function* () {
        const attached = attach(after(10, 'never'));
        const ends = () => {
          attached.cancel('told so');
          return new Promise(() => {});
        };
        stage.log(yield race(ends, says('at once')));
      });
      expect(stage.lines).toEqual(['0 at once', '0 at once']);
    });

    test('is joined all the same if it had begun before', async () => {
      run(function* () {
        const thread = start(after(10, 'never'));
        const rejected = Promise.reject(new Error('nobody hears it'));
        stage.log(JSON.stringify(yield race({ a: says('at once'), b: says('never'), c: thread, d: rejected })));
        stage.log(thread.status);
      });
      await Promise.resolve();
      expect(stage.lines).toEqual(['0 at once', '0 {"key":"a","value":"at once"}', '0 cancelled']);
    });
  });

  test('withTimeout cancels a call that takes too long and gives the value of one that does not', () => {
    run(function* () {
      stage.log(yield withTimeout(50, after(10, 'in time')));
      try {
        yield withTimeout(10, after(50, 'too late'));
      } catch (error) {
        stage.log((error as Error).message);
      }
    });
    expect(stage.lines).toEqual([
      '1 in time',
      '1 in time',
      '2 withTimeout timed out after 10 ms. Give it more time, or catch TimeoutError.',
    ]);
  });

  test('tracks run side by side and give an object', () => {
    run(function* () {
      stage.log(JSON.stringify(yield tracks({ one: after(10, 'a'), two: after(20, 'b') })));
    });
    expect(stage.lines).toEqual(['1 a', '2 b', '2 {"one":"a","two":"b"}']);
  });

  test('a combinator that is done at once waits for nothing', () => {
    run(function* () {
      stage.log(
        `${yield all(
          () => 1,
          () => 2,
        )} ${yield race(() => 3)}`,
      );
    });
    expect(stage.lines).toEqual(['0 1,2 3']);
  });

  test('the same thread may be given twice', () => {
    run(function* () {
      const thread = start(after(10, 'value'));
      stage.log(`${yield all(thread, thread, after(20, 'other'))}`);
      const again = start(after(10, 'again'));
      stage.log(`${yield race(again, again)}`);
      stage.log(JSON.stringify(yield tracks({ one: again, two: thread })));
    });
    expect(stage.lines).toEqual([
      '1 value',
      '2 other',
      '2 value,value,other',
      '3 again',
      '3 again',
      '3 {"one":"again","two":"value"}',
    ]);
  });

  test('withTimeout(0) gives what is there at once, and waits for nothing else', () => {
    run(function* () {
      stage.log(`${yield withTimeout(0, () => 'there')}`);
      try {
        yield withTimeout(0, () => wait(0));
      } catch (error) {
        stage.log((error as Error).name);
      }
    });
    expect(stage.lines).toEqual(['0 there', '1 TimeoutError']);
  });

  test('a race of calls on an owner stops the call that lost', () => {
    const hero = stage.actor('hero');
    run(function* () {
      yield race(
        () => hero.walk(10),
        () => wait(20),
      );
      stage.log('over');
    });
    expect(stage.lines).toEqual(['0 hero step 1', '1 hero step 2', '2 hero step 3', '2 over']);
  });
});

test('a function that the handed-over call gives is called in the same thread', () => {
  run(function* () {
    stage.log(
      `${yield waitFor(
        start(() =>
          stage.script('inner', function* () {
            yield wait(10);
            return 'value';
          }),
        ),
      )}`,
    );
  });
  expect(stage.lines).toEqual(['1 value']);
});

test('so is one that its wait gives, and a Promise is waited for', async () => {
  const both = stage.play(
    stage.script('both', function* () {
      return yield all(
        () => waitSignal('function'),
        () => waitSignal('promise'),
      );
    }),
  );
  stage.scheduler.signal('function', () => 'value');
  stage.scheduler.signal('promise', Promise.resolve('later'));
  stage.pulse();
  await Promise.resolve();
  await Promise.resolve();
  stage.pulse();
  expect(both.result).toEqual(['value', 'later']);
});

test.each([
  ['start', start],
  ['attach', attach],
])('%s gives the thread the owner that it is told', (_word, begin) => {
  const hero = stage.actor('hero');
  run(function* () {
    const thread = begin(() => wait(10), { owner: hero });
    stage.log(`${thread.owner === hero} ${hero.owned.length}`);
    yield waitFor(thread);
  });
  expect(stage.lines).toEqual(['0 true 1']);
});

test('waitFor(owner) gives no value', () => {
  const hero = stage.actor('hero');
  stage.play(() => hero.walk(1));
  run(function* () {
    stage.log(String(yield waitFor(hero)));
  });
  expect(stage.lines).toEqual(['0 hero step 1', '1 undefined']);
});

test('random() gives the same numbers for the same seed', () => {
  const draw = (seed: number) => new Scheduler({ seed }).enter(() => [random(), random(), random()]);
  expect(draw(5)).toEqual(draw(5));
  expect(draw(5)).not.toEqual(draw(6));
  for (const number of draw(7)) expect(number >= 0 && number < 1).toBe(true);
});

test('outside any thread a wait says why', () => {
  expect(() => wait(5)).toThrow(
    /`wait` was called outside any thread. Usual causes: it is at the top level of a file, or in a function without a \/\/ @compile mark;/,
  );
});

test('$thread refuses what is no function', () => {
  expect(() => $thread(5 as never)).toThrow('$thread expected a generator function, got 5 (number).');
});
