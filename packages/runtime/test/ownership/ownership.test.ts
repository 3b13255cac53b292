/** The rules of ownership, R1 to R8, each with its tests. Long, as they are read beside docs/ownership.md. */
import { $detached, $thread, beside, outside } from '../../src/abi.js';
import {
  all as free,
  asLibrary,
  currentThread,
  executorOf,
  listen,
  signal,
  start,
  type Thread,
  wait,
  waitFor,
  waitSignal,
} from '../../src/index.js';
import * as runtime from '../../src/index.js';
import { type Actor, Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** Plays, runs to the end, gives the log. */
function run(plain: () => void): string[] {
  stage.play(plain);
  stage.finish();
  return stage.lines;
}

describe('R1, who can own', () => {
  /** Who owns the thread of a call on `object`. */
  const ownerOf = (object: object): unknown => {
    const tell = $thread(function* (): Generator {
      yield 0;
      return currentThread()?.owner ?? null;
    }, 'tell(0)');
    return stage.play(() => tell.call(object));
  };

  test('an object owns; a function, a class, the global object, a namespace, exports and a library do not', () => {
    const glitch = {};
    expect(ownerOf(glitch)).toBe(glitch);
    const others = [() => {}, Map, globalThis, runtime, { __esModule: true }, asLibrary({})];
    expect(others.map(ownerOf)).toEqual(others.map(() => null));
  });
});

describe('proxies of one object', () => {
  const targets = new WeakMap<object, object>();
  const proxyOf = <T extends object>(object: T): T => {
    const proxy = new Proxy(object, {});
    targets.set(proxy, object);
    return proxy;
  };
  beforeEach(() => {
    stage.scheduler.identity = (object) => targets.get(object) ?? object;
  });

  test('share its executor, and `this` stays the proxy', () => {
    const hero = stage.actor('hero');
    const seen: unknown[] = [];
    const handle = proxyOf(hero);
    const lines = run(() => {
      hero.walk(2);
      handle.act(function* () {
        seen.push(this);
        yield hero.jump();
      });
    });
    expect(lines).toEqual(['0 hero step 1', '1 hero step 2', '2 hero jump', '4 hero land']);
    expect([seen[0] === handle, executorOf(handle).threads]).toEqual([true, []]);
  });

  test('are the same receiver and the same owner to waitFor', () => {
    const hero = stage.actor('hero');
    const waits = (target: unknown, receiver?: unknown) =>
      stage.script('waits', function* () {
        yield waitFor(target, receiver);
        stage.log('went on');
      })();
    const lines = run(() => {
      waits(Reflect.get(hero, 'jump'), proxyOf(hero));
      proxyOf(hero).jump();
      waits(proxyOf(hero));
    });
    expect(lines).toEqual(['0 hero jump', '1 went on', '2 hero land', '2 went on']);
  });

  test('what `identity` gives has to be an object', () => {
    stage.scheduler.identity = () => null as never;
    expect(() => stage.play(() => stage.actor('hero').jump())).toThrow(
      'identity expected to give an object, got null.',
    );
  });
});

describe('R2, the same thread', () => {
  test('a helper without owner pauses its caller', () => {
    const pauseABit = stage.script('pauseABit', function* () {
      yield wait(10);
    });
    const main = stage.script('main', function* () {
      stage.log('before');
      yield pauseABit();
      stage.log('after');
    });
    expect(run(main)).toEqual(['0 before', '1 after']);
  });

  test('a call on the own owner runs in the thread and gives its value', () => {
    const hero = stage.actor('hero');
    run(() =>
      hero.act(function* () {
        stage.log(`walked ${yield this.walk(2)} in ${stage.scheduler.live.size} thread`);
      }),
    );
    expect(stage.lines.at(-1)).toBe('2 walked 2 in 1 thread');
  });
});

describe('R3, another thread', () => {
  test('a statement call on another owner starts it and goes on', () => {
    const [a, b] = [stage.actor('a'), stage.actor('b')];
    const main = stage.script('main', function* () {
      for (const glitch of [a, b]) yield beside(glitch.walk(2));
      stage.log('started');
    });
    expect(run(main)).toEqual(['0 a step 1', '0 b step 1', '0 started', '1 a step 2', '1 b step 2']);
  });

  test('a used call on another owner waits for its value', () => {
    const hero = stage.actor('hero');
    const main = stage.script('main', function* () {
      stage.log(`got ${yield hero.walk(2)}`);
    });
    expect(run(main)).toEqual(['0 hero step 1', '1 hero step 2', '2 got 2']);
  });

  test('beside waits for a Promise and for a pause of its own thread', () => {
    const hero = stage.actor('hero');
    const helper = stage.script('helper', function* () {
      yield hero.walk(1);
      return 'helped';
    });
    const main = stage.script('main', function* () {
      yield beside(helper());
      stage.log('after helper');
    });
    expect(run(main)).toEqual(['0 hero step 1', '1 after helper']);
  });

  test('a function called on the spot runs beside its caller', () => {
    const main = stage.script('main', function* () {
      yield beside(
        $detached(function* () {
          yield wait(10);
          stage.log('beside');
        }, 'main>function(0)')(),
      );
      stage.log('main goes on');
    });
    expect(run(main)).toEqual(['0 main goes on', '1 beside']);
  });
});

describe('R4 and R5, busy and blocked', () => {
  test('two buttons queue on one player', () => {
    const player = stage.actor('player');
    run(() => {
      player.walk(2);
      player.jump();
      stage.log(player.threads.map((thread) => `${thread.name}:${thread.status}`).join(' '));
    });
    expect(stage.lines).toEqual([
      '0 player step 1',
      '0 walk:sleeping jump:blocked',
      '1 player step 2',
      '2 player jump',
      '4 player land',
    ]);
  });

  test('the queue is first come, first served, whatever the priority', () => {
    const player = stage.actor('player');
    run(() => {
      player.walk(1);
      for (const [name, priority] of [
        ['late', 5],
        ['first', -5],
      ] as const) {
        start(
          () =>
            player.act(function* () {
              stage.log(name);
              yield this.wait(10);
            }),
          { priority },
        );
      }
    });
    expect(stage.lines).toEqual(['0 player step 1', '1 late', '2 first']);
  });

  test('a running thread does not block what it calls', () => {
    const [hero, other] = [stage.actor('hero'), stage.actor('other')];
    run(() =>
      hero.act(function* () {
        yield other.act(function* () {
          yield hero.act(function* () {
            this.log('inside');
            yield 0;
          });
        });
        stage.log('done at once');
      }),
    );
    expect(stage.lines).toEqual(['0 hero inside', '0 done at once']);
  });

  test('a thread that lost its executor in its own turn queues at the front', () => {
    const hero = stage.actor('hero');
    const call = (name: string) => (): any =>
      hero.act(function* () {
        stage.log(`${name} begins`);
        yield this.wait(10);
        stage.log(`${name} ends`);
      });
    run(() => {
      hero.act(function* () {
        void outside(call('taker'));
        void outside(call('later'));
        yield this.walk(1);
      });
    });
    expect(stage.lines).toEqual(['0 taker begins', '1 taker ends', '1 hero step 1', '2 later begins', '3 later ends']);
  });
});

describe('R5b, the family', () => {
  test('a thread that the holder waits for enters without queueing', () => {
    const [hero, guide] = [stage.actor('hero'), stage.actor('guide')];
    run(() => {
      hero.act(function* () {
        stage.log('asks');
        yield guide.act(function* () {
          yield this.wait(10);
          yield hero.walk(1);
        });
        stage.log('arrived');
      });
      hero.jump();
    });
    expect(stage.lines).toEqual(['0 asks', '1 hero step 1', '2 arrived', '2 hero jump', '4 hero land']);
  });

  test('a statement call of the family queues until the holder is done', () => {
    const [hero, guide] = [stage.actor('hero'), stage.actor('guide')];
    run(() =>
      hero.act(function* () {
        yield guide.act(function* () {
          yield this.wait(10);
          yield beside(hero.walk(1));
          stage.log('guide done');
        });
        yield this.wait(20);
        stage.log('hero done');
      }),
    );
    expect(stage.lines).toEqual(['1 guide done', '3 hero done', '3 hero step 1']);
  });

  test('branches of this.all and of all act on the owner side by side; all lets others in between', () => {
    const hero = stage.actor('hero');
    const scene = (how: 'held' | 'free') =>
      hero.act(function* () {
        const calls = [(): any => hero.walk(2), (): any => hero.jump()];
        yield how === 'held' ? this.all(...calls) : (free(...calls) as unknown);
        yield this.wait(10);
        stage.log(`${how} done`);
      });
    const steps = ['hero step 1', 'hero jump', 'hero step 2', 'hero land'];
    const lines = (how: 'held' | 'free'): string[] => {
      stage.lines.length = 0;
      run(() => {
        scene(how);
        hero.act(function* () {
          stage.log('others');
        });
      });
      return stage.lines.map((line) => line.slice(2));
    };
    expect(lines('held')).toEqual([...steps, 'held done', 'others']);
    expect(lines('free')).toEqual([...steps, 'others', 'free done']);
  });
});

describe('R6, R7 and R8, hold, release and hand over', () => {
  test('wait lets others act, this.wait does not', () => {
    const hero = stage.actor('hero');
    run(() => {
      hero.act(function* () {
        yield wait(20);
        stage.log('freely waited');
        yield this.wait(20);
        stage.log('waited');
      });
      hero.jump();
      stage.pulse(3);
      hero.jump();
    });
    expect(stage.lines).toEqual([
      '0 hero jump',
      '2 freely waited',
      '2 hero land',
      '4 waited',
      '4 hero jump',
      '6 hero land',
    ]);
  });

  test('a free executor falls back to the thread that lost it, before any queue', () => {
    const [hero, other] = [stage.actor('hero'), stage.actor('other')];
    run(() => {
      hero.act(function* () {
        void outside(() => hero.jump());
        void outside(() => hero.walk(1));
        yield other.walk(4);
        stage.log('hero still holds');
      });
    });
    expect(stage.lines).toEqual([
      '0 hero jump',
      '0 other step 1',
      '1 other step 2',
      '2 other step 3',
      '2 hero land',
      '3 other step 4',
      '4 hero still holds',
      '4 hero step 1',
    ]);
  });

  test('hand-over costs no frame, and nobody overtakes the promised thread', () => {
    const hero = stage.actor('hero');
    run(() => {
      hero.jump();
      hero.walk(1);
      hero.act(function* () {
        stage.log('third');
        yield [];
      });
    });
    expect(stage.lines).toEqual(['0 hero jump', '2 hero land', '2 hero step 1', '3 third']);
  });

  test('but a second hand-over to the same thread in one pulse does', () => {
    const [hero, guide] = [stage.actor('hero'), stage.actor('guide')];
    let keeps: Thread;
    run(() => {
      hero.jump();
      guide.jump();
      hero.act(function* () {
        stage.log('once');
        keeps = outside(() => hero.wait(100)) as Thread;
        yield this.walk(1);
      });
      // Handed over behind it in the same pulse, this one frees the hero again.
      guide.act(function* () {
        keeps.cancel();
        stage.log('cancels');
      });
    });
    expect(stage.lines.slice(4)).toEqual(['2 once', '2 cancels', '3 hero step 1']);
  });

  test('nor does it after a join that was over as it began', () => {
    const hero = stage.actor('hero');
    let queued: Thread;
    let friend: Thread;
    run(() => {
      hero.act(function* () {
        yield this.wait(10);
        yield this.waitFor(queued);
        stage.log('goes on');
        yield waitFor(friend);
        stage.log('has joined');
      });
      queued = hero.act(function* () {
        stage.log('once');
      });
      friend = start(
        stage.script('friend', function* () {
          yield wait(10);
        }),
      ) as Thread;
    });
    expect(stage.lines).toEqual(['1 once', '1 goes on', '1 has joined']);
  });

  test('after a free wait the test sees the truth', () => {
    const hero = stage.actor('hero');
    const alert = stage.script('alert', function* () {});
    run(() => {
      hero.act(function* () {
        for (let i = 0; i < 2; i++) {
          yield waitFor(alert);
          stage.log(hero.busy ? 'busy' : 'free');
        }
      });
      alert();
      stage.pulse();
      hero.jump();
      alert();
    });
    expect(stage.lines).toEqual(['1 free', '1 hero jump', '2 busy', '3 hero land']);
  });

  test('after a free wait it takes the owner when it needs it, and has not lost it before to whom it calls', () => {
    const hero = stage.actor('hero');
    run(() => {
      hero.act(function* () {
        yield wait(10);
        outside(() => hero.jump());
        outside(() => hero.walk(1));
        yield this.wait(10);
        stage.log('waited');
      });
    });
    expect(stage.lines).toEqual(['1 hero jump', '3 hero land', '3 hero step 1', '5 waited']);
  });

  test('a Promise that a call gives keeps the owner, waitFor of it lets go', async () => {
    let settle: (value: unknown) => void = () => {};
    const promise = new Promise((resolve) => (settle = resolve));
    const [keeps, lets] = [stage.actor('keeps'), stage.actor('lets go')];
    stage.play(() => {
      keeps.act(function* () {
        yield promise;
      });
      keeps.walk(1);
      lets.act(function* () {
        yield waitFor(promise);
      });
      lets.walk(1);
    });
    stage.pulse();
    settle('value');
    await promise;
    stage.finish();
    expect(stage.lines).toEqual(['0 lets go step 1', '2 keeps step 1']);
  });

  test('the next() of a queue lets the owner go', () => {
    const hero = stage.actor('hero');
    run(() => {
      hero.act(function* () {
        const hits = listen('hit');
        stage.log(yield hits.next());
      });
      hero.walk(1);
      signal('hit', 'by a ball');
    });
    expect(stage.lines).toEqual(['0 hero step 1', '1 by a ball']);
  });

  test('this.hold keeps the owner over free waits', () => {
    const hero = stage.actor('hero');
    run(() => {
      hero.act(function* () {
        yield this.hold(
          stage.script('scene', function* () {
            yield wait(20);
            stage.log('scene over');
          }),
        );
      });
      hero.walk(1);
    });
    expect(stage.lines).toEqual(['2 scene over', '2 hero step 1']);
  });

  test('a wait that already holds releases nothing', () => {
    const hero = stage.actor('hero');
    run(() => {
      signal('open', 'yes', { sticky: true });
      hero.act(function* () {
        stage.log(yield waitSignal('open'));
        stage.log(hero.busy ? 'busy' : 'not busy');
        yield this.wait(10);
      });
      hero.walk(1);
    });
    expect(stage.lines).toEqual(['0 yes', '0 not busy', '1 hero step 1']);
  });
});

test('waitFor(owner) waits for what this thread started on it last', () => {
  const [a, b]: Actor[] = [stage.actor('a'), stage.actor('b')] as [Actor, Actor];
  const main = stage.script('main', function* () {
    for (const glitch of [a, b]) {
      yield beside(glitch?.walk(1));
      yield waitFor(glitch);
    }
    stage.log('all walked');
  });
  expect(run(main)).toEqual(['0 a step 1', '1 b step 1', '2 all walked']);
});

test('a family that was made through threads without an owner falls apart with it', () => {
  const hero = stage.actor('hero');
  let first: unknown;
  const inner = stage.script('inner', function* () {
    try {
      yield free(
        () =>
          stage.script('enters', function* () {
            yield wait(10);
            yield waitFor(hero);
          })(),
        () =>
          stage.script('closesTheCircle', function* () {
            yield wait(10);
            yield waitFor(first);
          })(),
      );
    } catch (error) {
      stage.log((error as Error).constructor.name);
      yield wait(20);
    }
  });
  const lines = run(() => {
    first = hero.act(function* () {
      yield this.all(inner);
      yield this.wait(10);
      stage.log('first is back');
    });
    hero.jump();
  });
  // `enters` waits for the queued jump, so that enters through the family; then the cycle ends what made it one.
  expect(lines).toEqual(['1 hero jump', '1 DeadlockError', '3 hero land', '4 first is back']);
});

test('of those who lost an owner in their own turns, who lost it last has it back first, also if it asks later', () => {
  const [hero, guide] = [stage.actor('hero'), stage.actor('guide')];
  const lines = run(() => {
    hero.act(function* () {
      outside(() =>
        hero.act(function* () {
          outside(() => hero.wait(50));
          yield guide.jump();
          yield this.walk(1);
          stage.log('who lost it last');
        }),
      );
      yield this.walk(1);
      stage.log('who lost it first');
    });
  });
  expect(lines.filter((line) => line.includes('who'))).toEqual(['6 who lost it last', '7 who lost it first']);
});
