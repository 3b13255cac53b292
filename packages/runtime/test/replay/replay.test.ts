/** Recording and replaying. Long, as its cases share one world and one process. */
import { after, resume } from '../../src/host.js';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import * as runtime from '../../src/index.js';
import { type Log, recorder, replay, ReplayError } from '../../src/replay.js';
import {
  atLeast,
  limitMs,
  microtasks,
  playAgain,
  record,
  run,
  step,
  type Step,
  type World,
  worldOn,
} from './replay-run.js';
import { recordWarnings } from '../warnings.js';

// What is told in development is not what these tests are about.
recordWarnings();

const { Scheduler } = runtime;

describe('a run that is played again under its log', () => {
  test('gives the same trace, whatever came from outside', async () => {
    let outsiders = 0;
    await fc.assert(
      fc.asyncProperty(run, async ({ seed, steps }) => {
        const { log, lines } = await record(seed, steps);
        outsiders += log.records.filter(({ kind }) => kind === 'event' || kind === 'input').length;
        expect(playAgain(log, steps)).toEqual(lines);
      }),
      atLeast(150),
    );
    expect(outsiders).toBeGreaterThan(100);
  });

  test('gives the same trace while the outside does other things at other times', async () => {
    await fc.assert(
      fc.asyncProperty(run, fc.array(step), async ({ seed, steps }, others) => {
        const { log, lines } = await record(seed, steps);
        let world: World | undefined;
        const scheduler = await replay(
          log,
          async (replayed) => {
            world = worldOn(runtime, replayed);
            const noise = others.filter((one) => world?.isInside(one) === false);
            for (const one of steps) {
              const disturbing = noise.pop();
              if (disturbing !== undefined) world.play(disturbing);
              await microtasks();
              if (world.isInside(one)) world.play(one);
            }
          },
          { onError: (error) => void world?.lines.push(`uncaught: ${(error as Error).message}`) },
        );
        expect(scheduler.record()).toEqual(log);
        expect(world?.lines).toEqual(lines);
      }),
      { numRuns: 60 },
    );
  });

  test('stops at the first step that was left out, added or changed, and names it', async () => {
    const checked = fc.constantFrom('leave out', 'add', 'change');
    await fc.assert(
      fc.asyncProperty(run, checked, fc.nat(), async ({ seed, steps }, change, where) => {
        const told = steps.flatMap(([what], i) => (what === 'pulse' || what === 'signal' ? [i] : []));
        fc.pre(told.length > 0);
        const { log } = await record(seed, steps);
        const at = told[where % told.length] as number;
        const [what, value] = steps[at] as [string, number];
        // Pulses that the program leaves out at its end are made by the replay.
        fc.pre(change !== 'leave out' || what !== 'pulse');
        const others = {
          'leave out': [],
          add: [
            [what, value],
            [what, value],
          ],
          change: [[what, value + 1]],
        }[change] as Step[];
        const other = steps.toSpliced(at, 1, ...others);
        expect(() => playAgain(log, other)).toThrow(ReplayError);
      }),
      { numRuns: 60 },
    );
  });
});

type Answer = { readonly lines: string[] } | { readonly error: string };

/** One process for all runs: that it has replayed others before must not be seen. */
describe('a run that is played again in another process, on the build', () => {
  let child: ChildProcess;
  /** Rejects when the other process ends, also where it does so before it is asked anything: it does without a build. */
  let ended: Promise<never>;
  beforeAll(() => {
    child = fork(fileURLToPath(new URL('replay-process.js', import.meta.url)), { execArgv: [], silent: true });
    const errors: string[] = [];
    child.stderr?.on('data', (text) => errors.push(String(text)));
    ended = new Promise((_resolve, reject) => {
      child.once('close', (code) => reject(new Error(`the other process ended with ${code}: ${errors.join('')}`)));
    });
    ended.catch(() => undefined);
  });
  afterAll(() => child.kill());

  const playThere = (log: Log, steps: readonly Step[]): Promise<Answer> => {
    const answer = new Promise<Answer>((resolve) => child.once('message', (given) => resolve(given as Answer)));
    child.send({ log, steps }, () => undefined);
    return Promise.race([answer, ended]);
  };

  test(
    'gives the same trace',
    async () => {
      const kinds = {
        'plain calls': /^call /,
        events: /^event (?!a Promise)/,
        'Promises settling': /^event a Promise/,
      };
      const missing = new Set([...Object.keys(kinds), 'random numbers']);
      await fc.assert(
        fc.asyncProperty(run, async ({ seed, steps }) => {
          const { log, lines } = await record(seed, steps);
          expect(await playThere(log, steps)).toEqual({ lines });
          const told = log.records.map(({ kind, name }) => `${kind} ${name}`);
          for (const [what, kind] of Object.entries(kinds))
            if (told.some((one) => kind.test(one))) missing.delete(what);
          if (lines.some((line) => line.includes(' rolls '))) missing.delete('random numbers');
        }),
        atLeast(150),
      );
      expect([...missing]).toEqual([]);
    },
    limitMs,
  );

  test('gives another trace, or none, where the log has other random numbers, events or settled Promises', async () => {
    const disturbed = {
      ' rolls ': (text: string) => text.replace(/"seed":(\d+)/, '"seed":1$1'),
      ' heard {': (text: string) => text.replaceAll('"loudness":', '"loudness":1'),
      ' loaded {': (text: string) => text.replaceAll('"i":', '"i":1'),
    };
    await fc.assert(
      fc.asyncProperty(run, fc.constantFrom(...Object.keys(disturbed)), async ({ seed, steps }, what) => {
        const { log, lines } = await record(seed, steps);
        fc.pre(lines.some((line) => line.includes(what)));
        const other = JSON.parse(disturbed[what as keyof typeof disturbed](JSON.stringify(log))) as Log;
        expect(await playThere(other, steps)).not.toEqual({ lines });
      }),
      { numRuns: 30 },
    );
  });
});

describe('a log', () => {
  const { wait, waitFor, waitForEvent } = runtime;
  /** A new one for each run: an owner stays with the scheduler that used it first. */
  const makeHero = (): object => ({ name: 'hero' });
  const walk = $thread(function* (this: unknown, steps: number): any {
    yield wait(steps);
  }, 'walk(1)') as (this: unknown, steps: number) => unknown;
  const program = (scheduler: runtime.Scheduler, steps = 20): void => {
    scheduler.enter(() => walk.call(makeHero(), steps));
    scheduler.pulse(16);
    scheduler.signal('go', { at: [1] });
  };
  const recorded = (play: (scheduler: runtime.Scheduler) => void = program): Log => {
    const scheduler = new Scheduler({ seed: 3, inbox: recorder() });
    play(scheduler);
    return scheduler.record();
  };

  test('holds everything from outside, by frame and order', () => {
    expect(recorded()).toEqual({
      version: 1,
      seed: 3,
      maxStepsPerTurn: 500_000,
      records: [
        { frame: 0, seq: 0, kind: 'call', name: 'hero.walk', args: [20] },
        { frame: 0, seq: 1, kind: 'pulse', name: '', args: [16], state: [1, 1, 3] },
        { frame: 1, seq: 0, kind: 'signal', name: 'go', args: [{ at: [1] }] },
      ],
      count: 3,
      end: [1, 1, 3],
    });
  });

  test('says what differs: another argument, a call that is missing, one too many, another pulse', () => {
    const log = recorded();
    const message = (play: (scheduler: runtime.Scheduler) => void): string => {
      try {
        replay(log, play);
      } catch (error) {
        return `${(error as ReplayError).code} ${(error as Error).message}`;
      }
      return 'the same';
    };
    const start = (scheduler: runtime.Scheduler): unknown => scheduler.enter(() => walk.call(makeHero(), 20));
    const head = 'SPN515 The run differs from its log at frame';
    const tail = 'Run the same program with the same calls.';
    expect(message((scheduler) => program(scheduler))).toBe('the same');
    expect(message((scheduler) => program(scheduler, 21))).toBe(
      `${head} 0, record 0: the log has \`hero.walk(20)\`, the run \`hero.walk(21)\`. ${tail}`,
    );
    expect(message((scheduler) => void start(scheduler))).toBe(
      `${head} 1, record 0: the log has \`signal go({"at":[1]})\`, the run nothing. ${tail}`,
    );
    const oneMore = (scheduler: runtime.Scheduler): void => {
      program(scheduler);
      scheduler.clearSignal('go');
    };
    expect(message(oneMore)).toBe(
      `${head} 1, record 0: the log has nothing more, the run \`clearSignal go()\`. ${tail}`,
    );
    const later = (scheduler: runtime.Scheduler): void => {
      start(scheduler);
      scheduler.pulse(17);
    };
    const state = '1 live threads of 1 started and the random state 3';
    expect(message(later)).toBe(
      `${head} 0, record 1: the log has \`pulse(16)\` with ${state}, the run \`pulse(17)\` with ${state}. ${tail}`,
    );
  });

  test('finds what a script did otherwise at the next pulse, and what it did last at the end', () => {
    const dice = (scheduler: runtime.Scheduler, draws: number): void => {
      const roll = $thread(function* (): any {
        for (let i = 0; i < draws; i++) yield runtime.random();
      }, 'dice(0)');
      scheduler.enter(roll);
    };
    const log = recorded((scheduler) => dice(scheduler, 2));
    expect(() => replay(log, (scheduler) => dice(scheduler, 1))).toThrow(
      'the log has the end with 0 live threads of 1 started',
    );
    const pulsed = recorded((scheduler) => {
      dice(scheduler, 2);
      scheduler.pulse(5);
    });
    expect(() => replay(pulsed, (scheduler) => dice(scheduler, 1))).toThrow(
      'the log has `pulse(5)` with 0 live threads',
    );
  });

  test('meets a program that swallowed the error again at its end', () => {
    const quiet = (scheduler: runtime.Scheduler): void => {
      try {
        program(scheduler, 5);
      } catch {
        // The program goes on as if nothing had been.
      }
    };
    expect(() => replay(recorded(), quiet)).toThrow('hero.walk(5)');
  });

  test('drives a game by a function that it gets in place of pulses', () => {
    const game =
      (scheduler: runtime.Scheduler, key: string): ((ms: number) => void) =>
      (ms) => {
        if (scheduler.input('key', () => key) === 'up') scheduler.enter(() => walk.call(makeHero(), 10));
        scheduler.pulse(ms);
      };
    const log = recorded((scheduler) => {
      const update = game(scheduler, 'up');
      for (const ms of [16, 8, 4]) update(ms);
    });
    const scheduler = replay(log, (replayed): unknown => game(replayed, 'nothing is read'));
    expect([scheduler.clock.now, scheduler.lastThreadId]).toEqual([28, 3]);
    expect(() => replay(log, (): unknown => () => {})).toThrow('the log has `input key`, the run nothing.');
    expect(() =>
      replay(
        log,
        (replayed): unknown =>
          (ms: number) =>
            replayed.pulse(ms),
      ),
    ).toThrow('the log has `input key`, the run `pulse(16)`');
  });

  test('makes the calls of the outside that it is given, and the program makes none of them', () => {
    const makeGame = () => {
      const lines: string[] = [];
      const door = {
        name: 'door',
        onOpen: $thread(function* (who: string): any {
          lines.push(`opens for ${who}`);
          if (who === 'nobody') throw new Error('nobody is there');
          yield wait(10);
          lines.push(`shuts behind ${who}`);
        }, 'onOpen(1)') as (who: string) => unknown,
      };
      const play = (scheduler: runtime.Scheduler): unknown => {
        for (let i = 0; i < 3; i++) scheduler.pulse(10);
        return undefined;
      };
      return { lines, door, play };
    };
    const first = makeGame();
    const scheduler = new Scheduler({ inbox: recorder() });
    scheduler.enter(() => first.door.onOpen('Mira'));
    scheduler.pulse(10);
    expect(() => scheduler.enter(() => first.door.onOpen('nobody'))).toThrow('nobody is there');
    scheduler.pulse(10);
    scheduler.enter(() => first.door.onOpen('Tuck'));
    scheduler.pulse(10);
    scheduler.enter(() => first.door.onOpen('Gale'));
    const log = JSON.parse(JSON.stringify(scheduler.record())) as Log;
    expect(first.lines).toHaveLength(6);

    const again = makeGame();
    const calls = { 'door.onOpen': (who: string) => again.door.onOpen(who) };
    replay(log, again.play, { calls });
    expect(again.lines).toEqual(first.lines);
    expect(() => replay(log, makeGame().play)).toThrow('the log has `door.onOpen("Mira")`, the run `pulse(10)`');
    expect(() => replay(log, makeGame().play, { calls: { 'door.onOpen': () => 'nothing is called' } })).toThrow(
      'the log has `door.onOpen("Mira")`, the run nothing.',
    );
    const wrong = makeGame();
    const other = { 'door.onOpen': (who: string) => wrong.door.onOpen(`not ${who}`) };
    expect(() => replay(log, wrong.play, { calls: other })).toThrow('the run `door.onOpen("not Mira")`');
  });

  test('makes the pulses while plain code awaits its threads', async () => {
    const makeGame = (length: number) => {
      const lines: string[] = [];
      const game = async (scheduler: runtime.Scheduler): Promise<void> => {
        const walker = makeHero();
        for (let i = 1; i <= length; i++) {
          await scheduler.enter(() => walk.call(walker, 20));
          lines.push(`${scheduler.clock.frame} walk ${i} is over`);
        }
      };
      return { lines, game };
    };
    const first = makeGame(3);
    const scheduler = new Scheduler({ inbox: recorder() });
    const over = first.game(scheduler);
    for (let i = 0; i < 12; i++) {
      scheduler.pulse(10);
      await microtasks();
    }
    await over;
    const log = JSON.parse(JSON.stringify(scheduler.record())) as Log;
    const again = makeGame(3);
    expect((await replay(log, again.game)).clock.frame).toBe(12);
    expect([first.lines, again.lines]).toEqual([
      ['2 walk 1 is over', '4 walk 2 is over', '6 walk 3 is over'],
      first.lines,
    ]);
    await expect(replay(log, makeGame(2).game)).rejects.toThrow('the log has `hero.walk(20)`, the run');
    await expect(replay(log, makeGame(4).game)).rejects.toThrow('the run `hero.walk(20)`');
    await expect(replay(log, () => Promise.reject(new Error('no game')))).rejects.toThrow('no game');
    await expect(replay(log, () => new Promise(() => {}))).rejects.toThrow(
      'the log has `hero.walk(20)`, the run nothing.',
    );
  });

  test('ends where the log ends, though plain code would still wait', async () => {
    const game = async (scheduler: runtime.Scheduler): Promise<void> => {
      await scheduler.enter(() => walk.call(makeHero(), 1000));
    };
    const scheduler = new Scheduler({ inbox: recorder() });
    void game(scheduler);
    scheduler.pulse(10);
    const replayed = await replay(scheduler.record(), game);
    expect([replayed.clock.frame, replayed.threads.length]).toEqual([1, 1]);
  });

  test('gives the error of an input again', () => {
    const read = (scheduler: runtime.Scheduler, fn: () => unknown): string => {
      try {
        return String(scheduler.input('disk', fn));
      } catch (error) {
        return `${(error as Error).constructor.name} ${(error as Error).message}`;
      }
    };
    const broken = (): never => {
      throw new TypeError('gone');
    };
    const log = recorded((scheduler) => void read(scheduler, broken));
    const got: string[] = [];
    replay(log, (scheduler): unknown => got.push(read(scheduler, () => 'never read')));
    expect(got).toEqual(['TypeError gone']);
    expect(() => replay(log, (scheduler): unknown => scheduler.input('net', () => 1))).toThrow(
      'the log has `input disk`, the run `input net`',
    );
  });

  test('supplies values of a game by encode and decode, and says which it cannot supply', async () => {
    class Sprite {
      readonly file: string;
      constructor(file: string) {
        this.file = file;
      }
    }
    const got: unknown[] = [];
    const load = $thread(function* (): any {
      got.push(yield Promise.resolve(new Sprite('hero.png')));
    }, 'load(0)');
    const play = (scheduler: runtime.Scheduler): void => void scheduler.enter(load);
    const recordLoad = async (encode?: (value: unknown) => unknown): Promise<Log> => {
      const scheduler = new Scheduler({ inbox: recorder(encode === undefined ? {} : { encode }) });
      play(scheduler);
      await microtasks();
      scheduler.pulse(16);
      return JSON.parse(JSON.stringify(scheduler.record())) as Log;
    };
    const bare = await recordLoad();
    expect(() => replay(bare, play)).toThrow(
      'At frame 0, record 1, `a Promise of load` brought Sprite, which a log cannot hold.',
    );
    got.length = 0;
    const full = await recordLoad((value) => (value instanceof Sprite ? value.file : undefined));
    replay(full, play, { decode: (file) => new Sprite(file as string) });
    expect(got).toEqual([new Sprite('hero.png'), new Sprite('hero.png')]);
    expect(() => replay(full, play)).toThrow('without `decode`');
  });

  test('keeps what JSON lacks: undefined, NaN, -0, bigint, dates, maps, sets, errors and the key $', () => {
    const error = Object.assign(new RangeError('far'), { limit: 3 });
    const maps = [new Map([[{ a: 1 }, [-0]]]), new Set(['x'])];
    const values = [undefined, NaN, -0, Infinity, 2n ** 70n, new Date(5), ...maps, { $: 'own', b: [null] }, error];
    const listeners: ((value: unknown) => void)[] = [];
    const source = {
      on: (_type: string, fn: () => void) => listeners.push(fn),
      off: (_type: string, fn: () => void) => listeners.splice(listeners.indexOf(fn), 1),
    };
    const got: unknown[] = [];
    const hear = $thread(function* (): any {
      for (;;) got.push(yield waitForEvent(source, 'x'));
    }, 'hear(0)');
    const play = (scheduler: runtime.Scheduler): void => void scheduler.enter(hear);
    const scheduler = new Scheduler({ inbox: recorder() });
    play(scheduler);
    for (const value of values) {
      listeners[0]?.(value);
      scheduler.pulse(1);
    }
    const first = got.splice(0);
    expect(first).toEqual(values);
    replay(JSON.parse(JSON.stringify(scheduler.record())) as Log, play);
    expect(got).toEqual(first);
    const again = got.at(-1) as { limit: number };
    expect([Object.is(got[2], -0), again instanceof RangeError, again.limit]).toEqual([true, true, 3]);
  });

  test('holds no world: cycles, getters that throw and what is too large are only named', () => {
    const world = { name: 'world', parts: [] as unknown[] };
    for (let i = 0; i < 30; i++) world.parts.push({ name: `part ${i}`, world, others: world.parts });
    const trap = {
      name: 'trap',
      get tripped(): never {
        throw new Error('tripped');
      },
    };
    const large = Array.from({ length: 20_000 }, (_, i) => ({ i }));
    const log = recorded((scheduler) => {
      for (const value of [world, trap, large]) scheduler.signal('look', value);
    });
    const [first, second, third] = log.records.map(({ args }) => args[0]) as [any, unknown, unknown[]];
    expect(JSON.stringify(log).length).toBeLessThan(500_000);
    expect(first.parts[3]).toMatchObject({ name: 'part 3', world: { $: ['opaque', 'world'] } });
    expect(second).toEqual({ $: ['opaque', 'trap'] });
    expect([third[1], third.at(-1)]).toEqual([{ i: 1 }, { $: ['opaque', 'Object'] }]);
  });

  test('keeps the simple parts of an event of the page', () => {
    const target = new EventTarget();
    const got: unknown[] = [];
    const hear = $thread(function* (): any {
      const event = yield waitForEvent(target, 'key');
      got.push([event.type, event.cancelable]);
    }, 'hear(0)');
    const play = (scheduler: runtime.Scheduler): void => void scheduler.enter(hear);
    const scheduler = new Scheduler({ inbox: recorder() });
    play(scheduler);
    target.dispatchEvent(new Event('key', { cancelable: true }));
    scheduler.pulse(1);
    replay(scheduler.record(), play);
    expect(got).toEqual([
      ['key', true],
      ['key', true],
    ]);
  });

  test('holds an event before a call that somebody waits for, and a replay does so, too', () => {
    const bell = new EventTarget();
    const said: string[] = [];
    const open = $thread(function* () {}, 'open(0)');
    const hear = $thread(function* (): any {
      yield waitForEvent(bell, 'ring');
      said.push('ring');
    }, 'hear(0)');
    const watch = $thread(function* (): any {
      yield waitFor(open);
      said.push('open');
    }, 'watch(0)');
    const play = (scheduler: runtime.Scheduler): void =>
      scheduler.enter(() => {
        watch();
        hear();
        bell.dispatchEvent(new Event('ring'));
        open();
      });
    const log = recorded((scheduler) => {
      play(scheduler);
      scheduler.pulse(10);
    });
    replay(log, play);
    expect(said).toEqual(['ring', 'open', 'ring', 'open']);
  });

  test('does not hold what a script brings about itself: a replay does that again', () => {
    const target = new EventTarget();
    const got: string[] = [];
    const hear = $thread(function* (): any {
      got.push((yield waitForEvent(target, 'inner')).type);
    }, 'hear(0)');
    const play = (scheduler: runtime.Scheduler): void => {
      const ring = $thread(function* (): any {
        yield wait();
        target.dispatchEvent(new Event('inner'));
        scheduler.signal('inner too');
      }, 'ring(0)');
      scheduler.enter(hear);
      scheduler.enter(ring);
    };
    const log = recorded((scheduler) => {
      play(scheduler);
      scheduler.pulse(1);
      scheduler.pulse(1);
    });
    expect(log.records.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'call hear',
      'call ring',
      'pulse ',
      'pulse ',
    ]);
    replay(log, play);
    expect(got).toEqual(['inner', 'inner']);
  });

  test('is asked of a scheduler that records, and played by replay alone', () => {
    expect(() => new Scheduler().record()).toThrow('This scheduler does not record.');
    expect(() => replay({} as Log, program)).toThrow(
      'replay expected a log that `scheduler.record()` gave, got one whose `version` is undefined, not 1.',
    );
    expect(() => replay(recorded(), 3 as never)).toThrow('replay expected a log and a program, got 3 (number).');
    const inbox = recorder();
    expect(new Scheduler({ inbox }).record().records).toEqual([]);
    expect(() => new Scheduler({ inbox })).toThrow('new Scheduler expected an inbox of its own');
    const endless = new Scheduler({ inbox: recorder(), maxStepsPerTurn: Infinity });
    const log = JSON.parse(JSON.stringify(endless.record())) as Log;
    expect(replay(log, (): unknown => 0).maxStepsPerTurn).toBe(Infinity);
  });

  test('holds the changes of clocks, cancels, timers and starts of plain code', () => {
    const play = (scheduler: runtime.Scheduler): void => {
      const clock = new runtime.Clock(scheduler.clock);
      clock.scale = 2;
      clock.pause();
      clock.resume();
      after(scheduler, 5, function bell() {});
      const thread = scheduler.enter(() => runtime.start(() => walk(9), { name: 'walker' }));
      thread.cancel('enough');
      resume(scheduler, 7, 'x');
      scheduler.spawn(() => 1, { name: 'one' });
    };
    const log = recorded(play);
    expect(log.records.map(({ kind, name, args }) => `${kind} ${name} ${JSON.stringify(args)}`)).toEqual([
      'clock #1 [2]',
      'clock #1 ["pause"]',
      'clock #1 ["resume"]',
      'after bell [5]',
      'start walker []',
      'cancel walker#1 ["enough"]',
      'resume #7 ["x"]',
      'spawn one []',
    ]);
    replay(log, play);
  });
});
