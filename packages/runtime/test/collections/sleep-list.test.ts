import fc from 'fast-check';
import {
  Clock,
  currentThread,
  every,
  race,
  type Thread,
  wait,
  waitFrames,
  waitSignal,
  waitUntilTime,
  withClock,
} from '../../src/index.js';
import { after, resume, sleep } from '../../src/host.js';
import { Stage } from '../stage.js';

/** Those who wait at the same time share a timer; `sleep` of the host is the same wait, and shares none. */
type Sleep = (stage: Stage, ms: number) => unknown;
const SHARED: Sleep = (_stage, ms) => wait(ms);
const ALONE: Sleep = (stage, ms) => sleep(stage.scheduler, ms);

/** `count` scripts that wait `ms` again and again, and say so. */
function crowd(stage: Stage, count: number, ms: number, times: number): Thread[] {
  return Array.from({ length: count }, (_, i) =>
    stage.play(
      stage.script(`s${i}`, function* () {
        for (let time = 0; time < times; time++) {
          yield wait(ms);
          stage.log(`s${i}`);
        }
      }),
    ),
  );
}

describe('threads that wait for the same moment', () => {
  test('share a timer, and go on in the order in which they began to wait', () => {
    const stage = new Stage();
    crowd(stage, 4, 20, 3);
    const { clock } = stage.scheduler;
    // The first is alone until another one comes.
    expect(clock.timerCount).toBe(2);
    stage.pulse(2);
    expect(clock.timerCount).toBe(2);
    stage.finish();
    expect(stage.lines).toEqual([2, 4, 6].flatMap((frame) => [0, 1, 2, 3].map((i) => `${frame} s${i}`)));
    expect(clock.timerCount).toBe(0);
  });

  test('leave it one by one, and the last one takes it with it', () => {
    const stage = new Stage();
    const threads = crowd(stage, 100, 1000, 1);
    const { clock } = stage.scheduler;
    for (const thread of threads.slice(3)) {
      thread.cancel();
      stage.pulse(0);
    }
    expect(clock.timerCount).toBe(2);
    threads[1]?.cancel();
    threads[2]?.cancel();
    expect(clock.timerCount).toBe(1);
    threads[0]?.cancel();
    expect(clock.timerCount).toBe(0);
  });

  test('stand behind another timer that came before them', () => {
    const stage = new Stage();
    const say = (name: string, begin: () => unknown) =>
      stage.play(
        stage.script(name, function* () {
          yield begin();
          stage.log(name);
        }),
      );
    say('a', () => wait(20));
    say('b', () => wait(20));
    after(stage.scheduler, 20, () => stage.log(stage.scheduler.threads.map(({ status }) => status).join(' ')));
    say('c', () => waitUntilTime(20));
    say('d', () => wait(20));
    say('e', () => wait(20));
    stage.finish();
    expect(stage.lines).toEqual([
      '2 ready ready sleeping sleeping sleeping',
      ...['a', 'b', 'c', 'd', 'e'].map((name) => `2 ${name}`),
    ]);
  });

  test('say what they wait for and since when, at each moment', () => {
    const stage = new Stage();
    const threads = crowd(stage, 3, 20, 3);
    const said = () => threads.map(({ waitingFor }) => waitingFor);
    stage.pulse();
    expect(said()).toEqual(Array.from({ length: 3 }, () => 'wait(20), since frame 0'));
    stage.pulse(4);
    expect(said()).toEqual(Array.from({ length: 3 }, () => 'wait(20), since frame 4'));
    stage.scheduler.clock.pause();
    stage.pulse(3);
    expect(said()).toEqual(Array.from({ length: 3 }, () => 'wait(20), since frame 4, on a paused clock'));
    stage.scheduler.clock.resume();
    threads[1]?.pause();
    stage.pulse(3);
    expect(said()).toEqual(['', 'wait(20), since frame 4, paused', '']);
    threads[1]?.resume();
    stage.finish();
    expect(stage.lines.slice(-3)).toEqual(['9 s0', '9 s2', '12 s1']);
  });

  test('may wait for another time than before, all of them', () => {
    const stage = new Stage();
    const threads = [0, 1, 2, 3].map((i) =>
      stage.play(
        stage.script(`s${i}`, function* () {
          for (;;) {
            yield wait(10);
            yield wait(i === 3 ? 40 : 20);
          }
        }),
      ),
    );
    stage.pulse(7);
    threads[2].pause();
    expect(threads.map(({ waitingFor }) => waitingFor)).toEqual([
      'wait(20), since frame 7',
      'wait(20), since frame 7',
      'wait(20), since frame 7, paused',
      'wait(40), since frame 6',
    ]);
  });
});

const MS = [0, 10, 20, 20, 20, 40];
const act = fc.oneof(
  { weight: 12, arbitrary: fc.record({ is: fc.constant('wait' as const), n: fc.nat(5) }) },
  fc.record({
    is: fc.constantFrom(
      ...(['frames', 'every', 'time', 'signal', 'race', 'cancel', 'pause', 'resume', 'start', 'look'] as const),
      ...(['throw', 'send', 'after', 'resumeWait', 'halt', 'act', 'hold'] as const),
    ),
    n: fc.nat(5),
  }),
);
type Act = Parameters<typeof act.filter>[0] extends (value: infer A) => unknown ? A : never;

/** What happens in a crowd: each script does its acts again and again. */
function played(scripts: readonly (readonly Act[])[], given: { sleep: Sleep; onMenu: number }): string[] {
  const stage = new Stage();
  const { scheduler } = stage;
  const menu = new Clock(scheduler.clock);
  const threads: Thread[] = [];
  const actors = [stage.actor('one'), stage.actor('two')];
  let begun = 0;
  const at = (n: number) => threads[(n * 7) % threads.length] as Thread;
  const look = (thread: Thread) => `${thread.status} ${thread.waitingFor.replaceAll('sleep', 'wait')}`;
  const does: Record<string, (n: number, name: string) => unknown> = {
    wait: (n) => given.sleep(stage, MS[n] as number),
    frames: (n) => waitFrames(n),
    every: () => every(20),
    time: (n) => waitUntilTime(scheduler.clock.now + 10 * n),
    signal: () => waitSignal('go'),
    race: (n) =>
      race(
        () => given.sleep(stage, 10 * n),
        () => waitFrames(3),
      ),
    cancel: (n) => at(n).cancel(),
    pause: (n) => at(n).pause(),
    resume: () => threads.forEach((thread) => thread.resume()),
    halt: (n) => (n % 2 === 0 ? menu.pause() : menu.resume()),
    look: (n) => stage.log(look(at(n))),
    send: () => scheduler.signal('go'),
    after: (n, name) => void after(scheduler, 10 * n, () => stage.log(`${name} after: ${look(at(n))}`)),
    resumeWait: (n) => stage.log(String(resume(scheduler, at(n).id))),
    throw: (n) => {
      if (n === 0) throw new Error('wrong');
    },
    act: (n) => actors[n % 2]?.walk(0),
    hold: (n) => actors[n % 2]?.jump(),
    start: (n, name) => begin(scripts[n % scripts.length] as Act[], `${name}+`),
  };
  function begin(acts: readonly Act[], name: string): void {
    if (begun > 40) return;
    const body = stage.script(name, function* () {
      threads.push(currentThread() as Thread);
      for (let time = 0; time < 4; time++)
        for (const { is, n } of acts) {
          stage.log(`${name} ${is}`);
          yield does[is]?.(n, name);
        }
    });
    const count = begun++;
    const onMenu = stage.script(name, function* () {
      yield withClock(menu, body);
    });
    const priority = count % 7 === 3 ? 1 : 0;
    const owner = actors[count % 4];
    const script = count % 5 === given.onMenu ? onMenu : body;
    scheduler.spawn(script, owner === undefined ? { priority } : { priority, owner });
  }
  scripts.forEach((acts, i) => [1, 2, 3].forEach((copy) => begin(acts, `${'abcdefgh'[i]}${copy}`)));
  for (let frame = 0; frame < 60; frame++) {
    stage.pulse();
    if (frame % 9 === 0) stage.log(threads.map(look).join(', '));
    if (frame % 20 === 0) menu.resume();
  }
  return stage.lines;
}

test('do, by a shared timer, what they do each by its own', () => {
  const scripts = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(scripts, fc.integer({ min: 0, max: 9 }), (all, onMenu) => {
      expect(played(all, { sleep: SHARED, onMenu })).toEqual(played(all, { sleep: ALONE, onMenu }));
    }),
    { numRuns: 300 },
  );
});
