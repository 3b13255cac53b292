/** What a game sees of a thread: its status, trace, end and cancel. Long, as there is much of it. */
import {
  $early,
  $method,
  $methods,
  $named,
  $plain,
  $takeNewTarget,
  $thread,
  outside,
  overBudget,
} from '../../src/abi.js';
import {
  all,
  attach,
  CancelledError,
  CannotPauseError,
  clock,
  currentThread,
  NotInThreadError,
  OwnerGoneError,
  Scheduler,
  scheduler as defaultScheduler,
  type SchedulerOptions,
  type StartOptions,
  start,
  type Thread,
  wait,
  waitFor,
  waitSignal,
  waitUntil,
} from '../../src/index.js';
import { CompiledFunction } from '../../src/execution/compiled-function.js';
import { pausesOf } from '../../src/execution/pause-points.js';
import { runToEnd } from '../../src/testing.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('a call from plain code', () => {
  test('gives the value when nothing waits, else the Thread', async () => {
    const quick = $thread(function* () {
      yield 1;
      return 'value';
    }, 'quick(0)');
    const slow = $thread(function* () {
      yield wait(10);
      return 'later';
    }, 'slow(0)') as () => Thread;
    expect(stage.play(quick)).toBe('value');
    const thread = stage.play(slow);
    expect(thread.status).toBe('sleeping');
    stage.finish();
    expect(thread.result).toBe('later');
    expect(await thread).toBe('later');
  });

  test('whoever awaits it gets the calls that led to an error, once, at the end of its stack', async () => {
    const fails = (error: unknown): ((n: number) => Thread) => {
      const fall = $thread(function* () {
        yield wait(10);
        throw error;
      }, 'fall(0)');
      return $thread(function* (): any {
        yield fall();
      }, 'walk(0)') as (n: number) => Thread;
    };
    const [error, frozen] = [new Error('a wall'), Object.freeze(new Error('ice'))];
    const { stack } = frozen;
    const threads = [error, frozen, 'a text', undefined].map((thrown) => stage.play(() => fails(thrown)(3)));
    const twice = threads.concat(threads).map((thread) => thread.then(null, (thrown: unknown) => thrown));
    stage.finish();
    const thrown = await Promise.all(twice);
    expect(thrown.slice(0, 4)).toEqual([error, frozen, 'a text', undefined]);
    expect(await (threads[0] as Thread).then(null, (again: unknown) => again)).toBe(error);
    expect(error.stack?.match(/\n {4}in the thread .*/g)).toEqual(['\n    in the thread walk: fall() -> walk(3)']);
    expect([frozen.stack, Object.keys(error)]).toEqual([stack, []]);
  });

  test('throws what is thrown before the first wait', () => {
    const fails = stage.script('fails', function* () {
      yield 1;
      throw new Error('at once');
    });
    expect(() => stage.play(fails)).toThrow('at once');
    stage.pulse();
    expect(stage.uncaught).toEqual([]);
  });
});

describe('wrappers', () => {
  test('keep name, length, this, arguments and what new gives', () => {
    const Point = $thread(
      function* (this: { x: number }, x: number) {
        this.x = (yield x) as number;
      } as never,
      'Point(1)',
    ) as unknown as new (x: number) => { x: number };
    expect([Point.name, Point.length]).toEqual(['Point', 1]);
    const point = new Point(3);
    expect(point.x).toBe(3);
    expect(point).toBeInstanceOf(Point);
    expect($thread(function* () {}, 'glitch.walk(2) name=').name).toBe('');
    expect(() => new ($method(function* () {}, 'm(0)') as unknown as new () => unknown)()).toThrow(TypeError);
  });

  test('new cannot pause', () => {
    const Slow = $thread(function* () {
      yield wait(5);
    }, 'Slow(0)') as unknown as new () => unknown;
    stage.play(
      stage.script('main', function* () {
        yield 0;
        expect(() => new Slow()).toThrow(CannotPauseError);
      }),
    );
  });

  test('new.target reaches the body', () => {
    const Kind = $thread(function* () {
      const target = $takeNewTarget();
      yield 0;
      return { target };
    }, 'Kind(0)') as unknown as new () => { target: unknown };
    expect(new Kind().target).toBe(Kind);
  });

  test('early calls of a declaration share its hooks', () => {
    const body = function* (): Generator {
      yield 0;
      return 'early';
    };
    expect($early(body, undefined, [])).toBe('early');
  });

  test('what was put on a declaration before its module began stays on it', () => {
    const early = Object.assign(() => undefined, { order: [1] });
    const wrapper = $thread(function* () {}, 'walk(0)', early) as unknown as { order: number[] };
    expect(wrapper.order).toEqual([1]);
  });

  test('a body that names itself gets the wrapper', () => {
    const fact = $named(
      (self) =>
        function* (n: number): Generator {
          return n < 2 ? 1 : n * ((yield (self as (n: number) => number)(n - 1)) as number);
        } as never,
      'fact(1)',
    ) as (n: number) => number;
    expect(stage.play(() => fact(5))).toBe(120);
  });

  test('what is known of a function is a compact text', () => {
    const compact = new CompiledFunction(function* () {}, 'generator', 'a.walk~2(1) name=go 4:2:k3 5:0:9x');
    expect([compact.label, compact.name, compact.length]).toEqual(['walk', 'go', 1]);
    expect(pausesOf(compact)).toEqual([
      { id: 'a.walk~2#0:k3', line: 4, column: 2 },
      { id: 'a.walk~2#1:9x', line: 5, column: 0 },
    ]);
    const nameless = new CompiledFunction(function* () {}, 'generator', 'go~2>arrow~door.on:open%7E(1) name=');
    expect([nameless.label, nameless.name]).toEqual(['arrow', '']);
    const words = ['a.walk(1)', 'a.walk(1) instant 4:2:k3'];
    expect(words.map((meta) => new CompiledFunction(function* () {}, 'generator', meta).instant)).toEqual([
      false,
      true,
    ]);
  });
});

describe('errors', () => {
  test('an uncaught error goes to onError once, with the trace of its thread', () => {
    const inner = $thread(function* (n: number) {
      yield wait(10);
      throw new Error(`no ${n}`);
    }, 'inner(1)') as (n: number) => unknown;
    stage.play(
      stage.script('outer', function* () {
        yield inner(3);
      }),
    );
    stage.pulse(5);
    expect(stage.lines).toEqual(['1 uncaught: no 3 in inner(3) -> outer()']);
  });

  test('the trace goes on with the threads that started it', () => {
    const [hero, button] = [stage.actor('hero'), stage.actor('button')];
    stage.play(() =>
      button.act(function* () {
        yield hero.act(function* () {
          yield this.wait(10);
          stage.log(`hero: ${this.trace()}`);
          stage.log(`thread: ${(currentThread() as Thread).trace()}`);
          throw new Error('no');
        });
      }),
    );
    stage.pulse(2);
    const trace = 'act(function) -> button.act(function)';
    expect(stage.lines).toEqual([`1 hero: ${trace}`, `1 thread: ${trace}`, `1 uncaught: no in ${trace}`]);
  });

  test('is itself, also where a class among the arguments has a static name that is no text', () => {
    const fails = $thread(function* (..._args: unknown[]) {
      yield wait(10);
      throw new Error('mine');
    }, 'fails(0)');
    const named = (name: unknown) =>
      Object.defineProperty(
        class {
          go() {}
        },
        'name',
        { value: name },
      );
    const Numbered = named(5);
    stage.play(() =>
      (fails as Function)(
        Numbered,
        named(() => 1),
        new Numbered(),
      ),
    );
    stage.pulse();
    expect(stage.lines).toEqual(['1 uncaught: mine in fails(function, function, object)']);
  });

  test('a trace has the calls of the thread, innermost first, then those of the threads that started it', () => {
    const glitch = stage.actor('glitch');
    const names = { step: 1, walk: 1, navigateTo: 1 };
    const method = (name: keyof typeof names, next: (() => unknown) | null) =>
      $thread(function* () {
        yield next === null ? waitUntil(1) : next();
      }, `${name}(${names[name]})`) as Function;
    const step = method('step', null);
    const walk = method('walk', () => step.call(glitch, 'NORTH'));
    const navigateTo = method('navigateTo', () => walk.call(glitch, 'NORTH'));
    const button = { name: 'ButtonC' };
    const onPress = $thread(function* () {
      yield navigateTo.call(glitch, button);
    }, 'onPress(0)') as Function;
    stage.play(() => onPress.call(button));
    expect(glitch.trace()).toBe('step(NORTH) -> walk(NORTH) -> navigateTo(ButtonC) -> ButtonC.onPress()');
    stage.finish();
    expect(glitch.trace()).toBe('');
  });

  test('the trace of an error has the calls that never wait too, functions and methods', () => {
    const boom = (): never => {
      throw new Error('broken');
    };
    const guard = $methods({ boom, plan: () => plain() }, { boom: 'boom(0)', plan: 'plan(0)' });
    const plain = $plain(() => guard.boom(), 'plain(0)');
    const script = stage.script('script', function* () {
      yield wait(10);
      yield guard.plan();
    });
    stage.play(script);
    stage.finish();
    expect(stage.lines).toEqual(['1 uncaught: broken in boom() -> plain() -> plan() -> script()']);
  });

  test('a joiner gets the error and the script may catch it across frames', () => {
    const fails = stage.script('fails', function* () {
      yield wait(10);
      throw new Error('late');
    });
    stage.play(
      stage.script('main', function* () {
        try {
          yield waitFor(start(fails));
        } catch (error) {
          stage.log((error as Error).message);
        }
      }),
    );
    stage.finish();
    expect([stage.lines, stage.uncaught]).toEqual([['1 late'], []]);
  });

  test('an error that its joiner never got is uncaught', () => {
    const fails = stage.script('fails', function* () {
      yield wait(20);
      throw new Error('late');
    });
    stage.play(() => {
      const failing = fails() as Thread;
      const joiner = stage.script('joiner', function* () {
        yield waitFor(failing);
      })() as Thread;
      joiner.cancel();
    });
    stage.finish();
    expect(stage.lines).toEqual(['2 uncaught: late in fails()']);
  });

  test('one thread that throws stops no other, and what onError throws comes after the pulse', () => {
    const scheduler = new Scheduler({
      onError: (error) => {
        throw error;
      },
    });
    const seen: string[] = [];
    const script = (name: string, fails: boolean) =>
      $thread(function* () {
        yield wait(10);
        if (fails) throw new Error(name);
        seen.push(name);
      }, `${name}(0)`);
    scheduler.enter(() => {
      script('a', true)();
      script('b', false)();
    });
    expect(() => scheduler.pulse(10)).toThrow('a');
    expect(seen).toEqual(['b']);
  });

  test('a pulse inside a pulse throws', () => {
    stage.play(
      stage.script('main', function* () {
        yield wait();
        stage.scheduler.pulse(1);
      }),
    );
    stage.pulse();
    expect(stage.lines[0]).toContain('pulse was called inside a pulse');
  });

  test.each([
    [
      { seeds: 1 },
      'new Scheduler expected options among onError, seed, maxStepsPerTurn, inbox, order, warnings, queuedWarningMs, identity, got "seeds" (string).',
    ],
    [{ maxStepsPerTurn: 0 }, 'new Scheduler expected maxStepsPerTurn: a number > 0, got 0 (number).'],
  ])('a wrong option of the scheduler is named: %o', (options, message) => {
    expect(() => new Scheduler(options as SchedulerOptions)).toThrow(message);
  });
});

describe('a lost pause', () => {
  const loses = (body: () => Generator): string => {
    stage.play(
      stage.script('main', function* () {
        try {
          yield* body();
        } catch (error) {
          stage.log(`${(error as Error).constructor.name}: ${(error as Error).message.split('.')[0]}`);
        }
      }),
    );
    stage.finish();
    return stage.lines.join('|');
  };
  const naps = $thread(function* () {
    try {
      yield wait(10);
    } finally {
      stage.log('cleaned up');
    }
  }, 'naps(0)');

  test('is an error at the next call', () => {
    expect(
      loses(function* () {
        [1].forEach(() => naps());
        yield naps();
      }),
    ).toContain(
      'cleaned up|0 CannotPauseError: The pause of wait(10) in naps() was lost: the code that called naps() did not pass it on (noticed at the call of naps)',
    );
  });

  test('is an error at the next yield', () => {
    expect(
      loses(function* () {
        [1].forEach(() => naps());
        yield 5;
      }),
    ).toContain('(noticed at the next yield of main)');
  });

  test('is an error at the return', () => {
    const main = stage.script('main', function* () {
      yield 0;
      [1].forEach(() => naps());
      return 5;
    });
    stage.play(() => {
      expect(main).toThrow(/noticed at the return of main/);
    });
  });
});

describe('cancel', () => {
  const sleeper = (name: string, more?: () => Generator) =>
    stage.script(name, function* () {
      try {
        yield wait(1000);
      } catch {
        stage.log(`${name} caught`);
      } finally {
        stage.log(`${name} finally`);
        if (more) yield* more();
      }
    });

  test('runs finally blocks from the innermost call outwards, catch blocks do not see it', () => {
    const inner = sleeper('inner');
    const thread = stage.play(
      stage.script('outer', function* () {
        try {
          yield inner();
        } finally {
          stage.log('outer finally');
        }
      }),
    );
    thread.cancel('enough');
    thread.cancel('twice');
    expect(stage.lines).toEqual(['0 inner finally', '0 outer finally']);
    expect(thread.status).toBe('cancelled');
  });

  test('a finally block may wait, and the thread ends after it', () => {
    const thread = stage.play(
      sleeper('slow', function* () {
        yield wait(10);
        stage.log('slow done');
      }),
    );
    thread.cancel();
    expect(thread.status).toBe('sleeping');
    stage.pulse();
    expect([stage.lines, thread.status]).toEqual([['0 slow finally', '1 slow done'], 'cancelled']);
  });

  test('joiners get a CancelledError with the reason', () => {
    const thread = stage.play(sleeper('sleeper')) as Thread;
    stage.play(
      stage.script('joiner', function* () {
        try {
          yield waitFor(thread);
        } catch (error) {
          stage.log(`${String((error as CancelledError).reason)} ${(error as Error).message}`);
        }
      }),
    );
    thread.cancel('enough');
    stage.pulse();
    expect(stage.lines).toEqual(['0 sleeper finally', '1 enough `sleeper` was cancelled: enough.']);
  });

  test('a call that is handed over without a name has that of what it calls, once that waits', () => {
    const step = (name: string): (() => any) =>
      stage.script(name, function* () {
        yield wait(10);
      });
    const [walk, jump] = [step('walk'), step('jump')];
    const both = stage.play(
      stage.script('both', function* () {
        yield all(
          () => walk(),
          () => start(() => jump(), { name: 'leap' }),
        );
      }),
    );
    expect(both.waitingFor).toBe('all(walk, script), since frame 0; walk: wait(10), since frame 0');
    expect(stage.scheduler.threads.map(({ name }) => name)).toEqual(['both', 'walk', 'leap']);
  });

  test('a running thread is cancelled at its next real wait', () => {
    stage.play(
      stage.script('self', function* () {
        try {
          (stage.scheduler.threads[0] as Thread).cancel();
          stage.log('still runs');
          yield wait(10);
          stage.log('never');
        } finally {
          stage.log('finally');
        }
      }),
    );
    stage.pulse(3);
    expect(stage.lines).toEqual(['0 still runs', '0 finally']);
  });

  test('a blocked thread just leaves the queue, and its lock passes on', () => {
    const hero = stage.actor('hero');
    stage.play(() => {
      const walk = hero.walk(3) as Thread;
      const jump = hero.jump() as Thread;
      hero.walk(1);
      jump.cancel();
      walk.cancel();
    });
    stage.finish();
    expect(stage.lines).toEqual(['0 hero step 1', '1 hero step 1']);
  });

  test('children end with their parent, last started first; threads started on others do not', () => {
    const hero = stage.actor('hero');
    const thread = stage.play(
      stage.script('parent', function* () {
        void outside(() => hero.walk(2));
        attach(sleeper('attached'));
        yield all(sleeper('a'), sleeper('b'));
      }),
    ) as Thread;
    stage.lines.length = 0;
    thread.cancel();
    stage.finish();
    expect(stage.lines).toEqual(['0 b finally', '0 a finally', '0 attached finally', '1 hero step 2']);
  });

  test('the end of an owner cancels its threads, frees who waits and refuses later calls', () => {
    const hero = stage.actor('hero');
    stage.play(() => {
      hero.walk(5);
      hero.jump();
      hero.close('died');
    });
    expect(hero.threads).toEqual([]);
    expect(() => stage.play(() => hero.jump())).toThrow(OwnerGoneError);
    expect(stage.scheduler.live.size).toBe(0);
  });

  test('an error in a finally block is the error of the thread, after all others ran', () => {
    const inner = sleeper('inner', function* () {
      yield 0;
      throw new Error('broken finally');
    });
    const thread = stage.play(
      stage.script('outer', function* () {
        try {
          yield inner();
        } finally {
          stage.log('outer finally');
        }
      }),
    ) as Thread;
    thread.cancel();
    expect([stage.lines, thread.status]).toEqual([['0 inner finally', '0 outer finally'], 'failed']);
  });
});

describe('spawn and pulse', () => {
  test('spawned threads run in the next pulse, lower priorities first, 0 where none is given', () => {
    const spawn = (name: string, options?: StartOptions): Thread =>
      stage.scheduler.spawn(() => stage.log(name), options);
    spawn('late', { priority: 0.5 });
    expect(spawn('middle').priority).toBe(0);
    spawn('early', { priority: -0.5 });
    expect(stage.lines).toEqual([]);
    stage.pulse();
    expect(stage.lines).toEqual(['1 early', '1 middle', '1 late']);
  });

  test('a spawned function gets its arguments, compiled or plain', () => {
    const script = $thread(function* (...args: unknown[]) {
      yield wait(10);
      stage.log(`script ${args.join()}`);
    }, 'script(0)');
    const plain = (...args: unknown[]): void => stage.log(`plain ${args.join()}`);
    for (const fn of [script as typeof plain, plain]) stage.scheduler.spawn(fn, { args: ['north', 3] });
    stage.scheduler.spawn(plain, { args: [] });
    stage.pulse(2);
    expect(stage.lines).toEqual(['1 plain north,3', '1 plain ', '2 script north,3']);
  });

  test.each([
    [5, '5 (number)'],
    ['north', '"north" (string)'],
    [null, 'null'],
    [{ length: 1 }, 'Object (object)'],
  ])('arguments that are no array are refused where they are given: %o', (args, got) => {
    const { scheduler } = stage;
    const spawn = (): unknown => scheduler.spawn(() => 1, { args: args as never });
    expect(spawn).toThrow(new TypeError(`spawn expected an array of args, got ${got}.`));
    expect(scheduler.threads).toEqual([]);
  });

  test('what becomes ready in a pulse runs in the next one', () => {
    stage.scheduler.spawn(() => {
      stage.log('first');
      stage.scheduler.spawn(() => stage.log('second'));
    });
    stage.pulse(2);
    expect(stage.lines).toEqual(['1 first', '2 second']);
  });

  test('a thread cancelled in the same pulse does not run', () => {
    const victim: { thread?: Thread } = {};
    stage.scheduler.spawn(() => victim.thread?.cancel());
    victim.thread = stage.scheduler.spawn(() => stage.log('never'));
    stage.pulse(2);
    expect(stage.lines).toEqual([]);
  });

  test('a join costs no frame', () => {
    const [a, b] = [stage.actor('a'), stage.actor('b')];
    stage.play(
      stage.script('main', function* () {
        yield a.walk(1);
        yield b.walk(1);
        stage.log('both');
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['0 a step 1', '1 b step 1', '2 both']);
  });

  test('plain calls and signals use the default scheduler, which a game pulses', () => {
    const lines: string[] = [];
    const skippable = $thread(function* (): Generator {
      lines.push(`skipped by ${yield waitSignal('skip')}`);
    }, 'skippable(0)');
    skippable();
    defaultScheduler.signal('skip', 'a key');
    defaultScheduler.pulse(10);
    expect([lines, defaultScheduler.threads]).toEqual([['skipped by a key'], []]);
  });

  test('two schedulers keep their own threads and time', () => {
    const other = new Stage();
    const nap = (on: Stage) =>
      on.script('nap', function* () {
        yield wait(10);
        on.log(`${clock.frame}`);
      });
    stage.play(nap(stage));
    other.play(nap(other));
    other.pulse();
    expect([stage.lines, other.lines]).toEqual([[], ['1 1']]);
    stage.finish();
    expect(stage.lines).toEqual(['1 1']);
  });

  test('runToEnd pulses until no thread is live', () => {
    stage.play(
      stage.script('nap', function* () {
        yield wait(100);
      }),
    );
    expect(runToEnd(stage.scheduler, { frameMs: 10 })).toBe(10);
    expect(() => stage.scheduler.pulse(-100)).toThrow(
      'pulse expected milliseconds ≥ 0, got -100 (number). Write `pulse(now - last)`.',
    );
    expect(() => stage.scheduler.pulse(1e308)).toThrow('pulse expected milliseconds < 2^53, got 1e+308 (number).');
  });
});

test('a fast loop waits after so many turns, counted since the last real pause', () => {
  stage.play(
    stage.script('counts', function* () {
      for (let i = 0; i < 10; i++) if (overBudget(4)) yield waitUntil(clock.frame + 1);
      stage.log('counted');
    }),
  );
  stage.finish();
  expect(stage.lines).toEqual(['2 counted']);
});

test('waitingFor says what a thread waits for', () => {
  const hero = stage.actor('hero');
  const thread = stage.play(
    stage.script('main', function* () {
      yield waitSignal('go');
    }),
  ) as Thread;
  expect(thread.waitingFor).toBe('waitSignal(go), since frame 0');
  const jump = stage.play(() => {
    hero.walk(5);
    return hero.jump() as Thread;
  });
  expect(jump.waitingFor).toBe('blocked: jump() needs hero, held by walk, since frame 0; walk: frame 1, since frame 0');
  const run = stage.play(() => hero.walk(2)) as Thread;
  expect(run.waitingFor).toMatch(/^blocked: walk\(2\) needs hero, held by walk, behind jump, since frame 0;/);
  expect(hero.trace()).toBe('walk(5)');
});

test('a call inside a thread without the plugin says why it cannot wait', () => {
  expect(() => wait()).toThrow(NotInThreadError);
});

test('the calls of 5,000 frames deep resume at no native cost', () => {
  const deep = $thread(
    function* (n: number): Generator {
      if (n === 0) yield wait(10);
      else yield deep(n - 1);
      return undefined;
    } as never,
    'deep(1)',
  ) as (n: number) => unknown;
  stage.play(() => deep(1000));
  stage.finish();
  expect(stage.scheduler.live.size).toBe(0);
});
