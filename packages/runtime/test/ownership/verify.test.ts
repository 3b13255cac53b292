import { start, type Thread, wait, waitFor, waitSignal, waitUntil } from '../../src/index.js';
import { lockOf } from '../../src/ownership/owner.js';
import { beginJoin, type Joiner } from '../../src/threads/joins.js';
import { SmallSet } from '../../src/collections/small-set.js';
import { Arms } from '../../src/words/arms.js';
import type { Lock } from '../../src/threads/thread.js';
import { type Actor, Stage } from '../stage.js';
import { verify } from '../../src/testing.js';

let stage: Stage;
let hero: Actor;
let lock: Lock;
beforeEach(() => {
  stage = new Stage();
  hero = stage.actor('hero');
  lock = lockOf(hero) as Lock;
});

/** A thread that has ended. */
function ended(): Thread {
  const thread = stage.play(
    stage.script('ended', function* () {
      yield wait(10);
    }),
  ) as Thread;
  thread.cancel();
  return thread;
}

/** The thread that a call of the hero, which did not wait, has given back. */
function spareThread(): Thread {
  // The scheduler of the hero is that of its first call.
  stage.play(() => [hero.walk(0), hero.walk(0)]);
  return stage.scheduler.runQueues.inOrder[0]?.spare as Thread;
}

/** Who holds the hero, and who queues for it. */
function twoOnHero(): readonly [Thread, Thread] {
  return stage.play(() => [hero.walk(3) as Thread, hero.jump() as Thread]);
}

/** A thread that waits for another. */
const joiner = (target: unknown): Thread =>
  stage.play(
    stage.script('joiner', function* () {
      yield waitFor(target);
    }),
  );

/** Breaks an invariant by hand, as only a fault of the runtime could. */
const faults: Readonly<Record<string, () => void>> = {
  'jump is blocked on a free executor': () => {
    twoOnHero()[0].alone = false;
    lock.holders = [];
  },
  'jump is blocked outside a queue': () => {
    const [, jump] = twoOnHero();
    lock.queue.remove(jump);
  },
  'walk queues without being blocked': () => {
    const [walk] = twoOnHero();
    walk.alone = false;
    lock.holders = [];
    lock.queue.addBefore(null, walk);
  },
  'the queue is out of order': () => {
    twoOnHero();
    (stage.play(() => hero.walk(1)) as Thread).lossSeq = 1;
  },
  'granted to jump while it is held': () => {
    const [, jump] = twoOnHero();
    lock.granted = jump;
    lock.queue.remove(jump);
  },
  'a thread is listed twice': () => {
    lock.preempted = [twoOnHero()[1]];
  },
  'hero: ended has ended and is still listed': () => {
    twoOnHero();
    lock.preempted = [ended()];
  },
  'walk holds without having taken hold': () => {
    twoOnHero()[0].holding = false;
  },
  'walk is wrong about holding it alone': () => {
    twoOnHero()[0].alone = false;
  },
  'held by two families': () => {
    const family = (): Thread[] => {
      const target = stage.play(
        stage.script('target', function* () {
          yield wait(1000);
        }),
      ) as Thread;
      return [target, joiner(target)];
    };
    const [walk] = twoOnHero();
    walk.alone = false;
    lock.holders = [...family(), ...family()];
    lock.holders.forEach((holder) => (holder.holding = true));
  },
  'hero: jump queues behind a sibling': () => {
    const [one, other] = twoOnHero();
    const siblings = new Arms('race', one, { items: [] });
    for (const thread of [one, other]) thread.own.branchOf = siblings;
  },
  'hero: siblings of a combinator that is over': () => {
    const siblings = new Arms('race', twoOnHero()[0], { items: [] });
    siblings.isOver = true;
  },
  'ended has ended and still waits for walk': () => {
    const [walk] = twoOnHero();
    beginJoin(ended() as Joiner, { mode: 'one', targets: [walk], nodes: null, remaining: 1 });
  },
  'ended has ended and is still a child of walk': () => {
    const [walk] = twoOnHero();
    (walk.own.adopted = new SmallSet()).add(ended());
  },
  'joiner waits for threads that will not tell it': () => {
    const [walk] = twoOnHero();
    joiner(walk);
    walk.own.next = walk.own;
  },
  'asks has ended and still waits': () => {
    const asks = stage.play(
      stage.script('asks', function* () {
        yield waitUntil(() => false);
      }),
    ) as Thread;
    asks.cancel();
    stage.scheduler.predicates.add(asks);
  },
  'hears has ended and still waits': () => {
    const hears = stage.play(
      stage.script('hears', function* () {
        yield waitSignal('go');
      }),
    ) as Thread;
    const go = stage.scheduler.signals.of('go');
    const [watcher] = go.list.toArray();
    hears.cancel();
    if (watcher) go.list.add(watcher);
    go.onJoin?.();
  },
  'is spare and in use': () => {
    spareThread().running = true;
  },
  'is spare and live': () => {
    stage.scheduler.live.link(spareThread());
  },
  'is spare and has an owner': () => {
    lock.holders = [spareThread()];
  },
};

test.each(Object.keys(faults))('verify() says: %s', (fact) => {
  (faults[fact] as () => void)();
  expect(() => verify(stage.scheduler)).toThrow(fact);
});

/** A thread that sleeps for a second. */
const nap = (name = 'nap'): Thread =>
  stage.play(
    stage.script(name, function* () {
      yield wait(1000);
    }),
  ) as Thread;

/** A thread that has not had its first turn. */
const fresh = (): Thread => stage.scheduler.spawn(() => undefined, { name: 'fresh' });

/** A thread that waits in a call of its function. */
const caller = (): Thread =>
  stage.play(
    stage.script('caller', function* () {
      yield stage.script('rest', function* () {
        yield wait(1000);
      })();
    }),
  ) as Thread;

/** Breaks one part of an invariant: what `verify()` says, when, and how it is broken. */
const parts: readonly [says: string, when: string, breakIt: () => void][] = [
  // Live threads.
  ['nap has ended and is still listed', 'it was not taken out', () => nap().end('done')],
  [
    'second is not found by its id',
    'it has the number of another one',
    () => {
      const first = nap('first');
      (nap('second') as { id: number }).id = first.id;
    },
  ],
  ['1 threads are counted as live', 'none is', () => void stage.scheduler.live.size++],
  // Spare threads.
  ['is spare and in use', 'it has a call to make', () => void (spareThread().call = fresh().call)],
  [
    'is spare and in use',
    'it stands in a call',
    () => {
      const { leaf } = caller();
      spareThread().leaf = leaf;
    },
  ],
  ['is spare and in use', 'it has cold fields', () => void spareThread().own],
  ['is spare and has an owner', 'it has lost an executor', () => void (lock.preempted = [spareThread()])],
  // Who wants an executor.
  [
    'hero: wrong about who wants it',
    'nobody is said to',
    () => {
      twoOnHero();
      Object.defineProperty(lock, 'isCalm', { value: true });
    },
  ],
  [
    'hero: wrong about who wants it',
    'somebody is said to',
    () => {
      stage.play(() => hero.walk(3));
      Object.defineProperty(lock, 'isCalm', { value: false });
    },
  ],
];

test.each(parts)('verify() says: %s, when %s', (fact, _when, breakIt) => {
  breakIt();
  expect(() => verify(stage.scheduler)).toThrow(fact);
});

test('verify() is content with families, queues, joins and children', () => {
  twoOnHero();
  joiner(hero);
  stage.play(() =>
    stage.actor('guide').act(function* () {
      const rest = start(() => wait(20));
      yield this.all(
        () => this.walk(2),
        () => this.jump(),
        () => waitFor(rest),
      );
    }),
  );
  stage.finish();
  expect(stage.uncaught).toEqual([]);
});
