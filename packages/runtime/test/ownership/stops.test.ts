import { beside } from '../../src/abi.js';
import {
  all,
  attach,
  Clock,
  currentThread,
  every,
  race,
  type Thread,
  wait,
  waitFor,
  waitFrames,
  waitSignal,
  waitUntilTime,
  withClock,
  withTimeout,
} from '../../src/index.js';
import { scope } from '../../src/scenes.js';
import { type Actor, Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

// What is told in development is not what these tests are about.
recordWarnings();

const threadOf = (stage: Stage, start: () => unknown): Thread => stage.play(start) as Thread;

/** Waits with `make`, then says so. */
const waiter = (stage: Stage, name: string, make: () => unknown): Thread =>
  threadOf(
    stage,
    stage.script(name, function* () {
      yield make();
      stage.log(name);
    }),
  );

describe('thread.pause', () => {
  test('a timer has then left what it had', () => {
    const stage = new Stage();
    const thread = waiter(stage, 'nap', () => wait(50));
    stage.pulse(2);
    thread.pause();
    stage.pulse(10);
    thread.resume();
    stage.finish();
    expect(stage.lines).toEqual(['15 nap']);
  });

  test('a rhythm goes on from where it was, though its thread waited for something else', () => {
    const stage = new Stage();
    const thread = threadOf(
      stage,
      stage.script('drum', function* () {
        stage.log(String(yield every(30)));
        yield waitSignal('on');
        stage.log(String(yield every(30)));
        stage.log(String(yield every(30)));
      }),
    );
    stage.pulse(4);
    thread.pause();
    stage.pulse(20);
    thread.resume();
    stage.scheduler.signal('on');
    stage.finish();
    expect(stage.lines).toEqual(['3 1', '26 2', '29 3']);
  });

  test('is not counted, and says nothing to a thread that has ended', () => {
    const stage = new Stage();
    const thread = waiter(stage, 'nap', () => wait(10));
    thread.pause();
    thread.pause();
    thread.resume();
    stage.pulse();
    thread.pause();
    expect([stage.lines, thread.status, stage.scheduler.clock.irregular]).toEqual([['1 nap'], 'done', 0]);
  });

  test('stops a running thread at its next real wait, with what it has attached', () => {
    const stage = new Stage();
    const child = stage.script('child', function* () {
      yield wait(10);
      stage.log('child');
    });
    const thread = threadOf(
      stage,
      stage.script('parent', function* () {
        attach(child);
        (currentThread() as Thread).pause();
        stage.log('still runs');
        yield wait(20);
        stage.log('parent');
      }),
    );
    stage.pulse(3);
    expect(stage.lines).toEqual(['0 still runs']);
    thread.resume();
    stage.finish();
    expect(stage.lines).toEqual(['0 still runs', '4 child', '5 parent']);
  });

  test('stops what a paused thread attaches before its next wait', () => {
    const stage = new Stage();
    const child = stage.script('child', function* () {
      yield wait(10);
      stage.log('child');
    });
    const thread = threadOf(
      stage,
      stage.script('parent', function* () {
        (currentThread() as Thread).pause();
        attach(child);
        yield wait(100);
      }),
    );
    stage.pulse(3);
    expect(stage.lines).toEqual([]);
    thread.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['4 child']);
  });

  test('ends with the thread: what it had attached cleans up', () => {
    const stage = new Stage();
    const child = stage.script('child', function* () {
      try {
        yield wait(100);
      } finally {
        yield wait(10);
        stage.log('clean');
      }
    });
    const thread = threadOf(
      stage,
      stage.script('parent', function* () {
        attach(child);
        yield wait(100);
      }),
    );
    thread.pause();
    thread.cancel();
    expect(thread.status).toBe('cancelled');
    stage.finish();
    expect(stage.lines).toEqual(['1 clean']);
  });

  test('the time of waitUntilTime comes meanwhile, as does a frame', () => {
    const stage = new Stage();
    const threads = [
      waiter(stage, 'time', () => waitUntilTime(30)),
      waiter(stage, 'frame', () => waitFrames(3)),
      waiter(stage, 'later', () => waitUntilTime(80)),
    ];
    stage.pulse();
    threads.forEach((thread) => thread.pause());
    stage.pulse(5);
    threads.forEach((thread) => thread.resume());
    stage.finish();
    expect(stage.lines).toEqual(['7 time', '7 frame', '8 later']);
  });

  test('of a caller does not stop a call that somebody else waits for, too', () => {
    const stage = new Stage();
    const actor = stage.actor('hero');
    const caller = threadOf(
      stage,
      stage.script('caller', function* () {
        yield actor.act(function* () {
          yield wait(20);
          stage.log('called');
        });
        stage.log('caller');
      }),
    );
    const [called] = actor.owned as unknown as [Thread];
    caller.pause();
    expect(called.waitingFor).toContain('paused');
    stage.play(
      stage.script('other', function* () {
        yield waitFor(called);
        stage.log('other');
      }),
    );
    stage.pulse(3);
    expect(stage.lines).toEqual(['2 called', '2 other']);
  });

  test('does not stop a thread that the paused one only joins', () => {
    const stage = new Stage();
    const joined = waiter(stage, 'joined', () => wait(20));
    const joins = waiter(stage, 'joins', () => waitFor(joined));
    joins.pause();
    stage.pulse(3);
    joins.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['2 joined', '4 joins']);
  });

  test('a cancel runs the finally blocks of a paused thread at once', () => {
    const stage = new Stage();
    const thread = threadOf(
      stage,
      stage.script('script', function* () {
        try {
          yield wait(10);
        } finally {
          stage.log('clears up');
          yield wait(20);
          stage.log('is clear');
        }
      }),
    );
    thread.pause();
    thread.cancel();
    stage.pulse(3);
    expect(stage.lines).toEqual(['0 clears up']);
    thread.resume();
    stage.finish();
    expect(stage.lines).toEqual(['0 clears up', '5 is clear']);
  });

  test('those of a thread that it waits for through another one stand still, too, where they wait', () => {
    const stage = new Stage();
    const [hero, guide, door] = ['hero', 'guide', 'door'].map((name) => stage.actor(name)) as [Actor, Actor, Actor];
    const thread = threadOf(stage, () =>
      hero.act(function* () {
        yield guide.act(function* () {
          yield door.act(function* () {
            try {
              yield wait(10);
            } finally {
              stage.log('clears up');
              yield wait(20);
              stage.log('is clear');
            }
          });
        });
      }),
    );
    thread.pause();
    thread.cancel();
    stage.pulse(3);
    expect(stage.lines).toEqual(['0 clears up']);
    thread.resume();
    stage.finish();
    expect(stage.lines).toEqual(['0 clears up', '5 is clear']);
  });

  test('a thread that has not begun does not begin', () => {
    const stage = new Stage();
    const thread = stage.scheduler.spawn(() => stage.log('begins'));
    thread.pause();
    stage.pulse(2);
    expect([stage.lines, thread.status, thread.waitingFor]).toEqual([[], 'ready', 'paused']);
    thread.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['3 begins']);
  });
});

describe('a paused clock', () => {
  test('those whose turns came meanwhile go on in that order, also who was spawned meanwhile', () => {
    const stage = new Stage();
    const { scheduler } = stage;
    waiter(stage, 'soon', () => waitFrames(1));
    waiter(stage, 'late', () => waitFrames(3));
    scheduler.clock.pause();
    stage.pulse();
    scheduler.spawn(() => stage.log('spawned'));
    stage.pulse(2);
    // Its turn has not come before the clock goes on.
    scheduler.spawn(() => stage.log('fresh'));
    scheduler.clock.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['4 fresh', '4 soon', '4 spawned', '4 late']);
  });
});

describe('in the queue of an owner', () => {
  /** Holds the actor until the signal of its name. */
  const holds = (stage: Stage, actor: Actor, name: string): Thread =>
    threadOf(stage, () =>
      actor.act(function* (this: Actor) {
        stage.log(name);
        yield (this as unknown as { waitSignal(name: string): unknown }).waitSignal(name);
      }),
    );

  test('what was promised to a thread that is stopped before its turn goes to the next, and it keeps its place', () => {
    const stage = new Stage();
    const actor = stage.actor('hero');
    const first = holds(stage, actor, 'first');
    const second = holds(stage, actor, 'second');
    holds(stage, actor, 'third');
    holds(stage, actor, 'fourth');
    first.cancel();
    expect(second.status).toBe('ready');
    second.pause();
    stage.pulse();
    expect(stage.lines).toEqual(['0 first', '1 third']);
    expect(actor.threads.map(({ status }) => status)).toEqual(['waiting', 'blocked', 'blocked']);
    second.resume();
    stage.scheduler.signal('third');
    stage.pulse();
    expect(stage.lines.at(-1)).toBe('2 second');
  });

  test('a join does not let in who is stopped, nor does the end of one who had taken the owner', () => {
    const stage = new Stage();
    const actor = stage.actor('hero');
    const first = holds(stage, actor, 'first');
    const second = holds(stage, actor, 'second');
    second.pause();
    // Who holds the actor comes to wait for one who queues for it.
    const joiner = threadOf(stage, () =>
      actor.act(function* (this: Actor) {
        stage.log('joiner');
        yield (this as unknown as { waitFor(thread: Thread): unknown }).waitFor(second);
        stage.log('joined');
      }),
    );
    first.cancel();
    stage.pulse();
    expect(stage.lines).toEqual(['0 first', '1 joiner']);
    expect([joiner.status, second.status]).toEqual(['waiting', 'blocked']);
    second.resume();
    stage.pulse();
    stage.scheduler.signal('second');
    stage.finish();
    expect(stage.lines).toEqual(['0 first', '1 joiner', '2 second', '3 joined']);
  });

  test('a family that gets its owner back does not let in who is stopped', () => {
    const stage = new Stage();
    const [hero, thief, friend] = [stage.actor('hero'), stage.actor('thief'), stage.actor('friend')];
    const waits = (name: string): any =>
      hero.act(function* (this: Actor) {
        stage.log(name);
        yield (this as unknown as { waitSignal(name: string): unknown }).waitSignal(name);
      });
    threadOf(stage, () =>
      hero.act(function* () {
        // The thief takes the hero in this turn; whom the friend calls queues behind that.
        yield beside(
          thief.act(function* () {
            yield beside(waits('taken'));
          }),
        );
        yield friend.act(function* () {
          yield waits('called');
        });
        stage.log('over');
      }),
    );
    const called = hero.threads.find(({ status }) => status === 'blocked') as Thread;
    called.pause();
    stage.scheduler.signal('taken');
    stage.pulse(2);
    expect([stage.lines, called.status]).toEqual([['0 taken'], 'blocked']);
    called.resume();
    stage.pulse();
    stage.scheduler.signal('called');
    stage.finish();
    expect(stage.lines).toEqual(['0 taken', '3 called', '4 over']);
  });

  test('it gets a free owner as soon as it may go on, also on a paused clock', () => {
    const stage = new Stage();
    const world = new Clock(stage.scheduler.clock);
    const actor = stage.actor('hero');
    const first = holds(stage, actor, 'first');
    stage.play(() =>
      withClock(world, () =>
        actor.act(function* () {
          stage.log('second');
          yield wait(10);
        }),
      ),
    );
    world.pause();
    first.cancel();
    stage.pulse();
    expect([stage.lines, actor.busy]).toEqual([['0 first'], false]);
    world.resume();
    stage.pulse();
    expect(stage.lines).toEqual(['0 first', '2 second']);
  });
});

describe('who waits for what is cancelled, and stands still', () => {
  const joins: [string, (walk: () => unknown, hero: Actor, friend: Actor) => unknown][] = [
    ['a used call', (walk) => walk()],
    ['waitFor(thread)', (walk) => waitFor(attach(walk))],
    ['waitFor(owner)', (walk, hero) => (beside(walk()), waitFor(hero))],
    ['all', (walk) => all(walk, () => wait(1000))],
    ['race', (walk) => race(walk, () => wait(1000))],
    ['withTimeout', (walk) => withTimeout(1000, walk)],
    ['scope', (walk) => scope(walk)],
    [
      'a call of another owner',
      (walk, _hero, friend) =>
        friend.act(function* () {
          yield walk();
        }),
    ],
  ];
  const stops = ['its clock', 'the thread'] as const;
  const cases = joins.flatMap(([join, begin]) => stops.map((stop) => ({ join, stop, begin })));

  /** A scene on a clock of its own waits for a walk of the hero, is paused, and then the walk is cancelled. */
  function cancelInPause({ stop, begin }: (typeof cases)[number]): {
    stage: Stage;
    scene: Thread;
    resume: () => void;
  } {
    const stage = new Stage();
    const world = new Clock(stage.scheduler.clock);
    const hero = stage.actor('hero');
    const friend = stage.actor('friend');
    const scene = threadOf(
      stage,
      stage.script('scene', function* () {
        try {
          yield withClock(
            world,
            stage.script('inside', function* () {
              yield begin(() => hero.walk(5), hero, friend);
            }),
          );
          stage.log('goes on');
        } catch (error) {
          stage.log((error as Error).name);
        } finally {
          stage.log('finally');
        }
      }),
    );
    const stopped = stop === 'its clock' ? world : scene;
    stage.pulse();
    stopped.pause();
    hero.cancelAll('over');
    stage.pulse(3);
    stage.lines.length = 0;
    return { stage, scene, resume: () => stopped.resume() };
  }

  test.each(cases)('$join, $stop paused: it gets the error when it goes on', (one) => {
    const { stage, scene, resume } = cancelInPause(one);
    expect([stage.lines, scene.ended, scene.waitingFor]).toEqual([[], false, expect.stringContaining('paused')]);
    resume();
    stage.finish();
    expect(stage.lines.at(-1)).toMatch(/^\d+ finally$/);
    expect(stage.uncaught).toEqual([]);
  });

  test.each(cases)('$join, $stop paused: cancelled itself, it ends at once, and nobody is left', (one) => {
    const { stage, scene } = cancelInPause(one);
    scene.cancel('over');
    expect([stage.lines, scene.status, stage.scheduler.live.size]).toEqual([['4 finally'], 'cancelled', 0]);
    stage.pulse();
  });
});
