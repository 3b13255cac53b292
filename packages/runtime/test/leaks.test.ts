import {
  $thread,
  clearSignal,
  listen,
  outside,
  race,
  signal,
  type Thread,
  wait,
  waitFor,
  waitForEvent,
  waitSignal,
  waitUntil,
} from '../src/index.js';
import { codeOf } from '../src/code.js';
import { forgetWarnings } from '../src/warnings.js';
import type { Watcher } from '../src/watchers.js';
import { Stage } from './stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('names of signals', () => {
  const names = (): number => stage.scheduler.signals.size;

  test('are forgotten when nobody waits for them and nothing is remembered', () => {
    for (let i = 0; i < 5; i++) stage.scheduler.signal(`hit:${i}`);
    for (let i = 0; i < 5; i++) stage.scheduler.clearSignal(`hit:${i}`);
    expect(names()).toBe(0);
    const waits = stage.play(
      stage.script('waits', function* () {
        for (let i = 0; i < 5; i++) yield race(() => waitSignal(`reply:${i}`), wait);
        yield waitSignal('answer');
        stage.log(`${names()} name while it waits`);
        yield waitSignal('answer');
      }),
    ) as Thread;
    stage.pulse(10);
    expect(names()).toBe(1);
    stage.scheduler.signal('answer');
    stage.pulse();
    expect(stage.lines).toEqual(['11 1 name while it waits']);
    waits.cancel();
    expect(names()).toBe(0);
  });

  test('are kept while they are remembered, and while a queue hears them', () => {
    stage.play(() => {
      signal('open', 1, { sticky: true });
      stage.script('listens', function* () {
        const queue = listen('hit');
        yield wait(10);
        queue.close();
        yield wait(10);
      })();
    });
    expect(names()).toBe(2);
    stage.pulse();
    expect(names()).toBe(1);
    stage.play(() => clearSignal('open'));
    expect(names()).toBe(0);
  });

  test('a name that was forgotten is heard like any other', () => {
    stage.play(
      stage.script('waits', function* () {
        for (const name of ['a', 'b', 'a', 'b', 'b']) stage.log(`${yield waitSignal(name)}`);
      }),
    );
    for (const name of ['a', 'a', 'b', 'a', 'b', 'b']) {
      stage.scheduler.signal(name, name);
      stage.pulse();
    }
    expect(stage.lines.map((line) => line.slice(2))).toEqual(['a', 'b', 'a', 'b', 'b']);
  });

  test('one that somebody else begins to wait for, while a thread that does leaves an emitter, is heard by both', () => {
    const answers = stage.script('answers', function* () {
      stage.log(`answers: ${yield waitSignal('answer')}`);
    });
    let emit = (): void => {};
    const source = { on: (_: string, listener: () => void) => (emit = listener), off: () => void outside(answers) };
    stage.play(
      stage.script('main', function* () {
        yield waitForEvent(source, 'x');
        yield waitSignal('answer');
        stage.log('main');
      }),
    );
    emit();
    stage.pulse();
    stage.scheduler.signal('answer', 'an answer');
    stage.pulse();
    expect(stage.lines).toEqual(['2 main', '2 answers: an answer']);
  });
});

test('types of events are forgotten when nobody waits for them, and heard again', () => {
  const heard: string[] = [];
  const on = new Map<string, (value: unknown) => void>();
  const source = {
    on: (type: string, listener: (value: unknown) => void) => void on.set(type, listener),
    off: (type: string) => void on.delete(type),
  };
  stage.play(
    stage.script('main', function* () {
      for (const type of ['a', 'b', 'a']) heard.push(`${yield waitForEvent(source, type)}`);
    }),
  );
  for (const type of ['a', 'b', 'a']) {
    expect([...on.keys()]).toEqual([type]);
    on.get(type)?.(type);
    stage.pulse();
  }
  expect([heard, on.size]).toEqual([['a', 'b', 'a'], 0]);
});

describe('what a woken wait keeps for the next of its kind', () => {
  const said: string[] = [];
  const { warn } = console;
  beforeEach(() => {
    said.length = 0;
    forgetWarnings();
    console.warn = (text: string): void => void said.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });

  const keeps = (): Thread =>
    stage.play(
      stage.script('guard', function* () {
        stage.log(`${yield waitSignal('begin')}`);
        for (let frame = 2; frame < 4; frame++) yield waitUntil(frame);
        for (;;) stage.log(`${yield waitSignal('begin')}`);
      }),
    );

  test('is the newest 1,024, and development says so once', () => {
    const guard = keeps();
    stage.scheduler.signal('begin', 'first');
    stage.pulse();
    for (let i = 0; i < 1024; i++) stage.scheduler.signal('begin', i);
    expect(said).toEqual([]);
    for (let i = 1024; i < 5000; i++) stage.scheduler.signal('begin', i);
    expect((guard.subscription as Watcher).kept).toHaveLength(1024);
    stage.finish();
    expect(stage.lines.slice(0, 2)).toEqual(['1 first', `3 ${5000 - 1024}`]);
    expect([stage.lines.length, stage.lines.at(-1)]).toEqual([1025, '3 4999']);
    expect(said).toEqual([
      'waitSignal(begin) keeps what comes until `guard` waits for it again, and that has not been for more than 1024 times: the older ones are forgotten. ' +
        'Wait for something else once they do not matter, or take all with `listen(…)`. [SPN711]',
    ]);
  });

  test('a queue is never cut', () => {
    stage.play(
      stage.script('listens', function* () {
        const queue = listen('hit');
        yield wait(10);
        stage.log(`${queue.size} ${(yield queue.next()) as number}`);
      }),
    );
    for (let i = 0; i < 5000; i++) stage.scheduler.signal('hit', i);
    stage.pulse();
    expect([stage.lines, said]).toEqual([['1 5000 0'], []]);
  });
});

test('a function whose calls somebody has waited for knows of no scheduler any more', () => {
  const alarm = $thread(function* () {}, 'alarm(0)');
  const guard = stage.play(
    stage.script('guard', function* () {
      yield waitFor(alarm);
      yield wait(10);
      yield waitFor(alarm);
    }),
  ) as Thread;
  const watched = (): number => (codeOf(alarm)?.watchers as Map<unknown, unknown> | undefined)?.size ?? -1;
  expect(watched()).toBe(1);
  stage.play(alarm);
  stage.pulse();
  expect([guard.status, watched()]).toEqual(['sleeping', 0]);
  stage.pulse();
  expect([guard.status, watched()]).toEqual(['waiting', 1]);
  guard.cancel();
  expect(watched()).toBe(0);
});
