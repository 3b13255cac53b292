import { $plain, $sync, $thread, countIteration, overBudget } from '../../src/abi.js';
import { clock, RunawayError, Scheduler, type Thread, wait, waitUntil } from '../../src/index.js';

describe('a turn that does not end', () => {
  const limited = (): Scheduler => new Scheduler({ maxStepsPerTurn: 1000, onError: () => {} });
  const caught = (fn: () => unknown, scheduler = limited()): RunawayError => {
    try {
      scheduler.enter(fn);
    } catch (error) {
      expect(error).toBeInstanceOf(RunawayError);
      return error as RunawayError;
    }
    throw new Error('it has ended');
  };

  test('is named with its loop and the line of that', () => {
    const endless = $thread(function* (_from: number) {
      for (;;) yield 0;
    }, 'endless(1) 5:4:k470:4 9:2:k471') as (from: number) => unknown;
    const error = caught(() => endless(7));
    expect([error.code, error.message, error.call, error.lines]).toEqual([
      'SPN508',
      'The loop at line 4 of `endless(7)` runs on: 1000 steps without a wait. Mend its end, or add a wait().',
      'endless(7)',
      [4],
    ]);
  });

  test('is named with all its loops, where it has several, and with its call alone, where nothing is known', () => {
    const body = function* () {
      for (;;) yield 0;
    };
    expect(caught($thread(body, 'several(0) 9:4:a:8 5:4:b:4 5:6:c:4')).message).toContain(
      'A loop at lines 4, 8 of `several()` runs on',
    );
    expect(caught($thread(body, 'none(0) 9:4:a')).message).toContain('`none()` runs on');
  });

  test('is that of the loop, not of a short call that it makes', () => {
    const helper = $thread(function* () {
      for (const turn of [1, 2, 3]) yield turn;
    }, 'helper(0) 2:2:a:1');
    const outer = $thread(function* () {
      for (;;) yield helper();
    }, 'outer(0) 8:4:b:7');
    expect(caught(outer).call).toBe('outer()');
  });

  test('is that of some call, where calls without a loop call each other for ever', () => {
    const fork = $thread(function* (depth: number): any {
      if (depth > 0) for (const half of [fork(depth - 1), fork(depth - 1)]) yield half;
    }, 'fork(1)') as (depth: number) => unknown;
    expect(caught(() => fork(40)).call).toMatch(/^fork\(\d+\)$/);
  });

  test('runs its finally blocks, and may be caught once', () => {
    const lines: string[] = [];
    const tidy = $thread(function* () {
      try {
        for (;;) yield 0;
      } finally {
        lines.push('tidied');
      }
    }, 'tidy(0)');
    caught(tidy);
    const stubborn = $thread(function* () {
      for (;;) {
        try {
          yield 0;
        } catch (error) {
          lines.push((error as Error).name);
        }
      }
    }, 'stubborn(0)');
    caught(stubborn);
    expect(lines).toEqual(['tidied', 'RunawayError']);
  });

  test('stops no other thread, and the scheduler goes on', () => {
    const scheduler = limited();
    const lines: string[] = [];
    const endless = $thread(function* () {
      yield wait();
      for (;;) yield 0;
    }, 'endless(0)');
    scheduler.spawn(endless);
    scheduler.spawn(() => lines.push('first'));
    scheduler.pulse(1);
    scheduler.spawn(() => lines.push('second'));
    scheduler.pulse(1);
    expect([lines, scheduler.threads]).toEqual([['first', 'second'], []]);
  });

  test('is found in a fast loop where nothing can pause, too', () => {
    const count = $thread(function* (): any {
      for (;;) if (overBudget(100)) yield waitUntil(clock.frame + 1);
    }, 'count(0) 3:2:a:3');
    const script = $thread(function* () {
      yield $sync('the getter size', () => count());
    }, 'script(0)');
    const error = caught(script);
    expect([error.call, error.lines]).toEqual(['count()', [3]]);
  });

  test('is found in a loop that calls nothing, and named by the line of that, in functions of every form', () => {
    const spin = (): void => {
      for (;;) countIteration(7);
    };
    const inThread = $thread(function* (): any {
      yield 1;
      spin();
    }, 'inThread(0) 3:2:a:3');
    expect(caught(inThread).message).toContain('The loop at line 7 of `inThread()` runs on');
    expect(caught($plain(spin, 'spin(0)')).message).toContain('The loop at line 7 of `spin()` runs on');
    const after = $thread(function* (): any {
      yield wait();
      spin();
    }, 'after(0) 3:2:a');
    const errors: unknown[] = [];
    const scheduler = new Scheduler({ maxStepsPerTurn: 1000, onError: (error) => errors.push(error) });
    scheduler.spawn(after);
    scheduler.pulse(1);
    scheduler.pulse(1);
    expect(errors).toMatchObject([{ name: 'RunawayError', call: 'after()', lines: [7] }]);
  });

  test('is that of one turn: turns of such a loop in other frames, threads and plain code do not count', () => {
    const scheduler = limited();
    const count = (turns: number): void => {
      for (let i = 0; i < turns; i++) countIteration(7);
    };
    const often = $thread(function* (): any {
      for (let i = 0; i < 6; i++) {
        count(60_000);
        yield wait();
      }
    }, 'often(0) 5:4:a:3') as () => Thread;
    count(400_000);
    const threads = [scheduler.enter(often), scheduler.enter(often)];
    for (let i = 0; i < 7; i++) scheduler.pulse(1);
    expect(threads.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  test('is found after the same number of turns in each pulse, whatever was counted before', () => {
    const turnsTo = (before: number): number => {
      for (let i = 0; i < before; i++) countIteration();
      let turns = 0;
      const script = $thread(function* (): any {
        for (;;) {
          turns++;
          countIteration(3);
        }
      }, 'script(0)');
      const scheduler = limited();
      scheduler.spawn(script);
      scheduler.pulse(1);
      return turns;
    };
    expect(turnsTo(1000)).toBe(turnsTo(0));
  });

  test('counts the steps of one turn: a thread that waits goes on for ever', () => {
    const scheduler = limited();
    const steady = $thread(function* (): any {
      for (;;) {
        for (let i = 0; i < 900; i++) yield i;
        yield wait();
      }
    }, 'steady(0)') as () => Thread;
    const thread = scheduler.enter(steady);
    for (let i = 0; i < 10; i++) scheduler.pulse(1);
    expect(thread.status).toBe('sleeping');
  });
});
