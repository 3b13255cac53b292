/** What a backward analysis looks for. Its answers are sets: the bits of one number. */
import type { types as t } from '@babel/core';
import type { Suspension } from '../sequence.js';

export type Answer = bigint;

export const NONE: Answer = 0n;

export interface Question {
  /** Does `onRead` add something? If not, the free variables of functions are not read. */
  readonly asksReads: boolean;
  /** What the read of a variable adds to the answer. */
  onRead(name: string): Answer;
  /** The answer before an assignment to a variable. */
  onAssign(target: t.Identifier, after: Answer): Answer;
  /** The answer before a pause. */
  onPause(pause: Suspension, after: Answer): Answer;
}

/** Numbers things, and gives sets of them. */
export class Bits<T> {
  readonly #all: readonly T[];
  readonly #bits: Map<T, Answer>;

  constructor(all: Iterable<T>) {
    this.#all = [...all];
    this.#bits = new Map(this.#all.map((one, n) => [one, 1n << BigInt(n)]));
  }

  /** The set of one thing; the empty set if it has no number. */
  of(one: T): Answer {
    return this.#bits.get(one) ?? NONE;
  }

  /** Reads digits, not bits, as sets of thousands of things are mostly empty. */
  in(answer: Answer): T[] {
    const found: T[] = [];
    const digits = answer.toString(16);
    for (let at = digits.length - 1, n = 0; at >= 0; at--, n += 4) {
      if (digits[at] === '0') continue;
      const four = Number.parseInt(digits[at]!, 16);
      for (let bit = 0; bit < 4; bit++) if ((four >> bit) & 1) found.push(this.#all[n + bit]!);
    }
    return found;
  }
}
