/**
 * Random numbers that a seed decides. The state is one 32-bit number, so it can be saved and put back.
 * Source: mulberry32 by Tommy Ettinger (public domain).
 */
import type { RecordedScheduler } from '../threads/inbox.js';

export class Random {
  state: number;

  constructor(seed: number) {
    this.state = stateOf(seed);
  }

  /** The next number, 0 ≤ n < 1. */
  draw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  }
}

/** The random numbers of a scheduler. An app that never draws has none of this. */
export const randomOf = (scheduler: Pick<RecordedScheduler, 'random' | 'seed'>): Pick<Random, 'state' | 'draw'> =>
  (scheduler.random ??= new Random(scheduler.seed));

/** A whole number of 32 bits is its own state. Of every other number all 64 bits count: their halves are mixed. */
function stateOf(seed: number): number {
  if (seed === (seed | 0) || seed === seed >>> 0) return seed | 0;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, seed);
  return Math.imul(bits.getInt32(0), 0x9e3779b1) ^ bits.getInt32(4);
}
