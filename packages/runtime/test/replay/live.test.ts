/** Replaying a run and going on from there. */
/* oxlint-disable unicorn/no-thenable -- an option is called so */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import * as runtime from '../../src/index.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { atLeast, limitMs, microtasks, playOn, record, run, type Step, type World, worldOn } from './replay-run.js';
import { recordWarnings } from '../warnings.js';

// What is told in development is not what these tests are about.
recordWarnings();

const { currentThread, Scheduler, wait, waitFor, waitForEvent } = runtime;

interface Trace {
  readonly lines: readonly string[];
  readonly log: Log;
}

/** Replays the steps of a log, and goes on with the rest. */
async function goOn(log: Log, steps: readonly Step[], rest: readonly Step[]): Promise<Trace> {
  const worlds: World[] = [];
  const onError = (error: unknown): void => void worlds[0]?.lines.push(`uncaught: ${(error as Error).message}`);
  const program = (replayed: runtime.Scheduler): void => {
    const world = worldOn(runtime, replayed);
    worlds.push(world);
    for (const one of steps) {
      if (world.isInside(one)) world.play(one);
      else world.remember(one);
    }
  };
  const scheduler = replay(log, program, { onError, then: 'live' });
  const [world] = worlds as [World];
  await playOn(world, rest);
  return { lines: world.lines, log: JSON.parse(JSON.stringify(scheduler.record())) as Log };
}

test(
  'a run that is stopped at any step, replayed and gone on with is the run that was not stopped, and its log is that log',
  async () => {
    let open = 0;
    const property = fc.asyncProperty(run, fc.nat(), async ({ seed, steps }, where) => {
      const at = where % (steps.length + 1);
      const whole = await record(seed, steps);
      const { log } = await record(seed, steps.slice(0, at));
      const gone = await goOn(log, steps.slice(0, at), steps.slice(at));
      open += gone.log.records.slice(log.records.length).filter(({ kind }) => kind === 'event').length;
      expect(gone.lines).toEqual(whole.lines);
      expect(gone.log).toEqual(whole.log);
    });
    await fc.assert(property, atLeast(150));
    // Promises and events that came after the stop: about 30 in 100 runs.
    expect(open).toBeGreaterThan(atLeast(150).numRuns / 8);
  },
  limitMs,
);

describe('in another process, on the build', () => {
  let other: ChildProcess;
  beforeAll(() => {
    other = fork(fileURLToPath(new URL('replay-process.js', import.meta.url)), { serialization: 'advanced' });
  });
  afterAll(() => void other.kill());

  const ask = (job: object): Promise<Trace> =>
    new Promise((resolve) => {
      other.once('message', resolve as (answer: unknown) => void);
      other.send(job);
    });

  test(
    'it is that, too',
    async () => {
      const property = fc.asyncProperty(run, fc.nat(), async ({ seed, steps }, where) => {
        const at = where % (steps.length + 1);
        const whole = await record(seed, steps);
        const { log } = await record(seed, steps.slice(0, at));
        const gone = await ask({ log, steps: steps.slice(0, at), rest: steps.slice(at) });
        expect(gone.lines).toEqual(whole.lines);
        expect(JSON.parse(JSON.stringify(gone.log))).toEqual(whole.log);
      });
      await fc.assert(property, atLeast(40));
    },
    limitMs,
  );
});

describe('what the log leaves open', () => {
  /** Records what `play` does, which gets the scheduler; then replays it. Gives what the second run has said. */
  const again = (
    play: (scheduler: runtime.Scheduler, say: (text: string) => void) => void,
  ): { scheduler: runtime.Scheduler; said: string[] } => {
    const said: string[] = [];
    const recorded = new Scheduler({ seed: 1, inbox: recorder() });
    recorded.enter(() => play(recorded, () => {}));
    const log = JSON.parse(JSON.stringify(recorded.record())) as Log;
    const scheduler = replay(log, (replayed) => play(replayed, (text) => void said.push(text)), { then: 'live' });
    return { scheduler, said };
  };

  test('a Promise that settles during the replay speaks when the run is live', async () => {
    const { scheduler, said } = again((room, say) => {
      const script = $thread(function* (): any {
        say(`loaded ${String(yield waitFor(Promise.resolve('map')))}`);
      }, 'script(0)');
      script();
      room.pulse(10);
    });
    expect(said).toEqual([]);
    await microtasks();
    scheduler.pulse(10);
    expect(said).toEqual(['loaded map']);
    expect(scheduler.record().records.map(({ kind }) => kind)).toEqual(['call', 'pulse', 'event', 'pulse']);
  });

  test('a Promise that has settled while an async program was replayed speaks then, too', async () => {
    const said: string[] = [];
    const play =
      (say: (text: string) => void, settles: Promise<string>) =>
      async (room: runtime.Scheduler): Promise<void> => {
        const script = $thread(function* (): any {
          say(`loaded ${String(yield waitFor(settles))}`);
        }, 'script(0)');
        const nap = $thread(function* () {
          yield wait(30);
        }, 'nap(0)');
        room.enter(() => script());
        await room.enter(() => nap() as Promise<void>);
      };
    const recorded = new Scheduler({ inbox: recorder() });
    const never = new Promise<string>(() => {});
    const playing = play(() => {}, never)(recorded);
    for (let i = 0; i < 4; i++) recorded.pulse(10);
    await playing;
    const log = JSON.parse(JSON.stringify(recorded.record())) as Log;
    const scheduler = await replay(
      log,
      play((text) => void said.push(text), Promise.resolve('map')),
      { then: 'live' },
    );
    expect([said, scheduler.replaying]).toEqual([[], false]);
    scheduler.pulse(10);
    expect(said).toEqual(['loaded map']);
  });

  test('what the log has said of a Promise is not said again', async () => {
    const play =
      (settles: Promise<string>) =>
      async (room: runtime.Scheduler): Promise<void> => {
        const script = $thread(function* (): any {
          yield waitFor(settles);
          yield wait(20);
        }, 'script(0)');
        await room.enter(() => script() as Promise<void>);
      };
    const recorded = new Scheduler({ inbox: recorder() });
    let settle = (_text: string): void => {};
    const playing = play(new Promise<string>((resolve) => (settle = resolve)))(recorded);
    recorded.pulse(10);
    settle('map');
    await microtasks();
    for (let i = 0; i < 4; i++) recorded.pulse(10);
    await playing;
    const log = JSON.parse(JSON.stringify(recorded.record())) as Log;
    const scheduler = await replay(log, play(Promise.resolve('map')), { then: 'live' });
    expect(scheduler.record()).toEqual(log);
  });

  test('a source of events and an input are the live ones', () => {
    const keyboard = new EventTarget();
    const { scheduler, said } = again((room, say) => {
      const script = $thread(function* () {
        for (;;) {
          const { type } = (yield waitForEvent(keyboard, 'keydown')) as Event;
          say(`${type}, ${room.input('keys', () => 'wasd')}`);
        }
      }, 'script(0)');
      script();
      room.pulse(10);
    });
    keyboard.dispatchEvent(new Event('keydown'));
    scheduler.pulse(10);
    expect(said).toEqual(['keydown, wasd']);
  });

  test('scheduler.replaying is true up to the end of the log', () => {
    const { scheduler, said } = again((room, say) => {
      const script = $thread(function* () {
        say(`${String(currentThread()?.name)} ${String(room.replaying)}`);
        yield wait(10);
        say(String(room.replaying));
        yield wait(10);
        say(String(room.replaying));
      }, 'script(0)');
      script();
      room.pulse(10);
    });
    expect(scheduler.replaying).toBe(false);
    scheduler.pulse(10);
    expect(said).toEqual(['script true', 'true', 'false']);
    expect(new Scheduler().replaying).toBe(false);
  });

  test('a program that goes on behind the log goes on live', () => {
    const said: string[] = [];
    const play = (frames: number) => (room: runtime.Scheduler) => {
      const script = $thread(function* () {
        for (;;) {
          yield wait(10);
          said.push(`${room.clock.frame} ${String(room.replaying)}`);
        }
      }, 'script(0)');
      room.enter(() => script());
      for (let i = 0; i < frames; i++) room.pulse(10);
    };
    const recorded = new Scheduler({ inbox: recorder() });
    play(2)(recorded);
    const log = recorded.record();
    said.length = 0;
    const scheduler = replay(log, play(4), { then: 'live' });
    expect(said).toEqual(['1 true', '2 true', '3 false', '4 false']);
    expect(scheduler.record().count).toBe(5);
  });

  test('a run that differs does not go on', () => {
    const play = (ms: number) => (room: runtime.Scheduler) => void room.spawn(() => wait(ms), { args: [] });
    const recorded = new Scheduler({ inbox: recorder() });
    play(10)(recorded);
    recorded.pulse(10);
    const log = recorded.record();
    expect(() => replay({ ...log, end: [0, 1, 2] }, play(10), { then: 'live' })).toThrow('differs from its log');
    const further = (room: runtime.Scheduler): void => {
      play(10)(room);
      room.pulse(10);
      room.pulse(10);
    };
    expect(() => replay({ ...log, end: [0, 1, 2] }, further, { then: 'live' })).toThrow('differs from its log');
    expect(() => replay(log, () => {}, { then: 'live' })).toThrow('differs from its log');
    expect(() => replay(log, play(10), { then: 'dead' as 'live' })).toThrow('replay expected `then` to be "live"');
  });
});
