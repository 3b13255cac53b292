import { beside, outside } from '../../src/abi.js';
import { all, executorOf, race, wait, waitFor, waitFrames } from '../../src/index.js';
import { layers } from '../../src/execution/layers.js';
import { pending } from '../../src/execution/suspension.js';
import { scope } from '../../src/scenes.js';
import type { Join } from '../../src/threads/joins.js';
import { Starter } from '../../src/threads/starters.js';
import { Thread } from '../../src/threads/thread.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

/** The orders that a thread is known to have given. */
const given = ({ origin }: Thread): number => (origin instanceof Starter ? (origin.given?.size ?? 0) : 0);

test('a thread that gives orders for hours keeps none that has ended', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  const giver = stage.play(
    stage.script('giver', function* (): any {
      for (let turn = 0; turn < 500; turn++) {
        yield beside((hero.walk as any)(1));
        void outside(() => hero.jump());
        yield waitFor(hero);
        yield waitFrames(1);
      }
    }),
  ) as Thread;
  const sizes = new Set<number>();
  for (let frame = 0; frame < 400; frame++) {
    stage.pulse();
    sizes.add(given(giver));
  }
  expect(Math.max(...sizes)).toBeLessThan(4);
});

test('nor those of whom it has waited for', () => {
  const stage = new Stage();
  const [hero, plan] = [stage.actor('hero'), stage.actor('plan')];
  const giver = stage.play(
    stage.script('giver', function* (): any {
      for (let turn = 0; turn < 500; turn++) {
        yield plan.act(function* (): any {
          yield beside((hero.walk as any)(3));
          yield waitFrames(1);
        });
        yield waitFor(hero);
      }
    }),
  ) as Thread;
  const sizes = new Set<number>();
  for (let frame = 0; frame < 400; frame++) {
    stage.pulse();
    sizes.add(given(giver));
  }
  expect(Math.max(...sizes)).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThan(4);
});

test('the orders of those whom a giver has waited for stand in the order in which they were given', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  const planners = [stage.actor('one'), stage.actor('two'), stage.actor('three')];
  // The second one orders first, and ends after the first one.
  const orders = (before: number, after: number) =>
    function* (): any {
      yield waitFrames(before);
      yield beside((hero.walk as any)(9));
      yield waitFrames(after);
    };
  const plans = [orders(1, 0), orders(0, 2), orders(3, 0)];
  const giver = stage.play(
    stage.script('giver', function* (): any {
      yield all(planners.map((planner, i) => () => planner.act(plans[i] as any)));
      yield waitFrames(9);
    }),
  ) as Thread;
  for (let frame = 0; frame < 5; frame++) stage.pulse();
  const ids = layers.orders!.of(giver).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('what a scope waits for stays when its giver is cancelled', () => {
  const stage = new Stage();
  const [hero, plan] = [stage.actor('hero'), stage.actor('plan')];
  const inner = stage.script('inner', function* (): any {
    beside(
      plan.act(function* (): any {
        beside((hero.walk as any)(2));
        beside(hero.jump());
        yield wait(1000);
      }),
    );
    yield wait(100);
  });
  stage.play(
    stage.script('scene', function* (): any {
      yield scope(inner as any);
    }),
  );
  stage.pulse();
  plan.cancelAll('off');
  stage.finish();
  expect(stage.lines.some((line) => line.endsWith('hero jump'))).toBe(true);
});

test('what a finally block has ordered is done, also where the rest of that block is left out', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  stage.play(() => hero.walk(3));
  const giver = stage.play(
    stage.script('giver', function* (): any {
      try {
        yield wait(1000);
      } finally {
        beside(hero.jump());
        yield wait(1000);
      }
    }),
  ) as Thread;
  giver.cancel('off');
  expect(hero.threads.length).toBe(2);
  giver.cancel('off', { now: true });
  expect([giver.status, hero.threads.length]).toEqual(['cancelled', 2]);
  stage.finish();
  expect(stage.lines.some((line) => line.endsWith('hero jump'))).toBe(true);
});

test('an order that is promised its owner again ends with a giver that waits for the one behind it', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  const giver = stage.play(
    stage.script('giver', function* (): any {
      beside(
        hero.act(function* (): any {
          yield wait(20);
          yield this.walk(3);
        }),
      );
      yield wait(30);
      beside(hero.jump());
      yield waitFor(hero);
    }),
  ) as Thread;
  const stranger = stage.play(() =>
    hero.act(function* (): any {
      yield this.wait(1000);
    }),
  ) as unknown as Thread;
  stage.pulse(4);
  expect(hero.threads.map(({ name }) => name)).toEqual(['act', 'act', 'jump']);
  stranger.cancel('off');
  giver.cancel('off');
  expect(hero.threads.map(({ name }) => name)).toEqual([]);
  stage.finish();
  expect(stage.lines).toEqual([]);
});

describe('what a call that ends at once has ordered', () => {
  // That an order has left is told.
  recordWarnings();

  /** Who is left at the hero when the thread is cancelled that has called somebody who orders and ends. */
  function whoStays(take: (called: unknown) => unknown): string[] {
    const stage = new Stage();
    const [hero, plan] = [stage.actor('hero'), stage.actor('plan')];
    stage.play(() => hero.walk(3));
    const caller = stage.play(
      stage.script('caller', function* (): any {
        yield take(
          plan.act(function* (): any {
            beside(hero.jump());
          }),
        );
        yield wait(1000);
      }),
    ) as Thread;
    caller.cancel('off');
    return hero.threads.map(({ name }) => name);
  }

  test('never begins when its caller is cancelled, who has waited for it', () => {
    expect(whoStays((called) => called)).toEqual(['walk']);
  });

  test('stays where the call was a statement', () => {
    expect(whoStays(beside)).toEqual(['walk', 'jump']);
  });
});

test('an order of a call that has given a Promise to an arm leaves its queue when that arm has lost', () => {
  const stage = new Stage();
  const [hero, guide] = [stage.actor('hero'), stage.actor('guide')];
  stage.play(() => hero.jump());
  stage.play(
    stage.script('scene', function* () {
      yield race(
        () =>
          guide.act(function* () {
            outside(() => hero.walk(1));
            return new Promise(() => {});
          }),
        () => wait(10),
      );
      stage.log('over');
    }),
  );
  stage.finish();
  expect(stage.lines).toEqual(['0 hero jump', '1 over', '2 hero land']);
});

test('in a queue that never empties, none keeps those that have ended before it', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  stage.play(
    stage.script('giver', function* (): any {
      yield beside((hero.walk as any)(3));
      for (let turn = 0; turn < 100; turn++) {
        yield beside((hero.walk as any)(3));
        yield waitFrames(3);
      }
    }),
  );
  for (let frame = 0; frame < 90; frame++) stage.pulse();
  const kept = new Set<object>();
  const keep = (object: unknown): void => {
    if (typeof object !== 'object' || object === null || kept.has(object)) return;
    kept.add(object);
    Object.values(object).forEach(keep);
  };
  keep(executorOf(hero).threads.at(-1));
  const ended = [...kept].filter((object) => object instanceof Thread && object.ended);
  expect(executorOf(hero).threads.length).toBeGreaterThan(1);
  expect(ended.length).toBeLessThan(4);
});

test('the record of the join that an order would have been does not keep its thread', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  let record: Join | undefined;
  stage.play(
    stage.script('giver', function* (): any {
      const value = (hero.walk as any)(3);
      record = pending.subject as Join;
      yield beside(value);
    }),
  );
  expect(record?.targets[0]).toBeNull();
  stage.finish();
});
