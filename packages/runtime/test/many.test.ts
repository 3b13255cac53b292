import { resume } from '../src/host.js';
import { $methods, $thread } from '../src/abi.js';
import {
  all,
  Clock,
  currentThread,
  race,
  start,
  type Thread,
  wait,
  waitFor,
  waitFrames,
  waitSignal,
  withClock,
} from '../src/index.js';
import { Stage } from './stage.js';

/** Waits for 1000 scripts that end in one pulse; `bad` throws, if it is one of them. */
function wait1000(stage: Stage, bad: number): { joining: any; children: any[] } {
  const children: any[] = [];
  const child = (i: number) =>
    $thread(function* () {
      children.push(i);
      yield waitFrames(2);
      if (i === bad) throw new Error(`the ${i}th`);
      return i;
    }, 'child(0)');
  const joining = stage.play(
    stage.script('join', function* () {
      return yield all(...Array.from({ length: 1000 }, (_, i) => child(i)));
    }),
  );
  return { joining, children };
}

test('all() over very many gives their values in order', () => {
  const stage = new Stage();
  const { joining, children } = wait1000(stage, -1);
  stage.finish();
  expect(joining.result).toEqual(children);
  expect(children).toHaveLength(1000);
});

test('all() over very many ends with the first error, and the others with it', () => {
  const stage = new Stage();
  const { joining } = wait1000(stage, 700);
  stage.pulse(2);
  expect(joining.status).toBe('failed');
  expect(stage.scheduler.live.size).toBe(0);
  expect(stage.uncaught.map((error) => (error as Error).message)).toEqual(['the 700th']);
});

/** Waits for a signal that nobody sends, in a row of actors of which each waits for the value of the next. */
class Link {
  static {
    $methods(this.prototype, { call: 'Link.call(1)' });
  }
  readonly next: Link | null;

  constructor(next: Link | null) {
    this.next = next;
  }

  *call(log: (end: string) => void): any {
    try {
      yield waitFrames(1);
      if (this.next === null) yield waitSignal('never');
      else yield this.next.call(log);
    } finally {
      log(this.next === null ? 'the last' : 'one');
    }
  }
}

test('thousands of calls that wait for each other in a row are cancelled, the innermost first', () => {
  const stage = new Stage();
  const ends: string[] = [];
  let link: Link | null = null;
  for (let i = 0; i < 5000; i++) link = new Link(link);
  const first = stage.play(() => link?.call((end) => ends.push(end))) as Thread;
  for (let i = 0; i < 5000; i++) stage.scheduler.pulse(10);
  expect(stage.scheduler.live.size).toBe(5000);
  first.cancel();
  expect(stage.scheduler.live.size).toBe(0);
  expect([ends.length, ends[0]]).toEqual([5000, 'the last']);
});

test('all who ask for the error of a cancelled thread get the same one', () => {
  const stage = new Stage();
  const errors: unknown[] = [];
  const target = stage.play(
    stage.script('target', function* () {
      yield waitSignal('never');
    }),
  ) as Thread;
  const asks = stage.script('asks', function* () {
    try {
      yield waitFor(target);
    } catch (error) {
      errors.push(error);
    }
  });
  stage.play(asks);
  stage.play(asks);
  target.cancel('enough');
  stage.play(asks);
  stage.pulse();
  expect(errors.map((error) => (error as Error).message)).toEqual(Array(3).fill('`target` was cancelled: enough.'));
  expect(new Set(errors).size).toBe(1);
});

test('resume(id) finds who was started after others had been looked for, and nobody who has ended', () => {
  const stage = new Stage();
  const hears = stage.script('hears', function* () {
    return yield waitSignal('never');
  });
  const [first, early] = stage.play(() => [hears(), hears()]) as [Thread, Thread];
  expect(resume(stage.scheduler, first.id, 1)).toBe(true);
  const late = stage.play(hears) as Thread;
  early.cancel();
  expect([early, late, { id: 99 }].map(({ id }) => resume(stage.scheduler, id, 2))).toEqual([false, true, false]);
  stage.pulse();
  expect([first.result, late.result]).toEqual([1, 2]);
  expect(resume(stage.scheduler, late.id)).toBe(false);
});

test('very many priorities run in order, those too that had nobody for a while', () => {
  const stage = new Stage();
  const ran: number[] = [];
  const priorities = Array.from({ length: 100 }, (_, i) => ((i * 37) % 100) - 50);
  const sorted = priorities.toSorted((a, b) => a - b);
  for (let round = 0; round < 2; round++) {
    for (const priority of priorities) stage.scheduler.spawn(() => ran.push(priority), { priority });
    stage.pulse(2);
    expect(ran.splice(0)).toEqual(sorted);
  }
});

test('timers of one pulse go clock by clock in order of making, whichever had a timer first', () => {
  const stage = new Stage();
  const clocks = Array.from({ length: 20 }, () => new Clock(stage.scheduler.clock));
  const naps = stage.script('naps', function* () {
    for (let round = 0; round < 2; round++) {
      yield wait(10);
      stage.log(String(clocks.indexOf(currentThread()?.clock as Clock)));
    }
  });
  stage.play(
    stage.script('starts', function* () {
      for (const clock of clocks.toReversed()) yield withClock(clock, () => void start(naps));
    }),
  );
  stage.pulse(2);
  expect(stage.lines).toEqual(Array.from({ length: 40 }, (_, i) => `${i < 20 ? 1 : 2} ${i % 20}`));
});

test('who has left a signal leaves no hole for ever, and the others keep their order', () => {
  const stage = new Stage();
  const heard: number[] = [];
  const hears = (number: number): Thread =>
    stage.play(
      stage.script('hears', function* () {
        for (;;) {
          yield waitSignal('go');
          heard.push(number);
        }
      }),
    );
  const threads = Array.from({ length: 200 }, (_, i) => hears(i));
  threads.filter((_, i) => i % 50 !== 7).forEach((thread) => thread.cancel());
  for (let round = 0; round < 3; round++) {
    stage.scheduler.signal('go');
    stage.pulse();
    expect(heard.splice(0)).toEqual([7, 57, 107, 157]);
  }
  expect(stage.scheduler.signals.of('go').list.items.length).toBeLessThan(30);
});

test('a long wait for frames that is cancelled again and again leaves nothing behind', () => {
  const stage = new Stage();
  const tries = stage.play(
    stage.script('tries', function* () {
      for (;;)
        yield race(
          () => wait(10),
          () => waitFrames(1000),
        );
    }),
  ) as Thread;
  const stays = stage.play(
    stage.script('stays', function* () {
      yield waitFrames(500);
    }),
  ) as Thread;
  for (let i = 0; i < 400; i++) stage.scheduler.pulse(10);
  expect(tries.runQueue.later.size).toBeLessThan(40);
  for (let i = 0; i < 100; i++) stage.scheduler.pulse(10);
  expect(stays.status).toBe('done');
});

test('who leaves a queue leaves the order of the others as it is', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  stage.play(() => hero.walk(2));
  const jumps = Array.from({ length: 6 }, () => stage.play(() => hero.jump()) as Thread);
  [0, 2, 5].forEach((i) => jumps[i]?.cancel());
  expect(hero.threads.slice(1)).toEqual([jumps[1], jumps[3], jumps[4]]);
  stage.finish();
  expect(jumps.map(({ status }) => status)).toEqual(['cancelled', 'done', 'cancelled', 'done', 'done', 'cancelled']);
});

test('what is said of a thread names the first eight of those that it waits for', () => {
  const stage = new Stage();
  const { joining } = wait1000(stage, -1);
  expect(joining.waitingFor.split(';')[0]).toBe(
    'all(child, child, child, child, child, child, child, child and 992 more), since frame 0',
  );
});
