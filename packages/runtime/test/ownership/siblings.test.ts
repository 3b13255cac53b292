import { $thread, outside } from '../../src/abi.js';
import { all, currentThread, executorOf, race, signal, start, wait, waitFor, waitSignal } from '../../src/index.js';
import type { Thread } from '../../src/threads/thread.js';
import { lockOf } from '../../src/ownership/owner.js';
import { type Actor, Stage } from '../stage.js';

let stage: Stage;
let hero: Actor;
beforeEach(() => {
  stage = new Stage();
  hero = stage.actor('hero');
});

/** A thread on the hero that keeps it for some time, and says when it begins and ends. */
const busy = (text: string, ms: number): any =>
  hero.act(function* () {
    stage.log(`${text} in`);
    yield this.wait(ms);
    stage.log(`${text} out`);
  });

/** A function that only passes on: the hero in it does not stand in the combinator. */
const deep = (text: string, ms: number): (() => unknown) =>
  stage.script('deep', function* () {
    yield busy(text, ms);
  });

const play = (body: () => Generator): Thread => stage.play(stage.script('scene', body)) as Thread;

/** Plays to the end, where the invariants are checked in each pulse. */
function finish(): readonly string[] {
  stage.finish();
  return stage.lines;
}

test('an owner that is named later lets those come in who queue for it', () => {
  play(function* () {
    yield all(deep('one', 30), deep('two', 20), () => busy('three', 10));
  });
  expect(finish()).toEqual(['0 one in', '0 three in', '1 two in', '1 three out', '3 one out', '3 two out']);
});

test('a combinator names the owner of its thread, also where that lets go of it', () => {
  stage.play(() =>
    hero.act(function* () {
      yield all(deep('one', 20), deep('two', 10));
    }),
  );
  expect(finish()).toEqual(['0 one in', '0 two in', '1 two out', '2 one out']);
});

test('a call that is dropped names the owner, too: those who wait for the one under way are siblings', () => {
  const leap = $thread(function* () {
    stage.log('leap');
    yield hero.wait(20);
  }, 'leap(0) drop');
  stage.play(() => leap.call(hero));
  play(function* () {
    yield all(() => leap.call(hero), deep('two', 10));
  });
  expect(finish()).toEqual(['0 leap', '0 two in', '1 two out']);
});

test('siblings who queue come in together, and nobody who stands between them', () => {
  stage.play(() => busy('before', 20));
  play(function* () {
    yield all(
      () => busy('one', 20),
      stage.script('late', function* () {
        yield wait(10);
        yield busy('two', 10);
      }),
    );
  });
  stage.play(() => busy('between', 10));
  expect(finish().slice(1)).toEqual([
    '2 before out',
    '2 one in',
    '2 two in',
    '3 two out',
    '4 one out',
    '4 between in',
    '5 between out',
  ]);
});

test('a call in an arrow that another one calls names nobody', () => {
  const arrow = (body: () => any): any =>
    $thread(function* (): any {
      return yield body();
    }, 'arrow(0) concise');
  const inner = arrow(() => busy('one', 20));
  play(function* () {
    yield all(
      arrow(() => inner()),
      arrow(() => inner()),
    );
  });
  expect(finish()).toEqual(['0 one in', '2 one out', '2 one in', '4 one out']);
});

test('of siblings who go on when their race is decided, who took hold first keeps the owner', () => {
  const careful = (text: string, ms: number): any =>
    hero.act(function* () {
      try {
        yield this.wait(ms);
      } finally {
        stage.log(`${text} cleans up`);
        yield this.wait(20);
        stage.log(`${text} is done`);
      }
    });
  play(function* () {
    yield race(
      () => careful('one', 100),
      () => careful('two', 100),
      () => wait(10),
    );
    stage.log('decided');
  });
  expect(finish()).toEqual(['1 two cleans up', '1 one cleans up', '1 decided', '3 one is done', '5 two is done']);
});

test('siblings of two combinators part when the thread that was in both has ended', () => {
  const two = stage.play(() => busy('two', 10)) as Thread;
  const beside = (text: string): Thread =>
    play(function* () {
      yield all(
        stage.script('joins', function* () {
          yield waitFor(two);
          yield wait(100);
        }),
        () => busy(text, 40),
      );
    });
  beside('one');
  beside('three');
  expect(lockOf(hero)?.holders.length).toBe(3);
  stage.pulse();
  expect(lockOf(hero)?.holders.length).toBe(1);
  expect(finish()).toEqual(['0 two in', '0 one in', '0 three in', '1 two out', '4 one out', '4 three out']);
});

test('who still begins its arms keeps its owner together with those that have begun, also when a sibling of both has ended', () => {
  stage.play(() => busy('before', 10));
  const scene = play(function* () {
    yield all(
      () =>
        hero.act(function* () {
          yield all(
            () => busy('arm', 20),
            stage.script('another arm', function* () {
              scene.cancel();
              outside(() => busy('order', 10));
            }),
          );
        }),
      () => busy('sibling', 10),
    );
  });
  // Somebody waits for the first call, so it does not end with the scene.
  const awaited = executorOf(hero).owned[1]!;
  play(function* () {
    yield waitFor(awaited);
  });
  expect(finish()).toEqual(['0 before in', '1 before out', '1 arm in', '3 arm out', '3 order in', '4 order out']);
});

test('a combinator that is cancelled leaves no siblings behind', () => {
  const scene = play(function* () {
    yield all(
      () => busy('one', 50),
      () => busy('two', 50),
    );
  });
  expect(lockOf(hero)?.siblings.length).toBe(1);
  scene.cancel();
  expect(lockOf(hero)?.siblings).toEqual([]);
});

test('a thread that is given, and what `start` begins in a branch, are no siblings', () => {
  play(function* () {
    const given = start(() => busy('given', 20));
    yield all(
      given,
      () => busy('stands', 10),
      stage.script('branch', function* () {
        start(() => busy('started', 10));
      }),
    );
  });
  expect(finish()).toEqual([
    '0 given in',
    '2 given out',
    '2 stands in',
    '3 stands out',
    '3 started in',
    '4 started out',
  ]);
});

test('a combinator that fails at once leaves no siblings behind', () => {
  const scene = play(function* () {
    try {
      yield all(
        () => busy('one', 10),
        stage.script('fails', function* () {
          throw new Error('no');
        }),
      );
    } catch {
      stage.log('failed');
    }
    yield waitSignal('go');
  });
  expect(lockOf(hero)?.siblings).toEqual([]);
  stage.play(() => signal('go'));
  finish();
  expect(scene.ended).toBe(true);
});

test('siblings whom a hold covers when their join begins start at once, before the turns of others', () => {
  const guide = stage.actor('guide');
  stage.play(() =>
    hero.act(function* () {
      yield guide.act(function* () {
        yield wait(10);
        yield all(
          () => busy('one', 10),
          () => busy('two', 10),
        );
      });
    }),
  );
  play(function* () {
    yield wait(10);
    stage.log('another one');
  });
  expect(finish().slice(0, 3)).toEqual(['1 one in', '1 two in', '1 another one']);
});

test('who needs the owner again keeps its place among those who hold it', () => {
  play(function* () {
    yield race(
      () =>
        hero.act(function* () {
          yield this.wait(10);
          yield this.wait(100);
        }),
      () => busy('two', 100),
      () => wait(100),
    );
  });
  stage.pulse(2);
  expect(lockOf(hero)?.holders.map(({ name }) => name)).toEqual(['act', 'act']);
  expect(lockOf(hero)?.holders.map(({ id }) => id)).toEqual([3, 5]);
});

describe('where a call of @interrupt has the owner', () => {
  const halt = (text: string): unknown => {
    const run = function* (): Generator {
      stage.log(`${text} in`);
      yield wait(20);
      stage.log(`${text} out`);
    };
    return $thread(run, 'halt(0) interrupt').call(hero);
  };
  /** One sibling is interrupted in frame 1, and the other comes in frame 2, while the owner is taken. */
  const twoSiblings = (): void => {
    play(function* () {
      yield all(
        () => busy('one', 60),
        stage.script('late', function* () {
          yield wait(20);
          yield busy('two', 10);
        }),
      );
    });
    stage.pulse();
    stage.play(() => halt('halt'));
  };

  test('a sibling that queues behind it comes in with the one that gets the owner back', () => {
    twoSiblings();
    expect(finish()).toEqual(['0 one in', '1 halt in', '3 halt out', '3 two in', '4 two out', '6 one out']);
  });

  test('a sibling that comes in so is not interrupted before it has begun', () => {
    twoSiblings();
    play(function* () {
      yield wait(20);
      outside(() => halt('again'));
    });
    expect(finish()).toEqual([
      '0 one in',
      '1 halt in',
      '3 halt out',
      '3 two in',
      '4 two out',
      '6 one out',
      '6 again in',
      '8 again out',
    ]);
  });

  test('nor is one that had been interrupted and comes in, before its turn', () => {
    play(function* () {
      yield all(
        () => busy('one', 10),
        stage.script('late', function* () {
          yield wait(10);
          yield halt('two');
        }),
      );
    });
    stage.play(() => {
      const run = function* (): Generator {
        yield hero.hold(() => wait(30));
      };
      return $thread(run, 'scene(0) interrupt').call(hero);
    });
    stage.pulse();
    stage.play(() => halt('three'));
    expect(finish()).toEqual(['0 one in', '3 two in', '3 one out', '5 two out', '5 three in', '7 three out']);
  });
});

test('siblings whom a join covers start at once also behind one that waits for another owner as it starts', () => {
  const [guide, door] = [stage.actor('guide'), stage.actor('door')];
  stage.play(() =>
    hero.act(function* () {
      yield guide.act(function* () {
        yield wait(10);
        yield all(
          () =>
            hero.act(function* () {
              yield door.jump();
            }),
          () => busy('two', 10),
        );
      });
    }),
  );
  play(function* () {
    yield wait(10);
    stage.log('another one');
  });
  expect(finish().slice(0, 3)).toEqual(['1 door jump', '1 two in', '1 another one']);
});

test('a sibling that is let in during the turn of another one takes the owner from nobody', () => {
  let branch: Thread;
  // It lets in the first sibling, whom it waits for, and would keep out the second.
  stage.play(() =>
    hero.act(function* () {
      yield this.wait(10);
      yield this.waitFor(executorOf(hero).owned[1]);
    }),
  );
  const scene = play(function* () {
    yield all(
      () =>
        hero.act(function* () {
          branch.cancel();
          yield this.wait(20);
          stage.log('one goes on');
          yield this.wait(20);
          stage.log('one is done');
        }),
      stage.script('branch', function* () {
        branch = currentThread() as unknown as Thread;
        try {
          yield wait(100);
        } finally {
          yield hero.act(function* () {
            yield this.wait(20);
            stage.log('two goes on');
            yield this.wait(20);
            stage.log('two is done');
          });
        }
      }),
    );
  });
  stage.pulse();
  expect(lockOf(hero)?.holders.length).toBe(3);
  // Somebody waits for each of them, so neither ends with the scene, which made them siblings.
  for (const thread of executorOf(hero).owned)
    play(function* () {
      yield waitFor(thread);
    });
  scene.cancel();
  expect(finish()).toEqual(['3 two goes on', '3 one goes on', '5 one is done', '7 two is done']);
});

test('a call that a sibling lets in waits for nobody: there is no circle where it is waited for', () => {
  const guide = stage.actor('guide');
  let branch: Thread;
  play(function* () {
    yield all(
      () =>
        hero.act(function* () {
          yield this.wait(10);
          yield guide.jump();
        }),
      stage.script('branch', function* () {
        branch = currentThread() as unknown as Thread;
        yield wait(20);
        yield busy('two', 10);
      }),
    );
  });
  stage.play(() =>
    guide.act(function* () {
      yield this.waitFor(branch);
    }),
  );
  expect(finish()).toEqual(['2 two in', '3 two out', '3 guide jump', '5 guide land']);
});

test('a queued call that is no sibling leaves the queue when it is waited for, also where a combinator names its owner', () => {
  const guide = stage.actor('guide');
  stage.play(() =>
    hero.act(function* () {
      yield all(() => wait(100));
    }),
  );
  const holder = stage.play(() =>
    hero.act(function* (): any {
      try {
        yield this.wait(1000);
      } finally {
        yield this.waitFor(guide);
      }
    }),
  ) as unknown as Thread;
  const asking = stage.script('asking', function* (): any {
    void outside(() => hero.jump());
    yield waitFor(hero);
  });
  const cancelling = stage.script('cancelling', function* (): any {
    holder.cancel('off');
    yield wait(10);
  });
  stage.play(() =>
    guide.act(function* () {
      yield all(asking, cancelling);
    }),
  );
  expect(stage.lines).toEqual(['0 hero jump']);
});

test('siblings that a join covers start at once, also the second one while the first begins to wait', () => {
  const guide = stage.actor('guide');
  let scene: Thread;
  stage.play(() =>
    hero.act(function* (): any {
      yield this.wait(10);
      yield this.waitFor(scene);
    }),
  );
  scene = play(function* () {
    yield all(
      () =>
        hero.act(function* () {
          stage.log('one in');
          yield guide.jump();
        }),
      () => busy('two', 10),
    );
  });
  play(function* () {
    yield wait(10);
    stage.log('later in this pulse');
  });
  stage.pulse();
  expect(stage.lines).toEqual(['1 one in', '1 guide jump', '1 two in', '1 later in this pulse']);
});

test.each(['nobody', 'somebody'])(
  'a sibling comes in in the last phase, also if another thread begins to wait for it that holds an owner for which %s queues',
  (who) => {
    const guide = stage.actor('guide');
    const third = stage.actor('third');
    if (who === 'somebody') {
      stage.play(() => third.jump());
      stage.play(() => third.walk(1));
    }
    let inner: Thread;
    const asks = $thread(function* (this: any): any {
      stage.log('asks');
      yield this.waitFor(inner);
    }, 'third.asks(0) interrupt');
    stage.play(() => hero.walk(1));
    // It lets in the last in the queue, while that is a sibling of the one that `inner` waits for.
    stage.play(() =>
      hero.act(function* (): any {
        yield this.waitFor(this);
        stage.log('first out');
      }),
    );
    const queued = stage.play(() => busy('sibling', 0)) as Thread;
    inner = play(function* () {
      yield waitFor(queued);
    });
    stage.play(() =>
      guide.act(function* () {
        yield all(
          () => waitFor(queued),
          () =>
            hero.act(function* () {
              outside(() => asks.call(third));
              stage.log('last out');
            }),
        );
      }),
    );
    stage.pulse();
    expect(stage.lines.filter((line) => !/step|jump/.test(line))).toEqual([
      '1 asks',
      '1 last out',
      '1 first out',
      '1 sibling in',
    ]);
  },
);
