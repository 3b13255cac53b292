/** `return`, `break` and `continue` that leave a `for…of`, or a `try` whose `finally` block pauses: both still have something to do then. */
import type { types as t } from '@babel/core';
import { type Fields, isFunctionNode } from '../../../babel/ast.js';
import type { Emitter } from '../../emitter.js';
import { located } from '../../emitter.js';
import type { Types } from '../../../babel/types.js';
import type { Step, Tools } from '../facts/tools.js';

type Exit = t.ReturnStatement | t.BreakStatement | t.ContinueStatement;

interface Redirecting {
  readonly types: Types;
  readonly emit: Emitter;
  readonly tools: Tools;
  readonly fn: Step;
  readonly isHeld: (node: t.Node) => boolean;
  /** Where a value waits to be returned. */
  readonly value: string;
  /** Variables that say how something is left. */
  readonly ways: string[];
  isValueUsed: boolean;
}

/**
 * Inner statements first:
 *
 *   for (const x of list) {              { $exit0 = 0;
 *     if (await(x)) return x;              $loop0: for (const x of list) {
 *   }                                        if (await(x)) { $exit0 = 1; $value = x; break $loop0; }
 *                                          }
 *                                          if ($exit0 === 1) return $value; }
 *
 * Gives the names of the variables. `isHeld`: it has something to do when it is left; `hasHeld`: there may be such a one.
 */
export function redirectExits(
  tools: Tools,
  fn: Step,
  { hasHeld, isHeld }: { readonly hasHeld: boolean; readonly isHeld: (node: t.Node) => boolean },
): string[] {
  const { types, emit, names } = tools;
  const value = names.parameter(fn, '$value');
  if (!hasHeld) return [];
  const redirecting: Redirecting = { types, emit, tools, fn, isHeld, value, ways: [], isValueUsed: false };
  visit(redirecting, fn.body);
  return redirecting.isValueUsed ? [...redirecting.ways, value] : redirecting.ways;
}

function visit(redirecting: Redirecting, node: t.Node): void {
  replaceChildren(redirecting.types, node, (child) => visited(redirecting, child));
}

/** Puts what `replace` gives in the place of each node right below this one. */
function replaceChildren(types: Types, node: t.Node, replace: (child: t.Node) => t.Node): void {
  const fields = node as unknown as Fields;
  for (const key of types.VISITOR_KEYS[node.type] ?? []) {
    const child = fields[key] as t.Node | (t.Node | null)[] | null | undefined;
    if (Array.isArray(child)) for (const [i, one] of child.entries()) child[i] = one && replace(one);
    else if (child) fields[key] = replace(child);
  }
}

/** What comes in the place of a statement; a label belongs to what it labels. */
function visited(redirecting: Redirecting, node: t.Node): t.Node {
  const { types, isHeld } = redirecting;
  if (isFunctionNode(types, node) || types.isClass(node)) return node;
  const labels: t.LabeledStatement[] = [];
  let at: t.Node = node;
  while (types.isLabeledStatement(at)) {
    labels.push(at);
    at = at.body;
  }
  visit(redirecting, at);
  return isHeld(at)
    ? redirected(redirecting, { node: at as t.Statement, outermost: node as t.Statement, labels })
    : node;
}

interface Left {
  readonly node: t.Statement;
  readonly outermost: t.Statement;
  readonly labels: readonly t.LabeledStatement[];
}

function redirected(redirecting: Redirecting, { node, outermost, labels }: Left): t.Statement {
  const { types, emit, tools, fn } = redirecting;
  const exits: Exit[] = [];
  let label = types.isLoop(node) ? labels.at(-1)?.label.name : undefined;
  let way = '';
  const replace = (exit: Exit): t.Statement => {
    label ??= tools.names.ofLoop(fn, '$loop');
    way ||= tools.names.ofLoop(fn, '$exit');
    exits.push(exit);
    const statements: t.Statement[] = [emit.statement('WAY = N;', { WAY: way, N: types.numericLiteral(exits.length) })];
    if (types.isReturnStatement(exit) && exit.argument) {
      redirecting.isValueUsed = true;
      const isThere = types.isIdentifier(exit.argument, { name: redirecting.value });
      if (!isThere)
        statements.push(located(types.expressionStatement(emit.assign(redirecting.value, exit.argument)), exit));
      exit.argument = types.identifier(redirecting.value);
    }
    return types.blockStatement([...statements, types.breakStatement(types.identifier(label))]);
  };
  const own = labels.map((one) => one.label.name);
  // A `try` that is held has no handler: it stands in a `try` of its own then.
  search(types, types.isTryStatement(node) ? node.block : node, { own, isLoop: types.isLoop(node), replace });
  if (exits.length === 0) return outermost;
  redirecting.ways.push(way);
  tools.lasting.set(way, { role: 'exit', at: node });
  const begin = emit.statement('WAY = 0;', { WAY: way });
  const around = (held: t.Statement): t.Statement =>
    types.blockStatement([begin, held, ...exits.map((exit, i) => dispatch(redirecting, exit, way, i + 1))]);
  const last = labels.at(-1);
  // A loop with a label of the source keeps it; that of a `try` is around what is done behind it.
  if (last !== undefined && types.isLoop(node)) return around(outermost);
  const made = around(types.labeledStatement(types.identifier(label!), node));
  if (last === undefined) return made;
  last.body = made;
  return outermost;
}

function dispatch({ types, emit }: Redirecting, exit: Exit, way: string, n: number): t.Statement {
  const test = emit.expression('WAY === N', { WAY: way, N: types.numericLiteral(n) });
  return located(types.ifStatement(test, exit), exit);
}

interface Search {
  /** Labels of the statement itself. */
  readonly own: readonly string[];
  readonly isLoop: boolean;
  readonly replace: (exit: Exit) => t.Statement;
}

/** Finds what leaves the statement, with the labels and loops inside of it known. */
function search(types: Types, root: t.Node, { own, isLoop, replace }: Search): void {
  const look = (
    node: t.Node,
    known: readonly string[],
    inner: { readonly breaks: boolean; readonly continues: boolean },
  ): t.Node => {
    if (isFunctionNode(types, node) || types.isClass(node)) return node;
    if (types.isReturnStatement(node)) return replace(node);
    if (types.isBreakStatement(node) || types.isContinueStatement(node)) {
      const isKept = node.label
        ? known.includes(node.label.name)
        : types.isBreakStatement(node)
          ? inner.breaks
          : inner.continues;
      return isKept ? node : replace(node);
    }
    const labels = types.isLabeledStatement(node) ? [...known, node.label.name] : known;
    const within = types.isLoop(node)
      ? { breaks: true, continues: true }
      : types.isSwitchStatement(node)
        ? { ...inner, breaks: true }
        : inner;
    replaceChildren(types, node, (child) => look(child, labels, within));
    return node;
  };
  look(root, isLoop ? own : [], { breaks: isLoop, continues: isLoop });
}
