import { after } from '../../src/host.js';
import { $thread } from '../../src/abi.js';
import { clock, Scheduler, scheduler as standard, start, wait } from '../../src/index.js';
import { Thread } from '../../src/threads/thread.js';

/** A scheduler whose uncaught errors are thrown again. */
const throwing = (): Scheduler =>
  new Scheduler({
    onError(error) {
      throw new Error(`from onError: ${(error as Error).message}`);
    },
  });

const fails = (name: string, ms = 1): (() => any) =>
  $thread(function* () {
    yield wait(ms);
    throw new Error(name);
  }, `${name}(0)`) as () => any;

/** What comes out of a pulse. */
function thrownBy(scheduler: Scheduler): any {
  try {
    scheduler.pulse(16);
  } catch (error) {
    return error;
  }
  return null;
}

describe('what comes out of a pulse', () => {
  test('is one error as it is', () => {
    const scheduler = throwing();
    const one = new Error('one');
    after(scheduler, 1, () => {
      throw one;
    });
    expect(thrownBy(scheduler)).toBe(one);
    expect(thrownBy(scheduler)).toBeNull();
  });

  test('is an AggregateError where there are several, in order', () => {
    const scheduler = throwing();
    scheduler.enter(fails('E'));
    for (const name of ['one', 'two']) {
      after(scheduler, 1, () => {
        throw new Error(name);
      });
    }
    scheduler.enter(fails('F'));
    const error = thrownBy(scheduler) as AggregateError;
    expect(error).toBeInstanceOf(AggregateError);
    expect(error.message).toBe('One pulse threw 4 errors. `errors` lists them in order.');
    expect(error.errors.map(({ message }) => message as string)).toEqual([
      'one',
      'two',
      'from onError: E',
      'from onError: F',
    ]);
    expect(thrownBy(scheduler)).toBeNull();
  });

  test('leaves out nobody: every uncaught error has come to `onError` before', () => {
    const told: string[] = [];
    const scheduler = new Scheduler({
      onError(error) {
        told.push((error as Error).message);
        throw error;
      },
    });
    scheduler.enter(fails('one'));
    scheduler.enter(fails('two'));
    expect(thrownBy(scheduler)).toBeInstanceOf(AggregateError);
    expect(told).toEqual(['one', 'two']);
  });
});

describe('`onError`', () => {
  test.each([['x'], [null], [7], [{}]])('refuses %j', (onError) => {
    expect(() => new Scheduler({ onError: onError as never })).toThrow(TypeError);
  });

  test('may be left out', () => {
    expect(() => new Scheduler({ onError: undefined as never })).not.toThrow();
  });

  test('runs inside its scheduler: clock, start and enter mean that one', () => {
    const seen: unknown[] = [];
    const room: Scheduler = new Scheduler({
      onError(error) {
        const thread = start(fails('in onError'));
        seen.push(clock.frame, clock.now, (error as Error).message, thread.status, room.threads.includes(thread));
        room.enter(() => seen.push(clock.frame));
      },
    });
    room.pulse(16);
    room.enter(fails('boom'));
    room.pulse(16);
    expect(seen).toEqual([2, 32, 'boom', 'sleeping', true, 2]);
    expect(standard.threads).toEqual([]);
  });

  test('runs as plain code, also where another scheduler’s thread makes the pulse', () => {
    const seen: unknown[] = [];
    const room = new Scheduler({ onError: () => void seen.push(clock.frame, start(fails('later')) instanceof Thread) });
    const outer = new Scheduler();
    room.pulse(16);
    room.enter(fails('boom'));
    outer.enter(
      $thread(function* () {
        yield wait(100);
        room.pulse(16);
        seen.push(clock.frame);
      }, 'outer(0)') as () => any,
    );
    for (let i = 0; i < 7; i++) outer.pulse(16);
    expect(seen).toEqual([2, true, 7]);
  });
});
