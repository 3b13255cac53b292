import { $method, $plain, $thread, beside } from '../../src/abi.js';
import { Executor, Scheduler, start, type Thread, wait } from '../../src/index.js';
import { Stage } from '../stage.js';

class Actor extends Executor {
  other!: Actor;
  readonly lines: string[] = [];
  declare ping: () => unknown;
  declare dig: () => unknown;
  declare tick: () => unknown;
  declare say: () => unknown;
}
Actor.prototype.ping = $method(function* (this: any): Generator {
  return ((yield this.other.ping()) as number) + 1;
}, 'Actor.ping(0)');
Actor.prototype.say = $method(function* (this: any): Generator {
  yield wait(5);
  this.lines.push('said');
}, 'Actor.say(0)');

const two = (): readonly [Actor, Actor] => {
  const [one, other] = [new Actor(), new Actor()];
  one.other = other;
  other.other = one;
  return [one, other];
};

/** Each level calls the other one beside it, so that the end of the stack is met in the one or the other. */
Actor.prototype.dig = $method(function* (this: any): Generator {
  yield beside(this.other.tick());
  yield this.other.tick();
  return yield this.dig();
}, 'Actor.dig(0)');
Actor.prototype.tick = $method(function* (): Generator {
  yield 0;
}, 'Actor.tick(0)');

/** Calls it so much further down the stack. */
const below = (frames: number, fn: () => unknown): unknown => (frames === 0 ? fn() : below(frames - 1, fn));

describe('a call that meets the end of the native stack', () => {
  test.each(['ping', 'dig'] as const)('in %s() is a RangeError, and all owners are free again', (method) => {
    // A recursion that may wait ends after so many calls, wherever it has begun.
    for (let frames = 0; frames < 40; frames += method === 'dig' ? 8 : 1) {
      const stage = new Stage();
      const [one, other] = two();
      expect(() => stage.play(() => below(frames, () => one[method]()))).toThrow(RangeError);
      stage.play(() => [one.say(), other.say()]);
      stage.pulse(4);
      expect([one.lines, other.lines]).toEqual([['said'], ['said']]);
      expect(stage.scheduler.threads).toEqual([]);
      expect(stage.uncaught).toEqual([]);
    }
  });

  test('inside a pulse fails that script alone', () => {
    const stage = new Stage();
    const [one, other] = two();
    const patient = stage.play(() => other.say());
    const failing = stage.scheduler.spawn(() => one.dig());
    stage.pulse(4);
    expect([failing.status, patient]).toEqual(['failed', expect.objectContaining({ status: 'done' })]);
    expect(stage.uncaught).toEqual([expect.any(RangeError)]);
    expect(one.busy || other.busy).toBe(false);
  });

  test.each([
    ['start', (down: () => unknown) => start(down) as unknown],
    ['beside', (down: () => unknown) => beside(down())],
  ])('through %s leaves nothing behind', (_word, deeper) => {
    const stage = new Stage();
    const down: () => unknown = $thread(function* (): Generator {
      yield deeper(down);
    }, 'down(0)');
    let error: unknown;
    try {
      stage.play(() => down());
    } catch (thrown) {
      error = thrown;
    }
    stage.pulse(2);
    expect([error, ...stage.uncaught].some((one) => one instanceof RangeError)).toBe(true);
    expect(stage.scheduler.threads.map((thread: Thread) => thread.status)).toEqual([]);
    expect(stage.scheduler.live.size).toBe(0);
  });
});

describe('a recursion that does not wait', () => {
  const outside = (): number => 0;
  const dive = $thread(function* (depth: number): any {
    yield outside();
    return depth === 0 ? 0 : (yield dive(depth - 1)) + 1;
  }, 'dive(1)') as (depth: number) => number;
  const sink = $plain(function sink(depth: number): number {
    return depth === 0 ? 0 : fall(depth - 1) + 1;
  }, 'sink(1)');
  const fall = sink as (depth: number) => number;

  test.each([
    ['that may wait', dive],
    ['that never waits', fall],
  ])('of a function %s goes 1,500 calls deep at once, without a turn before that has made it fast', (_which, fn) => {
    const stage = new Stage();
    expect(stage.play(() => fn(1500))).toBe(1500);
    expect(stage.scheduler.threads).toEqual([]);
  });

  test('counts the steps of its loops as one that waits', () => {
    const scheduler = new Scheduler({ maxStepsPerTurn: 1000 });
    const endless = $thread(function* (): any {
      for (;;) yield outside();
    }, 'endless(0)');
    expect(() => scheduler.enter(() => endless())).toThrow('`endless()` runs on: 1000 steps');
  });
});
