import { wait, waitSignal } from '@spindle/runtime';
import { nextFrame } from '@spindle/runtime/abi';
import { Timeline } from '../src/timeline.js';
import { lanesOf, marksOf, visibleRows } from '../src/view/game/lanes.js';
import { MEMORY_FRAMES, Model } from '../src/view/game/model.js';
import { queuesOf } from '../src/view/game/queues.js';
import { sentenceOf } from '../src/view/game/say.js';
import { Actor, Stage } from './stage.js';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A view of a stage: `look()` asks for all that is live. */
function viewOf(stage: Stage): { model: Model; timeline: Timeline; look(): void; spansOf(id: number): string } {
  const timeline = new Timeline(stage.scheduler);
  ends.push(() => timeline.stop());
  const model = new Model();
  const look = (): void => {
    const threads = [...model.threads.values()];
    const lanes = threads.flatMap((thread) => model.missing(thread, 0) ?? []);
    for (const thread of threads) thread.knownSince = 0;
    model.take(timeline.read({ ids: threads.map(({ id }) => id), lanes }));
  };
  return {
    model,
    timeline,
    look,
    spansOf: (id) =>
      (model.threads.get(id)?.spans ?? [])
        .map(({ state, from, to }) => `${['runs', 'sleeps', 'waits', 'queues'][state]} ${from}-${to ?? ''}`)
        .join(', '),
  };
}

const openAll = { opened: new Map<string, boolean>(), letters: '', first: 0 };

test('a wait that is over with the next frame is running; a longer one is a bar of its own', () => {
  const stage = new Stage();
  const view = viewOf(stage);
  const script = stage.script('script(0)', function* () {
    for (let n = 0; n < 3; n++) yield nextFrame;
    yield wait(50);
    yield wait(10);
    yield nextFrame;
    yield waitSignal('go');
  });
  stage.play(script);
  view.look();
  stage.pulse(15);
  view.look();
  view.look();
  expect(view.spansOf(1)).toBe('runs 0-3, sleeps 3-8, runs 8-10, waits 10-');
  expect(sentenceOf(view.model.threads.get(1) as never)).toBe('Waits: waitSignal(go), since frame 10.');
  stage.scheduler.signal('go');
  stage.pulse(2);
  view.look();
  expect(view.spansOf(1)).toBe('runs 0-3, sleeps 3-8, runs 8-10, waits 10-16');
  expect(sentenceOf(view.model.threads.get(1) as never)).toBe('Has ended.');
  expect(view.model.trace.map(({ frame, event, text }) => `${frame} ${event} ${text}`.trim())).toEqual([
    '0 started',
    '3 waits for 5 frames',
    '10 waits waitSignal(go), since frame 10',
    '16 ended done',
  ]);
});

test('threads that were live before have their lanes from the frame in which their wait began', () => {
  const stage = new Stage();
  const script = stage.script('script(0)', function* () {
    yield wait(1000);
  });
  stage.pulse(3);
  stage.play(script);
  stage.pulse(5);
  const view = viewOf(stage);
  view.look();
  view.look();
  expect(view.spansOf(1)).toBe('sleeps 3-');
});

test('a call that ends without a wait has no lane', () => {
  const stage = new Stage();
  const view = viewOf(stage);
  const script = stage.script('script(0)', function* () {
    yield 1;
  });
  stage.play(script);
  view.look();
  expect(view.model.threads.size).toBe(0);
});

test('a queue names its owner, who holds it, and who queues', () => {
  const stage = new Stage();
  const view = viewOf(stage);
  const ada = new Actor('Ada');
  stage.play(() => [ada.jump(), ada.walk(1), ada.walk(2)]);
  // It sleeps for two frames, so the others queue for more than one.
  stage.pulse(1);
  view.look();
  stage.scheduler.pulse(0);
  view.look();
  view.look();
  const queues = queuesOf(view.model);
  expect(queues).toHaveLength(1);
  const [{ owner, holder, threads } = { owner: '', holder: null, threads: [] }] = queues;
  expect([owner, holder?.name, threads.map(({ name, id }) => `${name} #${id}`)]).toEqual([
    'Ada',
    'jump',
    ['walk #2', 'walk #3'],
  ]);
});

test('lanes: an owner with one thread is one lane, many threads are folded, what has ended goes', () => {
  const stage = new Stage();
  const view = viewOf(stage);
  const nap = stage.script('nap(0)', function* () {
    yield wait(1000);
  });
  const short = stage.script('short(0)', function* () {
    yield wait(20);
  });
  const ada = new Actor('Ada');
  stage.play(() => {
    ada.jump();
    for (let n = 0; n < 20; n++) nap();
    short();
  });
  stage.pulse(1);
  view.look();
  const labels = (options: Partial<typeof openAll> = {}): string[] =>
    lanesOf(view.model, { ...openAll, ...options }).map(({ kind, label }) => `${kind} ${label}`);
  expect(labels()).toEqual(['thread jump', 'group no owner × 21']);
  expect(labels({ opened: new Map([['no owner', true]]) })).toHaveLength(23);
  expect(labels({ letters: 'SHORT' })).toEqual(['thread short']);
  expect(labels({ letters: 'ada' })).toEqual(['thread jump']);
  stage.pulse(9);
  view.look();
  expect(labels({ first: 5 })).toEqual(['group no owner × 20']);
  stage.pulse(MEMORY_FRAMES + 150);
  view.look();
  expect(view.model.threads.size).toBe(0);
  expect(view.model.groups.size).toBe(0);
});

test('only the rows that are seen are drawn, and marks stand at round frames', () => {
  expect(visibleRows(0, 100, 24, 10_000)).toEqual({ first: 0, end: 5 });
  expect(visibleRows(240_000 - 100, 100, 24, 10_000)).toEqual({ first: 9995, end: 10_000 });
  expect(visibleRows(500, 100, 24, 3)).toEqual({ first: 3, end: 3 });
  expect(marksOf({ end: 240, shown: 240 }, 480, 70)).toEqual([0, 50, 100, 150, 200]);
  expect(marksOf({ end: 1000, shown: 30 }, 600, 70)).toEqual([970, 975, 980, 985, 990, 995, 1000]);
});

test('ten thousand threads: what a view does not show is not read', () => {
  const stage = new Stage();
  const view = viewOf(stage);
  const walk = stage.script('walk(0)', function* () {
    for (;;) yield nextFrame;
  });
  stage.play(() => {
    for (let n = 0; n < 10_000; n++) walk();
  });
  const first = view.timeline.read({});
  expect(first.started).toHaveLength(10_000);
  expect(first.trace.length).toBeLessThan(100);
  expect(first.missed).toBe(10_000 - first.trace.length);
  stage.pulse(20);
  const { started, states, trace, spans, infos } = view.timeline.read({ ids: [7], lanes: [{ id: 7, from: 0 }] });
  expect([started.length, states.length, trace.length, spans.length, infos.length]).toEqual([0, 0, 0, 1, 1]);
});
