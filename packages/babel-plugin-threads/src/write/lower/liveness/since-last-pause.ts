/**
 * What may have happened to the variables of a function since its last pause, if it has a frame then. So a pause writes only what its
 * frame does not hold.
 */
import type { types as t } from '@babel/core';
import { childrenOf, isFunctionNode } from '../../../babel/ast.js';
import { analyse, type Given } from './flow.js';
import { type Answer, Bits, NONE, type Question } from './question.js';

export interface SinceLast {
  /** The pauses that may have been the last one before it. */
  readonly last: ReadonlySet<t.Node>;
  /** The variables that may have been assigned to since. */
  readonly assigned: ReadonlySet<string>;
}

/** By the calls of the pauses. */
export function sinceLastPause(given: Given): Map<t.Node, SinceLast> {
  const question = new NextPauses(given);
  analyse(given, question);
  return question.sinceLast(given.leavings);
}

/** The answer is the set of the pauses that may be the next one. */
class NextPauses implements Question {
  readonly #bits: Bits<t.Node>;
  /** Names that are assigned to before there is a frame. */
  readonly #early: ReadonlySet<t.Node>;
  /** The pauses before which a name may be assigned to, with no other one between, and those that may come next after a pause. */
  readonly #afterAssigning = new Map<string, Answer>();
  readonly #afterPause = new Map<t.Node, Answer>();

  constructor(given: Given) {
    this.#bits = new Bits(given.leavings);
    this.#early = beforeFirst(given);
  }

  read(): Answer {
    return NONE;
  }

  assigned(target: t.Identifier, after: Answer): Answer {
    if (!this.#early.has(target)) add(this.#afterAssigning, target.name, after);
    return after;
  }

  paused(call: t.Node, after: Answer): Answer {
    add(this.#afterPause, call, after);
    return this.#bits.of(call);
  }

  sinceLast(leavings: ReadonlySet<t.Node>): Map<t.Node, SinceLast> {
    const since = new Map(
      Array.from(leavings, (call) => [call, { last: new Set<t.Node>(), assigned: new Set<string>() }] as const),
    );
    for (const [call, after] of this.#afterPause)
      for (const next of this.#bits.in(after)) since.get(next)!.last.add(call);
    for (const [name, after] of this.#afterAssigning)
      for (const next of this.#bits.in(after)) since.get(next)!.assigned.add(name);
    return since;
  }
}

function add<T>(answers: Map<T, Answer>, key: T, answer: Answer): void {
  answers.set(key, (answers.get(key) ?? NONE) | answer);
}

/** The names that stand before the first pause, and in no loop with one: they are evaluated once, without a frame. */
function beforeFirst({ types, body, leavings }: Given): Set<t.Node> {
  const found = new Set<t.Node>();
  const holds = (node: t.Node): boolean =>
    leavings.has(node) || (!isFunctionNode(types, node) && childrenOf(types, node).some(holds));
  /** Gives whether a pause was reached. */
  const visit = (node: t.Node): boolean => {
    if (isFunctionNode(types, node)) return false;
    if (leavings.has(node) || (types.isLoop(node) && holds(node))) return true;
    if (types.isIdentifier(node)) found.add(node);
    return childrenOf(types, node).some(visit);
  };
  body.some(visit);
  return found;
}
