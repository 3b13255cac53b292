/**
 * Backward analysis of a function over its statements as they are lowered, with their temporaries, and without a dispatch. What is asked is a
 * `Question`; the answer is a set for each point. A pause counts as passed: what is behind it is where the function is resumed.
 */
import type { types as t } from '@babel/core';
import type { Types } from '../../../babel/types.js';
import type { Tools } from '../../read/tools.js';
import type { Suspension } from '../sequence.js';
import { Expressions } from './expressions.js';
import { type Answer, NONE, type Question } from './question.js';

export interface LoweredBody {
  readonly types: Types;
  readonly marks: Tools['marks'];
  readonly body: readonly t.Statement[];
  /** By what stands for its `return`. */
  readonly pauses: ReadonlyMap<t.Node, Suspension>;
}

/** Asks the question for the whole function. */
export function analyse(given: LoweredBody, question: Question): void {
  new Flow(given, question).list(given.body, NONE);
}

/** What a jump can lead to. */
interface JumpTarget {
  readonly labels: readonly string[];
  /** A `break` without a label leaves it. */
  readonly isPlain: boolean;
  /** The answer behind it. */
  readonly leaving: Answer;
  /** Of a loop: that where its next iteration begins. */
  readonly next: Answer | undefined;
}

/** A block that runs before a jump out of its `try`. */
interface Finally {
  readonly finalizer: t.BlockStatement;
  /** What holds at the handlers around it. */
  readonly caught: Answer;
}

/** `true` and `false` are not evaluated; undefined for any other test. */
const constantOf = (test: t.Expression): boolean | undefined =>
  test.type === 'BooleanLiteral' ? test.value : undefined;

class Flow {
  readonly #given: LoweredBody;
  readonly #question: Question;
  readonly #reading: Expressions;
  /** The innermost last. */
  readonly #targets: (JumpTarget | Finally)[] = [];
  /** What held where an iteration begins: it only grows. */
  readonly #loops = new Map<t.Node, Answer>();

  constructor(given: LoweredBody, question: Question) {
    this.#given = given;
    this.#question = question;
    this.#reading = new Expressions(given, question);
  }

  list(statements: readonly t.Statement[], after: Answer): Answer {
    let live = after;
    for (let i = statements.length - 1; i >= 0; i--)
      if (statements[i]!.type !== 'FunctionDeclaration') live = this.#statement(statements[i]!, live);
    // Declared functions are made where their block begins.
    for (const one of statements) if (one.type === 'FunctionDeclaration') live = this.#reading.before(one, live);
    return live;
  }

  #statement(node: t.Statement, after: Answer, labels: readonly string[] = []): Answer {
    const reading = this.#reading;
    switch (node.type) {
      case 'ExpressionStatement':
        return reading.before(node.expression, after);
      case 'VariableDeclaration':
        return node.declarations
          .toReversed()
          .reduce((live, { id, init }) => reading.before(init, init ? reading.target(id, live) : live), after);
      case 'BlockStatement':
        return this.list(node.body, after);
      case 'IfStatement':
        return this.#if(node, after);
      case 'ReturnStatement':
        return this.#return(node, after);
      case 'ThrowStatement':
        return reading.before(node.argument, reading.caught);
      case 'BreakStatement':
      case 'ContinueStatement':
        return this.#jump(node);
      case 'LabeledStatement':
        return this.#labeled(node, after, labels);
      case 'SwitchStatement':
        return this.#switch(node, after, labels);
      case 'TryStatement':
        return this.#try(node, after);
      default:
        return this.#given.types.isLoop(node) ? this.#loop(node, after, labels) : reading.before(node, after);
    }
  }

  #if({ test, consequent, alternate }: t.IfStatement, after: Answer): Answer {
    const way = constantOf(test);
    const taken = way === false ? after : this.#statement(consequent, after);
    if (way === true) return taken;
    const other = alternate ? this.#statement(alternate, after) : after;
    return way === false ? other : this.#reading.before(test, taken | other);
  }

  #return(node: t.ReturnStatement, after: Answer): Answer {
    const pause = this.#given.pauses.get(node);
    if (pause === undefined)
      return this.#reading.before(
        node.argument,
        this.#left(() => undefined),
      );
    const before = this.#question.paused(pause, after);
    return pause.held === undefined ? before : before | this.#question.read(pause.held);
  }

  #jump({ type, label }: t.BreakStatement | t.ContinueStatement): Answer {
    const isContinue = type === 'ContinueStatement';
    return this.#left((target) => {
      const isPlain = isContinue ? target.next !== undefined : target.isPlain;
      const isIt = label ? target.labels.includes(label.name) : isPlain;
      return isIt ? (isContinue ? target.next : target.leaving) : undefined;
    });
  }

  /** What is live where a jump leads to, or behind the function; the `finally` blocks between run before. */
  #left(at: (target: JumpTarget) => Answer | undefined): Answer {
    let live: Answer | undefined;
    let n = this.#targets.length;
    while (live === undefined && n > 0) {
      const target = this.#targets[--n]!;
      if ('leaving' in target) live = at(target);
    }
    live ??= NONE;
    for (const [i, target] of [...this.#targets].entries())
      if (i >= n && 'finalizer' in target) live = this.#finalized(target, i, live);
    return live | this.#reading.caught;
  }

  /** Before a `finally` block, in the statements around it. */
  #finalized({ finalizer, caught }: Finally, depth: number, after: Answer): Answer {
    const inner = this.#targets.splice(depth);
    const before = this.#reading.caught;
    this.#reading.caught = caught;
    const live = this.#statement(finalizer, after | caught);
    this.#reading.caught = before;
    this.#targets.push(...inner);
    return live;
  }

  #within<T>(target: JumpTarget | Finally, read: () => T): T {
    this.#targets.push(target);
    const result = read();
    this.#targets.pop();
    return result;
  }

  #labeled({ body, label }: t.LabeledStatement, after: Answer, labels: readonly string[]): Answer {
    const all = [...labels, label.name];
    if (this.#given.types.isLoop(body) || body.type === 'LabeledStatement' || body.type === 'SwitchStatement')
      return this.#statement(body, after, all);
    const place = { labels: all, isPlain: false, leaving: after, next: undefined };
    return this.#within(place, () => this.#statement(body, after));
  }

  #switch({ discriminant, cases }: t.SwitchStatement, after: Answer, labels: readonly string[]): Answer {
    const entries: Answer[] = [];
    this.#within({ labels, isPlain: true, leaving: after, next: undefined }, () => {
      let live = after;
      for (let i = cases.length - 1; i >= 0; i--) entries.push((live = this.list(cases[i]!.consequent, live)));
    });
    const hasDefault = cases.some(({ test }) => !test);
    const all = entries.reduce((live, one) => live | one, hasDefault ? NONE : after);
    const asked = cases.toReversed().reduce((live, { test }) => live | this.#reading.before(test, live), all);
    return this.#reading.before(discriminant, asked);
  }

  #loop(node: t.Loop, after: Answer, labels: readonly string[]): Answer {
    const reading = this.#reading;
    if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
      const { left } = node;
      const target = left.type === 'VariableDeclaration' ? left.declarations[0]!.id : left;
      const live = this.#untilSettled(node, (next) => {
        const place = { labels, isPlain: true, leaving: after, next };
        return after | this.#within(place, () => reading.target(target, this.#statement(node.body, next)));
      });
      return reading.before(node.right, live);
    }
    const { test } = node;
    const way = test ? constantOf(test) : true;
    const asked = (inside: Answer): Answer => {
      if (way !== undefined) return way ? inside : after;
      return reading.before(test, inside | after);
    };
    const begin = this.#untilSettled(node, (live) => {
      const update = node.type === 'ForStatement' ? node.update : undefined;
      const next = node.type === 'DoWhileStatement' ? asked(live) : reading.before(update, live);
      const place = { labels, isPlain: true, leaving: after, next };
      const inside = this.#within(place, () => this.#statement(node.body, next));
      return node.type === 'DoWhileStatement' ? inside : asked(inside);
    });
    if (node.type !== 'ForStatement' || !node.init) return begin;
    return node.init.type === 'VariableDeclaration'
      ? this.#statement(node.init, begin)
      : reading.before(node.init, begin);
  }

  /** Where an iteration begins: a fixed point. */
  #untilSettled(node: t.Node, read: (live: Answer) => Answer): Answer {
    let live = this.#loops.get(node) ?? NONE;
    for (;;) {
      const before = live;
      live |= read(live);
      if (live === before) break;
    }
    this.#loops.set(node, live);
    return live;
  }

  /** What the handler reads is live in the whole block, as any part of it may throw. */
  #try({ block, handler, finalizer }: t.TryStatement, after: Answer): Answer {
    if (!finalizer) return this.#caught(block, handler, after);
    const { caught } = this.#reading;
    const target = { finalizer, caught };
    const depth = this.#targets.length;
    this.#reading.caught = this.#finalized(target, depth, caught);
    const behind = this.#finalized(target, depth, after);
    const live = this.#within(target, () => this.#caught(block, handler, behind | this.#reading.caught));
    this.#reading.caught = caught;
    return live | caught;
  }

  #caught(block: t.BlockStatement, handler: t.CatchClause | null | undefined, after: Answer): Answer {
    if (!handler) return this.#statement(block, after);
    const { caught } = this.#reading;
    const body = this.#statement(handler.body, after);
    const handled = handler.param ? this.#reading.target(handler.param, body) : body;
    this.#reading.caught = handled | caught;
    const live = this.#statement(block, after | this.#reading.caught);
    this.#reading.caught = caught;
    return live;
  }
}
