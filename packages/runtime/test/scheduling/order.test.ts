/** What `shuffledBy` shuffles, and what it leaves in order. */
import fc from 'fast-check';
import { $methods, $thread, beside } from '../../src/abi.js';
import { after, resume } from '../../src/host.js';
import {
  Clock,
  clock,
  Executor,
  listen,
  type Queue,
  Scheduler,
  signal,
  start,
  wait,
  waitFrames,
  waitSignal,
  waitUntil,
  withClock,
} from '../../src/index.js';
import { Order } from '../../src/scheduling/order.js';
import { PAUSE } from '../../src/execution/suspension.js';
import { skippable } from '../../src/scenes.js';
import type { Thread } from '../../src/threads/thread.js';
import { runToEnd, shuffledBy, verify } from '../../src/testing.js';

class Door extends Executor {
  readonly begun: string[] = [];

  *open(call: string, ms: number): any {
    this.begun.push(call);
    yield this.wait(ms);
  }

  static {
    $methods(this.prototype, { open: 'Door.open(2)' });
  }
}

const script = (name: string, body: () => Generator): (() => any) => $thread(body, `${name}(0)`) as () => any;

/** Starts scripts in order, plays them to their end, and gives what they have seen. */
function seenBy(order: number | string, bodies: (see: (what: string) => void) => readonly (() => Generator)[]): string {
  const seen: string[] = [];
  const scheduler = new Scheduler({ order: shuffledBy(order) });
  bodies((what) => void seen.push(what)).forEach((body, at) => scheduler.spawn(script(`s${at}`, body)));
  runToEnd(scheduler, { frameMs: 10 });
  verify(scheduler);
  return seen.join(' ');
}

/** Three scripts that only wait, each in its way. */
const waits: Readonly<Record<string, (what: string) => () => Generator>> = {
  'the next frame': () =>
    function* () {
      const from = clock.frame;
      while (clock.frame < from + 3) yield waitUntil(clock.frame + 1);
    },
  'a later frame': () =>
    function* () {
      yield waitFrames(2);
    },
  'a time': () =>
    function* () {
      yield wait(25);
    },
  'another time of the same frame': (what) =>
    function* () {
      yield wait(21 + 'abc'.indexOf(what));
    },
  'a predicate': () =>
    function* () {
      yield waitUntil(() => clock.frame > 2);
    },
};

const three = (waiting: (what: string) => () => Generator) => (see: (what: string) => void) =>
  Array.from('abc').map(
    (what) =>
      function* () {
        yield* waiting(what)();
        see(what);
      },
  );

test.each(Object.entries(waits))('who waits for %s may go on in any order', (_what, waiting) => {
  const orders = new Set(Array.from({ length: 60 }, (_, seed) => seenBy(seed, three(waiting))));
  expect([...orders].sort()).toEqual(['a b c', 'a c b', 'b a c', 'b c a', 'c a b', 'c b a']);
});

test('a text says who goes on before the usual one, and nothing else changes', () => {
  const times = three(waits['a time']!);
  expect(seenBy('', times)).toBe('a b c');
  expect(seenBy('4:turns:0+2', times)).toBe('c a b');
  expect(seenBy('4:turns:1+1', times)).toBe('a c b');
  expect(seenBy('4:turns:0+9 4:turns:1+1', times)).toBe('c b a');
  expect(seenBy('4:timers:0+1 3:turns:0+1', times)).toBe('b a c');
});

test('a timer that rings before another one may stop that, which keeps what it has left', () => {
  const scheduler = new Scheduler({ order: shuffledBy('2:timers:0+1') });
  const fast = new Clock(scheduler.clock);
  fast.scale = 100;
  const resting = scheduler.enter(() => script('rests', waits['a time']!('a'))());
  const stop = script('stops', function* () {
    after(scheduler, 4000, () => resting.pause());
  });
  const set = script('sets', function* () {
    yield withClock(fast, stop);
  });
  scheduler.enter(() => set());
  scheduler.pulse(20);
  scheduler.pulse(20);
  expect(resting.waitingFor).toBe('wait(25), since frame 0, paused');
  resting.resume();
  scheduler.pulse(20);
  expect(resting.status).toBe('done');
});

test('timers that ring in another order may take out each other', () => {
  for (let seed = 0; seed < 20; seed++) {
    const scheduler = new Scheduler({ order: shuffledBy(seed) });
    const threads = Array.from('abc').map((what) => scheduler.spawn(script(what, waits['a time']!(what))));
    scheduler.pulse(10);
    after(scheduler, 20, () => threads[1]!.cancel());
    for (let frame = 0; frame < 4; frame++) scheduler.pulse(10);
    verify(scheduler);
    expect(threads.map(({ status }) => status)).toEqual(['done', 'cancelled', 'done']);
  }
});

test('predicates are asked in another order, and in the usual one in the next pulse', () => {
  const asked: string[] = [];
  const scheduler = new Scheduler({ order: shuffledBy('2:predicates:0+1') });
  for (const what of 'abc')
    scheduler.spawn(
      script(what, function* () {
        yield waitUntil(() => (asked.push(`${scheduler.clock.frame}${what}`), scheduler.clock.frame > 2));
      }),
    );
  for (let frame = 0; frame < 4; frame++) scheduler.pulse(10);
  expect(asked.join(' ')).toBe('1a 1b 1c 2b 2a 2c 3a 3b 3c');
  expect(scheduler.predicates.length).toBe(0);
});

test('a predicate may cancel a thread that would be asked after it', () => {
  for (const order of ['', '2:predicates:0+1']) {
    const scheduler = new Scheduler({ order: shuffledBy(order) });
    const seen: string[] = [];
    const threads: Thread[] = Array.from('ab').map((what, which) =>
      scheduler.spawn(
        script(what, function* () {
          try {
            yield waitUntil(
              () => scheduler.clock.frame > 1 && (seen.push(`asks ${what}`), threads[1 - which]!.cancel(), true),
            );
            seen.push(`${clock.frame} ${what}`);
          } finally {
            yield waitFrames(2);
            seen.push(`${clock.frame} ${what} ends`);
          }
        }),
      ),
    );
    for (let frame = 0; frame < 6; frame++) scheduler.pulse(10);
    verify(scheduler);
    const [first, other] = order === '' ? 'ab' : 'ba';
    expect(seen).toEqual([`asks ${first}`, `2 ${first}`, `4 ${other} ends`, `4 ${first} ends`]);
  }
});

test('calls that queue for one owner, and have not begun, stay in order', () => {
  for (let seed = 0; seed < 20; seed++) {
    const scheduler = new Scheduler({ order: shuffledBy(seed) });
    const door = new Door();
    for (const name of 'abcd') {
      const opens = script(name, function* () {
        yield door.open(name, 10);
      });
      scheduler.spawn(opens, { owner: door });
    }
    runToEnd(scheduler);
    expect(door.begun.join('')).toBe('abcd');
  }
});

/** What three scripts get, each by one `next()` of its own queue or of a common one. The signals come between two pulses. */
function gotBy(order: number, sent: string, queue: 'own' | 'common'): string {
  const seen: string[] = [];
  const scheduler = new Scheduler({ order: shuffledBy(order) });
  const asks = script('asks', function* () {
    const common = listen('go');
    for (const who of 'abc')
      start(
        script(who, function* () {
          const value = yield (queue === 'own' ? listen('go') : common).next();
          seen.push(`${who}${value}`);
        }),
      );
    yield wait(30);
  });
  scheduler.enter(() => asks());
  Array.from(sent, (value) => scheduler.signal('go', value));
  runToEnd(scheduler, { frameMs: 10 });
  verify(scheduler);
  return seen.join(' ');
}

test('those who wait for the next value of one queue, or of queues of one signal, go on as they began', () => {
  for (let seed = 0; seed < 40; seed++)
    expect([gotBy(seed, '1', 'own'), gotBy(seed, '123', 'common')]).toEqual(['a1 b1 c1', 'a1 b2 c3']);
});

test('who waits for the next value of a queue may go on with another one, by the host', () => {
  for (const given of [null, undefined, 3, {}]) {
    const scheduler = new Scheduler({ order: shuffledBy('1:turns:0+1') });
    const threads = Array.from('ab', (what) => {
      const listens = script(what, function* () {
        return yield listen('go').next();
      });
      return scheduler.enter(() => listens()) as Thread;
    });
    threads.forEach((thread) => resume(scheduler, thread.id, given));
    scheduler.pulse(10);
    expect(threads.map(({ result }) => result)).toEqual([given, given]);
  }
});

test('who waits for frames after a signal stands in no line any more', () => {
  const orders = Array.from({ length: 40 }, (_, seed) => {
    const seen: string[] = [];
    const scheduler = new Scheduler({ order: shuffledBy(seed) });
    scheduler.enter(() => {
      for (const what of 'ab')
        script(what, function* () {
          yield waitSignal('go');
          for (let i = 0; i < 3; i++) yield waitUntil(clock.frame + 1);
          seen.push(what);
        })();
    });
    scheduler.signal('go');
    for (let frame = 0; frame < 6; frame++) scheduler.pulse(10);
    return seen.join('');
  });
  expect(new Set(orders)).toEqual(new Set(['ab', 'ba']));
});

test('what a script has waited for by a predicate is still so when it goes on', () => {
  for (let seed = 0; seed < 40; seed++) {
    let isOpen = false;
    const found = seenBy(seed, (see) => [
      function* () {
        yield wait(30);
        isOpen = false;
      },
      function* () {
        yield waitUntil(() => isOpen);
        see(isOpen ? 'open' : 'shut');
      },
      function* () {
        yield wait(20);
        isOpen = true;
      },
    ]);
    expect(found).toBe('open');
  }
});

/** Scripts of a scene of which most frames are skipped, and three beside it. */
function skipped(order: Order): string {
  const seen: string[] = [];
  const scheduler = new Scheduler({ order });
  const actors = (names: string): void => {
    for (const what of names)
      start(
        script(what, function* () {
          seen.push(what);
          yield waitFrames(2);
          seen.push(what);
          yield waitFrames(1);
          seen.push(what);
        }),
      );
  };
  scheduler.spawn(
    script('scene', function* () {
      yield skippable(
        script('skipped', function* () {
          actors('abc');
          clock.fastForward();
          yield wait(80);
        }),
      );
    }),
  );
  scheduler.spawn(() => actors('xyz'));
  runToEnd(scheduler);
  verify(scheduler);
  return seen.join('');
}

test('frames that a `skippable` has alone are shuffled as well', () => {
  const first = Array.from({ length: 60 }, (_, seed) => skipped(shuffledBy(seed)).replaceAll(/[xyz]/g, '').slice(3, 6));
  expect([...new Set(first)].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
});

test('the differences that an order has made, as a text, are that order', () => {
  for (let seed = 0; seed < 20; seed++) {
    const made: string[] = [];
    const seen = skipped(new Order(seed, made));
    expect(seen).toHaveLength(18);
    expect(skipped(shuffledBy(made.join(' ')))).toBe(seen);
  }
});

type Op =
  | readonly ['wait', number]
  | readonly ['frames', number]
  | readonly ['loop', number]
  | readonly ['until', number]
  | readonly ['send' | 'hear' | 'next', number]
  | readonly ['tell' | 'ask', number];

const op: fc.Arbitrary<Op> = fc.oneof(
  fc.tuple(fc.constant('wait' as const), fc.constantFrom(0, 5, 10, 20)),
  fc.tuple(fc.constantFrom('frames' as const, 'loop' as const, 'until' as const), fc.integer({ min: 1, max: 3 })),
  fc.tuple(fc.constantFrom('send' as const, 'hear' as const, 'next' as const), fc.nat(1)),
  fc.tuple(fc.constantFrom('tell' as const, 'ask' as const), fc.nat(1)),
);
const scripts = fc.array(
  fc.record({ priority: fc.constantFrom(0, 0, 0, 1, -1), ops: fc.array(op, { minLength: 4, maxLength: 8 }) }),
  {
    minLength: 4,
    maxLength: 7,
  },
);
type Scripts = typeof scripts extends fc.Arbitrary<infer T> ? T : never;

/** What scripts did that no order may change; each list is in the order in which it happened. */
class Seen {
  readonly all: string[] = [];
  readonly doors: readonly Door[] = [new Door(), new Door()];
  /** By the door, the calls. */
  readonly called: readonly string[][] = [[], []];
  /** Who has heard what was sent, after how many other waits for signals had begun. */
  readonly heard: { key: string; place: number }[] = [];
  /** Turns that time, a predicate or a signal has brought. */
  readonly turns: { frame: number; priority: number }[] = [];
  waits = 0;
  sent = 0;
}

/** `waited`: the word has paused. */
function* goThrough({ ops, priority }: Scripts[number], who: string, seen: Seen): any {
  const queues: Queue[] = [];
  for (const [step, [what, value]] of ops.entries()) {
    const name = `${who}.${step}`;
    if (what === 'send') signal(`${value}`, seen.sent++);
    else if (what === 'tell' || what === 'ask') {
      seen.called[value]!.push(name);
      const call = seen.doors[value]!.open(name, 15);
      yield what === 'tell' ? beside(call) : call;
    } else {
      const place = seen.waits++;
      const given = what === 'next' ? (queues[value] ??= listen(`${value}`)).next() : begin[what](value);
      const waited = given === PAUSE;
      const value_ = yield given;
      if (waited) seen.turns.push({ frame: clock.frame, priority });
      if (waited && (what === 'hear' || what === 'next'))
        seen.heard.push({ key: `${value}, ${value_}, ${priority}`, place });
    }
    seen.all.push(`${clock.frame} ${name}`);
  }
}

const begin: Readonly<Record<Exclude<Op[0], 'send' | 'next' | 'tell' | 'ask'>, (value: number) => unknown>> = {
  wait: (ms) => wait(ms),
  frames: (count) => waitFrames(count),
  until: (every) => waitUntil(() => clock.frame % (every + 1) === 0),
  loop: () => waitUntil(clock.frame + 1),
  hear: (which) => waitSignal(`${which}`),
};

function play(order: number | string, program: Scripts): Seen {
  const scheduler = new Scheduler({ order: shuffledBy(order), warnings: false });
  const seen = new Seen();
  program.forEach((one, at) =>
    scheduler.spawn(
      script(`s${at}`, () => goThrough(one, `s${at}`, seen)),
      { priority: one.priority },
    ),
  );
  for (let frame = 0; frame < 40; frame++) {
    scheduler.pulse(10);
    verify(scheduler);
  }
  return seen;
}

test('in each order, priorities, the queues of owners and those who wait for one signal stay as they are', () => {
  let [others, heardTogether] = [0, 0];
  fc.assert(
    fc.property(scripts, fc.integer(), (program, order) => {
      const seen = play(order, program);
      seen.doors.forEach(({ begun }, at) => expect(begun).toEqual(seen.called[at]!.slice(0, begun.length)));
      seen.turns.forEach(({ frame, priority }, at) => {
        const before = seen.turns[at - 1];
        if (before?.frame === frame) expect(before.priority).toBeLessThanOrEqual(priority);
      });
      const last = new Map<string, number>();
      for (const { key, place } of seen.heard) {
        if (last.has(key)) heardTogether++;
        expect(place).toBeGreaterThan(last.get(key) ?? -1);
        last.set(key, place);
      }
      if (seen.all.join() !== play('', program).all.join()) others++;
    }),
    { numRuns: 100, seed: 37 },
  );
  expect([others > 25, heardTogether > 12]).toEqual([true, true]);
});
