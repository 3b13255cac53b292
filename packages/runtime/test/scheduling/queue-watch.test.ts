import { attach, currentThread, race, Scheduler, start, type Thread, wait, waitUntil } from '../../src/index.js';
import { $methods, beside, outside } from '../../src/abi.js';
import { Actor, Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

const said = recordWarnings();

class Guard extends Actor {
  static {
    $methods(this.prototype, {
      hear: 'Guard.hear(0)',
      bow: 'Guard.bow(0)',
      leave: 'Guard.leave(0)',
      freeze: 'Guard.freeze(0)',
      work: 'Guard.work(0)',
    });
  }
  *hear(): any {
    this.log('hears');
  }
  *leave(): any {
    this.log('leaves');
    currentThread()?.cancel();
    yield wait(10);
  }
  *bow(ms = 10): any {
    yield this.wait(ms);
  }
  *freeze(): any {
    this.log('freezes');
    yield wait(40);
    yield wait(40);
    this.log('is warm');
  }
  /** It has no end, and stands in no loop's wait for long. */
  *work(): any {
    for (;;) yield this.race(() => this.bow(100));
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
      '`Guard.hear` queued for 250 ms behind `walk`, which loops, and was then over without a wait. If it should not queue, mark it `// @instant`. [SPN717]',
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
        yield this.wait(10);
        stage.log('ends');
      });
    });
    stage.finish();
    expect(stage.lines.slice(-2)).toEqual(['30 uncaught: slips in act(function)', '32 ends']);
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

describe('a call that queued behind a loop, and then let its owner go in each of its waits', () => {
  const released = (ms: number): string =>
    `\`Guard.freeze\` queued for ${ms} ms behind \`walk\`, which loops, and kept its owner in none of its waits. ` +
    'If it should not queue, mark it `// @beside`; else wait with `this.`. [SPN717]';

  /** A script that tells a guard to walk, waits, and tells him something else. */
  function told(walkFrames: number, waitMs: number, order: (guard: Guard) => any): { stage: Stage; guard: Guard } {
    const stage = new Stage();
    const guard = new Guard('guard', stage.log);
    const tower = stage.script('tower', function* () {
      yield beside(guard.walk(walkFrames));
      if (waitMs > 0) yield wait(waitMs);
      yield beside(order(guard));
    });
    stage.play(tower);
    stage.finish();
    return { stage, guard };
  }

  test('is told once, also where one script has told both, with a wait between them', () => {
    const { stage, guard } = told(26, 40, (freezing) => freezing.freeze());
    expect(stage.lines.slice(-3)).toEqual(['25 guard step 26', '26 guard freezes', '34 guard is warm']);
    stage.play(() => [guard.walk(40), guard.freeze()]);
    stage.finish();
    expect(said).toEqual([released(220)]);
  });

  test('is told if plain code has told both', () => {
    const { stage, guard } = walking(60);
    stage.play(() => guard.freeze());
    stage.finish();
    expect(said).toEqual([released(600)]);
  });

  test('is told if what it queued behind has gone on for long', () => {
    const { stage, guard } = walking(0);
    stage.play(() => guard.bow(5300));
    stage.pulse(505);
    stage.play(() => guard.freeze());
    stage.finish();
    expect(said).toEqual([released(250).replace('`walk`, which loops', '`bow`')]);
  });

  test.each([
    ['said in a row by one script', 30, 0, (guard: Guard) => guard.freeze()],
    ['after a delay that nobody notices', 22, 40, (guard: Guard) => guard.freeze()],
    ['if it keeps its owner', 30, 40, (guard: Guard) => guard.bow()],
    ['if it goes on behind others in a loop of its own', 30, 40, (guard: Guard) => guard.walk(3)],
  ])('is not told %s', (_when, frames, ms, order) => {
    told(frames, ms, order);
    expect(said).toEqual([]);
  });

  test('is not told behind what ends soon, nor if it is cancelled, nor if it keeps its owner later', () => {
    const { stage, guard } = walking(0);
    stage.play(() => guard.bow(300));
    stage.play(() => guard.freeze());
    stage.finish();
    stage.play(() => guard.walk(30));
    const freezes = stage.play(() => guard.freeze()) as Thread;
    stage.pulse(32);
    freezes.cancel();
    stage.finish();
    stage.play(() => guard.walk(30));
    stage.play(() =>
      guard.act(function* () {
        yield wait(40);
        yield this.wait(40);
      }),
    );
    stage.finish();
    expect(said).toEqual([]);
  });
});

describe('a call that was cancelled in the queue', () => {
  /** Somebody queues behind what a guard does, and is cancelled with it. */
  function calledOff(first: (guard: Guard) => any, sinceMs: number, order: (guard: Guard) => any): void {
    const { stage, guard } = walking(0);
    stage.play(() => first(guard));
    stage.pulse(sinceMs / 10);
    stage.play(() => order(guard));
    stage.pulse(150);
    guard.cancelAll('it is morning');
    stage.finish();
    expect(stage.lines).toEqual(stage.lines.filter((line) => !line.endsWith('hears')));
  }

  test('is told behind what has gone on for so long that no end of it is in sight', () => {
    calledOff(
      (guard) => guard.work(),
      4000,
      (guard) => guard.hear(),
    );
    expect(said).toEqual([
      '`Guard.hear` queued for 1500 ms behind `work`, and was cancelled before its turn came. ' +
        'If it should not queue, mark it `// @instant` if it does not wait, `// @beside` if it may run beside what its owner does, `// @interrupt` if it comes first. [SPN717]',
    ]);
  });

  test('is not told behind what has just begun, nor behind another call of the same function', () => {
    calledOff(
      (guard) => guard.walk(1000),
      1000,
      (guard) => guard.hear(),
    );
    calledOff(
      (guard) => guard.bow(9000),
      5000,
      (guard) => guard.bow(),
    );
    expect(said).toEqual([]);
  });

  test('is not told where its queue has moved, so that nobody has gone on for long', () => {
    const { stage, guard } = walking(0);
    stage.play(() => [guard.bow(2000), guard.bow(2000), guard.bow(2000), guard.hear()]);
    stage.pulse(550);
    guard.cancelAll('the scene is skipped');
    stage.finish();
    expect(said).toEqual([]);
  });

  test('is not told if its turn has come, and it cancels itself in that', () => {
    const { stage, guard } = walking(0);
    const box: { leaves?: any } = {};
    stage.play(() =>
      guard.act(function* () {
        yield this.wait(5500);
        try {
          yield this.waitFor(box.leaves);
        } catch {
          // It has left.
        }
      }),
    );
    stage.pulse(520);
    box.leaves = stage.play(() => guard.leave());
    stage.finish();
    expect([stage.lines.at(-1), box.leaves.status]).toEqual(['550 guard leaves', 'cancelled']);
    expect(said).toEqual([]);
  });

  test('is not told where one script has told both', () => {
    const { stage, guard } = walking(0);
    const orders = stage.script('orders', function* () {
      yield beside(guard.work());
      yield wait(4000);
      yield beside(guard.hear());
    });
    stage.play(orders);
    stage.pulse(540);
    guard.cancelAll();
    stage.finish();
    expect(said).toEqual([]);
  });
});

describe('a call that queued behind what was attached, and had its turn when that ended with its starter', () => {
  /** A level of so many ms has attached the work of a guard; plain code tells him to bow after `fromMs`. */
  function level({ ms, fromMs, wrap }: { ms: number; fromMs: number; wrap?: (play: () => unknown) => unknown }): {
    stage: Stage;
    guard: Guard;
    played: Thread;
  } {
    const stage = new Stage();
    const guard = new Guard('guard', stage.log);
    const play = stage.script('level', function* () {
      attach(() => guard.work());
      yield wait(ms);
    });
    const scene = stage.script('scene', function* () {
      yield wrap!(play);
    });
    const played = stage.play(wrap === undefined ? play : scene) as Thread;
    stage.pulse(fromMs / 10);
    stage.play(() => guard.bow());
    return { stage, guard, played };
  }

  test('is told, though it waits then', () => {
    level({ ms: 1000, fromMs: 160 }).stage.finish();
    expect(said).toEqual([
      '`Guard.bow` queued for 840 ms behind `work`, and had its turn only when that ended with its starter. ' +
        'If it should not queue, mark it `// @instant` if it does not wait, `// @beside` if it may run beside what its owner does, `// @interrupt` if it comes first. [SPN717]',
    ]);
  });

  test('is not told if nobody notices the delay', () => {
    level({ ms: 1000, fromMs: 900 }).stage.finish();
    expect(said).toEqual([]);
  });

  test('is not told if somebody has called that off, its starter or a scene around', () => {
    const { stage, guard } = level({ ms: 1000, fromMs: 100 });
    stage.pulse(50);
    guard.threads[0]!.cancel();
    stage.finish();
    const stopped = level({ ms: 1000, fromMs: 100 });
    stopped.stage.pulse(50);
    stopped.played.cancel();
    stopped.stage.finish();
    level({ ms: 1000, fromMs: 100, wrap: (play) => race(play, () => wait(600)) }).stage.finish();
    expect(said).toEqual([]);
  });

  test('is not told if another call has had its turn between: that ended by itself', () => {
    const stage = new Stage();
    const guard = new Guard('guard', stage.log);
    const play = stage.script('level', function* () {
      attach(() => guard.work());
      yield wait(1000);
    });
    stage.play(play);
    stage.play(() => [guard.walk(30), guard.bow()]);
    stage.finish();
    expect(said).toEqual([
      expect.stringMatching(/^`Actor.walk` queued for 1000 ms behind `work`, and had its turn only when/),
    ]);
  });

  test('is not told if what it queued behind has lost a race, and another call before it has ended by itself', () => {
    const { stage, guard } = walking(0);
    const turn = (ms: number, isOver: () => boolean): (() => unknown) =>
      stage.script('turn', function* () {
        yield race(
          () => guard.bow(ms),
          () => waitUntil(isOver),
        );
      });
    let isOver = false;
    stage.play(turn(100, () => isOver));
    stage.play(turn(300, () => false));
    stage.play(turn(100, () => false));
    stage.pulse(2);
    isOver = true;
    stage.finish();
    expect(stage.scheduler.clock.frame).toBe(43);
    expect(said).toEqual([]);
  });

  test('is not told behind what ends by itself', () => {
    const { stage, guard } = walking(50);
    stage.pulse(5);
    stage.play(() => guard.bow());
    stage.finish();
    expect(said).toEqual([]);
  });
});

test('lines and walks that queue one behind the other are not told of: the queue moves', () => {
  const { stage, guard } = walking(0);
  stage.play(() => [1, 2, 3, 4, 5].map(() => guard.bow(2000)));
  stage.finish();
  for (let i = 0; i < 5; i++) {
    stage.play(() => guard.walk(200));
    stage.pulse(30);
  }
  stage.finish();
  expect(stage.scheduler.live.size).toBe(0);
  expect(said).toEqual([]);
});

test('more than 300 live threads of one function that plain code has started are told once', () => {
  const stage = new Stage();
  const idle = stage.script('idle', function* () {
    yield new Promise(() => {});
  });
  for (let i = 0; i < 300; i++) stage.play(idle);
  expect(said).toEqual([]);
  for (let i = 0; i < 200; i++) stage.play(idle);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^Plain code has started [34]\d\d live threads of `idle`\. .*\[SPN718\]$/);
  stage.scheduler.cancelAll();
});

test('to count them looks at a few threads for each start, however many there are', () => {
  const stage = new Stage();
  const idle = stage.script('idle', function* () {
    yield new Promise(() => {});
  });
  let looks = 0;
  const { live } = stage.scheduler;
  const toArray = live.toArray.bind(live);
  live.toArray = () => {
    const threads = toArray();
    looks += threads.length;
    return threads;
  };
  for (let i = 0; i < 20_000; i++) stage.play(idle);
  expect(looks).toBeLessThan(40_000);
  stage.scheduler.cancelAll();
});

test('those that wait for other things are not looked at', () => {
  const stage = new Stage();
  const idle = stage.script('idle', function* () {
    yield new Promise(() => {});
  });
  for (let i = 0; i < 100; i++) stage.play(idle);
  let looks = 0;
  stage.scheduler.live.toArray = () => {
    looks++;
    return [];
  };
  for (let i = 0; i < 100; i++) stage.scheduler.pulse(1000);
  expect(looks).toBe(0);
  delete (stage.scheduler.live as { toArray?: unknown }).toArray;
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
    for (let i = 0; i < 250; i++) outside(sits);
  });
  stage.play(script);
  for (let i = 0; i < 240; i++) {
    stage.play(walks);
    stage.play(sits);
  }
  expect(stage.scheduler.live.size).toBe(730);
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
