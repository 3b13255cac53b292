/* oxlint-disable unicorn/no-thenable -- an option is called so */
import { $thread } from '../../src/abi.js';
import {
  Clock,
  clock as ownClock,
  every,
  Scheduler,
  type Thread,
  wait,
  waitUntilTime,
  withClock,
} from '../../src/index.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { follow, type FollowingClock, skippable } from '../../src/scenes.js';
import { Stage } from '../stage.js';

/** A piece of music: a test sets where it is. */
interface Music {
  ms: number;
}

/** A stage whose pulses take 10 ms, and a clock on it that follows a piece of music. */
function playing(ms = 0): { stage: Stage; music: Music; song: FollowingClock } {
  const stage = new Stage();
  const music = { ms };
  return { stage, music, song: follow(stage.scheduler.clock, () => music.ms) };
}

/** One pulse for each of these positions of the music. */
function hear(stage: Stage, music: Music, ...positions: readonly number[]): void {
  for (const ms of positions) {
    music.ms = ms;
    stage.pulse();
  }
}

/** Says each beat, with where the music is. */
const drummer = (stage: Stage, music: Music, song: Clock): void => {
  const drum = stage.script('drum', function* () {
    while (true) stage.log(`beat ${String(yield every(100))} at ${music.ms}`);
  });
  stage.play(() => withClock(song, drum));
};

describe('a clock that follows', () => {
  test('is where its source is, however long the pulses take', () => {
    const { stage, music, song } = playing();
    drummer(stage, music, song);
    // The music runs 3 % slower than the frames.
    for (let at = 1; at <= 1000; at++) {
      hear(stage, music, at * 9.7);
      expect([song.now, song.delta]).toEqual([music.ms, music.ms - (at - 1) * 9.7]);
    }
    expect(stage.scheduler.clock.now).toBe(10_000);
    expect(stage.lines).toHaveLength(97);
    expect(stage.lines.at(-1)).toBe('1000 beat 97 at 9700');
  });

  test('has a jump as one long pulse, after which a rhythm makes up for its beats frame by frame', () => {
    const { stage, music, song } = playing();
    drummer(stage, music, song);
    hear(stage, music, 90, 460);
    expect([song.now, song.delta]).toEqual([460, 370]);
    hear(stage, music, 470, 480, 490, 500);
    const beats = ['2 beat 1 at 460', '3 beat 2 at 470', '4 beat 3 at 480', '5 beat 4 at 490', '6 beat 5 at 500'];
    expect(stage.lines).toEqual(beats);
  });

  test('stands still while its source does, and while that says less', () => {
    const { stage, music, song } = playing();
    drummer(stage, music, song);
    hear(stage, music, 90, 90, 90);
    expect([song.now, song.delta, song.frame]).toEqual([90, 0, 3]);
    hear(stage, music, 10);
    expect([song.now, song.delta]).toEqual([90, 0]);
    hear(stage, music, 89, 100);
    expect([song.now, song.delta]).toEqual([100, 10]);
    expect(stage.lines).toEqual(['6 beat 1 at 100']);
  });

  test('begins where its source is, but not before 0', () => {
    expect([playing(1500).song.now, playing(1500).song.delta]).toEqual([1500, 0]);
    const { stage, music, song } = playing(-30);
    expect(song.now).toBe(0);
    stage.play(() =>
      withClock(
        song,
        stage.script('intro', function* () {
          yield waitUntilTime(5);
          stage.log('it begins');
        }),
      ),
    );
    hear(stage, music, -20, -10, 0, 10);
    expect(stage.lines).toEqual(['4 it begins']);
  });

  test('stands still while it or its parent is paused, and is then where its source is', () => {
    const stage = new Stage();
    const music = { ms: 0 };
    const world = new Clock(stage.scheduler.clock);
    const song = follow(world, () => music.ms);
    const nap = stage.script('nap', function* () {
      yield wait(50);
      stage.log('up');
    });
    stage.play(() => withClock(song, nap));
    for (const paused of [world, song]) {
      const { now } = song;
      paused.pause();
      hear(stage, music, now + 20, now + 40);
      expect([song.now, song.delta, song.paused]).toEqual([now, 0, true]);
      paused.resume();
      expect(song.now).toBe(now);
      stage.pulse();
      expect([song.now, song.delta]).toEqual([now + 40, 40]);
    }
    expect(stage.lines).toEqual(['6 up']);
  });

  test('has clocks below it with any scale, and is as fast as its source on a slow one', () => {
    const { stage, music } = playing();
    const slow = new Clock(stage.scheduler.clock);
    slow.scale = 0.1;
    const song = follow(slow, () => music.ms);
    const half = new Clock(song);
    half.scale = 0.5;
    hear(stage, music, 20, 50);
    expect([slow.now, song.now, half.now, half.delta]).toEqual([2, 50, 25, 15]);
  });

  test('has no scale of its own', () => {
    const { song } = playing();
    expect(() => (song.scale = 2)).toThrow(
      new TypeError(
        'clock.scale expected 1 on a clock that follows: new Clock(clock), which hangs on it, may have another scale, got 2 (number).',
      ),
    );
    expect(song.scale).toBe(1);
  });

  test('goes on with its parent from where it is once it follows no more', () => {
    const { stage, music, song } = playing();
    hear(stage, music, 30);
    song.unfollow();
    song.unfollow();
    hear(stage, music, 900);
    expect([song.now, song.delta, song.scale]).toEqual([40, 10, 1]);
    song.scale = 2;
    stage.pulse();
    expect([song.now, song.delta]).toEqual([60, 20]);
    song.pause();
    stage.pulse();
    expect(song.now).toBe(60);
  });

  test('can hang on another one that follows', () => {
    const { stage, music, song } = playing();
    const late = follow(song, () => Math.max(0, song.now - 15));
    hear(stage, music, 10, 40);
    expect([late.now, late.delta]).toEqual([25, 25]);
  });

  test('passes in a scene that is skipped, and then waits for its source', () => {
    const { stage, music } = playing();
    let song: FollowingClock | undefined;
    const scene = stage.script('scene', function* () {
      song = follow(ownClock, () => music.ms);
      yield withClock(
        song,
        stage.script('verse', function* () {
          yield waitUntilTime(500);
          stage.log(`verse over at ${ownClock.now}, ${ownClock.delta} more than before`);
        }),
      );
      stage.log('scene over');
    });
    const skipping = stage.script('skipping', function* () {
      yield skippable(scene, { by: 'skip' });
    });
    stage.play(skipping);
    hear(stage, music, 10, 20);
    stage.scheduler.signal('skip');
    hear(stage, music, 30);
    expect(stage.lines).toEqual(['3 verse over at 500, 10 more than before', '3 scene over']);
    hear(stage, music, 40, 520);
    expect([song?.now, song?.delta]).toEqual([520, 20]);
  });
});

describe('a source', () => {
  test.each([NaN, Infinity, 2 ** 53, '12', undefined])(
    'that gives %p is named, and the clock stands still',
    (wrong) => {
      const { stage, music, song } = playing();
      const nap = stage.script('nap', function* () {
        yield wait();
        stage.log('a turn');
      });
      stage.play(nap);
      hear(stage, music, 10);
      music.ms = wrong as number;
      expect(() => stage.pulse()).toThrow(/^follow expected its source to give milliseconds, got /);
      expect([song.now, song.delta, stage.lines]).toEqual([10, 0, ['1 a turn']]);
      hear(stage, music, 20);
      expect([song.now, song.delta]).toEqual([20, 10]);
      expect(() => follow(stage.scheduler.clock, () => wrong as number)).toThrow(/^follow expected its source/);
      expect(stage.scheduler.clock.followers?.size).toBe(1);
    },
  );

  test('that throws does not keep the others from their turns: the pulse throws at its end', () => {
    const { stage, music, song } = playing();
    let isBroken = false;
    const broken = follow(stage.scheduler.clock, () => {
      if (isBroken) throw new Error('no sound');
      return 5;
    });
    drummer(stage, music, song);
    isBroken = true;
    music.ms = 100;
    expect(() => stage.pulse()).toThrow(new Error('no sound'));
    expect([stage.lines, broken.now]).toEqual([['1 beat 1 at 100'], 5]);
  });

  test('may be a function of a script, which cannot wait', () => {
    const { stage } = playing();
    const read = $thread(function* (): any {
      yield wait(5);
      return 5;
    }, 'read(0)') as unknown as () => number;
    expect(() => follow(stage.scheduler.clock, read)).toThrow('wait(5) cannot pause in the source of follow');
  });
});

describe('a log', () => {
  interface Run {
    readonly lines: readonly string[];
    readonly log: Log;
  }

  /** Says the beats and the errors; `music` is read by the clock. */
  const program =
    (music: Music, lines: string[]) =>
    (scheduler: Scheduler): ((ms: number) => void) => {
      const song = follow(scheduler.clock, () => {
        if (music.ms === 666) throw new Error('no sound');
        return music.ms;
      });
      const drum = $thread(function* (): any {
        while (true) lines.push(`beat ${String(yield every(100))} at ${ownClock.now}, frame ${ownClock.frame}`);
      }, 'drum(0)') as () => Thread;
      scheduler.enter(() => withClock(song, drum));
      return (ms) => {
        try {
          scheduler.pulse(ms);
        } catch (error) {
          lines.push((error as Error).message);
        }
      };
    };

  function record(positions: readonly number[]): Run {
    const music = { ms: 0 };
    const lines: string[] = [];
    const scheduler = new Scheduler({ inbox: recorder() });
    const update = program(music, lines)(scheduler);
    for (const ms of positions) {
      music.ms = ms;
      update(16);
    }
    return { lines, log: JSON.parse(JSON.stringify(scheduler.record())) as Log };
  }

  const positions = [90, 110, 110, 666, NaN, 50, 420, 433, 500];

  test('holds each reading: a replay gives the same, whatever the source says now', () => {
    const { lines, log } = record(positions);
    expect(lines).toHaveLength(6);
    const again: string[] = [];
    const music = { ms: 77_777 };
    const scheduler = replay(log, program(music, again));
    expect(again).toEqual(lines);
    expect(scheduler.record()).toEqual(log);
    expect(log.records.filter(({ kind }) => kind === 'input')).toHaveLength(1 + positions.length);
  });

  test('of which some is played again and gone on with is the log of the run that was not stopped', () => {
    const whole = record(positions);
    for (let at = 0; at <= positions.length; at++) {
      const { log } = record(positions.slice(0, at));
      const lines: string[] = [];
      const music = { ms: 77_777 };
      let update: (ms: number) => void = () => {};
      const scheduler = replay(log, (replayed) => (update = program(music, lines)(replayed)), { then: 'live' });
      for (const ms of positions.slice(at)) {
        music.ms = ms;
        update(16);
      }
      expect(lines).toEqual(whole.lines);
      expect(JSON.parse(JSON.stringify(scheduler.record()))).toEqual(whole.log);
    }
  });

  test('holds no reading of a paused clock, and checks that it goes on with its parent', () => {
    const follower = (music: Music) => (scheduler: Scheduler) => {
      const song = follow(scheduler.clock, () => music.ms);
      song.pause();
      scheduler.pulse(16);
      song.resume();
      song.unfollow();
      scheduler.pulse(16);
    };
    const scheduler = new Scheduler({ inbox: recorder() });
    follower({ ms: 0 })(scheduler);
    const log = scheduler.record();
    const said = log.records.map(({ kind, name, args }) => [kind, name, ...args].join(' '));
    expect(said).toEqual([
      'input follow value 0',
      'clock #1 pause',
      'pulse  16',
      'clock #1 resume',
      'clock #1 1',
      'pulse  16',
    ]);
    expect(replay(log, follower({ ms: 9 })).record()).toEqual(log);
  });
});
