/** What the analysis can ask; answers are sets, each the bits of one number. */
import type { types as t } from '@babel/core';
import type { Suspension } from '../sequence.js';

export type Answer = bigint;

export const NONE: Answer = 0n;

export interface Question {
  /** Whether `read` may add something: if not, nobody needs to know what functions use. */
  readonly asksReads: boolean;
  /** What a read of a variable adds. */
  onRead(name: string): Answer;
  /** What holds before an assignment to a variable. */
  onAssign(target: t.Identifier, after: Answer): Answer;
  /** What holds before a pause. */
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

  /** Of what is none of them: the empty set. */
  of(one: T): Answer {
    return this.#bits.get(one) ?? NONE;
  }

  /** Reads the digits: a function of an emulator has thousands of pauses, and few variables that are live at each. */
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
