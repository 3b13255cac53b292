import { $thread, outside } from '../../src/abi.js';
import {
  all,
  clock,
  currentThread,
  DeadlockError,
  race,
  type Thread,
  wait,
  waitFor,
  waitUntil,
  withTimeout,
} from '../../src/index.js';
import { type Actor, Stage } from '../stage.js';

let stage: Stage;
let hero: Actor;
let guide: Actor;
let third: Actor;
beforeEach(() => {
  stage = new Stage();
  [hero, guide, third] = [stage.actor('hero'), stage.actor('guide'), stage.actor('third')];
});

/** A script on an actor that waits 10 ms, then for the value of `call`, and logs how that ended. */
const asks = (actor: Actor, call: () => unknown): Thread =>
  stage.play(() =>
    actor.act(function* () {
      yield this.wait(10);
      try {
        yield call();
        stage.log(`${this.name} got it`);
      } catch (error) {
        stage.log(`${this.name}: ${(error as Error).constructor.name}`);
      }
    }),
  ) as Thread;

test('executors held in opposite order: the one that closes the cycle gets the error, the other goes on', () => {
  asks(hero, () => guide.jump());
  asks(guide, () => hero.jump());
  stage.finish();
  expect(stage.lines).toEqual(['1 guide: DeadlockError', '1 guide jump', '3 guide land', '3 hero got it']);
});

test('who comes back to its owner after a free wait and would close a circle does not make the call that it came back for', () => {
  stage.play(() =>
    hero.act(function* () {
      yield guide.act(function* () {
        yield wait(10);
        try {
          yield this.wait(10);
          stage.log('waited');
        } catch (error) {
          stage.log(`${this.name}: ${(error as Error).constructor.name}`);
        }
      });
    }),
  );
  stage.play(() =>
    guide.act(function* () {
      yield hero.jump();
      stage.log('guide got it');
    }),
  );
  stage.finish();
  expect(stage.lines).toEqual(['1 guide: DeadlockError', '1 hero jump', '3 hero land', '3 guide got it']);
});

test('three in a ring', () => {
  asks(hero, () => guide.jump());
  asks(guide, () => third.jump());
  asks(third, () => hero.jump());
  stage.finish();
  expect(stage.lines[0]).toBe('1 third: DeadlockError');
  expect(stage.lines.at(-1)).toBe('5 hero got it');
});

test('a thread that joins itself', () => {
  stage.play(
    stage.script('self', function* () {
      try {
        yield waitFor(currentThread());
      } catch (error) {
        stage.log((error as Error).message);
      }
    }),
  );
  expect(stage.lines).toEqual([
    '0 This wait would never end: the thread would wait for itself. `self`: self(). Start one of the calls as a statement, or wait for it later.',
  ]);
});

test('two threads that join each other, and one through another', () => {
  const threads: Thread[] = [];
  const joins = (name: string, other: number) =>
    stage.play(
      stage.script(name, function* () {
        yield wait(10);
        try {
          yield waitFor(threads[other]);
          stage.log(`${name} joined`);
        } catch (error) {
          stage.log(`${name}: ${(error as Error).constructor.name}`);
        }
      }),
    ) as Thread;
  threads.push(joins('a', 1), joins('b', 2), joins('c', 0));
  stage.finish();
  expect(stage.lines).toEqual(['1 c: DeadlockError', '1 b joined', '1 a joined']);
});

test('the error holds the trace of every thread in the cycle', () => {
  asks(hero, () => guide.jump());
  const messages: string[] = [];
  stage.play(() =>
    guide.act(function* () {
      yield this.wait(10);
      try {
        yield hero.jump();
      } catch (error) {
        messages.push((error as Error).message);
      }
    }),
  );
  stage.finish();
  expect(messages[0]).toMatch(
    /`act`: act\(function\); `jump`: jump\(\) -> guide\.act\(function\); `act`: .*; `jump`: jump\(\) -> hero\.act\(function\)\. Start/,
  );
});

describe('no false alarm', () => {
  test('the family', () => {
    asks(hero, () =>
      guide.act(function* () {
        yield this.wait(10);
        yield hero.jump();
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['2 hero jump', '4 hero land', '4 hero got it']);
  });

  test('a queued call whose value is waited for by the holder', () => {
    stage.play(() =>
      hero.act(function* () {
        const queued: { thread?: Thread } = {};
        outside(() => hero.jump());
        queued.thread = outside(() => hero.walk(1)) as Thread;
        yield this.waitFor(queued.thread);
        stage.log('walked');
      }),
    );
    stage.finish();
    expect(stage.lines.at(-1)).toMatch(/walked$/);
    expect(stage.uncaught).toEqual([]);
  });

  test('a queued call whose value is waited for by one who gets the executor back before the queue', () => {
    asks(hero, () =>
      guide.act(function* () {
        outside(() => hero.walk(2));
        return yield hero.jump();
      }),
    );
    outside(() =>
      stage.play(() =>
        hero.act(function* () {
          stage.log('next');
        }),
      ),
    );
    stage.finish();
    expect([stage.lines, stage.uncaught]).toEqual([
      ['1 hero step 1', '2 hero step 2', '3 hero jump', '5 hero land', '5 hero got it', '5 next'],
      [],
    ]);
  });

  /** A call of `@interrupt` on the hero. */
  const halt = (body: () => Generator): void => void stage.play(() => $thread(body, 'halt(0) interrupt').call(hero));

  test('those that lost the executor before that one did', () => {
    asks(hero, () =>
      guide.act(function* () {
        yield wait(10);
        yield third.jump();
      }),
    );
    stage.pulse();
    halt(function* () {
      yield third.act(function* () {
        outside(() => hero.walk(2));
        yield hero.jump();
      });
      stage.log('halted');
    });
    stage.finish();
    expect([stage.lines, stage.uncaught]).toEqual([
      [
        '1 hero step 1',
        '2 hero step 2',
        '3 hero jump',
        '5 hero land',
        '5 third jump',
        '5 halted',
        '7 third land',
        '7 hero got it',
      ],
      [],
    ]);
  });

  test('one that queues for the executor now, as that one is before the queue', () => {
    asks(hero, () =>
      guide.act(function* () {
        yield wait(10);
        yield hero.jump();
      }),
    );
    stage.pulse();
    halt(function* () {
      yield wait(20);
      outside(() => hero.walk(1));
      yield hero.walk(1);
      stage.log('halted');
    });
    stage.finish();
    expect([stage.lines, stage.uncaught]).toEqual([
      ['3 hero step 1', '4 hero jump', '6 hero land', '6 hero got it', '6 hero step 1', '7 halted'],
      [],
    ]);
  });

  test('threads that lost one executor after each other, in their own turns', () => {
    const bell = { ring: () => {} };
    const does = (name: string, ring: () => unknown) =>
      hero.act(function* () {
        outside(ring);
        stage.log(name);
        yield this.walk(1);
      });
    bell.ring = () =>
      stage.play(() =>
        does('cook', () =>
          does('answer', () =>
            hero.act(function* () {
              yield this.wait(10);
              stage.log('sneezed');
            }),
          ),
        ),
      ) as never;
    bell.ring();
    stage.finish();
    expect([stage.lines, stage.uncaught]).toEqual([
      ['0 answer', '0 cook', '1 sneezed', '1 hero step 1', '2 hero step 1'],
      [],
    ]);
  });

  test('a child that joins its cancelled parent in its finally block gets the CancelledError', () => {
    const parent: { thread?: Thread } = {};
    parent.thread = stage.play(
      stage.script('parent', function* () {
        yield all(
          stage.script('child', function* () {
            try {
              yield wait(100);
            } finally {
              try {
                yield waitFor(parent.thread);
              } catch (error) {
                stage.log((error as Error).constructor.name);
              }
            }
          }),
        );
      }),
    ) as Thread;
    parent.thread.cancel();
    stage.finish();
    expect(stage.lines).toEqual(['1 CancelledError']);
  });

  test('this.waitFor(this)', () => {
    stage.play(() =>
      hero.act(function* () {
        yield this.waitFor(this);
        stage.log('nobody else there');
      }),
    );
    expect(stage.lines).toEqual(['0 nobody else there']);
  });

  test('race and withTimeout have another way out', () => {
    asks(hero, () => guide.jump());
    stage.play(() =>
      guide.act(function* () {
        yield this.wait(10);
        yield race(
          () => hero.jump(),
          () => wait(30),
        );
        stage.log('raced');
        try {
          yield withTimeout(20, () => hero.jump());
        } catch (error) {
          stage.log((error as Error).constructor.name);
        }
      }),
    );
    stage.finish();
    expect(stage.lines.filter((line) => line.includes('Deadlock'))).toEqual([]);
  });
});

test('who lets go of the executor does not get it back for whom it waits for', () => {
  const threads: Thread[] = [];
  stage.play(() =>
    hero.act(function* () {
      threads[0] = outside(() =>
        hero.act(function* () {
          yield this.wait(20);
          outside(() => hero.walk(1));
          const queued = outside(() => hero.jump()) as Thread;
          try {
            yield waitFor(queued);
          } catch (error) {
            stage.log((error as Error).name);
          }
        }),
      ) as Thread;
      yield guide.act(function* () {
        yield wait(10);
        yield third.jump();
      });
    }),
  );
  stage.play(() =>
    third.act(function* () {
      yield this.waitFor(threads[0]);
    }),
  );
  stage.finish();
  expect(stage.lines).toEqual([
    '2 hero step 1',
    '2 DeadlockError',
    '2 third jump',
    '4 third land',
    '4 hero jump',
    '6 hero land',
  ]);
});

test('a race that keeps its owner is in no cycle while one branch leads out', () => {
  asks(hero, () => guide.jump());
  stage.play(() =>
    guide.act(function* () {
      yield this.wait(10);
      yield this.race(
        () => hero.jump(),
        () => wait(30),
      );
      stage.log('raced');
    }),
  );
  stage.finish();
  expect([stage.lines[0], stage.uncaught]).toEqual(['4 raced', []]);
});

test('all is in a cycle if one of its branches is', () => {
  const seen: unknown[] = [];
  asks(hero, () => guide.jump());
  stage.play(() =>
    guide.act(function* () {
      yield this.wait(10);
      try {
        yield this.all(
          () => wait(10),
          () => hero.jump(),
        );
      } catch (error) {
        seen.push(error);
      }
    }),
  );
  stage.finish();
  expect(seen[0]).toBeInstanceOf(DeadlockError);
  expect(stage.scheduler.live.size).toBe(0);
});

/** A script that waits `ms`, then for what `wait` gives, and logs how that ended. */
const waitsFor = (name: string, ms: number, begin: () => unknown): Thread =>
  stage.play(
    stage.script(name, function* () {
      yield wait(ms);
      try {
        yield begin();
        stage.log(`${name} went on`);
      } catch (error) {
        stage.log(`${name}: ${(error as Error).constructor.name}`);
      }
    }),
  ) as Thread;

test('a race whose branches all come to the same thread closes a cycle with it', () => {
  const threads: Thread[] = [];
  threads[0] = waitsFor('racer', 10, () =>
    race(
      () => waitFor(threads[1]),
      () => waitFor(threads[1]),
    ),
  );
  threads[1] = waitsFor('goal', 20, () => waitFor(threads[0]));
  stage.finish();
  expect(stage.lines).toEqual(['2 goal: DeadlockError', '2 racer went on']);
});

test('a branch of a race that comes back to the race itself is no way out', () => {
  const threads: Thread[] = [];
  threads[0] = waitsFor('racer', 10, () =>
    race(
      () => waitFor(threads[1]),
      () => waitFor(threads[2]),
    ),
  );
  threads[1] = waitsFor('first', 20, () => waitFor(threads[0]));
  threads[2] = waitsFor('second', 30, () => waitFor(threads[1]));
  stage.finish();
  expect(stage.lines).toEqual(['3 second: DeadlockError', '3 racer went on', '3 first went on']);
});

test('a join that is refused has no effect: who has the executor meanwhile keeps it', () => {
  const hitsOnce = (): void =>
    void stage.play(() =>
      hero.act(function* (): Generator {
        const me = currentThread();
        // The call on its own owner has the executor now, and this thread joins it and one that joins this thread.
        yield this.all(
          () => hero.walk(20),
          stage.script('guard', function* () {
            try {
              yield waitFor(me);
            } finally {
              stage.log('guard stops');
              yield hero.jump();
            }
          }),
        );
      }),
    );
  expect(hitsOnce).toThrow(DeadlockError);
  expect(stage.lines).toEqual(['0 hero step 1', '0 guard stops']);
  stage.finish();
  expect(stage.lines.slice(2)).toEqual(['1 hero jump', '3 hero land']);
});

test('who waits for a queued call of its own owner, and gives that up, does not let it in', () => {
  // hero holds, and its first thread gets him back as `last` begins to wait: that waits for third, and third for `last`.
  const method = (name: string, body: (this: Actor) => Generator): (() => unknown) =>
    $thread(body as never, `x.${name}(0)`);
  const queued = method('queued', function* () {
    yield this.wait(10);
  });
  const last = method('last', function* () {
    yield waitUntil(clock.frame + 1);
    yield waitFor(this);
  });
  const middle = method('middle', function* () {
    yield Reflect.apply(last, hero, []);
  });
  const own = method('own', function* () {
    stage.log('goes on');
  });
  const first = method('first', function* () {
    outside(() => Reflect.apply(middle, guide, []));
    yield Reflect.apply(own, guide, []);
  });
  const opens = method('opens', function* () {
    yield Reflect.apply(first, guide, []);
  });
  const asker = stage.script('asker', function* () {
    yield Reflect.apply(queued, hero, []);
  });
  stage.play(() => Reflect.apply(opens, hero, []));
  stage.play(asker);
  stage.finish();
  expect(stage.scheduler.threads).toEqual([]);
  expect(stage.lines.map((line) => line.slice(0, 40))).toEqual([
    '1 goes on',
    '1 uncaught: This wait would never end: t',
  ]);
});

test('who gets its executor back as its join begins is in the way of an interruption that has had to queue', () => {
  const halt = $thread(function* (): Generator {
    stage.log('halted');
  }, 'x.halt(0) interrupt');
  const calls = (actor: Actor, call: () => unknown) => () =>
    actor.act(function* () {
      yield call();
    });
  stage.play(() =>
    hero.act(function* () {
      yield this.hold(
        stage.script('opening', function* () {
          yield wait(10);
        }),
      );
      try {
        // The walk has hero now, and the jump queues behind the one that waits for the interruption.
        yield this.all(
          calls(guide, () => hero.walk(1)),
          () => third.jump(),
        );
      } catch (error) {
        stage.log((error as Error).constructor.name);
      }
    }),
  );
  stage.play(calls(third, () => Reflect.apply(halt, hero, [])));
  stage.finish();
  expect(stage.scheduler.threads).toEqual([]);
  expect(stage.lines).toEqual(['1 hero step 1', '1 DeadlockError', '1 halted']);
});
