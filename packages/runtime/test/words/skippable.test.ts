import { after } from '../../src/host.js';
import { beside } from '../../src/abi.js';
import {
  attach,
  Clock,
  clock,
  currentThread,
  every,
  race,
  signal,
  start,
  type Thread,
  wait,
  waitFor,
  waitFrames,
  waitSignal,
  waitUntil,
  withClock,
  withTimeout,
} from '../../src/index.js';
import { skippable } from '../../src/scenes.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

/** Starts a scene as a skippable one. Its lines have the frame of the scheduler, then that and the time of its clock. */
function sceneOn(
  stage: Stage,
  body: (say: (text: string) => void) => Generator,
  options: Parameters<typeof skippable>[1] = { by: 'skip' },
): Thread {
  const say = (text: string): void => stage.log(`${clock.frame}/${clock.now} ${text}`);
  const script = stage.script('scene', () => body(say));
  return stage.play(() => skippable(script, options)) as Thread;
}

describe('skippable', () => {
  test('gives the value of its function, and is a clock of its own', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      yield wait(20);
      say('over');
      return 7;
    });
    const { clock: scene } = thread;
    expect([scene.parent, scene.skipping]).toEqual([stage.scheduler.clock, false]);
    stage.finish();
    expect([thread.result, stage.lines, stage.scheduler.skips]).toEqual([7, ['2 2/20 over'], []]);
  });

  test('is forgotten when its thread is cancelled for good, and however often it was one', () => {
    const stage = new Stage();
    const wave = stage.script('wave', function* () {
      for (let i = 0; i < 3; i++) yield skippable(() => wait(10), { by: 'skip' });
      yield skippable(() => skippable(() => wait(1000), {}));
    });
    const thread = stage.play(wave) as Thread;
    stage.pulse(6);
    expect([stage.scheduler.skips.length, thread.rare?.listeners?.size]).toEqual([2, 2]);
    const { clock: inner } = thread;
    thread.cancel('enough', { now: true });
    inner.fastForward();
    expect([stage.scheduler.skips, inner.skipping]).toEqual([[], false]);
    stage.finish();
  });

  test('has all of its frames at the end of the pulse in which it is asked for, as long as the last pulse', () => {
    const stage = new Stage();
    const skipping: boolean[] = [];
    const thread = sceneOn(stage, function* (say) {
      say(`delta ${clock.delta}`);
      skipping.push(clock.skipping);
      yield wait(25);
      say(`delta ${clock.delta}`);
      yield waitFrames(2);
      skipping.push(clock.skipping);
      say('end');
    });
    stage.pulse();
    thread.clock.fastForward();
    stage.pulse();
    expect(stage.lines).toEqual(['0 0/0 delta 0', '2 3/30 delta 10', '2 5/50 end']);
    expect([skipping, thread.status, stage.scheduler.clock.now]).toEqual([[false, true], 'done', 20]);
  });

  test('is skipped at the end of the pulse in which a script asks for it', () => {
    const stage = new Stage();
    sceneOn(stage, function* (say) {
      yield wait(10);
      clock.fastForward();
      say('asks');
      yield wait(30);
      say('end');
    });
    stage.pulse();
    expect(stage.lines).toEqual(['1 1/10 asks', '1 4/40 end']);
  });

  test('waits for a pulse that takes time', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      yield wait(30);
      say('end');
    });
    thread.clock.fastForward();
    stage.scheduler.pulse(0);
    expect([stage.lines, thread.clock.skipping]).toEqual([[], true]);
    stage.pulse();
    expect(stage.lines).toEqual(['2 4/30 end']);
  });

  test('has frames as long as the last pulse that took time', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      yield wait(30);
      say('end');
    });
    stage.pulse();
    thread.clock.fastForward();
    stage.scheduler.pulse(0);
    expect(stage.lines).toEqual(['2 4/30 end']);
  });

  test('has its errors told frame by frame: who joins two frames later comes too late', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      const fails = start(
        stage.script('fails', function* () {
          yield wait(20);
          throw new Error('slips');
        }),
      );
      yield wait(40);
      try {
        yield waitFor(fails);
      } catch {
        say('hears of it');
      }
    });
    stage.pulse();
    thread.clock.fastForward();
    stage.pulse();
    expect(stage.lines).toEqual([
      '2 uncaught: slips in fails() -> scene() -> skippable(scene, Object)',
      '2 4/40 hears of it',
    ]);
  });

  test('hands an owner over in the frame in which it is free, to the same thread in each of its frames', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const thread = sceneOn(stage, function* (say) {
      yield beside(hero.jump());
      const act = function* (this: typeof hero): Generator {
        say('has the hero');
        yield wait(10);
        yield this.wait(10);
        say('has had him again');
      };
      yield beside(hero.act(act));
      yield beside(hero.jump());
      yield wait(100);
    });
    stage.pulse();
    thread.clock.fastForward();
    stage.pulse();
    expect(stage.lines).toEqual([
      '0 hero jump',
      '2 hero land',
      '2 2/20 has the hero',
      '2 hero jump',
      '2 hero land',
      '2 5/50 has had him again',
    ]);
  });

  test('gives its thread back to the clock, and the frame, of before', () => {
    const stage = new Stage();
    stage.play(
      stage.script('game', function* () {
        yield skippable(
          stage.script('scene', function* () {
            yield wait(100);
          }),
          { by: 'skip' },
        );
        stage.log(`over in frame ${clock.frame} at ${clock.now}`);
        yield waitUntil(clock.frame + 1);
        stage.log(`frame ${clock.frame}`);
      }),
    );
    stage.scheduler.signal('skip');
    stage.finish();
    expect(stage.lines).toEqual(['1 over in frame 1 at 10', '2 frame 2']);
  });

  test('is skipped by an event, too', () => {
    const stage = new Stage();
    const keyboard = new EventTarget();
    const options = { by: [keyboard, 'Escape'] as const };
    sceneOn(
      stage,
      function* (say) {
        yield wait(500);
        say('end');
      },
      options,
    );
    stage.pulse();
    keyboard.dispatchEvent(new Event('Escape'));
    stage.pulse();
    expect(stage.lines).toEqual(['2 50/500 end']);
  });

  test('runs on at its usual speed when its clock is paused', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      yield wait(20);
      clock.fastForward();
      yield wait(20);
      (currentThread() as Thread).clock.pause();
      yield wait(20);
      say('end');
    });
    const { clock: scene } = thread;
    stage.pulse(10);
    expect([scene.now, scene.skipping]).toEqual([40, false]);
    scene.resume();
    stage.finish();
    expect(stage.lines).toEqual(['12 14/60 end']);
  });

  test('of a thread that is cancelled is over', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* () {
      yield wait(500);
    });
    const { clock: scene } = thread;
    scene.fastForward();
    thread.cancel();
    stage.pulse();
    scene.fastForward();
    expect([scene.skipping, stage.scheduler.skips, stage.scheduler.threads]).toEqual([false, [], []]);
  });

  test('that never ends does not stop the game', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* () {
      for (;;) yield wait(1000);
    });
    thread.clock.fastForward();
    stage.pulse();
    expect([thread.clock.frame, thread.clock.skipping]).toEqual([50_001, true]);
    thread.clock.fastForward(false);
    stage.pulse();
    expect(thread.clock.frame).toBe(50_002);
  });

  test('refuses what it cannot use, and a clock that nobody can skip', () => {
    const stage = new Stage();
    const world = new Clock(stage.scheduler.clock);
    expect(() => world.fastForward()).toThrow(
      '`clock.fastForward()` is called on a clock that is not of a `skippable`.',
    );
    expect(() => world.fastForward(false)).not.toThrow();
    expect(() => world.fastForward(1 as never)).toThrow('clock.fastForward expected true or false, got 1 (number).');
  });
});

describe('a choice', () => {
  test('without a time limit stops the skip', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      yield wait(500);
      say(`chosen ${String(yield waitSignal('choice'))}`);
      yield wait(20);
      say('end');
    });
    stage.pulse();
    stage.scheduler.signal('skip');
    stage.pulse(3);
    expect([thread.clock.now, thread.clock.skipping]).toEqual([520, false]);
    stage.scheduler.signal('choice', 'left');
    stage.finish();
    expect(stage.lines).toEqual(['5 53/530 chosen left', '7 55/550 end']);
  });

  /** Says what was chosen within 50 ms. */
  const choose = (stage: Stage, say: (text: string) => void): any =>
    stage.script('choose', function* () {
      try {
        say(
          `chosen ${String(
            yield withTimeout(
              50,
              stage.script('ask', function* () {
                return yield waitSignal('choice');
              }) as never,
            ),
          )}`,
        );
      } catch {
        say('too late');
      }
    })();

  test('with a time limit needs clock.fastForward(false) before it', () => {
    const lines = [true, false].map((isCareful) => {
      const stage = new Stage();
      const thread = sceneOn(stage, function* (say) {
        yield wait(500);
        if (isCareful) clock.fastForward(false);
        yield choose(stage, say);
      });
      thread.clock.fastForward();
      stage.pulse(2);
      stage.scheduler.signal('choice', 'left');
      stage.finish();
      return stage.lines;
    });
    expect(lines).toEqual([['3 52/520 chosen left'], ['1 55/550 too late']]);
  });

  test('beside an idle loop stops it when the patience is over', () => {
    const stage = new Stage();
    let beats = 0;
    const thread = sceneOn(
      stage,
      function* (say) {
        attach(
          stage.script('idle', function* () {
            for (;;) {
              yield every(100);
              beats++;
            }
          }) as never,
        );
        yield wait(300);
        yield waitSignal('choice');
        say('chosen');
      },
      { by: 'skip', skipPatienceMs: 1000 },
    );
    stage.scheduler.signal('skip');
    stage.pulse();
    expect([thread.clock.now, thread.clock.skipping, beats]).toEqual([1300, false, 13]);
    stage.scheduler.signal('choice');
    stage.finish();
    expect(stage.lines).toEqual(['2 131/1310 chosen']);
  });

  describe('beside something endless', () => {
    const said = recordWarnings();
    const skipped = (ask: () => unknown, options: { skipPatienceMs?: number } = {}): void => {
      const stage = new Stage();
      const thread = sceneOn(
        stage,
        function* () {
          for (const name of ['drift', 'wave', 'drift'])
            attach(
              stage.script(name, function* () {
                for (;;) yield wait(100);
              }) as never,
            );
          attach(
            stage.script('listener', function* () {
              yield waitSignal('never');
            }) as never,
          );
          yield ask();
        },
        options,
      );
      thread.clock.fastForward();
      stage.pulse();
      expect(thread.clock.now).toBe(60_010);
    };
    const beginning = 'The skip of `skippable` has played 60 seconds in which the scene did not go on ';

    test('it tells once what went on, and what to do', () => {
      skipped(() => waitSignal('choice'));
      skipped(() => waitSignal('choice'));
      expect(said).toEqual([
        `${beginning}(waitSignal(choice), since frame 0): ` +
          'it cannot see that only the player is missing, as `drift` and `wave` went on beside. ' +
          'Put such a choice between two `skippable`s, or give `skipPatienceMs`. [SPN719]',
      ]);
    });

    test('it tells of a wait that is longer than a minute', () => {
      skipped(() => wait(70_000));
      expect(said).toEqual([
        `${beginning}(wait(70000), since frame 0), and stopped. ` +
          'If it needs longer, give a longer `skipPatienceMs`. [SPN719]',
      ]);
    });

    test('it tells nothing if a patience was given', () => {
      skipped(() => waitSignal('choice'), { skipPatienceMs: 60_000 });
      expect(said).toEqual([]);
    });
  });

  test('a wait that is longer than the patience stops it too', () => {
    const stage = new Stage();
    const thread = sceneOn(
      stage,
      function* () {
        yield wait(5000);
      },
      { skipPatienceMs: 1000 },
    );
    thread.clock.fastForward();
    stage.pulse();
    expect([thread.clock.now, thread.clock.skipping]).toEqual([1010, false]);
  });
});

describe('who is outside', () => {
  test('sees nothing of the fast time, and acts meanwhile only where a join or an owner comes to him', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      yield wait(100);
      signal('bell');
      say('rings');
      yield wait(100);
      say('end');
    });
    stage.play(
      stage.script('ringer', function* () {
        yield waitSignal('bell');
        stage.log(`heard in frame ${clock.frame} at ${clock.now}`);
      }),
    );
    stage.play(
      stage.script('waiter', function* () {
        yield waitFor(thread);
        stage.log(`joined in frame ${clock.frame} at ${clock.now}`);
      }),
    );
    thread.clock.fastForward();
    stage.pulse(2);
    expect(stage.lines).toEqual([
      '1 10/100 rings',
      '1 20/200 end',
      '1 joined in frame 1 at 10',
      '2 heard in frame 2 at 20',
    ]);
  });

  test('has neither timers nor predicates meanwhile', () => {
    const stage = new Stage();
    let asked = 0;
    const thread = sceneOn(stage, function* () {
      yield wait(100);
    });
    stage.play(
      stage.script('watcher', function* () {
        yield waitUntil(() => ++asked > 3);
      }),
    );
    stage.play(
      stage.script('ringer', function* () {
        yield waitFrames(1);
        after(stage.scheduler, 0, () => stage.log('rings'));
      }),
    );
    thread.clock.fastForward();
    stage.pulse(2);
    expect([asked, stage.lines]).toEqual([3, ['2 rings']]);
  });

  test('holds an actor: the game goes on at its usual speed until he lets go, and the skip goes on after that', () => {
    const stage = new Stage();
    const actor = stage.actor('hero');
    stage.play(() => actor.walk(4));
    const thread = sceneOn(stage, function* (say) {
      yield wait(50);
      say('calls');
      yield actor.jump();
      say('end');
    });
    thread.clock.fastForward();
    stage.pulse();
    expect(thread.clock.skipping).toBe(true);
    stage.finish();
    expect(stage.lines.filter((line) => !line.includes('step'))).toEqual([
      '1 5/50 calls',
      '4 hero jump',
      '4 hero land',
      '4 10/100 end',
    ]);
  });

  test('settles a Promise: the game goes on at its usual speed until then', async () => {
    const stage = new Stage();
    let load = (_text: string): void => {};
    const loading = new Promise<string>((resolve) => (load = resolve));
    const thread = sceneOn(stage, function* (say) {
      yield wait(100);
      say(`loaded ${String(yield waitFor(loading))}`);
      yield wait(100);
      say('end');
    });
    thread.clock.fastForward();
    stage.pulse(3);
    expect([thread.clock.now, thread.clock.skipping]).toEqual([120, true]);
    load('map');
    await Promise.resolve();
    await Promise.resolve();
    stage.pulse();
    expect(stage.lines).toEqual(['4 13/130 loaded map', '4 23/230 end']);
  });

  test('may take long: that is no lack of patience', async () => {
    const stage = new Stage();
    let load = (): void => {};
    const loading = new Promise<void>((resolve) => (load = resolve));
    const thread = sceneOn(
      stage,
      function* (say) {
        yield waitFor(loading);
        yield wait(50);
        say('end');
      },
      { skipPatienceMs: 100 },
    );
    thread.clock.fastForward();
    stage.pulse(30);
    load();
    await Promise.resolve();
    await Promise.resolve();
    stage.pulse();
    expect(stage.lines).toEqual(['31 36/360 end']);
  });

  test('a clock below that of the scene is fast, too; one beside it is not', () => {
    const stage = new Stage();
    const another = new Clock(stage.scheduler.clock);
    const thread = sceneOn(stage, function* (say) {
      const slow = new Clock(clock);
      slow.scale = 0.5;
      yield withClock(
        slow,
        stage.script('slow', function* () {
          yield wait(50);
          yield waitUntil(clock.frame + 1);
          say('slow');
        }),
      );
      say('end');
    });
    thread.clock.fastForward();
    stage.pulse();
    expect([stage.lines, another.now]).toEqual([['1 11/55 slow', '1 11/110 end'], 10]);
  });
});

describe('one in another', () => {
  const nested = (stage: Stage, by: string): Thread =>
    sceneOn(stage, function* (say) {
      yield wait(100);
      yield skippable(
        stage.script('inner', function* () {
          say('inner');
          yield wait(100);
          say('inner over');
        }),
        { by },
      );
      yield wait(100);
      say('end');
    });

  test('both are skipped by the same signal', () => {
    const stage = new Stage();
    nested(stage, 'skip');
    stage.pulse(11);
    stage.scheduler.signal('skip');
    stage.pulse();
    expect(stage.lines).toEqual(['10 10/0 inner', '12 20/100 inner over', '12 30/300 end']);
  });

  test('the inner one is skipped alone', () => {
    const stage = new Stage();
    nested(stage, 'next');
    stage.pulse(11);
    stage.scheduler.signal('next');
    stage.pulse();
    // Of ten frames the last eight were its own.
    expect(stage.lines).toEqual(['10 10/0 inner', '12 20/100 inner over']);
    stage.finish();
    expect(stage.lines.at(-1)).toBe('22 22/220 end');
  });

  test('an inner clock.fastForward(false) stops the outer one', () => {
    const stage = new Stage();
    const thread = sceneOn(stage, function* (say) {
      yield skippable(
        stage.script('inner', function* () {
          yield wait(100);
          clock.fastForward(false);
          say(
            String(
              yield race(
                stage.script('ask', function* () {
                  yield waitSignal('choice');
                }) as never,
                stage.script('limit', function* () {
                  yield wait(50);
                }) as never,
              ),
            ),
          );
        }),
      );
      say('end');
    });
    stage.scheduler.signal('skip');
    stage.pulse();
    expect([stage.lines, thread.clock.skipping]).toEqual([[], false]);
    stage.finish();
    expect(stage.lines).toEqual(['6 15/150 undefined', '6 15/150 end']);
  });
});
