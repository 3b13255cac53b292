import { findLive } from '../../src/collections/live-threads.js';
import fc from 'fast-check';
import { type Live, LiveThreads } from '../../src/collections/live-threads.js';
import { $thread, outside } from '../../src/abi.js';
import { currentThread, Scheduler, start, type Thread, wait } from '../../src/index.js';
import { Stage } from '../stage.js';

/** What a script may do before its first wait that others could see the list by. */
const deeds = [
  'nothing',
  'starts',
  'spawns',
  'cancels',
  'calls plain code',
  'pulses another',
  'ends',
  'waits',
] as const;
type Deed = (typeof deeds)[number];

/** Long, as each deed is a case of what a random plan does. */
test('the live threads are found in order of start, whatever they do in their first turn', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom(...deeds), { maxLength: 4 }), { maxLength: 8 }), (plans) => {
      const stage = new Stage();
      const other = new Scheduler({ onError: (error) => stage.uncaught.push(error) });
      const rest = [...plans];
      const expected = new Set<Thread>();
      const check = (): void => {
        const live = [...expected].sort((one, two) => one.id - two.id);
        expect(stage.scheduler.threads.map(({ id }) => id)).toEqual(live.map(({ id }) => id));
        expect(stage.scheduler.live.size).toBe(live.length);
        expect(live.filter((thread) => findLive(stage.scheduler.live, thread.id) !== thread)).toEqual([]);
      };
      other.spawn(
        $thread(function* () {
          for (;;) {
            check();
            yield wait();
          }
        }, 'checker(0)'),
      );
      const sleeper = $thread(function* () {
        const self = currentThread() as Thread;
        expected.add(self);
        try {
          yield wait(1000);
        } finally {
          perform(rest.pop() ?? []);
          expected.delete(self);
        }
      }, 'sleeper(0)');
      const fromPlainCode = (): void => {
        sleeper();
        check();
      };
      const perform = (plan: readonly Deed[]): void => plan.forEach((deed) => act(deed));
      const act = (deed: Deed): void => {
        if (deed === 'starts') start(script);
        if (deed === 'spawns') expected.add(stage.scheduler.spawn(sleeper));
        if (deed === 'cancels') {
          const [first] = [...expected].filter(({ status }) => status === 'sleeping');
          first?.cancel();
        }
        if (deed === 'calls plain code') outside(fromPlainCode, undefined, []);
        if (deed === 'pulses another') other.pulse(1);
        if (deed !== 'nothing' && deed !== 'waits') check();
      };
      const script = $thread(function* () {
        const self = currentThread() as Thread;
        expected.add(self);
        try {
          for (const deed of rest.pop() ?? []) {
            if (deed === 'ends') break;
            if (deed === 'waits') yield wait(1000);
            act(deed);
          }
        } finally {
          expected.delete(self);
        }
      }, 'script(0)');
      while (rest.length > 0) {
        stage.play(() => start(script));
        check();
      }
      stage.pulse();
      check();
      expect(stage.uncaught).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

class Item implements Live {
  listed = false;
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
  linked(): void {}
}

test('each one is found by its number, however unevenly the numbers are spread', () => {
  const gap = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 1_000_000 }));
  fc.assert(
    fc.property(fc.array(gap, { minLength: 1, maxLength: 120 }), fc.infiniteStream(fc.nat()), (gaps, draws) => {
      const live = new LiveThreads<Item>();
      let id = 0;
      const items = gaps.map((step) => new Item((id += step)));
      items.forEach((item) => live.link(item));
      const left = [...items];
      while (left.length > 0) {
        const [item] = left.splice((draws.next().value as number) % left.length, 1);
        expect(findLive(live, item!.id)).toBe(item);
        live.unlink(item!);
        expect(findLive(live, item!.id)).toBe(undefined);
        expect(findLive(live, item!.id - 0.5)).toBe(undefined);
        expect(findLive(live, item!.id + 0.5)).toBe(undefined);
        expect(live.toArray()).toEqual(left);
      }
      expect(findLive(live, 1)).toBe(undefined);
    }),
    { numRuns: 200 },
  );
});
