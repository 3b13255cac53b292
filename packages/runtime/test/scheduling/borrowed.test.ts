import { beside, detached } from '../../src/dispatch/beside.js';
import { $method, $thread, promised } from '../../src/abi.js';
import { currentThread, Executor, start, type Thread, wait } from '../../src/index.js';
import { stayed } from '../../src/scheduling/borrowed.js';
import { asPlainCode } from '../../src/threads/current.js';
import { Stage } from '../stage.js';

const sleeper = $thread(function* (): Generator {
  yield wait(1000);
}, 'sleeper(0)');

/** The threads of a scheduler that no call has borrowed, of priority 0. */
function spares({ scheduler }: Stage): Thread[] {
  const found: Thread[] = [];
  for (let at = scheduler.runQueues.of(0).spare; at !== null; at = at.origin as Thread | null) found.push(at);
  return found;
}

class Door extends Executor {
  other: Door = this;
  act: () => unknown = () => undefined;
  declare knock: () => any;
  declare pass: () => any;
  declare call: () => any;
  declare leave: () => any;
}
Door.prototype.call = $method(function* (this: any): Generator {
  yield beside(this.other.knock());
}, 'Door.call(0)');
Door.prototype.leave = $method(function* (this: any): Generator {
  yield detached(this.other.knock, this.other);
}, 'Door.leave(0)');
Door.prototype.knock = $method(function* (this: any): Generator {
  return yield this.act();
}, 'Door.knock(0)');
Door.prototype.pass = $method(function* (this: any): Generator {
  return yield this.other.knock();
}, 'Door.pass(0)');

/** A stage whose doors have been used before: the first call of an owner binds it to its scheduler. */
function doors(): { readonly stage: Stage; readonly one: Door; readonly other: Door } {
  const [stage, one, other] = [new Stage(), new Door(), new Door()];
  one.other = other;
  stage.play(() => [one.knock(), other.knock()]);
  return { stage, one, other };
}

test('calls that end in their first turn borrow one thread for each depth, and each has a number of its own', () => {
  const { stage, one } = doors();
  let id = 0;
  one.other.act = () => 'in';
  for (let i = 0; i < 10; i++) expect(stage.play(() => one.pass())).toBe('in');
  expect(spares(stage)).toHaveLength(2);
  one.act = () => (id = (currentThread() as Thread).id);
  stage.play(() => one.knock());
  expect(id).toBe(2 + 10 * 2 + 1);
  expect([stage.scheduler.live.size, stage.scheduler.threads]).toEqual([0, []]);
  expect([one.busy, one.owned]).toEqual([false, []]);
});

describe('a call that ends without waiting makes no thread', () => {
  const quick = $thread(function* (): Generator {
    return 'quick';
  }, 'quick(0)');

  /** Makes a call of which we know how many threads it needs, and sees that they are those that were spare before. */
  function expectNone(stage: Stage, depth: number, call: () => unknown): void {
    const { scheduler } = stage;
    const before = spares(stage);
    expect(before.length).toBeGreaterThanOrEqual(depth);
    const made = scheduler.lastThreadId;
    call();
    expect(scheduler.lastThreadId).toBe(made + depth);
    const after = spares(stage);
    expect(after.map((thread, i) => thread === before[i])).toEqual(before.map(() => true));
    // Each number that was given is that of one of them: no other thread has got one.
    const numbers = after.map(({ id }) => id).filter((id) => id > made);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: depth }, (_, i) => made + 1 + i));
  }

  test.each<[string, number, (one: Door) => unknown]>([
    ['of a function', 1, () => quick()],
    ['of a method', 1, (one) => one.knock()],
    ['of a method, whose value another one uses', 2, (one) => one.pass()],
  ])('%s, by plain code', (_what, depth, call) => {
    const { stage, one } = doors();
    one.act = one.other.act = () => 'in';
    stage.play(() => one.pass());
    for (let i = 0; i < 5; i++) expectNone(stage, depth, () => stage.play(() => call(one)));
    expect([stage.scheduler.live.size, one.busy]).toEqual([0, false]);
  });

  test('of a method of a free owner, whose value a script uses that goes on', () => {
    const { stage, one } = doors();
    let heard = 0;
    one.act = () => 'in';
    const visitor = stage.script('visitor', function* () {
      for (;;) {
        if ((yield one.knock()) === 'in') heard++;
        yield wait(0);
      }
    });
    stage.play(visitor);
    stage.pulse(2);
    for (let i = 0; i < 5; i++) expectNone(stage, 1, () => stage.pulse());
    expect(heard).toBe(8);
  });
});

test.each<[string, (door: Door, stage: Stage) => Thread]>([
  ['asks for it', () => currentThread() as Thread],
  ['asks for the threads of its owner', (door) => door.owned[0] as Thread],
  ['asks for the threads of its scheduler', (_door, stage) => stage.scheduler.threads[0] as Thread],
  ['starts a script that waits', () => start(sleeper).parent as Thread],
])('a script that %s keeps its thread', (_what, look) => {
  const { stage, one, other } = doors();
  let seen!: Thread;
  one.act = () => (seen = look(one, stage)).status;
  expect(stage.play(() => one.knock())).toBe('running');
  expect([seen.status, seen.result, seen.owner, seen.name]).toEqual(['done', 'running', one, 'knock']);
  expect(spares(stage)).not.toContain(seen);
  other.act = () => 'another call';
  stage.play(() => other.knock());
  expect([seen.result, seen.owner]).toEqual(['running', one]);
});

test('a script to which something of a call is noted keeps its thread', () => {
  const { stage, one } = doors();
  one.act = () => void promised(sleeper);
  stage.play(() => one.knock());
  expect(spares(stage).filter(({ cold }) => cold !== null)).toEqual([]);
});

test('a thread that has ended does not take another call for its starter', () => {
  const { stage, one, other } = doors();
  let child!: Thread;
  one.act = () => (child = start(() => 'at once')).parent;
  expect(stage.play(() => one.knock())).toMatchObject({ owner: one });
  other.act = () => child.parent;
  expect(stage.play(() => other.knock())).toBe(null);
});

test('a starter is kept with the thread that it has started, in order', () => {
  const { stage, one, other } = doors();
  let ids: number[] = [];
  other.act = () => {
    start(sleeper);
    ids = stage.scheduler.threads.map(({ id }) => id);
  };
  stage.play(() => one.pass());
  expect(ids).toEqual([3, 4, 5]);
  expect(stage.scheduler.threads.map(({ id }) => id)).toEqual([5]);
});

test.each<[string, (door: Door, stage: Stage) => void]>([
  ['its owner', (door) => door.cancelAll('stop')],
  ['its scheduler', (_door, stage) => stage.scheduler.cancelAll('stop')],
  ['itself', () => (currentThread() as Thread).cancel('stop')],
])('a script that cancels %s has not ended yet: it ends at its next wait', (_what, cancel) => {
  const { stage, one } = doors();
  one.act = () => (cancel(one, stage), 'value');
  expect(stage.play(() => one.knock())).toBe('value');
  expect([one.busy, stage.scheduler.live.size]).toEqual([false, 0]);
});

test('what is thrown has the trace of its calls, and the thread is not lent again', () => {
  const { stage, one, other } = doors();
  other.act = () => {
    throw new Error('locked');
  };
  expect(() => stage.play(() => one.pass())).toThrow('locked');
  expect([one.busy, other.busy, stage.scheduler.live.size]).toEqual([false, false, 0]);
  expect(spares(stage).every(({ ended }) => ended)).toBe(true);
});

test('a call that comes while its owner is lent queues, and goes on', () => {
  const { stage, one, other } = doors();
  const lines: string[] = [];
  const visitor = stage.script('visitor', function* () {
    yield one.knock();
    lines.push('visited');
  });
  one.act = () => {
    one.act = () => lines.push('knocked');
    visitor();
    lines.push('first');
  };
  stage.play(() => one.knock());
  stage.pulse(3);
  expect(lines).toEqual(['knocked', 'visited', 'first']);
  expect([one.busy, other.busy, stage.scheduler.live.size]).toEqual([false, false, 0]);
});

describe('a call that its caller does not wait for', () => {
  /** What calls it, and what borrows a thread beside it. */
  const ways: [string, number, (one: Door, other: Door) => unknown][] = [
    ['a statement on another owner', 2, (one) => one.call()],
    ['a statement on another owner, in plain code', 1, (_one, other) => other.knock()],
    ['`void`', 2, (one) => one.leave()],
    ['`void`, in plain code', 1, (_one, other) => detached(knockOn, undefined, [other])],
    ['`asPlainCode`, in plain code', 1, (_one, other) => asPlainCode(() => other.knock())],
  ];
  const knockOn = $thread(
    function* (door: Door): Generator {
      return yield door.knock();
    } as never,
    'knockOn(1)',
  ) as (door: Door) => unknown;

  test.each(ways)('borrows its thread and gives it back: %s', (_way, depth, call) => {
    const { stage, one, other } = doors();
    const seen: string[] = [];
    other.act = () => seen.push('knocked');
    for (let i = 0; i < 5; i++) stage.play(() => call(one, other));
    expect(seen).toHaveLength(5);
    const after = spares(stage);
    expect(after.length).toBeGreaterThanOrEqual(depth);
    expect(after.length).toBeLessThanOrEqual(depth + 1);
    const made = stage.scheduler.lastThreadId;
    stage.play(() => call(one, other));
    // The same threads again, each with a number of its own.
    expect(spares(stage)).toEqual(after);
    expect(stage.scheduler.lastThreadId).toBeGreaterThan(made);
    expect([one.busy, other.busy, stage.scheduler.live.size]).toEqual([false, false, 0]);
  });

  test.each(ways)('keeps its thread if it waits: %s', (_way, _depth, call) => {
    const { stage, one, other } = doors();
    other.act = () => wait(20);
    stage.play(() => call(one, other));
    const [waiting] = stage.scheduler.threads.filter(({ status }) => status === 'sleeping');
    expect(waiting?.owner).toBe(other);
    expect(spares(stage)).not.toContain(waiting);
    // Nothing of the call keeps it beyond its end.
    expect(stayed.thread).toBeNull();
    // Other calls do not get it.
    other.act = () => 'in';
    stage.play(() => one.knock());
    expect(waiting?.status).toBe('sleeping');
    stage.finish();
    expect(waiting?.status).toBe('done');
    expect(spares(stage)).not.toContain(waiting);
  });

  test('has its own with `start`, whose Thread somebody has: no other call gets it', () => {
    const { stage, one } = doors();
    one.act = () => 'first';
    const first = stage.play(() => start(() => one.knock()));
    one.act = () => 'second';
    const second = stage.play(() => start(() => one.knock()));
    stage.play(() => one.knock());
    expect([first.result, second.result]).toEqual(['first', 'second']);
    expect(second.id).toBeGreaterThan(first.id);
    expect(spares(stage)).not.toContain(first);
    expect(spares(stage)).not.toContain(second);
  });
});
