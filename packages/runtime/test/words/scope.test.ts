import { $thread, beside, outside } from '../../src/abi.js';
import { attach, CancelledError, Executor, start, wait, waitFor, waitSignal } from '../../src/index.js';
import { scope } from '../../src/scenes.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

const told = recordWarnings();

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** A script that says when it begins and ends, after so many frames. */
const nap = (name: string, ms: number): (() => unknown) =>
  stage.script(name, function* () {
    stage.log(`${name} begins`);
    try {
      yield wait(ms);
      stage.log(`${name} ends`);
    } finally {
      stage.log(`${name} is over`);
    }
  });

/** Plays a script with one scope around the body. Returns what was logged. */
function inScope(body: () => Generator): string[] {
  stage.play(
    stage.script('main', function* () {
      try {
        stage.log(`gave ${String(yield scope(stage.script('inner', body)))}`);
      } catch (error) {
        stage.log(`threw ${(error as Error).message}`);
      }
    }),
  );
  stage.finish();
  return stage.lines;
}

test('a scope in which nothing waits gives its value at once', () => {
  expect(
    inScope(function* () {
      return 'value';
    }),
  ).toEqual(['0 gave value']);
});

test('a scope waits for statements, void calls and start, and for those in their threads', () => {
  const hero = new Executor();
  const walk = stage.script('walk', function* (this: Executor) {
    yield this.wait(20);
    stage.log('walked');
    start(nap('inner', 20));
  });
  expect(
    inScope(function* () {
      yield beside(walk.call(hero));
      outside(nap('void', 50));
      return 'value';
    }),
  ).toEqual([
    '0 void begins',
    '2 walked',
    '2 inner begins',
    '4 inner ends',
    '4 inner is over',
    '5 void ends',
    '5 void is over',
    '5 gave value',
  ]);
});

test('a scope waits once for all that was begun in it', () => {
  const main = stage.play(
    stage.script('main', function* () {
      yield scope(() => {
        start(nap('short', 10));
        start(nap('long', 50));
      });
    }),
  );
  stage.pulse(3);
  expect(main.waitingFor).toBe(
    'scope(scope), since frame 0; scope: the end of short, long, since frame 0; long: wait(50), since frame 0',
  );
  stage.finish();
});

test('a scope waits for a statement where nothing else is begun in it', () => {
  const hero = stage.actor('hero');
  expect(
    inScope(function* () {
      yield beside(hero.jump());
      return 'value';
    }),
  ).toEqual(['0 hero jump', '2 hero land', '2 gave value']);
});

test('a scope waits for what its threads begin, also where those have ended', () => {
  expect(
    inScope(function* () {
      start(
        stage.script('sets out', function* () {
          yield wait(10);
          start(nap('walk', 20));
        }),
      );
      return 'value';
    }),
  ).toEqual(['1 walk begins', '3 walk ends', '3 walk is over', '3 gave value']);
});

test('no scope waits for a thread under way for which a void call in it is dropped', () => {
  const hero = stage.actor('hero');
  const leap = $thread(function* (this: any): any {
    yield this.wait(50);
    stage.log('has leapt');
  }, 'hero.leap(0) drop');
  stage.play(() => leap.call(hero));
  expect(
    inScope(function* () {
      outside(leap, hero);
    }),
  ).toEqual(['0 gave undefined', '5 has leapt']);
});

test('what is attached in a scope ends with it, and no scope waits for it', () => {
  expect(
    inScope(function* () {
      attach(nap('music', 500));
      start(nap('walk', 20));
    }),
  ).toEqual([
    '0 music begins',
    '0 walk begins',
    '2 walk ends',
    '2 walk is over',
    '2 music is over',
    '2 gave undefined',
  ]);
});

test('the first error ends the rest, also the function of the scope', () => {
  const fails = stage.script('fails', function* () {
    yield wait(10);
    throw new Error('tripped');
  });
  expect(
    inScope(function* () {
      start(nap('walk', 50));
      start(fails);
      try {
        yield waitSignal('never');
      } finally {
        stage.log('inner is over');
      }
    }),
  ).toEqual(['0 walk begins', '1 inner is over', '1 walk is over', '1 threw tripped']);
  expect(stage.uncaught).toEqual([]);
});

test('an error in the first turn of what start has begun ends the scope, too', () => {
  expect(
    inScope(function* () {
      start(() => {
        throw new Error('tripped');
      });
      stage.log('goes on');
      yield wait(10);
      stage.log('too far');
    }),
  ).toEqual(['0 goes on', '0 threw tripped']);
});

test('an error that somebody waits for does not end the scope', () => {
  const fails = stage.script('fails', function* () {
    yield wait(10);
    throw new Error('tripped');
  });
  expect(
    inScope(function* () {
      try {
        return yield waitFor(start(fails));
      } catch (error) {
        return `caught ${(error as Error).message}`;
      }
    }),
  ).toEqual(['1 gave caught tripped']);
});

test('what is cancelled in a scope has ended, and is no error', () => {
  expect(
    inScope(function* () {
      const walk = start(nap('walk', 50));
      yield wait(10);
      walk.cancel();
      return 'value';
    }),
  ).toEqual(['0 walk begins', '1 walk is over', '1 gave value']);
});

test('the scope ends with its thread, and all that is in it', async () => {
  const main = stage.play(
    stage.script('main', function* () {
      yield scope(
        stage.script('inner', function* () {
          start(nap('walk', 50));
          attach(nap('music', 50));
        }),
      );
    }),
  );
  stage.pulse();
  expect([main.status, main.waitingFor]).toEqual([
    'waiting',
    'scope(scope), since frame 0; scope: the end of walk, since frame 0; walk: wait(50), since frame 0',
  ]);
  main.cancel('stop', { now: true });
  expect(stage.scheduler.threads).toEqual([]);
  expect(main.status).toBe('cancelled');
  await expect(main.then()).rejects.toThrow(CancelledError);
});

test('what a cancelled scope begins while it cleans up goes on', () => {
  const main = stage.play(
    stage.script('main', function* () {
      yield scope(
        stage.script('inner', function* () {
          try {
            yield waitSignal('never');
          } finally {
            start(nap('home', 10));
          }
        }),
      );
    }),
  );
  main.cancel();
  stage.finish();
  expect(stage.lines).toEqual(['0 home begins', '1 home ends', '1 home is over']);
});

test('threads that wait for the thread of the scope that waits for them are refused', () => {
  const main = stage.script('main', function* () {
    try {
      yield scope(
        stage.script('inner', function* () {
          start(
            stage.script('late', function* () {
              yield wait(10);
              yield waitFor(thread);
            }),
          );
        }),
      );
    } catch (error) {
      stage.log((error as Error).name);
    }
  });
  const thread = stage.play(main);
  stage.finish();
  expect(stage.lines).toEqual(['1 DeadlockError']);
});

test('a scope takes a function', () => {
  stage.play(
    stage.script('main', function* () {
      try {
        yield scope(5);
      } catch (error) {
        stage.log((error as Error).message.slice(0, 40));
      }
    }),
  );
  expect(stage.lines).toEqual(['0 scope expected a function, got 5 (number']);
});

test('what an attached thread begins is not waited for, and ends with the scope', () => {
  const hero = stage.actor('hero');
  expect(
    inScope(function* () {
      attach(
        stage.script('bird', function* () {
          start(nap('song', 30));
          yield beside(nap('call', 30).call(hero));
          outside(nap('void', 30));
          attach(
            stage.script('chick', function* () {
              start(nap('peep', 30));
              yield wait(500);
            }),
          );
          start(nap('short', 10));
        }),
      );
      yield wait(20);
    }),
  ).toEqual([
    '0 song begins',
    '0 call begins',
    '0 void begins',
    '0 peep begins',
    '0 short begins',
    '1 short ends',
    '1 short is over',
    '2 peep is over',
    '2 void is over',
    '2 call is over',
    '2 song is over',
    '2 gave undefined',
  ]);
});

test('what an attached thread begins ends with a scope that is cancelled, and what its `finally` blocks begin then goes on', () => {
  const main = stage.play(
    stage.script('main', function* () {
      yield scope(
        stage.script('inner', function* () {
          attach(
            stage.script('bird', function* () {
              try {
                start(nap('song', 100));
                yield wait(500);
              } finally {
                start(nap('echo', 20));
              }
            }),
          );
          yield wait(500);
        }),
      );
    }),
  );
  stage.pulse();
  main.cancel();
  stage.finish();
  expect(stage.lines).toEqual(['0 song begins', '1 song is over', '1 echo begins', '3 echo ends', '3 echo is over']);
});

test('an order of an attached thread that has not begun leaves its queue with its giver, also in a scope', () => {
  const hero = stage.actor('hero');
  const busy = stage.script('busy', function* (this: Executor) {
    yield this.wait(50);
  });
  let bird: ReturnType<typeof attach> | undefined;
  stage.play(() => busy.call(hero));
  stage.play(
    stage.script('main', function* () {
      yield scope(
        stage.script('inner', function* () {
          bird = attach(
            stage.script('bird', function* () {
              yield beside(nap('call', 10).call(hero));
              yield wait(500);
            }),
          );
          yield wait(100);
        }),
      );
    }),
  );
  stage.pulse();
  bird!.cancel();
  stage.finish();
  expect(stage.lines).toEqual([]);
  expect(told).toEqual([expect.stringContaining('SPN722')]);
});

test('what an attached thread begins is told of when it fails, and ends no scope', () => {
  expect(
    inScope(function* () {
      attach(
        stage.script('bird', function* () {
          start(
            stage.script('song', function* () {
              yield wait(10);
              throw new Error('out of tune');
            }),
          );
          yield wait(500);
        }),
      );
      yield wait(30);
      return 'value';
    }),
  ).toEqual(['1 uncaught: out of tune in song() -> bird() -> inner() -> scope(inner) -> main()', '3 gave value']);
});

test('the error that has ended a scope is told where its thread is cancelled before it gets that', () => {
  const main = stage.play(
    stage.script('main', function* () {
      yield scope(
        stage.script('inner', function* () {
          start(
            stage.script('fails', function* () {
              yield wait(10);
              throw new Error('tripped');
            }),
          );
          try {
            yield waitSignal('never');
          } finally {
            yield wait(30);
          }
        }),
      );
    }),
  );
  stage.pulse(2);
  expect(stage.uncaught).toEqual([]);
  main.cancel();
  stage.finish();
  expect(stage.uncaught).toEqual([new Error('tripped')]);
});
