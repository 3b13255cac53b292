import fc from 'fast-check';
import { $thread, outside } from '../src/abi.js';
import {
  all,
  clearSignal,
  clock,
  listen,
  race,
  Scheduler,
  signal,
  type Thread,
  wait,
  waitFor,
  waitForEvent,
  waitSignal,
  waitUntil,
  withTimeout,
} from '../src/index.js';
import { codeOf } from '../src/execution/compiled-function.js';
import { Starter } from '../src/threads/starters.js';
import { Thread as ThreadClass } from '../src/threads/thread.js';
import { waiting } from '../src/waits/promise.js';
import { Stage } from './stage.js';
import { recordWarnings } from './warnings.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('names of signals', () => {
  const names = (): number => stage.scheduler.signals.byName.size;

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

  test('what is remembered outlasts those who waited for it', () => {
    const waits = stage.script('waits', function* () {
      stage.log(`${yield waitSignal('open')}`);
    });
    stage.play(waits);
    stage.scheduler.signal('open', 'yes', { sticky: true });
    stage.pulse();
    stage.scheduler.signal('another');
    stage.scheduler.signal('another', 1, { sticky: true });
    stage.play(waits);
    expect(stage.lines).toEqual(['1 yes', '1 yes']);
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
  const said = recordWarnings();

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
    expect(guard.subscription?.buffered).toHaveLength(1024);
    stage.finish();
    expect(stage.lines.slice(0, 2)).toEqual(['1 first', `3 ${5000 - 1024}`]);
    expect([stage.lines.length, stage.lines.at(-1)]).toEqual([1025, '3 4999']);
    expect(said).toEqual(['`guard` keeps the last 1024 values of waitSignal(begin). `listen(…)` keeps all. [SPN711]']);
  });

  test('the warning asks for the name of what comes once', () => {
    let asked = 0;
    const source = Object.defineProperty(new EventTarget(), 'name', { get: () => (asked++, 'box') });
    stage.play(
      stage.script('guard', function* () {
        yield waitForEvent(source, 'press');
        while (true) yield waitUntil(clock.frame + 1);
      }),
    );
    source.dispatchEvent(new Event('press'));
    stage.pulse();
    for (let i = 0; i < 1100; i++) source.dispatchEvent(new Event('press'));
    expect([said.length, asked]).toEqual([1, 0]);
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
  const watched = (): number => (codeOf(alarm)?.subscribers as Map<unknown, unknown> | undefined)?.size ?? -1;
  expect(watched()).toBe(1);
  stage.play(alarm);
  stage.pulse();
  expect([guard.status, watched()]).toEqual(['sleeping', 0]);
  stage.pulse();
  expect([guard.status, watched()]).toEqual(['waiting', 1]);
  guard.cancel();
  expect(watched()).toBe(0);
});

test('a word that waits keeps none of the functions that it was given', () => {
  const given = [1, 2, 3].map((ms) => () => wait(ms));
  const words = [
    () => race(given),
    () => all({ one: given[0], two: given[1] }),
    () => withTimeout(9, given[2] as never),
  ];
  const scripts = words.map((word) =>
    stage.play(
      stage.script('waits', function* () {
        yield word();
      }),
    ),
  ) as Thread[];
  expect(scripts.map(({ status }) => status)).toEqual(['waiting', 'waiting', 'waiting']);
  expect(scripts.map(({ subject }) => given.filter((one) => isReached(one, subject)))).toEqual([[], [], []]);
});

/** Does the record of a wait keep a function? What belongs to a thread is not of it. */
function isReached(fn: Function, record: unknown, seen: Set<unknown> = new Set()): boolean {
  if (record === fn) return true;
  if (typeof record !== 'object' || record === null || record instanceof ThreadClass || record instanceof Scheduler)
    return false;
  if (seen.has(record)) return false;
  seen.add(record);
  return Object.values(record).some((value) => isReached(fn, value, seen));
}

describe('those who started a thread and have ended', () => {
  /** Two that throw a ball to each other: one thread lives at a time. */
  function volley(frames: number): Thread {
    const hits: Record<string, () => unknown> = {};
    for (const [one, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const)
      hits[one] = stage.script(one, function* () {
        yield wait();
        outside(() => hits[other]?.());
      });
    stage.play(() => hits['a']?.());
    stage.pulse(frames);
    return stage.scheduler.threads[0] as Thread;
  }
  const links = (thread: Thread): number => {
    let count = 0;
    for (let at = thread.startedBy; at !== null; at = at instanceof Starter ? at.next : at.startedBy) count++;
    return count;
  };

  test('are kept by none that lives; a trace names the last sixteen of them', () => {
    const last = volley(2000);
    expect([links(last), last.parent, stage.scheduler.live.size]).toEqual([1, null, 1]);
    expect(last.trace()).toBe(`${'a() -> b() -> '.repeat(8)}a() -> …`);
    stage = new Stage();
    expect(volley(3).trace()).toBe('b() -> a() -> b() -> a()');
  });

  test('`parent` is the one that started it, while that one lives', () => {
    const [door, hero] = [stage.actor('door'), stage.actor('hero')];
    let opens: Thread | undefined;
    const main = stage.play(() =>
      hero.act(function* () {
        opens = outside(() => door.jump()) as Thread;
        yield wait(10);
      }),
    ) as Thread;
    const trace = 'jump() -> hero.act(function)';
    expect([opens?.parent === main, opens?.trace(), links(opens as Thread)]).toEqual([true, trace, 1]);
    stage.pulse();
    expect([main.status, opens?.parent, opens?.trace()]).toEqual(['done', null, trace]);
    stage.pulse(2);
    expect([opens?.status, opens?.trace()]).toEqual(['done', trace]);
  });

  test('in whatever order they end, a trace names them in the order in which they started', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 9 })), { maxLength: 30 }),
        (lives) => {
          stage = new Stage();
          const threads: Thread[] = [];
          const begin = (at: number): void => {
            const [startAfter, endAfter] = lives[at] ?? [0, 99];
            const thread = stage.play(
              stage.script(`t${at}`, function* () {
                for (let i = 0; i < startAfter; i++) yield wait();
                if (at < lives.length) outside(() => begin(at + 1));
                for (let i = 0; i < endAfter; i++) yield wait();
              }),
            ) as Thread | undefined;
            if (thread !== undefined) threads[at] = thread;
          };
          begin(0);
          stage.pulse(100);
          const last = `t${lives.length}()`;
          const named = Array.from({ length: lives.length }, (_, i) => `t${lives.length - 1 - i}()`);
          const found = stage.scheduler.threads[0]?.trace().split(' -> ') ?? [last, ...named];
          const full = [last, ...named];
          const isCut = found.at(-1) === '…';
          expect(found.slice(0, isCut ? -1 : undefined)).toEqual(full.slice(0, isCut ? found.length - 1 : undefined));
          expect(found.length).toBeGreaterThanOrEqual(Math.min(full.length, 17));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('who waits for a Promise', () => {
  /** A Promise that counts its reactions. */
  class Counted extends Promise<string> {
    reactions = 0;
    // oxlint-disable-next-line unicorn/no-thenable -- it is what is tested
    override then(...args: any[]): any {
      this.reactions++;
      return super.then(...args);
    }
  }
  function counted(): { promise: Counted; settle: (value: string) => void } {
    let settle = (_value: string): void => {};
    const promise = new Counted((resolve) => (settle = resolve));
    return { promise, settle: (value) => settle(value) };
  }

  test('shares one reaction with all others, and is forgotten when it waits no more', async () => {
    const { promise, settle } = counted();
    const races = stage.play(
      stage.script('races', function* () {
        for (let round = 0; round < 50; round++) yield race(promise, wait);
        stage.log(`${yield waitFor(promise)}`);
      }),
    ) as Thread;
    stage.pulse(20);
    expect([promise.reactions, waiting.get(promise)?.toArray().length]).toEqual([1, 1]);
    stage.pulse(40);
    expect(races.waitingFor).toContain('a Promise');
    settle('a value');
    await Promise.resolve();
    expect(waiting.get(promise)).toBeUndefined();
    stage.pulse();
    expect(stage.lines).toEqual(['61 a value']);
  });

  test('so does who waits for a tween: it is asked once, and may remember only the last who asked', () => {
    let asked = 0;
    let told = (_value: unknown): void => {};
    // oxlint-disable-next-line unicorn/no-thenable -- it is what is tested
    const tween = { then: (resolve: typeof told) => void (asked++, (told = resolve)) };
    const first = stage.script('first', function* () {
      stage.log(`first ${(yield waitFor(tween)) === tween}`);
    });
    stage.play(first);
    const races = stage.play(
      stage.script('races', function* () {
        for (let round = 0; round < 50; round++) yield race(() => waitFor(tween), wait);
        stage.log(`${(yield waitFor(tween)) === tween}`);
        stage.log(`again ${yield waitFor(tween)}`);
      }),
    ) as Thread;
    stage.pulse(20);
    expect([asked, waiting.get(tween)?.toArray().length]).toEqual([1, 2]);
    stage.pulse(40);
    expect(races.waitingFor).toContain('waitFor(');
    const settle = told;
    settle(tween);
    expect(waiting.get(tween)).toBeUndefined();
    stage.pulse();
    // Who settles a second time is not heard, also by those who ask anew.
    settle('twice');
    stage.pulse();
    told('again');
    stage.pulse();
    expect([stage.lines, asked]).toEqual([['61 first true', '61 true', '63 again again'], 2]);
  });

  test('after it has settled each hears it anew', async () => {
    const { promise, settle } = counted();
    const waits = stage.script('waits', function* () {
      stage.log(`${yield promise}`);
      stage.log(`${yield promise} again`);
    });
    for (let i = 0; i < 2; i++) stage.play(waits);
    settle('value');
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) await Promise.resolve();
      stage.pulse();
    }
    expect(stage.lines).toEqual(['1 value', '1 value', '2 value again', '2 value again']);
    expect(promise.reactions).toBe(2);
  });
});
