import { $atOnce, $method, $sync, nextFrame } from '../src/abi.js';
import { currentThread, race, Scheduler, start, type Thread, wait, waitSignal } from '../src/index.js';
import { lookAt, observe, type Observer } from '../src/observe.js';
import { Actor, Stage } from './stage.js';

const EVENTS = ['started', 'waits', 'queued', 'goesOn', 'ended'] as const;

/** While anybody observes, nothing is hot or borrowed. */
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** Observes a scheduler: a line for each event. */
function watch(scheduler: Scheduler): { lines: string[]; stop: () => void } {
  const lines: string[] = [];
  const tell =
    (event: string) =>
    (thread: Thread, frame: number, behind?: Thread | null): void => {
      const more = event === 'waits' ? thread.waitingFor : event === 'ended' ? thread.status : (behind?.name ?? '');
      lines.push(`${frame} ${thread.name} ${event} ${more}`.trim());
    };
  const observer = Object.fromEntries(EVENTS.map((event) => [event, tell(event)])) as Observer;
  const stop = observe(scheduler, observer);
  stops.push(stop);
  return { lines, stop };
}

test('what an observer calls is not of the synchronous region in which it is told', () => {
  const stage = new Stage();
  const answer = stage.script('answer', function* () {
    yield 1;
    return 1;
  });
  const follows = stage.script('follows', function* () {
    yield wait(10);
    stage.log('has followed');
  });
  const started = ({ name }: Thread): void => void (name === 'answer' && follows());
  stops.push(observe(stage.scheduler, { started }));
  stage.play(() => $sync('a getter', () => $atOnce(() => answer())));
  stage.finish();
  expect(stage.lines).toEqual(['1 has followed']);
});

describe('an observer is told once of each', () => {
  test('start, wait and end, also where a call ends in its first turn', () => {
    const stage = new Stage();
    const { lines } = watch(stage.scheduler);
    const answer = stage.script('answer', function* () {
      yield 1;
      return 1;
    });
    stage.play(answer);
    const waits = stage.script('waits', function* () {
      yield answer();
      yield wait(20);
      yield start(answer);
    });
    stage.play(waits);
    stage.finish();
    expect(lines).toEqual([
      '0 answer started',
      '0 answer ended done',
      '0 waits started',
      '0 waits waits wait(20), since frame 0',
      '2 waits goesOn',
      '2 answer started',
      '2 answer ended done',
      '2 waits ended done',
    ]);
  });

  test.each([
    ['a signal', () => waitSignal('go'), 'waitSignal(go)'],
    ['a time', () => wait(10), 'wait(10)'],
  ])(
    'wait for %s that is the same as before, also where it is observed from the middle of a turn',
    (_for, begin, what) => {
      const stage = new Stage();
      const seen: string[][] = [];
      const hears = stage.script('hears', function* () {
        yield begin();
        seen.push(watch(stage.scheduler).lines);
        yield begin();
      });
      stage.play(hears);
      stage.scheduler.signal('go');
      stage.pulse();
      expect(seen).toEqual([[`1 hears waits ${what}, since frame 1`]]);
    },
  );

  test('frame of a loop, also of one that was hot before somebody observed it', () => {
    const stage = new Stage();
    const walk = stage.script('walk', function* () {
      for (let n = 0; n < 6; n++) yield nextFrame;
    });
    stage.play(walk);
    stage.pulse(2);
    const { lines, stop } = watch(stage.scheduler);
    stage.pulse(2);
    expect(lines).toEqual([
      '3 walk goesOn',
      '3 walk waits frame 4, since frame 3',
      '4 walk goesOn',
      '4 walk waits frame 5, since frame 4',
    ]);
    stop();
    stage.pulse();
    const again = watch(stage.scheduler);
    stage.finish();
    expect([lines.length, again.lines]).toEqual([4, ['6 walk goesOn', '6 walk ended done']]);
  });

  test('turn in a queue, and behind whom', () => {
    const stage = new Stage();
    const actor = stage.actor('Ada');
    const { lines } = watch(stage.scheduler);
    stage.play(() => [actor.jump(), actor.walk(1)]);
    stage.finish();
    expect(lines).toEqual([
      '0 jump started',
      '0 jump waits wait(20), since frame 0',
      '0 walk started',
      '0 walk queued jump',
      '2 jump goesOn',
      '2 jump ended done',
      '2 walk goesOn',
      '2 walk waits frame 3, since frame 2',
      '3 walk goesOn',
      '3 walk ended done',
    ]);
  });

  test('join, and end of a branch that has lost; one who is cancelled goes on for its `finally`', () => {
    const stage = new Stage();
    const { lines } = watch(stage.scheduler);
    const slow = stage.script('slow', function* () {
      try {
        yield wait(100);
      } finally {
        yield wait(10);
      }
    });
    const both = stage.script('both', function* () {
      yield race(slow, () => waitSignal('go'));
    });
    stage.play(both);
    stage.scheduler.signal('go');
    stage.finish();
    expect(lines).toEqual([
      '0 both started',
      '0 slow started',
      '0 slow waits wait(100), since frame 0',
      '0 script started',
      '0 script waits waitSignal(go), since frame 0',
      '0 both waits race(slow, waitSignal(go)), since frame 0; slow: wait(100), since frame 0',
      '1 script goesOn',
      '1 script ended done',
      '1 slow goesOn',
      '1 slow waits wait(10), since frame 1',
      '1 both goesOn',
      '1 both ended done',
      '2 slow goesOn',
      '2 slow ended cancelled',
    ]);
  });
});

test('an observer is around each turn; what it throws comes out of the pulse, and what the script throws is not for it', () => {
  const stage = new Stage();
  const lines: string[] = [];
  const around =
    (name: string) =>
    (thread: Thread, run: () => void): void => {
      lines.push(`${name} ${thread.name} {`);
      run();
      lines.push('}');
      if (name === 'b' && lines.includes('inner runs again') && thread.name === 'inner') throw new Error('of b');
    };
  const inner = stage.script('inner', function* () {
    lines.push('inner runs');
    yield nextFrame;
    lines.push('inner runs again');
    throw new Error('of inner');
  });
  const outer = stage.script('outer', function* () {
    lines.push('outer runs');
    yield start(inner);
  });
  for (const observer of [{ around: around('a') }, { around: around('b') }, {}])
    stops.push(observe(stage.scheduler, observer));
  stage.play(outer);
  expect(lines.splice(0).join(' ')).toBe('a outer { b outer { outer runs a inner { b inner { inner runs } } } }');
  expect(() => stage.pulse()).toThrow('of b');
  expect(lines.join(' ')).toBe('a inner { b inner { inner runs again } }');
  expect(currentThread()).toBeUndefined();
});

test('an observer that does not run the turn does not stop it', () => {
  const stage = new Stage();
  const script = stage.script('script', function* () {
    yield wait(10);
    return 'done';
  });
  stops.push(observe(stage.scheduler, { around: () => {} }));
  const thread = stage.play(script);
  stage.finish();
  expect(thread.status).toBe('done');
});

test('no event is missing and none comes twice, whatever scripts do', () => {
  const stage = new Stage();
  const { scheduler } = stage;
  const states = new Map<Thread, string>();
  const after: Readonly<Record<string, readonly (string | undefined)[]>> = {
    started: [undefined],
    waits: ['started', 'goesOn', 'waits'],
    queued: ['started', 'goesOn', 'waits'],
    goesOn: ['waits', 'queued'],
    ended: ['started', 'goesOn', 'waits', 'queued'],
  };
  const wrong: string[] = [];
  const tell =
    (event: string) =>
    (thread: Thread): void => {
      if (after[event]?.includes(states.get(thread)) !== true)
        wrong.push(`${thread.name}: ${event} after ${String(states.get(thread))}`);
      states.set(thread, event);
    };
  stops.push(observe(scheduler, Object.fromEntries(EVENTS.map((event) => [event, tell(event)]))));
  const actors = [stage.actor('a'), stage.actor('b')] as const;
  const threads: Thread[] = [];
  for (let frame = 0; frame < 60; frame++) {
    const actor = actors[frame % 2] as Actor;
    const given: unknown = stage.play(() => (frame % 3 === 0 ? actor.jump() : actor.walk(frame % 4)));
    if (given instanceof Object) threads.push(given as Thread);
    if (frame % 7 === 6) threads[frame % threads.length]?.cancel('enough', { now: frame % 2 === 0 });
    if (frame % 11 === 10) actor.cancelAll();
    stage.pulse();
  }
  stage.finish();
  expect(wrong).toEqual([]);
  expect(states.size).toBe(60);
  expect([...states.values()].every((state) => state === 'ended')).toBe(true);
});

test('an error of an observer comes out of the pulse, and two observers are told of their own scheduler each', () => {
  const [one, other] = [new Stage(), new Stage()];
  const seen: string[] = [];
  const [stopOne, stopOther] = [one, other].map(({ scheduler }, i) =>
    observe(scheduler, {
      ended: ({ name }) => {
        seen.push(`${i} ${name} ${String(currentThread())}`);
        throw new Error('not mine');
      },
    }),
  );
  one.play(
    one.script('first', function* () {
      yield wait(10);
    }),
  );
  other.play(
    other.script('second', function* () {
      yield wait(10);
    }),
  );
  expect(() => one.pulse()).toThrow('not mine');
  stopOther?.();
  stopOther?.();
  other.pulse();
  expect(seen).toEqual(['0 first undefined']);
  stopOne?.();
});

test('a method of an owner that is called in its own thread starts none', () => {
  const stage = new Stage();
  const actor = stage.actor('Ada') as Actor & { twice(): unknown };
  actor.twice = $method(function* (this: any): Generator {
    yield this.walk(0);
  }, 'Actor.twice(0)');
  const { lines, stop } = watch(stage.scheduler);
  stage.play(() => actor.twice());
  stop();
  expect(lines).toEqual(['0 twice started', '0 twice ended done']);
});

test('a thread is looked at: its function, the lines in which that may wait, and who holds it up', () => {
  const stage = new Stage();
  const actor = stage.actor('Ada');
  stage.play(() => [actor.jump(), actor.walk(1)]);
  const [jump, walk] = stage.scheduler.threads as [Thread, Thread];
  expect(lookAt(jump)).toEqual({
    owner: 'Ada',
    function: 'Actor.jump',
    lines: [],
    location: null,
    waitsFor: 'wait(20), since frame 0',
    kind: 'timer',
    since: 0,
    behind: null,
  });
  expect(lookAt(walk)).toMatchObject({ function: 'Actor.walk', kind: 'blocked', since: 0, behind: jump });
});
