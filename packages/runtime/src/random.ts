/**
 * Random numbers that a seed decides. The state is one 32-bit number, so it can be saved and put back.
 * Source: mulberry32 by Tommy Ettinger (public domain).
 */
export class Random {
  state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** The next number, 0 ≤ n < 1. */
  draw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  }
}
