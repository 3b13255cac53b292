/** Threads in `wait(ms)` whose waits end at the same moment. */
import { type Thread, wait, waitUntilTime } from '../../src/index.js';
import { after } from '../../src/host.js';
import { Stage } from '../stage.js';

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

describe('threads in wait(ms) whose moment is the same', () => {
  test('go on in the order in which they began to wait, and leave no timer behind', () => {
    const stage = new Stage();
    crowd(stage, 4, 20, 3);
    stage.finish();
    expect(stage.lines).toEqual([2, 4, 6].flatMap((frame) => [0, 1, 2, 3].map((i) => `${frame} s${i}`)));
    expect(stage.scheduler.clock.wheel?.count).toBe(0);
  });

  test('stand behind any other timer that came before them', () => {
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
