import { waitUntil, clock } from '@spindle/runtime/abi';
import { wait, waitSignal } from '@spindle/runtime';
import { explain, inspect } from '../src/index.js';
import { Actor, lineOf, Stage } from './stage.js';

const FILE = 'inspect.test.ts';

test('a snapshot is JSON of each live thread: what it does, since when and behind whom', () => {
  const stage = new Stage();
  const ada = new Actor('Ada');
  const opening = stage.script('opening(0) 3:2:x', function* () {
    yield ada.jump();
    yield wait(100);
  });
  stage.play(() => {
    opening();
    ada.walk(1);
    stage.script('gate(0)', function* () {
      yield waitSignal('bell');
    })();
  });
  stage.pulse();
  const { frame, now, threads } = inspect(stage.scheduler).snapshot();
  expect({ frame, now }).toEqual({ frame: 1, now: 10 });
  expect(JSON.parse(JSON.stringify(threads))).toEqual([
    {
      id: 1,
      name: 'opening',
      owner: null,
      function: 'opening',
      file: null,
      line: 3,
      state: 'waiting',
      waitsFor: 'the value of jump, since frame 0; jump: wait(20), since frame 0',
      since: 0,
      behind: { id: 2, name: 'jump' },
      parent: null,
    },
    expect.objectContaining({
      id: 2,
      name: 'jump',
      owner: 'Ada',
      function: 'Actor.jump',
      state: 'sleeping',
      parent: 1,
    }),
    expect.objectContaining({
      name: 'walk',
      state: 'queued',
      behind: { id: 2, name: 'jump' },
      waitsFor: expect.stringContaining('blocked: walk(1) needs Ada, held by jump, since frame 0'),
    }),
    expect.objectContaining({ name: 'gate', state: 'waiting', waitsFor: 'waitSignal(bell), since frame 0' }),
  ]);
});

test('a stream of events, for several, which ends with each; an error of one does not keep it from the others', () => {
  const stage = new Stage();
  const inspector = inspect(stage.scheduler);
  const lines: unknown[] = [];
  let bad = 0;
  const stopBad = inspector.subscribe(() => {
    bad++;
    throw new Error('not mine');
  });
  const stop = inspector.subscribe((event) => lines.push(JSON.parse(JSON.stringify(event))));
  const ada = new Actor('Ada');
  stage.play(() => [ada.jump(), ada.walk(0)]);
  expect(() => stage.pulse()).toThrow('One pulse threw');
  expect(() => stage.pulse()).toThrow('One pulse threw');
  stopBad();
  stopBad();
  stage.pulse(2);
  expect(lines).toMatchObject([
    { event: 'started', frame: 0, id: 1, name: 'jump', owner: 'Ada', function: 'Actor.jump', parent: null },
    { event: 'waits', frame: 0, id: 1, state: 'sleeping', waitsFor: 'wait(20), since frame 0', behind: null },
    { event: 'started', frame: 0, id: 2 },
    { event: 'queued', frame: 0, id: 2, state: 'queued', behind: { id: 1, name: 'jump' } },
    { event: 'goesOn', frame: 2, id: 1 },
    { event: 'ended', frame: 2, id: 1, status: 'done' },
    { event: 'goesOn', frame: 2, id: 2 },
    { event: 'ended', frame: 2, id: 2, status: 'done' },
  ]);
  expect(bad).toBeGreaterThan(3);
  stop();
  stage.play(() => ada.jump());
  expect(lines).toHaveLength(8);
  // Again, and all at once.
  inspector.subscribe((event) => lines.push(event.type));
  inspector.stop();
  stage.pulse(4);
  expect(lines).toHaveLength(8);
});

test('with lines, the file and the line of each wait are known, and `explain` shows them', () => {
  const stage = new Stage();
  const meta = `two(0) ${lineOf(FILE, 'the first')}:0:x ${lineOf(FILE, 'the second')}:0:x`;
  const two = stage.script(meta, function* () {
    yield wait(10); // the first
    yield wait(50); // the second
  });
  const unknown = inspect(stage.scheduler);
  stage.play(two);
  expect(unknown.snapshot().threads[0]).toMatchObject({ file: null, line: null });
  const inspector = inspect(stage.scheduler, { lines: true });
  stage.pulse(2);
  const [thread] = inspector.snapshot().threads;
  expect(thread).toMatchObject({ line: lineOf(FILE, 'the second'), file: expect.stringMatching(/inspect\.test\.ts$/) });

  const asked: string[] = [];
  const text = Array.from({ length: 500 }, (_, i) => `line ${i + 1}`).join('\r\n');
  const explained = explain(stage.scheduler, {
    around: 1,
    sourceOf: (file) => {
      asked.push(file);
      return text;
    },
    locate: (_url, _line, _column) => ({ file: 'guard.js', line: 100 }),
  });
  expect(explained.threads[0]).toMatchObject({
    file: 'guard.js',
    line: 100,
    source: '   99 | line 99\n> 100 | line 100\n  101 | line 101',
  });
  expect(asked).toEqual(['guard.js']);
  expect(explain(stage.scheduler).threads[0]?.source).toBeNull();
  expect(explain(stage.scheduler, { sourceOf: () => 'one line' }).threads[0]?.source).toBeNull();
});

test('a thread that only goes from frame to frame is told of each', () => {
  const stage = new Stage();
  const types: string[] = [];
  const inspector = inspect(stage.scheduler);
  inspector.subscribe(({ type, frame, id, info }) => types.push(`${frame} ${id} ${type} ${info.state}`));
  stage.play(
    stage.script('walk(0)', function* () {
      for (let i = 0; i < 2; i++) yield waitUntil(clock.frame + 1);
    }),
  );
  stage.pulse(2);
  inspector.stop();
  expect(types).toEqual([
    '0 1 started ready',
    '0 1 waits sleeping',
    '1 1 goesOn running',
    '1 1 waits sleeping',
    '2 1 goesOn running',
    '2 1 ended ended',
  ]);
});
