import { after } from '../../src/host.js';
import { $carry, $enterFinally, $leaveFinally, $plain, $thread } from '../../src/abi.js';
import {
  all,
  CancelledError,
  clock,
  executorOf,
  Scheduler,
  start,
  type Thread,
  wait,
  waitFor,
  waitForEvent,
  waitUntil,
} from '../../src/index.js';
import { scope } from '../../src/scenes.js';
import { type Actor, Stage } from '../stage.js';

const bad = (stage: Stage, ms = 15): (() => any) =>
  stage.script('bad', function* () {
    yield wait(ms);
    throw new Error('B');
  });

const told = (stage: Stage): string[] => stage.uncaught.map((error) => (error as Error).message);

/** A thread that joins what stands in the box. */
const joining = (stage: Stage, box: { t?: any }, name = 'join'): (() => any) =>
  stage.script(name, function* () {
    try {
      return (yield waitFor(box.t)) as unknown;
    } finally {
      stage.log(`${name} ends`);
    }
  });

const cancelling = (stage: Stage, box: { j?: any }): (() => any) =>
  stage.script('k', function* () {
    yield wait(15);
    box.j.cancel();
  });

/** A thread fails, and its joiner is cancelled in the same pulse. `also`: what else is started before the cancel. */
function cancelJoiner(stage: Stage, also: (box: { t?: any }) => void = () => {}): { t?: any; j?: any } {
  const box: { t?: any; j?: any } = {};
  stage.play(() => {
    box.t = bad(stage)();
    box.j = joining(stage, box)();
    also(box);
    cancelling(stage, box)();
  });
  return box;
}

function fail(message: string): never {
  throw new Error(message);
}

describe('an error whose only joiner is cancelled before it got it goes to onError', () => {
  test('in the pulse of the failure', () => {
    const stage = new Stage();
    const box = cancelJoiner(stage);
    stage.pulse(4);
    expect([told(stage), box.j.status, box.t.status]).toEqual([['B'], 'cancelled', 'failed']);
  });

  test('outside a pulse, whoever was started first', () => {
    for (const isFirst of [true, false]) {
      const stage = new Stage();
      const hero = stage.actor('hero');
      const box: { t?: any; j?: any } = {};
      const watch = stage.script('watch', function* () {
        yield wait(5);
        yield waitFor(box.t);
      });
      stage.play(() => {
        if (isFirst) box.j = watch();
        box.t = start(
          stage.script('save', function* () {
            try {
              yield wait(1000);
            } finally {
              fail('could not save');
            }
          }),
        );
        if (!isFirst) box.j = watch();
      });
      stage.pulse(2);
      stage.scheduler.cancelAll('bye');
      stage.pulse(3);
      expect(told(stage)).toEqual(['could not save']);
      expect(hero.busy).toBe(false);
    }
  });

  test('of a used call', () => {
    const stage = new Stage();
    const box: { j?: any } = {};
    const hero = stage.actor('hero');
    stage.play(() => {
      box.j = stage.script('join', function* () {
        yield (hero as any).act(function* (): any {
          yield wait(15);
          throw new Error('B');
        });
      })();
      cancelling(stage, box)();
    });
    stage.pulse(4);
    expect(told(stage)).toEqual(['B']);
  });

  test('of a member of a combinator', () => {
    const stage = new Stage();
    const box: { j?: any } = {};
    stage.play(() => {
      box.j = stage.script('join', function* () {
        yield all(
          bad(stage),
          stage.script('other', function* () {
            yield wait(1000);
          }),
        );
      })();
      cancelling(stage, box)();
    });
    stage.pulse(4);
    expect(told(stage)).toEqual(['B']);
  });

  test('not if another joiner got it, before or after', () => {
    const stage = new Stage();
    let other: any;
    cancelJoiner(stage, (box) => {
      other = stage.script('other', function* () {
        try {
          yield waitFor(box.t);
        } catch (error) {
          stage.log(`got ${(error as Error).message}`);
        }
      })();
    });
    stage.pulse(4);
    expect([told(stage), other.status]).toEqual([[], 'done']);
    expect(stage.lines).toContain('2 got B');
  });

  test('not if a Promise of it was asked for', async () => {
    const stage = new Stage();
    const box = cancelJoiner(stage);
    const asked: Promise<unknown> = box.t.then(null, (error: Error) => error.message);
    stage.pulse(4);
    expect([await asked, told(stage)]).toEqual(['B', []]);
  });

  test('and who joins later gets it too', () => {
    const stage = new Stage();
    const box = cancelJoiner(stage);
    stage.pulse(4);
    expect(() => stage.play(joining(stage, box, 'late'))).toThrow('B');
    expect(told(stage)).toEqual(['B']);
  });

  test('but not while its joiner is about to get it in the next pulse', () => {
    const stage = new Stage();
    const box: { t?: any; j?: any } = {};
    stage.play(() => {
      box.t = stage.script('bad', function* () {
        try {
          yield wait(1000);
        } finally {
          fail('B');
        }
      })();
      box.j = stage.script('join', function* () {
        try {
          yield waitFor(box.t);
        } catch (error) {
          stage.log(`got ${(error as Error).message}`);
        }
      })();
    });
    stage.pulse();
    box.t.cancel();
    stage.pulse(2);
    expect([told(stage), stage.lines]).toEqual([[], ['2 got B']]);
  });

  test('nor while its joiner is paused, who gets it later', () => {
    const stage = new Stage();
    const box = cancelJoiner(stage);
    const paused = stage.play(
      stage.script('paused', function* () {
        try {
          yield waitFor(box.t);
        } catch (error) {
          stage.log(`got ${(error as Error).message}`);
        }
      }),
    );
    paused.pause();
    stage.pulse(5);
    paused.resume();
    stage.finish();
    expect([told(stage), stage.lines]).toEqual([[], ['2 join ends', '6 got B']]);
  });
});

describe('an error on its way to a thread that is cancelled goes to onError', () => {
  test('that of a predicate', () => {
    const stage = new Stage();
    const box: { j?: any } = {};
    box.j = stage.play(
      stage.script('asks', function* () {
        yield waitUntil(() => {
          if (clock.frame < 1) return false;
          after(stage.scheduler, 0, () => box.j.cancel());
          throw new Error('asked');
        });
      }),
    );
    stage.play(() =>
      start(
        stage.script('k', function* () {
          yield waitUntil(() => clock.frame >= 1);
          box.j.cancel();
        }),
        { priority: -1 },
      ),
    );
    stage.pulse(3);
    expect(told(stage)).toEqual(['asked']);
  });

  test('also where nothing was thrown but undefined', async () => {
    const uncaught: unknown[] = [];
    const room = new Scheduler({ onError: (error) => uncaught.push(error) });
    const thread = room.enter(
      $thread(function* () {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is what is tested
        yield waitFor(Promise.reject(undefined));
      }, 'loads(0)') as () => any,
    );
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    thread.cancel();
    for (let i = 0; i < 2; i++) room.pulse(10);
    expect(uncaught).toEqual([undefined]);
  });

  test('but not an error that its thread has caught before', async () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const thread: any = stage.play(() =>
      hero.act(function* (): any {
        try {
          yield waitFor(Promise.reject(new Error('no file')));
        } catch {}
        yield wait(10);
        yield hero.jump();
        yield wait(10);
      }),
    );
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    stage.pulse(1);
    stage.play(() => hero.walk(3));
    stage.pulse(4);
    thread.cancel();
    stage.pulse(2);
    expect([told(stage), thread.status]).toEqual([[], 'cancelled']);
  });

  test('that of a Promise', async () => {
    const stage = new Stage();
    const thread: any = stage.play(
      stage.script('loads', function* () {
        yield waitFor(Promise.reject(new Error('no file')));
      }),
    );
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    thread.cancel();
    stage.pulse(2);
    expect(told(stage)).toEqual(['no file']);
  });

  test('in the order of failure: that of a branch before those that are lost with its rivals', async () => {
    const stage = new Stage();
    const fails = (name: string) => (): Promise<never> => Promise.reject(new Error(name));
    const thread: any = stage.play(
      stage.script('loads', function* () {
        yield all(fails('first'), fails('second'));
      }),
    );
    stage.play(() =>
      start(
        stage.script('k', function* () {
          yield wait(10);
          thread.cancel();
        }),
        { priority: 1 },
      ),
    );
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    stage.pulse(2);
    expect(told(stage)).toEqual(['first', 'second']);
  });

  test('but not that its time ran out', () => {
    const stage = new Stage();
    const box: { j?: any } = {};
    stage.play(() => {
      box.j = stage.script('waits', function* () {
        yield waitForEvent(new EventTarget(), 'x', { timeout: 15 });
      })();
      start(
        stage.script('k', function* () {
          yield wait(15);
          box.j.cancel();
        }),
        { priority: -1 },
      );
    });
    stage.pulse(3);
    expect([told(stage), box.j.status]).toEqual([[], 'cancelled']);
  });
});

describe('a thread that passes on that somebody was cancelled was cancelled, too', () => {
  /** A walker whom plain code has started: `start(() => hero.walk())`. */
  function walker(): { stage: Stage; hero: Actor; walks: () => any; thread: Thread } {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const walks = $plain(() => hero.walk(100), 'walks(0)');
    const thread = stage.play(() => start(walks));
    stage.pulse(3);
    return { stage, hero, walks, thread };
  }

  test.each([
    ['cancelAll', (hero: Actor) => hero.cancelAll('end')],
    ['close', (hero: Actor) => hero.close('end')],
    ['cancel', (hero: Actor) => hero.threads[0]?.cancel('end', { now: true })],
  ])('by %s: onError is not told, and who joins it later gets the reason', async (_word, end) => {
    const { stage, hero, thread } = walker();
    end(hero);
    stage.pulse(3);
    expect([stage.uncaught, thread.status, thread.waitingFor]).toEqual([[], 'cancelled', '']);
    await expect(thread).rejects.toMatchObject({ name: 'CancelledError', reason: 'end' });
  });

  test('by a call that takes its place', () => {
    const stage = new Stage();
    const hero = { x: 0 };
    const walkTo: any = $thread(function* (this: any, x: number): any {
      while (this.x < x) {
        const { frame } = clock;
        this.x++;
        yield waitUntil(frame + 1);
      }
    }, 'Hero.walkTo(1) restart');
    const [first, second] = [9, 5].map((x) => {
      const thread = stage.play(() => start(() => walkTo.call(hero, x)));
      stage.pulse(2);
      return thread;
    });
    stage.finish();
    expect([first?.status, second?.status, hero.x, stage.uncaught]).toEqual(['cancelled', 'done', 5, []]);
  });

  test('through others, and it ends no scope', () => {
    const { stage, hero } = walker();
    hero.cancelAll();
    const market = stage.script('market', function* () {
      yield scope(() => {
        start(() => hero.walk(100));
        start(() => all(() => hero.walk(100)));
        return wait(50);
      });
      stage.log('closes');
    });
    const thread = stage.play(market) as Thread;
    stage.pulse(2);
    hero.cancelAll('gone home');
    stage.finish();
    expect([stage.lines.at(-1), thread.status, stage.uncaught]).toEqual(['8 closes', 'done', []]);
  });

  test('also where the error comes from a log, as one of another class', () => {
    const stage = new Stage();
    const error = Object.assign(new Error('`walk` was cancelled.'), { name: 'CancelledError', code: 'SPN505' });
    const replayed = stage.script('replayed', function* () {
      yield wait(5);
      throw error;
    });
    const thread = stage.play(replayed) as Thread;
    stage.finish();
    expect([thread.status, stage.uncaught]).toEqual(['cancelled', []]);
  });

  test('but its caller gets it if that happens before its first wait', () => {
    const { stage, hero, thread } = walker();
    hero.cancelAll('end');
    stage.pulse(2);
    const asks = stage.script('asks', function* () {
      return (yield waitFor(thread)) as unknown;
    });
    expect(() => stage.play(asks)).toThrow(CancelledError);
    expect(stage.uncaught).toEqual([]);
  });

  test('nor is it told of one that was on its way out while its `finally` block waited', () => {
    for (const now of [false, true]) {
      const stage = new Stage();
      const hero = stage.actor('hero');
      const follows = stage.script('follows', function* () {
        try {
          yield hero.walk(100);
        } catch (error) {
          throw $carry(error);
        } finally {
          yield $enterFinally();
          yield wait(30);
          yield $leaveFinally();
        }
      });
      const thread = stage.play(follows) as Thread;
      stage.pulse();
      hero.cancelAll('end');
      stage.pulse();
      thread.cancel('enough', { now });
      stage.finish();
      stage.pulse();
      expect([stage.uncaught, thread.status]).toEqual([[], 'cancelled']);
    }
  });

  test('but what an author throws stays uncaught', () => {
    const { stage, hero } = walker();
    const errors = [new Error('lost'), new CancelledError('MINE', {}, 'lost', 'mine')];
    const threads = errors.map((error) =>
      stage.play(
        stage.script('follows', function* () {
          try {
            yield hero.walk(100);
          } catch {
            throw error;
          }
        }),
      ),
    ) as Thread[];
    stage.pulse();
    executorOf(hero).cancelAll();
    stage.finish();
    expect([stage.uncaught, threads.map(({ status }) => status)]).toEqual([errors, ['failed', 'failed']]);
  });
});
