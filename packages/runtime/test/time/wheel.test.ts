import fc from 'fast-check';
import { ThreadList } from '../../src/collections/thread-list.js';
import { type Timer, TimerList, Wheel } from '../../src/time/wheel.js';

interface Node extends Timer {
  readonly order: number;
  list: TimerList | null;
}

/** The orders of those that have rung. */
let rung: number[] = [];
const node = (order: number): Node => ({ order, list: null, slot: 0, ring: () => void rung.push(order) });

/** Rings what is due: their orders. */
function advance(wheel: Wheel, nowMs: number): number[] {
  const due: TimerList[] = [];
  rung = [];
  wheel.advance(nowMs, due);
  due.forEach((list) => list.ring());
  return rung;
}

/** The same as the wheel, as a sorted list: by deadline, then in order of insertion. */
class SortedList {
  nodes: { readonly timer: Node; readonly deadlineMs: number }[] = [];
  advance(nowMs: number): number[] {
    const due = this.nodes.filter(({ deadlineMs }) => deadlineMs <= nowMs);
    this.nodes = this.nodes.filter(({ deadlineMs }) => deadlineMs > nowMs);
    due.sort((a, b) => a.deadlineMs - b.deadlineMs || a.timer.order - b.timer.order);
    return due.map(({ timer }) => timer.order);
  }
}

const DAY_MS = 86_400_000;
const LAST_MS = Number.MAX_SAFE_INTEGER;
const delay = fc.oneof(
  fc.nat(3),
  fc.nat(300),
  fc.nat(20_000),
  fc.nat(5_000_000),
  fc.double({ min: 0, max: 1000, noNaN: true }),
  // Below, at and above every power of 64, up to 2^53.
  fc.tuple(fc.nat(8), fc.constantFrom(-1, -0.5, 0, 0.5, 1)).map(([power, offset]) => Math.max(0, 64 ** power + offset)),
  fc.constantFrom(DAY_MS, LAST_MS),
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
          const deadlineMs = Math.min(now + action.insert, LAST_MS);
          wheel.insert(timer, deadlineMs);
          list.nodes.push({ timer, deadlineMs });
        } else if ('remove' in action) {
          const [taken] = list.nodes.splice(action.remove % Math.max(1, list.nodes.length), 1);
          if (taken !== undefined) ThreadList.leave(taken.timer);
        } else {
          now = Math.min(now + action.advance, LAST_MS);
          expect(advance(wheel, now)).toEqual(list.advance(now));
        }
        expect(wheel.count).toBe(list.nodes.length);
      }
    }),
    { numRuns: 500 },
  );
});

test('timers of one tick come in the order of insertion, whatever level they came through', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.array(fc.nat(5_000_000), { maxLength: 30 }), (deadline, starts) => {
      const wheel = new Wheel();
      const sorted = starts.filter((start) => start < deadline).sort((a, b) => a - b);
      sorted.forEach((start, order) => {
        advance(wheel, start);
        wheel.insert(node(order), deadline);
      });
      expect(advance(wheel, deadline)).toEqual(sorted.map((_, order) => order));
    }),
  );
});

test.each(Array.from({ length: 9 }, (_, power) => power))(
  'a timer below, at and above 64^%i ticks is due at its tick, not before',
  (power) => {
    for (const start of [0, 63, 64, 255, 256, 4095]) {
      for (const offset of [-1, 0, 1]) {
        const wheel = new Wheel();
        advance(wheel, start);
        const deadline = start + 64 ** power + offset;
        wheel.insert(node(0), deadline);
        if (deadline > start) expect(advance(wheel, deadline - 1)).toHaveLength(0);
        expect(advance(wheel, deadline)).toHaveLength(1);
      }
    }
  },
);

test('an hour in which nothing is due is skipped in less than 1 ms, and so is a day', () => {
  for (const spanMs of [3_600_000, DAY_MS]) {
    const roundsMs = Array.from({ length: 21 }, () => {
      const wheel = new Wheel();
      const due: TimerList[] = [];
      for (let i = 0; i < 64; i++) wheel.insert(node(i), spanMs + 1 + 64 ** (i % 8));
      const startedMs = performance.now();
      wheel.advance(spanMs, due);
      const tookMs = performance.now() - startedMs;
      expect([due.length, wheel.count]).toEqual([0, 64]);
      return tookMs;
    });
    expect(roundsMs.sort((a, b) => a - b)[10]).toBeLessThan(1);
  }
});

test('a step of 0 ms hands out what was put in for now, once', () => {
  const wheel = new Wheel();
  advance(wheel, 10.5);
  wheel.insert(node(0), 10.75);
  wheel.insert(node(1), 10.5);
  expect(advance(wheel, 10.5)).toEqual([1]);
  expect(advance(wheel, 10.5)).toEqual([]);
  expect(advance(wheel, 10.75)).toEqual([0]);
});

describe('the shape', () => {
  /** The slot in which a timer for `deadlineMs` stands when it is put in at `nowMs`. */
  const slotAt = (nowMs: number, deadlineMs: number): number => {
    const wheel = new Wheel();
    const timer = node(0);
    advance(wheel, nowMs);
    wheel.insert(timer, deadlineMs);
    return (timer.list as TimerList).index;
  };

  test('is 256 near slots of a tick, then 8 levels of 64 slots, each as wide as the level below', () => {
    const slots = (...deadlines: number[]): number[] => deadlines.map((deadline) => slotAt(0, deadline));
    expect(slots(0, 1, 127, 128, 255)).toEqual([0, 1, 127, 128, 255]);
    const first = 256;
    for (let level = 0; level < 7; level++) {
      const width = 256 * 64 ** level;
      const from = first + level * 64;
      expect(slots(width, 2 * width - 1, 2 * width, 64 * width - 1)).toEqual([from + 1, from + 1, from + 2, from + 63]);
    }
    expect(slots(2 ** 50, 2 ** 53 - 1)).toEqual([first + 7 * 64 + 1, first + 7 * 64 + 7]);
  });

  test('puts a timer at the lowest level whose round holds both now and its tick, as the bits of skynet say it', () => {
    const last = BigInt(LAST_MS);
    const tick = fc.oneof(
      fc.nat(70_000),
      fc.maxSafeNat(),
      fc
        .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 7 }), fc.constantFrom(-1, 0, 1))
        .map(([times, level, offset]) => times * 256 * 64 ** level + offset),
    );
    const bySource = (now: bigint, at: bigint): number => {
      if ((now | 255n) === (at | 255n)) return Number(at & 255n);
      let level = 0n;
      for (let mask = 1n << 14n; (now | (mask - 1n)) !== (at | (mask - 1n)); mask <<= 6n) level++;
      return 256 + Number(level * 64n + ((at >> (8n + level * 6n)) & 63n));
    };
    fc.assert(
      fc.property(tick, fc.oneof(tick, fc.nat(40_000)), (now, delayMs) => {
        const at = BigInt(now) + BigInt(delayMs) > last ? last : BigInt(now) + BigInt(delayMs);
        expect(slotAt(now, Number(at))).toBe(bySource(BigInt(now), at));
      }),
      { numRuns: 500 },
    );
  });

  test('lets a timer come down level by level, until it stands in the near slot of its tick', () => {
    const wheel = new Wheel();
    const timer = node(0);
    const deadline = 2 ** 20 + 5 * 2 ** 14 + 7 * 2 ** 8 + 9;
    wheel.insert(timer, deadline);
    const seen = [2 ** 20, 2 ** 20 + 5 * 2 ** 14, deadline - 9, deadline].map((now) => {
      advance(wheel, now - 1);
      const before = timer.list?.index;
      advance(wheel, now);
      return [before, timer.list?.index];
    });
    expect(seen).toEqual([
      [256 + 2 * 64 + 1, 256 + 64 + 5],
      [256 + 64 + 5, 256 + 7],
      [256 + 7, 9],
      [9, undefined],
    ]);
  });
});

describe('the cost', () => {
  /** Puts accessors in place of fields; the function that it gives says how often they were used since it was asked last. */
  function counting(objects: object[], fields: string[]): () => number {
    let touches = 0;
    for (const object of objects) {
      for (const field of fields) {
        let value: unknown = Reflect.get(object, field);
        Object.defineProperty(object, field, {
          get: () => (touches++, value),
          set: (next) => {
            touches++;
            value = next;
          },
        });
      }
    }
    return () => {
      const since = touches;
      touches = 0;
      return since;
    };
  }

  test('of putting in and of taking out is the same for one of 10,000 timers in a slot as for one of three', () => {
    const wheel = new Wheel();
    const nodes = Array.from({ length: 10_000 }, (_, i) => node(i));
    wheel.insert(nodes[0] as Node, 1000);
    const list = (nodes[0] as Node).list as TimerList;
    const asked = counting([wheel, list], ['count', 'items', 'deadlines', 'length']);
    const touched = counting(nodes, ['list', 'slot']);
    const costOf = (act: () => void): number => {
      act();
      return touched() + asked();
    };
    const inserts = nodes.slice(1).map((timer) => costOf(() => wheel.insert(timer, 1000)));
    expect([...new Set(inserts)]).toEqual([inserts[0]]);
    expect(list).toHaveLength(10_000);
    // One of them may close the holes of those before it.
    const removes = costOf(() => {
      for (let i = 0; i < 9998; i++) ThreadList.leave(nodes[1 + ((i * 7919) % 9998)] as Node);
    });
    expect(removes / 9998).toBeLessThan(40);
    expect(Math.max(...inserts)).toBeLessThan(16);
    expect(wheel.count).toBe(2);
  });

  /** How often `advance` asks whether anything is left: once for each tick at which it stops. */
  function stopsOf(wheel: Wheel, nowMs: number): number {
    const asked = counting([wheel], ['count']);
    wheel.advance(nowMs, []);
    return asked();
  }

  test.each([
    ['taken out', (wheel: Wheel, timers: Node[]) => timers.forEach((timer) => ThreadList.leave(timer))],
    ['due', () => undefined],
  ])('of idle time does not grow with the slots whose timers were all %s', (_how, empty) => {
    const wheel = new Wheel();
    const timers = Array.from({ length: 320 }, (_, i) => node(i));
    for (const { order } of timers) wheel.insert(timers[order] as Node, order < 256 ? order : (order - 255) * 256);
    empty(wheel, timers);
    advance(wheel, 20_000);
    expect(wheel.count).toBe(0);
    wheel.insert(node(0), 10_000_000);
    expect(stopsOf(wheel, 9_999_999)).toBeLessThan(10);
  });
});

test('of 100,000 timers half are taken out by themselves, in any order, and the others come in order of time', () => {
  const wheel = new Wheel();
  const nodes = Array.from({ length: 100_000 }, (_, i) => node(i));
  const deadlineOf = (order: number): number => (order * 7919) % 1_000_003;
  for (const timer of nodes) wheel.insert(timer, deadlineOf(timer.order));
  for (let i = 0; i < 50_000; i++) ThreadList.leave(nodes[(i * 2 * 7919) % nodes.length] as Node);
  expect(wheel.count).toBe(50_000);
  const due = advance(wheel, 400_000);
  expect(deadlineOf(due.at(-1) as number)).toBeLessThanOrEqual(400_000);
  due.push(...advance(wheel, 1_000_003));
  const others = Array.from({ length: 50_000 }, (_, i) => 2 * i + 1).sort((a, b) => deadlineOf(a) - deadlineOf(b));
  // Not compared as a whole: to show how lists of so many differ takes minutes.
  expect([due.length, others.findIndex((order, i) => due[i] !== order)]).toEqual([50_000, -1]);
  expect(wheel.count).toBe(0);
});

describe('a slot most of whose timers are taken out', () => {
  const [now, at] = [100, 20_000];

  test('has room for a few more than are left', () => {
    const wheel = new Wheel();
    const nodes = Array.from({ length: 1000 }, (_, i) => node(i));
    const lists = new Set<TimerList>();
    advance(wheel, now);
    nodes.forEach((timer) => {
      wheel.insert(timer, at + (timer.order % 7) / 8);
      lists.add(timer.list as TimerList);
      if (timer.order % 100 !== 0) ThreadList.leave(timer);
    });
    const [list] = lists;
    expect([lists.size, list?.size]).toEqual([1, 10]);
    expect(list?.length).toBeLessThan(50);
    expect(list?.items.length).toBeLessThan(100);
    // By deadline, then in order of insertion.
    expect(advance(wheel, at + 1)).toEqual([0, 700, 400, 100, 800, 500, 200, 900, 600, 300]);
  });

  test('still has those that are put in later behind them', () => {
    const wheel = new Wheel();
    const nodes = Array.from({ length: 200 }, (_, i) => node(i));
    advance(wheel, now);
    nodes.slice(0, 100).forEach((timer) => wheel.insert(timer, at));
    nodes.slice(0, 90).forEach((timer) => ThreadList.leave(timer));
    nodes.slice(100).forEach((timer) => wheel.insert(timer, at));
    nodes.slice(110).forEach((timer) => ThreadList.leave(timer));
    expect(advance(wheel, at)).toEqual(Array.from({ length: 20 }, (_, i) => 90 + i));
  });
});

test('what rings may take out who is due after it, and what it puts in is due at the next step', () => {
  const wheel = new Wheel();
  const [first, second, third] = [node(0), node(1), node(2)];
  first.ring = () => {
    rung.push(0);
    ThreadList.leave(second);
    wheel.insert(first, 5);
    wheel.insert(second, 6);
  };
  for (const timer of [first, second, third]) wheel.insert(timer, 5);
  expect(wheel.count).toBe(3);
  expect(advance(wheel, 6)).toEqual([0, 2]);
  expect(wheel.count).toBe(2);
  first.ring = () => void rung.push(0);
  expect(advance(wheel, 6)).toEqual([0, 1]);
});

test('a list that has rung holds none of its timers', () => {
  const wheel = new Wheel();
  wheel.insert(node(0), 5);
  wheel.insert(node(1), 5);
  const due: TimerList[] = [];
  wheel.advance(5, due);
  due.forEach((list) => list.ring());
  expect(due.flatMap(({ items }) => items).filter((timer) => timer !== null)).toEqual([]);
});

test.each(Array.from({ length: 8 }, (_, level) => level))(
  'a timer below, at and above 256 × 64^%i ticks is due at its tick, not before',
  (level) => {
    for (const start of [0, 255, 256, 16_383]) {
      for (const offset of [-1, 0, 1]) {
        const wheel = new Wheel();
        advance(wheel, start);
        const deadline = start + 256 * 64 ** level + offset;
        wheel.insert(node(0), deadline);
        expect(advance(wheel, deadline - 1)).toHaveLength(0);
        expect(advance(wheel, deadline)).toHaveLength(1);
      }
    }
  },
);

test('a delay of 2^53 - 1 ms fits', () => {
  const wheel = new Wheel();
  wheel.insert(node(0), Number.MAX_SAFE_INTEGER);
  expect(advance(wheel, Number.MAX_SAFE_INTEGER)).toHaveLength(1);
});
