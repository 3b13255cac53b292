/* oxlint-disable unicorn/no-thenable, typescript/unbound-method -- thenables and functions are what is tested */
import { $arrow, given } from '../../src/abi.js';
import { currentThread, Executor, hook, race, Scheduler, start, type Thread, wait, waitFor } from '../../src/index.js';
import { recorder, replay } from '../../src/replay.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

let stage: Stage;
beforeEach(() => (stage = new Stage()));

/** Plays a script to its end, or for `frames` pulses. */
function run(body: () => Generator, frames = 20): Thread {
  const thread = stage.scheduler.spawn(stage.script('script', body));
  for (let i = 0; i < frames && !thread.ended; i++) stage.pulse();
  return thread;
}

/** A tween: whoever asks for its end is told by `end`, with the tween itself unless another value is given. */
class Tween {
  asked = 0;
  #settle: ((value: unknown) => void)[] = [];
  #reject: (error: unknown) => void = () => {};
  then(resolve: (value: unknown) => void, reject: (error: unknown) => void): void {
    this.asked++;
    this.#settle.push(resolve);
    this.#reject = reject;
  }
  end(value: unknown = this): void {
    this.#settle.forEach((settle) => settle(value));
  }
  fail(error: unknown): void {
    this.#reject(error);
  }
}

describe('waitFor waits for any thenable', () => {
  test('that settles with itself: it is taken as it is, and asked once', () => {
    const tween = new Tween();
    const thread = run(function* () {
      const got: unknown = yield waitFor(tween);
      stage.log(`the tween ${got === tween}`);
      return got;
    }, 3);
    expect(thread.waitingFor).toBe('waitFor(Tween), since frame 1');
    tween.end();
    stage.finish();
    expect(stage.lines).toEqual(['4 the tween true']);
    expect(tween.asked).toBe(1);
  });

  test('that a call gives', () => {
    const tween = new Tween();
    run(function* () {
      stage.log(`got ${yield waitFor(given(yield tween))}`);
    }, 2);
    tween.end(5);
    stage.finish();
    expect(stage.lines).toEqual(['3 got 5']);
  });

  test('that settles twice, at once, or fails: the first counts', () => {
    run(function* () {
      const twice = { then: (resolve: (value: unknown) => void) => (resolve(1), resolve(2)) };
      stage.log(`got ${yield waitFor(twice)}`);
      stage.log(`and ${yield waitFor(twice)}`);
      const thrown = {
        then(resolve: (value: unknown) => void): void {
          resolve('settled');
          throw new Error('too late');
        },
      };
      stage.log(`got ${yield waitFor(thrown)}`);
    });
    const tween = new Tween();
    run(function* () {
      try {
        yield waitFor(tween);
      } catch (error) {
        stage.log((error as Error).message);
      }
    }, 1);
    tween.fail(new Error('killed'));
    tween.end();
    stage.finish();
    expect(stage.lines).toEqual(['2 got 1', '3 and 1', '4 got settled', '6 killed']);
  });

  test('what its `then` throws comes out at the wait, also where it cannot be read', () => {
    run(function* () {
      for (const broken of [
        { then: () => raise('called') },
        {
          get then(): never {
            return raise('read');
          },
        },
      ]) {
        try {
          yield waitFor(broken);
        } catch (error) {
          stage.log((error as Error).message);
        }
      }
    });
    expect(stage.lines).toEqual(['2 called', '2 read']);
  });

  test('that gives a Promise: that one is waited for; another thenable is given as it is', async () => {
    const inner = new Tween();
    const tweens = [new Tween(), new Tween()] as const;
    const thread = run(function* () {
      stage.log(`inner ${(yield waitFor(tweens[0])) === inner}`);
      stage.log(`got ${yield waitFor(tweens[1])}`);
    }, 1);
    tweens[0].end(inner);
    stage.pulse();
    tweens[1].end(Promise.resolve('late'));
    stage.pulse();
    await Promise.resolve();
    stage.pulse();
    expect([thread.status, ...stage.lines]).toEqual(['done', '2 inner true', '4 got late']);
  });

  test('a thread that was cancelled meanwhile is not woken', () => {
    const tween = new Tween();
    const thread = run(function* () {
      try {
        yield waitFor(tween);
      } finally {
        yield wait(50);
        stage.log('gone');
      }
    }, 1);
    thread.cancel();
    tween.end();
    stage.finish();
    expect(stage.lines).toEqual(['6 gone']);
  });

  test('its `then` is plain code: a script that it calls is a thread of its own, and it may cancel who waits', () => {
    const ring = stage.script('ring', function* () {
      yield wait(20);
      stage.log('rung');
    });
    const thread = run(function* () {
      yield waitFor({
        then(resolve: () => void) {
          ring();
          stage.log(`in ${currentThread()?.name}`);
          resolve();
        },
      });
      stage.log('over');
      const me = currentThread() as Thread;
      yield waitFor({ then: () => me.cancel() });
      stage.log('never');
    });
    stage.finish();
    expect([thread.status, ...stage.lines]).toEqual(['cancelled', '1 in undefined', '2 over', '3 rung']);
  });

  test('it is one of a race, and `this.waitFor` keeps the owner meanwhile', () => {
    const tween = new Tween();
    const hero = stage.actor('hero');
    run(function* () {
      yield race(
        () =>
          hero.act(function* () {
            yield this.waitFor(tween);
          }),
        () => wait(30),
      );
      stage.log(`lost ${hero.busy}`);
    }, 2);
    expect(hero.busy).toBe(true);
    stage.finish();
    tween.end();
    stage.pulse();
    expect(stage.lines).toEqual(['4 lost false']);
  });

  test('an Executor, and what has owned a thread, is no thenable', () => {
    class Query extends Executor {
      asked = 0;
      then(): void {
        this.asked++;
      }
    }
    const fresh = new Query();
    const owner = new Tween();
    run(function* () {
      yield waitFor(fresh);
      start(() => wait(20), { owner });
      yield waitFor(owner);
      stage.log('over');
    });
    expect([fresh.asked, owner.asked, ...stage.lines]).toEqual([0, 0, '3 over']);
  });

  test('an Executor gives nothing, whether it has ever acted or not', () => {
    const [idle, acting] = [new Executor(), new Executor()];
    run(function* () {
      stage.log(`${yield waitFor(idle)} ${yield waitFor(given(idle))}`);
      start(() => wait(20), { owner: acting });
      stage.log(`${yield waitFor(acting)} ${yield waitFor(acting)}`);
    });
    expect(stage.lines).toEqual(['1 undefined undefined', '3 undefined undefined']);
  });

  test('what it gave, and when, is in the log: a replay needs no tween', () => {
    let tween = new Tween();
    let lines: string[] = [];
    const play = (scheduler: Scheduler): void => {
      lines = [];
      scheduler.spawn(
        stage.script('scene', function* () {
          for (let i = 0; i < 2; i++) {
            const got: unknown = yield waitFor(tween);
            lines.push(`${scheduler.clock.frame} ${got === tween ? 'itself' : String(got)}`);
          }
        }),
      );
    };
    const recorded = new Scheduler({ inbox: recorder() });
    play(recorded);
    for (const value of [undefined, 'end']) {
      recorded.pulse(16);
      recorded.pulse(16);
      if (value === undefined) tween.end();
      else tween.end(value);
    }
    recorded.pulse(16);
    const first = lines;
    expect(first).toEqual(['3 itself', '5 end']);
    const log = JSON.parse(JSON.stringify(recorded.record()));
    tween = new Tween();
    replay(log, play);
    expect(lines).toEqual(first);
  });
});

describe('waitFor of what has events, and that no script acts on', () => {
  const said = recordWarnings();
  class Bell {
    on(): void {}
    off(): void {}
  }
  class EngineTween extends Bell {
    isPlaying(): boolean {
      return true;
    }
  }
  const waits = (...objects: unknown[]): void => {
    const { frame } = stage.scheduler.clock;
    run(function* () {
      for (const object of objects) yield waitFor(object);
      stage.log('over');
    });
    expect(stage.lines.at(-1)).toBe(`${frame + 1} over`);
  };

  test('does not wait, and is told once for each class', () => {
    waits(new EventTarget(), new Bell(), new Bell());
    expect(said).toEqual(
      ['EventTarget', 'Bell'].map(
        (kind) =>
          `In \`script\`, \`waitFor\` got a \`${kind}\` on which no script acts, and did not wait. Write ` +
          '`waitForEvent(thing, "name")`, or for a tween the word of your engine. [SPN720]',
      ),
    );
  });

  test('of the value of a call, only what plays is told of', () => {
    waits(given(new Bell()), given(new EventTarget()), given(5), given(undefined));
    expect(said).toEqual([]);
    waits(given(new EngineTween()));
    expect(said).toEqual([expect.stringMatching(/got a `EngineTween` .*\[SPN720\]$/)]);
  });

  test('no false alarm: a plain object, who has acted, who has a script, an Executor, what cannot be read', () => {
    const acted = new Bell();
    stage.play(() => start(() => wait(1), { owner: acted }));
    stage.finish();
    class Guard extends Bell {}
    Object.defineProperty(Guard.prototype, 'walk', { value: stage.script('walk', function* () {}) });
    class Hero extends Executor {
      on(): void {}
      off(): void {}
    }
    const has = (): never => raise('read');
    run(function* () {
      for (const object of [{ a: 1 }, acted, new Guard(), new Hero()]) yield waitFor(object);
      yield waitFor(given(new Proxy({ then: 1 }, { has })));
      stage.log('over');
    });
    expect([stage.lines.at(-1)?.slice(-4), said]).toEqual(['over', []]);
  });
});

function raise(text: string): never {
  throw new Error(text);
}

describe('waitFor refuses what is nothing to wait for', () => {
  const refusal = (target: unknown, receiver?: unknown): string => {
    const thread = run(function* () {
      try {
        yield waitFor(target, receiver);
        return 'nothing';
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`;
      }
    }, 2);
    return String(thread.result);
  };
  const NOTHING = 'TypeError: waitFor expected something to wait for, got ';

  test.each([
    ['undefined', undefined, 'undefined. Is its name misspelled, or set later?'],
    ['null', null, 'null. It takes a compiled function, a thread, a promise or an owner.'],
    ['a number', 1000, '1000 (number). For milliseconds write `wait(ms)`.'],
    ['a string', 'bell', '"bell" (string). For a signal write `waitSignal(name)`.'],
    ['a boolean', true, 'true (boolean). For a condition write `waitUntil(() => …)`.'],
    ['a symbol', Symbol('s'), 'Symbol(s) (symbol). It takes a compiled function, a thread, a promise or an owner.'],
  ])('%s', (_what, target, said) => expect(refusal(target)).toBe(NOTHING + said));

  test.each([
    [[1, 2]],
    [new Map()],
    [new Set()],
    [new WeakMap()],
    [new WeakSet()],
    [new Float32Array(2)],
    [new DataView(new ArrayBuffer(2))],
    [new ArrayBuffer(2)],
    [{ *[Symbol.iterator]() {} }],
  ])('a collection: %p', (target) =>
    expect(refusal(target)).toBe(
      `${NOTHING}${target.constructor.name} (object). For all its items write \`for (const one of list) waitFor(one)\`.`,
    ),
  );

  test('a condition, compiled or not', () => {
    const said =
      'TypeError: waitFor waits for the next call of a function, and no other code can call one that is written there. ' +
      'For a condition write `waitUntil(() => …)`.';
    expect(refusal(() => true)).toBe(said);
    const written = $arrow(function* () {}, 'scene>arrow~waitFor(0) name=', undefined);
    expect(refusal(written)).toBe(said);
    expect(refusal($arrow(function* () {}, 'scene>arrow~this.waitFor~2(0) name=', undefined))).toBe(said);
  });

  test('a bound function: nobody can tell what it calls', () => {
    const wave = stage.script('wave', function* () {});
    expect(refusal(wave.bind({}))).toBe(
      'TypeError: waitFor expected a compiled function, a thread, a promise or an owner, got `bound wave`, which hides its function. ' +
        'Write `waitFor(fn, object)`, or `hook(fn.bind(object))`.',
    );
  });

  test('both mends of a bound function help', () => {
    const hero = stage.actor('hero');
    const jump = hook(hero.jump.bind(hero));
    const heard = [
      run(function* () {
        yield waitFor(hero.jump, hero);
      }, 1),
      run(function* () {
        yield waitFor(jump);
      }, 1),
    ];
    stage.play(() => jump());
    stage.pulse();
    expect(heard.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  test('but what a call gives is given on', () => {
    run(function* () {
      const list = [1, undefined, 'text', [1], Math.max, () => 1];
      for (const value of list) stage.log(String((yield waitFor(given(yield value))) === value));
    });
    expect(stage.lines).toEqual(Array.from({ length: 6 }, () => '1 true'));
  });

  test('a thread that a call gives is waited for', () => {
    run(function* () {
      const thread = start(() => wait(20));
      yield waitFor(given(yield thread));
      stage.log('over');
    });
    expect(stage.lines).toEqual(['3 over']);
  });
});
