/** The state of the emission of one function. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import { type Emitter, locate } from '../../write/emitter.js';
import type { Temporary } from '../plan/place-names.js';
import { Sequence, type Suspension } from '../plan/sequence.js';
import type { Facts } from '../read/facts.js';
import type { Pauses } from '../read/pauses.js';
import type { Lasting, Step, Tools } from '../read/tools.js';
import type { Rewritten } from '../simplify/rewrite-variables.js';
import type { Simplified } from '../simplify/simplify.js';

/** The names that each lowered function has. */
export interface OwnNames {
  /** The frame; null in the first run. */
  readonly frame: string;
  /** The value with which a pause is resumed, and the value of each call that is tested. At the start the record of the function. */
  readonly value: string;
  /** The mode of the resume: 0 with a value, 1 with an error. */
  readonly mode: string;
  readonly self: string;
  readonly code: string;
  /** The number of the pause at which the function is resumed; 0 while it runs. */
  readonly pc: string;
}

/** What a `try` of the output holds. */
export interface Region {
  readonly body: Sequence;
  /** The pauses in it that stand in no `try` inside of it. */
  readonly pcs: number[];
  /** `finally`: it has a `finally` block, which must not run when a pause leaves it. `held`: it is a `finally` block, and that variable has its error. */
  readonly how: 'catch' | 'finally' | { readonly held: string };
}

/** The decisions that liveness makes before the statements are written. */
export interface Frame {
  /** Some code reads `$pc`: else whether there is a frame says enough. */
  readonly readsPc: boolean;
  /** `return $keep4($f, $c, $this, 1, …);` */
  leave(pause: Suspension): t.ReturnStatement;
}

/** Functions of the rooms above, which call each other through here: statements hold expressions, and these hold parts. */
interface Parts {
  expression(l: Lowering, seq: Sequence, node: t.Expression, isUsed?: boolean): t.Expression;
  list(l: Lowering, statements: readonly t.Statement[], into?: Sequence): Sequence;
}

export class Lowering {
  readonly types: Types;
  readonly emit: Emitter;
  readonly tools: Tools;
  readonly fn: Step;
  readonly pauses: Pauses;
  readonly own: OwnNames;
  readonly parts: Parts;
  readonly simple: Simplified;
  readonly rewritten: Rewritten;
  readonly suspensions: Suspension[] = [];
  /** Variables of the output that are declared at the head, and may live over a pause. */
  readonly locals: Set<string> = new Set();
  /** Variables of the output that hold nothing over a pause. */
  readonly passing: string[] = [];
  /** Each `switch ($pc)` of the dispatch. */
  readonly switches: Set<t.Node> = new Set();
  /** The numbers of the pauses in a `try`: an error with which one is resumed is thrown there, and not at the head. */
  readonly inTries: Set<number> = new Set();
  readonly #lasting: Map<string, Lasting>;
  readonly #temporaries: string[] = [];
  #inUse = 0;
  /** What each temporary has kept, in one statement after the other. */
  readonly #kept = new Map<string, Temporary[]>();
  /** Innermost first. */
  readonly #regions: Region[] = [];
  /** A `catch` sets `$pc` back to 0. */
  isSetBack = false;
  /** Known when all of the function is lowered: liveness needs its statements. They are written after that. */
  frame: Frame | undefined;
  #caught: string | undefined;
  #paused: string | undefined;

  constructor(
    facts: Facts,
    { own, parts, simple, rewritten }: Pick<Lowering, 'own' | 'parts' | 'simple' | 'rewritten'>,
  ) {
    const { tools, fn, pauses, lasting } = facts;
    this.tools = tools;
    this.types = tools.types;
    this.emit = tools.emit;
    this.fn = fn;
    this.pauses = pauses;
    this.#lasting = lasting;
    this.own = own;
    this.parts = parts;
    this.simple = simple;
    this.rewritten = rewritten;
  }

  id(name: string): t.Identifier {
    return this.types.identifier(name);
  }

  holds(node: t.Node | null | undefined): boolean {
    return this.pauses.holds(node);
  }

  /** See `lowerExpression`. */
  expression(seq: Sequence, node: t.Expression, isUsed = true): t.Expression {
    return this.parts.expression(this, seq, node, isUsed);
  }

  /** See `lowerList`. */
  list(statements: readonly t.Statement[], into?: Sequence): Sequence {
    return this.parts.list(this, statements, into);
  }

  /** Lowers what will stand in a `try`. */
  inRegion(how: Region['how'], lower: (body: Sequence) => void): Region {
    const region = { how, pcs: [], body: new Sequence() };
    this.#regions.unshift(region);
    lower(region.body);
    this.#regions.shift();
    return region;
  }

  statement(expression: t.Expression, at: t.Node): t.ExpressionStatement {
    return locate(this.types.expressionStatement(expression), at);
  }

  assign(name: string, value: t.Expression, at: t.Node): t.Statement {
    return this.statement(this.emit.assign(name, value), at);
  }

  /** A temporary, which is free again at the end of its statement. `role`: what it keeps there. */
  temporary(role: string): string {
    const index = this.#inUse++;
    let name = this.#temporaries[index];
    if (name === undefined) {
      name = this.tools.names.ofLoop(this.fn, '$t');
      this.#temporaries.push(name);
      this.locals.add(name);
    }
    const kept = this.#kept.get(name) ?? [];
    this.#kept.set(name, kept);
    kept.push({ role, from: this.suspensions.length });
    return name;
  }

  /** What a temporary keeps at the pause with this index; undefined if the name is not that of a temporary. */
  temporaryAt(name: string, pause: number): Temporary | undefined {
    return this.#kept.get(name)?.findLast(({ from }) => from <= pause);
  }

  /** Frees at the end the temporaries that `lower` takes. */
  inStatement(lower: () => void): void {
    const before = this.#inUse;
    lower();
    this.#inUse = before;
  }

  /** A variable of its own over pauses: the cursor of a loop. */
  nameLasting(stem: '$case' | '$cursor' | '$thrown', at: t.Node): string {
    const name = this.tools.names.ofLoop(this.fn, stem);
    this.#lasting.set(name, { role: stem.slice(1), at });
    this.locals.add(name);
    return name;
  }

  /** A variable that is used before the next pause. */
  nameBrief(stem: '$case' | '$kind'): string {
    const name = this.tools.names.ofLoop(this.fn, stem);
    this.passing.push(name);
    return name;
  }

  nameLabel(): string {
    return this.tools.names.ofLoop(this.fn, `$loop`);
  }

  /** The function pauses here. */
  suspend(seq: Sequence, { how, pc, at, test }: Pick<Suspension, 'how' | 'pc' | 'at' | 'test'>): void {
    const [innermost] = this.#regions;
    innermost?.pcs.push(pc);
    if (innermost) this.inTries.add(pc);
    const block = this.#regions.find((one) => typeof one.how === 'object');
    const held = (block?.how as { readonly held: string } | undefined)?.held;
    const flag = this.#regions.some((one) => one.how === 'finally') ? this.#pausedFlag() : undefined;
    const pause = { how, pc, at, test, flag, held, mark: this.types.returnStatement() };
    this.suspensions.push(pause);
    seq.addPause(pause);
  }

  /** `if ($c.waits($v = f())) return $keep4($f, $c, $this, 1, …);` */
  leave(pause: Suspension): t.Statement {
    const { types, emit } = this;
    const { test, flag, at } = pause;
    const left = this.frame?.leave(pause) ?? pause.mark;
    const PAUSED = flag!;
    const all = flag === undefined ? left : types.blockStatement([emit.statement('PAUSED = true;', { PAUSED }), left]);
    return test === undefined ? all : locate(types.ifStatement(test, all), at);
  }

  #pausedFlag(): string {
    if (this.#paused === undefined) this.passing.push((this.#paused = this.tools.names.ofLoop(this.fn, '$paused')));
    return this.#paused;
  }

  /** A `finally` block, which does not run when a pause leaves the `try`. */
  guardFinally(block: t.BlockStatement): t.BlockStatement {
    const { types } = this;
    const body = types.blockStatement([this.resetMode(), ...block.body]);
    return types.blockStatement([
      types.ifStatement(types.unaryExpression('!', this.id(this.#pausedFlag())), locate(body, block)),
    ]);
  }

  /** `$pc = $m = 0;`: the error with which the function was resumed has been caught. */
  resetMode(): t.Statement {
    this.isSetBack = true;
    return this.emit.statement('PC = MODE = 0;', { PC: this.own.pc, MODE: this.own.mode });
  }

  /** `$e`: the variable of the handlers that the output adds. */
  caughtName(): string {
    return (this.#caught ??= this.tools.names.parameter(this.fn, '$e'));
  }

  /** `$pc === 0`: the function runs, and is not on the way to a resume point. `$f === null` where no other code reads `$pc`. */
  testFresh(): t.Expression {
    return this.frame!.readsPc
      ? this.emit.expression('PC === 0', { PC: this.own.pc })
      : this.emit.expression('FRAME === null', { FRAME: this.own.frame });
  }

  testResumed(): t.Expression {
    return this.frame!.readsPc
      ? this.emit.expression('PC !== 0', { PC: this.own.pc })
      : this.emit.expression('FRAME !== null', { FRAME: this.own.frame });
  }

  /** `$pc = 0;` at a resume point. `at`: the pause. */
  resetPc(at: t.Node): t.Statement {
    return locate(this.emit.statement('PC = 0;', { PC: this.own.pc }), at);
  }
}
