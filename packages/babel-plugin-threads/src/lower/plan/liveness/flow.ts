/**
 * Backward analysis of a function over its lowered statements, with their temporaries, and without a dispatch. A `Question` says what is looked for; the answer
 * at each point is a set. Control flows through a pause to its resume point.
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
  /** By the `return` that stands for each: see `Suspension.mark`. */
  readonly pauses: ReadonlyMap<t.Node, Suspension>;
}

/** Asks the question for the whole function. */
export function analyse(given: LoweredBody, question: Question): void {
  new Flow(given, question).visitList(given.body, NONE);
}

/** A statement that a jump can leave or continue. */
interface JumpTarget {
  readonly labels: readonly string[];
  /** A `break` without a label leaves it. */
  readonly isPlain: boolean;
  /** The answer behind it. */
  readonly leaving: Answer;
  /** For a loop the answer where its next iteration begins. */
  readonly next: Answer | undefined;
}

/** A block that runs before a jump out of its `try`. */
interface Finally {
  readonly finalizer: t.BlockStatement;
  /** The answer at the handlers around it. */
  readonly caught: Answer;
}

/** `true` and `false` are not evaluated; undefined for any other test. */
const constantOf = (test: t.Expression): boolean | undefined =>
  test.type === 'BooleanLiteral' ? test.value : undefined;

class Flow {
  readonly #given: LoweredBody;
  readonly #question: Question;
  readonly #expressions: Expressions;
  /** The innermost last. */
  readonly #targets: (JumpTarget | Finally)[] = [];
  /** The answer at the beginning of an iteration, by loop. It only grows. */
  readonly #begins = new Map<t.Node, Answer>();

  constructor(given: LoweredBody, question: Question) {
    this.#given = given;
    this.#question = question;
    this.#expressions = new Expressions(given, question);
  }

  visitList(statements: readonly t.Statement[], after: Answer): Answer {
    let live = after;
    for (let i = statements.length - 1; i >= 0; i--)
      if (statements[i]!.type !== 'FunctionDeclaration') live = this.#visit(statements[i]!, live);
    // Declared functions are made where their block begins.
    for (const one of statements) if (one.type === 'FunctionDeclaration') live = this.#expressions.visit(one, live);
    return live;
  }

  #visit(node: t.Statement, after: Answer, labels: readonly string[] = []): Answer {
    const expressions = this.#expressions;
    switch (node.type) {
      case 'ExpressionStatement':
        return expressions.visit(node.expression, after);
      case 'VariableDeclaration':
        return node.declarations
          .toReversed()
          .reduce(
            (live, { id, init }) => expressions.visit(init, init ? expressions.visitTarget(id, live) : live),
            after,
          );
      case 'BlockStatement':
        return this.visitList(node.body, after);
      case 'IfStatement':
        return this.#visitIf(node, after);
      case 'ReturnStatement':
        return this.#visitReturn(node, after);
      case 'ThrowStatement':
        return expressions.visit(node.argument, expressions.caught);
      case 'BreakStatement':
      case 'ContinueStatement':
        return this.#visitJump(node);
      case 'LabeledStatement':
        return this.#visitLabeled(node, after, labels);
      case 'SwitchStatement':
        return this.#visitSwitch(node, after, labels);
      case 'TryStatement':
        return this.#visitTry(node, after);
      default:
        return this.#given.types.isLoop(node) ? this.#visitLoop(node, after, labels) : expressions.visit(node, after);
    }
  }

  #visitIf({ test, consequent, alternate }: t.IfStatement, after: Answer): Answer {
    const way = constantOf(test);
    const taken = way === false ? after : this.#visit(consequent, after);
    if (way === true) return taken;
    const other = alternate ? this.#visit(alternate, after) : after;
    return way === false ? other : this.#expressions.visit(test, taken | other);
  }

  #visitReturn(node: t.ReturnStatement, after: Answer): Answer {
    const pause = this.#given.pauses.get(node);
    if (pause === undefined)
      return this.#expressions.visit(
        node.argument,
        this.#leave(() => undefined),
      );
    const before = this.#question.onPause(pause, after);
    return pause.held === undefined ? before : before | this.#question.onRead(pause.held);
  }

  #visitJump({ type, label }: t.BreakStatement | t.ContinueStatement): Answer {
    const isContinue = type === 'ContinueStatement';
    return this.#leave((target) => {
      const isPlain = isContinue ? target.next !== undefined : target.isPlain;
      const isIt = label ? target.labels.includes(label.name) : isPlain;
      return isIt ? (isContinue ? target.next : target.leaving) : undefined;
    });
  }

  /** The answer before a jump, or before a `return` if `at` gives none: the `finally` blocks on the way run before. */
  #leave(at: (target: JumpTarget) => Answer | undefined): Answer {
    let live: Answer | undefined;
    let n = this.#targets.length;
    while (live === undefined && n > 0) {
      const target = this.#targets[--n]!;
      if ('leaving' in target) live = at(target);
    }
    live ??= NONE;
    for (const [i, target] of [...this.#targets].entries())
      if (i >= n && 'finalizer' in target) live = this.#runFinally(target, i, live);
    return live | this.#expressions.caught;
  }

  /** Before a `finally` block, in the statements around it. */
  #runFinally({ finalizer, caught }: Finally, depth: number, after: Answer): Answer {
    const inner = this.#targets.splice(depth);
    const before = this.#expressions.caught;
    this.#expressions.caught = caught;
    const live = this.#visit(finalizer, after | caught);
    this.#expressions.caught = before;
    this.#targets.push(...inner);
    return live;
  }

  #withTarget<T>(target: JumpTarget | Finally, read: () => T): T {
    this.#targets.push(target);
    const result = read();
    this.#targets.pop();
    return result;
  }

  #visitLabeled({ body, label }: t.LabeledStatement, after: Answer, labels: readonly string[]): Answer {
    const all = [...labels, label.name];
    if (this.#given.types.isLoop(body) || body.type === 'LabeledStatement' || body.type === 'SwitchStatement')
      return this.#visit(body, after, all);
    const place = { labels: all, isPlain: false, leaving: after, next: undefined };
    return this.#withTarget(place, () => this.#visit(body, after));
  }

  #visitSwitch({ discriminant, cases }: t.SwitchStatement, after: Answer, labels: readonly string[]): Answer {
    const entries: Answer[] = [];
    this.#withTarget({ labels, isPlain: true, leaving: after, next: undefined }, () => {
      let live = after;
      for (let i = cases.length - 1; i >= 0; i--) entries.push((live = this.visitList(cases[i]!.consequent, live)));
    });
    const hasDefault = cases.some(({ test }) => !test);
    const all = entries.reduce((live, one) => live | one, hasDefault ? NONE : after);
    const tested = cases.toReversed().reduce((live, { test }) => live | this.#expressions.visit(test, live), all);
    return this.#expressions.visit(discriminant, tested);
  }

  #visitLoop(node: t.Loop, after: Answer, labels: readonly string[]): Answer {
    const expressions = this.#expressions;
    if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
      const { left } = node;
      const target = left.type === 'VariableDeclaration' ? left.declarations[0]!.id : left;
      const live = this.#findFixedPoint(node, (next) => {
        const place = { labels, isPlain: true, leaving: after, next };
        return after | this.#withTarget(place, () => expressions.visitTarget(target, this.#visit(node.body, next)));
      });
      return expressions.visit(node.right, live);
    }
    const { test } = node;
    const way = test ? constantOf(test) : true;
    const beforeTest = (inside: Answer): Answer => {
      if (way !== undefined) return way ? inside : after;
      return expressions.visit(test, inside | after);
    };
    const begin = this.#findFixedPoint(node, (live) => {
      const update = node.type === 'ForStatement' ? node.update : undefined;
      const next = node.type === 'DoWhileStatement' ? beforeTest(live) : expressions.visit(update, live);
      const place = { labels, isPlain: true, leaving: after, next };
      const inside = this.#withTarget(place, () => this.#visit(node.body, next));
      return node.type === 'DoWhileStatement' ? inside : beforeTest(inside);
    });
    if (node.type !== 'ForStatement' || !node.init) return begin;
    return node.init.type === 'VariableDeclaration'
      ? this.#visit(node.init, begin)
      : expressions.visit(node.init, begin);
  }

  /** Where an iteration begins: a fixed point. */
  #findFixedPoint(node: t.Node, read: (live: Answer) => Answer): Answer {
    let live = this.#begins.get(node) ?? NONE;
    for (;;) {
      const before = live;
      live |= read(live);
      if (live === before) break;
    }
    this.#begins.set(node, live);
    return live;
  }

  /** Any part of the block may jump to the handler or the `finally` block. */
  #visitTry({ block, handler, finalizer }: t.TryStatement, after: Answer): Answer {
    if (!finalizer) return this.#visitGuarded(block, handler, after);
    const { caught } = this.#expressions;
    const target = { finalizer, caught };
    const depth = this.#targets.length;
    this.#expressions.caught = this.#runFinally(target, depth, caught);
    const behind = this.#runFinally(target, depth, after);
    const live = this.#withTarget(target, () => this.#visitGuarded(block, handler, behind | this.#expressions.caught));
    this.#expressions.caught = caught;
    return live | caught;
  }

  #visitGuarded(block: t.BlockStatement, handler: t.CatchClause | null | undefined, after: Answer): Answer {
    if (!handler) return this.#visit(block, after);
    const { caught } = this.#expressions;
    const body = this.#visit(handler.body, after);
    const handled = handler.param ? this.#expressions.visitTarget(handler.param, body) : body;
    this.#expressions.caught = handled | caught;
    const live = this.#visit(block, after | this.#expressions.caught);
    this.#expressions.caught = caught;
    return live;
  }
}
