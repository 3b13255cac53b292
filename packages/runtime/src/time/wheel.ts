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
 * A slot is a doubly linked FIFO list whose nodes are the timers themselves: insert and remove are O(1).
 * One bit for each slot shows whether the slot holds a timer, so that idle time is skipped in one jump.
 */
const NEAR = 256;
const WIDTH = 64;
const LEVELS = 8;
const SLOTS = NEAR + LEVELS * WIDTH;

/** `wheelSlot` of a timer that is in no wheel. */
export const OUT = -1;
/** `wheelSlot` of a timer that `advance` has handed out; `remove` takes that back, too. */
export const DUE = -2;

const EMPTY: readonly null[] = Array.from({ length: SLOTS }, () => null);
/** Ticks in one slot of a level: 256 × 64^level. */
const SLOT_TICKS: readonly number[] = Array.from({ length: LEVELS + 1 }, (_, level) => NEAR * WIDTH ** level);

/** An element of the wheel. The wheel alone writes the fields that start with `wheel`. */
export interface Timer {
  /** When it is due, in ms of its clock. */
  deadlineMs: number;
  /** Its slot, or OUT, or DUE. */
  wheelSlot: number;
  prev: Timer | null;
  next: Timer | null;
}

export class Wheel {
  /** Timers in the wheel. */
  count = 0;
  /** The tick that was visited last: every earlier one is empty. */
  #tick = 0;
  readonly #heads: (Timer | null)[] = EMPTY.slice();
  readonly #tails: (Timer | null)[] = EMPTY.slice();
  /** A bit for each slot, 32 slots a word. */
  readonly #occupied = new Int32Array(SLOTS / 32);

  /** Puts a timer in; `deadlineMs` may lie in the past, it is then due at the next `advance`. */
  insert(timer: Timer, deadlineMs: number): void {
    timer.deadlineMs = deadlineMs;
    this.#link(timer);
    this.count++;
  }

  /** Takes a timer out; nothing happens if it is not in. */
  remove(timer: Timer): void {
    const slot = timer.wheelSlot;
    if (slot < 0) {
      timer.wheelSlot = OUT;
      return;
    }
    const { prev, next } = timer;
    if (prev === null) this.#heads[slot] = next;
    else prev.next = next;
    if (next === null) this.#tails[slot] = prev;
    else next.prev = prev;
    if (this.#heads[slot] === null) this.#clear(slot);
    timer.wheelSlot = OUT;
    timer.prev = timer.next = null;
    this.count--;
  }

  /**
   * Moves to `nowMs` and appends what is due to `due`: by deadline, then in order of insertion. The code that handles
   * one of them may remove others: check that a timer is still DUE when its turn comes.
   */
  advance(nowMs: number, due: Timer[]): void {
    const nowTick = Math.floor(nowMs);
    while (this.count > 0) {
      this.#collect(nowMs, due);
      if (this.#tick >= nowTick) return;
      const next = this.#nextOccupied();
      if (next > nowTick) break;
      this.#moveTo(next);
    }
    if (nowTick > this.#tick) this.#moveTo(nowTick);
    this.#collect(nowMs, due);
  }

  /** Takes what is due out of the slot of the current tick. Within a tick the deadlines may differ by fractions. */
  #collect(nowMs: number, due: Timer[]): void {
    const slot = this.#tick % NEAR;
    const from = due.length;
    let sorted = true;
    for (let timer = this.#heads[slot] ?? null; timer !== null;) {
      const next: Timer | null = timer.next;
      if (timer.deadlineMs <= nowMs) {
        this.remove(timer);
        timer.wheelSlot = DUE;
        if (due.length > from && due.at(-1)!.deadlineMs > timer.deadlineMs) sorted = false;
        due.push(timer);
      }
      timer = next;
    }
    if (sorted) return;
    const tail = due.splice(from).sort((a, b) => a.deadlineMs - b.deadlineMs);
    for (const timer of tail) due.push(timer);
  }

  /**
   * Advances to a tick; slots of the levels whose range begins there are spread over the levels below, highest first.
   */
  #moveTo(tick: number): void {
    const before = this.#tick;
    this.#tick = tick;
    for (let level = LEVELS - 1; level >= 0; level--) {
      const width = SLOT_TICKS[level] as number;
      const index = Math.floor(tick / width);
      if (index === Math.floor(before / width)) continue;
      const slot = NEAR + level * WIDTH + (index % WIDTH);
      let timer = this.#heads[slot] ?? null;
      if (timer === null) continue;
      this.#heads[slot] = this.#tails[slot] = null;
      this.#clear(slot);
      while (timer !== null) {
        const next: Timer | null = timer.next;
        this.#link(timer);
        timer = next;
      }
    }
  }

  /** The first tick after the current one at which something is due or has to be spread; Infinity if there is none. */
  #nextOccupied(): number {
    const tick = this.#tick;
    const near = this.#nextBit(0, (tick % NEAR) + 1, NEAR);
    if (near >= 0) return tick - (tick % NEAR) + near;
    for (let level = 0; level < LEVELS; level++) {
      const width = SLOT_TICKS[level] as number;
      const index = Math.floor(tick / width) % WIDTH;
      const slot = this.#nextBit(NEAR + level * WIDTH, index + 1, WIDTH);
      if (slot >= 0) return (Math.floor(tick / width) - index + slot) * width;
    }
    return Infinity;
  }

  /** The first set bit at or after `from` among the `length` bits that begin at `base` (a multiple of 32), or -1. */
  #nextBit(base: number, from: number, length: number): number {
    for (let bit = from; bit < length; bit = (bit | 31) + 1) {
      const word = ((this.#occupied[(base + bit) >>> 5] as number) >>> (bit & 31)) << (bit & 31);
      if (word !== 0) return (bit & ~31) + (31 - Math.clz32(word & -word));
    }
    return -1;
  }

  #link(timer: Timer): void {
    const slot = this.#slotOf(Math.max(Math.floor(timer.deadlineMs), this.#tick));
    const tail = this.#tails[slot] ?? null;
    timer.wheelSlot = slot;
    timer.prev = tail;
    timer.next = null;
    this.#tails[slot] = timer;
    if (tail !== null) {
      tail.next = timer;
      return;
    }
    this.#heads[slot] = timer;
    this.#occupied[slot >>> 5]! |= 1 << (slot & 31);
  }

  /** The lowest level whose current round still reaches `tick`. */
  #slotOf(tick: number): number {
    if (Math.floor(tick / NEAR) === Math.floor(this.#tick / NEAR)) return tick % NEAR;
    for (let level = 0; level < LEVELS; level++) {
      const round = SLOT_TICKS[level + 1] as number;
      if (Math.floor(tick / round) === Math.floor(this.#tick / round)) {
        return NEAR + level * WIDTH + (Math.floor(tick / (SLOT_TICKS[level] as number)) % WIDTH);
      }
    }
    return SLOTS - 1;
  }

  #clear(slot: number): void {
    this.#occupied[slot >>> 5]! &= ~(1 << (slot & 31));
  }
}
