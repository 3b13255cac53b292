/** Exits (`return`, `break`, `continue`) out of a `for…of`, a block with `using`, or a `try` whose `finally` block pauses: cleanup runs before the exit does. */
import type { types as t } from '@babel/core';
import { replaceChildren } from '../../babel/ast.js';
import type { Emitter } from '../../write/emitter.js';
import { locate } from '../../write/emitter.js';
import type { Types } from '../../babel/types.js';
import type { Lasting, Step, Tools } from '../read/tools.js';
import { isUsing } from './using-blocks.js';

type Exit = t.ReturnStatement | t.BreakStatement | t.ContinueStatement;

interface Redirecting {
  readonly types: Types;
  readonly emit: Emitter;
  readonly tools: Tools;
  readonly fn: Step;
  readonly isHeld: (node: t.Node) => boolean;
  /** The variable with the value of a `return` while cleanup runs. */
  readonly value: string;
  readonly lasting: Map<string, Lasting>;
  /** The variables with the number of the exit that was taken: `$exit0`. */
  readonly ways: string[];
  isValueUsed: boolean;
}

/**
 * Inner statements first:
 *
 *   for (const x of list) {              { $exit0 = 0;
 *     if (await(x)) return x;              $loop0: for (const x of list) {
 *   }                                        if (await(x)) { $value = x; $exit0 = 1; break $loop0; }
 *                                          }
 *                                          if ($exit0 === 1) return $value; }
 *
 * A handler that catches an error of the cleanup cancels the exit: `catch { $exit0 = 0; … }`. The value of a `return` is evaluated before `$exit0` is set, so an
 * error in it cancels nothing.
 *
 * Gives the names of the variables. `isHeld`: the statement has cleanup; `mayHold`: the function may have such a statement.
 */
export function redirectExits(
  tools: Tools,
  fn: Step,
  { lasting, isHeld, mayHold }: Pick<Redirecting, 'lasting' | 'isHeld'> & { readonly mayHold: boolean },
): string[] {
  const { types, emit, names } = tools;
  const value = names.parameter(fn, '$value');
  if (!mayHold) return [];
  const redirecting: Redirecting = { types, emit, tools, fn, lasting, isHeld, value, ways: [], isValueUsed: false };
  visit(redirecting, fn.body);
  return redirecting.isValueUsed ? [...redirecting.ways, value] : redirecting.ways;
}

function visit(redirecting: Redirecting, node: t.Node): void {
  replaceChildren(redirecting.types, node, (child) => redirectIn(redirecting, child));
}

/** The statement that replaces `node`: itself, or a block around it. Its labels are taken together with what they label. */
function redirectIn(redirecting: Redirecting, node: t.Node): t.Node {
  const { types, isHeld } = redirecting;
  if (types.isFunction(node) || types.isClass(node)) return node;
  const labels: t.LabeledStatement[] = [];
  let at: t.Node = node;
  while (types.isLabeledStatement(at)) {
    labels.push(at);
    at = at.body;
  }
  visit(redirecting, at);
  return isHeld(at)
    ? redirectExitsOf(redirecting, { node: at as t.Statement, outermost: node as t.Statement, labels })
    : node;
}

interface HeldStatement {
  readonly node: t.Statement;
  readonly outermost: t.Statement;
  readonly labels: readonly t.LabeledStatement[];
}

function redirectExitsOf(redirecting: Redirecting, { node, outermost, labels }: HeldStatement): t.Statement {
  const { types, emit, tools, fn } = redirecting;
  const exits: Exit[] = [];
  let label = types.isLoop(node) ? labels.at(-1)?.label.name : undefined;
  let way = '';
  const replace = (exit: Exit): t.Statement => {
    label ??= tools.names.ofLoop(fn, '$loop');
    way ||= tools.names.ofLoop(fn, '$exit');
    const statements: t.Statement[] = [];
    if (types.isReturnStatement(exit) && exit.argument) {
      redirecting.isValueUsed = true;
      const isThere = types.isIdentifier(exit.argument, { name: redirecting.value });
      if (!isThere)
        statements.push(locate(types.expressionStatement(emit.assign(redirecting.value, exit.argument)), exit));
      exits.push({ ...exit, argument: types.identifier(redirecting.value) });
    } else exits.push(exit);
    statements.push(emit.statement('WAY = N;', { WAY: way, N: types.numericLiteral(exits.length) }));
    return types.blockStatement([...statements, types.breakStatement(types.identifier(label))]);
  };
  const own = labels.map((one) => one.label.name);
  // The handler of such a `try` has been moved into a `try` of its own: see `joinHandler`.
  const inside = types.isTryStatement(node) ? node.block : node;
  const catching = replaceExits(types, inside, { own, isLoop: types.isLoop(node), replace });
  if (exits.length === 0) return outermost;
  for (const { body } of catching) body.body.unshift(emit.statement('WAY = 0;', { WAY: way }));
  redirecting.ways.push(way);
  redirecting.lasting.set(way, { role: 'exit', at: node });
  const begin = emit.statement('WAY = 0;', { WAY: way });
  const around = (held: t.Statement): t.Statement =>
    types.blockStatement([begin, held, ...exits.map((exit, i) => repeatExit(redirecting, exit, way, i + 1))]);
  const last = labels.at(-1);
  // The label of a loop stays on it; that of a `try` goes around the whole block, as its `break`s come after the cleanup.
  if (last !== undefined && types.isLoop(node)) return around(outermost);
  const made = around(types.labeledStatement(types.identifier(label!), node));
  if (last === undefined) return made;
  last.body = made;
  return outermost;
}

function repeatExit({ types, emit }: Redirecting, exit: Exit, way: string, n: number): t.Statement {
  const test = emit.expression('WAY === N', { WAY: way, N: types.numericLiteral(n) });
  return locate(types.ifStatement(test, exit), exit);
}

interface ExitSearch {
  /** Labels of the statement itself. */
  readonly own: readonly string[];
  readonly isLoop: boolean;
  readonly replace: (exit: Exit) => t.Statement;
}

/** A statement that an exit leaves on its way. */
interface PassedStatement {
  readonly mayThrow: boolean;
  readonly handler?: t.CatchClause | null | undefined;
}

/**
 * Replaces the exits out of a statement. Gives the handlers in it that may catch an error of the cleanup on the way out: of a `finally` block, an iterator
 * that is closed, a resource that is disposed of.
 */
function replaceExits(types: Types, root: t.Node, { own, isLoop, replace }: ExitSearch): Set<t.CatchClause> {
  const passed: PassedStatement[] = [];
  const catching = new Set<t.CatchClause>();
  const leave = (exit: Exit): t.Statement => {
    let mayThrow = false;
    for (const one of passed.toReversed()) {
      if (mayThrow && one.handler) catching.add(one.handler);
      mayThrow ||= one.mayThrow;
    }
    return replace(exit);
  };
  const look = (
    node: t.Node,
    known: readonly string[],
    inner: { readonly breaks: boolean; readonly continues: boolean },
  ): t.Node => {
    if (types.isFunction(node) || types.isClass(node)) return node;
    if (types.isReturnStatement(node)) return leave(node);
    if (types.isBreakStatement(node) || types.isContinueStatement(node)) {
      const isKept = node.label
        ? known.includes(node.label.name)
        : types.isBreakStatement(node)
          ? inner.breaks
          : inner.continues;
      return isKept ? node : leave(node);
    }
    const labels = types.isLabeledStatement(node) ? [...known, node.label.name] : known;
    const within = types.isLoop(node)
      ? { breaks: true, continues: true }
      : types.isSwitchStatement(node)
        ? { ...inner, breaks: true }
        : inner;
    replaceChildren(types, node, (child) => {
      const left = findPassed(types, node, child);
      if (left === undefined) return look(child, labels, within);
      passed.push(left);
      const replaced = look(child, labels, within);
      passed.pop();
      return replaced;
    });
    return node;
  };
  look(root, isLoop ? own : [], { breaks: isLoop, continues: isLoop });
  return catching;
}

/** Undefined for a statement without cleanup or handler. */
function findPassed(types: Types, node: t.Node, child: t.Node): PassedStatement | undefined {
  if (types.isTryStatement(node))
    return { mayThrow: !!node.finalizer, handler: child === node.block ? node.handler : null };
  const closes = types.isForOfStatement(node) || (types.isBlockStatement(node) && node.body.some(isUsing));
  return closes ? { mayThrow: true } : undefined;
}
