/**
 * A hierarchical timing wheel.
 *
 * Source: G. Varghese, T. Lauck, "Hashed and Hierarchical Timing Wheels" (1987), in the shape that skynet gives it:
 * 256 near slots of one tick (1 ms), then levels of 64 slots, each slot of a level as wide as the whole level below.
 *
 *   near      256 slots × 1 ms            up to 256 ms ahead
 *   level 0    64 slots × 256 ms          up to 16 s
 *   level 1    64 slots × 16 s            up to 17 min
 *   …
 *   level 7    64 slots × 2^50 ms         beyond 2^53 ms
 *
 * The timers of a slot stand in one array, in order of insertion, and each knows its place: insert and remove are O(1). An array is one walk through memory.
 * With links from timer to timer, scripts in `wait(50)` took 1.2 to 1.3 times as long (1,000 of them, Node 20, at b5984f58). Arrays have to grow where a wheel
 * is new: to put in a million timers of 1 to 600 s took 70 ns each, 20 with links.
 *
 * Each thread in `wait(ms)` has a timer of its own. Up to 93c62d20 those that were due at the same moment stood in one list that had the timer: 460 lines more,
 * and up to 1.9 times the time for scripts whose moments differ. What it gained were crowds in step that no cache holds (bench/cases/resume.js, `a-wait`).
 *
 * A slot is two bytes, the number of its list: most wheels have few lists, and with eight bytes for each slot a wheel took a seventh of a room of 20 scripts.
 * The slots beyond 16 s are made when somebody waits so long. To look for the next slot with timers is one walk through these numbers, no further than time goes.
 */
import type { Listed } from '../collections/thread-list.js';

const NEAR = 256;
const WIDTH = 64;
const LEVELS = 8;
const SLOTS = NEAR + LEVELS * WIDTH;

/** Ticks in one slot of a level: 256 × 64^level. */
const SLOT_TICKS: readonly number[] = Array.from({ length: LEVELS + 1 }, (_, level) => NEAR * WIDTH ** level);

/** `index` of a list that stands in no slot. */
const OUT = -1;
/** This many empty lists keep long arrays for the next slots: they need not grow again. */
const SPARE = 16;
/** A list that is not longer than this keeps its holes, and its arrays. */
const SHORT = 32;

/** An element of the wheel: it knows its list, and its place there. */
export interface Timer extends Listed {
  ring(): void;
}

/** The timers of a slot, in order of insertion. One that is taken out leaves a hole. */
export class TimerList {
  /** What stands at `length` and behind it is empty. */
  readonly items: (Timer | null)[] = [];
  /** When each of them is due, in ms of its clock. */
  readonly deadlines: number[] = [];
  length = 0;
  /** How many of them are no holes. */
  size = 0;
  /** Its slot, or OUT. */
  index: number = OUT;
  /** Are they in the order of their deadlines? Not if those differ by fractions of a tick, or lie in the past. */
  isSorted = true;
  readonly #wheel: Wheel;
  /** Its place among those of the wheel. */
  number = 0;

  constructor(wheel: Wheel) {
    this.#wheel = wheel;
  }

  add(timer: Timer, deadlineMs: number): void {
    const { deadlines, length } = this;
    if (length > 0 && deadlineMs < (deadlines[length - 1] as number)) this.isSorted = false;
    timer.list = this;
    timer.slot = length;
    this.items[length] = timer;
    deadlines[length] = deadlineMs;
    this.length = length + 1;
    this.size++;
  }

  clear(slot: number): void {
    this.items[slot] = null;
    this.size--;
    if (this.index === OUT) return;
    this.#wheel.forget(this);
    if (this.length > SHORT && this.size < this.length / 2) this.#close();
  }

  #close(): void {
    const { items, deadlines, length } = this;
    this.empty();
    for (let i = 0; i < length; i++) {
      const timer = items[i] ?? null;
      items[i] = null;
      if (timer !== null) this.add(timer, deadlines[i] as number);
    }
    items.length = deadlines.length = this.length;
  }

  /** Puts them in the order of their deadlines. */
  sort(): void {
    this.#close();
    const deadlines = this.deadlines.slice();
    const timers = (this.items as Timer[]).slice();
    timers.sort((a, b) => (deadlines[a.slot] as number) - (deadlines[b.slot] as number));
    this.empty();
    timers.forEach((timer) => this.add(timer, deadlines[timer.slot] as number));
  }

  /** All its places are free. */
  empty(): void {
    this.length = this.size = 0;
    this.isSorted = true;
  }

  /** Each of them is due: they ring in order. Who rings may take out others. */
  ring(): void {
    for (let i = 0; i < this.length; i++) {
      const timer = this.items[i] ?? null;
      if (timer === null) continue;
      this.items[i] = null;
      timer.list = null;
      timer.ring();
    }
    this.#wheel.reuse(this);
  }
}

export class Wheel {
  /** Timers in the wheel. */
  count = 0;
  /** The tick that was visited last: every earlier one is empty. */
  #tick = 0;
  /** The tick at which the near slots begin anew. */
  #nextRound = NEAR;
  /** By number; 0 is that of no list. */
  readonly lists: (TimerList | null)[] = [null];
  /** By slot, the number of its list. */
  numbers: Uint16Array = new Uint16Array(NEAR + WIDTH);
  readonly #spare: TimerList[] = [];

  /** Puts a timer in; `deadlineMs` may lie in the past, it is then due at the next `advance`. */
  insert(timer: Timer, deadlineMs: number): void {
    this.#put(timer, deadlineMs);
    this.count++;
  }

  #put(timer: Timer, deadlineMs: number): void {
    const slot = this.#slotOf(Math.max(Math.floor(deadlineMs), this.#tick));
    (this.#listAt(slot) ?? this.#occupy(slot)).add(timer, deadlineMs);
  }

  #listAt(slot: number): TimerList | null {
    // The far slots may not be there. `lists[undefined]` is slower than `lists[0]`, also for those that come later.
    return this.lists[this.numbers[slot] ?? 0] as TimerList | null;
  }

  #occupy(slot: number): TimerList {
    const list = this.#spare.pop() ?? new TimerList(this);
    list.number ||= this.lists.push(list) - 1;
    list.index = slot;
    const { numbers } = this;
    if (slot >= numbers.length) (this.numbers = new Uint16Array(SLOTS)).set(numbers);
    this.numbers[slot] = list.number;
    return list;
  }

  #vacate(list: TimerList): void {
    const { index } = list;
    list.index = OUT;
    this.numbers[index] = 0;
  }

  /** Nobody stands in a list any more. */
  reuse(list: TimerList): void {
    list.empty();
    if (this.#spare.push(list) > SPARE && list.items.length > SHORT) list.items.length = list.deadlines.length = 0;
  }

  /** A timer has left its slot. */
  forget(list: TimerList): void {
    this.count--;
    if (list.size > 0) return;
    this.#vacate(list);
    this.reuse(list);
  }

  /**
   * Moves to `nowMs`. What is due is appended to `due`, a list for each tick: by deadline, then in order of insertion.
   */
  advance(nowMs: number, due: TimerList[]): void {
    const nowTick = Math.floor(nowMs);
    for (;;) {
      this.#collect(nowMs, due);
      if (this.#tick >= nowTick) return;
      this.#moveTo(this.count === 0 ? nowTick : Math.min(this.#nextOccupied(nowTick), nowTick));
    }
  }

  /** Takes what is due out of the slot of the current tick. */
  #collect(nowMs: number, due: TimerList[]): void {
    const list = this.#listAt(this.#slotOf(this.#tick));
    if (list === null) return;
    if (!list.isSorted) list.sort();
    let { length } = list;
    while (length > 0 && (list.deadlines[length - 1] as number) > nowMs) length--;
    if (length === 0) return;
    this.#vacate(list);
    this.#spread(list, length);
    this.count -= list.size;
    due.push(list);
  }

  /** Puts the timers of a list that stands in no slot any more, from a place on, into the slots of their deadlines. */
  #spread(list: TimerList, from: number): void {
    const { items, deadlines, length } = list;
    for (let i = from; i < length; i++) {
      const timer = items[i] ?? null;
      if (timer === null) continue;
      items[i] = null;
      list.size--;
      this.#put(timer, deadlines[i] as number);
    }
    list.length = from;
  }

  /**
   * Advances to a tick; slots of the levels whose range begins there are spread over the levels below, highest first.
   */
  #moveTo(tick: number): void {
    const before = this.#tick;
    this.#tick = tick;
    if (tick < this.#nextRound) return;
    this.#nextRound = (Math.floor(tick / NEAR) + 1) * NEAR;
    for (let level = LEVELS - 1; level >= 0; level--) {
      const width = SLOT_TICKS[level] as number;
      const index = Math.floor(tick / width);
      if (index === Math.floor(before / width)) continue;
      const list = this.#listAt(NEAR + level * WIDTH + (index % WIDTH));
      if (list === null) continue;
      this.#vacate(list);
      this.#spread(list, 0);
      this.reuse(list);
    }
  }

  /** The first tick after the current one at which something is due or has to be spread, or a later one than the last that is asked for. */
  #nextOccupied(lastTick: number): number {
    const { numbers } = this;
    const tick = this.#tick;
    const nearEnd = Math.min(lastTick + 1, this.#nextRound);
    const first = NEAR - this.#nextRound;
    for (let next = tick + 1; next < nearEnd; next++) if (numbers[next + first]) return next;
    if (nearEnd > lastTick) return nearEnd;
    for (let level = 0; level < LEVELS; level++) {
      const width = SLOT_TICKS[level] as number;
      const index = Math.floor(tick / width);
      for (let ahead = 1; ahead < WIDTH - (index % WIDTH); ahead++)
        if (numbers[NEAR + level * WIDTH + (index % WIDTH) + ahead]) return (index + ahead) * width;
    }
    return Infinity;
  }

  /** The lowest level whose current round still reaches `tick`. */
  #slotOf(tick: number): number {
    if (tick < this.#nextRound) return tick - this.#nextRound + NEAR;
    for (let level = 0; level < LEVELS; level++) {
      const round = SLOT_TICKS[level + 1] as number;
      if (Math.floor(tick / round) === Math.floor(this.#tick / round)) {
        return NEAR + level * WIDTH + (Math.floor(tick / (SLOT_TICKS[level] as number)) % WIDTH);
      }
    }
    return SLOTS - 1;
  }
}
