/** Which variables are live behind each pause of a function: those whose value may still be read. */
import type { types as t } from '@babel/core';
import { eachStatement } from '../../../babel/ast.js';
import type { Types } from '../../../babel/types.js';
import type { Suspension } from '../sequence.js';
import { analyse, type LoweredBody } from './flow.js';
import { type Answer, Bits, NONE, type Question } from './question.js';

/** The names that are live behind each pause. */
export function liveAtPauses(given: LoweredBody, names: readonly string[]): Map<Suspension, Set<string>> {
  const liveness = new Liveness(given, names);
  analyse(given, liveness);
  return new Map([...liveness.pauses].map(([pause, live]) => [pause, new Set(liveness.bits.in(live))]));
}

class Liveness implements Question {
  readonly asksReads = true;
  readonly pauses = new Map<Suspension, Answer>();
  readonly bits: Bits<string>;
  /** Names that a block declares, too: an assignment may be to the variable of the block. */
  readonly #shadowed = new Set<string>();

  constructor({ types, body }: LoweredBody, names: readonly string[]) {
    this.bits = new Bits(names);
    for (const one of body) findDeclared(types, one, this.#shadowed);
  }

  onRead(name: string): Answer {
    return this.bits.of(name);
  }

  onAssign({ name }: t.Identifier, after: Answer): Answer {
    return this.#shadowed.has(name) ? after : after & ~this.bits.of(name);
  }

  onPause(pause: Suspension, after: Answer): Answer {
    this.pauses.set(pause, (this.pauses.get(pause) ?? NONE) | after);
    return after;
  }
}

/** Names that blocks declare. */
function findDeclared(types: Types, node: t.Node, found: Set<string>): void {
  switch (node.type) {
    case 'ClassDeclaration':
      return addNames(types, node.id, found);
    case 'VariableDeclaration':
      return addNames(types, node, found);
    case 'CatchClause':
      addNames(types, node.param, found);
      break;
    case 'BlockStatement':
      addFunctions(types, node.body, found);
      break;
    case 'SwitchCase':
      addFunctions(types, node.consequent, found);
  }
  eachStatement(types, node, (child) => findDeclared(types, child, found));
}

function addFunctions(types: Types, statements: readonly t.Statement[], found: Set<string>): void {
  for (const one of statements) if (one.type === 'FunctionDeclaration') addNames(types, one.id, found);
}

function addNames(types: Types, declared: t.Node | null | undefined, found: Set<string>): void {
  if (declared) for (const name of Object.keys(types.getBindingIdentifiers(declared))) found.add(name);
}
