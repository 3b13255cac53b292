import { $method, $methods, $thread } from '../../src/abi.js';
import {
  asExecutor,
  asLibrary,
  clock,
  Executor,
  executorOf,
  hook,
  listen,
  scheduler,
  Scheduler,
  start,
  type Thread,
  wait,
  waitFor,
  waitUntil,
} from '../../src/index.js';
import { after } from '../../src/host.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

/** Two rooms of one game. */
let here: Stage;
let there: Stage;
beforeEach(() => {
  here = new Stage();
  there = new Stage();
});

const said = recordWarnings();

describe('calls that somebody waits for', () => {
  const guard = (stage: Stage, fn: unknown): Thread =>
    stage.play(
      stage.script('guard', function* () {
        stage.log(`woken by ${yield waitFor(fn)}`);
      }),
    );
  const listens = (stage: Stage, fn: (by: string) => void): Thread =>
    stage.play(
      stage.script('listens', function* () {
        stage.log(`heard ${yield listen(fn).next()}`);
      }),
    );

  test('are those of their own scheduler', () => {
    const alarm = $thread(function* () {}, 'alarm(1)') as (by: string) => void;
    for (const stage of [here, there]) [guard, listens].forEach((begin) => begin(stage, alarm));
    there.play(() => alarm('a thief'));
    for (const stage of [here, there]) stage.pulse();
    expect([here.lines, there.lines]).toEqual([[], ['1 woken by a thief', '1 heard a thief']]);
    here.play(
      here.script('thread', function* () {
        alarm('smoke');
      }),
    );
    here.pulse();
    expect(here.lines).toEqual(['2 woken by smoke', '2 heard smoke']);
  });

  test('a call of an owner is one of the scheduler where its threads live', () => {
    const hero = here.actor('hero');
    guard(here, Reflect.get(hero, 'jump'));
    guard(there, Reflect.get(hero, 'jump'));
    here.play(() => hero.walk(3));
    there.play(() => hero.jump());
    for (const stage of [here, there]) stage.pulse();
    expect([here.lines, there.lines]).toEqual([['0 hero step 1', '1 woken by undefined', '1 hero step 2'], []]);
  });

  test('a native function belongs to the scheduler that was entered; called from plain code it is heard by all', () => {
    const ring = hook((by: string) => by);
    for (const stage of [here, there]) guard(stage, ring);
    there.play(() => ring('a hand'));
    for (const stage of [here, there]) stage.pulse();
    expect([here.lines, there.lines]).toEqual([[], ['1 woken by a hand']]);
    guard(there, ring);
    ring('the wind');
    for (const stage of [here, there]) stage.pulse();
    expect([here.lines, there.lines.slice(1)]).toEqual([['2 woken by the wind'], ['2 woken by the wind']]);
  });
});

describe('the scheduler of an owner', () => {
  test('is the one where its threads live, else the entered one, else the last, else the default', () => {
    const hero = here.actor('hero');
    here.play(() => hero.walk(1));
    here.finish();
    const late = there.play(() => hero.walk(2)) as Thread;
    expect(there.scheduler.threads).toEqual([late]);
    there.finish();
    expect(late.result).toBe(2);
    const again = hero.walk(2) as Thread;
    expect(there.scheduler.threads).toEqual([again]);
    there.finish();
    expect([here.scheduler.live.size, said]).toEqual([0, []]);
  });

  test('does not change while threads of it live: a plain call runs there, which development says once', () => {
    const hero = here.actor('hero');
    here.play(() => hero.walk(3));
    const walks = [1, 2].map(() => there.play(() => hero.walk(1)) as Thread);
    expect(here.scheduler.threads.slice(1)).toEqual(walks);
    here.finish();
    expect(walks.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(said).toEqual([
      '`Actor.walk` does not run on the scheduler that was entered: its owner `hero` has threads on another scheduler. ' +
        'Make one object for each room, or end those threads first. [SPN712]',
    ]);
  });

  test('is not the default one, in which timers call plain code, as nobody has entered that', () => {
    const hero = here.actor('hero');
    here.play(() => hero.walk(3));
    after(scheduler, 10, () => hero.walk(1));
    scheduler.pulse(10);
    expect(here.scheduler.threads.length).toBe(2);
    expect(said).toEqual([]);
  });

  test('is not the one that a script enters, which development says once; what it spawns there runs there', () => {
    const hero = here.actor('hero');
    const lobby = there.script('lobby', function* () {
      there.scheduler.enter(() => undefined);
      here.scheduler.enter(() => start(() => hero.walk(1)));
      here.scheduler.enter(() => start(() => hero.walk(1)));
      here.scheduler.spawn(() => hero.jump());
      yield wait(0);
    });
    there.play(lobby);
    expect(here.scheduler.threads.length).toBe(1);
    expect(said).toEqual([
      '`enter` does nothing in the script `lobby`, which keeps its scheduler. ' +
        'Write `room.spawn(() => game())`, or `// @native` above `lobby` if it is plain code. [SPN724]',
    ]);
  });

  test('changes for a call from a thread, for `start` and for `spawn`, too, if none of its threads lives', () => {
    const hero = here.actor('hero');
    const jump = (): void => hero.jump();
    const begins: (() => unknown)[] = [
      there.script('main', function* () {
        yield hero.jump();
      }),
      () => start(jump, { owner: hero }),
      () => there.scheduler.spawn(jump, { owner: hero }),
    ];
    for (const begin of begins) {
      here.play(jump);
      here.finish();
      there.play(begin);
      there.finish();
    }
    expect(there.lines.length + here.lines.length).toBe(12);
    expect(there.scheduler.clock.frame).toBeGreaterThan(6);
    expect(said).toEqual([]);
  });

  test('a call from a thread elsewhere on one whose threads live is refused, by its name', () => {
    const hero = here.actor('hero');
    here.play(() => hero.walk(3));
    const main = there.script('main', function* () {
      try {
        yield hero.jump();
      } catch (error) {
        there.log((error as Error).message);
      }
    });
    there.play(main);
    expect(there.lines).toEqual([
      '0 `Actor.jump` cannot run here: its owner `hero` has threads on another scheduler. Make one object for each room, or end those threads first.',
    ]);
    expect(() => there.scheduler.spawn(() => 0, { owner: hero })).toThrow('has threads on another scheduler');
  });

  test('of an object that only groups functions, the message names it and the way out', () => {
    const api = {
      walk: $method(function* (): Generator {
        yield wait(100);
      }, 'api.walk(1)'),
    };
    here.play(() => api.walk());
    expect(() =>
      there.play(
        there.script('main', function* () {
          yield api.walk();
        }),
      ),
    ).toThrow(
      '`api.walk` cannot run here: its owner `api` has threads on another scheduler. If it only groups functions, declare asLibrary(api); else make one object for each room.',
    );
  });
});

test('an object that only groups functions, declared as a library, serves all rooms', () => {
  const api = asLibrary({
    walk: $method(function* (): Generator {
      yield wait(10);
      return 'walked';
    }, 'api.walk(1)'),
  });
  for (const stage of [here, there]) stage.play(() => api.walk());
  for (const stage of [here, there]) stage.finish();
  expect(said).toEqual([]);
});

test('who is kept out of an object of functions by one that loops is told of asLibrary and of the mark', () => {
  const scripts = {
    patrol: $method(function* (): Generator {
      for (;;) yield waitUntil(clock.frame + 1);
    }, 'scripts.patrol(1)') as (n: number) => Thread,
  };
  const [, second] = here.play(() => [scripts.patrol(0), scripts.patrol(1)]);
  here.pulse();
  expect(second?.waitingFor).toBe(
    'blocked: patrol(1) needs Object, held by patrol (patrol loops, and `scripts` does one thing at a time: ' +
      'say asLibrary(scripts) if it only groups functions; else // @instant lets in what does not wait), since frame 0; patrol: frame 2, since frame 1',
  );
  // An object of a class, and a wait that is no loop, are what they look like.
  const hero = here.actor('hero');
  const [, walks] = here.play(() => [hero.walk(3), hero.walk(1)]) as Thread[];
  expect(walks?.waitingFor).not.toContain('asLibrary');
});

describe('the option `identity`', () => {
  const raw = { name: 'door' };
  const view = new Proxy(raw, {});
  const tell = $thread(function* (): Generator {
    yield wait(10);
  }, 'open(0)');
  const callOn = (object: object) => (): Thread => tell.call(object) as Thread;

  test('is asked by the scheduler that is about to use the object', () => {
    const reader = new Scheduler({ identity: (object) => (object === view ? raw : object) });
    // Plain code has only looked at it.
    const handle = executorOf(view);
    expect([handle.busy, handle === executorOf(raw)]).toEqual([false, false]);
    const opens = reader.enter(callOn(view));
    expect([opens.owner === raw, handle.owned.length === 1, executorOf(view) === executorOf(raw)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(reader.spawn(() => 0, { owner: new Proxy(raw, {}) }).owner === raw).toBe(false);
  });

  test('what was an owner before stays what it is', () => {
    const other = new Proxy(raw, {});
    here.play(callOn(other));
    here.finish();
    here.scheduler.identity = (object) => (object === other ? raw : object);
    expect(here.play(callOn(other)).owner === other).toBe(true);
  });

  test('is a function', () => {
    expect(() => new Scheduler({ identity: 'toRaw' as never })).toThrow(
      'new Scheduler expected identity: a function, got "toRaw" (string).',
    );
  });
});

describe('executorOf', () => {
  class Door extends Executor {
    static {
      $methods(this.prototype, { close: 'Door.close(0)', creak: 'Door.creak(0)' });
    }
    *creak(): any {
      for (;;) yield wait();
    }
    override *close(): any {
      yield this.wait(10);
    }
  }

  test('gives a handle of its own, whatever the methods of the object are called', () => {
    const door = new Door();
    const handle = executorOf(door);
    here.play(() => door.creak());
    expect([handle === (door as Executor), handle === executorOf(door), executorOf(handle) === handle]).toEqual([
      false,
      true,
      true,
    ]);
    expect([handle.owned.length, handle.threads.length, handle.busy]).toEqual([1, 0, false]);
    const closing = here.play(() => door.close()) as Thread;
    expect([handle.trace(), handle.busy]).toEqual(['close()', true]);
    handle.close('gone');
    expect([closing.status, handle.owned]).toEqual(['cancelled', []]);
    const refused = {
      name: 'OwnerGoneError',
      reason: 'gone',
      message: expect.stringContaining('`Door` is closed (gone)'),
    };
    expect(() => here.play(() => door.creak())).toThrow(expect.objectContaining(refused));
  });

  test('an object that is waited for by its handle is waited for', () => {
    const object = asExecutor({ busy: 'a word of the game' });
    const nap = $thread(
      function* (this: Executor): any {
        yield this.wait(20);
      } as never,
      'nap(0)',
    );
    here.play(() => nap.call(object));
    here.play(
      here.script('waits', function* () {
        yield waitFor(executorOf(object));
        here.log('over');
      }),
    );
    here.finish();
    expect(here.lines).toEqual(['2 over']);
  });
});
