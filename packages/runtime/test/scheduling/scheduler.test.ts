import { $thread, beside } from '../../src/abi.js';
import { after, check, resume, sleep, waitSignalOn, yieldTurn } from '../../src/host.js';
import {
  all,
  Clock,
  currentThread,
  race,
  type Scheduler,
  type Thread,
  wait,
  waitFrames,
  waitFor,
  waitSignal,
  waitUntil,
  withClock,
  withTimeout,
} from '../../src/index.js';
import { Stage } from '../stage.js';

test('a pulse that is a little negative, as the first of a loop of animation frames, counts as 0', () => {
  const stage = new Stage();
  const { scheduler } = stage;
  stage.play(
    stage.script('script', function* () {
      yield wait(10);
      stage.log(`${scheduler.clock.now}`);
    }),
  );
  const stamps = [1000 - 6.44, 1000, 1010];
  let last = 1000;
  for (const now of stamps) {
    scheduler.pulse(now - last);
    last = now;
  }
  expect(stage.lines).toEqual(['3 16.440000000000055']);
  scheduler.pulse(-99.9);
  expect([scheduler.clock.frame, scheduler.clock.now]).toEqual([4, 16.440000000000055]);
});

describe('the names of waits that take a scheduler', () => {
  test('sleep waits milliseconds, check for a predicate, waitSignalOn for a signal, yieldTurn for the next pulse', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    let open = false;
    const script = stage.script('script', function* () {
      yield sleep(scheduler, 25);
      stage.log('slept');
      stage.log(`checked ${yield check(scheduler, () => open && 'gate')}`);
      stage.log(`heard ${yield waitSignalOn(scheduler, 'go')}`);
      yield yieldTurn(scheduler);
      stage.log('yielded');
    });
    const thread = stage.play(script) as Thread;
    expect([thread.status, thread.waitingFor]).toEqual(['sleeping', 'sleep(25), since frame 0']);
    stage.pulse(4);
    expect(thread.status).toBe('checking');
    open = true;
    stage.pulse();
    expect(thread.status).toBe('waiting');
    scheduler.signal('go', 7);
    stage.pulse();
    expect([thread.status, thread.waitingFor]).toEqual(['ready', '']);
    stage.pulse();
    expect(stage.lines).toEqual(['3 slept', '5 checked gate', '6 heard 7', '7 yielded']);
  });

  test('in a turn one thread is running and currentThread() gives it; outside nobody is', () => {
    const stage = new Stage();
    const script = stage.script('script', function* () {
      stage.log(`${threads.indexOf(currentThread() as Thread)}: ${threads.map(({ status }) => status).join()}`);
      yield sleep(stage.scheduler, 10);
    });
    const threads = [stage.scheduler.spawn(script), stage.scheduler.spawn(script)];
    expect([currentThread(), ...threads.map(({ status }) => status)]).toEqual([undefined, 'ready', 'ready']);
    stage.pulse();
    expect(stage.lines).toEqual(['1 0: running,ready', '1 1: sleeping,running']);
    expect(currentThread()).toBeUndefined();
  });

  test('yieldTurn gives the others their turn, lower priorities first', () => {
    const stage = new Stage();
    const worker = (name: string) =>
      stage.script(name, function* () {
        for (let i = 1; i <= 2; i++) {
          stage.log(`${name} ${i}`);
          yield yieldTurn(stage.scheduler);
        }
      });
    stage.scheduler.spawn(worker('low'), { priority: 5 });
    stage.scheduler.spawn(worker('high'), { priority: -1 });
    stage.pulse(3);
    expect(stage.lines).toEqual(['1 high 1', '1 low 1', '2 high 2', '2 low 2']);
  });

  test('release the owner, as the free functions do', () => {
    const waits: Record<string, (scheduler: Scheduler) => unknown> = {
      sleep: (scheduler) => sleep(scheduler, 50),
      yieldTurn,
      check: (scheduler) => check(scheduler, () => false),
      waitSignalOn: (scheduler) => waitSignalOn(scheduler, 'never'),
    };
    for (const [word, waitIn] of Object.entries(waits)) {
      const stage = new Stage();
      const hero = stage.actor('hero');
      stage.play(() => {
        hero.act(function* () {
          yield waitIn(stage.scheduler);
        });
        expect([word, hero.busy]).toEqual([word, false]);
      });
    }
  });

  test('refuse wrong arguments and plain code, by name', () => {
    const { scheduler } = new Stage();
    expect(() => sleep(scheduler, 5)).toThrow('`sleep` was called outside any thread.');
    expect(() => yieldTurn(scheduler)).toThrow('`yieldTurn` was called outside any thread.');
    expect(() => waitSignalOn(scheduler, 'go')).toThrow('`waitSignalOn` was called outside any thread.');
    expect(() => check(scheduler, () => true)).toThrow('`check` was called outside any thread.');
    const stage = new Stage();
    const caught = (fn: () => unknown): unknown =>
      stage.play(
        stage.script('script', function* () {
          try {
            yield fn();
          } catch (error) {
            return (error as Error).message;
          }
          return 'nothing was thrown';
        }),
      );
    expect(caught(() => sleep(stage.scheduler, -1))).toBe('sleep expected milliseconds ≥ 0, got -1 (number).');
    expect(caught(() => check(stage.scheduler, 3 as never))).toBe('check expected a predicate, got 3 (number).');
    expect(caught(() => waitSignalOn(stage.scheduler, ''))).toBe(
      'waitSignalOn expected the name of a signal, got "" (string).',
    );
    expect(caught(() => sleep(50 as never, 50))).toBe('sleep expected a scheduler, got 50 (number).');
  });
});

describe('after', () => {
  test('calls a function once when its time has come, in the order of the timers', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    after(scheduler, 25, () => stage.log('bell'));
    after(scheduler, 0, () => stage.log('at once'));
    stage.play(
      stage.script('script', function* () {
        yield wait(25);
        stage.log('thread');
      }),
    );
    stage.pulse(5);
    expect(stage.lines).toEqual(['1 at once', '3 bell', '3 thread']);
  });

  test('is taken back by the function that it gives, also twice and too late', () => {
    const stage = new Stage();
    const undo = after(stage.scheduler, 10, () => stage.log('no'));
    const undoLate = after(stage.scheduler, 10, () => stage.log('yes'));
    undo();
    undo();
    stage.pulse();
    undoLate();
    expect(stage.lines).toEqual(['1 yes']);
    expect(stage.scheduler.clock.wheel?.count).toBe(0);
  });

  test('may take back another that is due in the same pulse', () => {
    const stage = new Stage();
    const undos: (() => void)[] = [];
    after(stage.scheduler, 10, () => {
      stage.log('first');
      undos[0]?.();
    });
    undos.push(after(stage.scheduler, 10, () => stage.log('second')));
    stage.pulse(2);
    expect(stage.lines).toEqual(['1 first']);
  });

  test('starts a script as plain code does, on its own scheduler', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    after(stage.scheduler, 20, () => hero.walk(2));
    after(
      stage.scheduler,
      20,
      stage.script('free', function* () {
        yield wait(10);
        stage.log('free');
      }),
    );
    stage.pulse(5);
    expect(stage.lines).toEqual(['2 hero step 1', '3 hero step 2', '3 free']);
  });

  test('counts on the clock of the thread that asks', () => {
    const stage = new Stage();
    const slow = new Clock(stage.scheduler.clock);
    slow.scale = 0.5;
    stage.play(() => withClock(slow, () => after(stage.scheduler, 10, () => stage.log('slow'))));
    stage.pulse(3);
    expect(stage.lines).toEqual(['2 slow']);
  });

  test('that throws does not stop the others: the error comes out of the pulse when it has ended', () => {
    const stage = new Stage();
    after(stage.scheduler, 10, () => {
      throw new Error('broken');
    });
    after(stage.scheduler, 10, () => stage.log('still'));
    stage.play(
      stage.script('script', function* () {
        yield wait();
        stage.log('thread');
      }),
    );
    expect(() => stage.scheduler.pulse(10)).toThrow('broken');
    expect(stage.lines).toEqual(['1 still', '1 thread']);
    stage.pulse();
  });

  test('refuses wrong arguments', () => {
    const { scheduler } = new Stage();
    expect(() => after(scheduler, -1, () => 1)).toThrow('after expected milliseconds ≥ 0, got -1 (number).');
    expect(() => after(scheduler, 1, 2 as never)).toThrow(
      'after expected milliseconds ≥ 0 and a function, got 2 (number).',
    );
  });
});

describe('resume', () => {
  test('ends the wait of a thread by its id: it goes on in the next pulse with the value', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    const waits = { sleep: () => wait(1e6), signal: () => waitSignal('never'), check: () => waitUntil(() => false) };
    for (const [name, begin] of Object.entries(waits)) {
      const thread = stage.play(
        stage.script(name, function* () {
          stage.log(`${name} ${yield begin()}`);
        }),
      ) as Thread;
      expect(resume(scheduler, thread.id, 'woken')).toBe(true);
      expect(resume(scheduler, thread.id, 'again')).toBe(false);
    }
    stage.pulse();
    expect(stage.lines).toEqual(['1 sleep woken', '1 signal woken', '1 check woken']);
    expect(scheduler.clock.wheel?.count).toBe(0);
    expect(scheduler.signals.byName.size).toBe(0);
  });

  test('of a thread that waits for others ends those that only it waited for', () => {
    const stage = new Stage();
    const child = stage.script('child', function* () {
      try {
        yield wait(1e6);
      } finally {
        stage.log('child ended');
      }
    });
    const thread = stage.play(
      stage.script('parent', function* () {
        stage.log(`got ${yield all(child, child)}`);
      }),
    ) as Thread;
    resume(stage.scheduler, thread.id, 'enough');
    stage.pulse();
    expect(stage.lines).toEqual(['0 child ended', '0 child ended', '1 got enough']);
    expect(stage.scheduler.threads).toEqual([]);
  });

  test('does nothing to a thread that runs, whatever it waited for before, nor to one that is due in this pulse', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    const own = (begin: () => unknown, others: number[]) =>
      stage.script('own', function* () {
        yield begin();
        stage.log(String([scheduler.clock.frame, ...others.map((id) => resume(scheduler, id, 'no'))]));
        yield wait(10);
        stage.log('on');
      });
    stage.play(own(() => wait(), [1, 2]));
    stage.play(own(() => waitFrames(1), [2, 1]));
    stage.pulse();
    // The first is running and the second is due; then the second runs, and the first waits for its 10 ms.
    expect(stage.lines).toEqual(['1 1,false,false', '1 1,false,true']);
    stage.pulse();
    expect(stage.lines.slice(2)).toEqual(['2 on', '2 on']);
  });

  test('does nothing to a thread that is blocked, at the end of a turn of its loop, ready, ended or unknown', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    const hero = stage.actor('hero');
    const [walk, jump] = stage.play(() => [hero.walk(2) as Thread, hero.jump() as Thread]);
    const ready = scheduler.spawn(() => 1);
    expect([walk, jump, ready].map((thread) => resume(scheduler, thread.id))).toEqual([false, false, false]);
    stage.finish();
    expect([walk.id, 99].map((id) => resume(scheduler, id))).toEqual([false, false]);
    expect(stage.lines).toEqual(['0 hero step 1', '1 hero step 2', '2 hero jump', '4 hero land']);
  });
});

describe('dump', () => {
  test('names an arm without a key by what it calls or waits for', () => {
    const stage = new Stage();
    const guard = stage.actor('guard');
    const nap = $thread(function* () {
      yield wait(500);
    }, 'nap(0)');
    const scene = stage.script('scene', function* () {
      yield race(
        () => guard.walk(50),
        () => waitSignal('skpi'),
        () => withTimeout(800, () => nap()),
        () =>
          all(
            () => wait(300),
            () => nap(),
          ),
      );
    });
    stage.play(scene);
    stage.pulse();
    const said = stage.scheduler.dump().split('\n');
    expect(said.map((line) => line.split(', priority')[0])).toEqual([
      '#1 scene',
      '#2 walk',
      '#3 walk of guard',
      '#4 waitSignal(skpi)',
      '#5 nap',
      '#6 nap',
      '#7 all(wait(300), nap)',
      '#8 wait(300)',
      '#9 nap',
    ]);
    expect(said[0]).toMatch(
      /, waiting: race\(walk, waitSignal\(skpi\), nap, all\(wait\(300\), nap\)\), since frame 0;/,
    );
  });

  test('says in a line for each thread what it waits for, who holds it up, and since when', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    const hero = stage.actor('hero');
    const menu = new Clock(scheduler.clock);
    stage.play(
      stage.script('opening', function* () {
        yield beside(hero.jump());
        yield hero.walk(3);
      }),
    );
    stage.play(() =>
      withClock(
        menu,
        stage.script('menu', function* () {
          yield wait(50);
        }),
      ),
    );
    menu.pause();
    scheduler.spawn(() => 1, { name: 'later', priority: -2 });
    expect(scheduler.dump().split('\n')).toEqual([
      '#1 opening, priority 0, waiting: the value of walk, since frame 0; walk: blocked: walk(3) needs hero, held by jump, since frame 0; jump: wait(20), since frame 0',
      '#2 jump of hero, priority 0, sleeping: wait(20), since frame 0',
      '#3 walk of hero, priority 0, blocked: walk(3) needs hero, held by jump, since frame 0; jump: wait(20), since frame 0',
      '#4 withClock, priority 0, sleeping: wait(50), since frame 0, on a paused clock',
      '#5 later, priority -2, ready',
    ]);
    menu.resume();
    stage.finish();
    expect(scheduler.dump()).toBe('');
  });
});

test('waitingFor follows a chain of 1,000 threads no further than a reader does', () => {
  const stage = new Stage();
  let last: Thread | undefined;
  for (let i = 0; i < 1000; i++) {
    const before = last;
    last = stage.play(
      stage.script(`link${i}`, function* () {
        yield before === undefined ? wait(50) : waitFor(before);
      }),
    ) as Thread;
  }
  expect((last as Thread).waitingFor.split('; ')).toHaveLength(8);
  expect(stage.scheduler.dump().split('\n')).toHaveLength(1000);
});

describe('predicates', () => {
  test('are asked in the order in which their threads began to wait; one that throws does not stop the others', () => {
    const stage = new Stage();
    const asked: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      let times = 0;
      stage.play(
        stage.script(name, function* () {
          const value = yield waitUntil(() => {
            asked.push(name);
            if (name === 'second' && times === 1) throw new Error('broken');
            return times++ === 2 && name;
          });
          stage.log(value);
        }),
      );
    }
    asked.length = 0;
    stage.pulse(2);
    expect(asked).toEqual(['first', 'second', 'third', 'first', 'third']);
    expect(stage.lines).toEqual(['1 uncaught: broken in second()', '2 first', '2 third']);
  });
});

/** Runs `fn` while arrays have no iterator, as after a script that has taken it. */
function withoutIterator(fn: () => void): void {
  const { [Symbol.iterator]: iterate } = Array.prototype;
  Reflect.deleteProperty(Array.prototype, Symbol.iterator);
  try {
    fn();
  } finally {
    // oxlint-disable-next-line eslint/no-extend-native -- it is put back
    Object.defineProperty(Array.prototype, Symbol.iterator, { value: iterate, writable: true, configurable: true });
  }
}

describe('a script that takes the iterator from arrays', () => {
  test('stops no pulse, wait, signal or error', () => {
    const stage = new Stage();
    const script = stage.script('script', function* () {
      yield waitFrames(2);
      yield wait(5);
      stage.log(`got ${yield waitSignal('go')}`);
      throw new Error('the end');
    });
    stage.scheduler.spawn(script);
    stage.scheduler.spawn(script, { priority: 1 });
    withoutIterator(() => {
      for (let i = 0; i < 5; i++) stage.scheduler.pulse(5);
      stage.scheduler.signal('go', 2);
      stage.scheduler.pulse(5);
    });
    const ends = ['6 uncaught: the end in script()', '6 uncaught: the end in script()'];
    expect(stage.lines).toEqual(['6 got 2', '6 got 2', ...ends]);
  });
});
