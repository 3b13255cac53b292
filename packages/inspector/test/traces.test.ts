import { wait } from '@spindle/runtime';
import { attachDevtools, type ChromeEvent, recordTrace } from '../src/index.js';
import { Actor, Stage } from './stage.js';

test('a trace has a process for each owner, a thread for each script, and its waits inside its life', () => {
  const stage = new Stage();
  const [ada, bob] = [new Actor('Ada'), new Actor('Bob')];
  const stop = recordTrace(stage.scheduler);
  stage.play(() => {
    ada.jump();
    ada.walk(1);
    bob.jump();
    stage.script('endless(0) 7:0:x', function* () {
      yield wait(1000);
    })();
  });
  stage.pulse(5);
  const { traceEvents, displayTimeUnit } = stop();
  expect(displayTimeUnit).toBe('ms');
  const text = ({ ph, name, cat, pid, tid, ts, dur, args }: ChromeEvent): string =>
    ph === 'M' ? `${name} ${pid} ${tid} ${String(args['name'])}` : `${cat} ${pid} ${tid} ${ts}+${dur} ${name}`;
  expect(traceEvents.map(text)).toEqual([
    'process_name 1 0 Ada',
    'thread_name 1 1 #1 jump',
    'process_name 2 0 Bob',
    'thread_name 2 3 #3 jump',
    'thread_name 1 2 #2 walk',
    'process_name 3 0 no owner',
    'thread_name 3 4 #4 endless',
    'spindle.thread 1 1 0+20000 jump',
    'spindle.thread 2 3 0+20000 jump',
    'spindle.thread 1 2 0+30000 walk',
    'spindle.thread 3 4 0+50000 endless',
    'spindle.sleeping 1 1 0+20000 wait(20), since frame 0',
    'spindle.sleeping 2 3 0+20000 wait(20), since frame 0',
    expect.stringMatching(/^spindle.queued 1 2 0\+20000 blocked: walk\(1\) needs Ada, held by jump/),
    'spindle.sleeping 3 4 0+50000 wait(1000), since frame 0',
    'spindle.sleeping 1 2 20000+10000 frame 3, since frame 2',
  ]);
  expect(traceEvents.find(({ tid, ph }) => tid === 4 && ph === 'X')?.args).toMatchObject({
    line: 7,
    function: 'endless',
  });
});

/** What the console is given for its tracks while `play` runs. */
function tracksOf(play: (stage: Stage) => void): unknown[][] {
  const stage = new Stage();
  const { timeStamp } = console;
  const given: unknown[][] = [];
  Object.assign(console, { timeStamp: (...values: unknown[]) => void given.push(values) });
  try {
    const stop = attachDevtools(stage.scheduler);
    play(stage);
    stop();
  } finally {
    Object.assign(console, { timeStamp });
  }
  return given;
}

test('each wait is a span in the track of its owner, where the console has tracks', () => {
  const given = tracksOf((stage) => {
    const ada = new Actor('Ada');
    stage.play(() => [ada.jump(), ada.walk(0)]);
    stage.pulse(3);
  });
  expect(given.map(([label, from, to, ...rest]) => [label, Number(to) >= Number(from), ...rest])).toEqual([
    ['jump: wait(20), since frame 0', true, 'Ada', 'Spindle', 'secondary'],
    [expect.stringMatching(/^walk: blocked/), true, 'Ada', 'Spindle', 'error'],
  ]);
});

test('owners of one name have tracks of their own, and each keeps its track', () => {
  const given = tracksOf((stage) => {
    const actors = ['glitch', 'glitch', 'glitch 2', 'glitch', 'no owner'].map((name) => new Actor(name));
    const jump = (): void => {
      stage.play(() => actors.map((actor) => actor.jump()));
      stage.pulse(3);
    };
    jump();
    actors.reverse();
    jump();
    stage.play(() =>
      stage.script('nobody(0)', function* () {
        yield wait(10);
      })(),
    );
    stage.pulse(2);
  });
  const tracks = given.map(([, , , track]) => track);
  const first = ['glitch', 'glitch 2', 'glitch 2 2', 'glitch 3', 'no owner 2'];
  expect(tracks).toEqual([...first, ...first.toReversed(), 'no owner']);
});
