/**
 * What may have been assigned since the last pause of a function that has a frame: a pause that reuses its frame writes only that.
 */
import type { types as t } from '@babel/core';
import { someChild } from '../../../babel/ast.js';
import type { Suspension } from '../sequence.js';
import { analyse, type LoweredBody } from './flow.js';
import { type Answer, Bits, NONE, type Question } from './question.js';

/** What may have happened before a pause since the last one. */
export interface SinceLast {
  /** The pauses that may have been the last one before it. */
  readonly last: readonly Suspension[];
  /** The variables that may have been assigned to since. */
  readonly assigned: ReadonlySet<string>;
}

export interface LastPauses {
  /** The pauses that may come after another one, or after themselves. */
  readonly later: ReadonlySet<Suspension>;
  /** Computed for one pause at a time: in a loop with thousands of pauses, each may come after each other one. */
  before(pause: Suspension): SinceLast;
}

export function sinceLastPause(given: LoweredBody): LastPauses {
  const question = new NextPauses(given);
  analyse(given, question);
  return question;
}

/** The answer is the set of the pauses that may be the next one. */
class NextPauses implements Question, LastPauses {
  readonly asksReads = false;
  readonly #bits: Bits<Suspension>;
  /** Names that are assigned to before there is a frame. */
  readonly #early: ReadonlySet<t.Node>;
  /** The pauses before which a name may be assigned to, with no other one between, and those that may come next after a pause. */
  readonly #afterAssigning = new Map<string, Answer>();
  readonly #afterPause = new Map<Suspension, Answer>();

  constructor(given: LoweredBody) {
    this.#bits = new Bits(given.pauses.values());
    this.#early = beforeFirst(given);
  }

  onRead(): Answer {
    return NONE;
  }

  onAssign(target: t.Identifier, after: Answer): Answer {
    if (!this.#early.has(target)) add(this.#afterAssigning, target.name, after);
    return after;
  }

  onPause(pause: Suspension, after: Answer): Answer {
    add(this.#afterPause, pause, after);
    return this.#bits.of(pause);
  }

  get later(): ReadonlySet<Suspension> {
    let all = NONE;
    for (const after of this.#afterPause.values()) all |= after;
    return new Set(this.#bits.in(all));
  }

  before(pause: Suspension): SinceLast {
    const bit = this.#bits.of(pause);
    const leadingTo = <T>(answers: ReadonlyMap<T, Answer>): T[] =>
      [...answers].flatMap(([one, after]) => ((after & bit) === NONE ? [] : [one]));
    return { last: leadingTo(this.#afterPause), assigned: new Set(leadingTo(this.#afterAssigning)) };
  }
}

function add<T>(answers: Map<T, Answer>, key: T, answer: Answer): void {
  answers.set(key, (answers.get(key) ?? NONE) | answer);
}

/** The names before the first pause, and in no loop with a pause: their code runs only while there is no frame. */
function beforeFirst({ types, body, pauses }: LoweredBody): Set<t.Node> {
  const found = new Set<t.Node>();
  const holds = (node: t.Node): boolean =>
    pauses.has(node) || (!types.isFunction(node) && someChild(types, node, holds));
  /** Gives whether a pause was reached. */
  const visit = (node: t.Node): boolean => {
    if (types.isFunction(node)) return false;
    if (pauses.has(node) || (types.isLoop(node) && holds(node))) return true;
    if (types.isIdentifier(node)) found.add(node);
    return someChild(types, node, visit);
  };
  body.some(visit);
  return found;
}
