import fc from 'fast-check';
import { type Timer, Wheel } from '../src/wheel.js';

interface Node extends Timer {
  readonly order: number;
}

const node = (order: number): Node => ({ order, deadlineMs: 0, wheelSlot: -1, wheelPrev: null, wheelNext: null });

/** The same as the wheel, as a sorted list: by deadline, then in order of insertion. */
class SortedList {
  nodes: Node[] = [];
  advance(nowMs: number): number[] {
    const due = this.nodes.filter((timer) => timer.deadlineMs <= nowMs);
    this.nodes = this.nodes.filter((timer) => timer.deadlineMs > nowMs);
    return due.sort((a, b) => a.deadlineMs - b.deadlineMs || a.order - b.order).map(({ order }) => order);
  }
}

const delay = fc.oneof(
  fc.nat(300),
  fc.nat(20_000),
  fc.nat(5_000_000),
  fc.double({ min: 0, max: 1000, noNaN: true }),
  fc.nat(6).map((level) => 256 * 64 ** level),
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ insert: delay }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ advance: fc.oneof(fc.constant(0), fc.nat(40), fc.nat(30_000), delay) }) },
);

test('a wheel gives what a sorted list gives, in the same order, for any inserts, removes and jumps', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const wheel = new Wheel();
      const list = new SortedList();
      let now = 0;
      let order = 0;
      for (const action of steps) {
        if ('insert' in action) {
          const timer = node(order++);
          wheel.insert(timer, now + action.insert);
          list.nodes.push(timer);
        } else if ('remove' in action) {
          const [timer] = list.nodes.splice(action.remove % Math.max(1, list.nodes.length), 1);
          if (timer !== undefined) wheel.remove(timer);
        } else {
          now += action.advance;
          const due: Timer[] = [];
          wheel.advance(now, due);
          expect(due.map((timer) => (timer as Node).order)).toEqual(list.advance(now));
        }
        expect(wheel.count).toBe(list.nodes.length);
      }
    }),
    { numRuns: 500 },
  );
});

test.each(Array.from({ length: 8 }, (_, level) => level))(
  'a timer below, at and above 256 × 64^%i ticks is due at its tick, not before',
  (level) => {
    for (const start of [0, 255, 256, 16_383]) {
      for (const offset of [-1, 0, 1]) {
        const wheel = new Wheel();
        wheel.advance(start, []);
        const deadline = start + 256 * 64 ** level + offset;
        wheel.insert(node(0), deadline);
        const due: Timer[] = [];
        wheel.advance(deadline - 1, due);
        expect(due).toHaveLength(0);
        wheel.advance(deadline, due);
        expect(due).toHaveLength(1);
      }
    }
  },
);

test('a delay of 2^53 - 1 ms fits', () => {
  const wheel = new Wheel();
  wheel.insert(node(0), Number.MAX_SAFE_INTEGER);
  const due: Timer[] = [];
  wheel.advance(Number.MAX_SAFE_INTEGER, due);
  expect(due).toHaveLength(1);
});
