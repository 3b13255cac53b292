import { $thread, Scheduler, start, type Thread, wait, waitUntil } from '../../src/index.js';
import { beside, outside } from '../../src/abi.js';
import { Actor, Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

const said = recordWarnings();

class Guard extends Actor {
  static {
    $thread.methods(this.prototype, { hear: 'Guard.hear(0)', bow: 'Guard.bow(0)' });
  }
  *hear(): any {
    this.log('hears');
  }
  *bow(ms = 10): any {
    yield this.wait(ms);
  }
}

/** A guard who walks for so many frames of 10 ms, and the script that has told him so. */
function walking(frames: number): { stage: Stage; guard: Guard } {
  const stage = new Stage();
  const guard = new Guard('guard', stage.log);
  stage.play(() => guard.walk(frames));
  return { stage, guard };
}

describe('a call that queued behind others, and then ended without waiting', () => {
  test('is told once, with who, behind whom and how long', () => {
    const { stage, guard } = walking(30);
    stage.pulse(5);
    stage.play(() => guard.hear());
    stage.play(() => guard.hear());
    stage.finish();
    expect(said).toEqual([
      '`Guard.hear` queued for 250 ms behind `walk`, and was then over without a wait. Mark it `// @instant` if it should not queue. [SPN717]',
    ]);
  });

  test('is not told if nobody notices the delay, if it waits, or if the same script has told both', () => {
    const { stage, guard } = walking(30);
    stage.pulse(15);
    stage.play(() => guard.hear());
    stage.finish();
    stage.play(() => guard.walk(30));
    stage.play(() => guard.bow());
    stage.finish();
    const orders = stage.script('orders', function* () {
      yield beside(guard.walk(30));
      yield beside(guard.hear());
    });
    stage.play(orders);
    stage.finish();
    expect(stage.lines.filter((line) => line.endsWith('hears'))).toHaveLength(2);
    expect(said).toEqual([]);
  });

  test('is not told if it waits in the frame in which it queued: its siblings have let it in', () => {
    const { stage, guard } = walking(0);
    const branches = [() => guard.walk(50), () => guard.wait(500), () => guard.bow(300)];
    stage.play(() =>
      guard.act(function* () {
        yield this.race(...branches.slice(0, 2));
        yield this.all(...branches);
        yield this.race(
          () => guard.walk(50),
          () => guard.waitSignal('go'),
        );
      }),
    );
    stage.pulse(140);
    stage.scheduler.signal('go');
    stage.finish();
    expect(said).toEqual([]);
  });

  test('is not told if it waits in the frame in which it queued: the owner was handed over in it', () => {
    const stage = new Stage();
    const guard = new Guard('guard', stage.log);
    const herald = stage.script('herald', function* () {
      yield waitUntil(30);
      const bow = start(() => guard.bow(300));
      stage.log(bow.status);
    });
    stage.play(herald);
    stage.play(() => guard.walk(30));
    stage.finish();
    expect(stage.lines.slice(-2)).toEqual(['29 guard step 30', '30 waiting']);
    expect(said).toEqual([]);
  });

  test('is not told if it fails, nor of a call on the own owner in a thread that has begun before', () => {
    const { stage, guard } = walking(30);
    stage.play(() => {
      guard.act(() => {
        throw new Error('slips');
      });
      guard.act(function* () {
        yield wait(10);
        yield this.act(() => [] as never);
        stage.log('ends');
      });
    });
    stage.finish();
    expect(stage.lines.slice(-2)).toEqual(['30 uncaught: slips in act(function)', '31 ends']);
    expect(said).toEqual([]);
  });

  test('is not told if it was cancelled in the queue', () => {
    const { stage, guard } = walking(30);
    const thread = stage.play(() => guard.hear()) as Thread;
    stage.pulse(25);
    thread.cancel();
    stage.finish();
    expect(said).toEqual([]);
  });
});

test('more than 1,000 live threads of one function that plain code has started are told once', () => {
  const stage = new Stage();
  const idle = stage.script('idle', function* () {
    yield new Promise(() => {});
  });
  for (let i = 0; i < 1000; i++) stage.play(idle);
  expect(said).toEqual([]);
  for (let i = 0; i < 500; i++) stage.play(idle);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^Plain code has started `idle` so often that 1\d\d\d of its threads are live\. .*\[SPN718\]$/,
  );
  stage.scheduler.cancelAll();
});

test('not those of two functions, nor those that a script has started', () => {
  const stage = new Stage();
  const idle = (name: string): (() => unknown) =>
    stage.script(name, function* () {
      yield new Promise(() => {});
    });
  const [walks, sits] = [idle('walks'), idle('sits')];
  const script = stage.script('script', function* () {
    for (let i = 0; i < 800; i++) outside(sits);
  });
  stage.play(script);
  for (let i = 0; i < 700; i++) {
    stage.play(walks);
    stage.play(sits);
  }
  expect(stage.scheduler.live.size).toBe(2200);
  expect(said).toEqual([]);
  stage.scheduler.cancelAll();
});

test('`warnings: false` says none of this', () => {
  const scheduler = new Scheduler({ warnings: false });
  const guard = new Guard('guard', () => {});
  scheduler.enter(() => guard.walk(30));
  scheduler.enter(() => guard.hear());
  for (let i = 0; i < 600; i++) scheduler.pulse(10);
  expect(said).toEqual([]);
});
