/** What a thread that waits is made of: very many wait at once. */
import { $thread, nextFrame } from '../../src/abi.js';
import { currentThread, start, type Thread, wait } from '../../src/index.js';
import type { GeneratorFrame } from '../../src/execution/generator-frames.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

const walk = $thread(function* (...given: unknown[]): Generator {
  yield wait(20);
  return given.length;
}, 'walk(1)') as (...given: unknown[]) => any;

const dive = $thread(function* (depth: number): Generator {
  if (depth > 1) yield dive(depth - 1);
  else yield walk('sand');
}, 'dive(1)') as (depth: number) => any;

describe('a thread in the function that it began with', () => {
  test.each<[string, () => Thread]>([
    ['called', () => walk('north') as Thread],
    ['spawned', () => stage.scheduler.spawn(walk, { args: ['north'] })],
    ['started', () => start(() => walk('north') as number)],
  ])('has one frame, and keeps only its argument: %s', (_how, begin) => {
    const thread = stage.play(begin);
    stage.pulse(1);
    expect([thread.leaf?.parent, thread.given, (thread.leaf as GeneratorFrame).given]).toEqual([
      null,
      'north',
      'north',
    ]);
    // What each is for, and why it is in no record of its own, stands in threads/thread.ts.
    expect(Object.keys(thread)).toHaveLength(18);
    expect(thread.trace()).toBe('walk(north)');
    stage.finish();
    expect(thread.leaf).toBeNull();
    expect([thread.result, thread.trace()]).toEqual([1, 'walk(north)']);
  });

  test.each<[unknown[], string]>([
    [[], 'walk()'],
    [[['a', 'b']], 'walk([2])'],
    [[undefined], 'walk(undefined)'],
    [['a', 'b'], 'walk(a, b)'],
  ])('is shown with what it was given: %j', (given, trace) => {
    const thread = stage.play(() => walk(...given) as Thread);
    expect(thread.trace()).toBe(trace);
    // Its frame knows the same.
    expect(thread.leaf?.args).toHaveLength(given.length);
    expect(thread.trace()).toBe(trace);
    stage.finish();
    expect(thread.result).toBe(given.length);
  });

  test('that calls another function has a frame for each', () => {
    const thread = stage.play(() => dive(2) as Thread);
    expect(thread.trace()).toBe('walk(sand) -> dive(1) -> dive(2)');
    expect(thread.leaf?.parent?.parent?.parent).toBeNull();
    stage.finish();
    expect(thread.trace()).toBe('dive(2)');
  });

  test('that goes on in another one of the same function has the arguments of that', () => {
    const again = $thread(function* (...given: unknown[]): Generator {
      yield wait(20);
      return given.length > 1 ? given.length : () => again('south', 'west') as unknown;
    }, 'again(1)') as (...given: unknown[]) => any;
    const thread = stage.play(() => start(() => again('north') as unknown));
    expect(thread.trace()).toBe('again(north)');
    stage.pulse(2);
    expect([thread.trace(), thread.ended]).toEqual(['again(south, west)', false]);
    stage.finish();
    expect([thread.result, thread.trace()]).toEqual([2, 'again(south, west)']);
  });

  test('keeps its frame, and needs no other one for calls that do not wait', () => {
    const quick = $thread(function* (n: number): Generator {
      yield n;
      return n;
    }, 'quick(1)') as (n: number) => number;
    const counts = $thread(function* (times: number): Generator {
      let sum = 0;
      for (let i = 0; i < times; i++) {
        sum += (yield quick(i)) as number;
        yield wait(10);
      }
      return sum;
    }, 'counts(1)') as (times: number) => Thread;
    const thread = stage.play(() => counts(4));
    const { leaf } = thread;
    expect(leaf).not.toBeNull();
    stage.pulse(3);
    expect([thread.status, thread.leaf, leaf?.parent]).toEqual(['sleeping', leaf, null]);
    stage.finish();
    expect(thread.result).toBe(6);
  });

  test('may cancel itself in a loop', () => {
    const turns = $thread(function* (): Generator {
      for (let i = 0; i < 9; i++) {
        stage.log(`turn ${i}`);
        if (i === 3) (currentThread() as Thread).cancel();
        yield nextFrame;
      }
    }, 'turns(0)') as () => Thread;
    const thread = stage.play(turns);
    stage.pulse(5);
    expect([thread.status, stage.lines.length]).toEqual(['cancelled', 4]);
  });

  test('unwinds, and throws, like any other', () => {
    const careful = $thread(function* (what: string): Generator {
      try {
        yield wait(20);
        throw new Error(what);
      } finally {
        stage.log(`away from ${what}`);
      }
    }, 'careful(1)') as (what: string) => Thread;
    const [thrown, cancelled] = [stage.play(() => careful('wall')), stage.play(() => careful('lake'))];
    cancelled.cancel();
    expect([cancelled.status, cancelled.trace()]).toEqual(['cancelled', 'careful(lake)']);
    stage.finish();
    expect(thrown.trace()).toBe('careful(wall)');
    expect(stage.lines).toEqual(['0 away from lake', '2 away from wall', '2 uncaught: wall in careful(wall)']);
  });
});
