/** What the parts that lower one function work with. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import { type Emitter, locate } from '../../write/emitter.js';
import type { Hoisted, Hoisting } from '../plan/hoisting.js';
import type { NormalForm } from '../simplify/normal-form.js';
import type { Pauses } from '../read/pauses.js';
import type { Temporary } from '../plan/place-names.js';
import type { Sequence, Suspension } from '../plan/sequence.js';
import type { Lasting, Step, Tools } from '../read/tools.js';
import type { Bindings } from '../simplify/iteration-bindings.js';

/** The names that each lowered function has. */
export interface OwnNames {
  /** The frame; null in the first run. */
  readonly frame: string;
  /** What comes back from a pause, and the value of each call that is tested. In the first run the function's record. */
  readonly value: string;
  /** How it comes back: 0 a value, 1 an error, 2 it is to be unwound. */
  readonly mode: string;
  readonly self: string;
  readonly code: string;
  /** Where it goes on; 0 while it runs. */
  readonly pc: string;
}

/** What a `try` of the output holds: the pauses that stand in it and in no `try` inside of that. */
export interface Region {
  /** `finally`: it has a block that must not run when a pause leaves it. A name: it is such a block that pauses, and holds back that. */
  readonly how: 'catch' | 'finally' | { readonly held: string };
  readonly pcs: number[];
}

/** What is planned before the statements of a function are written. */
export interface Frame {
  /** More than one point, or something around it, reads `$pc`. */
  readonly readsPc: boolean;
  /** `return $keep4($f, $c, $this, 1, …);` */
  leave(pause: Suspension): t.ReturnStatement;
}

/** What the parts that lower call of each other: a statement holds expressions, and these hold parts. */
interface Parts {
  expression(l: Lowering, seq: Sequence, node: t.Expression, isUsed?: boolean): t.Expression;
  list(l: Lowering, statements: readonly t.Statement[]): Sequence;
}

export class Lowering {
  readonly types: Types;
  readonly emit: Emitter;
  readonly tools: Tools;
  readonly fn: Step;
  readonly pauses: Pauses;
  readonly own: OwnNames;
  /** Names whose values nothing changes between two parts of an expression. */
  readonly isSettled: (name: string) => boolean;
  readonly suspensions: Suspension[] = [];
  /** Variables of the output that are declared at the head, and may live over a pause. */
  readonly locals: Set<string> = new Set();
  /** Variables that hold nothing over a pause. */
  readonly passing: string[] = [];
  /** Each `switch ($pc)`. */
  readonly switches: Set<t.Node> = new Set();
  /** The pauses that stand in a `try`: what comes back as an error is thrown there. */
  readonly inTries: Set<number> = new Set();
  /** Boxes of a `for (let …)`, which each iteration has anew. */
  readonly boxesOfLoops: Map<t.Node, readonly Hoisted[]>;
  /** What an engine calls a member that is called, `this.leap`, by calls whose arguments pause. */
  readonly calleeTexts: ReadonlyMap<t.Node, string>;
  /** What comes before a `switch`, by it. */
  readonly openings: ReadonlyMap<t.Node, readonly t.Statement[]>;
  readonly parts: Parts;
  readonly normal: NormalForm;
  /** Variables that are none of the source. */
  readonly lasting: Map<string, Lasting>;
  readonly bounds: Bindings;
  readonly hoisting: Hoisting;
  readonly #temporaries: string[] = [];
  #inUse = 0;
  /** What each temporary has kept, in one statement after the other. */
  readonly #kept = new Map<string, Temporary[]>();
  /** Innermost first. */
  readonly #regions: Region[] = [];
  /** A `catch` sets `$pc` back. */
  isSetBack = false;
  /** Is there as soon as all of the function is lowered, and liveness is known: before its statements are written. */
  frame: Frame | undefined;
  #caught: string | undefined;
  #paused: string | undefined;

  constructor(
    tools: Tools,
    given: Pick<
      Lowering,
      | 'fn'
      | 'pauses'
      | 'own'
      | 'isSettled'
      | 'boxesOfLoops'
      | 'openings'
      | 'calleeTexts'
      | 'parts'
      | 'normal'
      | 'lasting'
      | 'bounds'
      | 'hoisting'
    >,
  ) {
    this.tools = tools;
    this.types = tools.types;
    this.emit = tools.emit;
    this.fn = given.fn;
    this.pauses = given.pauses;
    this.own = given.own;
    this.isSettled = given.isSettled;
    this.boxesOfLoops = given.boxesOfLoops;
    this.openings = given.openings;
    this.calleeTexts = given.calleeTexts;
    this.parts = given.parts;
    this.normal = given.normal;
    this.lasting = given.lasting;
    this.bounds = given.bounds;
    this.hoisting = given.hoisting;
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

  list(statements: readonly t.Statement[]): Sequence {
    return this.parts.list(this, statements);
  }

  /** Lowers something that will stand in a `try`. */
  inRegion(how: Region['how'], lower: () => void): Region {
    const region = { how, pcs: [] };
    this.#regions.unshift(region);
    lower();
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

  /** What a temporary keeps at a pause, given by its index among the `suspensions`; undefined if the name is that of another variable. */
  temporaryAt(name: string, pause: number): Temporary | undefined {
    return this.#kept.get(name)?.findLast(({ from }) => from <= pause);
  }

  /** What is evaluated in a statement needs its temporaries only there. */
  inStatement(lower: () => void): void {
    const before = this.#inUse;
    lower();
    this.#inUse = before;
  }

  /** A variable of its own over pauses: the cursor of a loop. */
  nameLasting(stem: '$case' | '$cursor' | '$thrown', at: t.Node): string {
    const name = this.tools.names.ofLoop(this.fn, stem);
    this.lasting.set(name, { role: stem.slice(1), at });
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

  /** `$pc = $m = 0;`: an error that came back has been caught. */
  resetMode(): t.Statement {
    this.isSetBack = true;
    return this.emit.statement('PC = MODE = 0;', { PC: this.own.pc, MODE: this.own.mode });
  }

  /** What errors are called that are caught here. */
  caughtName(): string {
    return (this.#caught ??= this.tools.names.parameter(this.fn, '$e'));
  }

  /** `$pc === 0`: nothing has been resumed, or it is over. Where nothing else reads `$pc`, whether there is a frame says the same. */
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

  /** `at`: what paused. */
  resetPc(at: t.Node): t.Statement {
    return locate(this.emit.statement('PC = 0;', { PC: this.own.pc }), at);
  }
}
