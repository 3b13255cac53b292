import { $atOnce, $plain, $sync, $thread, beside, outside } from '../../src/abi.js';
import { all, every, executorOf, start, wait, waitFor } from '../../src/index.js';
import type { Thread } from '../../src/threads/thread.js';
import { type Actor, Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

type Hero = Actor & Record<'burn' | 'goTo' | 'leap' | 'obey' | 'burnAgain', (what: string) => any>;

const said = recordWarnings();
let stage: Stage;
let hero: Hero;
beforeEach(() => {
  stage = new Stage();
  hero = Object.assign(stage.actor('hero'), {
    burn: taking('beside', false),
    burnAgain: taking('beside restart', false),
    goTo: taking('restart', true),
    leap: taking('drop', true),
    obey: taking('latest', true),
  });
});

/** Does something for 20 ms, and says when it is cut off. */
function taking(words: string, held: boolean): (what: string) => unknown {
  return $thread(function* (this: any, what: string): any {
    this.log(`${what} begins`);
    try {
      yield held ? this.wait(20) : wait(20);
      this.log(`${what} ends`);
      return what;
    } finally {
      this.log(`${what} is over`);
    }
  }, `hero.what(1) ${words}`) as never;
}

/** Does something for 20 ms, and then cleans up for 20 ms. */
function* careful(this: any, what: string): any {
  this.log(`${what} begins`);
  try {
    yield this.wait(20);
  } finally {
    yield this.wait(20);
    this.log(`${what} is over`);
  }
}

/** No arrow: it is asked of a receiver. */
const says = $plain(function () {
  return 'says that it lives';
}, 'hero.says(0) question') as () => string;

const script = (body: () => Generator): Thread => start(stage.script('script', body)) as Thread;

describe('@beside', () => {
  test('runs at once on a busy owner, and waits, and does not make it busy', () => {
    stage.play(() => hero.walk(2));
    stage.play(() => hero.burn('fire'));
    expect(executorOf(hero).threads.map(({ name }) => name)).toEqual(['walk']);
    expect(executorOf(hero).owned).toHaveLength(2);
    stage.finish();
    expect(stage.lines).toEqual([
      '0 hero step 1',
      '0 hero fire begins',
      '1 hero step 2',
      '2 hero fire ends',
      '2 hero fire is over',
    ]);
  });

  test('does not keep others out', () => {
    stage.play(() => hero.burn('fire'));
    expect(hero.busy).toBe(false);
    stage.play(() => hero.walk(1));
    expect(stage.lines.at(-1)).toBe('0 hero step 1');
  });

  test('no question of its caller stands behind it', () => {
    stage.play(() =>
      script(function* (): any {
        yield beside(hero.burn('fire'));
        stage.log(yield says.call(hero));
      }),
    );
    expect(stage.lines.at(-1)).toBe('0 says that it lives');
  });

  test('on the own owner it runs in the thread that calls it, which is told in development', () => {
    stage.play(() =>
      hero.act(function* (): any {
        yield hero.burn('fire');
        this.log('goes on');
      }),
    );
    stage.finish();
    expect(stage.lines.at(-1)).toBe('2 hero goes on');
    expect(said).toEqual([
      '`hero.what` is marked // @beside, but `act` calls it on its own `this`, and waits for it. Write `start(this.what())`. [SPN714]',
    ]);
  });

  test('begun with `start(this.burn())` it runs beside, and nothing is told', () => {
    stage.play(() =>
      hero.act(function* (): any {
        start(() => hero.burn('fire'));
        this.log('goes on');
        yield this.wait(10);
      }),
    );
    expect(stage.lines.slice(-2)).toEqual(['0 hero fire begins', '0 hero goes on']);
    stage.finish();
    expect(said).toEqual([]);
  });

  test('in a thread that is beside already this is not told', () => {
    const both = $thread(function* (this: any): any {
      yield this.burn('fire');
    }, 'hero.both(0) beside');
    stage.play(() => both.call(hero));
    expect(said).toEqual([]);
  });

  test('with @restart the earlier one ends, and the new one begins at once', () => {
    stage.play(() => hero.walk(9));
    stage.play(() => hero.burnAgain('fire'));
    stage.play(() => hero.burnAgain('ice'));
    expect(stage.lines).toEqual(['0 hero step 1', '0 hero fire begins', '0 hero fire is over', '0 hero ice begins']);
  });
});

describe('@restart', () => {
  test('the new one stands before what the earlier one starts as it is over', () => {
    const guard = stage.actor('guard');
    const go = $thread(function* (this: any): any {
      try {
        yield wait(20);
      } finally {
        start(() => guard.walk(2));
      }
    }, 'hero.go(0) restart');
    const again = stage.script('again', function* (): any {
      yield Reflect.apply(go, hero, []);
    });
    stage.play(() => Reflect.apply(go, hero, []));
    stage.play(again);
    expect(stage.scheduler.threads.map(({ name }) => name)).toEqual(['again', 'go', 'script', 'walk']);
    stage.finish();
    expect(stage.scheduler.threads).toEqual([]);
  });

  test('beside what the owner does: the new one is cancelled by what the earlier one does as it unwinds', () => {
    const burn = $thread(function* (this: any, what: string): any {
      this.log(what);
      try {
        yield wait(20);
      } finally {
        this.cancelAll();
      }
    }, 'hero.burn(1) beside restart') as (what: string) => unknown;
    stage.play(() => burn.call(hero, 'fire'));
    const second = stage.play(() => burn.call(hero, 'ice')) as Thread;
    expect([second.status, stage.lines]).toEqual(['cancelled', ['0 hero fire']]);
  });

  test('the error of the new one is told, as of any call', () => {
    const fails = $thread(function* (this: any): any {
      yield this.wait(20);
      throw new Error('slips');
    }, 'hero.fails(0) restart');
    stage.play(() => fails.call(hero));
    stage.play(() => fails.call(hero));
    stage.finish();
    expect(stage.uncaught.map((error) => (error as Error).message)).toEqual(['slips']);
  });

  test('a synchronous region waits for no finally block of the earlier one', () => {
    const go = $thread(function* (this: any, what: string): any {
      if (what === 'A') yield* careful.call(this, what);
      return what;
    }, 'hero.go(1) restart') as (what: string) => unknown;
    stage.play(() => go.call(hero, 'A'));
    const getter = (): unknown => $sync('a getter', () => $atOnce(() => go.call(hero, 'B')));
    expect(stage.play(getter)).toBe('B');
    stage.finish();
  });

  test('goes on in the pulse in which it took the place, if what it joins ends behind it', () => {
    let friend: Thread;
    const go = $thread(function* (this: any, what: string): any {
      this.log(`${what} begins`);
      yield what === 'A' ? this.wait(20) : waitFor(friend);
      this.log(`${what} goes on`);
    }, 'hero.go(1) restart') as (what: string) => unknown;
    stage.play(() => go.call(hero, 'A'));
    stage.play(() => {
      script(function* (): any {
        yield wait(10);
        yield go.call(hero, 'B');
      });
      friend = script(function* (): any {
        yield wait(10);
      });
    });
    stage.finish();
    expect(stage.lines).toEqual(['0 hero A begins', '1 hero B begins', '1 hero B goes on']);
  });

  test('takes the place of the one that holds, before all who queue', () => {
    stage.play(() => hero.goTo('A'));
    stage.play(() => hero.jump());
    stage.play(() => hero.goTo('B'));
    expect(stage.lines).toEqual(['0 hero A begins', '0 hero A is over', '0 hero B begins']);
    stage.finish();
    expect(stage.lines.slice(3)).toEqual(['2 hero B ends', '2 hero B is over', '2 hero jump', '4 hero land']);
  });

  test('takes the place of the first one in the queue', () => {
    stage.play(() => hero.walk(2));
    stage.play(() => hero.goTo('A'));
    stage.play(() => hero.jump());
    stage.play(() => hero.goTo('B'));
    stage.finish();
    expect(stage.lines.filter((line) => /begins|jump/.test(line))).toEqual(['2 hero B begins', '4 hero jump']);
  });

  test('takes the place of one that has got the owner and not begun', () => {
    stage.play(() => hero.jump());
    stage.play(() => hero.goTo('A'));
    stage.play(() => hero.walk(1));
    // In frame 2 the jump is over, and then comes this.
    stage.play(() =>
      script(function* (): any {
        yield wait(20);
        outside(() => hero.goTo('B'));
      }),
    );
    stage.finish();
    expect(stage.lines.slice(1)).toEqual([
      '2 hero land',
      '2 hero B begins',
      '4 hero B ends',
      '4 hero B is over',
      '4 hero step 1',
    ]);
  });

  test('begins after the `finally` block of the earlier one, which may wait', () => {
    const go = $thread(careful, 'hero.go(1) restart') as (what: string) => unknown;
    stage.play(() => go.call(hero, 'A'));
    stage.play(() => hero.jump());
    stage.pulse();
    const second = stage.play(() => go.call(hero, 'B')) as Thread;
    expect(second.waitingFor).toContain('since frame 1');
    stage.pulse(3);
    expect(stage.lines).toEqual(['0 hero A begins', '3 hero A is over', '3 hero B begins']);
  });

  test('who used the earlier one gets a CancelledError that says so', () => {
    stage.play(() =>
      script(function* (): any {
        try {
          yield hero.goTo('A');
        } catch (error) {
          stage.log((error as Error).message);
        }
      }),
    );
    stage.play(() => hero.goTo('B'));
    stage.pulse();
    expect(stage.lines.at(-1)).toBe('1 `what` was cancelled: `what` was called again.');
  });

  test('one that unwinds is none, nor one of another object', () => {
    const other = Object.assign(stage.actor('other'), { goTo: hero.goTo });
    stage.play(() => other.goTo('A'));
    stage.play(() => hero.goTo('B'));
    expect(stage.lines).toEqual(['0 other A begins', '0 hero B begins']);
  });

  test('a call on the own owner inside the thread is none', () => {
    const patrol = $thread(function* (this: any): any {
      yield this.goTo('A');
      yield this.goTo('B');
    }, 'hero.patrol(0)');
    stage.play(() => patrol.call(hero));
    stage.finish();
    expect(stage.lines.filter((line) => line.endsWith('ends'))).toEqual(['2 hero A ends', '4 hero B ends']);
  });

  test('the new one is cancelled by what the earlier one does as it unwinds', () => {
    const go = $thread(function* (this: any): any {
      try {
        yield this.wait(20);
      } finally {
        this.cancelAll();
      }
    }, 'hero.go(0) restart');
    stage.play(() => go.call(hero));
    const second = stage.play(() => go.call(hero)) as Thread;
    expect(second.status).toBe('cancelled');
    stage.pulse();
    expect(stage.scheduler.live.size).toBe(0);
  });
});

describe('@drop', () => {
  test('a statement does nothing, and plain code gets the thread that is under way', () => {
    const first = stage.play(() => hero.leap('first'));
    expect(stage.play(() => hero.leap('second'))).toBe(first);
    stage.play(() =>
      script(function* (): any {
        yield beside(hero.leap('third'));
        stage.log('goes on');
      }),
    );
    expect(stage.lines).toEqual(['0 hero first begins', '0 goes on']);
  });

  test('a used call gets the value of the one under way', () => {
    stage.play(() => hero.leap('first'));
    stage.play(() =>
      script(function* (): any {
        stage.log(`got ${String(yield hero.leap('second'))}`);
      }),
    );
    stage.finish();
    expect(stage.lines.at(-1)).toBe('2 got first');
  });

  test('who joins it does not take it along when it is cancelled', () => {
    const first = stage.play(() => hero.leap('first')) as Thread;
    const joining = stage.play(() =>
      script(function* (): any {
        yield hero.leap('second');
      }),
    );
    joining.cancel();
    stage.finish();
    expect(first.result).toBe('first');
  });

  test('one that unwinds does not count', () => {
    stage.play(() => hero.leap('first'));
    executorOf(hero).cancelAll();
    stage.play(() => hero.leap('second'));
    expect(stage.lines.at(-1)).toBe('0 hero second begins');
  });

  test('nor does one whose finally block waits', () => {
    const leap = $thread(careful, 'hero.leap(1) drop') as (what: string) => unknown;
    stage.play(() => leap.call(hero, 'first'));
    executorOf(hero).cancelAll();
    stage.play(() => leap.call(hero, 'second'));
    stage.pulse(3);
    expect(stage.lines.slice(1)).toEqual(['2 hero first is over', '2 hero second begins']);
  });

  test('no question of its caller stands behind it', () => {
    stage.play(() =>
      script(function* (): any {
        outside(() => hero.leap('first'));
        yield beside(hero.leap('second'));
        stage.log(yield says.call(hero));
      }),
    );
    expect(stage.lines).toEqual(['0 hero first begins', '0 says that it lives']);
  });

  test('who waits for the function is told of a dropped call', () => {
    stage.play(() => hero.leap('first'));
    stage.play(() =>
      script(function* (): any {
        stage.log(`heard ${String(yield waitFor(hero.leap, hero))}`);
      }),
    );
    stage.play(() => hero.leap('second'));
    stage.pulse();
    expect(stage.lines.at(-1)).toBe('1 heard second');
  });

  test('a synchronous region cannot wait for it', () => {
    stage.play(() => hero.leap('first'));
    const getter = (): unknown => $sync('a getter', () => $atOnce(() => hero.leap('second')));
    expect(() => stage.play(getter)).toThrow(/cannot pause in a getter/);
  });
});

describe('@latest', () => {
  test('the newest of those that queue stays, where the oldest stood', () => {
    stage.play(() => hero.walk(2));
    stage.play(() => hero.obey('A'));
    stage.play(() => hero.jump());
    stage.play(() => hero.obey('B'));
    stage.play(() => hero.obey('C'));
    stage.finish();
    expect(stage.lines.filter((line) => /begins|jump/.test(line))).toEqual(['2 hero C begins', '4 hero jump']);
  });

  test('the one that runs goes on', () => {
    stage.play(() => hero.obey('A'));
    stage.play(() => hero.obey('B'));
    stage.play(() => hero.obey('C'));
    stage.finish();
    expect(stage.lines.filter((line) => line.endsWith('ends'))).toEqual(['2 hero A ends', '4 hero C ends']);
  });

  test('also where it queues again', () => {
    const obey = $thread(function* (this: any, what: string): any {
      yield wait(10);
      yield this.wait(20);
      this.log(`${what} ends`);
    }, 'hero.obey(1) latest') as (what: string) => unknown;
    const first = stage.play(() => obey.call(hero, 'A')) as Thread;
    stage.play(() => hero.jump());
    stage.pulse();
    expect(first.status).toBe('blocked');
    stage.play(() => obey.call(hero, 'B'));
    stage.finish();
    expect(stage.lines.slice(1)).toEqual(['2 hero land', '4 hero A ends', '7 hero B ends']);
  });

  test('not one that has got the owner and not begun', () => {
    stage.play(() => hero.jump());
    stage.play(() => hero.obey('A'));
    // In frame 2 the jump is over, and then comes this.
    stage.play(() =>
      script(function* (): any {
        yield wait(20);
        outside(() => hero.obey('B'));
      }),
    );
    stage.finish();
    expect(stage.lines.slice(1)).toEqual(['2 hero land', '2 hero B begins', '4 hero B ends', '4 hero B is over']);
  });
});

test('plain code on its own behalf, as for a Promise, gets the thread under way', () => {
  const first = stage.play(() => hero.leap('first'));
  expect(stage.play(() => outside(hero.leap as never, hero, ['second']))).toBe(first);
});

describe('@interrupt', () => {
  type Guard = Actor & { halt(ms: number): Thread };
  let guard: Guard;
  beforeEach(() => {
    const halt = $thread(function* (this: any, ms: number): any {
      this.log('halt');
      yield wait(ms);
      this.log('over');
    }, 'guard.halt(1) interrupt');
    guard = Object.assign(stage.actor('guard'), { halt }) as never;
  });
  const act = (body: (this: any) => Generator): Thread => stage.play(() => guard.act(body)) as Thread;

  test('has the owner during its free waits', () => {
    stage.play(() => guard.halt(20));
    expect(guard.busy).toBe(true);
    stage.play(() => guard.jump());
    stage.finish();
    expect(stage.lines).toEqual(['0 guard halt', '2 guard over', '2 guard jump', '4 guard land']);
  });

  test('interrupts no hold, but comes before all who queue', () => {
    act(function* (): any {
      yield this.hold(() => wait(20));
      this.log('has held');
    });
    stage.play(() => guard.walk(1));
    stage.play(() => guard.halt(20));
    stage.finish();
    expect(stage.lines).toEqual(['2 guard has held', '2 guard halt', '4 guard over', '4 guard step 1']);
  });

  test('interrupts nobody who cleans up', () => {
    const begin = $thread(careful, 'guard.act(1)') as (what: string) => unknown;
    const thread = stage.play(() => begin.call(guard, 'first')) as Thread;
    thread.cancel();
    stage.play(() => guard.halt(20));
    stage.finish();
    expect(stage.lines.slice(1)).toEqual(['2 guard first is over', '2 guard halt', '4 guard over']);
  });

  test('interrupts nobody who has got the owner and not begun', () => {
    stage.play(() => guard.jump());
    stage.play(() => guard.walk(1));
    stage.play(() =>
      script(function* (): any {
        yield wait(20);
        outside(() => guard.halt(20));
      }),
    );
    stage.finish();
    expect(stage.lines.slice(1)).toEqual(['2 guard land', '2 guard step 1', '3 guard halt', '5 guard over']);
  });

  test('who is interrupted says what it waits for', () => {
    stage.play(() => guard.walk(2));
    stage.play(() => guard.halt(20));
    stage.pulse();
    expect(executorOf(guard).threads.map(({ waitingFor }) => waitingFor)).toEqual([
      'wait(20), since frame 0',
      'blocked: walk(2) needs guard, held by halt, since frame 1; halt: wait(20), since frame 0',
    ]);
  });

  test('the error of what was waited for comes when the owner is back', () => {
    act(function* (): any {
      try {
        yield this.waitFor(Promise.reject(new Error('no')));
      } catch (error) {
        this.log((error as Error).message);
      }
    });
    stage.play(() => guard.halt(20));
    return Promise.resolve().then(async () => {
      await Promise.resolve();
      stage.finish();
      expect(stage.lines).toEqual(['0 guard halt', '2 guard over', '2 guard no']);
    });
  });

  test('that error is lost with a thread that is cancelled before, and told', async () => {
    const waiting = act(function* (): any {
      yield this.waitFor(Promise.reject(new Error('no')));
    });
    stage.play(() => guard.halt(40));
    await Promise.resolve();
    await Promise.resolve();
    stage.pulse(2);
    expect(waiting.status).toBe('blocked');
    waiting.cancel();
    stage.pulse();
    expect(stage.uncaught.map((error) => (error as Error).message)).toEqual(['no']);
  });

  test('a long wait before the last interruption does not hold up who was interrupted later', () => {
    act(function* (): any {
      yield this.wait(500);
      this.log('slept');
    });
    stage.play(() => guard.halt(20));
    stage.play(() => guard.halt(40));
    stage.pulse(5);
    expect(stage.lines).toEqual(['0 guard halt', '0 guard halt', '4 guard over', '4 guard over']);
  });

  test('who waits for the interrupted one lets it in', () => {
    const walking = stage.play(() => guard.walk(3)) as unknown as Thread;
    const ask = $thread(function* (this: any): any {
      this.log('asks');
      yield this.waitFor(walking);
      this.log('knows');
    }, 'guard.ask(0) interrupt');
    stage.play(() => ask.call(guard));
    stage.finish();
    expect(stage.lines.slice(1)).toEqual(['0 guard asks', '1 guard step 2', '2 guard step 3', '3 guard knows']);
  });

  test('a wait that ends in a circle is a DeadlockError of the interrupted one', () => {
    const other = stage.actor('other');
    const walking = stage.play(() => guard.walk(3)) as unknown as Thread;
    stage.play(() =>
      other.act(function* (): any {
        yield this.waitFor(walking);
      }),
    );
    const ask = $thread(function* (): any {
      yield other.jump();
    }, 'guard.ask(0) interrupt');
    stage.play(() => ask.call(guard));
    stage.pulse(2);
    expect(stage.uncaught.map((error) => (error as Error).name)).toContain('DeadlockError');
    stage.finish();
    expect(stage.scheduler.live.size).toBe(0);
  });

  test('the error of such a wait is lost with it, and told', () => {
    const other = stage.actor('other');
    const fails = stage.play(() =>
      script(function* (): any {
        yield wait(10);
        throw new Error('no');
      }),
    );
    const waiting = act(function* (): any {
      yield this.waitFor(fails);
    });
    stage.play(() =>
      other.act(function* (): any {
        yield this.waitFor(waiting);
      }),
    );
    const ask = $thread(function* (): any {
      yield other.jump();
    }, 'guard.ask(0) interrupt');
    stage.play(() => ask.call(guard));
    stage.finish();
    const [first, ...more] = stage.uncaught as Error[];
    expect([first?.message, more.map(({ name }) => name)]).toEqual(['no', ['DeadlockError']]);
  });

  test('with @restart the earlier one ends, and the new one has the owner before all who queue', () => {
    const halt = $thread(function* (this: any, who: string): any {
      this.log(who);
      yield wait(20);
    }, 'guard.halt(1) interrupt restart') as (who: string) => unknown;
    stage.play(() => guard.walk(2));
    stage.play(() => halt.call(guard, 'first'));
    stage.play(() => guard.jump());
    stage.play(() => halt.call(guard, 'second'));
    stage.finish();
    expect(stage.lines).toEqual([
      '0 guard step 1',
      '0 guard first',
      '0 guard second',
      '2 guard step 2',
      '3 guard jump',
      '5 guard land',
    ]);
  });

  test('with @restart the earlier one cleans up first, also if it has lost the owner in its own turn to a call that ends with it', () => {
    const other = stage.actor('other');
    const halt = $thread(function* (this: any, who: string): any {
      try {
        this.log(who);
        if (who === 'second') return;
        outside(() =>
          other.act(function* () {
            yield guard.walk(9);
          }),
        );
        outside(() => other.jump());
        yield waitFor(other);
      } finally {
        yield wait(20);
        this.log(`${who} is over`);
      }
    }, 'guard.halt(1) interrupt restart') as (who: string) => unknown;
    stage.play(() => halt.call(guard, 'first'));
    stage.pulse();
    stage.play(() => halt.call(guard, 'second'));
    stage.finish();
    expect(stage.lines).toEqual([
      '0 guard first',
      '0 guard step 1',
      '1 guard step 2',
      '3 guard first is over',
      '3 guard second',
      '5 guard second is over',
    ]);
  });

  test('of siblings only who waits is interrupted: who runs needs no owner after its next free wait', () => {
    stage.play(() =>
      script(function* (): any {
        yield all(
          () => guard.jump(),
          () =>
            guard.act(function* (): any {
              outside(() => guard.halt(30));
              yield wait(10);
              this.log('goes on');
            }),
        );
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['0 guard jump', '0 guard halt', '1 guard goes on', '3 guard over', '3 guard land']);
  });

  /** Who is interrupted until frame 3 gets, in frame 2, what it waits for. In frame 3, when it has the owner again, `and` comes. */
  const untilFrame3 = (and: (waiting: Thread) => void): void => {
    const value = stage.play(() =>
      script(function* (): any {
        yield wait(20);
        return 'a value';
      }),
    );
    const waiting = act(function* (): any {
      this.log(`got ${String(yield this.waitFor(value))}`);
    });
    stage.play(() => guard.halt(30));
    stage.play(() =>
      script(function* (): any {
        yield wait(30);
        and(waiting);
      }),
    );
  };

  test('one that had the owner again and had not gone on yet is interrupted anew, and keeps its value', () => {
    untilFrame3(() => void outside(() => guard.halt(20)));
    stage.finish();
    expect(stage.lines.slice(1)).toEqual(['3 guard over', '3 guard halt', '5 guard over', '5 guard got a value']);
  });

  test('one that is paused just then gives the owner back, and keeps its value', () => {
    untilFrame3((waiting) => {
      waiting.pause();
      outside(() => guard.walk(1));
    });
    stage.pulse(5);
    expect(stage.lines.slice(1)).toEqual(['3 guard over', '3 guard step 1']);
    (executorOf(guard).owned[0] as Thread).resume();
    stage.finish();
    expect(stage.lines.at(-1)).toBe('6 guard got a value');
  });

  test('comes before who has lost the owner in its own turn', () => {
    const door = stage.actor('door');
    act(function* (): any {
      outside(() => guard.hold(() => wait(20)));
      yield door.walk(9);
      this.log('has walked');
    });
    stage.play(() => guard.halt(20));
    stage.finish();
    expect(stage.lines.filter((line) => line.includes('guard'))).toEqual([
      '2 guard halt',
      '4 guard over',
      '9 guard has walked',
    ]);
  });

  test('so it does not wait for that one: who waits for both is in no circle', () => {
    const door = stage.actor('door');
    const box: { halt?: Thread } = {};
    stage.play(() =>
      door.act(function* (): any {
        yield this.wait(10);
        yield this.waitFor(box.halt);
        stage.log('knows');
      }),
    );
    act(function* (): any {
      outside(() => guard.hold(() => wait(20)));
      yield door.jump();
    });
    box.halt = stage.play(() => guard.halt(20));
    stage.finish();
    expect(stage.lines).toEqual(['2 guard halt', '4 guard over', '4 knows', '4 door jump', '6 door land']);
  });

  test('its siblings who queue come in with it', () => {
    act(function* (): any {
      yield this.wait(50);
    });
    stage.play(() =>
      script(function* (): any {
        yield all(
          () => guard.jump(),
          stage.script('late', function* () {
            yield wait(10);
            yield guard.halt(40);
          }),
        );
      }),
    );
    stage.finish();
    expect(stage.lines).toEqual(['1 guard halt', '1 guard jump', '3 guard land', '5 guard over']);
  });

  test('a paused thread that was interrupted goes on when it is resumed', () => {
    const walking = stage.play(() => guard.walk(2)) as unknown as Thread;
    stage.play(() => guard.halt(20));
    walking.pause();
    stage.pulse(4);
    expect(stage.lines.at(-1)).toBe('2 guard over');
    walking.resume();
    stage.finish();
    expect(stage.lines.at(-1)).toMatch(/step 2/);
    expect(stage.scheduler.clock.irregular).toBe(0);
  });

  test('a cancel ends the interruption: the finally blocks run at once', () => {
    const waiting = act(function* (): any {
      try {
        yield this.wait(100);
      } finally {
        this.log('cleans up');
      }
    });
    stage.play(() => guard.halt(20));
    waiting.cancel();
    expect(stage.lines).toEqual(['0 guard halt', '0 guard cleans up']);
    expect(stage.scheduler.clock.irregular).toBe(0);
    stage.finish();
  });

  test('what an `every` has missed meanwhile is left out', () => {
    act(function* (): any {
      this.log(`beat ${String(yield every(10))}`);
      yield this.wait(5);
      this.log(`beat ${String(yield every(10))}`);
      this.log(`beat ${String(yield every(10))}`);
    });
    stage.pulse();
    stage.play(() => guard.halt(35));
    stage.finish();
    expect(stage.lines).toEqual(['1 guard beat 1', '1 guard halt', '5 guard over', '6 guard beat 6', '7 guard beat 7']);
  });

  test('a family gets the owner back together: a call of one of them queues behind the others', () => {
    stage.play(() =>
      script(function* (): any {
        yield all(
          () =>
            guard.act(function* (): any {
              yield this.wait(30);
              this.log('calls');
              outside(() => guard.jump());
            }),
          () =>
            guard.act(function* (): any {
              yield this.wait(50);
              this.log('goes');
            }),
        );
      }),
    );
    stage.play(() => guard.halt(20));
    stage.finish();
    expect(stage.lines.slice(1)).toEqual([
      '2 guard over',
      '3 guard calls',
      '5 guard goes',
      '5 guard jump',
      '7 guard land',
    ]);
  });

  test('of a family that has come apart meanwhile only who took hold first gets the owner back', () => {
    const kept = (text: string): Thread =>
      guard.act(function* (): any {
        yield this.wait(30);
        this.log(`${text} goes on`);
        yield this.wait(10);
        this.log(`${text} ends`);
      });
    const both = act(function* (): any {
      yield this.all(
        () => kept('one'),
        () => kept('two'),
      );
    });
    for (const thread of executorOf(guard).owned.slice(1))
      stage.play(() =>
        script(function* (): any {
          yield waitFor(thread);
        }),
      );
    stage.play(() => guard.halt(20));
    stage.pulse();
    both.cancel();
    stage.finish();
    expect(stage.lines.slice(1)).toEqual([
      '2 guard over',
      '3 guard one goes on',
      '4 guard one ends',
      '4 guard two goes on',
      '5 guard two ends',
    ]);
  });
});
